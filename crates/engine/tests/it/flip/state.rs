//! Flip, part 7: pausing, ending, starting anew, and the state that can be read and set.

use super::given;
use quintet_engine::games::flip::{Flip, Grid, MatrixPiece};
use quintet_engine::{Kind, Micros};

/// A board filled up to its first and last row, but for one column.
fn stacked_board() -> Grid {
    let mut grid = given::full_rows(0..20);
    for row in &mut grid {
        row[9] = 0;
    }
    grid
}

/// A game in the middle of everything.
fn game_in_progress() -> Flip {
    let mut flip = given::rising_piece(Kind::L, 1, 2, 9);
    let mut grid = stacked_board();
    grid[3..].fill([0; 10]);
    flip.set_board(&grid);
    flip.set_score(5000);
    flip.set_level(5);
    flip.set_lines(45);
    flip.set_drop_interval(Micros::from_millis(500));
    flip
}

/// F-7.1
#[test]
fn t7_1_a_running_game_can_be_paused() {
    let mut flip = Flip::new(1);
    assert!(!flip.is_paused());
    flip.toggle_pause();
    assert!(flip.is_paused());
}

/// F-7.2 F-E9
#[test]
fn t7_2_a_paused_game_goes_on() {
    let mut flip = Flip::new(1);
    flip.set_paused(true);
    let before = flip.current_piece();
    flip.toggle_pause();
    assert!(!flip.is_paused());
    assert_eq!(flip.current_piece(), before);
}

/// F-7.3
#[test]
fn t7_3_a_stack_up_to_the_top_row_ends_the_game() {
    for kind in Kind::TETROMINOES {
        let mut flip = given::board(&stacked_board());
        flip.set_next_piece(kind);
        let next = flip.create_piece(kind);
        assert_eq!(next.y, 0);
        assert!(!flip.is_valid_move(next.matrix, next.x, next.y));
        assert!(!flip.is_game_over());
        flip.spawn_piece();
        assert!(flip.is_game_over(), "{kind}");
    }
}

/// F-7.4
#[test]
fn t7_4_a_stack_down_to_the_bottom_row_ends_the_game_under_anti_gravity() {
    for kind in Kind::TETROMINOES {
        let mut flip = given::board(&stacked_board());
        flip.set_anti_gravity(true);
        flip.set_next_piece(kind);
        let next = flip.create_piece(kind);
        assert_eq!(next.y, 20 - next.matrix.height() as i8);
        assert!(!flip.is_valid_move(next.matrix, next.x, next.y));
        flip.spawn_piece();
        assert!(flip.is_game_over(), "{kind}");
    }
}

/// F-7.5
#[test]
fn t7_5_a_new_game_has_an_empty_board() {
    let mut flip = game_in_progress();
    assert_ne!(flip.board(), Flip::create_board());
    flip.reset_game();
    assert_eq!(flip.board(), Flip::create_board());
}

/// F-7.6
#[test]
fn t7_6_a_new_game_has_no_points() {
    let mut flip = game_in_progress();
    assert_eq!(flip.score(), 5000);
    flip.reset_game();
    assert_eq!(flip.score(), 0);
}

/// F-7.7
#[test]
fn t7_7_a_new_game_is_at_level_one() {
    let mut flip = game_in_progress();
    assert_eq!(flip.level(), 5);
    flip.reset_game();
    assert_eq!(flip.level(), 1);
}

/// F-7.8
#[test]
fn t7_8_a_new_game_has_no_lines() {
    let mut flip = game_in_progress();
    assert_eq!(flip.lines(), 45);
    flip.reset_game();
    assert_eq!(flip.lines(), 0);
}

/// F-7.9
#[test]
fn t7_9_a_new_game_has_normal_gravity() {
    let mut flip = game_in_progress();
    assert!(flip.is_anti_gravity());
    flip.reset_game();
    assert!(!flip.is_anti_gravity());
}

/// F-7.10
#[test]
fn t7_10_a_new_game_is_not_over() {
    let mut flip = game_in_progress();
    flip.set_game_over(true);
    flip.reset_game();
    assert!(!flip.is_game_over());
}

/// F-7.11
#[test]
fn t7_11_a_new_game_is_not_paused() {
    let mut flip = game_in_progress();
    flip.set_paused(true);
    assert!(flip.is_paused());
    flip.reset_game();
    assert!(!flip.is_paused());
}

