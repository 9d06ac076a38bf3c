//! The bot from the outside.

mod analysis;
mod engine_moves;
mod finesse;
mod hand;
mod perft;
mod placements;
mod plain_search;
mod search;
#[cfg(feature = "tbp")]
mod tbp;

use quintet_bot::{Board, Tetromino};
use quintet_engine::{Fall, Game, Micros, Position, Rules};

/// A game with this board and this piece in play, in which nothing falls by itself; `None` if there
/// is no room for it.
fn game(rules: Rules, board: &Board, piece: Tetromino) -> Option<Game> {
    let rules = Rules { fall: Fall::Every(Micros::from_secs(60)), ..rules };
    let drawing = board.to_string().replace('#', "G");
    let rows: Vec<&str> = drawing.lines().collect();
    let position = Position::new().board(&rows).entering(quintet_engine::Kind::Tetromino(piece));
    let rules = rules.validate().expect("valid rules");
    let mut game = Game::from_position(rules, 1, &position).ok()?;
    game.advance(Micros::ZERO, &mut |_| {}).expect("time begins");
    Some(game)
}
