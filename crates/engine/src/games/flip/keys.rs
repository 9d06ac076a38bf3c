//! The keyboard, as browsers name its keys.

use super::Flip;
use crate::button::Button;

impl Flip {
    /// Does what a key asks for; says whether the browser is to leave the key alone, which would
    /// scroll the page or press a button of it.
    ///
    /// The key is named as in `KeyboardEvent.key`. Each call is one action: a held key's own repeat
    /// is the repeat. While the game is paused only P does anything, and nothing once it is over.
    pub fn handle_key_down(&mut self, key: &str) -> bool {
        if let "p" | "P" = key {
            self.toggle_pause();
            return false;
        }
        if !self.is_running() {
            return false;
        }
        let button = match key {
            "ArrowLeft" => Button::Left,
            "ArrowRight" => Button::Right,
            "ArrowUp" => Button::RotateCw,
            "ArrowDown" => Button::SoftDrop,
            " " => Button::HardDrop,
            "g" | "G" => Button::Flip,
            _ => return false,
        };
        self.tap(button);
        button != Button::Flip
    }
}
