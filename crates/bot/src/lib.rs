//! A bot for falling-block games: move generation, search, play by timed inputs, analysis of replays,
//! and the Tetris Bot Protocol.
//!
//! [`Moves`] finds every place where a piece can come to rest on a board ten columns wide, however it
//! has to be moved, rotated and kicked there:
//!
//! ```
//! use quintet_bot::{Board, Movement, Moves, Tetromino};
//! use quintet_engine::Spin;
//!
//! let board: Board = "
//!     .....###..
//!     ......####
//!     #.########
//! ".parse()?;
//! let moves = Moves::with_spins(&board, Tetromino::T, Movement::GUIDELINE);
//! let lowest = moves.iter().min_by_key(|placement| placement.y).expect("there is room");
//! assert_eq!((lowest.x, lowest.y, lowest.spin), (1, 0, Spin::None));
//! # Ok::<(), quintet_bot::BoardError>(())
//! ```
//!
//! [`think`] searches for a good [`Move`] in a [`State`], a [`Hand`] plays a whole game at one of five
//! [`Level`]s by the engine's own inputs, and [`analyse`] compares what a player did with what the bot
//! would have done. There is no clock in here: the same input gives the same output on every machine.
//!
//! With the feature `tbp`, [`tbp::serve`] is the bot's side of the Tetris Bot Protocol.

#![allow(
    clippy::inline_always,
    clippy::needless_range_loop,
    reason = "code on lanes must be inlined into functions compiled for processor extensions; \
              iterators and closures would not be"
)]

mod analysis;
mod lab;
mod movegen;
mod play;
mod search;
#[cfg(feature = "tbp")]
pub mod tbp;

pub use analysis::{Analysis, AnalysisError, Analyst, JudgedMove, analyse};
pub use lab::bout::{Bout, BoutStats};
pub use lab::course::{Course, Score};
pub use lab::perft::{PerftCase, PerftCaseError, perft, perft_portable};
pub use lab::tune::{Generation, Tuning};
pub use movegen::board::{Board, BoardError, ROWS, WIDTH};
pub use movegen::falling::Falling;
pub use movegen::movement::Movement;
pub use movegen::moves::Moves;
pub use movegen::piece::{Shape, distinct_rotations, shape_of};
pub use movegen::placement::Placement;
pub use play::hand::Hand;
pub use play::hint::Hint;
pub use play::level::{Level, Style};
pub use quintet_engine::{Rotation, Tetromino};
pub use search::bag::Bag;
pub use search::state::{MAX_QUEUE, MoveRules, State, StateError};
pub use search::weights::{Weights, WeightsError};
pub use search::{Budget, Choice, Move, judge, think};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
