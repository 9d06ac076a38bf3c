//! What the browser app and the terminal have in common: the games as they are offered, their keys,
//! the settings, a game from its first piece to its result, matches on one device, numbers in play,
//! games that were left, and the lists of scores and finished games.
//!
//! A front end adds what a player sees and hears, and a [`Storage`] for documents.

mod celebration;
mod duel;
pub mod games;
mod judged;
mod keys;
mod play;
mod refusals;
mod settings;
pub mod statistics;
mod storage;
mod unfinished;

pub use celebration::Celebration;
pub use duel::{Handicap, LEVEL_NAMES, MatchScore, MatchTerms, Opponent, ROUNDS, player_name};
pub use games::{GameEntry, HelpGroup, HelpLine, Hint, Look, Mode, Panel};
pub use judged::MoveClass;
pub use keys::{Action, Binding, KeyMap, key_name, key_names};
pub use play::{
    GameResult, Live, LiveNumber, LongStep, Origin, Pace, Session, keep_online_game, why_ended,
};
pub use refusals::{playback_refused, position_refused, replay_refused};
pub use settings::{
    BoardSize, Choice, Control, FrontEnd, LayoutChoice, Motion, OwnKeys, PIP_RENDER_MODE, PipMode,
    SETTINGS, Section, Setting, Settings, TuneChoice,
};
#[cfg(feature = "terminal")]
pub use settings::{Characters, Colours};
pub use storage::{
    Scores, Storage, add_to_history, count_match, history, keep_former_history, load, match_tallies,
};
pub use unfinished::Unfinished;
