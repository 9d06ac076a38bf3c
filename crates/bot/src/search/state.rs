//! What the search knows of a game.

use quintet_engine::{
    Attack, Chain, Deal, Game, Gravity, Kicks, Kind, LockOut, PlacedPiece, Rules, ShapeSet,
    Tetromino, View,
};

use crate::movegen::board::{Board, ROWS, WIDTH};
use crate::movegen::falling::Falling;
use crate::movegen::movement::Movement;
use crate::search::Move;
use crate::search::bag::Bag;
use crate::search::lock::Carried;

/// The most pieces of a queue that are searched.
pub const MAX_QUEUE: usize = 24;

/// A position as a player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The board.
    pub board: Board,
    /// The piece in play.
    pub piece: Tetromino,
    /// Where it is, if it is no longer where pieces enter.
    pub falling: Option<Falling>,
    /// The held piece.
    pub hold: Option<Tetromino>,
    /// Whether hold can be used for the piece in play.
    pub can_hold: bool,
    /// The pieces to come. Those beyond [`MAX_QUEUE`] are ignored.
    pub queue: Vec<Tetromino>,
    /// What may come after the queue, each equally likely; an empty bag stands for any piece.
    pub bag: Bag,
    /// Combo and back-to-back.
    pub chain: Chain,
    /// Rows of garbage that wait to enter.
    pub pending: u8,
    /// The rules, as far as they matter to placements.
    pub rules: MoveRules,
}

/// The rules, as far as they matter to placements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveRules {
    /// How pieces move.
    pub movement: Movement,
    /// Rows in which pieces may lock.
    pub visible: i8,
    /// What a piece that locks above them does.
    pub lock_out: LockOut,
    /// Whether there is hold at all.
    pub hold: bool,
    /// What clears do to an opponent.
    pub attack: Attack,
}

/// Why the bot cannot play a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StateError {
    /// The bot does not support the game's rules.
    #[error("the bot does not support these rules: {0}")]
    Rules(&'static str),
    /// There is nothing to place now.
    #[error("no piece is in play")]
    NoPiece,
}

impl MoveRules {
    /// The part of the rules that matters to placements; an error where the bot does not support
    /// them.
    ///
    /// ```
    /// use quintet_bot::{MoveRules, Movement};
    /// use quintet_engine::Rules;
    ///
    /// let rules = MoveRules::of(&Rules::marathon())?;
    /// assert_eq!(rules.movement, Movement::GUIDELINE);
    /// assert!(MoveRules::of(&Rules::flip()).is_err());
    /// # Ok::<(), quintet_bot::StateError>(())
    /// ```
    pub fn of(rules: &Rules) -> Result<MoveRules, StateError> {
        let refuse = |reason| Err(StateError::Rules(reason));
        if usize::from(rules.width) != WIDTH {
            return refuse("the board is not ten columns wide");
        }
        if usize::from(rules.height) + usize::from(rules.hidden) > ROWS - 4 {
            return refuse("the board is too high");
        }
        if rules.flip {
            return refuse("gravity can be reversed");
        }
        if rules.rotation.shapes != ShapeSet::Square {
            return refuse("pieces rotate in boxes of another shape");
        }
        if !matches!(rules.rotation.kicks, Kicks::Srs | Kicks::None) {
            return refuse("pieces are kicked another way");
        }
        let entry = |kind| {
            let spawn = rules.spawn_place(kind, Gravity::Down);
            let shape = rules.rotation.shapes.shape(kind, spawn.rotation);
            Falling::from_engine(PlacedPiece { piece: spawn, shape }, rules.height)
        };
        let (Some(of_i), Some(of_t)) = (entry(Kind::I), entry(Kind::T)) else {
            return refuse("the pieces are not tetrominoes");
        };
        let sky = if rules.open_sky { 4 } else { 0 };
        let movement = Movement {
            entry_row_of_i: of_i.y,
            entry_row: of_t.y,
            ceiling: (rules.height + rules.hidden + sky) as i8,
            rotation: rules.rotation,
        };
        if Kind::TETROMINOES
            .into_iter()
            .any(|kind| entry(kind).is_none_or(|at| at != Falling::entering(at.piece, movement)))
        {
            return refuse("pieces enter elsewhere");
        }
        Ok(MoveRules {
            movement,
            visible: rules.height as i8,
            lock_out: rules.lock_out,
            hold: rules.hold,
            attack: rules.attack,
        })
    }
}