/// F-7.12
#[test]
fn t7_12_a_new_game_falls_a_row_a_second() {
    let mut flip = game_in_progress();
    assert_eq!(flip.drop_interval(), Micros::from_millis(500));
    flip.reset_game();
    assert_eq!(flip.drop_interval(), Micros::from_millis(1000));
}

/// F-7.13
#[test]
fn t7_13_an_empty_board_has_twenty_rows_of_ten_empty_cells() {
    let board = Flip::create_board();
    assert_eq!(board.len(), 20);
    assert!(board.iter().all(|row| row.len() == 10 && row.iter().all(|&cell| cell == 0)));
}

/// F-7.14
#[test]
fn t7_14_a_locked_piece_stands_on_the_board() {
    for (kind, turns) in given::kinds_and_turns() {
        let mut flip = given::piece(kind, turns, 4, 18);
        let piece = flip.current_piece().expect("a piece in play");
        if piece.matrix.height() <= 2 {
            flip.lock_piece();
            assert_eq!(flip.board(), given::with_piece(piece), "{kind} turned {turns}");
        }
    }
}

/// F-7.15
#[test]
fn t7_15_the_next_piece_enters_after_a_lock() {
    for kind in Kind::TETROMINOES {
        for gravity_turns in 0..2 {
            let mut flip = given::piece(Kind::O, 0, 0, 10);
            flip.set_next_piece(kind);
            // The next piece enters by the gravity of the moment, whatever it was when it was dealt.
            (0..gravity_turns).for_each(|_| flip.toggle_gravity());
            flip.set_current_piece(MatrixPiece::new(Kind::O, 0, 0, 10));
            flip.lock_piece();
            assert_eq!(flip.current_piece(), Some(flip.create_piece(kind)));
            assert!(flip.next_piece().is_some());
        }
    }
}

/// F-E1
#[test]
fn all_twenty_functions_are_there() {
    let mut flip = Flip::new(1);
    let board: Grid = Flip::create_board();
    assert_eq!(flip.board(), board);
    let piece: MatrixPiece = flip.create_piece(Kind::J);
    let random: MatrixPiece = flip.get_random_piece();
    assert!(flip.is_valid_move(random.matrix, random.x, random.y));
    flip.set_current_piece(piece);
    assert!(flip.move_piece(1, 0) && flip.rotate_piece());
    flip.reset_current_piece();
    assert_eq!(given::place(&flip), (4, 0), "a turned J is two columns wide");
    assert_eq!(Flip::get_swapped_type(Kind::J), Kind::L);
    flip.swap_current_piece();
    assert_eq!(given::matrix(&flip), flip.create_piece(Kind::L).matrix);
    assert_eq!(flip.get_ghost_position(), Some(18));
    flip.hard_drop();
    flip.swap_board_pieces();
    assert_eq!(flip.board()[19][4..7], [2, 2, 2]);
    flip.flip_board();
    assert_eq!(flip.board()[0][4..7], [2, 2, 2]);
    flip.set_board(&given::full_rows([19]));
    assert_eq!(flip.clear_lines(), 1);
    flip.spawn_piece();
    flip.lock_piece();
    flip.reset_game();
    flip.toggle_gravity();
    assert!(flip.is_anti_gravity());
    flip.toggle_pause();
    assert!(flip.is_paused());
    flip.handle_key_down("p");
    assert!(!flip.is_paused());
}

/// F-E3
#[test]
fn every_part_of_the_state_can_be_read_and_set() {
    let mut flip = Flip::new(1);
    let mut grid = Flip::create_board();
    grid[12] = [0, 1, 2, 3, 4, 5, 6, 7, 0, 0];
    flip.set_board(&grid);
    assert_eq!(flip.board(), grid);
    for (kind, turns) in given::kinds_and_turns() {
        let piece = MatrixPiece::new(kind, turns, 3, 7);
        flip.set_current_piece(piece);
        assert_eq!(flip.current_piece(), Some(piece));
    }
    flip.set_current_piece(None);
    assert_eq!(flip.current_piece(), None);
    for kind in Kind::TETROMINOES {
        flip.set_next_piece(kind);
        assert_eq!(flip.next_piece(), Some(flip.create_piece(kind)));
    }
    flip.set_next_piece(None);
    assert_eq!(flip.next_piece(), None);
    flip.set_score(123);
    flip.set_level(4);
    flip.set_lines(56);
    flip.set_drop_interval(Micros::from_millis(789));
    assert_eq!((flip.score(), flip.level(), flip.lines()), (123, 4, 56));
    assert_eq!(flip.drop_interval(), Micros::from_millis(789));
    for on in [true, false] {
        flip.set_anti_gravity(on);
        assert_eq!(flip.is_anti_gravity(), on);
        flip.set_paused(on);
        assert_eq!(flip.is_paused(), on);
        flip.set_game_over(on);
        assert_eq!(flip.is_game_over(), on);
    }
    assert_eq!(flip.board(), grid, "setting one thing leaves the others");
    assert_eq!((flip.score(), flip.level(), flip.lines()), (123, 4, 56));
}

