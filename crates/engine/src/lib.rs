#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

extern crate alloc;
#[cfg(test)]
extern crate std;

mod board;
mod event;
mod finesse;
mod game;
mod games;
mod garbage;
mod hash;
mod input;
mod matchup;
mod pieces;
mod position;
#[cfg(feature = "replay")]
mod replay;
mod rules;
mod scoring;
mod time;
mod view;

// Folders are chapters; within the crate their files are known by their own names.
use board::{row_set, window};
use input::button;
use pieces::{kind, queue, rotation, shape, tile};
#[cfg(feature = "replay")]
use replay::tagged;

pub use board::{Board, Gravity, MAX_HEIGHT, MAX_ROWS, MAX_WIDTH, MIN_HEIGHT, MIN_WIDTH};
pub use button::{Button, Buttons, UnknownButton};
pub use event::{Clear, EndReason, Event, FivesClear, Sink, Spin, TimedEvent};
pub use finesse::Keystroke;
pub use game::{Game, InputError, Phase, Piece, REVISION, Status};
pub use games::{GameName, Ranking, UnknownGame};
pub use garbage::{Gaps, MAX_PENDING_GARBAGE};
pub use input::{Input, TimedInput};
pub use kind::{Domino, Kind, Tetromino, UnknownKind};
pub use matchup::{Match, MatchSink};
pub use position::{ActivePiece, Position, PositionError};
pub use queue::{MAX_PREVIEWS, MAX_QUEUE};
#[cfg(feature = "replay")]
pub use replay::{
    BoardResult, MAX_BYTES as MAX_REPLAY_BYTES, MAX_DURATION as MAX_REPLAY_DURATION,
    MAX_PLAYERS as MAX_REPLAY_PLAYERS, Playback, Recorder, Replay, ReplayError, ReplayResult,
    VERSION as REPLAY_VERSION, VerifyError,
};
pub use rotation::{Anchor, Kicks, RotationSystem};
pub use row_set::RowSet;
pub use rules::{
    Attack, Deal, Fall, Goal, Handling, Lock, LockOut, Messiness, Rules, RulesError, Scoring,
    SoftDrop, Spawn, ValidRules,
};
pub use scoring::{Chain, LINE_POINTS, is_five_multiple};
pub use shape::{BoxCell, RotateBy, Rotation, Shape, ShapeSet};
pub use tile::{CellContent, Neighbour, Tile};
pub use time::Micros;
pub use view::{PlacedPiece, View};
