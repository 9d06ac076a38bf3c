//! Numbers that a player can switch on: speed, keys, finesse, pace and attack.

use quintet_engine::{GameName, Ranking};
use quintet_words::{
    Phrase, ShortText, exact_time, hundredths, percent, play as words, statistics, thousands,
};

use crate::app::shared;
use crate::dom::{El, el};
use crate::games::{self, GameEntry, Mode};
use crate::signals::prelude::*;
use crate::table::{Display, Readout};

/// What a number is made of.
type Value = fn(&Readout) -> ShortText;

/// The numbers that are switched on for a board; none where there are none.
pub(crate) fn live_numbers(display: Display, game: &GameEntry, mode: &Mode) -> Option<El> {
    if game.is_bare {
        return None;
    }
    let shared = shared();
    let settings = shared.settings.get_untracked();
    let by_time = mode.ranking() == Some(Ranking::Time);
    let ranks = mode.ranking().is_some();
    let pace: Value = if by_time {
        |readout| distance(readout.lines.into(), readout.live.best)
    } else {
        |readout| distance(readout.score, readout.live.best)
    };
    let rows: [(bool, Phrase, Phrase, Value); 5] = [
        (settings.live_speed, words::PPS, statistics::SPEED, speed),
        (settings.live_keys, words::KPP, statistics::KEYS_PER_PIECE, keys),
        (settings.live_finesse && game.own_handling, words::FIN, statistics::FINESSE, finesse),
        (settings.live_attack && game.is_duel(), words::APM, statistics::ATTACK, attack),
        (settings.live_pace && ranks, words::PACE, words::PACE, pace),
    ];
    let mut list: Vec<El> = Vec::new();
    if settings.live_pace && ranks {
        let name_of = mode.game;
        let value = el("dd", "number").words(move || best(name_of));
        list.push(el("div", "").child(name(words::BEST, words::BEST)).child(value));
    }
    for (_, short, long, value) in rows.into_iter().filter(|row| row.0) {
        let number = el("dd", "number");
        let digits = number.blank();
        display.follow(value, move |value| digits.set_data(value));
        list.push(el("div", "").child(name(short, long)).child(number));
    }
    let numbers = el("dl", "live-numbers panel").attr("aria-label", &words::LIVE_NUMBERS);
    (!list.is_empty()).then(|| numbers.children(list))
}

/// The best result that is kept; it follows the end of every game.
fn best(name: GameName) -> String {
    let shared = shared();
    shared.game.result.track();
    let (game, mode) = games::of(name);
    let scores = shared.store.scores(game, mode);
    let best = scores.entries().first().map(|entry| {
        if mode.ranking() == Some(Ranking::Time) {
            exact_time(entry.time_us)
        } else {
            thousands(entry.score)
        }
    });
    best.unwrap_or_default().to_string()
}

fn name(short: Phrase, long: Phrase) -> El {
    el("dt", "").attr("title", &long).text(&short)
}

fn rate(count: u64, per: u64) -> ShortText {
    hundredths(count.checked_div(per).unwrap_or(0))
}

fn speed(readout: &Readout) -> ShortText {
    rate(u64::from(readout.live.placed) * 1000, readout.tenths)
}

fn keys(readout: &Readout) -> ShortText {
    rate(u64::from(readout.live.keys) * 100, readout.live.placed.into())
}

fn attack(readout: &Readout) -> ShortText {
    rate(u64::from(readout.live.sent) * 60_000, readout.tenths)
}

fn finesse(readout: &Readout) -> ShortText {
    let (placed, faulty) = (readout.live.placed, readout.live.faulty);
    percent((placed.saturating_sub(faulty) * 1000).checked_div(placed).unwrap_or(1000))
}

/// How far one is ahead of the best game, or behind it.
fn distance(own: u64, best: Option<u64>) -> ShortText {
    match best {
        None => ShortText::new(),
        Some(best) if own < best => words::behind(&thousands(best - own)),
        Some(best) => words::ahead(&thousands(own - best)),
    }
}
