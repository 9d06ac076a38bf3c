//! What a player can choose, and what follows from it.

mod choices;
mod table;

pub use choices::{BoardSize, Choice, LayoutChoice, Motion, PIP_RENDER_MODE, PipMode, TuneChoice};
#[cfg(feature = "terminal")]
pub use choices::{Characters, Colours};
pub use table::{Control, FrontEnd, SETTINGS, Section, Setting, Settings};

use quintet_engine::{Handling, Micros, Rules, SoftDrop};
use quintet_protocol::limits::MAX_HANDICAP;
use quintet_records::{Document, Json};

use crate::duel::{MatchScore, Opponent, ROUNDS};
use crate::games::GameEntry;
use crate::keys::{Action, KeyMap};

/// What a row of the table may hold.
trait Value: Sized {
    /// As it is stored.
    fn to_json(&self) -> Json;
    /// As it is read; none where it is invalid.
    fn from_json(json: &Json) -> Option<Self>;
}

impl Value for bool {
    fn to_json(&self) -> Json {
        Json::Bool(*self)
    }

    fn from_json(json: &Json) -> Option<bool> {
        match json {
            Json::Bool(value) => Some(*value),
            _ => None,
        }
    }
}

impl Value for u32 {
    fn to_json(&self) -> Json {
        (*self).into()
    }

    fn from_json(json: &Json) -> Option<u32> {
        match json {
            Json::Number(number) => u32::try_from(*number).ok(),
            _ => None,
        }
    }
}

impl Value for u8 {
    fn to_json(&self) -> Json {
        (*self).into()
    }

    fn from_json(json: &Json) -> Option<u8> {
        u8::try_from(u32::from_json(json)?).ok()
    }
}

impl<T: Choice> Value for T {
    fn to_json(&self) -> Json {
        T::SLUGS[self.index()].into()
    }

    fn from_json(json: &Json) -> Option<T> {
        let text = json.as_text()?;
        T::SLUGS.iter().position(|slug| *slug == text).map(T::at)
    }
}

/// The keys that a player gave an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OwnKeys {
    /// The game, and the seat if it is not the first.
    place: String,
    /// The action's name.
    action: String,
    /// Its keys.
    codes: Vec<String>,
}

#[cfg(feature = "terminal")]
impl Settings {
    /// What only the terminal has, which is a document of its own.
    pub fn terminal_to_json(&self) -> Json {
        let rows = self.rows_to_json(|front| front == FrontEnd::Terminal).into_iter();
        Json::Object(rows.map(|(name, value)| (name.to_owned(), value)).collect())
    }

    /// Reads what only the terminal has.
    pub fn read_terminal(&mut self, json: &Json) {
        self.read_rows(json);
    }
}

impl Settings {
    /// A match on the chosen terms. Only a duel has a handicap.
    pub fn match_score(&self, game: &GameEntry) -> MatchScore {
        let handicap = if game.is_duel() { self.handicap } else { [0; 2] };
        MatchScore { handicap, ..MatchScore::new(self.terms) }
    }

    /// The rules with the player's handling and previews, where the game leaves them to the player.
    pub fn apply(&self, rules: Rules, game: &GameEntry) -> Rules {
        if !game.own_handling {
            return rules;
        }
        // B-32: how fast a soft drop is may be part of the rules; and in a duel both see as far.
        let soft_drop = match rules.handling.soft_drop {
            SoftDrop::Every(_) => SoftDrop::Every(Micros(self.soft_drop_us.into())),
            fixed @ (SoftDrop::Times(_) | SoftDrop::OncePerPress) => fixed,
        };
        let handling = Handling {
            das: Micros::from_millis(self.das_ms.into()),
            arr: Micros::from_millis(self.arr_ms.into()),
            soft_drop,
            dcd: Micros::from_millis(self.dcd_ms.into()),
            initial_rotation: self.initial_rotation,
            initial_hold: self.initial_hold,
        };
        let previews = if game.is_duel() { rules.previews } else { self.previews };
        Rules { handling: handling.within(rules.game), previews, ..rules }
    }

    /// Whether as little as possible moves.
    pub fn is_still(&self, system: bool) -> bool {
        match self.motion {
            Motion::System => system,
            Motion::Full => false,
            Motion::Reduced => true,
        }
    }

    /// The keys of a game as the player has set them.
    pub fn key_map(&self, game: &GameEntry) -> KeyMap {
        self.own_keys(game, KeyMap::of(game))
    }

    /// These keys of a game, but for those that the player has set.
    pub fn own_keys(&self, game: &GameEntry, mut map: KeyMap) -> KeyMap {
        for seat in 0..game.seats.len() {
            let place = keys_of(game, seat);
            for own in self.keys.iter().filter(|own| own.place == place) {
                if let Some(action) = Action::from_slug(&own.action) {
                    map.set(seat, action, &own.codes);
                }
            }
        }
        map
    }

