//! A number beside the board.

use quintet_engine::{GameName, Goal, Gravity, Rules};
use quintet_words::{
    Phrase, ShortText, number as plain, numerals, per_second, play as words, tenths, thousands,
};

use crate::app::shared;
use crate::dom::{El, el};
use crate::games::{self, Panel};
use crate::signals::prelude::*;
use crate::table::{Display, Readout};

/// A caption and a number that follows the game.
pub(crate) fn score_panel(display: Display, panel: Panel, rules: &Rules) -> El {
    let mobile = shared().mobile;
    let (goal, name) = (rules.goal, rules.game);
    let slug = match panel {
        Panel::Score => "score",
        Panel::Level => "level",
        Panel::Lines | Panel::LinesLeft => "lines",
        Panel::Time | Panel::TimeLeft => "time",
        Panel::Best => "best",
        Panel::Lives => "lives",
        Panel::Streak => "streak",
        Panel::Speed => "speed",
        Panel::Gravity => "gravity",
    };
    let caption = el("h2", "caption").words(move || caption(panel, mobile.get()).into());
    let number = el("p", "number");
    let framed = el("section", "panel number-panel").attr("data-number", slug).child(caption);
    if panel == Panel::Best {
        return framed.child(number.words(move || thousands(best(name)).to_string()));
    }
    let digits = number.blank();
    display.follow(move |readout| value(panel, goal, readout), move |value| digits.set_data(value));
    if panel == Panel::Streak {
        let lit = framed.clone();
        display.follow(|readout| readout.streak, move |&on| lit.class("on", on));
    }
    framed.child(number)
}

/// What a panel says.
fn value(panel: Panel, goal: Goal, readout: &Readout) -> ShortText {
    match panel {
        Panel::Score => thousands(readout.score),
        Panel::Level => plain(readout.level),
        Panel::Lines => plain(readout.lines),
        Panel::LinesLeft => plain(lines_left(goal, readout.lines)),
        Panel::Time => tenths(readout.tenths),
        Panel::TimeLeft => tenths(tenths_left(goal, readout.tenths)),
        Panel::Lives => plain(readout.lives),
        Panel::Streak if readout.streak => fixed(words::STREAK_ON),
        Panel::Streak => fixed(words::STREAK_OFF),
        Panel::Speed => numerals::rows_per_second(&per_second(1, readout.fall_ms * 1000)),
        Panel::Gravity => match readout.gravity {
            Gravity::Down => fixed(words::GRAVITY_DOWN),
            Gravity::Up => fixed(words::GRAVITY_UP),
        },
        Panel::Best => ShortText::new(),
    }
}

fn fixed(phrase: Phrase) -> ShortText {
    ShortText::from(&phrase).unwrap_or_default()
}

fn caption(panel: Panel, mobile: bool) -> Phrase {
    match panel {
        Panel::Score => words::SCORE,
        Panel::Level if mobile => words::LEVEL_SHORT,
        Panel::Level => words::LEVEL,
        Panel::Lines => words::LINES,
        Panel::LinesLeft => words::LINES_LEFT,
        Panel::Time | Panel::TimeLeft => words::TIME,
        Panel::Best => words::BEST,
        Panel::Lives => words::LIVES,
        Panel::Streak => words::STREAK,
        Panel::Speed => words::SPEED,
        Panel::Gravity => words::GRAVITY,
    }
}

/// The best that is kept; it follows the end of every game.
fn best(name: GameName) -> u64 {
    let shared = shared();
    shared.game.result.track();
    let (game, mode) = games::of(name);
    let scores = shared.store.scores(game, mode);
    scores.entries().first().map_or(0, |entry| entry.score)
}

fn lines_left(goal: Goal, lines: u32) -> u32 {
    match goal {
        Goal::Lines(goal) => goal.saturating_sub(lines),
        Goal::Endless | Goal::Time(_) => 0,
    }
}

fn tenths_left(goal: Goal, tenths: u64) -> u64 {
    match goal {
        Goal::Time(goal) => (goal.as_millis() / 100).saturating_sub(tenths),
        Goal::Endless | Goal::Lines(_) => 0,
    }
}
