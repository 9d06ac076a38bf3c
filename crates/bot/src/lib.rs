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

mod analysis;
mod lab;
mod movegen;
mod play;
mod search;
#[cfg(feature = "tbp")]
pub mod tbp;

pub use analysis::{Analysis, AnalysisError, Analyst, Judged, analyse};
pub use lab::bout::{Bout, Side};
pub use lab::course::{Course, Score};
pub use lab::perft::{PerftCase, PerftCaseError, perft, perft_portable};
pub use lab::tune::{Generation, Tuning};
pub use movegen::board::{Board, BoardError, ROWS, WIDTH};
pub use movegen::falling::Falling;
pub use movegen::movement::Movement;
pub use movegen::moves::Moves;
pub use movegen::piece::{Piece, Rotation, Shape, Turn};
pub use movegen::placement::{Placement, Spin};
pub use play::finesse::{Press, finesse, finesse_from};
pub use play::hand::Hand;
pub use play::level::{Level, Taste};
pub use play::script::Stroke;
pub use search::bag::Bag;
pub use search::state::{MAX_QUEUE, State, StateError, Terms};
pub use search::weights::{Weights, WeightsError};
pub use search::{Budget, Choice, Move, judge, presses, think};
