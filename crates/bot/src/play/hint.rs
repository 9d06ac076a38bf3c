//! What the computer would do in a player's place.

use quintet_engine::Game;

use super::level::Level;
use crate::search::state::State;

/// Where the strongest level would put the piece in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Whether it would hold the piece first, and place the other one.
    pub hold: bool,
    /// The cells to fill: columns from the left, and rows from the top of the visible board.
    pub cells: [(i8, i8); 4],
}

impl Hint {
    /// A hint for the piece in play, whatever buttons are held; none where there is no piece, or the
    /// bot cannot play the game.
    ///
    /// ```
    /// use quintet_bot::Hint;
    /// use quintet_engine::{Game, GameName, Micros};
    ///
    /// let mut game = Game::new(GameName::Marathon.rules(), 1);
    /// assert_eq!(Hint::of(&game), None, "no piece has entered");
    /// game.advance(Micros::ZERO, &mut |_| {})?;
    /// let hint = Hint::of(&game).expect("there is room on an empty board");
    /// assert!(hint.cells.iter().any(|&(_, row)| row == 19), "it rests on the ground");
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub fn of(game: &Game) -> Option<Hint> {
        let level = Level::ALL[Level::ALL.len() - 1];
        let state = State::of(game).ok()?;
        // The strongest level is not careless, so that the number does not matter.
        let chosen = level.choose(&state, &level.weights(game.rules()), 0, &|| false)?.chosen;
        let height = game.rules().height as i8;
        let cells = chosen.placement.cells().map(|(x, y)| (x, height - 1 - y));
        Some(Hint { hold: chosen.hold, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, GameName, Micros};

    #[test]
    fn there_is_a_hint_while_buttons_are_held() {
        let mut game = Game::new(GameName::Marathon.rules(), 1);
        for button in [Button::Left, Button::SoftDrop] {
            game.press(button, Micros::ZERO, &mut |_| {}).expect("time runs on");
        }
        let hint = Hint::of(&game).expect("a piece is in play");
        assert!(hint.cells.iter().any(|&(_, row)| row == 19), "it rests on the ground");
    }

    #[test]
    fn there_is_no_hint_for_a_game_that_is_over_or_not_supported() {
        let mut game = Game::new(GameName::Marathon.rules(), 1);
        while !game.is_over() {
            let _ = game.press(Button::HardDrop, game.now() + Micros(1), &mut |_| {});
            let _ = game.advance(game.now() + Micros::from_secs(1), &mut |_| {});
        }
        assert_eq!(Hint::of(&game), None);
        let mut game = Game::new(GameName::Flip.rules(), 1);
        game.advance(Micros::ZERO, &mut |_| {}).expect("time runs on");
        assert_eq!(Hint::of(&game), None);
    }
}
