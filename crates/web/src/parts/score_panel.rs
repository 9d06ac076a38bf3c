//! A number beside the board.

use leptos::prelude::*;
use quintet_engine::{Goal, Rules};

use crate::app::shared;
use crate::dom::{El, el};
use crate::games::Panel;
use crate::play::Seat;
use crate::text;

/// A caption and a number that follows the game.
pub(crate) fn score_panel(seat: Seat, panel: Panel, rules: &Rules) -> El {
    let mobile = shared().mobile;
    let goal = rules.goal;
    let numbers = seat.numbers;
    let value = move || match panel {
        Panel::Score => text::thousands(numbers.score.get()),
        Panel::Level => numbers.level.get().to_string(),
        Panel::Lines => numbers.lines.get().to_string(),
        Panel::LinesLeft => lines_left(goal, numbers.lines.get()).to_string(),
        Panel::Time => text::tenths(numbers.tenths.get()),
        Panel::TimeLeft => text::tenths(tenths_left(goal, numbers.tenths.get())),
    };
    let name = match panel {
        Panel::Score => "score",
        Panel::Level => "level",
        Panel::Lines | Panel::LinesLeft => "lines",
        Panel::Time | Panel::TimeLeft => "time",
    };
    el("section", "panel number-panel")
        .attr("data-number", name)
        .child(el("h2", "caption").words(move || caption(panel, mobile.get()).to_owned()))
        .child(el("p", "number").words(value))
}

fn caption(panel: Panel, mobile: bool) -> &'static str {
    match panel {
        Panel::Score => "SCORE",
        Panel::Level if mobile => "LVL",
        Panel::Level => "LEVEL",
        Panel::Lines => "LINES",
        Panel::LinesLeft => "LINES LEFT",
        Panel::Time | Panel::TimeLeft => "TIME",
    }
}

fn lines_left(goal: Goal, lines: u64) -> u64 {
    match goal {
        Goal::Lines(goal) => u64::from(goal).saturating_sub(lines),
        Goal::Endless | Goal::Time(_) => 0,
    }
}

fn tenths_left(goal: Goal, tenths: u64) -> u64 {
    match goal {
        Goal::Time(goal) => (goal.as_millis() / 100).saturating_sub(tenths),
        Goal::Endless | Goal::Lines(_) => 0,
    }
}
