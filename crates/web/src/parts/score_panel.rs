//! A number beside the board.

use quintet_engine::{GameName, Goal, Gravity, Rules};

use crate::app::shared;
use crate::dom::{El, el};
use crate::games::{self, Panel};
use crate::play::{Seat, Shown};
use crate::signals::prelude::*;
use crate::store::Scores;
use crate::text::{self, Line, line};

/// A caption and a number that follows the game.
pub(crate) fn score_panel(seat: Seat, panel: Panel, rules: &Rules) -> El {
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
    let caption = el("h2", "caption").words(move || caption(panel, mobile.get()).to_owned());
    let number = el("p", "number");
    let framed = el("section", "panel number-panel").attr("data-number", slug).child(caption);
    if panel == Panel::Best {
        return framed.child(number.words(move || text::thousands(best(name)).to_string()));
    }
    let digits = number.blank();
    seat.follow(move |shown| value(panel, goal, shown), move |value| digits.set_data(value));
    if panel == Panel::Streak {
        let lit = framed.clone();
        seat.follow(|shown| shown.streak, move |&on| lit.class("on", on));
    }
    framed.child(number)
}

/// What a panel says.
fn value(panel: Panel, goal: Goal, shown: &Shown) -> Line {
    match panel {
        Panel::Score => text::thousands(shown.score),
        Panel::Level => text::number(shown.level),
        Panel::Lines => text::number(shown.lines),
        Panel::LinesLeft => text::number(lines_left(goal, shown.lines)),
        Panel::Time => text::tenths(shown.tenths),
        Panel::TimeLeft => text::tenths(tenths_left(goal, shown.tenths)),
        Panel::Lives => text::number(shown.lives),
        Panel::Streak if shown.streak => line(format_args!("ON ×2")),
        Panel::Streak => line(format_args!("OFF")),
        Panel::Speed => line(format_args!("{} ms", shown.fall_ms)),
        Panel::Gravity => match shown.gravity {
            Gravity::Down => line(format_args!("↓ DOWN")),
            Gravity::Up => line(format_args!("↑ UP")),
        },
        Panel::Best => Line::new(),
    }
}

fn caption(panel: Panel, mobile: bool) -> &'static str {
    match panel {
        Panel::Score => "SCORE",
        Panel::Level if mobile => "LVL",
        Panel::Level => "LEVEL",
        Panel::Lines => "LINES",
        Panel::LinesLeft => "LINES LEFT",
        Panel::Time | Panel::TimeLeft => "TIME",
        Panel::Best => "BEST",
        Panel::Lives => "LIVES",
        Panel::Streak => "STREAK",
        Panel::Speed => "SPEED",
        Panel::Gravity => "GRAVITY",
    }
}

/// The best that is kept; it follows the end of every game.
fn best(name: GameName) -> u64 {
    let shared = shared();
    shared.stage.outcome.track();
    let (game, mode) = games::of(name);
    let scores = Scores::load(shared.store, game, mode);
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
