//! Seeds from the server, and scores that go back to it.

use quintet_engine::{GameName, Goal, Replay, Rules};
use quintet_protocol::Secret;
use quintet_words::{Phrase, games, numerals, online as words};
use wasm_bindgen_futures::spawn_local;

use super::{Online, request};
use crate::notices::Message;
use crate::page::page_now;
use crate::signals::prelude::*;
use crate::store::Json;

/// How old a seed may be when a game begins with it, in milliseconds: the server allows a timed
/// game a minute beyond its length, and any other an hour.
const FRESH_MS: [f64; 2] = [40_000.0, 1_800_000.0];

/// The games that have a leaderboard, and what they are called.
pub(crate) const LISTS: [(GameName, Phrase); 6] = [
    (GameName::Marathon, games::MARATHON),
    (GameName::Sprint, games::SPRINT),
    (GameName::Ultra, games::ULTRA),
    (GameName::DominoEasy, games::DOMINO_EASY),
    (GameName::DominoHard, games::DOMINO_HARD),
    (GameName::Flip, games::FLIP),
];

/// A seed that the server gave out for one game.
#[derive(Clone, Debug)]
pub(crate) struct Ticket {
    game: GameName,
    seed: u64,
    number: String,
    /// When it came, by the page's clock.
    came: f64,
}

fn is_fresh(ticket: &Ticket, rules: &Rules) -> bool {
    let most = FRESH_MS[usize::from(rules.goal == Goal::Endless)];
    ticket.game == rules.game && page_now() - ticket.came < most
}

impl Online {
    fn secret(&self) -> Option<Secret> {
        self.with_untracked(|known| known.device.secret)
    }

    /// Gets a seed for the next game by these rules, if the server knows this device and there is
    /// a list for it.
    pub(crate) fn want_ticket(&'static self, rules: &Rules) {
        let rules = *rules;
        let has_list = LISTS.iter().any(|(game, _)| *game == rules.game);
        let half = |ticket: &Ticket| {
            is_fresh(ticket, &rules) && page_now() - ticket.came < FRESH_MS[0] / 2.0
        };
        let have = self.with_untracked(|known| known.ticket.as_ref().is_some_and(half));
        let Some(secret) = self.secret().filter(|_| has_list && !have) else { return };
        spawn_local(async move {
            let address = ["api/seeds?game=", rules.game.name()].concat();
            // Without an answer the game is played all the same, and stays on the device.
            let Ok(bytes) = request(&address, Some(secret.to_hex()), Some(&[])).await else {
                return;
            };
            let json = str::from_utf8(&bytes).ok().and_then(|text| Json::parse(text).ok());
            let ticket = json.and_then(|json| {
                let seed = json.text("seed")?.parse().ok()?;
                let number = json.text("ticket")?.to_owned();
                Some(Ticket { game: rules.game, seed, number, came: page_now() })
            });
            self.known.update_value(|known| known.ticket = ticket);
        });
    }

    /// The seed that a game by these rules is to begin with, so that its score can be handed in.
    pub(crate) fn take_seed(&self, rules: &Rules) -> Option<u64> {
        let mut seed = None;
        self.known.update_value(|known| {
            known.playing = known.ticket.take().filter(|ticket| is_fresh(ticket, rules));
            seed = known.playing.as_ref().map(|ticket| ticket.seed);
        });
        seed
    }

    /// Hands in a game that has ended, if it began with a seed of the server; else says why not.
    pub(crate) fn hand_in(&'static self, replay: &Replay, rules: &Rules, helped: bool) {
        let has_list = LISTS.iter().any(|(game, _)| *game == rules.game);
        let Some(secret) = self.secret().filter(|_| has_list) else { return };
        let mut ticket = None;
        self.known.update_value(|known| ticket = known.playing.take());
        if helped {
            return self.notices.warn(words::SCORE_WITH_HINTS);
        }
        let Some(ticket) = ticket.filter(|ticket| ticket.seed == replay.seed) else {
            return self.notices.warn(words::SCORE_OWN_SEED);
        };
        let bytes = replay.to_bytes();
        spawn_local(async move {
            let address = ["api/scores?ticket=", &ticket.number].concat();
            let told = match request(&address, Some(secret.to_hex()), Some(&bytes)).await {
                Ok(answer) => places(&answer),
                Err(why) if why.is_empty() => words::SCORE_NO_ANSWER.into(),
                Err(why) => words::score_refused(&why).into(),
            };
            self.notices.warn(told);
        });
    }
}

/// The places that a score has won, in words.
fn places(answer: &[u8]) -> Message {
    let json = str::from_utf8(answer).ok().and_then(|text| Json::parse(text).ok());
    let places = json.as_ref().and_then(|json| json.get("places")?.items());
    let spans = [words::place_today, words::place_this_week, words::place_all_time];
    let mut list = String::new();
    for (place, span) in places.into_iter().flatten().zip(spans) {
        if let Json::Number(place) = place {
            if !list.is_empty() {
                list.push_str(", ");
            }
            list.push_str(&span(&numerals::ordinal(u32::try_from(*place).unwrap_or_default())));
        }
    }
    if list.is_empty() { words::SCORE_ACCEPTED.into() } else { words::score_places(&list).into() }
}
