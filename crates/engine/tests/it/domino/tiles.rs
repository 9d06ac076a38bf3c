//! Domino: the board, the tiles, how they enter, fall and lock.

use crate::drawing::{Played, halves, tile};
use quintet_engine::{
    Button, CellContent, EndReason, Game, GameName, Goal, Kind, Micros, Neighbour, Position,
    Rotation, Rules, Status,
};

const EMPTY: &str = "........";
/// The orientation of a tile that stands on its lower half.
const UPRIGHT: Rotation = Rotation::new(1);

fn entering(low: u8, high: u8) -> Position {
    Position::new().entering(tile(low, high))
}

fn easy(position: &Position) -> Played {
    Played::set_up(Rules::domino_easy(), position)
}

/// D-12 D-13 D-14
#[test]
fn the_board_has_eight_columns_and_sixteen_rows_counted_from_the_top_left() {
    let mut rows = vec![EMPTY; 16];
    rows[0] = "1.......";
    rows[2] = "...4....";
    rows[15] = ".......6";
    let position = Position::new().board(&rows).entering(tile(0, 0));
    let played = easy(&position);
    let board = played.view().board;
    assert_eq!((board.width(), board.height(), board.hidden()), (8, 16, 0));
    assert_eq!(board.tile(0, 0).pips(), Some(1));
    assert_eq!(board.tile(3, 2).pips(), Some(4));
    assert_eq!(board.tile(7, 15).pips(), Some(6));
    assert!(board.is_taken(8, 15) && board.is_taken(7, 16) && board.is_taken(0, -1));
    let cells: Vec<String> = board.drawing();
    assert_eq!(cells.iter().map(String::len).sum::<usize>(), 128);
    for (pips, row, column) in [('1', 0, 0), ('4', 2, 3), ('6', 15, 7)] {
        assert_eq!(cells.concat().find(pips), Some(row * 8 + column), "index of {pips}");
    }
}

/// D-01: dominoes and nothing else, for one player, without a goal.
#[test]
fn tiles_of_two_cells_are_dealt_to_one_player_without_end() {
    for game in [GameName::DominoEasy, GameName::DominoHard] {
        assert_eq!((game.boards(), game.rules().goal), (1, Goal::Endless), "{game}");
        let mut played = Played::dealt(game.rules(), 3);
        for kind in deal(&mut played, 280) {
            assert!(kind.pips().is_some(), "{kind} is a domino");
        }
        assert_eq!(halves(&played).len(), 2);
        assert_eq!(played.end(), None, "ten bags are not the end");
    }
}

/// D-07 D-19 D-21 D-22 D-98
#[test]
fn a_tile_enters_horizontally_in_the_middle_of_the_top_row_with_its_smaller_half_left() {
    for seed in 0..60 {
        let played = Played::dealt(Rules::domino_easy(), seed);
        let halves = halves(&played);
        assert_eq!(halves.len(), 2);
        assert_eq!((halves[0].0, halves[0].1), (0, 3));
        assert_eq!((halves[1].0, halves[1].1), (0, 4));
        assert!(halves[0].2 <= halves[1].2 && halves[1].2 <= 6);
        assert_eq!(played.piece().kind.pips(), Some((halves[0].2, halves[1].2)));
        assert_eq!(played.piece().rotation.quarter_turns(), 0, "it is horizontal");
    }
}

/// D-95: for every tile the piece in play is two cells with row, column and pips, and one of
/// two orientations that agrees with the cells.
#[test]
fn a_tile_in_play_is_two_cells_with_pips_horizontal_or_upright() {
    for (low, high) in (0..=6).flat_map(|low| (low..=6).map(move |high| (low, high))) {
        let horizontal = [(8, 3, low), (8, 4, high)];
        let vertical = [(7, 3, high), (8, 3, low)];
        let mut played = easy(&Position::new().active(tile(low, high), 0, 3, 8));
        for turn in 0..4 {
            let (cells, orientation) =
                if turn % 2 == 0 { (horizontal, Rotation::SPAWN) } else { (vertical, UPRIGHT) };
            assert_eq!(halves(&played), cells, "{low}:{high}");
            assert_eq!(played.piece().rotation, orientation, "{low}:{high}");
            assert_eq!(played.piece().kind.pips(), Some((low, high)));
            played.tap(Button::RotateCw, 10);
        }
    }
    for rotation in [2, 3] {
        let position = Position::new().active(tile(1, 2), rotation, 3, 8);
        assert!(
            Game::from_position(GameName::DominoEasy.rules(), 1, &position).is_err(),
            "only two"
        );
    }
}

