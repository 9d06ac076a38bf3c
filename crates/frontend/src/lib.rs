//! What the browser app and the terminal have in common: the games as they are offered, their keys,
//! the settings, matches on one device, and games that were left.
//!
//! A front end adds what a player sees and hears, and where documents are kept.

mod duel;
pub mod games;
mod keys;
mod settings;
pub mod statistics;
mod unfinished;

pub use duel::{LEVEL_NAMES, MatchScore, MatchTerms, Opponent, ROUNDS, player_name};
pub use games::{GameEntry, HelpGroup, HelpLine, Hint, Look, Mode, Panel};
pub use keys::{Action, Binding, KeyMap, key_name, key_names};
pub use settings::{
    BoardSize, Choice, Control, FrontEnd, LayoutChoice, Motion, OwnKeys, PIP_RENDER_MODE, PipMode,
    SETTINGS, Section, Setting, Settings, TuneChoice,
};
#[cfg(feature = "terminal")]
pub use settings::{Characters, Colours};
pub use unfinished::Unfinished;
