//! Pauses, and the count that ends them.

use quintet_frontend::Session;

use super::LocalGame;
use crate::page;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::sound::Cue;
use crate::table::sources::{News, Phase};

/// One number of the count after a pause.
const COUNT_MS: f64 = 600.0;
/// The count begins with this number.
const COUNT_FROM: u8 = 3;

impl LocalGame {
    /// Halts the game, if it is running.
    pub(crate) fn pause(&self) {
        if !matches!(self.phase.get_untracked(), Phase::Playing | Phase::Counting(_)) {
            return;
        }
        self.restarting.set(false);
        self.on_session(Session::pause);
        self.phase.set(Phase::Paused);
        self.follow();
        // If there is no room for it, the player is told while something can be done about it.
        self.keep_unfinished();
        let route = self.router.now();
        // On leaving for another game the address is that game's already.
        if route.screen == Screen::Play && self.holds(&route) {
            self.router.replace(Route { screen: Screen::Paused, ..route });
        }
    }

    /// Goes on after a pause, at once or after the count.
    pub(crate) fn resume(&self) {
        if self.phase.get_untracked() != Phase::Paused {
            return;
        }
        page::blur();
        let route = self.router.now();
        if route.screen == Screen::Paused {
            self.router.replace(Route { screen: Screen::Play, ..route });
        }
        if self.settings.with_untracked(|settings| settings.count_in) {
            self.begin_count();
        } else {
            self.go_on();
        }
    }

    pub(super) fn begin_count(&self) {
        self.time.update_value(|time| time.count_left_ms = COUNT_MS * f64::from(COUNT_FROM));
        self.phase.set(Phase::Counting(COUNT_FROM));
        self.cue(Cue::Count);
    }

    pub(super) fn count(&self, count: u8, elapsed_ms: f64) {
        self.time.update_value(|time| time.count_left_ms -= elapsed_ms);
        let left = self.time.with_value(|time| time.count_left_ms);
        let next = (left / COUNT_MS).ceil().max(0.0) as u8;
        if next == 0 {
            self.cue(Cue::Go);
            self.go_on();
        } else if next < count {
            self.phase.set(Phase::Counting(next));
            self.cue(Cue::Count);
        }
    }

    fn go_on(&self) {
        // A game that waits for the server's seed goes on when that has come.
        if self.seed_awaited.get_value().is_none() {
            self.on_session(Session::resume);
        }
        self.phase.set(Phase::Playing);
        self.report(News::Resumed);
    }
}
