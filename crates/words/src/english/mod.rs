//! The catalogue by subject, with its English texts.

/// Lists the modules, each of which defines its phrases.
macro_rules! subjects {
    ($($(#[$meta:meta])* $module:ident => $subject:ident $(if $feature:literal)?;)+) => {
        $($(#[cfg(feature = $feature)])? $(#[$meta])* pub mod $module;)+

        /// A module of the catalogue.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Subject { $($(#[cfg(feature = $feature)])? $subject),+ }

        /// Every module: what it is called, and the names of its phrases. Only who reads language
        /// files needs them; the app carries none.
        pub(crate) const NAMES: &[(&str, &[&str])] =
            &[$($(#[cfg(feature = $feature)])? (stringify!($module), $module::NAMES)),+];
        /// How many phrases every module has.
        pub(crate) const COUNTS: &[usize] =
            &[$($(#[cfg(feature = $feature)])? $module::NAMES.len()),+];
        /// By module and phrase, which arguments are numbers.
        pub(crate) const NUMBER_ARGS: &[&[&[bool]]] =
            &[$($(#[cfg(feature = $feature)])? $module::NUMBER_ARGS),+];
        /// The English texts of every module that are there from the start, one per line.
        pub(crate) const ENGLISH: &[&str] = &[$(
            $(#[cfg(feature = $feature)])?
            if Subject::$subject.is_late() && cfg!(target_family = "wasm") {
                ""
            } else {
                $module::ENGLISH
            }
        ),+];
        /// The English texts of modules that a program in a browser loads with its late part.
        pub(crate) const LATE_ENGLISH: &[&str] = &[$(
            $(#[cfg(feature = $feature)])?
            if Subject::$subject.is_late() { $module::ENGLISH } else { "" }
        ),+];
    };
}

impl Subject {
    /// Whether only screens of the app's late part use it.
    const fn is_late(self) -> bool {
        matches!(self, Subject::Settings | Subject::Replays | Subject::Online | Subject::Lessons)
    }
}

subjects! {
    /// How numbers are written.
    numerals => Numerals;
    /// The start screen.
    menu => Menu;
    /// The games: what they are called, and how they are explained.
    games => Games;
    /// A game in play.
    play => Play;
    /// The end of a game, and the lists of scores.
    results => Results;
    /// The settings.
    settings => Settings;
    /// Actions and keys.
    keys => Keys;
    /// The page of statistics.
    statistics => Statistics;
    /// Replays and their analysis.
    replays => Replays;
    /// Playing over a server.
    online => Online;
    /// Scores for the lists of a server, at the end of a game.
    ranked => Ranked;
    /// Notices and errors.
    notices => Notices;
    /// The pages that explain the games.
    lessons => Lessons;
    /// The terminal. It goes last and has a feature of its own, so that the app does not carry it.
    terminal => Terminal if "terminal";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_there_once_and_fits_into_a_line_of_a_language_file() {
        for ((subject, names), english) in NAMES.iter().zip(ENGLISH) {
            assert!(names.len() < 256, "{subject}: an index is a byte");
            assert_eq!(english.lines().count(), names.len(), "{subject}");
            assert!(english.lines().all(|text| text.trim() == text && !text.is_empty()));
        }
    }
}
