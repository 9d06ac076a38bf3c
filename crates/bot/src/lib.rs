//! Move generation for the falling-block games.
//!
//! [`Moves`] finds every place where a piece can come to rest on a board ten columns wide, however
//! it has to be moved, turned and kicked there; [`finesse`] finds the fewest presses that do it.
//!
//! ```
//! use quintet_bot::{Board, Movement, Moves, Piece, finesse};
//!
//! let board: Board = "
//!     .....###..
//!     ......####
//!     #.########
//! ".parse()?;
//! let moves = Moves::with_spins(&board, Piece::T, Movement::GUIDELINE);
//! let lowest = moves.iter().min_by_key(|placement| placement.y).expect("there is room");
//! let presses = finesse(&board, lowest, Movement::GUIDELINE).expect("it can be had");
//! println!("{lowest:?} by {presses:?}");
//! # Ok::<(), quintet_bot::BoardError>(())
//! ```
//!
//! Boards are bits, and places are too: a flood fill works on all places and rotations of a piece
//! at once. It is compiled for several kinds of processor and picks the best when it runs.

#![allow(
    clippy::inline_always,
    clippy::needless_range_loop,
    reason = "what works on lanes must become part of functions compiled for a certain processor; \
              iterators and closures would stay outside"
)]

mod board;
mod field;
mod finesse;
mod generate;
mod kicks;
mod lanes;
mod machine;
mod movement;
mod moves;
mod perft;
mod piece;
mod placement;
mod reach;
mod spin;
mod tables;

pub use board::{Board, BoardError, ROWS, WIDTH};
pub use finesse::{Press, finesse};
pub use movement::Movement;
pub use moves::Moves;
pub use perft::{PerftCase, PerftCaseError, perft, perft_portable};
pub use piece::{Piece, Rotation, Shape, Turn};
pub use placement::{Placement, Spin};
