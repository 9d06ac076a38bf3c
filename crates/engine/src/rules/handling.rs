//! How a player's buttons act while held. This is the player's own, not the game's.

use crate::games::GameName;
use crate::time::Micros;

/// How a player's buttons act while held.
///
/// ```
/// use quintet_engine::{Handling, Micros, Rules};
///
/// let handling = Handling {
///     das: Micros::from_millis(100),
///     arr: Micros::ZERO,
///     ..Handling::STANDARD
/// };
/// let rules = Rules { handling, ..Rules::marathon() };
/// assert!(rules.validate().is_ok());
/// let too_fast = Handling { arr: Micros(1), ..handling };
/// assert!(too_fast.validate().is_err());
/// ```
// A new field also has a value in `Handling::STANDARD` that changes nothing, a number in `fields.rs`,
// a place in both stored forms below, and, where it is for modern games only, in `limited`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Handling {
    /// From the press of left or right to the first repeat; [`Micros::NEVER`] for no repeat.
    pub das: Micros,
    /// From one repeat to the next; zero slides all the way at once.
    pub arr: Micros,
    /// How soft drop repeats.
    pub soft_drop: SoftDrop,
    /// DAS cut delay: for how long left and right do not repeat after a piece has entered or been
    /// rotated. Zero for no pause.
    pub dcd: Micros,
    /// Whether a rotation button that is held down rotates a piece as it enters.
    pub initial_rotation: bool,
    /// Whether a hold button that is held down holds a piece as it enters.
    pub initial_hold: bool,
}

/// How fast a held soft drop goes; never slower than gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum SoftDrop {
    /// One row per interval; zero drops to the ground at once.
    Every(Micros),
    /// This many times as fast as gravity.
    Times(u8),
    /// One row per press, however long it is held.
    OncePerPress,
}

impl Handling {
    /// 170 ms to the first repeat, then every 50 ms; soft drop one row per frame. (M-217, M-012)
    pub const STANDARD: Handling = Handling {
        das: Micros::from_millis(170),
        arr: Micros::from_millis(50),
        soft_drop: SoftDrop::Every(Micros::FRAME),
        dcd: Micros::ZERO,
        initial_rotation: false,
        initial_hold: false,
    };

    /// This handling as far as a game allows it: without DAS cut delay, initial rotation and initial
    /// hold where the game [has none of them](GameName::has_modern_handling).
    ///
    /// ```
    /// use quintet_engine::{GameName, Handling};
    ///
    /// let handling = Handling { initial_hold: true, ..Handling::STANDARD };
    /// assert_eq!(handling.within(GameName::Sprint), handling);
    /// assert_eq!(handling.within(GameName::Marathon), Handling::STANDARD);
    /// ```
    #[must_use]
    pub const fn within(self, game: GameName) -> Handling {
        self.limited(game.has_modern_handling())
    }

    /// This handling, without what only modern games have unless this is one.
    pub(crate) const fn limited(self, is_modern: bool) -> Handling {
        if is_modern {
            self
        } else {
            Handling { dcd: Micros::ZERO, initial_rotation: false, initial_hold: false, ..self }
        }
    }
}

impl Default for Handling {
    /// [`Handling::STANDARD`], which [`Rules::BASE`](crate::Rules::BASE) has too.
    fn default() -> Handling {
        Handling::STANDARD
    }
}

