//! Marathon: rotation, and the kicks of the Super Rotation System.

use crate::drawing::Played;
use quintet_engine::{
    Button, Event, Kicks, Kind, Position, RotateBy, Rotation, RotationSystem, Rules, Shape,
    ShapeSet,
};

/// M-017 M-018 M-222
#[test]
fn four_rotations_either_way_go_through_all_four_states() {
    let states = [
        [".t.", "ttt", "..."],
        [".t.", ".tt", ".t."],
        ["...", "ttt", ".t."],
        [".t.", "tt.", ".t."],
    ];
    for (button, order) in [(Button::RotateCw, [1, 2, 3, 0]), (Button::RotateCcw, [3, 2, 1, 0])] {
        let position = Position::new().active(Kind::T, 0, 0, 5);
        let mut played = Played::set_up(Rules::marathon(), &position);
        for state in order {
            played.tap(button, 0);
            let drawn = states[state].map(|row| format!("{row}......."));
            assert_eq!(played.rows(5..8), drawn, "{button:?} to {state}");
            assert_eq!(usize::from(played.piece().rotation.quarter_turns()), state);
        }
    }
}

/// M-222
#[test]
fn every_piece_rotates_about_the_centre_of_its_box() {
    for kind in Kind::TETROMINOES {
        for state in 0..4 {
            let position = Position::new().active(kind, state, 3, 8);
            let mut played = Played::set_up(Rules::marathon(), &position);
            let before = played.view().piece.expect("in play").shape;
            played.tap(Button::RotateCw, 0);
            assert_eq!(played.view().piece.expect("in play").shape, before.rotated_clockwise());
            assert_eq!(played.place(), (3, 8), "no kick in the open");
            played.tap(Button::RotateCcw, 0);
            assert_eq!(played.view().piece.expect("in play").shape, before);
        }
    }
}

#[test]
fn marathon_has_no_half_turns() {
    let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(Kind::T));
    played.tap(Button::Rotate180, 0);
    assert_eq!(played.piece().rotation, Rotation::SPAWN);

    let rules = Rules { rotation: RotationSystem::SRS_180, ..Rules::marathon() };
    let mut played = Played::set_up(rules, &Position::new().entering(Kind::T));
    played.tap(Button::Rotate180, 0);
    assert_eq!(played.rows(0..3), ["..........", "...ttt....", "....t....."]);
}

/// M-019 M-020 M-223
#[test]
fn a_piece_that_cannot_rotate_in_place_is_rotated_and_shifted() {
    let position = Position::new().active(Kind::T, 1, -1, 5);
    let mut played = Played::set_up(Rules::marathon(), &position);
    assert_eq!(played.rows(5..8), ["t.........", "tt........", "t........."]);
    played.tap(Button::RotateCw, 0);
    assert_eq!(played.rows(5..8), ["..........", "ttt.......", ".t........"]);
    assert_eq!(played.place(), (0, 5));
    assert!(matches!(played.take_events()[..], [Event::Rotated { kick: 1, .. }]));
}

/// M-019 M-020 M-223: the third try, one to the left and one up, from the floor.
#[test]
fn a_flat_piece_on_the_floor_is_kicked_upright() {
    let position = Position::new().active(Kind::T, 0, 3, 18);
    let mut played = Played::set_up(Rules::marathon(), &position);
    played.tap(Button::RotateCw, 0);
    assert_eq!(played.rows(16..20), ["..........", "...t......", "...tt.....", "...t......"]);
    assert!(matches!(played.take_events()[..], [Event::Rotated { kick: 2, .. }]));
}

/// M-020 M-223: the first that fits, though a later one would fit too.
#[test]
fn the_kicks_are_tried_in_order() {
    // Upright against G the J could go one right, or one right and one down.
    let position = Position::new()
        .board(&[
            "..G.......", //
            "..G.......",
            "..........",
            "..........",
            "..........",
        ])
        .active(Kind::J, 1, 2, 14);
    let mut played = Played::set_up(Rules::marathon(), &position);
    assert_eq!(played.rows(14..17), ["...jj.....", "..Gj......", "..Gj......"]);
    played.tap(Button::RotateCw, 0);
    assert_eq!(played.rows(14..17), ["..........", "..Gjjj....", "..G..j...."]);
    assert!(matches!(played.take_events()[..], [Event::Rotated { kick: 1, .. }]));
}

