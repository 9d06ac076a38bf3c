//! Scores on their way to the server. This is in the late part: no frame of a game waits for it.

use std::cell::Cell;

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
use crate::timers::after;

const ENDED: PlayState = PlayState::Ended;
/// After how many seconds scores are sent again that the server did not answer: at first, and at most.
const FIRST_WAIT: i32 = 2;
const LONGEST_WAIT: i32 = 64;

thread_local! {
    /// The number of the latest attempt that sends scores again; earlier ones give up.
    static LATEST: Cell<u32> = const { Cell::new(0) };
}

impl Online {
    /// Submits the scores that are kept, again and again until the server has answered. Each is kept
    /// until then, beyond the life of the page.
    pub(crate) fn submit(&'static self) {
        LATEST.set(LATEST.get().wrapping_add(1));
        self.submit_by(LATEST.get(), FIRST_WAIT);
    }

    fn submit_by(&'static self, attempt: u32, wait: i32) {
        let Some(secret) = self.secret().map(Secret::to_hex) else { return };
        spawn_local(async move {
            if self.submit_all(&secret).await {
                return;
            }
            if wait == FIRST_WAIT {
                self.notices.warn(ranked::SCORE_NO_ANSWER);
            }
            after(wait, move || {
                if attempt == LATEST.get() {
                    self.submit_by(attempt, LONGEST_WAIT.min(2 * wait));
                }
            });
        });
    }

    /// Submits the scores that are kept; false as soon as the server does not answer.
    async fn submit_all(&'static self, secret: &str) -> bool {
        for (ticket, replay) in Submissions::load(self.store) {
            if !self.follow_to_end(ticket, &replay, secret).await {
                return false;
            }
            let address = ["api/scores?ticket=", &ticket.to_string()].concat();
            let answer = request(&address, Some(secret.to_owned()), Some(&replay)).await;
            let told: Message = match answer {
                Ok(accepted) => places(accepted).into(),
                Err(
                    RequestError::NoAnswer
                    | RequestError::Refused(ErrorCode::Busy | ErrorCode::Unavailable),
                ) => return false,
                Err(RequestError::Refused(code)) => words::score_refused(score_reason(code)).into(),
            };
            Submissions::forget(self.store, ticket);
            self.notices.warn(told);
        }
        true
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
