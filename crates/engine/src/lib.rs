//! The rules of five falling-block games as one deterministic engine.
//!
//! A game is a pure function of its rules, its seed and its timed inputs. There is no clock in here
//! and nothing to wait for: time is whole microseconds since the game began, handed in from
//! outside, and the engine jumps from one thing that falls due to the next.
//!
//! ```
//! use quintet_engine::{Button, Game, Micros, Rules};
//!
//! let mut game = Game::new(Rules::marathon(), 42);
//! let mut locked = 0;
//! let mut listen = |event: quintet_engine::Event| {
//!     if let quintet_engine::What::Locked { .. } = event.what {
//!         locked += 1;
//!     }
//! };
//! game.press(Button::Left, Micros(120_000), &mut listen)?;
//! game.release(Button::Left, Micros(180_000), &mut listen)?;
//! game.press(Button::HardDrop, Micros(500_000), &mut listen)?;
//! game.advance(Micros::from_secs(1), &mut listen)?;
//! assert_eq!(locked, 1);
//! assert_eq!(game.view().pieces, 1);
//! # Ok::<(), quintet_engine::InputError>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod board;
mod button;
mod event;
mod fall;
mod game;
pub mod games;
mod garbage;
mod hash;
mod kind;
mod matchup;
mod position;
mod queue;
#[cfg(feature = "serde")]
mod recorder;
#[cfg(feature = "serde")]
mod replay;
#[cfg(feature = "serde")]
mod replay_format;
mod rotation;
mod rules;
mod scoring;
mod shape;
mod tile;
mod time;
mod view;

pub use board::{Board, Gravity, MAX_ROWS, MAX_WIDTH, RowSet};
pub use button::{Button, Buttons};
pub use event::{Clear, Event, Fives, Sink, Spin, What, Why};
pub use game::{Game, InputError, Phase, Piece, REVISION, Status};
pub use garbage::{Gaps, MAX_PENDING};
pub use kind::Kind;
pub use matchup::{Match, MatchSink};
pub use position::{ActivePiece, Position, PositionError};
pub use queue::{MAX_PREVIEWS, MAX_QUEUE, Queue};
#[cfg(feature = "serde")]
pub use recorder::{Playback, Recorder};
#[cfg(feature = "serde")]
pub use replay::{
    BoardResult, Departure, Input, MAX_DURATION, MAX_PLAYERS, Replay, ReplayError, ReplayResult,
    TimedInput,
};
#[cfg(feature = "serde")]
pub use replay_format::{MAX_BYTES as MAX_REPLAY_BYTES, VERSION as REPLAY_VERSION};
pub use rotation::{Anchor, Kicks, RotationSystem};
pub use rules::{
    Attack, Deal, Fall, GameName, Goal, Handling, Lock, LockOut, Rules, RulesError, Scoring,
    SoftDrop, Spawn,
};
pub use scoring::{LINE_POINTS, Tally, is_five_multiple};
pub use shape::{BoxCell, Rotation, Shape, Shapes, Turn};
pub use tile::{Face, Side, Tile};
pub use time::Micros;
pub use view::{PlacedPiece, View};
