//! What the search knows of a game.

use quintet_engine::{
    Attack, Game, Gravity, Kicks, Kind, LockOut, PlacedPiece, Rules, Shapes, View,
};

use crate::movegen::board::{Board, ROWS, WIDTH};
use crate::movegen::falling::Falling;
use crate::movegen::movement::Movement;
use crate::movegen::piece::{Piece, Rotation};
use crate::search::bag::Bag;

/// The most pieces of a queue that are looked at.
pub const MAX_QUEUE: usize = 24;

/// A position as a player sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// The board.
    pub board: Board,
    /// The piece in play.
    pub piece: Piece,
    /// Where it is, if it is no longer where pieces enter.
    pub falling: Option<Falling>,
    /// The piece put aside.
    pub hold: Option<Piece>,
    /// Whether the piece in play may be put aside.
    pub can_hold: bool,
    /// The pieces to come. Those beyond [`MAX_QUEUE`] are not looked at.
    pub queue: Vec<Piece>,
    /// What may come after the queue, each equally likely; nothing stands for anything.
    pub bag: Bag,
    /// How many locks in a row have cleared something.
    pub combo: u32,
    /// Whether the last clear was a difficult one.
    pub back_to_back: bool,
    /// Rows of garbage that wait to enter.
    pub pending: u8,
    /// The rules, as far as they matter to placements.
    pub terms: Terms,
}

/// The rules, as far as they matter to placements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
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
pub enum StateError {
    /// The game's rules are none that it knows how to move by.
    #[error("the bot does not know how to move by these rules: {0}")]
    Rules(&'static str),
    /// There is nothing to place now.
    #[error("no piece is in play")]
    NoPiece,
}

impl Terms {
    /// What the rules come to; an error where the bot does not know how to move by them.
    pub fn of(rules: &Rules) -> Result<Terms, StateError> {
        let refuse = |reason| Err(StateError::Rules(reason));
        if usize::from(rules.width) != WIDTH {
            return refuse("the board is not ten columns wide");
        }
        if usize::from(rules.height) + usize::from(rules.hidden) > ROWS - 4 {
            return refuse("the board is too high");
        }
        if rules.flip {
            return refuse("gravity turns over");
        }
        if rules.rotation.shapes != Shapes::Square {
            return refuse("pieces turn in boxes of another shape");
        }
        let kicks = match rules.rotation.kicks {
            Kicks::Srs => true,
            Kicks::None => false,
            Kicks::Sideways | Kicks::Domino => return refuse("pieces are kicked another way"),
        };
        let entry = |kind| {
            let spawn = rules.spawn_place(kind, Gravity::Down);
            let shape = rules.rotation.shapes.shape(kind, spawn.rotation);
            falling(PlacedPiece { piece: spawn, shape }, rules.height)
        };
        let (Some(of_i), Some(of_t)) = (entry(Kind::I), entry(Kind::T)) else {
            return refuse("the pieces are no tetrominoes");
        };
        let sky = if rules.open_sky { 4 } else { 0 };
        let movement = Movement {
            entry_row_of_i: of_i.y,
            entry_row: of_t.y,
            ceiling: (rules.height + rules.hidden + sky) as i8,
            half_turns: rules.rotation.half,
            counter_clockwise: rules.rotation.counter_clockwise,
            kicks,
        };
        if Kind::TETROMINOES
            .into_iter()
            .any(|kind| entry(kind).is_none_or(|at| at != Falling::entering(at.piece, movement)))
        {
            return refuse("pieces enter elsewhere");
        }
        Ok(Terms {
            movement,
            visible: rules.height as i8,
            lock_out: rules.lock_out,
            hold: rules.hold,
            attack: rules.attack,
        })
    }
}

impl Piece {
    /// The engine's kind as a piece; none for a domino.
    pub fn from_kind(kind: Kind) -> Option<Piece> {
        Piece::ALL.get(usize::from(kind.number()) - 1).copied()
    }

