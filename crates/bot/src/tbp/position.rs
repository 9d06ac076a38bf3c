//! A position as a frontend tells it, kept up to date as pieces are played and come.

use std::collections::VecDeque;

use tbp::MaybeUnknown;
use tbp::data::{Move, Piece as Letter};
use tbp::frontend_msg::Start;
use tbp::randomizer::RandomizerState;

use super::convert::{known_piece, piece, understood};
use crate::movegen::board::{Board, ROWS, WIDTH};
use crate::movegen::piece::Piece;
use crate::movegen::placement::{Placement, Spin};
use crate::search::bag::Bag;
use crate::search::state::{State, Terms};

/// More pieces than any frontend shows.
const LONGEST_QUEUE: usize = 1000;

/// Why a position, or a step from one to the next, is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The board has too many rows.
    #[error("the board has {0} rows, more than {ROWS}")]
    Rows(usize),
    /// A row has another width.
    #[error("row {row} of the board has {cells} cells instead of {WIDTH}")]
    Width {
        /// Which row, the lowest being 0.
        row: usize,
        /// How many cells it has.
        cells: usize,
    },
    /// There is a piece that is none of the seven.
    #[error("a piece that is none of the seven")]
    Piece,
    /// There are too many pieces to come.
    #[error("more than {LONGEST_QUEUE} pieces to come")]
    Queue,
    /// A move makes no sense.
    #[error("a move that makes no sense")]
    Move,
    /// A move of a piece that is neither in play nor to be had by hold.
    #[error("{} is neither in play nor to be had by hold", .0.letter())]
    NotInPlay(Piece),
    /// A move to where something is already, or off the board.
    #[error("{} does not fit where it was played", .0.letter())]
    Taken(Piece),
}

/// How pieces are dealt beyond those that have been told.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deal {
    SevenBag(Bag),
    GeneralBag { left: [u32; 7], full: [u32; 7] },
    Anything,
}

impl Deal {
    /// What may come next; nothing stands for anything.
    fn bag(&self) -> Bag {
        match self {
            Deal::SevenBag(bag) => *bag,
            Deal::GeneralBag { left, .. } => {
                Piece::ALL.into_iter().filter(|&piece| left[piece as usize] > 0).collect()
            }
            Deal::Anything => Bag::EMPTY,
        }
    }

    fn take(&mut self, piece: Piece) {
        match self {
            // A piece that cannot come shows that the bag was told wrongly: begin with a full one.
            Deal::SevenBag(bag) if !bag.contains(piece) => *bag = Bag::FULL.after(piece),
            Deal::SevenBag(bag) => *bag = bag.after(piece),
            Deal::GeneralBag { left, full } => {
                let count = &mut left[piece as usize];
                *count = count.saturating_sub(1);
                if left.iter().all(|&count| count == 0) {
                    *left = *full;
                }
            }
            Deal::Anything => {}
        }
    }
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    board: Board,
    hold: Option<Piece>,
    /// The piece in play first.
    queue: VecDeque<Piece>,
    combo: u32,
    back_to_back: bool,
    deal: Deal,
}

impl Position {
    /// The position that a frontend begins with.
    pub fn new(start: &Start) -> Result<Position, PositionError> {
        let hold = match &start.hold {
            None => None,
            Some(letter) => Some(piece(letter).ok_or(PositionError::Piece)?),
        };
        if start.queue.len() > LONGEST_QUEUE {
            return Err(PositionError::Queue);
        }
        let queue: Option<VecDeque<Piece>> = start.queue.iter().map(piece).collect();
        Ok(Position {
            board: board(&start.board)?,
            hold,
            queue: queue.ok_or(PositionError::Piece)?,
            combo: start.combo,
            back_to_back: start.back_to_back,
            deal: deal(&start.randomizer),
        })
    }

    /// A move is made.
    pub fn play(&mut self, made: &Move) -> Result<(), PositionError> {
        let placement = understood(made).ok_or(PositionError::Move)?;
        self.put(placement)
    }

    fn put(&mut self, placement: Placement) -> Result<(), PositionError> {
        let piece = placement.piece;
        let is_free = |(x, y): (i8, i8)| (y as usize) < ROWS && !self.board.is_filled(x, y);
        if !placement.cells().into_iter().all(is_free) {
            return Err(PositionError::Taken(piece));
        }
        match (self.queue.front(), self.hold, self.queue.get(1)) {
            (Some(&front), ..) if front == piece => {
                self.queue.pop_front();
            }
            (Some(_), Some(held), _) if held == piece => self.hold = self.queue.pop_front(),
            (Some(_), None, Some(&second)) if second == piece => {
                self.hold = self.queue.pop_front();
                self.queue.pop_front();
            }
            _ => return Err(PositionError::NotInPlay(piece)),
        }
        let lines = self.board.place(placement);
        if lines == 0 {
            self.combo = 0;
        } else {
            self.combo = self.combo.saturating_add(1);
            self.back_to_back = lines >= 4 || placement.spin != Spin::None;
        }
        Ok(())
    }

    /// Another piece comes into sight.
    pub fn new_piece(&mut self, letter: &MaybeUnknown<Letter>) -> Result<(), PositionError> {
        let piece = piece(letter).ok_or(PositionError::Piece)?;
        if self.queue.len() >= LONGEST_QUEUE {
            return Err(PositionError::Queue);
        }
        self.deal.take(piece);
        self.queue.push_back(piece);
        Ok(())
    }

    /// What there is to think about; none while no piece is in play.
    pub fn state(&self, terms: Terms) -> Option<State> {
        let mut pieces = self.queue.iter().copied();
        Some(State {
            board: self.board,
            piece: pieces.next()?,
            falling: None,
            hold: self.hold,
            // Hold gives a piece back only if there is one, or another comes.
            can_hold: terms.hold && (self.hold.is_some() || self.queue.len() > 1),
            queue: pieces.collect(),
            bag: self.deal.bag(),
            combo: self.combo,
            back_to_back: self.back_to_back,
            pending: 0,
            terms,
        })
    }
}

