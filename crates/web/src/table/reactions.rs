//! Sounds and words for what happens on a board whose player is here.

use quintet_engine::{EndReason, Event, Rules, TimedEvent};
use quintet_frontend::Celebration;
use quintet_words::{ShortText, play as words};

use super::display::Display;
use super::driver::{BOARDS, Table};
use super::sources::Reactions;
use crate::page;
use crate::phone::vibrate;
use crate::signals::prelude::*;
use crate::sound::Cue;

/// How long words stay over a board.
const CELEBRATION_MS: f64 = 800.0;
const LEVEL_UP_MS: f64 = 1200.0;
const MESSAGE_MS: f64 = 1600.0;

/// How long the phone vibrates for a drop, for garbage, and per line of a clear.
const DROP_MS: u32 = 10;
const GARBAGE_MS: u32 = 40;
const CLEAR_MS: u32 = 25;

/// How long the words over the boards still stay, by the page's clock.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct WordTimers {
    celebration: [f64; BOARDS],
    level_up: [f64; BOARDS],
    message: f64,
}

impl Table {
    pub(super) fn react(
        self,
        (board, display): (usize, Display),
        reactions: Reactions,
        rules: &Rules,
        event: &TimedEvent,
        won: bool,
    ) {
        let cue = |cue| {
            if reactions.sounds {
                self.cue(cue);
            }
        };
        match event.event {
            Event::Moved { .. } => cue(Cue::Move),
            Event::Rotated { .. } => cue(Cue::Rotate),
            Event::HardDropped { .. } => {
                cue(Cue::HardDrop);
                self.shake_hand(DROP_MS);
            }
            Event::Locked { lines: 0, .. } => cue(Cue::Lock),
            Event::Held { .. } => cue(Cue::Hold),
            Event::Flipped { .. } => cue(Cue::Flip),
            Event::GarbageEntered { .. } => {
                cue(Cue::Garbage);
                self.shake_hand(GARBAGE_MS);
            }
            Event::Cleared(clear) if reactions.clears => {
                self.shake_hand(CLEAR_MS * u32::from(clear.lines));
                cue(if clear.lines >= 4 { Cue::ClearTetris } else { Cue::ClearSingle });
                let it = Celebration::of(rules, &clear);
                self.words.update_value(|words| words.celebration[board] = CELEBRATION_MS);
                display.flash(|readout| &mut readout.celebration, Some(it));
                let name = words::clear(clear.lines);
                self.announcer.say(&words::cleared(name, clear.points));
            }
            Event::Fives(fives) => {
                let message = words::fives(fives.sum, fives.multiplier, fives.lives);
                self.flash_message(display, &message, fives.points > 0);
            }
            Event::LevelUp { level } if reactions.levels => {
                cue(Cue::LevelUp);
                self.words.update_value(|words| words.level_up[board] = LEVEL_UP_MS);
                display.flash(|readout| &mut readout.level_up, Some(level));
                self.announcer.say(&words::level_reached(level));
            }
            Event::Over { reason: EndReason::Finished } => cue(Cue::Finished),
            Event::Over { reason: EndReason::OpponentOut } if won => cue(Cue::Finished),
            Event::Over { .. } => cue(Cue::GameOver),
            _ => {}
        }
    }

    /// Words over the board for a while, read out too; good news or bad.
    pub(super) fn flash_message(self, display: Display, text: &str, good: bool) {
        self.announcer.say(text);
        self.words.update_value(|timers| timers.message = MESSAGE_MS);
        let message = (ShortText::from(text).unwrap_or_default(), good);
        display.flash(|readout| &mut readout.message, Some(message));
    }

    /// Lets the phone vibrate, where that is wanted.
    fn shake_hand(self, ms: u32) {
        if self.settings.with_untracked(|settings| settings.vibration) {
            vibrate(ms);
        }
    }

    pub(super) fn cue(self, cue: Cue) {
        page::mark("data-cue", cue.name());
        self.audio.update_value(|audio| audio.play(cue));
    }

    /// Lets the words over the boards go when their time is over.
    pub(super) fn run_words(self, elapsed_ms: f64) {
        let mut words = self.words.get_value();
        for board in 0..BOARDS {
            if run_out(&mut words.celebration[board], elapsed_ms) {
                self.display(board).flash(|readout| &mut readout.celebration, None);
            }
            if run_out(&mut words.level_up[board], elapsed_ms) {
                self.display(board).flash(|readout| &mut readout.level_up, None);
            }
        }
        if run_out(&mut words.message, elapsed_ms) {
            self.display(0).flash(|readout| &mut readout.message, None);
        }
        self.words.set_value(words);
    }
}

/// Counts down, and says whether this was when it reached nothing.
fn run_out(left_ms: &mut f64, ms: f64) -> bool {
    let before = *left_ms;
    *left_ms = (before - ms).max(0.0);
    before > 0.0 && *left_ms == 0.0
}
