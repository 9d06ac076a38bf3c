//! Marathon: how a game begins, what is dealt, and what its state is made of.

use crate::drawing::Played;
use quintet_engine::{
    Button, CellContent, Game, GameName, Kind, Micros, Phase, Position, Rotation, Rules, Status,
    Tile,
};

/// M-002 M-004 M-005 M-006
#[test]
fn a_new_game_has_an_empty_board_no_points_level_one_and_no_lines() {
    let played = Played::new(Rules::marathon());
    let view = played.view();
    assert!(view.board.is_empty());
    assert_eq!((view.score, view.level, view.lines, view.pieces), (0, 1, 0, 0));
    assert_eq!((view.hold, view.hold_used), (None, false));
    assert_eq!((view.board.width(), view.board.height(), view.board.hidden()), (10, 20, 4));
}

/// M-073 M-074: a restart is a new game with the rules of the old one.
#[test]
fn a_new_game_keeps_nothing_of_the_ended_one() {
    for seed in 0..20 {
        let mut played = Played::dealt(Rules::marathon(), seed);
        played.game.set_up(&Position::new().lines(25)).expect("a possible position");
        for second in 1..20 {
            played.tap(Button::HardDrop, second * 1_000_000);
        }
        let view = played.view();
        assert_eq!(view.status, Status::Over);
        assert!(view.score > 0 && !view.board.is_empty());
        assert_eq!((view.level, view.lines), (3, 25));

        let again = Played::dealt(*played.game.rules(), seed + 1);
        let view = again.view();
        assert_eq!(view.status, Status::Playing);
        assert_eq!((view.score, view.level, view.lines), (0, 1, 0));
        assert_eq!(view.board.drawing(), [".........."; 20]);
        assert_eq!(view.board.filled_cells(), 0, "hidden rows included");
        let cells = (-4..20).flat_map(|y| (0..10).map(move |x| (x, y)));
        let taken =
            |&(x, y): &(i8, i8)| view.board.is_taken(x, y) || view.board.tile(x, y) != Tile::EMPTY;
        assert_eq!(cells.filter(taken).count(), 0, "neither a tile nor an invisible obstacle");
    }
}

/// M-003 M-220 (A-M1)
#[test]
fn every_piece_enters_in_the_two_top_rows_in_the_middle() {
    let entries = [
        (Kind::I, ["...iiii...", ".........."]),
        (Kind::O, ["....oo....", "....oo...."]),
        (Kind::J, ["...j......", "...jjj...."]),
        (Kind::L, [".....l....", "...lll...."]),
        (Kind::S, ["....ss....", "...ss....."]),
        (Kind::T, ["....t.....", "...ttt...."]),
        (Kind::Z, ["...zz.....", "....zz...."]),
    ];
    for (kind, drawn) in entries {
        let played = Played::set_up(Rules::marathon(), &Position::new().next(&[kind]));
        assert_eq!(played.rows(0..2), drawn);
        assert_eq!(played.rows(-4..0), [".........."; 4]);
        assert_eq!(played.piece().rotation, Rotation::SPAWN);
    }
}

/// M-003
#[test]
fn any_of_the_seven_may_come_first() {
    let first = |seed| Played::dealt(Rules::marathon(), seed).piece().kind;
    let mut seen: Vec<Kind> = (0..100).map(first).collect();
    assert_eq!(seen[0], first(0), "a seed always deals the same");
    seen.sort_unstable();
    seen.dedup();
    assert_eq!(seen, Kind::TETROMINOES);
}

/// Drops pieces on a board that is emptied after each, and returns what was dealt.
fn deal(seed: u64, count: usize) -> Vec<Kind> {
    let mut played = Played::dealt(Rules::marathon(), seed);
    for at in 1..count {
        let shown = played.view().next[0];
        played.tap(Button::HardDrop, at as u64);
        played.game.set_up(&Position::new().board(&[])).expect("an empty board");
        assert_eq!(played.piece().kind, shown, "what is shown next comes next");
    }
    played.entered()
}

/// M-055 M-056 M-057 M-058 M-228 (A-M35)
#[test]
fn pieces_are_dealt_from_bags_of_seven_with_at_most_twelve_between_two_of_a_kind() {
    for seed in 0..20 {
        let dealt = deal(seed, 140);
        assert_eq!(dealt.len(), 140);
        let mut bags: Vec<Vec<Kind>> = dealt.chunks(7).map(<[Kind]>::to_vec).collect();
        for kind in Kind::TETROMINOES {
            assert!(bags.iter().all(|bag| bag.iter().filter(|&&dealt| dealt == kind).count() == 1));
            let at: Vec<usize> = (0..140).filter(|&n| dealt[n] == kind).collect();
            assert!(at.windows(2).all(|pair| pair[1] - pair[0] <= 13), "at most 12 between");
        }
        bags.dedup();
        assert!(bags.len() >= 18, "each bag is shuffled again");
    }
}

