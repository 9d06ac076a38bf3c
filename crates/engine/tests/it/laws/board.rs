//! Properties of boards and pieces that hold in every game.

use super::random_play::{Opening, any_opening, any_opening_of, any_steps, at_every_step, play};
use proptest::prelude::*;
use quintet_engine::{
    Board, Button, CellContent, Deal, Event, Game, GameName, Gravity, Kind, Micros, Piece,
    Position, Rules, Tile, ValidRules,
};

fn placed(board: &mut Board, rules: &Rules, piece: Piece) {
    let shape = rules.rotation.shapes.shape(piece.kind, piece.rotation);
    for (x, y) in shape.cells() {
        board.set(piece.x + x, piece.y + y, Tile::GARBAGE);
    }
}

fn empty_rows_on_top(board: &Board) -> usize {
    let rows = -(board.hidden() as i8)..board.height() as i8;
    rows.take_while(|&y| board.row_bits(y) == 0).count()
}

fn dealt_from_a_bag() -> impl Strategy<Value = ValidRules> {
    let all = GameName::ALL.into_iter().map(GameName::rules);
    prop::sample::select(all.filter(|rules| rules.deal == Deal::TetrominoBag).collect::<Vec<_>>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn no_cell_of_a_piece_overlaps_a_filled_one_or_leaves_the_board(
        opening in any_opening(), steps in any_steps(120),
    ) {
        let mut game = opening.game();
        at_every_step(&mut game, &steps, |_, _, game| {
            let view = game.view();
            for placed in view.piece.iter().chain(&view.ghost) {
                for (x, y, tile) in placed.cells() {
                    prop_assert_eq!(view.board.tile(x, y), Tile::EMPTY);
                    prop_assert!(tile != Tile::EMPTY);
                    prop_assert!((0..view.board.width() as i8).contains(&x));
                    prop_assert!((-(view.board.hidden() as i8)..view.board.height() as i8).contains(&y));
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn the_ghost_is_where_a_hard_drop_lands(
        opening in any_opening(), steps in any_steps(60),
    ) {
        let rules = Rules { ghost: true, hard_drop: true, ..*opening.rules }.validate().expect("valid rules");
        let mut game = Opening { rules, ..opening }.game();
        at_every_step(&mut game, &steps, |_, _, game| {
            let Some(ghost) = game.view().ghost else { return Ok(()) };
            let mut dropped = None;
            let (mut game, now) = (game.clone(), game.now());
            game.press(Button::HardDrop, now, &mut |event| {
                if let Event::Locked { piece, .. } = event.event {
                    dropped.get_or_insert(piece);
                }
            })
            .expect("time runs forward");
            prop_assert!(game.is_over() && dropped.is_none() || dropped == Some(ghost.piece));
            Ok(())
        })?;
    }

    #[test]
    fn cells_are_neither_created_nor_lost(
        opening in any_opening(), steps in any_steps(120),
    ) {
        let mut game = opening.game();
        let rules = opening.rules;
        let cells = if rules.deal == Deal::DominoBag { 2 } else { 4 };
        let width = u32::from(rules.width);
        at_every_step(&mut game, &steps, |before, events, after| {
            let mut board = before.view().board.clone();
            let mut count = board.filled_cells();
            let mut lost = 0;
            for event in events {
                match event.event {
                    Event::Locked { piece, .. } => {
                        count += cells;
                        placed(&mut board, &rules, piece);
                    }
                    Event::Collapsed { rows } => {
                        count -= u32::from(rows.count()) * width;
                        board.remove_rows(rows, before.view().gravity);
                    }
                    Event::GarbageEntered { lines } => {
                        count += u32::from(lines) * (width - 1);
                        let over = usize::from(lines).saturating_sub(empty_rows_on_top(&board));
                        lost += over as u32 * width;
                        board.insert_garbage(&vec![0; usize::from(lines)]);
                    }
                    _ => {}
                }
            }
            let left = after.view().board.filled_cells();
            prop_assert!(left <= count && count - left <= lost, "{count} cells became {left}");
            Ok(())
        })?;
    }

    #[test]
    fn each_row_of_garbage_has_one_gap_and_lies_at_the_bottom(
        opening in any_opening(), steps in any_steps(120),
    ) {
        let mut game = opening.game();
        at_every_step(&mut game, &steps, |_, events, game| {
            let entered = events.iter().rev().find_map(|event| match event.event {
                Event::GarbageEntered { lines } => Some(lines),
                _ => None,
            });
            let board = game.view().board;
            let (width, height) = (board.width() as i8, board.height() as i8);
            for y in height - entered.unwrap_or(0) as i8..height {
                let faces: Vec<CellContent> = (0..width).map(|x| board.tile(x, y).content()).collect();
                let gaps = faces.iter().filter(|&&face| face == CellContent::Empty).count();
                let garbage = faces.iter().filter(|&&face| face == CellContent::Garbage).count();
                prop_assert_eq!((gaps, garbage), (1, width as usize - 1));
            }
            Ok(())
        })?;
    }

    #[test]
    fn no_row_stays_full_after_a_clear(
        opening in any_opening(), steps in any_steps(120),
    ) {
        let rules = Rules { clear_pause: Micros::ZERO, ..*opening.rules }.validate().expect("valid rules");
        let mut game = Opening { rules, ..opening }.game();
        at_every_step(&mut game, &steps, |_, _, game| {
            // A piece that locks above the field ends the game before any clear.
            prop_assert!(game.is_over() || game.view().board.full_rows().is_empty());
            Ok(())
        })?;
    }

    #[test]
    fn flipping_twice_restores_the_board(
        opening in any_opening_of(Just(GameName::Flip.rules())), steps in any_steps(80),
    ) {
        let mut game = opening.game();
        play(&mut game, &steps);
        let (before, gravity) = (game.view().board.clone(), game.view().gravity);
        for reversed in [gravity.flipped(), gravity] {
            if !game.is_over() {
                let now = game.now();
                game.press(Button::Flip, now, &mut |_| {}).expect("time runs forward");
                prop_assert_eq!(game.view().gravity, reversed);
            }
        }
        prop_assert!(game.is_over() || *game.view().board == before);

        let mut board = before.clone();
        for _ in 0..2 {
            board.flip();
            board.mirror_kinds();
        }
        prop_assert_eq!(board, before);
    }

    #[test]
    fn full_rows_are_removed_the_same_way_upwards_as_downwards(rows in prop::collection::vec(0..1024_u16, 0..20)) {
        let mut down = Board::new(&GameName::Flip.rules());
        for (y, bits) in rows.iter().enumerate() {
            // Every other row is full, so that there is something to remove.
            let bits = if bits % 2 == 0 { 1023 } else { *bits };
            for x in (0..10).filter(|x| bits >> x & 1 == 1) {
                down.set(x, 19 - y as i8, Tile::piece(Kind::T));
            }
        }
        let mut up = down.clone();
        up.flip();
        down.remove_rows(down.full_rows(), Gravity::Down);
        up.remove_rows(up.full_rows(), Gravity::Up);
        up.flip();
        prop_assert!(down.full_rows().is_empty());
        prop_assert_eq!(down, up);
    }

    /// M-058
    #[test]
    fn at_most_twelve_pieces_come_between_two_of_a_kind(rules in dealt_from_a_bag(), seed: u64) {
        let dropping = Rules { hard_drop: true, ..*rules }.validate().expect("valid rules");
        let mut game = Game::new(dropping, seed);
        let mut dealt = Vec::new();
        for at in 0..100 {
            game.press(Button::HardDrop, Micros(at), &mut |event| {
                if let Event::Spawned { kind } = event.event {
                    dealt.push(kind);
                }
            })
            .expect("time runs forward");
            game.set_up(&Position::new().board(&[])).expect("an empty board");
        }
        prop_assert!(dealt.len() >= 100);
        for run in dealt.windows(13) {
            for kind in Kind::TETROMINOES {
                prop_assert!(run.contains(&kind), "{kind} is missing in {run:?}");
            }
        }
    }
}
