//! The match as the table shows it.

use quintet_engine::{Game, Input, TimedEvent};

use super::Online;
use crate::page;
use crate::signals::prelude::*;

impl Online {
    /// A button goes down or up.
    pub(crate) fn input(&self, input: Input, stamp: f64) {
        self.silently(|known| known.input(input, page::micros(stamp)));
        self.flush();
    }

    /// Whether another game has begun since this was last asked.
    pub(crate) fn take_new_game(&self) -> bool {
        let mut taken = false;
        self.silently(|known| taken = known.take_new_game());
        taken
    }

    /// Reports what happened on the boards since the last call: the board of the table, its game
    /// after it, and whether its player has won.
    pub(crate) fn drain(&self, report: &mut dyn FnMut(usize, &TimedEvent, &Game, bool)) {
        self.silently(|known| known.drain(report));
    }

    /// Calls this with the game on a board of the table, if one has begun.
    pub(crate) fn with_game(&self, place: usize, look: &mut dyn FnMut(&Game)) {
        self.with_untracked(|known| {
            if let Some(game) = known.board(place) {
                look(game);
            }
        });
    }

    /// Updates the seconds until time runs; without a connection, those left to come back.
    pub(crate) fn count_down(&self, stamp: f64) {
        let count = self.with_untracked(|known| known.seconds_to_go(page::micros(stamp)));
        if self.count.get_untracked() != count {
            self.count.set(count);
        }
    }
}
