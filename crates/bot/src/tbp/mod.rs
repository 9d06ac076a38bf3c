//! The Tetris Bot Protocol: a bot and a frontend exchange lines of JSON.
//!
//! [`serve`] is the bot's side: it keeps the [`Position`] that the frontend described up to date and
//! searches it on a thread of its own, so that a suggestion is ready when it is asked for. The rest is
//! what either side needs: [`Lines`] that are bounded in memory, messages from and to lines, and the
//! conversion of pieces and placements ([`to_tbp`], [`from_tbp`]).

mod convert;
mod line;
mod message;
mod position;
mod serve;
mod thinker;

pub use convert::{from_tbp, piece_to_tbp, to_tbp};
pub use line::{Line, Lines, MAX_LINE};
pub use message::{MessageError, from_bot, from_frontend, to_line};
pub use position::{Position, PositionError};
pub use serve::{Settings, serve};
pub use tbp as types;
