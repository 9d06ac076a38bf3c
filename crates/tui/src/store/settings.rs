//! What a player can choose. The app's settings are the same document, and what only the app has in
//! it stays there; the terminal's own are a document beside it.

use quintet_engine::{Handling, MAX_PREVIEWS, Micros, Rules, SoftDrop};
use quintet_words::{Phrase, notices, numerals, settings as words, terminal};
use serde_json::{Map, Value, json};

use super::Store;
use crate::duel::{MatchTerms, Opponent, ROUNDS};
use crate::games::GameEntry;
use crate::keyboard::Emulation;
use crate::keys::{Action, KeyMap};

/// How many colours there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// As the environment says.
    #[default]
    Automatic,
    /// 24 bits.
    True,
    /// The palette of 256.
    Indexed,
    /// The palette of 16.
    Sixteen,
    /// None: letters.
    None,
}

/// Which characters there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Characters {
    /// As the locale says.
    #[default]
    Automatic,
    /// Blocks, lines and arrows.
    Unicode,
    /// Nothing but ASCII.
    Ascii,
}

impl Colours {
    /// Every value, with its name in options and files.
    pub const ALL: [(&str, Colours); 5] = [
        ("auto", Colours::Automatic),
        ("truecolor", Colours::True),
        ("256", Colours::Indexed),
        ("16", Colours::Sixteen),
        ("none", Colours::None),
    ];
}

impl Characters {
    /// Every value, with its name in options and files.
    pub const ALL: [(&str, Characters); 3] = [
        ("auto", Characters::Automatic),
        ("unicode", Characters::Unicode),
        ("ascii", Characters::Ascii),
    ];
}

/// The keys that a player gave an action.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OwnKeys {
    /// The game, and the seat if it is not the first.
    place: String,
    action: String,
    codes: Vec<String>,
}

/// Everything that a player can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch on the settings screen")]
pub struct Settings {
    pub(crate) das_ms: u32,
    pub(crate) arr_ms: u32,
    /// From row to row of a soft drop; the default is one frame.
    pub(crate) soft_drop_us: u32,
    pub(crate) previews: u32,
    pub(crate) ghost: bool,
    pub(crate) grid: bool,
    pub(crate) safe_colours: bool,
    pub(crate) marks: bool,
    pub(crate) high_contrast: bool,
    /// Whether dominoes show numbers in place of pips.
    pub(crate) numbers: bool,
    /// Whether clears are shown without effects.
    pub(crate) still: bool,
    pub(crate) count_in: bool,
    pub(crate) terms: MatchTerms,
    keys: Vec<OwnKeys>,
    /// How many colours are used.
    pub colours: Colours,
    /// Which characters are used.
    pub characters: Characters,
    pub(crate) key_hold_ms: u32,
    pub(crate) key_gap_ms: u32,
    pub(crate) bell: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        let emulation = Emulation::default();
        Settings {
            das_ms: Handling::STANDARD.das.as_millis() as u32,
            arr_ms: Handling::STANDARD.arr.as_millis() as u32,
            soft_drop_us: FRAME_US,
            previews: Rules::marathon().previews.into(),
            ghost: true,
            grid: true,
            safe_colours: false,
            marks: false,
            high_contrast: false,
            numbers: false,
            still: false,
            count_in: true,
            terms: MatchTerms::default(),
            keys: Vec::new(),
            colours: Colours::default(),
            characters: Characters::default(),
            key_hold_ms: emulation.hold.as_millis() as u32,
            key_gap_ms: emulation.gap.as_millis() as u32,
            bell: false,
        }
    }
}

const FRAME_US: u32 = Micros::FRAME.0 as u32;

