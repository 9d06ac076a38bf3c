//! Flip, part 7: pausing, ending, restarting, and the state that can be read and set.

use super::functions::{Flip, board_from, board_with, kinds_and_turns, shape};
use quintet_engine::{
    Button, EndReason, Game, GameName, Gravity, Kind, Micros, Phase, Position, Status,
};

/// A board filled up to its first and last row, except for one column.
const STACKED: [&str; 20] = ["OOOOOOOOO."; 20];

/// A game in the middle of everything.
fn game_in_progress() -> Flip {
    let board = board_from(0, &STACKED[..3]);
    let position = Position::new().board(&board).active(Kind::L, 1, 2, 9).gravity(Gravity::Up);
    Flip::set_up(&position.score(5000).lines(45).level(5))
}

/// F-7.1
#[test]
fn t7_1_a_running_game_can_be_paused() {
    let mut flip = Flip::new(1);
    assert_eq!(flip.game.status(), Status::Playing);
    flip.toggle_pause();
    assert!(flip.game.is_paused());
    assert_eq!(flip.game.status(), Status::Paused);
}

/// F-7.2 F-E9
#[test]
fn t7_2_a_paused_game_goes_on() {
    let mut flip = Flip::new(1);
    flip.game.pause();
    let before = flip.piece();
    flip.toggle_pause();
    assert!(!flip.game.is_paused());
    assert_eq!(flip.game.status(), Status::Playing);
    assert_eq!(flip.piece(), before);
}

/// A piece of this kind is about to enter a board that is filled to its ends; it cannot.
fn cannot_enter(kind: Kind, gravity: Gravity) {
    let position = Position::new().board(&STACKED).next(&[kind]).gravity(gravity);
    let mut game = Game::from_position(GameName::Flip.rules(), 1, &position).expect("possible");
    let next = Flip::create_piece(kind, gravity);
    assert!(!game.view().board.fits(shape(kind, 0), next.x, next.y));
    assert!(!game.is_over());
    Flip::spawn_piece(&mut game);
    assert_eq!(game.view().phase, Phase::Over(EndReason::BlockOut), "{kind} {gravity:?}");
    assert_eq!(game.view().board.drawing(), STACKED);
}

/// F-7.3
#[test]
fn t7_3_a_stack_up_to_the_top_row_ends_the_game() {
    for kind in Kind::TETROMINOES {
        assert_eq!(Flip::create_piece(kind, Gravity::Down).y, 0);
        cannot_enter(kind, Gravity::Down);
    }
}

/// F-7.4
#[test]
fn t7_4_a_stack_down_to_the_bottom_row_ends_the_game_under_anti_gravity() {
    for kind in Kind::TETROMINOES {
        let bottom = 20 - shape(kind, 0).height() as i8;
        assert_eq!(Flip::create_piece(kind, Gravity::Up).y, bottom);
        cannot_enter(kind, Gravity::Up);
    }
}

/// F-7.5
#[test]
fn t7_5_a_new_game_has_an_empty_board() {
    let mut flip = game_in_progress();
    assert_eq!(flip.board(), board_from(0, &STACKED[..3]));
    flip.reset_game();
    assert_eq!(flip.board(), board_from(0, &[]));
    assert!(flip.view().board.is_empty());
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
    assert_eq!(flip.view().level, 5);
    flip.reset_game();
    assert_eq!(flip.view().level, 1);
}

/// F-7.8
#[test]
fn t7_8_a_new_game_has_no_lines() {
    let mut flip = game_in_progress();
    assert_eq!(flip.view().lines, 45);
    flip.reset_game();
    assert_eq!(flip.view().lines, 0);
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
    let mut flip = game_that_is_over();
    assert!(flip.game.is_over());
    flip.reset_game();
    assert!(!flip.game.is_over());
    assert_eq!(flip.game.status(), Status::Playing);
}

/// F-7.11
#[test]
fn t7_11_a_new_game_is_not_paused() {
    let mut flip = game_in_progress();
    flip.game.pause();
    assert!(flip.game.is_paused());
    flip.reset_game();
    assert!(!flip.game.is_paused());
}

/// F-7.12
#[test]
fn t7_12_a_new_game_falls_a_row_per_second() {
    let mut flip = Flip::set_up(&Position::new().lines(50));
    assert_eq!(flip.drop_interval(), Micros::from_millis(500));
    flip.reset_game();
    assert_eq!(flip.drop_interval(), Micros::from_millis(1000));
}

