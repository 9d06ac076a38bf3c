//! A progress line on the terminal; nothing where standard error is not a terminal.

use std::io::{IsTerminal, Write, stderr};
use std::time::{Duration, Instant};

/// The shortest time between two updates.
const INTERVAL: Duration = Duration::from_millis(100);

/// The progress line.
pub(crate) struct Progress {
    is_shown: bool,
    updated: Option<Instant>,
}

impl Progress {
    /// Shows nothing yet.
    pub(crate) fn new() -> Progress {
        Progress { is_shown: stderr().is_terminal(), updated: None }
    }

    /// Replaces the line, unless it was updated a moment ago.
    pub(crate) fn show(&mut self, text: impl FnOnce() -> String) {
        if self.is_shown && self.updated.is_none_or(|updated| updated.elapsed() >= INTERVAL) {
            write(&text());
            self.updated = Some(Instant::now());
        }
    }

    /// Clears the line.
    pub(crate) fn clear(&mut self) {
        if self.updated.take().is_some() {
            write("");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Replaces the line. A terminal that is gone needs none.
fn write(text: &str) {
    let mut out = stderr().lock();
    let _ = write!(out, "\r\x1b[K{text}").and_then(|()| out.flush());
}
