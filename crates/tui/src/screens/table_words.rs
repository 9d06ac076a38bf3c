//! Words over a board and rows that light up, for a moment.

use quintet_engine::{Attack, Clear, Event, Micros, Rules, Spin, TimedEvent};
use quintet_words::{Phrase, play as words, thousands};

use crate::draw::Effects;

/// How long words stay.
const CELEBRATION: Micros = Micros::from_millis(800);
const LEVEL_UP: Micros = Micros::from_millis(1200);
const MESSAGE: Micros = Micros::from_millis(1600);
/// How long cleared rows are lit where the rules have no pause for them.
const LIT: Micros = Micros::from_millis(120);
/// The most boards that words are shown for.
const BOARDS: usize = 8;

/// Words with the moment at which they go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flash {
    pub(crate) words: String,
    pub(crate) good: bool,
    until: Micros,
}

/// What is shown over one board.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardWords {
    pub(crate) flash: Option<Flash>,
    pub(crate) effects: Effects,
}

/// What is shown over all boards.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableWords {
    boards: Vec<BoardWords>,
}

impl TableWords {
    /// What is shown over a board.
    pub(crate) fn board(&self, board: usize) -> BoardWords {
        self.boards.get(board).cloned().unwrap_or_default()
    }

    /// Reacts to an event, and says whether it rings the bell.
    pub(crate) fn react(
        &mut self,
        board: usize,
        rules: &Rules,
        event: &TimedEvent,
        now: Micros,
        still: bool,
    ) -> bool {
        if self.boards.is_empty() {
            self.boards = vec![BoardWords::default(); BOARDS];
        }
        let Some(shown) = self.boards.get_mut(board) else { return false };
        let mut say = |words: String, good: bool, lasts: Micros| {
            shown.flash = Some(Flash { words, good, until: now + lasts });
        };
        match event.event {
            Event::Cleared(clear) => {
                let celebration = celebration(rules, &clear);
                if let Some(phrase) = celebration {
                    let points = words::points_gained(&thousands(clear.points));
                    say(format!("{phrase} {points}"), true, CELEBRATION);
                }
                light(shown, rules, clear.rows.iter().collect(), now, still);
                celebration.is_some()
            }
            Event::Fives(fives) => {
                let told = words::fives(fives.sum, fives.multiplier, fives.lives);
                say(told.to_string(), fives.points > 0, MESSAGE);
                light(shown, rules, fives.rows.iter().collect(), now, still);
                fives.points > 0
            }
            Event::LevelUp { level } if rules.scoring != quintet_engine::Scoring::None => {
                let level = words::level_reached(level);
                say(format!("{} {level}", words::LEVEL_UP), true, LEVEL_UP);
                false
            }
            Event::GarbageEntered { .. } | Event::Over { .. } => true,
            _ => false,
        }
    }

    /// Shows words over a board.
    pub(crate) fn say(&mut self, board: usize, words: String, now: Micros) {
        if self.boards.is_empty() {
            self.boards = vec![BoardWords::default(); BOARDS];
        }
        if let Some(shown) = self.boards.get_mut(board) {
            shown.flash = Some(Flash { words, good: true, until: now + MESSAGE });
        }
    }

    /// Lets go what has been shown long enough.
    pub(crate) fn expire(&mut self, now: Micros) {
        for shown in &mut self.boards {
            shown.flash = shown.flash.take().filter(|flash| flash.until > now);
            if shown.effects.until <= now {
                shown.effects.rows.clear();
            }
        }
    }

    /// When the next one goes.
    pub(crate) fn due(&self) -> Option<Micros> {
        let flashes = self.boards.iter().filter_map(|shown| Some(shown.flash.as_ref()?.until));
        let effects = self.boards.iter().filter(|shown| !shown.effects.rows.is_empty());
        flashes.chain(effects.map(|shown| shown.effects.until)).min()
    }
}

fn light(shown: &mut BoardWords, rules: &Rules, rows: Vec<i8>, now: Micros, still: bool) {
    if !still && rules.clear_pause == Micros::ZERO {
        shown.effects = Effects { rows, until: now + LIT };
    }
}

/// Four lines at once; and where modern rules pay for them, spins and an empty board.
fn celebration(rules: &Rules, clear: &Clear) -> Option<Phrase> {
    let modern = matches!(rules.attack, Attack::Modern { .. });
    match (clear.spin, clear.lines) {
        _ if modern && clear.perfect => Some(words::ALL_CLEAR),
        (Spin::Full, _) if modern => Some(words::T_SPIN),
        (_, 4..) => Some(words::TETRIS),
        _ => None,
    }
}
