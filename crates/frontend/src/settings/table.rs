//! Every setting, once: a row says which front ends have it, and has its field, its default, its
//! limits, its name in storage and its place on the settings screen. A new setting is a new row.

use quintet_engine::{Handling, MAX_PREVIEWS, Micros, Rules};
use quintet_records::Json;
#[cfg(feature = "terminal")]
use quintet_words::terminal;
use quintet_words::{Phrase, ShortText, number, numerals, settings as words};

use super::choices::{
    BoardSize, Choice, LayoutChoice, Motion, PIP_RENDER_MODE, PipMode, TuneChoice,
};
#[cfg(feature = "terminal")]
use super::choices::{Characters, Colours};
use super::{OwnKeys, Value};
use crate::duel::{Handicap, MatchTerms};

/// Which front ends have a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrontEnd {
    /// All of them.
    All,
    /// The browser app only.
    App,
    /// The terminal only.
    Terminal,
}

/// A part of the settings screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// How pieces move.
    Handling,
    /// What is seen.
    Display,
    /// Numbers in play.
    Live,
    /// What is heard.
    Sound,
    /// Other ways to play than by keys.
    Touch,
    /// How games start, pause and start again.
    Game,
    /// What a terminal can do.
    #[cfg(feature = "terminal")]
    Terminal,
}

impl Section {
    /// Its heading.
    pub const fn title(self) -> Phrase {
        match self {
            Section::Handling => words::HANDLING,
            Section::Display => words::DISPLAY,
            Section::Live => words::LIVE,
            Section::Sound => words::SOUND_SECTION,
            Section::Touch => words::TOUCH,
            Section::Game => words::GAME,
            #[cfg(feature = "terminal")]
            Section::Terminal => terminal::SECTION,
        }
    }
}

/// A setting as the screen shows it.
#[derive(Debug)]
pub struct Setting {
    /// Which front ends have it.
    pub front: FrontEnd,
    /// Where it is shown.
    pub section: Section,
    /// What it is called.
    pub label: Phrase,
    /// What it does.
    pub note: Phrase,
    /// How it is set.
    pub control: Control,
    /// Its name in storage.
    pub(super) name: &'static str,
    /// As it is stored.
    to_json: fn(&Settings) -> Json,
    /// Takes what was stored; an invalid value changes nothing.
    read: fn(&mut Settings, &Json),
}

/// How a setting is read and set.
#[derive(Debug)]
pub enum Control {
    /// On or off.
    Switch {
        /// Whether it is on.
        get: fn(&Settings) -> bool,
        /// Sets it.
        set: fn(&mut Settings, bool),
    },
    /// A number within limits.
    Slider {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
        /// By how much a key press in the terminal changes it.
        step: u32,
        /// What it is.
        get: fn(&Settings) -> u32,
        /// Sets it.
        set: fn(&mut Settings, u32),
        /// The number as a player reads it.
        show: fn(u32) -> ShortText,
    },
    /// One of a few values.
    Choice {
        /// What they are called.
        labels: &'static [Phrase],
        /// Which it is.
        get: fn(&Settings) -> usize,
        /// Sets it.
        set: fn(&mut Settings, usize),
    },
}

