//! Requests by HTTP, each answered in the thread that asks.

use std::time::Duration;

use quintet_online::{MOVE_PATH, RequestError, take_over_path};
use quintet_protocol::Secret;
use quintet_protocol::http::{Answer, BINARY, Refused};
use ureq::Agent;

use super::{Answered, Request, ServerAddress};

/// Requests time out after this.
const LIMIT: Duration = Duration::from_secs(5);
/// The largest answer: far more than any replay or list.
const MAX_BYTES: u64 = 4 << 20;

/// Asks, and waits for the answer.
pub(super) fn answer(server: &ServerAddress, request: Request, secret: Option<Secret>) -> Answered {
    let get = |path: &str| ask(&server.of(path), None, None);
    match request {
        Request::Ticket(game) => {
            let address = server.of(&format!("api/seeds?game={}", game.name()));
            Answered::Ticket(game, decoded(ask(&address, secret, Some(&[]))))
        }
        Request::Checkpoint(ticket, checkpoint) => {
            let address = server.of(&format!("api/checkpoints?ticket={ticket}"));
            Answered::Checkpoint(ticket, decoded(ask(&address, secret, Some(&checkpoint))))
        }
        Request::Submit(ticket, replay) => {
            let address = server.of(&format!("api/scores?ticket={ticket}"));
            Answered::Submitted(ticket, decoded(ask(&address, secret, Some(&replay))))
        }
        Request::List(game, span) => {
            let path = format!("api/scores?game={}&span={}", game.name(), span.name());
            Answered::Listed(game, span, decoded(get(&path)))
        }
        Request::Replay(id) => Answered::Replay(get(&format!("api/replays/{id}"))),
        Request::Report(about, why) => {
            let address = server.of(&about.path(why));
            Answered::Reported(decoded(ask(&address, secret, Some(&[]))))
        }
        Request::MoveCode => {
            Answered::MoveCode(decoded(ask(&server.of(MOVE_PATH), secret, Some(&[]))))
        }
        Request::TakeOver(code) => {
            let answer = decoded(ask(&server.of(&take_over_path(&code)), secret, Some(&[])));
            Answered::TakenOver(code, answer)
        }
    }
}

fn decoded<T: Answer>(bytes: Result<Vec<u8>, RequestError>) -> Result<T, RequestError> {
    T::decode(&bytes?).ok_or(RequestError::NoAnswer)
}

fn ask(
    address: &str,
    secret: Option<Secret>,
    body: Option<&[u8]>,
) -> Result<Vec<u8>, RequestError> {
    // The WebSocket uses no proxy either, so a server is reached by both or by neither.
    let config = Agent::config_builder()
        .proxy(None)
        .timeout_global(Some(LIMIT))
        .http_status_as_error(false)
        .build();
    let agent = Agent::new_with_config(config);
    let bearer = secret.map(|secret| format!("Bearer {}", secret.to_hex()));
    let sent = match body {
        Some(body) => {
            let mut request = agent.post(address).header("Accept", BINARY);
            if let Some(bearer) = &bearer {
                request = request.header("Authorization", bearer);
            }
            request.send(body)
        }
        None => agent.get(address).header("Accept", BINARY).call(),
    };
    let mut response = sent.map_err(|_| RequestError::NoAnswer)?;
    let bytes = response.body_mut().with_config().limit(MAX_BYTES).read_to_vec();
    let bytes = bytes.map_err(|_| RequestError::NoAnswer)?;
    if response.status().is_success() {
        return Ok(bytes);
    }
    let refused = Refused::decode(&bytes);
    Err(refused.map_or(RequestError::NoAnswer, |refused| RequestError::Refused(refused.error)))
}
