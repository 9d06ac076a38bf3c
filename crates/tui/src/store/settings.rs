//! What a player can choose, in two documents: the one that the app has too, and the terminal's own.

use quintet_frontend::Settings;
use quintet_records::Document;
use quintet_words::notices;

use super::Store;

/// The player's settings; what is missing or invalid has its default.
pub(crate) fn load_settings(store: &mut Store) -> Settings {
    let mut settings: Settings = store.load("settings", notices::SETTINGS).unwrap_or_default();
    if let Some(own) = store.read("terminal", notices::SETTINGS) {
        settings.read_terminal(&own);
    }
    settings
}

/// Keeps the settings.
pub(crate) fn save_settings(store: &mut Store, settings: &Settings) {
    store.write("settings", settings.to_json());
    store.write("terminal", settings.terminal_to_json());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;
    use quintet_frontend::{Action, Colours, MatchTerms, Motion, Opponent, PipMode, games};
    use quintet_records::Json;

    #[test]
    fn settings_are_read_as_they_were_written_and_the_apps_own_stay() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let stored = r#"{"das_ms":99999,"previews":0,"crt":false,"zoom":150,"motion":"system",
            "language":"de"}"#;
        store.write("settings", Json::parse(stored).expect("it is JSON"));
        let mut settings = load_settings(store);
        assert_eq!((settings.das_ms, settings.previews), (400, 1), "numbers stay within limits");
        settings.colours = Colours::Sixteen;
        settings.pips = PipMode::Numbers;
        settings.terms = MatchTerms { opponent: Opponent::Person, best_of: 5, mode: 1 };
        settings.set_keys(games::first(), 0, Action::Hold, vec!["KeyV".to_owned()]);
        save_settings(store, &settings);
        assert_eq!(load_settings(store), settings);
        assert_eq!((settings.crt, settings.zoom, settings.motion), (false, 150, Motion::System));
        assert_eq!(settings.language, "de");
        let kept = store.read("settings", notices::SETTINGS).expect("it was just written");
        assert_eq!((kept.bool("crt"), kept.get("colours")), (Some(false), None));
    }

    /// As the terminal wrote them before it shared its settings with the app.
    #[test]
    fn settings_of_older_versions_are_read() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let shared = r#"{"das_ms":100,"soft_drop_us":33334,"motion":"reduced","pips":"numbers"}"#;
        store.write("settings", Json::parse(shared).expect("it is JSON"));
        let own = r#"{"colours":"256","characters":"ascii","key_hold_ms":200,"bell":true}"#;
        store.write("terminal", Json::parse(own).expect("it is JSON"));
        let settings = load_settings(store);
        assert_eq!((settings.das_ms, settings.soft_drop_us), (100, 33_334));
        assert_eq!((settings.motion, settings.pips), (Motion::Reduced, PipMode::Numbers));
        assert_eq!((settings.colours, settings.key_hold_ms), (Colours::Indexed, 200));
        assert!(settings.bell && store.take_notices().is_empty());
    }
}