    /// Gives an action other keys.
    pub fn set_keys(&mut self, game: &GameEntry, seat: usize, action: Action, codes: Vec<String>) {
        let (place, action) = (keys_of(game, seat), action.slug().to_owned());
        self.keys.retain(|own| own.place != place || own.action != action);
        self.keys.push(OwnKeys { place, action, codes });
    }

    /// Gives a game its own keys back.
    pub fn reset_keys(&mut self, game: &GameEntry) {
        for seat in 0..game.seats.len() {
            let place = keys_of(game, seat);
            self.keys.retain(|own| own.place != place);
        }
    }
}

/// A document that is there but lacks a field, or has an invalid one, has its default.
impl Document for Settings {
    fn to_json(&self) -> Json {
        let texts =
            |texts: &[String]| Json::List(texts.iter().map(|text| text.as_str().into()).collect());
        let keys = self.keys.iter().map(|own| {
            Json::object([
                ("place", own.place.as_str().into()),
                ("action", own.action.as_str().into()),
                ("codes", texts(&own.codes)),
            ])
        });
        let rows = self.rows_to_json(|front| front != FrontEnd::Terminal).into_iter();
        let others = [
            ("language", self.language.as_str().into()),
            ("mode", self.terms.mode.into()),
            ("opponent", self.terms.opponent.number().into()),
            ("best_of", self.terms.best_of.into()),
            ("own_garbage", self.handicap[0].into()),
            ("other_garbage", self.handicap[1].into()),
            ("keys", Json::List(keys.collect())),
        ];
        Json::Object(rows.chain(others).map(|(name, value)| (name.to_owned(), value)).collect())
    }

    fn from_json(json: &Json) -> Option<Settings> {
        json.fields()?;
        let mut settings = Settings::default();
        settings.read_rows(json);
        json.text("language").unwrap_or_default().clone_into(&mut settings.language);
        let terms = &mut settings.terms;
        terms.mode = json.number("mode").unwrap_or(terms.mode);
        terms.opponent = json.number("opponent").map_or(terms.opponent, Opponent::from_number);
        let best_of = json.number("best_of").filter(|rounds| ROUNDS.contains(rounds));
        terms.best_of = best_of.unwrap_or(terms.best_of);
        settings.handicap = ["own_garbage", "other_garbage"]
            .map(|name| json.number(name).filter(|&rows| rows <= MAX_HANDICAP).unwrap_or(0));
        let keys = json.get("keys").and_then(Json::items).unwrap_or_default();
        settings.keys = keys.iter().filter_map(own_keys).collect();
        Some(settings)
    }
}

fn own_keys(json: &Json) -> Option<OwnKeys> {
    let codes = json.get("codes")?.items()?.iter();
    Some(OwnKeys {
        place: json.text("place")?.to_owned(),
        action: json.text("action")?.to_owned(),
        codes: codes.filter_map(|code| Some(code.as_text()?.to_owned())).collect(),
    })
}

