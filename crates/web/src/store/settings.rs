//! What a player can choose.

use quintet_engine::{Handling, Micros, Rules, SoftDrop};

use super::{Document, Json};
use crate::draw::{Look, PIP_RENDER_MODE, PipMode};
use crate::duel::{Opponent, ROUNDS, Terms};
use crate::games::GameEntry;
use crate::keys::{Action, KeyMap};

/// How much may move on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Motion {
    /// As the device asks.
    #[default]
    System,
    /// Everything.
    Full,
    /// As little as possible.
    Reduced,
}

impl Motion {
    /// Every choice.
    pub(crate) const ALL: [Motion; 3] = [Motion::System, Motion::Full, Motion::Reduced];

    /// What a player reads.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Motion::System => "As the device asks",
            Motion::Full => "Everything moves",
            Motion::Reduced => "Reduced",
        }
    }

    /// The name under which it is kept.
    pub(crate) const fn slug(self) -> &'static str {
        match self {
            Motion::System => "system",
            Motion::Full => "full",
            Motion::Reduced => "reduced",
        }
    }
}

/// Every option. A field that a stored document lacks has its default.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the settings page")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// From press to first repeat.
    pub(crate) das_ms: u32,
    /// From repeat to repeat.
    pub(crate) arr_ms: u32,
    /// From row to row of a soft drop, in microseconds: the default is one frame.
    pub(crate) soft_drop_us: u32,
    /// How many coming pieces are shown.
    pub(crate) previews: u8,
    /// Whether the ghost is shown.
    pub(crate) ghost: bool,
    /// Whether empty cells carry their mark.
    pub(crate) grid: bool,
    /// Loudness of effects, 0 to 100.
    pub(crate) sound: u8,
    /// Loudness of music, 0 to 100.
    pub(crate) music: u8,
    /// Whether everything is silent.
    pub(crate) muted: bool,
    /// Whether pieces have colours that everybody can tell apart.
    pub(crate) safe_colours: bool,
    /// Whether pieces carry their letter.
    pub(crate) marks: bool,
    /// Whether contrast is as high as it goes.
    pub(crate) high_contrast: bool,
    /// How dominoes show their values. (D-91)
    pub(crate) pips: PipMode,
    /// How much may move.
    pub(crate) motion: Motion,
    /// Whether scanlines and vignette are shown.
    pub(crate) crt: bool,
    /// Whether the touch controls change sides.
    pub(crate) left_handed: bool,
    /// Whether the board takes drags and swipes in all directions.
    pub(crate) gestures: bool,
    /// Whether gamepads are listened to.
    pub(crate) gamepad: bool,
    /// Whether a game goes on after a count of three.
    pub(crate) count_in: bool,
    /// What was chosen for the last match of two.
    pub(crate) terms: Terms,
    /// Keys that differ from a game's own.
    pub(crate) keys: Vec<OwnKeys>,
}

/// The keys that a player gave an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OwnKeys {
    /// The game, and the seat if it is not the first.
    place: String,
    /// The action's name.
    action: String,
    /// Its keys.
    codes: Vec<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            das_ms: Handling::STANDARD.das.as_millis() as u32,
            arr_ms: Handling::STANDARD.arr.as_millis() as u32,
            soft_drop_us: Micros::FRAME.0 as u32,
            previews: Rules::marathon().previews,
            ghost: true,
            grid: true,
            sound: 70,
            music: 35,
            muted: false,
            safe_colours: false,
            marks: false,
            high_contrast: false,
            pips: PIP_RENDER_MODE,
            motion: Motion::System,
            crt: true,
            left_handed: false,
            gestures: false,
            gamepad: true,
            count_in: true,
            terms: Terms::default(),
            keys: Vec::new(),
        }
    }
}

/// The limits of the numbers, which the page of settings shows and a stored document is held to.
impl Settings {
    /// Longest delay before the first repeat.
    pub(crate) const MAX_DAS_MS: u32 = 400;
    /// Longest time between repeats.
    pub(crate) const MAX_ARR_MS: u32 = 200;
    /// Slowest soft drop.
    pub(crate) const MAX_SOFT_DROP_US: u32 = 200_000;
    /// Most pieces shown in advance.
    pub(crate) const MAX_PREVIEWS: u8 = quintet_engine::MAX_PREVIEWS;

    /// A soft drop's speed from whole milliseconds, where 16 stands for exactly one frame.
    pub(crate) fn soft_drop_from_ms(ms: u32) -> u32 {
        let frame = Micros::FRAME.0 as u32;
        if ms == frame / 1000 { frame } else { ms * 1000 }
    }

    /// The same with every number within its limits.
    fn within_limits(mut self) -> Settings {
        self.das_ms = self.das_ms.min(Self::MAX_DAS_MS);
        self.arr_ms = self.arr_ms.min(Self::MAX_ARR_MS);
        self.soft_drop_us = self.soft_drop_us.min(Self::MAX_SOFT_DROP_US);
        self.previews = self.previews.clamp(1, Self::MAX_PREVIEWS);
        self.sound = self.sound.min(100);
        self.music = self.music.min(100);
        self
    }