fn board(rows: &[Vec<Option<char>>]) -> Result<Board, PositionError> {
    if rows.len() > ROWS {
        return Err(PositionError::Rows(rows.len()));
    }
    let mut bits = Vec::with_capacity(rows.len());
    for (row, cells) in rows.iter().enumerate() {
        if cells.len() != WIDTH {
            return Err(PositionError::Width { row, cells: cells.len() });
        }
        bits.push((0..).zip(cells).map(|(x, cell)| u16::from(cell.is_some()) << x).sum());
    }
    Ok(Board::from_rows(bits))
}

fn deal(randomizer: &RandomizerState) -> Deal {
    match randomizer {
        RandomizerState::SevenBag(told) => {
            let left: Bag = told.bag_state.iter().filter_map(known_piece).collect();
            Deal::SevenBag(if left.is_empty() { Bag::FULL } else { left })
        }
        RandomizerState::GeneralBag(told) => {
            let counts = |bag: &tbp::randomizer::Bag| {
                Piece::ALL.map(|piece| bag[super::convert::letter(piece)])
            };
            let (left, full) = (counts(&told.current_bag), counts(&told.filled_bag));
            let left = if left.iter().all(|&count| count == 0) { full } else { left };
            Deal::GeneralBag { left, full }
        }
        _ => Deal::Anything,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::piece::Rotation;
    use crate::tbp::told;
    use quintet_engine::Rules;

    fn start(json: &str) -> Result<Position, PositionError> {
        let mut value: serde_json::Value = serde_json::from_str(json).expect("JSON");
        value["combo"] = 0.into();
        value["back_to_back"] = false.into();
        Position::new(&serde_json::from_value(value).expect("a start"))
    }

    fn flat(piece: Piece, x: i8, y: i8) -> Move {
        told(Placement { piece, rotation: Rotation::North, x, y, spin: Spin::None })
    }

    fn state(position: &Position) -> State {
        position.state(Terms::of(&Rules::versus()).expect("known rules")).expect("a piece")
    }

    #[test]
    fn pieces_are_played_from_the_queue_and_by_hold() {
        let mut position =
            start(r#"{"hold":null,"queue":["I","O","T","I"],"board":[]}"#).expect("a position");
        position.play(&flat(Piece::O, 0, 0)).expect("hold is empty, so O is to be had");
        assert_eq!((state(&position).piece, state(&position).hold), (Piece::T, Some(Piece::I)));
        position.play(&flat(Piece::I, 2, 0)).expect("I is held");
        assert_eq!((state(&position).piece, state(&position).hold), (Piece::I, Some(Piece::T)));
        position.play(&flat(Piece::I, 6, 0)).expect("I is in play");
        assert_eq!(position.board.to_string(), "##........\n");
        assert_eq!(position.combo, 1);
        assert_eq!(
            position.state(
                state(&start(r#"{"hold":null,"queue":["T"],"board":[]}"#).expect("a position"))
                    .terms
            ),
            None
        );
    }

    #[test]
    fn moves_that_cannot_be_are_refused() {
        let mut position =
            start(r#"{"hold":"S","queue":["I","O"],"board":[]}"#).expect("a position");
        let before = position.clone();
        assert_eq!(position.play(&flat(Piece::O, 0, 0)), Err(PositionError::NotInPlay(Piece::O)));
        assert_eq!(position.play(&flat(Piece::I, 8, 0)), Err(PositionError::Taken(Piece::I)));
        assert_eq!(position.play(&flat(Piece::I, 0, -1)), Err(PositionError::Taken(Piece::I)));
        assert_eq!(position, before);
    }

    #[test]
    fn impossible_positions_are_refused() {
        let wide = r#"{"hold":null,"queue":[],"board":[[null]]}"#;
        assert_eq!(start(wide), Err(PositionError::Width { row: 0, cells: 1 }));
        let odd = r#"{"hold":null,"queue":["X"],"board":[]}"#;
        assert_eq!(start(odd), Err(PositionError::Piece));
        let rows = vec![vec![None::<char>; WIDTH]; ROWS + 1];
        assert_eq!(board(&rows), Err(PositionError::Rows(ROWS + 1)));
    }

    #[test]
    fn randomizers_say_what_may_come() {
        let bag = |randomizer: &str, comes: &str| {
            let json =
                format!(r#"{{"hold":null,"queue":["T"],"board":[],"randomizer":{randomizer}}}"#);
            let mut position = start(&json).expect("a position");
            for letter in comes.chars().filter_map(Piece::from_letter) {
                position.new_piece(&super::super::convert::letter(letter).into()).expect("room");
            }
            state(&position).bag.iter().map(Piece::letter).collect::<String>()
        };
        assert_eq!(bag(r#"{"type":"seven_bag","bag_state":["I","Z"]}"#, "I"), "Z");
        assert_eq!(bag(r#"{"type":"seven_bag","bag_state":["I"]}"#, "I"), "IJLOSTZ");
        assert_eq!(bag(r#"{"type":"seven_bag","bag_state":["I"]}"#, "T"), "IJLOSZ");
        let general = r#"{"type":"general_bag","current_bag":{"I":1,"T":2},"filled_bag":{"S":2}}"#;
        assert_eq!(bag(general, "T"), "IT");
        assert_eq!(bag(general, "TTI"), "S");
        assert_eq!(bag(r#"{"type":"uniform"}"#, "T"), "");
        assert_eq!(bag(r#"{"type":"unknown"}"#, "T"), "");
    }
}
