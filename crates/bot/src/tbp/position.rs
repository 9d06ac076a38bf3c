//! The position that a frontend described, kept up to date as pieces are played and revealed.

use std::collections::VecDeque;

use quintet_engine::{Chain, Tetromino};
use tbp::MaybeUnknown;
use tbp::data::{Move, Piece as TbpPiece};
use tbp::frontend_msg::Start;
use tbp::randomizer::RandomizerState;

use super::convert::{from_tbp, known_piece, piece, piece_to_tbp};
use crate::movegen::board::{Board, ROWS, WIDTH};
use crate::movegen::piece::index_of;
use crate::movegen::placement::Placement;
use crate::search::bag::Bag;
use crate::search::state::{MoveRules, State};

/// More pieces than any frontend reveals.
const MAX_QUEUE: usize = 1000;

/// Why a position, or a step from one to the next, is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
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
    /// A piece is not one of the seven tetrominoes.
    #[error("a piece is not one of the seven tetrominoes")]
    Piece,
    /// The queue is too long.
    #[error("the queue has more than {MAX_QUEUE} pieces")]
    Queue,
    /// A move is invalid.
    #[error("the move is invalid")]
    Move,
    /// The piece of a move is neither in play nor available by hold.
    #[error("{} is neither in play nor available by hold", .0.letter())]
    NotInPlay(Tetromino),
    /// A move overlaps filled cells, or is off the board.
    #[error("{} does not fit where it was played", .0.letter())]
    Taken(Tetromino),
}

/// How pieces are dealt beyond those revealed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Deal {
    SevenBag(Bag),
    GeneralBag { left: [u32; 7], full: [u32; 7] },
    Anything,
}

impl Deal {
    /// What may come next; an empty bag stands for any piece.
    fn bag(&self) -> Bag {
        match self {
            Deal::SevenBag(bag) => *bag,
            Deal::GeneralBag { left, .. } => {
                Tetromino::ALL.into_iter().filter(|&piece| left[index_of(piece)] > 0).collect()
            }
            Deal::Anything => Bag::EMPTY,
        }
    }