/// D-20: the smaller half is left whichever value is named first; values stay with their cells.
#[test]
fn halves_keep_their_values_through_moves_and_rotations() {
    assert_eq!(Kind::domino(5, 2), Kind::domino(2, 5));
    let mut played = easy(&Position::new().active(tile(2, 5), 0, 3, 4));
    assert_eq!(halves(&played), [(4, 3, 2), (4, 4, 5)]);
    played.tap(Button::Left, 10);
    assert_eq!(halves(&played), [(4, 2, 2), (4, 3, 5)]);
    for turn in 0..8 {
        played.tap(Button::RotateCw, 20);
        let expected = if turn % 2 == 0 { [(3, 2, 5), (4, 2, 2)] } else { [(4, 2, 2), (4, 3, 5)] };
        assert_eq!(halves(&played), expected, "turn {turn}");
    }
    played.tap(Button::HardDrop, 30);
    assert_eq!(played.stack(), ["..25...."]);
}

/// D-23 D-66
#[test]
fn a_tile_whose_place_is_taken_ends_the_game_at_once() {
    for column in [3, 4] {
        let mut rows = vec![String::from(EMPTY); 16];
        // A stack that leaves the row below the entry free, so that the tile in play can lock.
        rows[0].replace_range(column..=column, "1");
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let position = Position::new().board(&rows).active(tile(0, 1), 0, 0, 15);
        let mut played = easy(&position);
        assert_eq!(played.end(), None);
        played.tap(Button::HardDrop, 50);
        assert_eq!(played.end(), Some(EndReason::BlockOut), "column {column}");
        assert_eq!(played.game.status(), Status::Over);
    }
}

/// D-24 D-08 D-32 D-35: it slides for up to one interval, and locks on the step that fails.
#[test]
fn a_tile_falls_one_row_per_second_and_locks_on_the_first_step_that_is_impossible() {
    let mut played = easy(&entering(1, 2));
    for row in 0..15_u64 {
        played.advance(row * 1_000_000 + 999_999);
        assert_eq!(halves(&played)[0].0, row as i8);
        played.advance((row + 1) * 1_000_000);
        assert_eq!(halves(&played)[0].0, row as i8 + 1);
    }
    assert!(played.lock_times().is_empty(), "touching the floor does not lock");
    played.tap(Button::Left, 15_500_000);
    assert_eq!(halves(&played)[0], (15, 2, 1), "it still slides");
    played.advance(15_999_999);
    assert!(played.lock_times().is_empty());
    played.advance(16_000_000);
    assert_eq!(played.lock_times(), [16_000_000]);
    assert_eq!(played.stack(), ["..12...."]);
}

/// D-35: a taken cell under either half supports the tile.
#[test]
fn a_tile_locks_on_another_as_on_the_floor() {
    for below in ["...6....", "....6..."] {
        let position = Position::new().board(&[below]).active(tile(1, 2), 0, 3, 14);
        let mut played = easy(&position);
        played.advance(999_999);
        assert!(played.lock_times().is_empty());
        played.advance(1_000_000);
        assert_eq!(played.lock_times(), [1_000_000]);
        assert_eq!(played.stack(), ["...12...", below]);
    }
}

/// D-30
#[test]
fn walls_and_taken_cells_stop_a_tile_on_either_side() {
    let mut played = easy(&Position::new().active(tile(1, 2), 0, 1, 5));
    for (at, x) in [(1, 0), (2, 0), (3, 0)] {
        played.tap(Button::Left, at);
        assert_eq!(played.place(), (x, 5));
    }
    for (at, x) in (10..20).zip([1, 2, 3, 4, 5, 6, 6, 6]) {
        played.tap(Button::Right, at);
        assert_eq!(played.place(), (x, 5));
    }
    let beside = Position::new().board(&["2......2"]).active(tile(1, 1), 0, 1, 15);
    let mut played = easy(&beside);
    played.tap(Button::Left, 1);
    assert_eq!(played.place(), (1, 15));
    let mut played = easy(&Position::new().board(&["2......2"]).active(tile(1, 1), 0, 5, 15));
    played.tap(Button::Right, 1);
    assert_eq!(played.place(), (5, 15));
}

