//! Messages as bytes.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error, SeqAccess, Visitor};
use serde::ser::Serialize;

use crate::client_message::ClientMessage;
use crate::limits::{MAX_CLIENT_MESSAGE, MAX_SERVER_MESSAGE};
use crate::server_message::ServerMessage;
use crate::{OLDEST_VERSION, VERSION};

/// Why bytes are not a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// There are too many of them.
    #[error("a message of {0} bytes is larger than the limit")]
    TooLarge(usize),
    /// They do not decode, or go on after the end.
    #[error("malformed message")]
    Malformed,
    /// They are a greeting in a version that this program does not support.
    #[error("version {0} is not among {OLDEST_VERSION} to {VERSION}")]
    Version(u16),
}

/// A message as bytes.
pub fn encode<M: Serialize>(message: &M) -> Vec<u8> {
    // Writing to memory fails only where memory does.
    postcard::to_allocvec(message).unwrap_or_default()
}

/// Adds a message to bytes that are there already.
pub fn encode_onto<M: Serialize>(message: &M, bytes: &mut Vec<u8>) {
    if let Ok(longer) = postcard::to_extend(message, core::mem::take(bytes)) {
        *bytes = longer;
    }
}

/// Decodes a client's message. The version of a greeting is checked before the rest of it, so that a
/// client of any version gets an answer.
pub fn decode_client(bytes: &[u8]) -> Result<ClientMessage, DecodeError> {
    if bytes.len() > MAX_CLIENT_MESSAGE {
        return Err(DecodeError::TooLarge(bytes.len()));
    }
    // A greeting is the first kind of message, and its version the first field, forever.
    if let Ok(((0_u32, version), _)) = postcard::take_from_bytes::<(u32, u16)>(bytes)
        && !(OLDEST_VERSION..=VERSION).contains(&version)
    {
        return Err(DecodeError::Version(version));
    }
    decode(bytes)
}

/// What the server sent.
pub fn decode_server(bytes: &[u8]) -> Result<ServerMessage, DecodeError> {
    if bytes.len() > MAX_SERVER_MESSAGE {
        return Err(DecodeError::TooLarge(bytes.len()));
    }
    decode(bytes)
}

fn decode<M: DeserializeOwned>(bytes: &[u8]) -> Result<M, DecodeError> {
    match postcard::take_from_bytes(bytes) {
        Ok((message, [])) => Ok(message),
        Ok(_) | Err(_) => Err(DecodeError::Malformed),
    }
}

/// Reads a list of at most `MOST` items; a longer one is refused by its length alone.
pub(crate) fn at_most<'de, const MOST: usize, T, D>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    struct Limited<T, const MOST: usize>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>, const MOST: usize> Visitor<'de> for Limited<T, MOST> {
        type Value = Vec<T>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "a list of at most {MOST}")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let length = list.size_hint().unwrap_or(0);
            if length > MOST {
                return Err(A::Error::invalid_length(length, &self));
            }
            let mut items = Vec::with_capacity(length);
            while let Some(item) = list.next_element()? {
                if items.len() == MOST {
                    return Err(A::Error::invalid_length(MOST + 1, &self));
                }
                items.push(item);
            }
            Ok(items)
        }
    }

    deserializer.deserialize_seq(Limited::<T, MOST>(PhantomData))
}

/// Reads a text of at most `MOST` bytes.
pub(crate) fn short_text<'de, const MOST: usize, D>(deserializer: D) -> Result<String, D::Error>
where
    D: Deserializer<'de>,
{
    // The text is borrowed from the message, whose size is limited, and copied only if it fits.
    let text = <&str>::deserialize(deserializer)?;
    if text.len() > MOST {
        return Err(D::Error::custom("the text is too long"));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quintet_engine::{Button, Micros, TimedInput};

    use super::*;
    use crate::limits::{MAX_INPUTS, MAX_NAME_BYTES};
    use crate::pack_inputs;

    fn hello(version: u16) -> ClientMessage {
        ClientMessage::Hello { version, secret: None, name: "Ada".into(), have: None }
    }

    #[test]
    fn a_client_of_another_age_is_told_so_whatever_else_it_says() {
        assert_eq!(decode_client(&encode(&hello(VERSION))), Ok(hello(VERSION)));
        assert_eq!(decode_client(&encode(&hello(0))), Err(DecodeError::Version(0)));
        let mut newer = encode(&hello(VERSION + 1));
        newer.extend([1, 2, 3]);
        assert_eq!(decode_client(&newer), Err(DecodeError::Version(VERSION + 1)));
    }

    #[test]
    fn what_is_too_large_too_long_or_goes_on_is_refused() {
        let large = vec![0; MAX_CLIENT_MESSAGE + 1];
        assert_eq!(decode_client(&large), Err(DecodeError::TooLarge(large.len())));
        let mut more = encode(&ClientMessage::Resign);
        more.push(0);
        assert_eq!(decode_client(&more), Err(DecodeError::Malformed));
        let name = "x".repeat(MAX_NAME_BYTES + 1);
        let long = ClientMessage::Hello { version: VERSION, secret: None, name, have: None };
        assert_eq!(decode_client(&encode(&long)), Err(DecodeError::Malformed));
    }

    #[test]
    fn a_message_of_too_many_inputs_is_refused() {
        let timed = TimedInput::press(Button::Left, Micros(5));
        let message = |count| ClientMessage::Inputs {
            first: 0,
            upto: Micros(5),
            inputs: pack_inputs(&vec![timed; count], Micros(5)),
        };
        let most = message(MAX_INPUTS);
        assert_eq!(decode_client(&encode(&most)), Ok(most));
        assert_eq!(decode_client(&encode(&message(MAX_INPUTS + 1))), Err(DecodeError::Malformed));
    }

    #[test]
    fn an_input_sent_at_once_takes_few_bytes() {
        let upto = Micros::from_secs(600);
        let inputs = pack_inputs(&[TimedInput::press(Button::HardDrop, upto)], upto);
        let bytes = encode(&ClientMessage::Inputs { first: 5_000, upto, inputs });
        assert!(bytes.len() <= 11, "{} bytes", bytes.len());
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode_client(&bytes);
            let _ = decode_server(&bytes);
        }

        #[test]
        fn what_is_read_is_what_was_written(bytes in prop::collection::vec(0..12_u8, 0..40)) {
            if let Ok(message) = decode_client(&bytes) {
                prop_assert_eq!(decode_client(&encode(&message)), Ok(message));
            }
            if let Ok(message) = decode_server(&bytes) {
                prop_assert_eq!(decode_server(&encode(&message)), Ok(message));
            }
        }
    }
}
