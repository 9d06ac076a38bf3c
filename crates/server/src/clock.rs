//! The server's clock.

use std::time::Instant;

use quintet_engine::Micros;

/// Microseconds since the server started. It never goes back.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Clock {
        Clock { start: Instant::now() }
    }

    /// What it shows.
    pub fn now(&self) -> Micros {
        Micros(u64::try_from(self.start.elapsed().as_micros()).unwrap_or(u64::MAX))
    }

    /// The instant at which it shows this.
    pub fn instant(&self, at: Micros) -> Instant {
        // Sleeping at most a day keeps the sum within what an `Instant` can hold.
        let day = 24 * 60 * 60 * 1_000_000;
        let ahead = (at - self.now()).0.min(day);
        Instant::now() + std::time::Duration::from_micros(ahead)
    }
}