    fn take(&mut self, piece: Tetromino) {
        match self {
            // A piece that cannot come shows that the bag was described wrongly: assume a full one.
            Deal::SevenBag(bag) if !bag.contains(piece) => *bag = Bag::FULL.after(piece),
            Deal::SevenBag(bag) => *bag = bag.after(piece),
            Deal::GeneralBag { left, full } => {
                let count = &mut left[index_of(piece)];
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
    hold: Option<Tetromino>,
    /// The piece in play first.
    queue: VecDeque<Tetromino>,
    chain: Chain,
    deal: Deal,
}

impl Position {
    /// The position that a frontend starts with.
    pub fn new(start: &Start) -> Result<Position, PositionError> {
        let hold = match &start.hold {
            None => None,
            Some(letter) => Some(piece(letter).ok_or(PositionError::Piece)?),
        };
        if start.queue.len() > MAX_QUEUE {
            return Err(PositionError::Queue);
        }
        let queue: Option<VecDeque<Tetromino>> = start.queue.iter().map(piece).collect();
        Ok(Position {
            board: board(&start.board)?,
            hold,
            queue: queue.ok_or(PositionError::Piece)?,
            chain: Chain { combo: start.combo, back_to_back: start.back_to_back },
            deal: deal(&start.randomizer),
        })
    }

    /// Makes a move.
    pub fn play(&mut self, made: &Move) -> Result<(), PositionError> {
        let placement = from_tbp(made).ok_or(PositionError::Move)?;
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
        self.chain.lock(lines as u8, placement.spin);
        Ok(())
    }

    /// Appends a piece to the queue.
    pub fn new_piece(&mut self, letter: &MaybeUnknown<TbpPiece>) -> Result<(), PositionError> {
        let piece = piece(letter).ok_or(PositionError::Piece)?;
        if self.queue.len() >= MAX_QUEUE {
            return Err(PositionError::Queue);
        }
        self.deal.take(piece);
        self.queue.push_back(piece);
        Ok(())
    }

    /// The state to search; `None` while no piece is in play.
    pub fn state(&self, rules: MoveRules) -> Option<State> {
        let mut pieces = self.queue.iter().copied();
        Some(State {
            board: self.board,
            piece: pieces.next()?,
            falling: None,
            hold: self.hold,
            // Hold brings another piece only if one is held, or the queue has one.
            can_hold: rules.hold && (self.hold.is_some() || self.queue.len() > 1),
            queue: pieces.collect(),
            bag: self.deal.bag(),
            chain: self.chain,
            pending: 0,
            rules,
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
        RandomizerState::SevenBag(seven) => {
            let left: Bag = seven.bag_state.iter().filter_map(known_piece).collect();
            Deal::SevenBag(if left.is_empty() { Bag::FULL } else { left })
        }
        RandomizerState::GeneralBag(general) => {
            let counts =
                |bag: &tbp::randomizer::Bag| Tetromino::ALL.map(|piece| bag[piece_to_tbp(piece)]);
            let (left, full) = (counts(&general.current_bag), counts(&general.filled_bag));
            let left = if left.iter().all(|&count| count == 0) { full } else { left };
            Deal::GeneralBag { left, full }
        }
        _ => Deal::Anything,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tbp::to_tbp;
    use quintet_engine::{Rotation, Rules, Spin};

    fn start(json: &str) -> Result<Position, PositionError> {
        let mut value: serde_json::Value = serde_json::from_str(json).expect("JSON");
        value["combo"] = 0.into();
        value["back_to_back"] = false.into();
        Position::new(&serde_json::from_value(value).expect("a start"))
    }

    fn flat(piece: Tetromino, x: i8, y: i8) -> Move {
        to_tbp(Placement { piece, rotation: Rotation::North, x, y, spin: Spin::None })
    }

    fn state(position: &Position) -> State {
        position.state(MoveRules::of(&Rules::versus()).expect("supported rules")).expect("a piece")
    }

    #[test]
    fn pieces_are_played_from_the_queue_and_by_hold() {
        let mut position =
            start(r#"{"hold":null,"queue":["I","O","T","I"],"board":[]}"#).expect("a position");
        position.play(&flat(Tetromino::O, 0, 0)).expect("hold is empty, so that O is available");
        assert_eq!(
            (state(&position).piece, state(&position).hold),
            (Tetromino::T, Some(Tetromino::I))
        );
        position.play(&flat(Tetromino::I, 2, 0)).expect("I is held");
        assert_eq!(
            (state(&position).piece, state(&position).hold),
            (Tetromino::I, Some(Tetromino::T))
        );
        position.play(&flat(Tetromino::I, 6, 0)).expect("I is in play");
        assert_eq!(position.board.to_string(), "##........\n");
        assert_eq!(position.chain, Chain { combo: 1, back_to_back: false });
        assert_eq!(
            position.state(
                state(&start(r#"{"hold":null,"queue":["T"],"board":[]}"#).expect("a position"))
                    .rules
            ),
            None
        );
    }

    #[test]
    fn impossible_moves_are_refused() {
        let mut position =
            start(r#"{"hold":"S","queue":["I","O"],"board":[]}"#).expect("a position");
        let before = position.clone();
        assert_eq!(
            position.play(&flat(Tetromino::O, 0, 0)),
            Err(PositionError::NotInPlay(Tetromino::O))
        );
        assert_eq!(
            position.play(&flat(Tetromino::I, 8, 0)),
            Err(PositionError::Taken(Tetromino::I))
        );
        assert_eq!(
            position.play(&flat(Tetromino::I, 0, -1)),
            Err(PositionError::Taken(Tetromino::I))
        );
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
            for letter in comes.chars().filter_map(Tetromino::from_letter) {
                position.new_piece(&piece_to_tbp(letter).into()).expect("room");
            }
            state(&position).bag.iter().map(Tetromino::letter).collect::<String>()
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