/// D-30: one blocked half is enough, the upper or the lower.
#[test]
fn either_half_of_an_upright_tile_stops_it() {
    for rows in [["2......2", "........"], ["........", "2......2"]] {
        for (button, x) in [(Button::Left, 1), (Button::Right, 6)] {
            let mut played = easy(&Position::new().board(&rows).active(tile(1, 3), 1, x, 14));
            played.tap(button, 1);
            assert_eq!(halves(&played), [(14, x, 3), (15, x, 1)], "{rows:?} {button:?}");
        }
    }
    for (button, x) in [(Button::Left, 0), (Button::Right, 7)] {
        let mut played = easy(&Position::new().active(tile(1, 3), 1, x, 14));
        played.tap(button, 1);
        assert_eq!(halves(&played), [(14, x, 3), (15, x, 1)], "{button:?}");
    }
}

/// D-29: the engine adds no repeat of its own; each press moves one column.
#[test]
fn each_press_moves_one_column_and_holding_moves_no_further() {
    let mut played = easy(&Position::new().active(tile(1, 2), 0, 6, 0));
    played.press(Button::Left, 1000);
    played.advance(900_000);
    assert_eq!(played.place(), (5, 0));
    played.press(Button::Left, 900_001);
    played.press(Button::Left, 900_002);
    assert_eq!(played.place(), (3, 0), "the keyboard's repeats are presses");
}

/// D-31 D-32 (A-D13): one step at the press, then every 50 ms, without points.
#[test]
fn soft_drop_goes_down_every_fifty_milliseconds_and_never_locks_by_itself() {
    let mut played = easy(&entering(1, 2));
    played.press(Button::SoftDrop, 0);
    assert_eq!(halves(&played)[0].0, 1);
    played.advance(49_999);
    assert_eq!(halves(&played)[0].0, 1);
    played.advance(50_000);
    assert_eq!(halves(&played)[0].0, 2);
    played.advance(13 * 50_000 + 49_999);
    assert_eq!(halves(&played)[0].0, 14);
    played.advance(700_000);
    assert_eq!(halves(&played)[0].0, 15);
    assert!(played.lock_times().is_empty(), "at the floor it is not locked yet");
    played.advance(750_000);
    assert_eq!(played.lock_times(), [750_000], "the step that cannot be made locks");
    assert_eq!(played.view().score, 0);
}

/// D-31: at the fastest gravity soft drop is still faster.
#[test]
fn soft_drop_is_faster_than_gravity_at_every_speed() {
    let mut played = easy(&entering(1, 2).lines(170));
    assert_eq!(played.view().fall_interval, Micros::from_millis(150));
    played.press(Button::SoftDrop, 0);
    played.advance(150_000);
    assert_eq!(halves(&played)[0].0, 4);
}

/// D-33 D-34
#[test]
fn hard_drop_goes_all_the_way_and_locks_at_once() {
    let position = Position::new().board(&["...6...."]).active(tile(1, 2), 0, 3, 0);
    let mut played = easy(&position);
    played.tap(Button::HardDrop, 7);
    assert_eq!(played.stack(), ["...12...", "...6...."]);
    assert_eq!(played.lock_times(), [7]);
    assert_eq!(halves(&played)[0].0, 0, "the next tile is in play");
    assert_eq!(played.view().score, 0, "dropping scores nothing");
}

/// D-94 (A-D12): each half has its value and the side on which its other half is.
#[test]
fn a_locked_half_knows_its_other_half_until_that_is_cleared() {
    let position = Position::new().board(&["0000000."]).active(tile(2, 4), 1, 7, 3);
    let mut played = easy(&position);
    let joined = |played: &Played, x, y| match played.view().board.tile(x, y).content() {
        CellContent::Half { pips, joined } => (pips, joined),
        face => panic!("{face:?} at {x}, {y}"),
    };
    played.tap(Button::HardDrop, 1);
    assert_eq!(played.stack(), [".......4"], "the lower half went with its row");
    assert_eq!(joined(&played, 7, 15), (4, None));
    played.tap(Button::HardDrop, 2);
    assert_eq!(joined(&played, 3, 15).1, Some(Neighbour::Right));
    assert_eq!(joined(&played, 4, 15).1, Some(Neighbour::Left));
    let board = played.view().board;
    assert!(board.is_taken(3, 15) && board.is_taken(4, 15) && board.is_taken(7, 15));
    assert_eq!((board.is_taken(0, 0), board.tile(0, 0).pips()), (false, None));
    assert_eq!(board.tile(0, 0).content(), CellContent::Empty);
}

