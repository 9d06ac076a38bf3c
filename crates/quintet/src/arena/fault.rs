//! How a program forfeits a game.

use std::time::Duration;

/// What a program did wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// It could not be started.
    #[error("could not be started: {0}")]
    NoStart(String),
    /// It did not send `info` and `ready` in time.
    #[error("was not ready after {} ms", .0.as_millis())]
    NotReady(Duration),
    /// It does not support the rules.
    #[error("does not support the rules")]
    Rules,
    /// It exited or closed its output.
    #[error("exited")]
    Exited,
    /// It does not read its input.
    #[error("does not read its input")]
    NotReading,
    /// It did not answer in time.
    #[error("did not answer within {} ms", .0.as_millis())]
    Late(Duration),
    /// It sent an invalid message.
    #[error("sent an invalid message: {0}")]
    InvalidMessage(String),
    /// It sent a line that is too long.
    #[error("sent a line longer than {} bytes", quintet_bot::tbp::MAX_LINE)]
    LineTooLong,
    /// It suggested no move.
    #[error("gave up")]
    GaveUp,
    /// It suggested only illegal moves.
    #[error("suggested no legal move: {0}")]
    Illegal(String),
}
