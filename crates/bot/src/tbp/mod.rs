//! The Tetris Bot Protocol: a bot and a frontend that talk in lines of JSON.
//!
//! [`serve`] is the bot's side. The rest is what either side needs: [`Lines`] that stay within
//! bounds, messages from and to lines, and placements in the protocol's words.

mod convert;
mod line;
mod message;
mod position;
mod serve;
mod thinker;

pub use convert::{letter, told, understood};
pub use line::{LONGEST_LINE, Line, Lines};
pub use message::{MessageError, from_bot, from_frontend, line};
pub use position::{Position, PositionError};
pub use serve::{Settings, serve};
pub use tbp as types;
