//! Two levels against each other in real time, each with its own hand.

use quintet_engine::{
    Event, InputError, Micros, Recorder, Replay, TimedEvent, TimedInput, ValidRules,
};

use crate::movegen::board::Board;
use crate::play::hand::Hand;
use crate::play::level::Level;
use crate::search::state::{MoveRules, StateError};

/// What one player of a bout did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct BoutStats {
    /// Pieces locked.
    pub pieces: u32,
    /// Rows sent and rows cancelled.
    pub attack: u32,
    /// Holes on the board after every piece, added up.
    pub holes: u64,
}

/// A finished bout.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Bout {
    /// Who won; `None` if nobody has within the time limit.
    pub winner: Option<usize>,
    /// What each player did.
    pub stats: [BoutStats; 2],
    /// How long it lasted.
    pub duration: Micros,
    /// The whole match.
    pub replay: Replay,
}

impl Bout {
    /// Lets two levels play each other. The same seed gives the same bout.
    pub fn play(
        levels: [Level; 2],
        rules: ValidRules,
        seed: u64,
        time_limit: Micros,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Bout, StateError> {
        MoveRules::of(&rules)?;
        let hand = |player: usize| Hand::new(levels[player], seed.wrapping_mul(2) + player as u64);
        let mut running = Running {
            recorder: Recorder::new(&[rules; 2], seed),
            hands: [hand(0), hand(1)],
            inputs: [None, None],
            stats: [BoutStats::default(); 2],
        };
        // Never refused: no input comes before the game's own time.
        let _ = running.recorder.advance(Micros::ZERO, &mut |_, _| {});
        while !stop() && running.step(time_limit).is_ok_and(|goes_on| goes_on) {}
        let current = running.recorder.current();
        Ok(Bout {
            winner: current.winner(),
            stats: running.stats,
            duration: current.now(),
            replay: running.recorder.replay(),
        })
    }
}

/// A bout in progress.
struct Running {
    recorder: Recorder,
    hands: [Hand; 2],
    /// What each hand does next.
    inputs: [Option<TimedInput>; 2],
    stats: [BoutStats; 2],
}

impl Running {
    /// Makes the next input or lets the next deadline pass; false at the end.
    fn step(&mut self, time_limit: Micros) -> Result<bool, InputError> {
        let current = self.recorder.current();
        if current.is_over() || current.now() >= time_limit {
            return Ok(false);
        }
        for (player, input) in self.inputs.iter_mut().enumerate() {
            if let Some(game) = current.game(player).filter(|_| input.is_none()) {
                *input = self.hands[player].next(game, &|| false);
            }
        }
        let at = |player: usize| self.inputs[player].map_or(Micros::NEVER, |next| next.at);
        let player = usize::from(at(1) < at(0));
        let (at, now) = (at(player), current.now());
        let due = current.next_deadline().unwrap_or(Micros::NEVER);
        let is_next = at <= due || self.inputs.iter().all(Option::is_some);
        let stats = &mut self.stats;
        let mut listen = |of: usize, event: TimedEvent| match event.event {
            Event::GarbageSent { lines } | Event::GarbageCancelled { lines } => {
                stats[of].attack += u32::from(lines);
            }
            _ => {}
        };
        match self.inputs[player].take_if(|_| is_next) {
            Some(input) => {
                let input = TimedInput { at: at.max(now), ..input.to_board(player as u8) };
                self.recorder.apply(&input, &mut listen)?;
            }
            // A hand that has nothing to do may have something when time has passed.
            None if due != Micros::NEVER => self.recorder.advance(due, &mut listen)?,
            None => return Ok(false),
        }
        for (player, stats) in self.stats.iter_mut().enumerate() {
            let Some(game) = self.recorder.game(player) else { continue };
            if game.pieces_locked() > stats.pieces {
                stats.pieces = game.pieces_locked();
                stats.holes += u64::from(Board::from_engine(game.view().board).holes());
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::GameName;

    #[test]
    fn the_stronger_wins_and_the_same_way_again() {
        let levels = [Level::ALL[0], Level { nodes: 1000, ..Level::ALL[4] }];
        let play = || {
            let limit = Micros::from_secs(300);
            Bout::play(levels, GameName::Versus.rules(), 3, limit, &|| false)
                .expect("supported rules")
        };
        let bout = play();
        assert_eq!(bout.winner, Some(1));
        assert!(bout.stats[1].pieces > 4 * bout.stats[0].pieces, "{:?}", bout.stats);
        assert!(bout.stats[1].attack > bout.stats[0].attack);
        assert_eq!(bout.replay.verify(), Ok(()));
        assert_eq!(play(), bout);
    }
}
