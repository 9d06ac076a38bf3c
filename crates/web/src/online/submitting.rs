//! Scores on their way to the server. This is in the late part: no frame of a game waits for it.

use quintet_engine::Replay;
use quintet_online::{RankedGame, places, score_reason};
use quintet_protocol::http::{ErrorCode, IssuedTicket};
use quintet_protocol::{PlayState, Secret, encode};
use quintet_words::{online as words, ranked};
use wasm_bindgen_futures::spawn_local;

use super::ticket::check;
use super::{Online, RequestError, now, request};
use crate::notices::Message;
use crate::signals::prelude::*;
use crate::store::Submissions;

const ENDED: PlayState = PlayState::Ended;

impl Online {
    /// Submits the scores that are kept. Each is kept until the server has answered, beyond the life of
    /// the page.
    pub(crate) fn submit(&'static self) {
        let Some(secret) = self.secret().map(Secret::to_hex) else { return };
        spawn_local(async move {
            for (ticket, replay) in Submissions::load(self.store) {
                if !self.follow_to_end(ticket, &replay, &secret).await {
                    return self.notices.warn(ranked::SCORE_NO_ANSWER);
                }
                let address = ["api/scores?ticket=", &ticket.to_string()].concat();
                let answer = request(&address, Some(secret.clone()), Some(&replay)).await;
                let told: Message = match answer {
                    Ok(accepted) => places(accepted).into(),
                    Err(
                        RequestError::NoAnswer
                        | RequestError::Refused(ErrorCode::Busy | ErrorCode::Unavailable),
                    ) => return self.notices.warn(ranked::SCORE_NO_ANSWER),
                    Err(RequestError::Refused(code)) => {
                        words::score_refused(score_reason(code)).into()
                    }
                };
                Submissions::forget(self.store, ticket);
                self.notices.warn(told);
            }
        });
    }

    /// Tells the server the rest of a game that ended just before its page was closed: it takes the
    /// score of no game that it has not followed. False if it cannot be told now.
    async fn follow_to_end(&'static self, ticket: u64, replay: &[u8], secret: &str) -> bool {
        let ranked = self.link.with_value(|link| link.ranked);
        if ranked.is_some_and(|it| it.issued().ticket == ticket && it.is_told(ENDED)) {
            return true;
        }
        // The server says what is wrong with a replay that cannot be read.
        let Ok(replay) = Replay::from_bytes(replay) else { return true };
        let mut ranked = RankedGame::resumed(IssuedTicket { ticket, seed: replay.seed }, now());
        let (inputs, end) = (&replay.inputs, replay.result.end);
        while let Some(next) = ranked.checkpoint(inputs, end, ENDED, now()) {
            ranked.checked(check(ticket, secret, &encode(&next)).await, now());
        }
        ranked.is_told(ENDED)
    }
}
