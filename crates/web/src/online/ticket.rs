//! Seeds from the server, and scores that go back to it.

use quintet_engine::{GameName, Goal, Replay, Rules};
use quintet_protocol::Secret;
use quintet_protocol::http::{AcceptedScore, ErrorCode, IssuedTicket, ranked_games};
use quintet_words::{Phrase, numerals, online as words};
use wasm_bindgen_futures::spawn_local;

use super::{Online, RequestError, request};
use crate::notices::Message;
use crate::page::{self, page_now};
use crate::signals::prelude::*;

/// How old a seed may be when a game begins with it, in milliseconds: the server allows a timed
/// game a minute beyond its length, and any other an hour.
const FRESH_MS: [f64; 2] = [40_000.0, 1_800_000.0];

/// A ticket that the server issued for one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket {
    game: GameName,
    issued: IssuedTicket,
    /// When it came, by the page's clock.
    came: f64,
}

fn is_fresh(ticket: &Ticket, rules: &Rules) -> bool {
    let most = FRESH_MS[usize::from(rules.goal == Goal::Endless)];
    ticket.game == rules.game && page_now() - ticket.came < most
}

/// Whether the server has a leaderboard for a game.
fn has_list(rules: &Rules) -> bool {
    ranked_games().any(|game| game == rules.game)
}

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
        let rules = *rules;
        let half = |ticket: &Ticket| {
            is_fresh(ticket, &rules) && page_now() - ticket.came < FRESH_MS[0] / 2.0
        };
        let have = self.with_untracked(|known| known.ticket.as_ref().is_some_and(half));
        let Some(secret) = self.secret().filter(|_| has_list(&rules) && !have) else { return };
        spawn_local(async move {
            let address = ["api/seeds?game=", rules.game.name()].concat();
            // Without an answer the game is played all the same, and stays on the device.
            if let Ok(issued) = request(&address, Some(secret.to_hex()), Some(&[])).await {
                let ticket = Ticket { game: rules.game, issued, came: page_now() };
                self.known.update_value(|known| known.ticket = Some(ticket));
            }
        });
    }

    /// The seed that a game by these rules is to begin with, so that its score can be handed in.
    pub(crate) fn take_seed(&self, rules: &Rules) -> Option<u64> {
        let mut seed = None;
        self.known.update_value(|known| {
            known.playing = known.ticket.take().filter(|ticket| is_fresh(ticket, rules));
            seed = known.playing.as_ref().map(|ticket| ticket.issued.seed);
        });
        seed
    }

    /// Hands in a game that has ended, if it began with a seed of the server; else says why not.
    pub(crate) fn hand_in(&'static self, replay: &Replay, rules: &Rules, helped: bool) {
        let Some(secret) = self.secret().filter(|_| has_list(rules)) else { return };
        let mut ticket = None;
        self.known.update_value(|known| ticket = known.playing.take());
        if helped {
            return self.notices.warn(words::SCORE_WITH_HINTS);
        }
        let Some(ticket) = ticket.filter(|ticket| ticket.issued.seed == replay.seed) else {
            return self.notices.warn(words::SCORE_OWN_SEED);
        };
        let bytes = replay.to_bytes();
        spawn_local(async move {
            let address = ["api/scores?ticket=", &ticket.issued.ticket.to_string()].concat();
            let told = match request(&address, Some(secret.to_hex()), Some(&bytes)).await {
                Ok(accepted) => places(accepted),
                Err(RequestError::NoAnswer) => words::SCORE_NO_ANSWER.into(),
                Err(RequestError::Refused(code)) => words::score_refused(reason(code)).into(),
            };
            self.notices.warn(told);
        });
    }
}

/// The places that a score has won, in words.
fn places(accepted: AcceptedScore) -> Message {
    let spans = [words::place_today, words::place_this_week, words::place_all_time];
    let mut list = String::new();
    for (place, span) in accepted.places.into_iter().zip(spans) {
        if let Some(place) = place {
            if !list.is_empty() {
                list.push_str(", ");
            }
            list.push_str(&span(&numerals::ordinal(place)));
        }
    }
    if list.is_empty() { words::SCORE_ACCEPTED.into() } else { words::score_places(&list).into() }
}

/// Why a score was not accepted, in words.
const fn reason(code: ErrorCode) -> Phrase {
    match code {
        ErrorCode::Unavailable | ErrorCode::Busy => words::REASON_UNAVAILABLE,
        ErrorCode::UnknownDevice => words::REASON_UNKNOWN_DEVICE,
        ErrorCode::NoTicket => words::REASON_NO_TICKET,
        ErrorCode::ReplayVersion => words::REASON_VERSION,
        ErrorCode::ReplayRules => words::REASON_RULES,
        ErrorCode::ReplayUnfinished => words::REASON_UNFINISHED,
        ErrorCode::ReplayDuration => words::REASON_DURATION,
        ErrorCode::ReplayTooFast => words::REASON_TOO_FAST,
        ErrorCode::TooLarge => words::REASON_TOO_LARGE,
        ErrorCode::BadRequest
        | ErrorCode::NoLeaderboard
        | ErrorCode::NoReplay
        | ErrorCode::ReplayUnreadable
        | ErrorCode::ReplayStart
        | ErrorCode::ReplaySeed
        | ErrorCode::ReplayGarbage
        | ErrorCode::ReplayMismatch => words::REASON_UNVERIFIED,
    }
}