/// M-019 M-020 M-223: the fifth try, into a slot under an overhang.
#[test]
fn the_last_kick_twists_a_piece_under_an_overhang() {
    let position = Position::new()
        .board(&[
            "....G.....", //
            "..........",
            "GGGG.GGGGG",
            "GGGG..GGGG",
            "GGGG.GGGGG",
        ])
        .active(Kind::T, 0, 4, 15);
    let mut played = Played::set_up(Rules::marathon(), &position);
    assert_eq!(played.rows(15..17), ["....Gt....", "....ttt..."]);
    played.tap(Button::RotateCw, 0);
    assert_eq!(
        played.rows(15..20),
        [
            "....G.....", //
            "..........",
            "GGGGtGGGGG",
            "GGGGttGGGG",
            "GGGGtGGGGG",
        ]
    );
    assert!(played.take_events().iter().any(|what| matches!(what, Event::Rotated { kick: 4, .. })));
}

/// M-021 M-223
#[test]
fn where_no_kick_fits_the_piece_stays_as_it_was() {
    let position = Position::new()
        .board(&[
            "GGGG.GGGGG", //
            "GGGG.GGGGG",
            "GGGG.GGGGG",
            "GGGG.GGGGG",
            "GGGG.GGGGG",
        ])
        .active(Kind::I, 1, 2, 16);
    let mut played = Played::set_up(Rules::marathon(), &position);
    let (before, piece) = (played.rows(0..20), played.piece());
    played.take_events();
    played.tap(Button::RotateCw, 0);
    played.tap(Button::RotateCcw, 0);
    assert_eq!((played.rows(0..20), played.piece()), (before, piece));
    assert_eq!(played.take_events(), [Event::Blocked; 2]);
    assert_eq!(played.view().lock_resets_left, 15, "a refused rotation resets nothing");
}

/// M-022: the kick from one state to another is the difference of the states' offsets, which is
/// how SRS is defined (rows counted upward there).
#[test]
fn the_kick_tables_are_those_of_srs() {
    const JLSTZ: [[(i8, i8); 5]; 4] = [
        [(0, 0); 5],
        [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
        [(0, 0); 5],
        [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
    ];
    const I: [[(i8, i8); 5]; 4] = [
        [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
        [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
        [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
        [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
    ];
    for kind in Kind::TETROMINOES {
        for from in 0..4 {
            for turn in [RotateBy::Clockwise, RotateBy::CounterClockwise] {
                let from = Rotation::new(from);
                let kicks = Kicks::Srs.offsets(kind, from, turn);
                if kind == Kind::O {
                    assert_eq!(kicks, [(0, 0)]);
                    continue;
                }
                let offsets = if kind == Kind::I { &I } else { &JLSTZ };
                let before = offsets[usize::from(from.quarter_turns())];
                let after = offsets[usize::from(from.rotated(turn).quarter_turns())];
                // Rotating the box already includes the first offset.
                let first = (before[0].0 - after[0].0, before[0].1 - after[0].1);
                for (number, &(x, y)) in kicks.iter().enumerate() {
                    let wide = before[number].0 - after[number].0 - first.0;
                    let high = before[number].1 - after[number].1 - first.1;
                    assert_eq!((x, y), (wide, -high), "{kind} {from:?} {turn:?} try {number}");
                }
            }
        }
    }
}

/// M-022
#[test]
fn an_o_rotates_without_moving_wherever_it_is() {
    for (x, y) in [(0, 18), (8, 18), (4, 0), (8, 5)] {
        let position = Position::new().active(Kind::O, 0, x, y);
        let mut played = Played::set_up(Rules::marathon(), &position);
        let before = played.rows(0..20);
        for _ in 0..5 {
            played.tap(Button::RotateCw, 0);
            assert_eq!(played.rows(0..20), before);
        }
    }
}

/// A-M1: there is room above the field.
#[test]
fn every_piece_can_rotate_both_ways_as_soon_as_it_enters() {
    for kind in Kind::TETROMINOES {
        for button in [Button::RotateCw, Button::RotateCcw] {
            let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(kind));
            let entry = played.place();
            played.tap(button, 0);
            assert_ne!(played.piece().rotation, Rotation::SPAWN);
            assert_eq!(played.place(), entry, "in place");
        }
    }
}

/// M-222
#[test]
fn the_upright_i_stands_in_the_third_column_of_its_box() {
    let upright = ShapeSet::Square.shape(Kind::I, Rotation::new(1));
    assert_eq!(upright, Shape::drawn(&["..#.", "..#.", "..#.", "..#."]));
    let mut played = Played::set_up(Rules::marathon(), &Position::new().entering(Kind::I));
    played.tap(Button::RotateCw, 0);
    assert_eq!(played.rows(-1..3), [".....i...."; 4]);
    played.tap(Button::RotateCw, 0);
    played.tap(Button::RotateCw, 0);
    assert_eq!(played.rows(-1..3), ["....i....."; 4]);
}
