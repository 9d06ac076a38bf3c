//! Processor time, so that a busy machine does not distort measurements.

use std::fs;
use std::time::{Duration, Instant};

/// Below the scheduler's resolution; use wall time.
const RESOLUTION: Duration = Duration::from_millis(20);

/// Measures time from its creation.
pub(crate) struct Clock {
    begun: Instant,
    spent: Option<Duration>,
}

impl Clock {
    /// Starts now.
    pub(crate) fn start() -> Clock {
        Clock { begun: Instant::now(), spent: spent() }
    }

    /// Seconds of processor time of this thread; wall time where the system does not report it.
    pub(crate) fn seconds(&self) -> f64 {
        let spent = self.spent.zip(spent()).map(|(before, now)| now.saturating_sub(before));
        let spent = spent.filter(|&spent| spent >= RESOLUTION);
        spent.unwrap_or_else(|| self.begun.elapsed()).as_secs_f64()
    }

    /// Seconds of wall time.
    pub(crate) fn wall_seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }
}

/// Processor time of this thread, which Linux reports in nanoseconds.
fn spent() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    stat.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}