/// D-97 (A-D15)
#[test]
fn the_state_has_score_lives_streak_rows_and_speed() {
    let mut played = easy(&entering(0, 0));
    let view = played.view();
    assert_eq!((view.score, view.lives, view.streak, view.lines), (0, 10, false, 0));
    assert_eq!(view.fall_interval, Micros::from_millis(1000));
    assert_eq!(view.status, Status::Playing);
    assert!(!played.game.is_paused());
    played.game.pause();
    assert!(played.game.is_paused());
    assert_eq!(played.view().status, Status::Paused);
    let view = played.view();
    assert!(view.next.is_empty() && view.ghost.is_none() && view.hold.is_none());

    let played = easy(&entering(0, 0).score(77).lives(3).streak(true).lines(40));
    let view = played.view();
    assert_eq!((view.score, view.lives, view.streak, view.lines), (77, 3, true, 40));
    assert_eq!(view.fall_interval, Micros::from_millis(800));

    for (rules, mode, shows_sums) in
        [(Rules::domino_easy(), "easy", true), (Rules::domino_hard(), "hard", false)]
    {
        let played = Played::new(rules);
        let (game, found) = played.game.rules().game.name().split_once('-').expect("two words");
        assert_eq!((game, found), ("domino", mode));
        assert_eq!(played.game.rules().row_sums, shows_sums, "{mode}");
    }
}

/// D-82 D-84 D-85
#[test]
fn a_pause_stops_the_fall_and_a_new_game_has_nothing_of_the_old() {
    let old = Position::new().board(&["6......6", "123.4560"]);
    let position = old.entering(tile(1, 2)).lives(3).streak(true).lines(40).score(77);
    let mut played = easy(&position);
    played.game.pause();
    played.press(Button::HardDrop, 5_000_000);
    played.advance(90_000_000);
    assert_eq!(halves(&played)[0].0, 0);
    assert_eq!(played.game.status(), Status::Paused);
    played.game.resume();
    played.advance(799_999);
    assert_eq!(halves(&played)[0].0, 0);
    played.advance(800_000);
    assert_eq!(halves(&played)[0].0, 1, "forty rows make 800 ms");

    assert_eq!(played.stack(), ["6......6", "123.4560"], "the old board is not empty");
    let again = Played::dealt(*played.game.rules(), 5);
    let view = again.view();
    assert_eq!(view.board.drawing(), [EMPTY; 16]);
    assert_eq!(view.board.filled_cells(), 0);
    assert_eq!((view.score, view.lives, view.streak, view.lines), (0, 10, false, 0));
    assert_eq!(view.fall_interval, Micros::from_millis(1000));
}

/// D-86: a game abandoned in the middle of a bag does not affect the next game, which deals all
/// twenty-eight tiles in an order of its own.
#[test]
fn a_new_game_deals_a_whole_bag_in_a_new_order() {
    let mut sorted: Vec<Kind> =
        (0..=6).flat_map(|low| (low..=6).map(move |high| tile(low, high))).collect();
    sorted.sort_unstable();
    assert_eq!(sorted.len(), 28);
    let mut orders = Vec::new();
    for seed in 0..20 {
        let mut old = Played::dealt(Rules::domino_easy(), seed);
        let begun = deal(&mut old, 11);
        let mut new = Played::dealt(*old.game.rules(), seed + 1000);
        let bag = deal(&mut new, 28);
        assert!(begun.iter().all(|kind| bag.contains(kind)), "dealt tiles are in the bag again");
        assert_ne!(bag, sorted, "the bag is shuffled");
        let mut set = bag.clone();
        set.sort_unstable();
        assert_eq!(set, sorted, "every tile once");
        orders.push(bag);
    }
    orders.sort_unstable();
    orders.dedup();
    assert_eq!(orders.len(), 20, "no two games deal in the same order");
}

/// Drops this many tiles and returns their kinds.
fn deal(played: &mut Played, count: usize) -> Vec<Kind> {
    (0..count as u64)
        .map(|at| {
            // The board is emptied before each drop, so that no game ends early.
            played.game.set_up(&Position::new().board(&[])).expect("an empty board");
            let kind = played.piece().kind;
            played.tap(Button::HardDrop, at);
            kind
        })
        .collect()
}
