//! The server's clock.

use std::time::Instant;

use quintet_engine::Micros;

use crate::store::unix_micros;

/// Microseconds since the server started. It never goes back.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    start: Instant,
    /// The date at the start, in microseconds since 1970.
    started: u64,
}

impl Clock {
    /// A clock that starts now.
    pub fn start() -> Clock {
        Clock::started_at(unix_micros())
    }

    /// A clock that starts now, at this date in microseconds since 1970.
    pub fn started_at(started: u64) -> Clock {
        Clock { start: Instant::now(), started }
    }

    /// The date in microseconds since 1970, which goes on evenly even if the system's is set.
    pub fn unix(&self) -> u64 {
        self.started.saturating_add(self.now().0)
    }

    /// What it shows.
    pub fn now(&self) -> Micros {
        self.at(Instant::now())
    }

    /// What it shows at this instant.
    pub fn at(&self, instant: Instant) -> Micros {
        let since = instant.saturating_duration_since(self.start);
        Micros(u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
    }

    /// The instant at which it shows this.
    pub fn instant(&self, at: Micros) -> Instant {
        // Sleeping at most a day keeps the sum within what an `Instant` can hold.
        let day = 24 * 60 * 60 * 1_000_000;
        let ahead = (at - self.now()).0.min(day);
        Instant::now() + std::time::Duration::from_micros(ahead)
    }
}
