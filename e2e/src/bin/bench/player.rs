//! A scripted player that lasts, at the speed of a quick human.

use std::time::{Duration, Instant};

use quintet_e2e::{Key, Page};
use quintet_engine::{Board, Button, Game, GameName, Micros};

/// The seed of every game here.
pub(crate) const ADDRESS: &str = "/marathon/play?seed=1";
const SEED: u64 = 1;
/// From one key to the next.
const PACE: Duration = Duration::from_millis(45);
/// Rows that go take their time, and what is pressed meanwhile is lost.
const CLEARING: Duration = Duration::from_millis(550);

/// Plays with real keys for so long. The game of this seed is thought through beforehand: pieces
/// are turned and moved where they enter and dropped, so what will come is certain.
pub(crate) fn play(page: &Page, game: &mut Game, time: Duration) {
    let end = Instant::now() + time;
    while Instant::now() < end {
        let before = game.view().lines;
        let (buttons, after) = best(game);
        for button in buttons {
            page.press(key(button));
            std::thread::sleep(PACE);
        }
        *game = after;
        if game.view().lines > before {
            std::thread::sleep(CLEARING);
        }
    }
    assert!(!game.is_over(), "the player lasts");
}

/// The game that [`ADDRESS`] begins.
pub(crate) fn game() -> Game {
    let mut game = Game::new(GameName::Marathon.rules(), SEED);
    pass(&mut game);
    game
}

fn key(button: Button) -> Key {
    match button {
        Button::Left => Key::LEFT,
        Button::Right => Key::RIGHT,
        Button::RotateCw => Key::UP,
        _ => Key::SPACE,
    }
}

/// The buttons that put the piece where it does least harm, and the game after them.
fn best(game: &Game) -> (Vec<Button>, Game) {
    let ways = (0..4).flat_map(|turns| (-5..=5).map(move |shift: i32| (turns, shift)));
    let tried = ways.map(|(turns, shift)| {
        let side = if shift < 0 { Button::Left } else { Button::Right };
        let mut buttons = vec![Button::RotateCw; turns];
        buttons.extend(vec![side; shift.unsigned_abs() as usize]);
        buttons.push(Button::HardDrop);
        let mut after = game.clone();
        for &button in &buttons {
            tap(&mut after, button);
        }
        pass(&mut after);
        (buttons, after)
    });
    tried.min_by_key(|(_, after)| harm(after)).expect("there are forty-four ways")
}

fn tap(game: &mut Game, button: Button) {
    let now = game.now();
    // The game's own moment is never refused.
    let _ = game.press(button, now, &mut |_| {});
    let _ = game.release(button, now, &mut |_| {});
}

/// Lets rows go and the next piece enter.
fn pass(game: &mut Game) {
    let _ = game.advance(game.now() + Micros(500_000), &mut |_| {});
}

/// Heights, holes and steps between columns.
fn harm(game: &Game) -> i32 {
    if game.is_over() {
        return i32::MAX;
    }
    let view = game.view();
    let height = |x: i8| (0..20).find(|&y| view.board.is_taken(x, y)).map_or(0, |top: i8| 20 - top);
    let heights: Vec<i32> = (0..10).map(|x| height(x).into()).collect();
    let holes: i32 = (0..10).map(|x| holes(view.board, x, 20 - height(x))).sum();
    let steps: i32 = heights.windows(2).map(|pair| (pair[0] - pair[1]).abs()).sum();
    51 * heights.iter().sum::<i32>() + 36 * holes * 2 + 18 * steps
}

fn holes(board: &Board, x: i8, top: i8) -> i32 {
    (top..20).filter(|&y| !board.is_taken(x, y)).count() as i32
}
