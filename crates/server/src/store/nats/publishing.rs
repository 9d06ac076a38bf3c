//! Publishing behind the last message of a subject, which only one writer at a time can do.

use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::{PublishMessage, StreamMessage};
use async_nats::jetstream::stream::{LastRawMessageErrorKind, Stream};
use axum::body::Bytes;

use super::connection::Nats;
use crate::store::StoreError;

/// Result of publishing a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Published {
    /// It is stored, and has this sequence.
    At(u64),
    /// Somebody else has written to the subject, so that it never will be.
    Superseded,
}

/// Publishes a message behind the one with this sequence, the last of its subject; 0 if there is
/// none. A message that was stored before without an acknowledgement is recognised.
pub(super) async fn publish_behind(
    nats: &Nats,
    stream: &Stream,
    subject: &str,
    last: u64,
    payload: Bytes,
) -> Result<Published, StoreError> {
    let publish =
        PublishMessage::build().payload(payload.clone()).expected_last_subject_sequence(last);
    let acknowledged = match nats.streams.send_publish(subject.to_owned(), publish).await {
        Ok(publishing) => publishing.await,
        Err(problem) => Err(problem),
    };
    match acknowledged {
        Ok(acknowledgement) => Ok(Published::At(acknowledgement.sequence)),
        Err(problem) if problem.kind() == PublishErrorKind::WrongLastSequence => {
            match last_message(stream, subject).await? {
                Some(found) if found.payload == payload => Ok(Published::At(found.sequence)),
                // An earlier attempt is still on its way through the replicas.
                Some(found) if found.sequence <= last => Err(failed(problem)),
                None if last == 0 => Err(failed(problem)),
                _ => Ok(Published::Superseded),
            }
        }
        Err(problem) => Err(failed(problem)),
    }
}

/// The last message whose subject fits, from the leader of the stream.
pub(super) async fn last_message(
    stream: &Stream,
    subject: &str,
) -> Result<Option<StreamMessage>, StoreError> {
    match stream.get_last_raw_message_by_subject(subject).await {
        Ok(message) => Ok(Some(message)),
        Err(problem) if problem.kind() == LastRawMessageErrorKind::NoMessageFound => Ok(None),
        Err(problem) => Err(failed(problem)),
    }
}

pub(super) fn failed(problem: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Database(Box::new(problem))
}