fn keys_of(game: &GameEntry, seat: usize) -> String {
    match seat {
        0 => game.slug.to_owned(),
        _ => format!("{}-{}", game.slug, seat + 1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::duel::MatchTerms;
    use crate::games;
    use quintet_engine::GameName;

    #[test]
    fn defaults_leave_marathon_as_it_is_written() {
        let game = games::first();
        let rules = Rules::marathon();
        assert_eq!(Settings::default().apply(rules, game), rules);
    }

    #[test]
    fn defaults_leave_both_forms_of_battle_as_they_are_written() {
        let game = games::find("battle").expect("it can be played");
        for mode in game.modes {
            assert_eq!(Settings::default().apply(mode.rules(), game), mode.rules());
        }
    }

    #[test]
    fn a_cut_delay_and_initial_actions_reach_modern_games_and_no_others() {
        let own = Settings {
            dcd_ms: 30,
            initial_rotation: true,
            initial_hold: true,
            ..Settings::default()
        };
        let own = Settings::from_json(&own.to_json()).expect("it was just written");
        for name in GameName::ALL {
            let (game, mode) = games::of(name);
            let rules = own.apply(mode.rules(), game);
            if name.has_modern_handling() {
                let Handling { dcd, initial_rotation, initial_hold, .. } = rules.handling;
                assert_eq!(dcd, Micros::from_millis(30), "{name}");
                assert!(initial_rotation && initial_hold, "{name}");
            } else {
                assert_eq!(rules, mode.rules(), "{name}");
            }
            assert!(rules.are_of_named_game(), "results count: {name}");
        }
    }

    #[test]
    fn what_was_chosen_for_a_match_is_remembered() {
        let terms = MatchTerms { mode: 1, opponent: Opponent::Person, best_of: 5 };
        let settings = Settings { terms, handicap: [0, 7], ..Settings::default() };
        assert_eq!(Settings::from_json(&settings.to_json()), Some(settings));
        let beyond = Json::object([("own_garbage", 3_u8.into()), ("other_garbage", 11_u8.into())]);
        let settings = Settings::from_json(&beyond).expect("it is an object");
        assert_eq!(settings.handicap, [3, 0], "more than a room allows");
    }

    /// A handicap of duels once kept all other games out of the statistics.
    #[test]
    fn only_a_duel_has_a_handicap() {
        let settings = Settings { handicap: [0, 7], ..Settings::default() };
        for game in &games::GAMES {
            assert_eq!(settings.match_score(game).has_handicap(), game.is_duel(), "{}", game.slug);
        }
    }

    #[test]
    fn what_a_stored_document_lacks_has_its_default_and_numbers_stay_within_limits() {
        let stored = r#"{"das_ms":99999,"previews":0,"ghost":false,"grid":7,"older":"field"}"#;
        let stored = Json::parse(stored).expect("it is JSON");
        let settings = Settings::from_json(&stored).expect("it is an object");
        assert_eq!((settings.das_ms, settings.previews, settings.ghost), (400, 1, false));
        assert_eq!((settings.arr_ms, settings.grid), (50, true));
        assert_eq!(Settings::from_json(&Json::Null), None);
    }

    /// As the app wrote them when its settings were its own.
    #[test]
    fn settings_of_older_versions_are_read() {
        let stored = r#"{"das_ms":120,"arr_ms":0,"soft_drop_us":16667,"previews":5,"ghost":false,
            "grid":false,"crt":false,"safe_colours":true,"marks":true,"high_contrast":true,
            "pips":"numbers","board_size":"zoom","zoom":150,"layout":"touch","motion":"reduced",
            "live_speed":true,"live_pace":true,"sound":10,"music":0,"muted":true,
            "left_handed":true,"gestures":true,"gamepad":false,"count_in":false,
            "start_count":true,"quick_restart":true,"language":"de","mode":1,"opponent":0,
            "best_of":3,"keys":[{"place":"battle-2","action":"hold","codes":["KeyT"]}]}"#;
        let settings = Settings::from_json(&Json::parse(stored).expect("it is JSON"));
        let settings = settings.expect("it is an object");
        let numbers = (settings.das_ms, settings.arr_ms, settings.previews, settings.zoom);
        assert_eq!(numbers, (120, 0, 5, 150));
        assert_eq!((settings.soft_drop_us, settings.sound, settings.music), (16_667, 10, 0));
        assert!(!(settings.ghost || settings.grid || settings.crt));
        assert!(settings.safe_colours && settings.marks && settings.high_contrast);
        assert_eq!((settings.pips, settings.motion), (PipMode::Numbers, Motion::Reduced));
        assert_eq!((settings.board_size, settings.layout), (BoardSize::Zoom, LayoutChoice::Touch));
        assert!(settings.live_speed && settings.live_pace && settings.muted);
        assert!(settings.left_handed && settings.gestures && !settings.gamepad);
        assert!(!settings.count_in && settings.start_count && settings.quick_restart);
        assert_eq!(settings.language, "de");
        let terms = MatchTerms { mode: 1, opponent: Opponent::Person, best_of: 3 };
        assert_eq!(settings.terms, terms);
        let battle = games::find("battle").expect("it can be played");
        assert_eq!(settings.key_map(battle).find("KeyT"), Some((1, Action::Hold)));
    }

    #[test]
    fn every_setting_is_stored_under_a_name_of_its_own() {
        let mut names: Vec<&str> = SETTINGS.iter().map(|setting| setting.name).collect();
        names.extend(["language", "mode", "opponent", "best_of", "keys"]);
        names.extend(["own_garbage", "other_garbage"]);
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn a_key_that_was_set_replaces_the_games_own() {
        let game = games::first();
        let mut settings = Settings::default();
        settings.set_keys(game, 0, Action::Hold, vec!["KeyV".to_owned()]);
        let settings = Settings::from_json(&settings.to_json());
        let mut settings = settings.expect("it was just written");
        let map = settings.key_map(game);
        assert_eq!(map.find("KeyV"), Some((0, Action::Hold)));
        assert_eq!(map.find("KeyC"), None);
        settings.reset_keys(game);
        assert_eq!(settings.key_map(game).find("KeyC"), Some((0, Action::Hold)));
    }
}
