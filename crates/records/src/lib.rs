//! What front ends count and keep of games: statistics, the history of finished games, lists of
//! high scores and replays, and bytes as text.
//!
//! Reading and writing files or a browser's storage is each front end's own.

mod history;
mod replays;
mod scores;
mod statistics;
mod text;

pub use history::{Ending, GAMES_KEPT, History, Played};
pub use replays::{Kept, RECENT, ReplayIndex};
pub use scores::{Entry, Placing, insert, list_key};
pub use statistics::Statistics;
pub use text::{from_text, to_text};
