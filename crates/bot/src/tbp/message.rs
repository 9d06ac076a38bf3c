//! Messages as lines of JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tbp::{BotMessage, FrontendMessage};

/// Why a line is not a message.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MessageError {
    /// It is not JSON, or not what a message of this type must be.
    #[error("invalid message: {0}")]
    Json(#[from] serde_json::Error),
    /// It has no type.
    #[error("invalid message: it has no type")]
    NoType,
}

const FROM_FRONTENDS: [&str; 7] =
    ["start", "stop", "suggest", "play", "new_piece", "rules", "quit"];
const FROM_BOTS: [&str; 4] = ["error", "ready", "info", "suggestion"];

/// Parses a frontend's message; `None` for an empty line or an unknown type, which are ignored.
pub fn from_frontend(line: &[u8]) -> Result<Option<FrontendMessage>, MessageError> {
    read(line, &FROM_FRONTENDS)
}

/// Parses a bot's message; `None` for an empty line or an unknown type, which are ignored.
pub fn from_bot(line: &[u8]) -> Result<Option<BotMessage>, MessageError> {
    read(line, &FROM_BOTS)
}

fn read<M: DeserializeOwned>(line: &[u8], known: &[&str]) -> Result<Option<M>, MessageError> {
    if line.iter().all(u8::is_ascii_whitespace) {
        return Ok(None);
    }
    let message: Value = serde_json::from_slice(line)?;
    let kind = message.get("type").and_then(Value::as_str).ok_or(MessageError::NoType)?;
    if !known.contains(&kind) {
        return Ok(None);
    }
    Ok(Some(serde_json::from_value(message)?))
}

/// A message as a line, line end included.
pub fn to_line(message: &impl Serialize) -> Vec<u8> {
    // The message types have string keys only, so serialising them does not fail.
    let mut line = serde_json::to_vec(message).unwrap_or_default();
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_messages_are_ignored() {
        for line in ["", "  ", r#"{"type":"chat","text":"hello"}"#] {
            assert!(matches!(from_frontend(line.as_bytes()), Ok(None)), "{line}");
        }
        let line = br#"{"type":"stop","why":"lunch"}"#;
        assert!(matches!(from_frontend(line), Ok(Some(FrontendMessage::Stop(_)))));
    }

    #[test]
    fn invalid_messages_are_errors() {
        let nested = "[".repeat(10_000);
        for line in ["{", "[]", "7", r#"{"type":7}"#, r#"{"type":"play"}"#, "\u{0}", &nested] {
            assert!(from_frontend(line.as_bytes()).is_err(), "{line}");
            assert!(from_bot(br#"{"type":"suggestion","moves":7}"#).is_err());
        }
        assert!(from_frontend(&[0xff, 0xfe]).is_err());
    }
}