/// How a setting is read and set.
pub(crate) enum Control {
    /// On or off.
    Switch(fn(&mut Settings) -> &mut bool),
    /// A number within limits, in steps.
    Number {
        limits: (u32, u32),
        step: u32,
        field: fn(&mut Settings) -> &mut u32,
        show: fn(u32) -> String,
    },
    /// One of a few values.
    Choice { labels: &'static [Phrase], get: fn(&Settings) -> usize, set: fn(&mut Settings, usize) },
}

/// A setting as the screen shows it.
pub(crate) struct Setting {
    /// The heading above it; the same as that of the one before shows once.
    pub(crate) section: Phrase,
    pub(crate) label: Phrase,
    pub(crate) note: Phrase,
    pub(crate) control: Control,
}

const fn setting(section: Phrase, label: Phrase, note: Phrase, control: Control) -> Setting {
    Setting { section, label, note, control }
}

fn milliseconds(ms: u32) -> String {
    numerals::milliseconds(ms).to_string()
}

fn soft_drop(us: u32) -> String {
    if us == FRAME_US { words::ONE_FRAME.into() } else { milliseconds(us / 1000) }
}

const fn ms(limits: (u32, u32), field: fn(&mut Settings) -> &mut u32) -> Control {
    Control::Number { limits, step: 5, field, show: milliseconds }
}

/// Every setting in the order of the screen.
pub(crate) const SETTINGS: &[Setting] = &[
    setting(words::HANDLING, words::DAS, words::DAS_NOTE, ms((0, 400), |all| &mut all.das_ms)),
    setting(words::HANDLING, words::ARR, words::ARR_NOTE, ms((0, 200), |all| &mut all.arr_ms)),
    setting(
        words::HANDLING,
        words::SOFT_DROP,
        words::SOFT_DROP_NOTE,
        Control::Number {
            limits: (0, 12 * FRAME_US),
            step: FRAME_US,
            field: |all| &mut all.soft_drop_us,
            show: soft_drop,
        },
    ),
    setting(
        words::HANDLING,
        words::PREVIEWS,
        words::PREVIEWS_NOTE,
        Control::Number {
            limits: (1, MAX_PREVIEWS as u32),
            step: 1,
            field: |all| &mut all.previews,
            show: |number| number.to_string(),
        },
    ),
    setting(
        words::HANDLING,
        words::COUNT_IN,
        words::COUNT_IN_NOTE,
        Control::Switch(|all| &mut all.count_in),
    ),
    setting(words::DISPLAY, words::GHOST, words::GHOST_NOTE, Control::Switch(|all| &mut all.ghost)),
    setting(words::DISPLAY, words::GRID, words::GRID_NOTE, Control::Switch(|all| &mut all.grid)),
    setting(
        words::DISPLAY,
        words::SAFE_COLOURS,
        words::SAFE_COLOURS_NOTE,
        Control::Switch(|all| &mut all.safe_colours),
    ),
    setting(
        words::DISPLAY,
        words::LETTERS,
        words::LETTERS_NOTE,
        Control::Switch(|all| &mut all.marks),
    ),
    setting(
        words::DISPLAY,
        words::HIGH_CONTRAST,
        words::HIGH_CONTRAST_NOTE,
        Control::Switch(|all| &mut all.high_contrast),
    ),
    setting(
        words::DISPLAY,
        words::DOMINO_TILES,
        words::DOMINO_TILES_NOTE,
        Control::Choice {
            labels: &[words::PIPS, words::NUMBERS],
            get: |all| usize::from(all.numbers),
            set: |all, index| all.numbers = index == 1,
        },
    ),
    setting(
        words::DISPLAY,
        words::MOTION,
        words::MOTION_NOTE,
        Control::Choice {
            labels: &[words::MOTION_FULL, words::MOTION_REDUCED],
            get: |all| usize::from(all.still),
            set: |all, index| all.still = index == 1,
        },
    ),
    setting(
        terminal::SECTION,
        terminal::COLOURS,
        terminal::COLOURS_NOTE,
        Control::Choice {
            labels: &[
                terminal::AUTOMATIC,
                terminal::TRUE_COLOUR,
                terminal::INDEXED,
                terminal::SIXTEEN,
                terminal::NONE,
            ],
            get: |all| place(&Colours::ALL, all.colours),
            set: |all, index| all.colours = Colours::ALL[index].1,
        },
    ),
    setting(
        terminal::SECTION,
        terminal::CHARACTERS,
        terminal::CHARACTERS_NOTE,
        Control::Choice {
            labels: &[terminal::AUTOMATIC, terminal::UNICODE, terminal::ASCII],
            get: |all| place(&Characters::ALL, all.characters),
            set: |all, index| all.characters = Characters::ALL[index].1,
        },
    ),
    setting(
        terminal::SECTION,
        terminal::KEY_HOLD,
        terminal::KEY_HOLD_NOTE,
        ms((20, 600), |all| &mut all.key_hold_ms),
    ),
    setting(
        terminal::SECTION,
        terminal::KEY_GAP,
        terminal::KEY_GAP_NOTE,
        ms((0, 200), |all| &mut all.key_gap_ms),
    ),
    setting(
        terminal::SECTION,
        terminal::BELL,
        terminal::BELL_NOTE,
        Control::Switch(|all| &mut all.bell),
    ),
];

fn place<T: Copy + PartialEq>(all: &[(&str, T)], value: T) -> usize {
    all.iter().position(|&(_, other)| other == value).unwrap_or(0)
}

impl Settings {
    /// The player's settings; what is missing or invalid has its default.
    pub fn load(store: &mut Store) -> Settings {
        let mut settings = Settings::default();
        for key in ["settings", "terminal"] {
            let Some(data) = store.read(key, notices::SETTINGS) else { continue };
            match data.as_object() {
                Some(fields) => settings.read(fields),
                None => store.refuse(&store.path(key), notices::SETTINGS, &notices::INVALID),
            }
        }
        settings
    }

