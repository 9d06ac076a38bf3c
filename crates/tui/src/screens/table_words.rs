//! Words over a board and rows that light up, for a moment.

use quintet_engine::{Event, Micros, Rules, TimedEvent};
use quintet_frontend::Celebration;
use quintet_words::play as words;

use crate::draw::LitRows;
use crate::games;

/// How long words stay.
const CELEBRATION: Micros = Micros::from_millis(800);
const LEVEL_UP: Micros = Micros::from_millis(1200);
const MESSAGE: Micros = Micros::from_millis(1600);
/// How long cleared rows are lit where the rules have no pause for them.
const LIT: Micros = Micros::from_millis(120);
/// The most boards that words are shown for.
const BOARDS: usize = 8;

/// What words are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tone {
    Good,
    Bad,
    /// A clear that is named, and not celebrated.
    Plain,
}

/// Words with the time at which they disappear.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Flash {
    pub(crate) words: String,
    pub(crate) tone: Tone,
    until: Micros,
}

/// What is shown over one board.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardWords {
    pub(crate) flash: Option<Flash>,
    pub(crate) lit_rows: LitRows,
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
        let mut say = |words: String, tone: Tone, lasts: Micros| {
            shown.flash = Some(Flash { words, tone, until: now + lasts });
        };
        match event.event {
            Event::Cleared(clear) => {
                let it = Celebration::of(rules, &clear);
                if !games::all()[games::of(rules.game).0].is_bare {
                    let points = words::points_gained(it.points);
                    let tone = if it.is_plain { Tone::Plain } else { Tone::Good };
                    say(format!("{} {points}", it.words), tone, CELEBRATION);
                }
                light(shown, rules, clear.rows.iter().collect(), now, still);
                !it.is_plain
            }
            Event::Fives(fives) => {
                let told = words::fives(fives.sum, fives.multiplier, fives.lives);
                let tone = if fives.points > 0 { Tone::Good } else { Tone::Bad };
                say(told.to_string(), tone, MESSAGE);
                light(shown, rules, fives.rows.iter().collect(), now, still);
                fives.points > 0
            }
            Event::LevelUp { level } if rules.scoring != quintet_engine::Scoring::None => {
                let level = words::level_reached(level);
                say(format!("{} {level}", words::LEVEL_UP), Tone::Good, LEVEL_UP);
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
            shown.flash = Some(Flash { words, tone: Tone::Good, until: now + MESSAGE });
        }
    }

    /// Removes what has been shown long enough.
    pub(crate) fn expire(&mut self, now: Micros) {
        for shown in &mut self.boards {
            shown.flash = shown.flash.take().filter(|flash| flash.until > now);
            if shown.lit_rows.until <= now {
                shown.lit_rows.rows.clear();
            }
        }
    }

    /// When the next words disappear.
    pub(crate) fn due(&self) -> Option<Micros> {
        let flashes = self.boards.iter().filter_map(|shown| Some(shown.flash.as_ref()?.until));
        let lit_rows = self.boards.iter().filter(|shown| !shown.lit_rows.rows.is_empty());
        flashes.chain(lit_rows.map(|shown| shown.lit_rows.until)).min()
    }
}

fn light(shown: &mut BoardWords, rules: &Rules, rows: Vec<i8>, now: Micros, still: bool) {
    if !still && rules.clear_pause == Micros::ZERO {
        shown.lit_rows = LitRows { rows, until: now + LIT };
    }
}