    /// The rules with the player's handling and previews, where the game leaves them to the player.
    pub(crate) fn apply(&self, rules: Rules, game: &GameEntry) -> Rules {
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
        };
        let previews = if game.is_duel() { rules.previews } else { self.previews };
        Rules { handling, previews, ..rules }
    }

    /// How boards are to look; `still` says whether the device asks for little motion.
    pub(crate) fn look(&self, still: bool) -> Look {
        Look {
            ghost: self.ghost,
            grid: self.grid,
            marks: self.marks || self.safe_colours || self.high_contrast,
            contrast: self.high_contrast,
            safe_colours: self.safe_colours,
            still: self.is_still(still),
            pips: self.pips,
        }
    }

    /// Whether as little as possible moves.
    pub(crate) fn is_still(&self, system: bool) -> bool {
        match self.motion {
            Motion::System => system,
            Motion::Full => false,
            Motion::Reduced => true,
        }
    }

    /// The keys of a game as the player has set them.
    pub(crate) fn key_map(&self, game: &GameEntry) -> KeyMap {
        let mut map = KeyMap::of(game);
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
    pub(crate) fn set_keys(
        &mut self,
        game: &GameEntry,
        seat: usize,
        action: Action,
        codes: Vec<String>,
    ) {
        let (place, action) = (keys_of(game, seat), action.slug().to_owned());
        self.keys.retain(|own| own.place != place || own.action != action);
        self.keys.push(OwnKeys { place, action, codes });
    }

    /// Gives a game its own keys back.
    pub(crate) fn reset_keys(&mut self, game: &GameEntry) {
        for seat in 0..game.seats.len() {
            let place = keys_of(game, seat);
            self.keys.retain(|own| own.place != place);
        }
    }
}

/// A document that is there but lacks a field, or has one that makes no sense, has its default.
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
        Json::object([
            ("das_ms", self.das_ms.into()),
            ("arr_ms", self.arr_ms.into()),
            ("soft_drop_us", self.soft_drop_us.into()),
            ("previews", self.previews.into()),
            ("ghost", self.ghost.into()),
            ("grid", self.grid.into()),
            ("sound", self.sound.into()),
            ("music", self.music.into()),
            ("muted", self.muted.into()),
            ("safe_colours", self.safe_colours.into()),
            ("marks", self.marks.into()),
            ("high_contrast", self.high_contrast.into()),
            ("pips", self.pips.slug().into()),
            ("motion", self.motion.slug().into()),
            ("crt", self.crt.into()),
            ("left_handed", self.left_handed.into()),
            ("gestures", self.gestures.into()),
            ("gamepad", self.gamepad.into()),
            ("count_in", self.count_in.into()),
            ("mode", self.terms.mode.into()),
            ("opponent", self.terms.opponent.number().into()),
            ("best_of", self.terms.best_of.into()),
            ("keys", Json::List(keys.collect())),
        ])
    }

    fn from_json(json: &Json) -> Option<Settings> {
        json.fields()?;
        let own = Settings::default();
        let bool = |name: &str, own: bool| json.bool(name).unwrap_or(own);
        let motion = json.text("motion");
        let motion = Motion::ALL.into_iter().find(|choice| Some(choice.slug()) == motion);
        let pips = json.text("pips");
        let pips = PipMode::ALL.into_iter().find(|choice| Some(choice.slug()) == pips);
        let opponent = json.number("opponent").map(Opponent::from_number);
        let best_of = json.number("best_of").filter(|rounds| ROUNDS.contains(rounds));
        let terms = Terms {
            mode: json.number("mode").unwrap_or(own.terms.mode),
            opponent: opponent.unwrap_or(own.terms.opponent),
            best_of: best_of.unwrap_or(own.terms.best_of),
        };
        let keys = json.get("keys").and_then(Json::items).unwrap_or_default();
        let settings = Settings {
            das_ms: json.number("das_ms").unwrap_or(own.das_ms),
            arr_ms: json.number("arr_ms").unwrap_or(own.arr_ms),
            soft_drop_us: json.number("soft_drop_us").unwrap_or(own.soft_drop_us),
            previews: json.number("previews").unwrap_or(own.previews),
            ghost: bool("ghost", own.ghost),
            grid: bool("grid", own.grid),
            sound: json.number("sound").unwrap_or(own.sound),
            music: json.number("music").unwrap_or(own.music),
            muted: bool("muted", own.muted),
            safe_colours: bool("safe_colours", own.safe_colours),
            marks: bool("marks", own.marks),
            high_contrast: bool("high_contrast", own.high_contrast),
            pips: pips.unwrap_or(own.pips),
            motion: motion.unwrap_or(own.motion),
            crt: bool("crt", own.crt),
            left_handed: bool("left_handed", own.left_handed),
            gestures: bool("gestures", own.gestures),
            gamepad: bool("gamepad", own.gamepad),
            count_in: bool("count_in", own.count_in),
            terms,
            keys: keys.iter().filter_map(own_keys).collect(),
        };
        Some(settings.within_limits())
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
    use crate::games;

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
            assert_eq!(Settings::default().apply(mode.rules, game), mode.rules);
        }
    }

    #[test]
    fn what_was_chosen_for_a_match_is_remembered() {
        let terms = Terms { mode: 1, opponent: Opponent::Person, best_of: 5 };
        let settings = Settings { terms, ..Settings::default() };
        assert_eq!(Settings::from_json(&settings.to_json()), Some(settings));
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

    /// D-91
    #[test]
    fn dominoes_show_what_the_parameter_says_until_the_player_chooses() {
        let mut settings = Settings::default();
        assert_eq!(settings.look(false).pips, PIP_RENDER_MODE);
        settings.pips = PipMode::Numbers;
        let read = Settings::from_json(&settings.to_json()).expect("it was just written");
        assert_eq!(read.look(false).pips, PipMode::Numbers);
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
