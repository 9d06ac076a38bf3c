//! Battle: the seven pieces, the bag they come from, and how they rotate.

use std::collections::BTreeSet;

use crate::drawing::Played;
use quintet_engine::{Button, Event, Kind, Position, Rules};

fn battle(position: &Position) -> Played {
    Played::set_up(Rules::battle(), position)
}

fn kick(played: &mut Played) -> Option<u8> {
    played.take_events().into_iter().find_map(|what| match what {
        Event::Rotated { kick, .. } => Some(kick),
        _ => None,
    })
}

/// B-05 B-07, A-B9: without rows above the field all rotate where they enter; only the I needs a
/// kick, the fourth.
#[test]
fn every_piece_rotates_clockwise_where_it_enters() {
    let rotated = [
        (Kind::I, 3, ["...i......", "...i......", "...i......", "...i......"]),
        (Kind::J, 0, ["....jj....", "....j.....", "....j.....", ".........."]),
        (Kind::L, 0, ["....l.....", "....l.....", "....ll....", ".........."]),
        (Kind::O, 0, ["....oo....", "....oo....", "..........", ".........."]),
        (Kind::S, 0, ["....s.....", "....ss....", ".....s....", ".........."]),
        (Kind::T, 0, ["....t.....", "....tt....", "....t.....", ".........."]),
        (Kind::Z, 0, [".....z....", "....zz....", "....z.....", ".........."]),
    ];
    for (kind, expected_kick, drawing) in rotated {
        let mut played = battle(&Position::new().entering(kind));
        played.tap(Button::RotateCw, 0);
        assert_eq!(played.rows(0..4), drawing);
        assert_eq!(kick(&mut played), Some(expected_kick), "{kind}");
    }
}

/// B-05: where the pieces enter, as drawn.
#[test]
fn every_piece_enters_in_the_top_rows() {
    let entered = [
        (Kind::I, ["...iiii...", ".........."]),
        (Kind::J, ["...j......", "...jjj...."]),
        (Kind::L, [".....l....", "...lll...."]),
        (Kind::O, ["....oo....", "....oo...."]),
        (Kind::S, ["....ss....", "...ss....."]),
        (Kind::T, ["....t.....", "...ttt...."]),
        (Kind::Z, ["...zz.....", "....zz...."]),
    ];
    for (kind, drawing) in entered {
        let played = battle(&Position::new().next(&[kind]));
        assert_eq!(played.rows(0..2), drawing);
    }
}

/// B-07
#[test]
fn four_rotations_lead_through_four_states_back_to_the_first() {
    let mut played = battle(&Position::new().active(Kind::L, 0, 3, 8));
    let mut states = vec![played.rows(8..11)];
    for _ in 0..4 {
        played.tap(Button::RotateCw, 0);
        states.push(played.rows(8..11));
    }
    let expected = [
        [".....l....", "...lll....", ".........."],
        ["....l.....", "....l.....", "....ll...."],
        ["..........", "...lll....", "...l......"],
        ["...ll.....", "....l.....", "....l....."],
        [".....l....", "...lll....", ".........."],
    ];
    assert_eq!(states, expected);

    for kind in Kind::TETROMINOES {
        let mut played = battle(&Position::new().active(kind, 0, 3, 8));
        for _ in 0..4 {
            let before = played.view().piece.expect("in play").shape;
            played.tap(Button::RotateCw, 0);
            assert_eq!(played.place(), (3, 8), "{kind} rotates in its box");
            let after = played.view().piece.expect("in play").shape;
            assert_eq!(after, before.rotated_clockwise(), "{kind}");
        }
    }
}

/// A-B8
#[test]
fn pieces_rotate_clockwise_only() {
    let mut played = battle(&Position::new().active(Kind::T, 0, 3, 8));
    let before = played.rows(0..20);
    played.tap(Button::RotateCcw, 0);
    played.tap(Button::Rotate180, 0);
    assert_eq!(played.rows(0..20), before);
}

/// B-08
#[test]
fn a_wall_kicks_a_rotating_piece() {
    let mut played = battle(&Position::new().active(Kind::T, 1, -1, 8));
    assert_eq!(played.rows(8..11), ["t.........", "tt........", "t........."]);
    played.tap(Button::RotateCw, 0);
    assert_eq!(played.rows(8..11), ["..........", "ttt.......", ".t........"]);
    assert_eq!(kick(&mut played), Some(1));

    let mut played = battle(&Position::new().active(Kind::I, 3, 8, 8));
    assert_eq!(played.rows(8..12), [".........i"; 4]);
    played.tap(Button::RotateCw, 0);
    assert_eq!(played.rows(8..12), ["..........", "......iiii", "..........", ".........."]);
}

/// B-08
#[test]
fn a_filled_cell_kicks_a_rotating_piece() {
    let position = Position::new()
        .board(&[
            "...J......", //
            "..........",
            "...J......",
        ])
        .active(Kind::S, 1, 3, 17);
    let mut played = battle(&position);
    assert_eq!(
        played.rows(17..20),
        [
            "...Js.....", //
            "....ss....",
            "...J.s....",
        ]
    );
    played.tap(Button::RotateCw, 0);
    assert_eq!(
        played.rows(17..20),
        [
            "...J......", //
            ".....ss...",
            "...Jss....",
        ]
    );
    assert_eq!(kick(&mut played), Some(1));
}

/// B-08: where no kick fits, nothing happens.
#[test]
fn a_piece_wedged_in_stays_as_it_is() {
    let position = Position::new().board(&["JJJJ.JJJJJ"; 8]).active(Kind::I, 1, 2, 15);
    let mut played = battle(&position);
    let before = played.rows(0..20);
    played.tap(Button::RotateCw, 0);
    assert_eq!(played.rows(0..20), before);
    assert_eq!(played.take_events(), [Event::Blocked]);
}

/// B-06: shuffle all seven, deal in order, shuffle again when they are used up.
#[test]
fn pieces_are_dealt_bag_by_bag() {
    let mut first_bags = BTreeSet::new();
    for seed in 0..20 {
        let mut played = Played::dealt(Rules::battle(), seed);
        for at in 1..70 {
            let shown = played.view().next.to_vec();
            played.tap(Button::HardDrop, at);
            // An empty board after every lock, so that the game continues.
            let rest = Position::new().board(&[]);
            played.game.set_up(&rest).expect("an empty board is possible");
            assert_eq!(played.piece().kind, shown[0], "as it was shown");
        }
        let dealt = played.entered();
        let bags: Vec<&[Kind]> = dealt.chunks(7).collect();
        assert_eq!(bags.len(), 10);
        for bag in &bags {
            let mut bag = bag.to_vec();
            bag.sort_unstable();
            assert_eq!(bag, Kind::TETROMINOES);
        }
        assert!(bags.windows(2).all(|pair| pair[0] != pair[1]), "every bag is shuffled again");
        first_bags.insert(bags[0].to_vec());
    }
    assert!(first_bags.len() > 15, "the first bag is shuffled too");
}
