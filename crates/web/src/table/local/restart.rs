//! Starting again in the middle of a game for one: by holding the key for a moment.

use super::LocalGame;
use crate::signals::prelude::*;

/// How long the key is held.
const HOLD_MS: f64 = 500.0;

impl LocalGame {
    /// The restart key went down in the middle of a game.
    pub(super) fn hold_restart(&'static self) {
        if self.with(|session| session.game.is_duel()) != Some(false) {
            return;
        }
        let at_once = self.with(|session| session.game.restarts_any_time) == Some(true);
        if at_once || self.settings.with_untracked(|settings| settings.quick_restart) {
            return self.restart();
        }
        self.time.update_value(|time| time.restart_held_ms = 0.0);
        self.restarting.set(true);
    }

    /// A frame passes while the key may be held.
    pub(super) fn count_restart(&'static self, elapsed_ms: f64) {
        if !self.restarting.get() {
            return;
        }
        self.time.update_value(|time| time.restart_held_ms += elapsed_ms);
        if self.time.with_value(|time| time.restart_held_ms) >= HOLD_MS {
            self.restarting.set(false);
            self.restart();
        }
    }
}