/// F-7.13
#[test]
fn t7_13_an_empty_board_has_twenty_rows_of_ten_empty_cells() {
    assert_eq!(Flip::create_board().drawing(), [".........."; 20]);
    assert!(Flip::create_board().is_empty());
}

/// F-7.14
#[test]
fn t7_14_a_locked_piece_stands_on_the_board() {
    let mut locked = 0;
    for (kind, turns) in kinds_and_turns().filter(|&(kind, turns)| shape(kind, turns).height() <= 2)
    {
        // A flat I in row 18 needs something to rest on.
        let below = if kind == Kind::I { "....J....." } else { ".........." };
        let mut flip = Flip::set_up(&Position::new().board(&[below]).active(kind, turns, 4, 18));
        flip.lock_piece();
        let mut expected = board_with(kind, turns, 4, 18);
        if kind == Kind::I {
            expected[19] = below.into();
        }
        assert_eq!(flip.board(), expected, "{kind} rotated {turns}");
        locked += 1;
    }
    assert_eq!(locked, 2 + 4 + 5 * 2, "the flat I, the O, and five kinds in two rotations");
}

/// F-7.15
#[test]
fn t7_15_the_next_piece_enters_after_a_lock() {
    for kind in Kind::TETROMINOES {
        for (gravity, row) in [(Gravity::Down, 12), (Gravity::Up, 9)] {
            let board = Position::new().board(&board_from(row, &["T........."])).gravity(gravity);
            let mut flip = Flip::set_up(&board.active(Kind::O, 0, 0, 10).next(&[kind]));
            assert_eq!(flip.view().next, [kind]);
            flip.lock_piece();
            assert_eq!(flip.piece(), Flip::create_piece(kind, gravity));
            assert_eq!(flip.view().next.len(), 1);
        }
    }
}

/// A piece dealt before gravity was reversed enters from the other side.
#[test]
fn the_next_piece_enters_by_the_gravity_of_the_moment() {
    let mut flip = Flip::set_up(&Position::new().entering(Kind::O).next(&[Kind::T]));
    flip.toggle_gravity();
    flip.hard_drop();
    assert_eq!(flip.rows(18..20), [".....t....", "....ttt..."]);
}

/// F-E1
#[test]
fn all_twenty_functions_are_there() {
    let mut flip = Flip::new(1);
    assert_eq!(Flip::create_board().drawing(), flip.board());
    let piece = Flip::create_piece(Kind::J, Gravity::Down);
    assert_eq!((piece.x, piece.y), (4, 0));
    let random = flip.get_random_piece();
    assert!(flip.is_valid_move(random.shape, random.piece.x, random.piece.y));
    flip.change(&Position::new().entering(Kind::J));
    assert!(flip.move_piece(1, 0) && flip.rotate_piece());
    assert_eq!(flip.place(), (5, 0));
    flip.reset_current_piece();
    assert_eq!(flip.rows(0..3), ["....jj....", "....j.....", "....j....."]);
    assert_eq!(Flip::get_swapped_type(Kind::J), Kind::L);
    flip.swap_current_piece();
    assert_eq!(flip.rows(0..2), ["......l...", "....lll..."]);
    assert_eq!(flip.get_ghost_position(), Some(18));
    flip.hard_drop();
    assert_eq!(flip.stack(), ["......L...", "....LLL..."]);
    flip.swap_board_pieces();
    assert_eq!(flip.stack(), ["......J...", "....JJJ..."]);
    flip.change(&Position::new().active(Kind::O, 0, 0, 8));
    flip.flip_board();
    assert_eq!(flip.board(), board_from(0, &["....JJJ...", "......J..."]));
    flip.change(&Position::new().board(&["OOOO..OOOO"]).active(Kind::O, 0, 4, 18));
    assert_eq!(flip.clear_lines(), 1);
    assert_eq!(flip.stack(), ["....OO...."]);
    flip.change(&Position::new().board(&[]).active(Kind::O, 0, 0, 18));
    flip.lock_piece();
    assert_eq!(flip.stack(), ["OO........"; 2]);
    flip.reset_game();
    assert!(flip.view().board.is_empty());
    flip.toggle_gravity();
    assert!(flip.is_anti_gravity());
    flip.toggle_pause();
    assert!(flip.game.is_paused());
    flip.handle_key_down("p");
    assert!(!flip.game.is_paused());
    flip.handle_key_down("g");
    assert!(!flip.is_anti_gravity());
    let mut game = Game::new(GameName::Flip.rules(), 1);
    Flip::spawn_piece(&mut game);
    assert!(game.view().piece.is_some());
}

