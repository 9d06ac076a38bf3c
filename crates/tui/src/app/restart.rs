//! Starting again in the middle of a game for one player. The restart key is held for a moment;
//! where the terminal does not report releases, it is pressed twice. Holding it works there too,
//! since the first repeat counts as the second press.

use quintet_engine::Micros;
use quintet_words::{Phrase, play, terminal};

use super::App;
use crate::keyboard::Reports;

/// How long the key is held.
const HOLD: Micros = Micros::from_millis(500);
/// Within this time the key is pressed again, where releases are not reported.
const AGAIN: Micros = Micros::from_secs(1);

impl App {
    /// The restart key went down in the middle of a game.
    pub(crate) fn restart_pressed(&mut self, at: Micros) {
        let Some(local) = &self.local else { return };
        let entry = local.session.game;
        if entry.is_duel() {
            return;
        }
        let is_second = self.keyboard.reports == Reports::Repeats && self.restart_by.is_some();
        if entry.restarts_any_time || self.settings.quick_restart || is_second {
            return self.begin_game();
        }
        self.restart_by = Some(match self.keyboard.reports {
            Reports::Releases => at + HOLD,
            Reports::Repeats => at + AGAIN,
        });
    }

    /// The restart key went up.
    pub(crate) fn restart_released(&mut self) {
        self.restart_by = None;
    }

    /// The time is over: a key that is held restarts, one that was pressed once does not.
    pub(super) fn follow_restart(&mut self, now: Micros) {
        if self.restart_by.take_if(|due| *due <= now).is_some()
            && self.keyboard.reports == Reports::Releases
        {
            self.begin_game();
        }
    }

    /// What the player is asked to do for a restart that has been begun.
    pub(crate) fn restart_prompt(&self) -> Option<Phrase> {
        self.restart_by.map(|_| match self.keyboard.reports {
            Reports::Releases => play::HOLD_TO_RESTART,
            Reports::Repeats => terminal::PRESS_AGAIN_TO_RESTART,
        })
    }
}