/// The stored forms. JSON leaves out what is off, and a field that is missing has its value in
/// [`Handling::STANDARD`]. Binary messages begin as they did when there were only three fields; what
/// came later follows in a further variant of the soft drop, so that a server still reads its older
/// journals. A new field goes into a new variant at the end, with all fields that `More` has.
#[cfg(feature = "serde")]
mod stored {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Handling, SoftDrop};
    use crate::time::Micros;

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "Handling", default, deny_unknown_fields)]
    struct Json {
        das: Micros,
        arr: Micros,
        soft_drop: SoftDrop,
        #[serde(skip_serializing_if = "is_off")]
        dcd: Micros,
        #[serde(skip_serializing_if = "is_off")]
        initial_rotation: bool,
        #[serde(skip_serializing_if = "is_off")]
        initial_hold: bool,
    }

    impl From<Handling> for Json {
        fn from(handling: Handling) -> Json {
            let Handling { das, arr, soft_drop, dcd, initial_rotation, initial_hold } = handling;
            Json { das, arr, soft_drop, dcd, initial_rotation, initial_hold }
        }
    }

    impl Default for Json {
        fn default() -> Json {
            Handling::STANDARD.into()
        }
    }

    #[derive(Serialize, Deserialize)]
    enum Tail {
        Every(Micros),
        Times(u8),
        OncePerPress,
        More { soft_drop: SoftDrop, dcd: Micros, initial_rotation: bool, initial_hold: bool },
    }

    fn is_off<T: Default + PartialEq>(value: &T) -> bool {
        *value == T::default()
    }

    impl Serialize for Handling {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if serializer.is_human_readable() {
                return Json::from(*self).serialize(serializer);
            }
            let Handling { das, arr, soft_drop, dcd, initial_rotation, initial_hold } = *self;
            let tail = if is_off(&dcd) && !initial_rotation && !initial_hold {
                match soft_drop {
                    SoftDrop::Every(interval) => Tail::Every(interval),
                    SoftDrop::Times(times) => Tail::Times(times),
                    SoftDrop::OncePerPress => Tail::OncePerPress,
                }
            } else {
                Tail::More { soft_drop, dcd, initial_rotation, initial_hold }
            };
            (das, arr, tail).serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for Handling {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Handling, D::Error> {
            if deserializer.is_human_readable() {
                let Json { das, arr, soft_drop, dcd, initial_rotation, initial_hold } =
                    Json::deserialize(deserializer)?;
                return Ok(Handling { das, arr, soft_drop, dcd, initial_rotation, initial_hold });
            }
            let (das, arr, tail) = Deserialize::deserialize(deserializer)?;
            let standard = Handling { das, arr, ..Handling::STANDARD };
            Ok(match tail {
                Tail::Every(interval) => {
                    Handling { soft_drop: SoftDrop::Every(interval), ..standard }
                }
                Tail::Times(times) => Handling { soft_drop: SoftDrop::Times(times), ..standard },
                Tail::OncePerPress => Handling { soft_drop: SoftDrop::OncePerPress, ..standard },
                Tail::More { soft_drop, dcd, initial_rotation, initial_hold } => {
                    Handling { das, arr, soft_drop, dcd, initial_rotation, initial_hold }
                }
            })
        }
    }
}

#[cfg(all(test, feature = "replay"))]
mod tests {
    use super::*;

    const OWN: Handling = Handling {
        das: Micros(100_000),
        arr: Micros::ZERO,
        soft_drop: SoftDrop::Times(20),
        dcd: Micros(30_000),
        initial_rotation: true,
        initial_hold: false,
    };

    #[test]
    fn a_handling_is_the_same_when_read_again() {
        for handling in [Handling::STANDARD, OWN, Handling { initial_hold: true, ..OWN }] {
            let bytes = postcard::to_allocvec(&handling).expect("memory");
            assert_eq!(postcard::from_bytes(&bytes), Ok(handling));
            let json = serde_json::to_string(&handling).expect("memory");
            assert_eq!(serde_json::from_str::<Handling>(&json).ok(), Some(handling), "{json}");
        }
    }

    /// What messages and journals hold that were written before there were more than three fields.
    #[test]
    fn three_fields_are_written_as_ever() {
        for soft_drop in [SoftDrop::Every(Micros(7)), SoftDrop::Times(3), SoftDrop::OncePerPress] {
            let handling = Handling { soft_drop, ..Handling::STANDARD };
            let three = (handling.das, handling.arr, soft_drop);
            assert_eq!(postcard::to_allocvec(&handling), postcard::to_allocvec(&three));
        }
        let json = serde_json::json!(Handling::STANDARD);
        let three =
            serde_json::json!({"das": 170_000, "arr": 50_000, "soft_drop": {"Every": 16_667}});
        assert_eq!(json, three);
        let unknown = r#"{"das":1,"arr":0,"soft_drop":"OncePerPress","ddc":1}"#;
        assert!(serde_json::from_str::<Handling>(unknown).is_err());
    }
}
