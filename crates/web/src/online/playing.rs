//! The match as the table shows it.

use quintet_engine::{Event, Game, Input, Micros, TimedEvent};
use quintet_protocol::client::{OnlineGame, Pace};
use quintet_protocol::limits::RETURN_LIMIT;

use super::{Connection, Online, micros};
use crate::signals::prelude::*;

impl Online {
    /// A button goes down or up.
    pub(crate) fn input(&self, input: Input, stamp: f64) {
        self.known.update_value(|known| {
            let (Some(client), happened) = (&mut known.client, &mut known.happened) else { return };
            client.apply(input, micros(stamp), &mut |board, event| happened.push((board, event)));
        });
        self.flush();
    }

    /// Whether another game has begun since this was last asked.
    pub(crate) fn take_new_game(&self) -> bool {
        let taken = self.known.try_update_value(|known| std::mem::take(&mut known.is_new_game));
        taken.unwrap_or(false)
    }

    /// Reports what happened on the boards since the last call: the board of the table, its game
    /// after it, and whether its player has won.
    pub(crate) fn drain(&self, report: &mut dyn FnMut(usize, &TimedEvent, &Game, bool)) {
        self.known.update_value(|known| {
            let play = known.client.as_ref().and_then(|client| client.game());
            let (Some(game), Some(play)) = (known.game, play) else {
                return known.happened.clear();
            };
            for (board, event) in known.happened.drain(..) {
                let place = usize::from(board ^ game.front) & 1;
                let played = play.board(board);
                let won = matches!(event.event, Event::Over { .. }) && !played.is_over();
                report(place, &event, played, won);
            }
        });
    }

    /// Calls this with the game on a board of the table, if one has begun.
    pub(crate) fn with_game(&self, place: usize, look: &mut dyn FnMut(&Game)) {
        self.with_untracked(|known| {
            let play = known.client.as_ref().and_then(|client| client.game());
            if let (Some(game), Some(play)) = (known.game, play) {
                look(play.board(game.front ^ (place as u8 & 1)));
            }
        });
    }

    /// Updates the seconds until time runs; without a connection, those left to come back.
    pub(crate) fn count_down(&self, stamp: f64) {
        let count = self.with_untracked(|known| {
            if known.connection == Connection::Lost {
                let left = RETURN_LIMIT.0 as f64 / 1000.0 - (stamp - known.lost_at);
                return Some((left.max(0.0) / 1000.0).ceil() as u64);
            }
            let client = known.client.as_ref()?;
            Some(seconds_to_go(client.game()?, client.clock().at(micros(stamp))))
        });
        let count = count.unwrap_or(0);
        if self.count.get_untracked() != count {
            self.count.set(count);
        }
    }
}

/// How many seconds are left until the game's time runs.
fn seconds_to_go(play: &OnlineGame, server: Micros) -> u64 {
    match play.pace() {
        Pace::Running { when, .. } => (when - server).0.div_ceil(1_000_000),
        Pace::Still(_) => 0,
    }
}
