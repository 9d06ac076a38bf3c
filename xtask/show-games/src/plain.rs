//! A player for games that the bot does not know. It tries every straight drop of the piece in play
//! and of the next one, on copies of the game.

use quintet_engine::{Board, Button, Game, Gravity};

/// A way to play a piece: the buttons in order, the drop last.
pub(crate) type Buttons = Vec<Button>;

/// How good a game looks; more is better.
type Judge = fn(&Game) -> i64;

/// The best buttons for the piece in play.
pub(crate) fn best(game: &Game, judge: Judge) -> Buttons {
    let mut found: Option<(i64, Buttons)> = None;
    for buttons in ways(game) {
        let after = played(game, &buttons);
        let worth = ways(&after).iter().map(|next| judge(&played(&after, next))).max();
        let worth = worth.unwrap_or_else(|| judge(&after)) - buttons.len() as i64;
        if found.as_ref().is_none_or(|(most, _)| worth > *most) {
            found = Some((worth, buttons));
        }
    }
    found.map(|(_, buttons)| buttons).unwrap_or_default()
}

/// Every straight drop, with gravity as it is and, where that can be, reversed.
fn ways(game: &Game) -> Vec<Buttons> {
    let view = game.view();
    if game.is_over() || view.piece.is_none() {
        return Vec::new();
    }
    let rules = game.rules();
    let (turns, reach) = (if rules.row_sums { 2 } else { 4 }, i32::from(rules.width) / 2 + 1);
    let mut ways = Vec::new();
    for flips in 0..=usize::from(rules.flip) {
        for turns in 0..turns {
            for sideways in -reach..=reach {
                let side = if sideways < 0 { Button::Left } else { Button::Right };
                let mut buttons = vec![Button::Flip; flips];
                buttons.extend(vec![Button::RotateCw; turns]);
                buttons.extend(vec![side; sideways.unsigned_abs() as usize]);
                buttons.push(Button::HardDrop);
                ways.push(buttons);
            }
        }
    }
    ways
}

/// The game after these buttons, all pressed at once.
fn played(game: &Game, buttons: &[Button]) -> Game {
    let mut game = game.clone();
    let at = game.now();
    for &button in buttons {
        // Now is never refused.
        let _ = game.press(button, at, &mut |_| {});
        let _ = game.release(button, at, &mut |_| {});
    }
    game
}

/// Lines, then no holes and a low stack.
pub(crate) fn lines(game: &Game) -> i64 {
    let view = game.view();
    if game.is_over() {
        return i64::MIN / 2;
    }
    i64::from(view.lines) * 120 - badness(view.board, view.gravity)
}

/// Fives and lives, then no holes and a low stack; a full row that is no five is a loss.
pub(crate) fn fives(game: &Game) -> i64 {
    let view = game.view();
    if game.is_over() {
        return i64::MIN / 2;
    }
    view.score as i64 * 6 + i64::from(view.lives) * 150 - badness(view.board, view.gravity)
}

/// Holes weigh most, then the heights of the columns and the steps between them, from the side that
/// pieces fall to.
fn badness(board: &Board, gravity: Gravity) -> i64 {
    let height = board.height() as i8;
    let row = |depth: i8| if gravity == Gravity::Up { height - 1 - depth } else { depth };
    let (mut badness, mut last) = (0, None);
    for x in 0..board.width() as i8 {
        let top = (0..height).find(|&depth| board.is_taken(x, row(depth))).unwrap_or(height);
        let holes = (top..height).filter(|&depth| !board.is_taken(x, row(depth))).count();
        let tall = i64::from(height - top);
        let step = last.map_or(0, |last: i64| (tall - last).abs());
        badness += 60 * holes as i64 + tall * tall + 4 * step * step;
        last = Some(tall);
    }
    badness
}