    /// Keeps the settings, and what only the app has among them.
    pub(crate) fn save(&self, store: &mut Store) {
        let mut shared = match store.read("settings", notices::SETTINGS) {
            Some(Value::Object(fields)) => fields,
            _ => Map::new(),
        };
        // "As set on the device" is the app's, and means the same here as full motion.
        let by_device = shared.get("motion").and_then(Value::as_str) == Some("system");
        shared.extend(self.shared());
        if by_device && !self.still {
            shared.insert("motion".to_owned(), "system".into());
        }
        store.write("settings", &Value::Object(shared));
        let own = json!({
            "colours": Colours::ALL[place(&Colours::ALL, self.colours)].0,
            "characters": Characters::ALL[place(&Characters::ALL, self.characters)].0,
            "key_hold_ms": self.key_hold_ms,
            "key_gap_ms": self.key_gap_ms,
            "bell": self.bell,
        });
        store.write("terminal", &own);
    }

    fn shared(&self) -> Map<String, Value> {
        let keys = self
            .keys
            .iter()
            .map(|own| json!({ "place": own.place, "action": own.action, "codes": own.codes }));
        let fields = json!({
            "das_ms": self.das_ms,
            "arr_ms": self.arr_ms,
            "soft_drop_us": self.soft_drop_us,
            "previews": self.previews,
            "ghost": self.ghost,
            "grid": self.grid,
            "safe_colours": self.safe_colours,
            "marks": self.marks,
            "high_contrast": self.high_contrast,
            "pips": if self.numbers { "numbers" } else { "pips" },
            "motion": if self.still { "reduced" } else { "full" },
            "count_in": self.count_in,
            "opponent": self.terms.opponent.number(),
            "best_of": self.terms.best_of,
            "keys": keys.collect::<Vec<Value>>(),
        });
        if let Value::Object(fields) = fields { fields } else { Map::new() }
    }

