//! Ranked games: a seed from the server, what it is told while the game is played, and the score.

use std::cell::Cell;
use std::rc::Rc;

use quintet_engine::{Micros, Replay, Rules, TimedInput};
use quintet_online::{RankedGame, has_list};
use quintet_protocol::http::IssuedTicket;
use quintet_protocol::{Checked, PlayState, Secret, encode};
use quintet_words::ranked;
use wasm_bindgen_futures::spawn_local;

use super::{Online, RequestError, now, request};
use crate::late::LatePart;
use crate::page;
use crate::signals::prelude::*;
use crate::store::Submissions;
use crate::table::SeedTaker;
use crate::timers::after;

/// How many seconds a game waits for a seed of the server.
const SEED_LIMIT: i32 = 2;

impl Online {
    /// Whether a game by these rules could go on a leaderboard, if only the player had a name.
    pub(crate) fn needs_name(&self, rules: &Rules) -> bool {
        let is_unknown = self.with(|known| known.device.secret.is_none());
        is_unknown && has_list(rules) && page::marked("data-server").is_some()
    }

    pub(super) fn secret(&self) -> Option<Secret> {
        self.with_untracked(|known| known.device.secret)
    }

    fn set_ranked(&self, ranked: Option<RankedGame>) {
        self.link.update_value(|link| link.ranked = ranked);
    }

    /// Gets a seed for a game by these rules, if the server knows this device and there is a list for
    /// it. Says whether an answer will come; none after a while is an answer, too.
    pub(super) fn want_ticket(&'static self, rules: &Rules, answer: SeedTaker) -> bool {
        self.set_ranked(None);
        let Some(secret) = self.secret().filter(|_| has_list(rules)) else { return false };
        let game = rules.game;
        // The game outlives the screen that began it, so nothing of that screen may own this.
        let answer = Rc::new(Cell::new(Some(answer)));
        let reply = move |issued: Option<IssuedTicket>| {
            let Some(answer) = answer.take() else { return };
            // Another game may be played by now.
            if answer(issued.map(|issued| issued.seed)) {
                self.set_ranked(issued.map(|issued| RankedGame::begun(issued, now())));
            }
        };
        let give_up = reply.clone();
        spawn_local(async move {
            let address = ["api/seeds?game=", game.name()].concat();
            reply(request(&address, Some(secret.to_hex()), Some(&[])).await.ok());
        });
        after(SEED_LIMIT, move || give_up(None));
        true
    }

    /// Tells the server what has been played of a ranked game, when it is time to.
    pub(super) fn tell_played(
        &'static self,
        seed: u64,
        inputs: &[TimedInput],
        at: Micros,
        state: PlayState,
    ) {
        let mut next = None;
        self.link.update_value(|link| {
            let ranked = link.ranked.as_mut().filter(|ranked| ranked.issued().seed == seed);
            next = ranked.and_then(|ranked| {
                let checkpoint = ranked.checkpoint(inputs, at, state, now())?;
                Some((ranked.issued().ticket, encode(&checkpoint)))
            });
        });
        let (Some((ticket, bytes)), Some(secret)) = (next, self.secret()) else { return };
        spawn_local(async move {
            let answer = check(ticket, &secret.to_hex(), &bytes).await;
            // Another game may have begun by now.
            let mut is_settled = answer.as_ref().is_ok_and(|it| it.state == PlayState::Ended);
            self.link.update_value(|link| {
                let ranked = link.ranked.as_mut();
                if let Some(ranked) = ranked.filter(|ranked| ranked.issued().ticket == ticket) {
                    ranked.checked(answer, now());
                    is_settled = ranked.is_followed_to_end() || ranked.refused().is_some();
                }
            });
            if is_settled && state == PlayState::Ended {
                self.submit_waiting();
            }
        });
    }

    /// Keeps the score of a ranked game that has ended, to be submitted as soon as the server knows of
    /// the end; else says why not.
    pub(crate) fn hand_in(&'static self, replay: &Replay, rules: &Rules, helped: bool) {
        if self.secret().is_none() || !has_list(rules) {
            return;
        }
        let ranked = self.link.with_value(|link| link.ranked);
        let ranked = ranked.filter(|ranked| ranked.issued().seed == replay.seed);
        if helped {
            self.set_ranked(None);
            return self.notices.warn(ranked::SCORE_WITH_HINTS);
        }
        let Some(ranked) = ranked else {
            return self.notices.warn(ranked::SCORE_OWN_SEED);
        };
        Submissions::add(self.store, ranked.issued().ticket, replay);
        if ranked.refused().is_some() {
            self.submit_waiting();
        }
    }

    /// Submits the scores that wait for it, if there are any.
    pub(crate) fn submit_waiting(&'static self) {
        if self.secret().is_some() && Submissions::are_there(self.store) {
            LatePart::with(self.notices, ranked::SCORE_NO_ANSWER, |late| (late.submit)());
        }
    }
}

/// Tells the server how far a ranked game has come.
pub(super) async fn check(ticket: u64, secret: &str, told: &[u8]) -> Result<Checked, RequestError> {
    let address = ["api/checkpoints?ticket=", &ticket.to_string()].concat();
    request(&address, Some(secret.to_owned()), Some(told)).await
}
