//! How a program loses a game without playing it to the end.

use std::time::Duration;

/// What a program did wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Fault {
    /// It could not be started.
    #[error("could not be started: {0}")]
    NoStart(String),
    /// It did not introduce itself or get ready in time.
    #[error("was not ready after {} ms", .0.as_millis())]
    NotReady(Duration),
    /// It refused the rules.
    #[error("does not support the rules")]
    Rules,
    /// It ended or closed its output.
    #[error("ended")]
    Ended,
    /// It did not take what it was told.
    #[error("does not read what it is told")]
    Deaf,
    /// It did not answer in time.
    #[error("did not answer within {} ms", .0.as_millis())]
    Late(Duration),
    /// It said something that is no message.
    #[error("talks nonsense: {0}")]
    Nonsense(String),
    /// It sent a line without end.
    #[error("sent a line longer than {} bytes", quintet_bot::tbp::LONGEST_LINE)]
    LongLine,
    /// It named no move.
    #[error("gave up")]
    GaveUp,
    /// It named only moves that cannot be made.
    #[error("named no move that can be made: {0}")]
    Illegal(String),
}
