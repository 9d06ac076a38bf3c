//! Two levels against each other, each by its own hand: what decides is speed and judgement, as it
//! is between people.

use quintet_engine::{Event, InputError, Micros, Recorder, Replay, TimedEvent, ValidRules};

use crate::play::hand::Hand;
use crate::play::level::Level;
use crate::play::script::Stroke;
use crate::search::state::{StateError, Terms, board};

/// What one side of a bout did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Side {
    /// Pieces locked.
    pub pieces: u32,
    /// Rows sent and rows turned away.
    pub attack: u32,
    /// Holes on the board after every piece, added up.
    pub holes: u64,
}

/// How a bout went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    /// Who won; none if neither has by the time that it may last.
    pub winner: Option<usize>,
    /// What each side did.
    pub sides: [Side; 2],
    /// How long it lasted.
    pub lasted: Micros,
    /// The whole of it.
    pub replay: Replay,
}

impl Bout {
    /// Lets two levels play each other for at most so long. The same seed gives the same bout.
    pub fn play(
        levels: [Level; 2],
        rules: ValidRules,
        seed: u64,
        longest: Micros,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Bout, StateError> {
        Terms::of(&rules)?;
        let mut ring = Ring {
            recorder: Recorder::new(&[rules; 2], seed),
            hands: [0, 1].map(|side| Hand::new(levels[side], seed.wrapping_mul(2) + side as u64)),
            strokes: [None, None],
            sides: [Side::default(); 2],
        };
        // Nothing is refused: no input comes before the game's own time, and time is short.
        let _ = ring.recorder.advance(Micros::ZERO, &mut |_, _| {});
        while !stop() && ring.step(longest).is_ok_and(|goes_on| goes_on) {}
        let current = ring.recorder.current();
        Ok(Bout {
            winner: current.winner(),
            sides: ring.sides,
            lasted: current.now(),
            replay: ring.recorder.replay(),
        })
    }
}

/// A bout on its way.
struct Ring {
    recorder: Recorder,
    hands: [Hand; 2],
    /// What each hand does next.
    strokes: [Option<Stroke>; 2],
    sides: [Side; 2],
}

impl Ring {
    /// The next thing that happens; says whether there may be another.
    fn step(&mut self, longest: Micros) -> Result<bool, InputError> {
        let game = self.recorder.current();
        if game.is_over() || game.now() >= longest {
            return Ok(false);
        }
        for (side, stroke) in self.strokes.iter_mut().enumerate() {
            if let Some(game) = game.game(side).filter(|_| stroke.is_none()) {
                *stroke = self.hands[side].next(game, &|| false);
            }
        }
        let first =
            |&side: &usize| (self.strokes[side].map_or(Micros::NEVER, |next| next.at), side);
        let side = [0, 1].into_iter().min_by_key(first).unwrap_or_default();
        let at = first(&side).0;
        let due = game.next_deadline().unwrap_or(Micros::NEVER);
        let sides = &mut self.sides;
        let mut listen = |of: usize, event: TimedEvent| match event.event {
            Event::GarbageSent { lines } | Event::GarbageCancelled { lines } => {
                sides[of].attack += u32::from(lines);
            }
            _ => {}
        };
        match self.strokes[side] {
            Some(stroke) if at <= due || self.strokes.iter().all(Option::is_some) => {
                self.strokes[side] = None;
                let at = at.max(game.now());
                if stroke.down {
                    self.recorder.press(side, stroke.button, at, &mut listen)?;
                } else {
                    self.recorder.release(side, stroke.button, at, &mut listen)?;
                }
            }
            // A hand that has nothing to do may have something when time has passed.
            _ if due != Micros::NEVER => self.recorder.advance(due, &mut listen)?,
            _ => return Ok(false),
        }
        for (side, sum) in self.sides.iter_mut().enumerate() {
            let Some(view) = self.recorder.game(side).map(quintet_engine::Game::view) else {
                continue;
            };
            if view.pieces > sum.pieces {
                sum.pieces = view.pieces;
                sum.holes += board(view.board).holes() as u64;
            }
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stronger_wins_and_the_same_way_again() {
        let levels = [Level::ALL[0], Level { nodes: 1000, ..Level::ALL[4] }];
        let play = || {
            let longest = Micros::from_secs(300);
            Bout::play(levels, quintet_engine::GameName::Versus.rules(), 3, longest, &|| false)
                .expect("rules it knows")
        };
        let bout = play();
        assert_eq!(bout.winner, Some(1));
        assert!(bout.sides[1].pieces > 4 * bout.sides[0].pieces, "{:?}", bout.sides);
        assert!(bout.sides[1].attack > bout.sides[0].attack);
        assert_eq!(bout.replay.verify(), Ok(()));
        assert_eq!(play(), bout);
    }
}