/// F-E3
#[test]
fn every_part_of_the_state_can_be_read_and_set() {
    let mut flip = Flip::new(1);
    let rows = board_from(12, &[".IJLOSTZ.."]);
    flip.change(&Position::new().board(&rows));
    assert_eq!(flip.board(), rows);
    for (kind, turns) in kinds_and_turns() {
        flip.change(&Position::new().active(kind, turns, 3, 7));
        assert_eq!((flip.piece().kind, flip.shape()), (kind, shape(kind, turns)));
        assert_eq!(flip.place(), (3, 7));
    }
    for kind in Kind::TETROMINOES {
        flip.change(&Position::new().next(&[kind]));
        assert_eq!(flip.view().next, [kind]);
    }
    flip.change(&Position::new().score(123).lines(56).level(4));
    assert_eq!((flip.score(), flip.progress()), (123, (56, 4)));
    assert_eq!(flip.drop_interval(), Micros::from_millis(700), "it follows from the level");
    for (gravity, is_anti) in [(Gravity::Up, true), (Gravity::Down, false)] {
        flip.change(&Position::new().gravity(gravity));
        assert_eq!(flip.is_anti_gravity(), is_anti);
        flip.toggle_pause();
        assert_eq!(flip.game.is_paused(), is_anti);
    }
    assert_eq!(flip.board(), rows, "setting one thing leaves the others");
    assert_eq!((flip.score(), flip.progress()), (123, (56, 4)));

    let mut flip = game_that_is_over();
    assert!(flip.game.is_over());
    flip.change(&Position::new().board(&[]).entering(Kind::T));
    assert!(!flip.game.is_over(), "a position takes the end back");
}

/// A game whose next piece found no room.
fn game_that_is_over() -> Flip {
    let board = board_from(1, &["...O......"]);
    let mut flip = Flip::set_up(&Position::new().board(&board).active(Kind::I, 0, 3, 0));
    flip.lock_piece();
    flip
}

#[test]
fn nothing_moves_while_the_game_is_paused_or_over() {
    let mut paused = Flip::falling(Kind::T, 0, 4, 5);
    paused.game.pause();
    for mut flip in [paused, game_that_is_over()] {
        let before = flip.game.state_hash();
        for button in Button::ALL {
            flip.tap_now(button);
            assert_eq!(flip.game.state_hash(), before, "{button:?}");
        }
    }
}

#[test]
fn a_piece_falls_a_second_after_whatever_put_it_into_play() {
    let ledge = Position::new().board(&board_from(12, &["T........."]));
    let putting: [fn(&mut Flip); 5] =
        [Flip::lock_piece, Flip::hard_drop, Flip::toggle_gravity, Flip::reset_game, |flip| {
            flip.change(&Position::new().active(Kind::T, 0, 4, 5));
        }];
    for put in putting {
        let mut flip = Flip::set_up(&ledge.clone().active(Kind::O, 0, 0, 10));
        put(&mut flip);
        let due = flip.game.now() + Micros::from_millis(1000);
        assert_eq!(flip.game.next_deadline(), Some(due));
    }
}

#[test]
fn nothing_happens_by_itself_after_the_end() {
    let mut flip = game_that_is_over();
    assert_eq!(flip.game.next_deadline(), None);
    let before = flip.game.state_hash();
    flip.advance(60_000_000);
    assert_eq!(flip.game.state_hash(), before);
}

/// F-E4
#[test]
fn a_whole_game_is_played_with_nothing_to_draw_on() {
    let mut flip = Flip::new(7);
    let mut pieces = 0;
    while !flip.game.is_over() {
        let button = [Button::Left, Button::RotateCw, Button::Right][pieces % 3];
        (0..3).for_each(|_| flip.tap_now(button));
        flip.tap_now(Button::RotateCw);
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
    assert_eq!(played.game, untouched.game);
    played.hard_drop();
    played.toggle_gravity();
    assert_ne!(played.game, untouched.game);
    assert_eq!(Flip::new(3).game, untouched.game);

    played.reset_game();
    let view = played.view();
    assert_eq!((view.score, view.level, view.lines, view.pieces), (0, 1, 0, 0));
    assert_eq!(view.now, Micros::ZERO);
    assert!(view.piece.is_some() && view.next.len() == 1);
}