/// M-210
#[test]
fn a_game_is_idle_then_playing_or_paused_and_finally_over() {
    let mut played = Played::new(Rules::marathon());
    assert_eq!(Game::new(GameName::Marathon.rules(), 1).status(), Status::Idle);
    assert_eq!(Game::new(GameName::Marathon.rules(), 1).view().phase, Phase::Idle);
    assert_eq!(played.game.status(), Status::Playing);
    played.game.pause();
    assert_eq!(played.game.status(), Status::Paused);
    played.game.toggle_pause();
    assert_eq!(played.game.status(), Status::Playing);
    for at in 1..30 {
        played.tap(Button::HardDrop, at);
    }
    assert_eq!(played.game.status(), Status::Over);
    played.game.toggle_pause();
    assert_eq!(played.game.status(), Status::Over, "there is nothing left to pause");
}

/// M-211
#[test]
fn the_piece_in_play_is_known_by_kind_rotation_and_place() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(Kind::L));
    played.tap(Button::Left, 10);
    played.tap(Button::RotateCw, 20);
    played.advance(1_000_000);
    let piece = played.piece();
    assert_eq!((piece.kind, piece.rotation), (Kind::L, Rotation::new(1)));
    assert_eq!((piece.x, piece.y), (2, 1));
    let cells: Vec<_> = played.view().piece.expect("in play").cells().collect();
    let l = Tile::piece(Kind::L);
    assert_eq!(cells, [(3, 1, l), (3, 2, l), (3, 3, l), (4, 3, l)]);
}

/// M-212
#[test]
fn a_cell_of_the_board_holds_what_locked_there_or_nothing() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(Kind::J));
    played.tap(Button::HardDrop, 0);
    let board = played.view().board;
    assert_eq!(played.stack(), ["...J......", "...JJJ...."]);
    assert_eq!(board.tile(3, 18).content(), CellContent::Piece(Kind::J));
    assert_eq!(board.tile(4, 18).content(), CellContent::Empty);
    assert_eq!(board.tile(4, 18), Tile::EMPTY);
    assert_eq!(board.filled_cells(), 4);
}

/// M-213 (A-M15)
#[test]
fn four_coming_pieces_are_shown_and_up_to_six_can_be() {
    let shown = |previews| {
        let played = Played::new(Rules { previews, ..Rules::marathon() });
        played.view().next.to_vec()
    };
    assert_eq!(shown(Rules::marathon().previews).len(), 4);
    let all = shown(6);
    for previews in 1..=6 {
        assert_eq!(shown(previews), all[..usize::from(previews)]);
    }
}

/// M-214 M-215
#[test]
fn hold_and_the_lock_timer_are_part_of_the_state() {
    let position = Position::new().active(Kind::T, 0, 3, 17).hold(Kind::S);
    let mut played = Played::set_up(Rules::marathon(), &position);
    assert_eq!((played.view().hold, played.view().hold_used), (Some(Kind::S), false));
    assert_eq!((played.view().lock_at, played.view().lock_resets_left), (None, 15));
    played.advance(1_000_000);
    assert_eq!(played.view().lock_at, Some(Micros(1_500_000)));
    played.tap(Button::Left, 1_200_000);
    assert_eq!(played.view().lock_at, Some(Micros(1_700_000)));
    assert_eq!(played.view().lock_resets_left, 14);
    played.tap(Button::Hold, 1_300_000);
    assert_eq!((played.view().hold, played.view().hold_used), (Some(Kind::T), true));
    assert_eq!((played.view().lock_at, played.view().lock_resets_left), (None, 15));
}

/// M-216 (A-M2)
#[test]
fn a_piece_falls_one_row_per_second_at_level_one_and_faster_at_every_level() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(Kind::O));
    assert_eq!(played.view().fall_interval, Micros(1_000_000));
    played.advance(999_999);
    assert_eq!(played.place(), (4, 0));
    played.advance(1_000_000);
    assert_eq!(played.place(), (4, 1));
    played.advance(1_999_999);
    assert_eq!(played.place(), (4, 1));
    played.advance(2_000_000);
    assert_eq!(played.place(), (4, 2));

    let mut before = Micros(1_000_001);
    for level in 1..=29 {
        let position = Position::new().entering(Kind::O).level(level);
        let mut played = Played::set_up(Rules::marathon(), &position);
        let interval = played.view().fall_interval;
        assert!(interval < before, "level {level}");
        played.advance(interval.0 - 1);
        assert_eq!(played.place(), (4, 0), "level {level}");
        played.advance(interval.0);
        assert_eq!(played.place(), (4, 1), "level {level}");
        before = interval;
    }
}
