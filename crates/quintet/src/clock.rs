//! Time that a processor spent on us, so that a busy machine does not make us look slow.

use std::fs;
use std::time::{Duration, Instant};

/// What is shorter the system has hardly noticed.
const COARSE: Duration = Duration::from_millis(20);

/// A moment to measure from.
pub(crate) struct Clock {
    begun: Instant,
    spent: Option<Duration>,
}

impl Clock {
    /// Begins now.
    pub(crate) fn start() -> Clock {
        Clock { begun: Instant::now(), spent: spent() }
    }

    /// Seconds that the processor spent on this thread since then; where the system does not tell,
    /// how long it is ago.
    pub(crate) fn seconds(&self) -> f64 {
        let spent = self.spent.zip(spent()).map(|(before, now)| now.saturating_sub(before));
        let spent = spent.filter(|&spent| spent >= COARSE);
        spent.unwrap_or_else(|| self.begun.elapsed()).as_secs_f64()
    }

    /// Seconds by the clock on the wall.
    pub(crate) fn seconds_on_the_wall(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

/// Linux tells it in nanoseconds.
fn spent() -> Option<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
