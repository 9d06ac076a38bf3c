//! Requests by HTTP.

use quintet_protocol::http::ErrorCode;

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestError {
    /// The server refused.
    Refused(ErrorCode),
    /// No server answered, or none of ours.
    NoAnswer,
}
