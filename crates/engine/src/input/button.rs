//! What a player can press.

use core::fmt;
use core::str::FromStr;

/// A button of the game, independent of key, touch or stick.
///
/// ```
/// use quintet_engine::Button;
///
/// assert_eq!("hard_drop".parse(), Ok(Button::HardDrop));
/// assert_eq!(Button::RotateCw.to_string(), "rotate_cw");
/// assert!("jump".parse::<Button>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum Button {
    /// One column to the left, repeated while held.
    Left,
    /// One column to the right, repeated while held.
    Right,
    /// Down faster, for as long as it is held.
    SoftDrop,
    /// Drop to the ground and lock.
    HardDrop,
    /// Rotate a quarter clockwise.
    RotateCw,
    /// Rotate a quarter counter-clockwise.
    RotateCcw,
    /// Rotate by half a turn.
    #[cfg_attr(feature = "serde", serde(rename = "rotate_180"))]
    Rotate180,
    /// Hold the piece.
    Hold,
    /// Reverse gravity.
    Flip,
    /// One row down, repeated like left and right: the down key of a touch pad.
    StepDown,
}

impl Button {
    /// Every button.
    pub const ALL: [Button; 10] = [
        Button::Left,
        Button::Right,
        Button::SoftDrop,
        Button::HardDrop,
        Button::RotateCw,
        Button::RotateCcw,
        Button::Rotate180,
        Button::Hold,
        Button::Flip,
        Button::StepDown,
    ];

    /// The button's name in scripts and files.
    pub const fn name(self) -> &'static str {
        match self {
            Button::Left => "left",
            Button::Right => "right",
            Button::SoftDrop => "soft_drop",
            Button::HardDrop => "hard_drop",
            Button::RotateCw => "rotate_cw",
            Button::RotateCcw => "rotate_ccw",
            Button::Rotate180 => "rotate_180",
            Button::Hold => "hold",
            Button::Flip => "flip",
            Button::StepDown => "step_down",
        }
    }

    /// Whether the button moves or rotates the piece: those are the presses that finesse counts.
    /// Drops, hold and flip do not depend on where the piece goes.
    ///
    /// ```
    /// use quintet_engine::Button;
    ///
    /// assert!(Button::Left.moves_piece() && Button::Rotate180.moves_piece());
    /// assert!(!Button::SoftDrop.moves_piece() && !Button::Hold.moves_piece());
    /// ```
    pub const fn moves_piece(self) -> bool {
        match self {
            Button::Left
            | Button::Right
            | Button::RotateCw
            | Button::RotateCcw
            | Button::Rotate180 => true,
            Button::SoftDrop
            | Button::HardDrop
            | Button::Hold
            | Button::Flip
            | Button::StepDown => false,
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// There is no button of this name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown button")]
pub struct UnknownButton;

impl FromStr for Button {
    type Err = UnknownButton;

    fn from_str(name: &str) -> Result<Button, UnknownButton> {
        Button::ALL.into_iter().find(|button| button.name() == name).ok_or(UnknownButton)
    }
}

impl fmt::Display for Button {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The buttons that are held down.
///
/// ```
/// use quintet_engine::{Button, Game, GameName, Micros};
///
/// let mut game = Game::new(GameName::Marathon.rules(), 1);
/// game.press(Button::Left, Micros(0), &mut |_| {})?;
/// game.press(Button::SoftDrop, Micros(0), &mut |_| {})?;
/// let held: Vec<Button> = game.held_buttons().iter().collect();
/// assert_eq!(held, [Button::Left, Button::SoftDrop]);
/// # Ok::<(), quintet_engine::InputError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Buttons(u16);

impl Buttons {
    /// Whether this button is among them.
    pub const fn contains(self, button: Button) -> bool {
        self.0 & button.bit() != 0
    }

    /// Iterates over the buttons.
    pub fn iter(self) -> impl Iterator<Item = Button> {
        Button::ALL.into_iter().filter(move |&button| self.contains(button))
    }

    pub(crate) fn insert(&mut self, button: Button) {
        self.0 |= button.bit();
    }

    pub(crate) fn remove(&mut self, button: Button) {
        self.0 &= !button.bit();
    }

    pub(crate) const fn bits(self) -> u16 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_button_has_the_same_name_everywhere() {
        for button in Button::ALL {
            assert_eq!(button.name().parse(), Ok(button));
            assert_eq!(alloc::format!("{button}"), button.name());
            #[cfg(feature = "replay")]
            assert_eq!(serde_json::json!(button), button.name());
        }
        assert_eq!("jump".parse::<Button>(), Err(UnknownButton));
    }
}
