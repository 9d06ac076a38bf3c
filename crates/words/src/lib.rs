//! Every sentence that a player reads or a screen reader speaks.
//!
//! The modules hold the catalogue by subject: a constant [`Phrase`] for a sentence that never
//! varies, a function for one with numbers or names in it. English is built in. A [`Language`] that
//! is installed at the start replaces it phrase by phrase; what it lacks stays English.
//!
//! ```
//! use quintet_words::{menu, play};
//!
//! assert_eq!(&*menu::START_GAME, "START GAME");
//! assert_eq!(&*play::fives(35, 2, 1), "+35 x2, +1 life");
//! ```
//!
//! Programs choose by [`Phrase`], by enum or by number, never by comparing the words.

mod compile;
mod english;
mod language;
mod numbers;
mod phrase;

pub use compile::{CompileError, Compiled, compile};
#[cfg(feature = "terminal")]
pub use english::terminal;
pub use english::{
    games, keys, lessons, menu, notices, numerals, online, play, ranked, replays, results,
    settings, statistics,
};
pub use language::{Language, Plurals, install_late_english};
pub use numbers::{
    ShortText, exact_time, hundredths, number, per_second, percent, tenths, thousands, time,
};
pub use phrase::Phrase;
