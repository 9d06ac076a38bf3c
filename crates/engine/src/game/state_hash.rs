//! One number for the whole state of a game.

use super::{Game, Phase};
use crate::board::Gravity;
use crate::hash::StateHash;
use crate::time::Micros;

impl Game {
    /// A hash of everything that the game's further course depends on, the same on every machine.
    ///
    /// ```
    /// use quintet_engine::{Button, Game, GameName, Micros};
    ///
    /// let mut server = Game::new(GameName::Marathon.rules(), 9);
    /// let mut client = server.clone();
    /// for game in [&mut server, &mut client] {
    ///     game.press(Button::RotateCw, Micros(80_000), &mut |_| {})?;
    /// }
    /// assert_eq!(server.state_hash(), client.state_hash());
    /// client.press(Button::Left, Micros(90_000), &mut |_| {})?;
    /// assert_ne!(server.state_hash(), client.state_hash());
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub fn state_hash(&self) -> u64 {
        let mut hash = StateHash::new();
        for (x, y, tile) in self.board.filled() {
            hash.add(u64::from(x as u8) << 16 | u64::from(y as u8) << 8 | u64::from(tile.byte()));
        }
        for &kind in self.queue.upcoming() {
            hash.add(u64::from(kind.number()));
        }
        hash.add(self.queue.fingerprint());
        for (gap, due) in self.pending.iter() {
            hash.add(u64::from(gap));
            hash.add(due.0);
        }
        let piece = self.piece.map_or(0, |piece| {
            u64::from(piece.kind.number()) << 24
                | u64::from(piece.rotation.quarter_turns()) << 16
                | u64::from(piece.x as u8) << 8
                | u64::from(piece.y as u8)
        });
        let (phase, until) = match self.phase {
            Phase::Idle => (0, Micros::ZERO),
            Phase::Waiting { until } => (1, until),
            Phase::Falling => (2, Micros::ZERO),
            Phase::Clearing { until, .. } => (3, until),
            Phase::Over(reason) => (4 + reason as u64, Micros::ZERO),
        };
        let flags = u64::from(self.hold_used)
            | u64::from(self.counters.streak) << 1
            | u64::from(self.counters.back_to_back) << 2
            | u64::from(self.gravity == Gravity::Up) << 3
            | u64::from(self.shift.charged) << 4
            | u64::from(self.step_down.charged) << 5
            | u64::from(self.direction as u8) << 8
            | u64::from(self.held.bits()) << 16
            | u64::from(self.lock.resets_left) << 32
            | u64::from(self.lock.lowest as u8) << 40
            | self.last_rotation.map_or(0, |(by, kick)| by as u64 | u64::from(kick) << 4) << 48;
        for word in [
            piece,
            phase,
            until.0,
            flags,
            self.hold.map_or(0, |kind| u64::from(kind.number())),
            self.now.0,
            self.fall_interval.0,
            self.fall_at.0,
            self.lock.at.0,
            self.lock.left.0,
            self.shift.at.0,
            self.shift.idle_since.0,
            self.soft_drop.at.0,
            self.soft_drop.idle_since.0,
            self.step_down.at.0,
            self.step_down.idle_since.0,
            self.counters.score,
            u64::from(self.counters.level),
            u64::from(self.counters.lines),
            u64::from(self.counters.pieces),
            self.counters.lives as u64,
            u64::from(self.counters.combo),
        ] {
            hash.add(word);
        }
        hash.finish()
    }
}