impl State {
    /// What a player sees of a game: the pieces shown, not those dealt already, and what may come
    /// after them as far as that follows from a bag that was full at the beginning.
    pub fn of(game: &Game) -> Result<State, StateError> {
        let engine_rules = game.rules();
        let rules = MoveRules::of(engine_rules)?;
        let view = game.view();
        let placed = view.piece.ok_or(StateError::NoPiece)?;
        let falling =
            Falling::from_engine(placed, engine_rules.height).ok_or(StateError::NoPiece)?;
        let queue: Vec<Tetromino> = view.next.iter().filter_map(|kind| kind.tetromino()).collect();
        let enters = Falling::entering(falling.piece, rules.movement);
        let bag = match engine_rules.deal {
            Deal::TetrominoBag => bag_after(&view, falling.piece, &queue),
            _ => Bag::FULL,
        };
        Ok(State {
            board: Board::from_engine(view.board),
            piece: falling.piece,
            falling: (falling != enters).then_some(falling),
            hold: view.hold.and_then(Kind::tetromino),
            can_hold: rules.hold && !view.hold_used,
            queue,
            bag,
            chain: Chain { combo: view.combo, back_to_back: view.back_to_back },
            pending: view.pending_garbage,
            rules,
        })
    }

    /// The same for a player who sees only this many of the coming pieces.
    #[must_use]
    pub fn with_previews(mut self, previews: usize) -> State {
        while self.queue.len() > previews {
            if let Some(piece) = self.queue.pop() {
                self.bag = self.bag.before(piece);
            }
        }
        self
    }

    /// Makes a move and returns how many rows it cleared and how many it sent or cancelled. `None`,
    /// and nothing changes, where the next piece is unknown. The move itself is not checked.
    pub fn make(&mut self, made: Move) -> Option<(u8, u8)> {
        let mut queue = self.queue.iter().copied();
        let hold = match (made.hold, self.hold) {
            (false, hold) => hold,
            (true, Some(_)) => Some(self.piece),
            (true, None) => {
                queue.next()?;
                Some(self.piece)
            }
        };
        let piece = queue.next()?;
        self.queue = queue.collect();
        (self.piece, self.hold, self.falling) = (piece, hold, None);
        self.can_hold = self.rules.hold;
        let mut carried = Carried { chain: self.chain, pending: self.pending };
        let lines = self.board.place(made.placement);
        let attack = self.rules.attack;
        let result = carried.lock(made.placement, lines, &self.board, attack);
        (self.chain, self.pending) = (carried.chain, carried.pending);
        Some((result.lines, result.attack))
    }
}

/// What is left in the bag once everything that is shown has been dealt.
fn bag_after(view: &View<'_>, piece: Tetromino, queue: &[Tetromino]) -> Bag {
    let dealt = view.pieces as usize + 1 + usize::from(view.hold.is_some()) + queue.len();
    let from_this_bag = dealt % 7;
    // The piece in play came last before the queue, unless it has just come from hold.
    let last = if view.hold_used { None } else { Some(piece) };
    let shown = queue.iter().rev().copied().chain(last).take(from_this_bag);
    let mut bag = Bag::FULL;
    for piece in shown {
        if !bag.contains(piece) {
            // A position that was set up: its queue says nothing about the bag.
            return Bag::FULL;
        }
        bag = bag.without(piece);
    }
    bag
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, GameName, Micros};

    #[test]
    fn the_next_piece_is_one_that_the_bag_allows() {
        for seed in 0..20 {
            let mut game = Game::new(GameName::Versus.rules(), seed);
            let _ = game.advance(Micros::ZERO, &mut |_| {});
            for turn in 0..14 {
                let state = State::of(&game).expect("a position");
                let at = game.now() + Micros(1);
                if turn % 4 == 1 {
                    let _ = game.press(Button::Hold, at, &mut |_| {});
                    let _ = game.release(Button::Hold, at, &mut |_| {});
                }
                let pieces = game.view().pieces;
                let _ = game.press(Button::HardDrop, at, &mut |_| {});
                if game.is_over() || game.view().pieces == pieces {
                    break;
                }
                let next = State::of(&game).expect("a position");
                // Where hold was empty two pieces were revealed; the first is meant.
                let newest = if state.hold.is_none() && next.hold.is_some() {
                    next.queue[next.queue.len() - 2]
                } else {
                    *next.queue.last().expect("pieces are shown")
                };
                assert!(state.bag.contains(newest), "{state:?}");
            }
        }
    }

    #[test]
    fn supported_games_have_move_rules_and_others_do_not() {
        let rules = MoveRules::of(&Rules::marathon()).expect("supported rules");
        assert_eq!(rules.movement, Movement::GUIDELINE);
        for rules in [Rules::battle(), Rules::versus(), Rules::minimal(), Rules::sprint()] {
            assert!(MoveRules::of(&rules).is_ok(), "{:?}", rules.game);
        }
        for rules in [Rules::flip(), Rules::domino_easy()] {
            assert!(matches!(MoveRules::of(&rules), Err(StateError::Rules(_))), "{:?}", rules.game);
        }
    }
}
