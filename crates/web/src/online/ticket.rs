//! Seeds from the server, and scores that go back to it.

use quintet_engine::{Replay, Rules};
use quintet_online::{has_list, places, score_reason};
use quintet_protocol::Secret;
use quintet_words::online as words;
use wasm_bindgen_futures::spawn_local;

use super::{Online, RequestError, now, request};
use crate::notices::Message;
use crate::page;
use crate::signals::prelude::*;

impl Online {
    /// Whether a game by these rules could go on a leaderboard, if only the player had a name.
    pub(crate) fn needs_name(&self, rules: &Rules) -> bool {
        let is_unknown = self.with(|known| known.device.secret.is_none());
        is_unknown && has_list(rules) && page::marked("data-server").is_some()
    }

    fn secret(&self) -> Option<Secret> {
        self.with_untracked(|known| known.device.secret)
    }

    /// Gets a seed for the next game by these rules, if the server knows this device and there is
    /// a list for it.
    pub(crate) fn want_ticket(&'static self, rules: &Rules) {
        let game = rules.game;
        let wants = self.known.with_value(|known| known.tickets.wants(rules, now()));
        let Some(secret) = self.secret().filter(|_| wants) else { return };
        spawn_local(async move {
            let address = ["api/seeds?game=", game.name()].concat();
            // Without an answer the game is played all the same, and stays on the device.
            if let Ok(issued) = request(&address, Some(secret.to_hex()), Some(&[])).await {
                self.known.update_value(|known| known.tickets.came(game, issued, now()));
            }
        });
    }

    /// The seed that a game by these rules is to begin with, so that its score can be handed in.
    pub(crate) fn take_seed(&self, rules: &Rules) -> Option<u64> {
        let mut seed = None;
        self.known.update_value(|known| seed = known.tickets.take_seed(rules, now()));
        seed
    }

    /// Hands in a game that has ended, if it began with a seed of the server; else says why not.
    pub(crate) fn hand_in(&'static self, replay: &Replay, rules: &Rules, helped: bool) {
        let Some(secret) = self.secret().filter(|_| has_list(rules)) else { return };
        let mut ticket = None;
        self.known.update_value(|known| ticket = known.tickets.redeem(replay));
        if helped {
            return self.notices.warn(words::SCORE_WITH_HINTS);
        }
        let Some(ticket) = ticket else {
            return self.notices.warn(words::SCORE_OWN_SEED);
        };
        let bytes = replay.to_bytes();
        spawn_local(async move {
            let address = ["api/scores?ticket=", &ticket.to_string()].concat();
            let told: Message = match request(&address, Some(secret.to_hex()), Some(&bytes)).await {
                Ok(accepted) => places(accepted).into(),
                Err(RequestError::NoAnswer) => words::SCORE_NO_ANSWER.into(),
                Err(RequestError::Refused(code)) => words::score_refused(score_reason(code)).into(),
            };
            self.notices.warn(told);
        });
    }
}
