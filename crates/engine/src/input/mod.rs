//! What comes into a game from outside, and when.

pub(crate) mod button;

use crate::button::Button;
use crate::event::Sink;
use crate::game::{Game, InputError};
use crate::garbage::Gaps;
use crate::time::Micros;

/// Something that comes into a game from outside.
///
/// ```
/// use quintet_engine::{Button, Gaps, Input};
///
/// assert_eq!(Input::Press(Button::Hold).button(), Some(Button::Hold));
/// assert_eq!(Input::Garbage(Gaps::from([0])).button(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Input {
    /// A button goes down.
    Press(Button),
    /// A button goes up.
    Release(Button),
    /// Garbage arrives, one row per gap.
    Garbage(Gaps),
}

/// An input, when it comes, and to which board.
///
/// ```
/// use quintet_engine::{Button, Game, GameName, Micros, TimedInput};
///
/// let mut game = Game::new(GameName::Marathon.rules(), 1);
/// let drop = TimedInput::press(Button::HardDrop, Micros::from_millis(250));
/// game.apply(&drop, &mut |_| {})?;
/// assert_eq!(game.view().pieces, 1);
/// # Ok::<(), quintet_engine::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimedInput {
    /// When.
    pub at: Micros,
    /// The number of the board, 0 where there is only one.
    pub player: u8,
    /// What.
    pub input: Input,
}

impl TimedInput {
    /// A button of the first board goes down.
    pub const fn press(button: Button, at: Micros) -> TimedInput {
        TimedInput { at, player: 0, input: Input::Press(button) }
    }

    /// A button of the first board goes up.
    pub const fn release(button: Button, at: Micros) -> TimedInput {
        TimedInput { at, player: 0, input: Input::Release(button) }
    }

    /// Garbage arrives on the first board.
    pub const fn garbage(gaps: Gaps, at: Micros) -> TimedInput {
        TimedInput { at, player: 0, input: Input::Garbage(gaps) }
    }

    /// The same input to another board.
    #[must_use]
    pub const fn to_board(self, player: u8) -> TimedInput {
        TimedInput { player, ..self }
    }
}

impl Input {
    /// The button that goes down or up; none for garbage.
    pub const fn button(&self) -> Option<Button> {
        match *self {
            Input::Press(button) | Input::Release(button) => Some(button),
            Input::Garbage(_) => None,
        }
    }
}

impl Game {
    /// Takes an input at its time. A game is a single board: the input's `player` is not read.
    pub fn apply(&mut self, timed: &TimedInput, sink: Sink<'_>) -> Result<(), InputError> {
        match timed.input {
            Input::Press(button) => self.press(button, timed.at, sink),
            Input::Release(button) => self.release(button, timed.at, sink),
            Input::Garbage(gaps) => self.receive_garbage(&gaps, timed.at, sink),
        }
    }
}

/// An input as a line of JSON, such as `{"at":120000,"press":"left"}`; a tuple in binary formats.
#[cfg(feature = "serde")]
mod json {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{Input, TimedInput};
    use crate::button::Button;
    use crate::garbage::Gaps;
    use crate::time::Micros;

    #[derive(Serialize, Deserialize)]
    #[serde(rename = "input", deny_unknown_fields)]
    struct JsonInput {
        at: Micros,
        #[serde(default, skip_serializing_if = "is_first")]
        player: u8,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        press: Option<Button>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        release: Option<Button>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        garbage: Option<Gaps>,
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_first(player: &u8) -> bool {
        *player == 0
    }

    impl Serialize for TimedInput {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            if !serializer.is_human_readable() {
                return (self.at, self.player, self.input).serialize(serializer);
            }
            let (at, player) = (self.at, self.player);
            let mut json = JsonInput { at, player, press: None, release: None, garbage: None };
            match self.input {
                Input::Press(button) => json.press = Some(button),
                Input::Release(button) => json.release = Some(button),
                Input::Garbage(gaps) => json.garbage = Some(gaps),
            }
            json.serialize(serializer)
        }
    }

    impl<'de> Deserialize<'de> for TimedInput {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<TimedInput, D::Error> {
            if !deserializer.is_human_readable() {
                let (at, player, input) = Deserialize::deserialize(deserializer)?;
                return Ok(TimedInput { at, player, input });
            }
            let json = JsonInput::deserialize(deserializer)?;
            let input = match (json.press, json.release, json.garbage) {
                (Some(button), None, None) => Input::Press(button),
                (None, Some(button), None) => Input::Release(button),
                (None, None, Some(gaps)) => Input::Garbage(gaps),
                _ => {
                    let problem = "an input is one of press, release and garbage";
                    return Err(serde::de::Error::custom(problem));
                }
            };
            Ok(TimedInput { at: json.at, player: json.player, input })
        }
    }
}
