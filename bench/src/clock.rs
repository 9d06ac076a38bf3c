//! Time that a processor spent on us, so that a busy machine does not make us look slow.

use std::fs;
use std::time::{Duration, Instant};

/// A moment to measure from.
pub struct Clock {
    begun: Instant,
    ours: Option<Duration>,
    children: Option<Duration>,
}

/// The unit of the times that Linux tells of a process.
const TICK: Duration = Duration::from_millis(10);

impl Clock {
    /// Begins now.
    pub fn start() -> Clock {
        Clock { begun: Instant::now(), ours: own_time(), children: children_time() }
    }

    /// What this thread has used since then; where the system does not tell, how long it is ago.
    pub fn own(&self) -> Duration {
        self.since(self.ours, own_time())
    }

    /// What programs that were started and have ended since then have used.
    pub fn children(&self) -> Duration {
        self.since(self.children, children_time())
    }

    fn since(&self, before: Option<Duration>, now: Option<Duration>) -> Duration {
        match before.zip(now) {
            Some((before, now)) => now.saturating_sub(before),
            None => self.begun.elapsed(),
        }
    }
}

fn own_time() -> Option<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

fn children_time() -> Option<Duration> {
    let told = fs::read_to_string("/proc/self/stat").ok()?;
    // After the name, which may have blanks, the fields from the third on.
    let fields = told.rsplit_once(')')?.1;
    let ticks = fields.split_whitespace().skip(13).take(2).map(str::parse::<u32>);
    Some(ticks.sum::<Result<u32, _>>().ok()? * TICK)
}
