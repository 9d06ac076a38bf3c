//! Quintet in the terminal. It only translates: keys become timed inputs of the engine, and the
//! engine's views become characters.
//!
//! [`run`] plays on the terminal of this process. Everything below the loop is one value without
//! clock or terminal, which is what the tests drive.

mod app;
mod draw;
mod duel;
mod games;
mod keyboard;
mod keys;
mod online;
mod run;
mod screens;
mod sources;
#[cfg(test)]
mod stage;
mod store;
#[cfg(test)]
mod svg;
mod terminal;
#[cfg(test)]
mod tests;

pub use app::Begin;
pub use draw::Depth;
pub use duel::Opponent;
pub use keyboard::{Emulation, Keyboard, Reports, Stroke};
pub use keys::{Action, KeyMap, code_of, key_event};
pub use online::{Destination, ServerAddress, room_code};
pub use run::{Ended, Options, PlayError, run};
pub use store::{BackupError, Characters, Colours, Folders, Settings, Store};
