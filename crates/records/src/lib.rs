//! What front ends count and keep of games: statistics, the history of finished games, lists of
//! high scores and replays, and the documents that all of it is stored as.
//!
//! Reading and writing files or a browser's storage is each front end's own.

mod document;
mod history;
mod json;
mod match_tallies;
mod replays;
mod scores;
mod statistics;
mod text;

pub use document::{Document, VERSION, open, seal};
pub use history::{Ending, GAMES_KEPT, History, Played, history_key};
pub use json::Json;
pub use match_tallies::MatchTallies;
pub use replays::{Kept, RECENT, RECENT_WITH_ROOM, ReplayIndex, first_to_go};
pub use scores::{Entry, Placing, insert, list_key};
pub use statistics::Statistics;
pub use text::{from_text, to_text};