macro_rules! settings {
    ($($section:ident {
        $($(#[$attribute:meta])* $front:ident $name:ident: $kind:ty = $default:expr
            => $control:ident $(($($arg:expr),+))?, $label:expr, $note:expr;)+
    })+) => {
        /// Everything that a player can choose.
        #[allow(
            clippy::struct_excessive_bools,
            reason = "each is a switch on the settings screen, and some groups have many"
        )]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Settings {
            $($($(#[$attribute])* pub $name: $kind,)+)+
            /// The code of the language; empty for English.
            pub language: String,
            /// What was chosen for the last match of two.
            pub terms: MatchTerms,
            /// Rows of garbage that both players of such a match begin with, where they are offered.
            pub handicap: Handicap,
            /// Keys that differ from a game's own.
            pub keys: Vec<OwnKeys>,
        }

        impl Default for Settings {
            #[allow(unused_doc_comments, reason = "a row's attributes are for its field")]
            fn default() -> Settings {
                Settings {
                    $($($(#[$attribute])* $name: $default,)+)+
                    language: String::new(),
                    terms: MatchTerms::default(),
                    handicap: [0; 2],
                    keys: Vec::new(),
                }
            }
        }

        /// Every setting in the order of the screen.
        #[allow(unused_doc_comments, reason = "a row's attributes are for its field")]
        pub const SETTINGS: &[Setting] = &[$($($(#[$attribute])* Setting {
            front: FrontEnd::$front,
            section: Section::$section,
            label: $label,
            note: $note,
            control: settings!(@$control $name $kind $(, $($arg),+)?),
            name: stringify!($name),
            to_json: |settings| settings.$name.to_json(),
            read: |settings, json| {
                if let Some(value) = Value::from_json(json) {
                    settings.$name = value;
                }
            },
        },)+)+];
    };
    (@switch $name:ident $kind:ty) => {
        Control::Switch {
            get: |settings| settings.$name,
            set: |settings, value| settings.$name = value,
        }
    };
    (@slider $name:ident $kind:ty, $least:expr, $most:expr, $step:expr, $show:expr) => {
        Control::Slider {
            least: $least,
            most: $most,
            step: $step,
            get: |settings| settings.$name as u32,
            set: |settings, value| settings.$name = value as $kind,
            show: $show,
        }
    };
    (@choice $name:ident $kind:ty) => {
        Control::Choice {
            labels: <$kind as Choice>::LABELS,
            get: |settings| settings.$name.index(),
            set: |settings, index| settings.$name = Choice::at(index),
        }
    };
    (@custom $name:ident $kind:ty, $control:expr) => {
        $control
    };
}

settings! {
    Handling {
        /// From press to first repeat.
        All das_ms: u32 = Handling::STANDARD.das.as_millis() as u32
            => slider(0, 400, 5, numerals::milliseconds), words::DAS, words::DAS_NOTE;
        /// From repeat to repeat.
        All arr_ms: u32 = Handling::STANDARD.arr.as_millis() as u32
            => slider(0, 200, 5, numerals::milliseconds), words::ARR, words::ARR_NOTE;
        /// For how long left and right do not repeat after a piece has entered or been rotated.
        All dcd_ms: u32 = Handling::STANDARD.dcd.as_millis() as u32
            => slider(0, 100, 5, numerals::milliseconds), words::DCD, words::DCD_NOTE;
        /// Whether a rotation button that is held down rotates a piece as it enters.
        All initial_rotation: bool = Handling::STANDARD.initial_rotation
            => switch, words::INITIAL_ROTATION, words::INITIAL_ROTATION_NOTE;
        /// Whether a hold button that is held down holds a piece as it enters.
        All initial_hold: bool = Handling::STANDARD.initial_hold
            => switch, words::INITIAL_HOLD, words::INITIAL_HOLD_NOTE;
        /// From row to row of a soft drop, in microseconds: the default is one frame.
        All soft_drop_us: u32 = FRAME_US
            => custom(SOFT_DROP), words::SOFT_DROP, words::SOFT_DROP_NOTE;
        /// How many coming pieces are shown.
        All previews: u8 = Rules::marathon().previews
            => slider(1, MAX_PREVIEWS as u32, 1, number), words::PREVIEWS, words::PREVIEWS_NOTE;
    }
    Display {
        /// Whether the ghost is shown.
        All ghost: bool = true => switch, words::GHOST, words::GHOST_NOTE;
        /// Whether empty cells carry their mark.
        All grid: bool = true => switch, words::GRID, words::GRID_NOTE;
        /// Whether scanlines and vignette are shown.
        App crt: bool = true => switch, words::SCANLINES, words::SCANLINES_NOTE;
        /// Whether pieces have colours that everybody can tell apart.
        All safe_colours: bool = false => switch, words::SAFE_COLOURS, words::SAFE_COLOURS_NOTE;
        /// Whether pieces carry their letter.
        All marks: bool = false => switch, words::LETTERS, words::LETTERS_NOTE;
        /// Whether contrast is as high as it goes.
        All high_contrast: bool = false => switch, words::HIGH_CONTRAST, words::HIGH_CONTRAST_NOTE;
        /// How dominoes show their values. (D-91)
        All pips: PipMode = PIP_RENDER_MODE
            => choice, words::DOMINO_TILES, words::DOMINO_TILES_NOTE;
        /// How large boards are.
        App board_size: BoardSize = BoardSize::Standard
            => choice, words::BOARD_SIZE, words::BOARD_SIZE_NOTE;
        /// Per cent of a board's standard size, where it is zoomed.
        App zoom: u32 = 100 => slider(50, 300, 5, numerals::percent), words::ZOOM, words::ZOOM_NOTE;
        /// Whether games are laid out for keys or for touch.
        App layout: LayoutChoice = LayoutChoice::Automatic
            => choice, words::LAYOUT, words::LAYOUT_NOTE;
        /// How much may move.
        All motion: Motion = Motion::System => choice, words::MOTION, words::MOTION_NOTE;
    }
    Live {
        /// Whether pieces per second are shown.
        All live_speed: bool = false => switch, words::LIVE_SPEED, words::LIVE_SPEED_NOTE;
        /// Whether keys per piece are shown.
        All live_keys: bool = false => switch, words::LIVE_KEYS, words::LIVE_KEYS_NOTE;
        /// Whether finesse is shown.
        All live_finesse: bool = false => switch, words::LIVE_FINESSE, words::LIVE_FINESSE_NOTE;
        /// Whether the best game and the distance to it are shown.
        All live_pace: bool = false => switch, words::LIVE_PACE, words::LIVE_PACE_NOTE;
        /// Whether the attack per minute is shown in duels.
        All live_attack: bool = false => switch, words::LIVE_ATTACK, words::LIVE_ATTACK_NOTE;
    }
    Sound {
        /// Volume of effects, 0 to 100.
        App sound: u8 = 70 => slider(0, 100, 5, numerals::percent), words::SOUND, words::SOUND_NOTE;
        /// Volume of music, 0 to 100.
        App music: u8 = 35 => slider(0, 100, 5, numerals::percent), words::MUSIC, words::MUSIC_NOTE;
        /// Which tune plays.
        App tune: TuneChoice = TuneChoice::Evening => choice, words::TUNE, words::TUNE_NOTE;
        /// Whether everything is silent.
        App muted: bool = false => switch, words::MUTE, words::MUTE_NOTE;
    }
    Touch {
        /// Whether the touch controls change sides.
        App left_handed: bool = false => switch, words::LEFT_HANDED, words::LEFT_HANDED_NOTE;
        /// Whether the board takes drags and swipes in all directions.
        App gestures: bool = false => switch, words::GESTURES, words::GESTURES_NOTE;
        /// Whether the device vibrates at locks and clears.
        App vibration: bool = false => switch, words::VIBRATION, words::VIBRATION_NOTE;
        /// Whether a game on a phone takes the whole screen.
        App full_screen: bool = false => switch, words::FULL_SCREEN, words::FULL_SCREEN_NOTE;
        /// Whether gamepads are listened to.
        App gamepad: bool = true => switch, words::GAMEPAD, words::GAMEPAD_NOTE;
    }
    Game {
        /// Whether a game resumes after a count of three.
        All count_in: bool = true => switch, words::COUNT_IN, words::COUNT_IN_NOTE;
        /// Whether a game for one begins after a count of three.
        All start_count: bool = false => switch, words::START_COUNT, words::START_COUNT_NOTE;
        /// Whether the restart key works at once in the middle of a game.
        All quick_restart: bool = false => switch, words::QUICK_RESTART, words::QUICK_RESTART_NOTE;
    }
    Terminal {
        /// How many colours are used.
        #[cfg(feature = "terminal")]
        Terminal colours: Colours = Colours::Automatic
            => choice, terminal::COLOURS, terminal::COLOURS_NOTE;
        /// Which characters are used.
        #[cfg(feature = "terminal")]
        Terminal characters: Characters = Characters::Automatic
            => choice, terminal::CHARACTERS, terminal::CHARACTERS_NOTE;
        /// How long a key counts as held after its last repeat, where releases are not reported.
        #[cfg(feature = "terminal")]
        Terminal key_hold_ms: u32 = KEY_HOLD_MS
            => slider(20, 600, 5, numerals::milliseconds),
            terminal::KEY_HOLD, terminal::KEY_HOLD_NOTE;
        /// The same key sooner than this is a repeat, where releases are not reported.
        #[cfg(feature = "terminal")]
        Terminal key_gap_ms: u32 = KEY_GAP_MS
            => slider(0, 200, 5, numerals::milliseconds), terminal::KEY_GAP, terminal::KEY_GAP_NOTE;
        /// Whether the bell rings.
        #[cfg(feature = "terminal")]
        Terminal bell: bool = false => switch, terminal::BELL, terminal::BELL_NOTE;
    }
}

impl Settings {
    /// The rows of the table as they are stored: those of the front ends that `is_wanted` names.
    pub(super) fn rows_to_json(
        &self,
        is_wanted: fn(FrontEnd) -> bool,
    ) -> Vec<(&'static str, Json)> {
        let rows = SETTINGS.iter().filter(|setting| is_wanted(setting.front));
        rows.map(|setting| (setting.name, (setting.to_json)(self))).collect()
    }

    /// Reads the rows of the table. One that is missing or invalid stays as it is, and numbers stay
    /// within their limits.
    pub(super) fn read_rows(&mut self, json: &Json) {
        for setting in SETTINGS {
            if let Some(value) = json.get(setting.name) {
                (setting.read)(self, value);
            }
            if let Control::Slider { least, most, get, set, .. } = setting.control {
                let value = get(self);
                if value != value.clamp(least, most) {
                    set(self, value.clamp(least, most));
                }
            }
        }
    }
}

/// How long a key counts as held after its last repeat, in a terminal that reports no releases.
#[cfg(feature = "terminal")]
const KEY_HOLD_MS: u32 = 120;
/// Within this time the same key is a repeat, in a terminal that reports no releases.
#[cfg(feature = "terminal")]
const KEY_GAP_MS: u32 = 75;

const FRAME_US: u32 = Micros::FRAME.0 as u32;

/// Whole milliseconds, of which 16 stand for exactly one frame.
const SOFT_DROP: Control = Control::Slider {
    least: 0,
    most: 200,
    // Passes 16.
    step: 4,
    get: |settings| settings.soft_drop_us / 1000,
    set: |settings, ms| {
        settings.soft_drop_us = if ms == FRAME_US / 1000 { FRAME_US } else { ms * 1000 };
    },
    show: |ms| {
        if ms == FRAME_US / 1000 {
            ShortText::from(&words::ONE_FRAME).unwrap_or_default()
        } else {
            numerals::milliseconds(ms)
        }
    },
};
