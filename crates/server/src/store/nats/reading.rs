//! Reading messages of a stream, in order.
//!
//! A consumer is created by the leader of all of NATS. No leader exists for some seconds after its
//! server dies, so messages are read directly where NATS can do that, which any replica answers; a
//! consumer is used otherwise.

use std::time::Duration;

use async_nats::jetstream::consumer::pull::OrderedConfig;
use async_nats::jetstream::stream::Stream;
use async_nats::{HeaderMap, StatusCode};
use axum::body::Bytes;
use futures_util::StreamExt;
use serde::Serialize;

use super::connection::Nats;
use crate::store::StoreError;

/// How long the next message may take.
const READING_LIMIT: Duration = Duration::from_secs(3);
/// How long the next message may take that was asked for directly: another replica may be quicker.
const DIRECT_LIMIT: Duration = Duration::from_secs(1);
/// The most messages that are asked for at once.
const AT_ONCE: u32 = 500;
/// The first version that answers with more than one message.
const SEVERAL_SINCE: (i64, i64) = (2, 11);

/// A message as it was read.
pub(super) struct Stored {
    pub(super) subject: String,
    pub(super) sequence: u64,
    pub(super) payload: Bytes,
}

/// A request for the next messages.
#[derive(Serialize)]
struct Request<'a> {
    seq: u64,
    next_by_subj: &'a str,
    batch: u32,
}

/// The messages whose subjects fit, up to the one with this sequence. None if that one does not come,
/// because it was removed meanwhile or a replica does not have it yet.
pub(super) async fn read_until(
    nats: &Nats,
    stream: &Stream,
    filter: &str,
    last: u64,
) -> Result<Option<Vec<Stored>>, StoreError> {
    let (major, minor) = SEVERAL_SINCE;
    let is_direct = stream.cached_info().config.allow_direct
        && nats.client.is_server_compatible(major, minor, 0);
    if is_direct && let Some(found) = read_directly(nats, stream, filter, last).await? {
        return Ok(Some(found));
    }
    read_by_consumer(stream, filter, last).await
}

async fn read_directly(
    nats: &Nats,
    stream: &Stream,
    filter: &str,
    last: u64,
) -> Result<Option<Vec<Stored>>, StoreError> {
    let mut found: Vec<Stored> = Vec::new();
    let subject = format!("$JS.API.DIRECT.GET.{}", stream.cached_info().config.name);
    loop {
        let seq = found.last().map_or(1, |stored| stored.sequence + 1);
        if seq > last {
            return Ok(Some(found));
        }
        let request = Request { seq, next_by_subj: filter, batch: AT_ONCE };
        let request = serde_json::to_vec(&request).map_err(failed)?;
        let inbox = nats.client.new_inbox();
        let mut answers = nats.client.subscribe(inbox.clone()).await.map_err(failed)?;
        let asking = nats.client.publish_with_reply(subject.clone(), inbox, request.into());
        asking.await.map_err(failed)?;
        let before = found.len();
        // The end is an answer with a status, and so is a refusal.
        while let Ok(Some(answer)) = tokio::time::timeout(DIRECT_LIMIT, answers.next()).await
            && answer.status.is_none_or(|status| status == StatusCode::OK)
            && let Some((subject, sequence)) = answer.headers.as_ref().and_then(described)
        {
            found.push(Stored { subject, sequence, payload: answer.payload });
        }
        if found.len() == before {
            return Ok(None);
        }
    }
}

/// What the headers of an answer say of the message: its subject and sequence.
fn described(headers: &HeaderMap) -> Option<(String, u64)> {
    let subject = headers.get("Nats-Subject")?.to_string();
    Some((subject, headers.get("Nats-Sequence")?.as_str().parse().ok()?))
}

async fn read_by_consumer(
    stream: &Stream,
    filter: &str,
    last: u64,
) -> Result<Option<Vec<Stored>>, StoreError> {
    let config = OrderedConfig { filter_subject: filter.to_owned(), ..OrderedConfig::default() };
    let consumer = stream.create_consumer(config).await.map_err(failed)?;
    let mut messages = consumer.messages().await.map_err(failed)?;
    let mut found = Vec::new();
    loop {
        let Ok(Some(next)) = tokio::time::timeout(READING_LIMIT, messages.next()).await else {
            return Ok(None);
        };
        let message = next.map_err(failed)?;
        let sequence = message.info().map_err(StoreError::Database)?.stream_sequence;
        let subject = message.subject.to_string();
        found.push(Stored { subject, sequence, payload: message.message.payload });
        if sequence >= last {
            return Ok(Some(found));
        }
    }
}

fn failed(problem: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Database(Box::new(problem))
}
