//! Minimal for a page without any bindings: a handful of plain functions that a classic script
//! calls. Everything that is a rule happens in the engine.
#![cfg_attr(target_arch = "wasm32", no_std)]
#![allow(unsafe_code, reason = "exporting a function under its own name counts as unsafe")]

#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod wasm;

#[cfg(not(target_arch = "wasm32"))]
use native::with_slot;
#[cfg(target_arch = "wasm32")]
use wasm::with_slot;

use quintet_engine::{Button, CellContent, Game, GameName, Micros, PlacedPiece};

/// A-X9: a tab that was hidden does not make up for lost time.
const LONGEST_FRAME: u32 = 100_000;

fn with_game<R>(act: impl FnOnce(&mut Game) -> R) -> R {
    with_slot(|slot| act(slot.get_or_insert_with(|| Game::new(GameName::Minimal.rules(), 0))))
}

/// Begins a new game with this seed.
#[unsafe(no_mangle)]
pub extern "C" fn start(seed: u32) {
    with_game(|game| {
        *game = Game::new(GameName::Minimal.rules(), seed.into());
        advance_by(game, 0);
    });
}

/// Lets this many microseconds pass.
#[unsafe(no_mangle)]
pub extern "C" fn advance(elapsed: u32) {
    with_game(|game| advance_by(game, elapsed.min(LONGEST_FRAME)));
}

fn advance_by(game: &mut Game, elapsed: u32) {
    // Time only goes on here, so that it is never refused.
    let _ = game.advance(game.now() + Micros(elapsed.into()), &mut |_| {});
}

/// One column to the left or, with 1, to the right, if that is a valid move.
#[unsafe(no_mangle)]
pub extern "C" fn shift(right: u32) {
    tap(if right == 1 { Button::Right } else { Button::Left });
}

/// A quarter turn clockwise, if that is a valid move.
#[unsafe(no_mangle)]
pub extern "C" fn rotate() {
    tap(Button::RotateCw);
}

/// One row down; a piece that cannot go down is placed.
#[unsafe(no_mangle)]
pub extern "C" fn drop_one() {
    tap(Button::SoftDrop);
}

fn tap(button: Button) {
    with_game(|game| {
        let now = game.now();
        let _ = game.press(button, now, &mut |_| {});
        let _ = game.release(button, now, &mut |_| {});
    });
}

/// What a cell of the field shows: 0 for nothing, or the number of a tetromino from 1 to 7 in the
/// order I J L O S T Z.
#[unsafe(no_mangle)]
pub extern "C" fn cell(column: i32, row: i32) -> u32 {
    with_game(|game| {
        let view = game.view();
        let falling = view.piece.into_iter().flat_map(PlacedPiece::cells);
        let (column, row) = (column as i8, row as i8);
        let mut covering = falling.filter(|&(x, y, _)| (x, y) == (column, row));
        let tile = covering.next().map_or_else(|| view.board.tile(column, row), |(.., tile)| tile);
        match tile.content() {
            CellContent::Piece(kind) => kind.number().into(),
            _ => 0,
        }
    })
}

/// 1 once the game has ended.
#[unsafe(no_mangle)]
pub extern "C" fn is_over() -> u32 {
    with_game(|game| game.is_over().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled() -> Vec<(i32, i32)> {
        let all = (0..20).flat_map(|row| (0..10).map(move |column| (column, row)));
        all.filter(|&(column, row)| cell(column, row) != 0).collect()
    }

    /// S-27 S-53
    #[test]
    fn a_piece_falls_one_row_every_thirty_five_frames() {
        start(1);
        let mut rows_seen = Vec::new();
        for _ in 0..8 {
            let lowest = filled().iter().map(|&(_, row)| row).max();
            rows_seen.push(lowest);
            for _ in 0..5 {
                advance(100_000);
            }
            assert_eq!(filled().iter().map(|&(_, row)| row).max(), lowest);
            advance(83_333);
        }
        let steps: Vec<i32> = rows_seen.iter().flatten().copied().collect();
        assert!(steps.windows(2).all(|pair| pair[1] == pair[0] + 1), "{rows_seen:?}");
        assert!(steps.len() >= 6);
    }

    /// S-39 S-41
    #[test]
    fn pieces_that_are_only_dropped_end_the_game_and_a_start_begins_it_anew() {
        start(2);
        for _ in 0..2000 {
            drop_one();
        }
        assert_eq!(is_over(), 1);
        let board = filled();
        advance(100_000);
        drop_one();
        assert_eq!(filled(), board, "nothing moves after the end");
        start(3);
        assert_eq!(is_over(), 0);
        assert!(filled().len() <= 4);
    }

    #[test]
    fn a_frame_is_never_longer_than_a_tenth_of_a_second() {
        start(1);
        advance(u32::MAX);
        let after_one_long_frame = filled();
        start(1);
        advance(100_000);
        assert_eq!(filled(), after_one_long_frame);
    }
}
