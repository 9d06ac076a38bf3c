//! Writing to standard output and standard error without a panic when the reader has gone.
//!
//! Exit codes: 0 for success, 1 for a failure (one line on standard error says which), 2 for
//! arguments that are invalid, 128 and a signal's number where a signal ended the program. A reader
//! that closes the pipe is no failure.

use std::fmt::Display;
use std::io::{self, Write};

/// Prints a line on standard output.
pub(crate) fn print(line: impl Display) -> Result<(), String> {
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{line}").and_then(|()| out.flush());
    written.or_else(quiet_when_closed).map_err(|error| cannot_write(&error))
}

/// Whether a result was written: not if the reader has closed the pipe, after which there is nothing
/// left to do. Any other failure is an error.
pub(crate) fn is_written(written: io::Result<()>) -> Result<bool, String> {
    match written {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(false),
        Err(error) => Err(cannot_write(&error)),
    }
}

/// Prints a line on standard error. There is no place to report it if that fails.
pub(crate) fn complain(line: impl Display) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}

/// A reader that has seen enough and closed the pipe is no error.
pub(crate) fn quiet_when_closed(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::BrokenPipe { Ok(()) } else { Err(error) }
}

/// What to say where standard output takes nothing.
pub(crate) fn cannot_write(error: &io::Error) -> String {
    format!("standard output cannot be written: {error}")
}