    /// The piece as the engine's kind.
    pub const fn kind(self) -> Kind {
        Kind::TETROMINOES[self as usize]
    }
}

/// The engine's piece in the bot's terms, on a board with so many visible rows.
pub(crate) fn falling(placed: PlacedPiece, height: u8) -> Option<Falling> {
    let piece = Piece::from_kind(placed.piece.kind)?;
    let rotation = Rotation::ALL[usize::from(placed.piece.rotation.quarter_turns())];
    let x = placed.cells().map(|(x, ..)| x).min()?;
    let lowest = placed.cells().map(|(_, y, _)| y).max()?;
    let y = height as i8 - 1 - lowest;
    Some(Falling { piece, rotation, x, y })
}

/// The engine's board in the bot's terms.
pub(crate) fn board(board: &quintet_engine::Board) -> Board {
    let rows = -(board.hidden() as i8)..board.height() as i8;
    Board::from_rows(rows.rev().map(|y| board.row_bits(y)))
}

impl State {
    /// What a player sees of a game: the pieces shown, not those dealt already, and what may come
    /// after them as far as that follows from a bag that was full at the beginning.
    pub fn of(game: &Game) -> Result<State, StateError> {
        let rules = game.rules();
        let terms = Terms::of(rules)?;
        let view = game.view();
        let placed = view.piece.ok_or(StateError::NoPiece)?;
        let falling = falling(placed, rules.height).ok_or(StateError::NoPiece)?;
        let queue: Vec<Piece> =
            view.next.iter().filter_map(|&kind| Piece::from_kind(kind)).collect();
        let enters = Falling::entering(falling.piece, terms.movement);
        let bag = match rules.deal {
            quintet_engine::Deal::TetrominoBag => bag_after(&view, falling.piece, &queue),
            _ => Bag::FULL,
        };
        Ok(State {
            board: board(view.board),
            piece: falling.piece,
            falling: (falling != enters).then_some(falling),
            hold: view.hold.and_then(Piece::from_kind),
            can_hold: rules.hold && !view.hold_used,
            queue,
            bag,
            combo: view.combo,
            back_to_back: view.back_to_back,
            pending: view.pending_garbage,
            terms,
        })
    }

    /// The same for a player who looks at so many of the coming pieces only.
    #[must_use]
    pub fn with_previews(mut self, previews: usize) -> State {
        while self.queue.len() > previews {
            if let Some(piece) = self.queue.pop() {
                self.bag = self.bag.before(piece);
            }
        }
        self
    }
}

/// What is left in the bag once everything that is shown has been dealt.
fn bag_after(view: &View<'_>, piece: Piece, queue: &[Piece]) -> Bag {
    let dealt = view.pieces as usize + 1 + usize::from(view.hold.is_some()) + queue.len();
    let from_this_bag = dealt % 7;
    // The piece in play came last before the queue, unless it has just been taken back from hold.
    let last = if view.hold_used { None } else { Some(piece) };
    let shown = queue.iter().rev().copied().chain(last).take(from_this_bag);
    let mut bag = Bag::FULL;
    for piece in shown {
        if !bag.contains(piece) {
            // A position that was set up; its queue says nothing about the bag.
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
    fn what_may_come_next_is_what_comes() {
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
                // Where hold was empty two pieces have come into sight; the first is meant.
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
    fn pieces_enter_where_the_rules_say() {
        let terms = Terms::of(&Rules::marathon()).expect("known rules");
        assert_eq!(terms.movement, Movement::GUIDELINE);
        for rules in [Rules::battle(), Rules::versus(), Rules::minimal(), Rules::sprint()] {
            assert!(Terms::of(&rules).is_ok(), "{:?}", rules.game);
        }
        for rules in [Rules::flip(), Rules::domino_easy()] {
            assert!(matches!(Terms::of(&rules), Err(StateError::Rules(_))), "{:?}", rules.game);
        }
    }
}
