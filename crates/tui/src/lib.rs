//! Quintet in the terminal. It only translates: keys become timed inputs of the engine, and the
//! engine's views become characters.
//!
//! [`run`] plays on the terminal of this process. Everything below the loop is one value without
//! clock or terminal, which is what the tests drive.

mod app;
mod draw;
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
pub use keyboard::{Emulation, KeyMeaning, Keyboard, Reports};
pub use keys::{code_of, key_event};
pub use online::{Destination, ServerAddress, room_code};
pub use quintet_frontend::{Action, Characters, Choice, Colours, KeyMap, Opponent, Settings};
pub use run::{Ended, Options, PlayError, run};
pub use store::{BackupError, Folders, Store};

/// The default keys of a game.
pub fn key_map_of(game: quintet_engine::GameName) -> KeyMap {
    games::default_keys(&games::all()[games::of(game).0])
}
