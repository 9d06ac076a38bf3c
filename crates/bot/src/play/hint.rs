//! What the computer would do in a player's place.

use quintet_engine::Game;

use super::hand::Hand;
use super::level::Level;

/// Where the strongest level would put the piece in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Whether it would hold the piece first, and place the other one.
    pub hold: bool,
    /// The cells to fill: columns from the left, and rows from the top of the visible board.
    pub cells: [(i8, i8); 4],
}

impl Hint {
    /// A hint for the piece in play; none where there is no piece, or the bot cannot play the game.
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
        let mut hand = Hand::new(level, 0);
        hand.next(game, &|| false)?;
        let chosen = hand.choice()?.chosen;
        let height = game.rules().height as i8;
        let cells = chosen.placement.cells().map(|(x, y)| (x, height - 1 - y));
        Some(Hint { hold: chosen.hold, cells })
    }
}