#[test]
fn setting_a_piece_does_not_bring_a_finished_game_back() {
    let mut flip = given::piece(Kind::T, 0, 4, 5);
    flip.set_game_over(true);
    flip.set_current_piece(MatrixPiece::new(Kind::O, 0, 4, 5));
    assert!(flip.is_game_over());
    flip.set_current_piece(None);
    assert!(flip.is_game_over());
    flip.set_game_over(false);
    flip.spawn_piece();
    assert!(flip.current_piece().is_some());
}

#[test]
fn nothing_moves_while_the_game_is_paused_or_over() {
    let mut paused = given::piece(Kind::T, 0, 4, 5);
    paused.set_paused(true);
    let mut over = given::piece(Kind::T, 0, 4, 5);
    over.set_game_over(true);
    for mut flip in [paused, over] {
        let before = flip.clone();
        assert!(!flip.move_piece(1, 0));
        assert!(!flip.rotate_piece());
        flip.hard_drop();
        flip.lock_piece();
        flip.spawn_piece();
        flip.toggle_gravity();
        assert_eq!(flip, before);
    }
}

#[test]
fn a_piece_falls_a_second_after_whatever_put_it_into_play() {
    let putting: [fn(&mut Flip); 6] = [
        Flip::spawn_piece,
        Flip::lock_piece,
        Flip::hard_drop,
        Flip::toggle_gravity,
        Flip::reset_game,
        |flip| flip.set_current_piece(MatrixPiece::new(Kind::T, 0, 4, 5)),
    ];
    for put in putting {
        let mut flip = given::piece(Kind::O, 0, 0, 10);
        flip.game_mut().advance(Micros::from_millis(300), &mut |_| {}).expect("time goes on");
        put(&mut flip);
        let due = flip.game().now() + Micros::from_millis(1000);
        assert_eq!(flip.game().next_deadline(), Some(due));
    }
}

#[test]
fn nothing_happens_by_itself_without_a_piece_or_after_the_end() {
    let mut flip = Flip::new(1);
    flip.set_game_over(true);
    assert_eq!(flip.game().next_deadline(), None);
    flip.set_game_over(false);
    assert_eq!(flip.game().next_deadline(), Some(Micros::from_millis(1000)));
    flip.set_current_piece(None);
    flip.game_mut().advance(Micros::from_secs(60), &mut |_| {}).expect("time goes on");
    assert_eq!(flip.current_piece(), None);
    assert_eq!(flip.board(), Flip::create_board());
}

/// F-E4
#[test]
fn a_whole_game_is_played_with_nothing_to_draw_on() {
    let mut flip = Flip::new(7);
    let mut pieces = 0;
    while !flip.is_game_over() {
        flip.move_piece([-3, 0, 3][pieces % 3], 0);
        flip.rotate_piece();
        if pieces % 5 == 4 {
            flip.toggle_gravity();
        }
        flip.hard_drop();
        pieces += 1;
    }
    assert!(pieces > 10);
    assert!(flip.score() > 0);
}

/// F-E8
#[test]
fn games_share_no_state() {
    let untouched = Flip::new(3);
    let mut played = Flip::new(3);
    assert_eq!(played, untouched);
    played.hard_drop();
    played.toggle_gravity();
    assert_ne!(played, untouched);
    assert_eq!(Flip::new(3), untouched);

    played.reset_game();
    let view = played.game().view();
    assert_eq!((view.score, view.level, view.lines, view.pieces), (0, 1, 0, 0));
    assert_eq!(view.now, Micros::ZERO);
    assert!(view.piece.is_some() && view.next.len() == 1);
}
