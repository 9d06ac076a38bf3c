//! One line on the terminal that says how far a long task is; nothing where there is no terminal.

use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};

/// Often enough to look alive.
const BETWEEN: Duration = Duration::from_millis(100);

/// The line.
pub(crate) struct Progress {
    is_shown: bool,
    told: Option<Instant>,
}

impl Progress {
    /// Begins with nothing.
    pub(crate) fn new() -> Progress {
        Progress { is_shown: stderr().is_terminal(), told: None }
    }

    /// Says this instead of what it said before, unless that was a moment ago.
    pub(crate) fn tell(&mut self, words: impl FnOnce() -> String) {
        if self.is_shown && self.told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            eprint!("\r\x1b[K{}", words());
            self.told = Some(Instant::now());
        }
    }

    /// Makes room for lines that stay.
    pub(crate) fn clear(&mut self) {
        if self.told.take().is_some() {
            eprint!("\r\x1b[K");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
