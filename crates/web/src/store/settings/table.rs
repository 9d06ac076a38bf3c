//! Every setting, once: a row has its field, its default, its limits, its name in storage and its
//! place on the settings screen. A new setting is a new row.

use quintet_engine::{Handling, MAX_PREVIEWS, Micros, Rules};
use quintet_words::{Phrase, ShortText, number, numerals, settings as words};

use super::{Choice, Motion, OwnKeys, Value};
use crate::draw::{PIP_RENDER_MODE, PipMode};
use crate::duel::MatchTerms;
use crate::layout::{BoardSize, LayoutChoice};
use crate::store::Json;

/// A part of the settings screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
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
}

/// A setting as the screen shows it.
#[derive(Debug)]
pub(crate) struct Setting {
    /// Where it is shown.
    pub(crate) section: Section,
    /// What it is called.
    pub(crate) label: Phrase,
    /// What it does.
    pub(crate) note: Phrase,
    /// How it is set.
    pub(crate) control: Control,
}

/// How a setting is read and set.
#[derive(Debug)]
pub(crate) enum Control {
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
        $($(#[$doc:meta])* $name:ident: $kind:ty = $default:expr
            => $control:ident $(($($arg:expr),+))?, $label:ident, $note:ident;)+
    })+) => {
        /// Everything that a player can choose.
        #[allow(
            clippy::struct_excessive_bools,
            reason = "each is a switch on the settings screen, and some groups have many"
        )]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub(crate) struct Settings {
            $($($(#[$doc])* pub(crate) $name: $kind,)+)+
            /// The code of the language; empty for English.
            pub(crate) language: String,
            /// What was chosen for the last match of two.
            pub(crate) terms: MatchTerms,
            /// Keys that differ from a game's own.
            pub(crate) keys: Vec<OwnKeys>,
        }

        impl Default for Settings {
            fn default() -> Settings {
                Settings {
                    $($($name: $default,)+)+
                    language: String::new(),
                    terms: MatchTerms::default(),
                    keys: Vec::new(),
                }
            }
        }

        impl Settings {
            /// What the rows of the table are stored as.
            pub(super) fn rows_to_json(&self) -> Vec<(&'static str, Json)> {
                vec![$($((stringify!($name), self.$name.to_json()),)+)+]
            }

            /// Reads the rows of the table. One that is missing or invalid keeps its default, and
            /// numbers stay within their limits.
            pub(super) fn rows_from_json(&mut self, json: &Json) {
                $($(if let Some(value) = json.get(stringify!($name)).and_then(Value::from_json) {
                    self.$name = value;
                })+)+
                for setting in SETTINGS {
                    if let Control::Slider { least, most, get, set, .. } = setting.control {
                        let value = get(self);
                        if value != value.clamp(least, most) {
                            set(self, value.clamp(least, most));
                        }
                    }
                }
            }
        }

        /// Every setting in the order of the screen.
        pub(crate) const SETTINGS: &[Setting] = &[$($(Setting {
            section: Section::$section,
            label: words::$label,
            note: words::$note,
            control: settings!(@$control $name $kind $(, $($arg),+)?),
        },)+)+];
    };
    (@switch $name:ident $kind:ty) => {
        Control::Switch {
            get: |settings| settings.$name,
            set: |settings, value| settings.$name = value,
        }
    };
    (@slider $name:ident $kind:ty, $least:expr, $most:expr, $show:expr) => {
        Control::Slider {
            least: $least,
            most: $most,
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
        das_ms: u32 = Handling::STANDARD.das.as_millis() as u32
            => slider(0, 400, numerals::milliseconds), DAS, DAS_NOTE;
        /// From repeat to repeat.
        arr_ms: u32 = Handling::STANDARD.arr.as_millis() as u32
            => slider(0, 200, numerals::milliseconds), ARR, ARR_NOTE;
        /// From row to row of a soft drop, in microseconds: the default is one frame.
        soft_drop_us: u32 = FRAME_US => custom(SOFT_DROP), SOFT_DROP, SOFT_DROP_NOTE;
        /// How many coming pieces are shown.
        previews: u8 = Rules::marathon().previews
            => slider(1, MAX_PREVIEWS as u32, number), PREVIEWS, PREVIEWS_NOTE;
    }
    Display {
        /// Whether the ghost is shown.
        ghost: bool = true => switch, GHOST, GHOST_NOTE;
        /// Whether empty cells carry their mark.
        grid: bool = true => switch, GRID, GRID_NOTE;
        /// Whether scanlines and vignette are shown.
        crt: bool = true => switch, SCANLINES, SCANLINES_NOTE;
        /// Whether pieces have colours that everybody can tell apart.
        safe_colours: bool = false => switch, SAFE_COLOURS, SAFE_COLOURS_NOTE;
        /// Whether pieces carry their letter.
        marks: bool = false => switch, LETTERS, LETTERS_NOTE;
        /// Whether contrast is as high as it goes.
        high_contrast: bool = false => switch, HIGH_CONTRAST, HIGH_CONTRAST_NOTE;
        /// How dominoes show their values. (D-91)
        pips: PipMode = PIP_RENDER_MODE => choice, DOMINO_TILES, DOMINO_TILES_NOTE;
        /// How large boards are.
        board_size: BoardSize = BoardSize::Standard => choice, BOARD_SIZE, BOARD_SIZE_NOTE;
        /// Per cent of a board's standard size, where it is zoomed.
        zoom: u32 = 100 => slider(50, 300, numerals::percent), ZOOM, ZOOM_NOTE;
        /// Whether games are laid out for keys or for touch.
        layout: LayoutChoice = LayoutChoice::Automatic => choice, LAYOUT, LAYOUT_NOTE;
        /// How much may move.
        motion: Motion = Motion::System => choice, MOTION, MOTION_NOTE;
    }
    Live {
        /// Whether pieces per second are shown.
        live_speed: bool = false => switch, LIVE_SPEED, LIVE_SPEED_NOTE;
        /// Whether keys per piece are shown.
        live_keys: bool = false => switch, LIVE_KEYS, LIVE_KEYS_NOTE;
        /// Whether finesse is shown.
        live_finesse: bool = false => switch, LIVE_FINESSE, LIVE_FINESSE_NOTE;
        /// Whether the best game and the distance to it are shown.
        live_pace: bool = false => switch, LIVE_PACE, LIVE_PACE_NOTE;
        /// Whether the attack per minute is shown in duels.
        live_attack: bool = false => switch, LIVE_ATTACK, LIVE_ATTACK_NOTE;
    }
    Sound {
        /// Volume of effects, 0 to 100.
        sound: u8 = 70 => slider(0, 100, numerals::percent), SOUND, SOUND_NOTE;
        /// Volume of music, 0 to 100.
        music: u8 = 35 => slider(0, 100, numerals::percent), MUSIC, MUSIC_NOTE;
        /// Whether everything is silent.
        muted: bool = false => switch, MUTE, MUTE_NOTE;
    }
    Touch {
        /// Whether the touch controls change sides.
        left_handed: bool = false => switch, LEFT_HANDED, LEFT_HANDED_NOTE;
        /// Whether the board takes drags and swipes in all directions.
        gestures: bool = false => switch, GESTURES, GESTURES_NOTE;
        /// Whether gamepads are listened to.
        gamepad: bool = true => switch, GAMEPAD, GAMEPAD_NOTE;
        /// Whether a game resumes after a count of three.
        count_in: bool = true => switch, COUNT_IN, COUNT_IN_NOTE;
        /// Whether a game for one begins after a count of three.
        start_count: bool = false => switch, START_COUNT, START_COUNT_NOTE;
        /// Whether the restart key works at once in the middle of a game.
        quick_restart: bool = false => switch, QUICK_RESTART, QUICK_RESTART_NOTE;
    }
}

const FRAME_US: u32 = Micros::FRAME.0 as u32;

/// Whole milliseconds, of which 16 stand for exactly one frame.
const SOFT_DROP: Control = Control::Slider {
    least: 0,
    most: 200,
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
