//! A number beside the board.

use quintet_engine::{GameName, Goal, Gravity, Rules};

use crate::app::shared;
use crate::dom::{El, el};
use crate::games::{self, Panel};
use crate::play::Seat;
use crate::signals::prelude::*;
use crate::store::Scores;
use crate::text;

/// A caption and a number that follows the game.
pub(crate) fn score_panel(seat: Seat, panel: Panel, rules: &Rules) -> El {
    let mobile = shared().mobile;
    let (goal, name) = (rules.goal, rules.game);
    let numbers = seat.numbers;
    if let Panel::Time | Panel::TimeLeft = panel {
        numbers.timed.set_value(true);
    }
    let value = move || match panel {
        Panel::Score => text::thousands(numbers.score.get()),
        Panel::Level => numbers.level.get().to_string(),
        Panel::Lines => numbers.lines.get().to_string(),
        Panel::LinesLeft => lines_left(goal, numbers.lines.get()).to_string(),
        Panel::Time => text::tenths(numbers.tenths.get()),
        Panel::TimeLeft => text::tenths(tenths_left(goal, numbers.tenths.get())),
        Panel::Best => text::thousands(best(name)),
        Panel::Lives => numbers.lives.get().to_string(),
        Panel::Streak => if numbers.streak.get() { "ON ×2" } else { "OFF" }.to_owned(),
        Panel::Speed => text::join(&[&numbers.fall_ms.get().to_string(), " ms"]),
        Panel::Gravity => match numbers.gravity.get() {
            Gravity::Down => "↓ DOWN",
            Gravity::Up => "↑ UP",
        }
        .to_owned(),
    };
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
    el("section", "panel number-panel")
        .attr("data-number", slug)
        .live_class("on", move || panel == Panel::Streak && numbers.streak.get())
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
