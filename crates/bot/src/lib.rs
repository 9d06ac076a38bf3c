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
mod bag;
mod beam;
mod board;
mod bout;
mod chance;
mod evaluate;
mod falling;
mod field;
mod finesse;
mod generate;
mod hand;
mod kicks;
mod lanes;
mod level;
mod machine;
mod movement;
mod moves;
mod outcome;
mod perft;
mod piece;
mod placement;
mod reach;
mod script;
mod search;
mod spin;
mod state;
mod tables;
#[cfg(feature = "tbp")]
pub mod tbp;
mod trial;
mod tune;
mod weights;

pub use analysis::{Analysis, AnalysisError, Analyst, Judged, analyse};
pub use bag::Bag;
pub use board::{Board, BoardError, ROWS, WIDTH};
pub use bout::{Bout, Side};
pub use falling::Falling;
pub use finesse::{Press, finesse, finesse_from};
pub use hand::Hand;
pub use level::{Level, Taste};
pub use movement::Movement;
pub use moves::Moves;
pub use perft::{PerftCase, PerftCaseError, perft, perft_portable};
pub use piece::{Piece, Rotation, Shape, Turn};
pub use placement::{Placement, Spin};
pub use script::Stroke;
pub use search::{Budget, Choice, Move, judge, presses, think};
pub use state::{MAX_QUEUE, State, StateError, Terms};
pub use trial::{Course, Score};
pub use tune::{Generation, Tuning};
pub use weights::{Weights, WeightsError};
