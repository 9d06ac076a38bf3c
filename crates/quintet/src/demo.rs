//! A game that plays itself in the terminal: each piece goes where it leaves the fewest holes.

use std::io::{self, Write};
use std::thread::sleep;
use std::time::Duration;

use quintet_engine::{Board, Button, Game, GameName, Micros};

const PIECES: usize = 60;
const FRAME: Duration = Duration::from_millis(60);

/// Plays so many pieces, drawing the board after each button.
pub(crate) fn run(name: GameName, seed: u64, out: &mut impl Write) -> io::Result<()> {
    let mut game = Game::new(name.rules(), seed);
    let _ = game.advance(Micros::ZERO, &mut |_| {});
    write!(out, "\x1b[2J\x1b[?25l")?;
    for _ in 0..PIECES {
        for button in best_buttons(&game) {
            tap(&mut game, button);
            draw(&game, out)?;
            sleep(FRAME);
        }
        let _ = game.advance(game.now() + Micros::from_millis(500), &mut |_| {});
        if game.is_over() {
            break;
        }
    }
    draw(&game, out)?;
    writeln!(out, "\x1b[?25h")
}

fn tap(game: &mut Game, button: Button) {
    let at = game.now() + Micros::from_millis(10);
    // The game's own time only goes on, so that neither is refused.
    let _ = game.press(button, at, &mut |_| {});
    let _ = game.release(button, at, &mut |_| {});
}

/// The buttons that lead to the best of all places in a straight drop.
fn best_buttons(game: &Game) -> Vec<Button> {
    let mut best: Option<(i32, Vec<Button>)> = None;
    for turns in 0..4 {
        for sideways in -6_i32..=6 {
            let side = if sideways < 0 { Button::Left } else { Button::Right };
            let mut buttons = vec![Button::RotateCw; turns];
            buttons.extend(vec![side; sideways.unsigned_abs() as usize]);
            buttons.push(if game.rules().hard_drop { Button::HardDrop } else { Button::SoftDrop });
            let mut trial = game.clone();
            for &button in &buttons {
                tap(&mut trial, button);
            }
            let _ = trial.advance(trial.now() + Micros::from_millis(400), &mut |_| {});
            let badness = badness(trial.view().board) + if trial.is_over() { 10_000 } else { 0 };
            if best.as_ref().is_none_or(|(least, _)| badness < *least) {
                best = Some((badness, buttons));
            }
        }
    }
    best.map(|(_, buttons)| buttons).unwrap_or_default()
}

/// Holes weigh most, then the heights of the columns.
fn badness(board: &Board) -> i32 {
    let height = i32::from(board.height());
    let mut badness = 0;
    for x in 0..board.width() as i8 {
        let top = (0..height as i8).find(|&y| board.is_taken(x, y)).map_or(height, i32::from);
        let holes = (top..height).filter(|&y| !board.is_taken(x, y as i8)).count();
        let tall = height - top;
        badness += 40 * holes as i32 + tall * tall;
    }
    badness
}

fn draw(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let view = game.view();
    let mut rows: Vec<Vec<char>> =
        view.board.drawing().iter().map(|row| row.chars().collect()).collect();
    for (x, y, tile) in view.piece.iter().flat_map(|piece| piece.cells()) {
        if let Some(cell) =
            usize::try_from(y).ok().and_then(|y| rows.get_mut(y)?.get_mut(x as usize))
        {
            *cell = tile.to_char();
        }
    }
    write!(out, "\x1b[H")?;
    for row in rows {
        let row: String = row.into_iter().flat_map(|cell| [cell, ' ']).collect();
        writeln!(out, "  |{}|\r", row.trim_end_matches('\n'))?;
    }
    writeln!(
        out,
        "  {}: score {}, {} lines\x1b[K\r",
        game.rules().game.name(),
        view.score,
        view.lines
    )?;
    out.flush()
}