    fn read(&mut self, fields: &Map<String, Value>) {
        let number = |name: &str| fields.get(name).and_then(Value::as_u64).map(|it| it as u32);
        let switch = |name: &str| fields.get(name).and_then(Value::as_bool);
        let text = |name: &str| fields.get(name).and_then(Value::as_str);
        for (name, field) in [
            ("das_ms", &mut self.das_ms),
            ("arr_ms", &mut self.arr_ms),
            ("soft_drop_us", &mut self.soft_drop_us),
            ("previews", &mut self.previews),
            ("key_hold_ms", &mut self.key_hold_ms),
            ("key_gap_ms", &mut self.key_gap_ms),
        ] {
            *field = number(name).unwrap_or(*field);
        }
        for (name, field) in [
            ("ghost", &mut self.ghost),
            ("grid", &mut self.grid),
            ("safe_colours", &mut self.safe_colours),
            ("marks", &mut self.marks),
            ("high_contrast", &mut self.high_contrast),
            ("count_in", &mut self.count_in),
            ("bell", &mut self.bell),
        ] {
            *field = switch(name).unwrap_or(*field);
        }
        self.numbers = text("pips").map_or(self.numbers, |pips| pips == "numbers");
        self.still = text("motion").map_or(self.still, |motion| motion == "reduced");
        let opponent = number("opponent").and_then(|number| u8::try_from(number).ok());
        self.terms.opponent = opponent.map_or(self.terms.opponent, Opponent::from_number);
        let rounds = number("best_of").and_then(|rounds| u8::try_from(rounds).ok());
        self.terms.best_of = rounds.filter(|it| ROUNDS.contains(it)).unwrap_or(self.terms.best_of);
        if let Some(keys) = fields.get("keys").and_then(Value::as_array) {
            self.keys = keys.iter().filter_map(own_keys).collect();
        }
        let named = |all: &[(&str, Colours)], name: &str| {
            all.iter().find(|(other, _)| *other == name).map(|&(_, value)| value)
        };
        if let Some(colours) = text("colours").and_then(|name| named(&Colours::ALL, name)) {
            self.colours = colours;
        }
        let characters = text("characters")
            .and_then(|name| Characters::ALL.iter().find(|(other, _)| *other == name));
        self.characters = characters.map_or(self.characters, |&(_, value)| value);
        for setting in SETTINGS {
            if let Control::Number { limits: (least, most), field, .. } = setting.control {
                let value = field(self);
                *value = (*value).clamp(least, most);
            }
        }
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
            ..rules.handling
        };
        let previews = if game.is_duel() { rules.previews } else { self.previews as u8 };
        Rules { handling, previews, ..rules }
    }

    /// How presses are emulated.
    pub(crate) fn emulation(&self) -> Emulation {
        Emulation {
            hold: Micros::from_millis(self.key_hold_ms.into()),
            gap: Micros::from_millis(self.key_gap_ms.into()),
        }
    }

    /// The keys of a game as the player has set them.
    pub(crate) fn key_map(&self, game: &GameEntry) -> KeyMap {
        let mut map = KeyMap::of(game.seats);
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

fn own_keys(json: &Value) -> Option<OwnKeys> {
    let codes = json.get("codes")?.as_array()?.iter();
    Some(OwnKeys {
        place: json.get("place")?.as_str()?.to_owned(),
        action: json.get("action")?.as_str()?.to_owned(),
        codes: codes.filter_map(|code| Some(code.as_str()?.to_owned())).collect(),
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
    use crate::store::testing::Scratch;

    #[test]
    fn settings_are_read_as_they_were_written_and_the_apps_own_stay() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        store.write("settings", &json!({ "das_ms": 99_999, "previews": 0, "crt": false }));
        let mut settings = Settings::load(store);
        assert_eq!((settings.das_ms, settings.previews), (400, 1), "numbers stay within limits");
        settings.colours = Colours::Sixteen;
        settings.numbers = true;
        settings.terms = MatchTerms { opponent: Opponent::Person, best_of: 5 };
        settings.set_keys(&games::all()[0], 0, Action::Hold, vec!["KeyV".to_owned()]);
        settings.save(store);
        assert_eq!(Settings::load(store), settings);
        let kept = store.read("settings", notices::SETTINGS).expect("it was just written");
        assert_eq!(kept["crt"], json!(false));
    }

    #[test]
    fn defaults_leave_every_game_as_it_is_written() {
        for game in games::all() {
            for mode in &game.modes {
                let rules = *mode.game.rules();
                assert_eq!(Settings::default().apply(rules, game), rules);
            }
        }
    }

    #[test]
    fn a_key_that_was_set_replaces_the_games_own() {
        let game = &games::all()[0];
        let mut settings = Settings::default();
        settings.set_keys(game, 0, Action::Hold, vec!["KeyV".to_owned()]);
        assert_eq!(settings.key_map(game).find("KeyV"), Some((0, Action::Hold)));
        assert_eq!(settings.key_map(game).find("KeyC"), None);
        settings.reset_keys(game);
        assert_eq!(settings.key_map(game).find("KeyC"), Some((0, Action::Hold)));
    }
}
