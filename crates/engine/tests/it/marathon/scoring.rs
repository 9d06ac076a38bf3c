//! Marathon with guideline scoring: spins, back-to-back, combos and perfect clears.

use crate::drawing::Played;
use quintet_engine::{Button, Clear, Event, Kind, Micros, Position, RotationSystem, Rules, Spin};

/// Guideline scoring, without a pause for clears so that one position can follow another.
fn rules() -> Rules {
    Rules { clear_pause: Micros::ZERO, ..Rules::marathon() }.with_guideline_scoring()
}

fn last_clear(played: &Played) -> Clear {
    let mut clears = played.events().iter().filter_map(|event| match event.event {
        Event::Cleared(clear) => Some(clear),
        _ => None,
    });
    clears.next_back().expect("rows were cleared")
}

fn last_spin(played: &Played) -> Spin {
    let mut spins = played.events().iter().filter_map(|event| match event.event {
        Event::Locked { spin, .. } => Some(spin),
        _ => None,
    });
    spins.next_back().expect("a piece locked")
}

/// Sets up a position at level 1 or its own, presses buttons, drops, and returns the points.
fn points_for(played: &mut Played, position: &Position, buttons: &[Button]) -> u64 {
    let before = played.view().score;
    let lines = position.lines.unwrap_or(0);
    played.game.set_up(&Position { lines: Some(lines), ..position.clone() }).expect("possible");
    for &button in buttons {
        played.tap(button, played.game.now().0);
    }
    played.tap(Button::HardDrop, played.game.now().0);
    played.view().score - before
}

fn spin_double() -> Position {
    Position::new()
        .board(&[
            "J.........", //
            "GGGG......",
            "GGG...GGGG",
            "GGGG.GGGGG",
        ])
        .active(Kind::T, 1, 3, 17)
}

fn spin_triple() -> Position {
    Position::new()
        .board(&[
            "....G.....", //
            "..........",
            "GGGG.GGGGG",
            "GGGG..GGGG",
            "GGGG.GGGGG",
        ])
        .active(Kind::T, 0, 4, 15)
}

fn spin_single() -> Position {
    Position::new()
        .board(&[
            "GGGG......", //
            "GGG...GGG.",
            "GGGG.GGGGG",
        ])
        .active(Kind::T, 1, 3, 17)
}

/// The T rotates at the wall: both corners behind it are wall, one in front is taken.
fn mini_single() -> Position {
    Position::new().board(&[".........J", "..........", ".GGGGGGGGG"]).active(Kind::T, 0, 0, 17)
}

fn four_lines() -> Position {
    Position::new()
        .board(&["J.........", "GGGG.GGGGG", "GGGG.GGGGG", "GGGG.GGGGG", "GGGG.GGGGG"])
        .active(Kind::I, 1, 2, 16)
}

fn one_line() -> Position {
    Position::new().board(&["J.........", "GGGGGG...."]).active(Kind::I, 0, 6, 18)
}

fn no_line() -> Position {
    Position::new().board(&["J........."]).active(Kind::O, 0, 8, 18)
}

#[test]
fn spins_score_by_their_lines_times_the_level() {
    for (position, lines, points) in [
        (spin_single(), 1, 800), //
        (spin_double(), 2, 1200),
        (spin_triple(), 3, 1600),
    ] {
        for level in [1, 4] {
            let mut played = Played::new(rules());
            let position = position.clone().level(level);
            assert_eq!(
                points_for(&mut played, &position, &[Button::RotateCw]),
                points * u64::from(level)
            );
            let clear = last_clear(&played);
            assert_eq!((clear.lines, clear.spin, clear.perfect), (lines, Spin::Full, false));
        }
    }
}

#[test]
fn a_spin_without_lines_scores_400_and_a_mini_100() {
    let mut played = Played::new(rules());
    let position = Position::new()
        .board(&["GGGG......", "GGG...GGG.", "GGGG.GGGG."])
        .active(Kind::T, 1, 3, 17)
        .level(3);
    assert_eq!(points_for(&mut played, &position, &[Button::RotateCw]), 1200);
    assert_eq!(last_spin(&played), Spin::Full);

    let position = Position::new().board(&[".GGGGGGGG."]).active(Kind::T, 0, 0, 17).level(3);
    assert_eq!(points_for(&mut played, &position, &[Button::RotateCw]), 300);
    assert_eq!(last_spin(&played), Spin::Mini);
}

#[test]
fn a_mini_spin_has_one_corner_in_front() {
    let mut played = Played::new(rules());
    assert_eq!(points_for(&mut played, &mini_single(), &[Button::RotateCw]), 200);
    assert_eq!(last_clear(&played).spin, Spin::Mini);
}

#[test]
fn the_fifth_kick_makes_a_mini_a_full_spin() {
    // As for three lines, but with one of the two corners in front of the T open.
    let position = Position::new()
        .board(&[
            "....G.....", //
            "..........",
            "GGGG.GGGGG",
            "GGGG..GGGG",
            "GGGG..GGGG",
        ])
        .active(Kind::T, 0, 4, 15);
    let mut played = Played::new(rules());
    assert_eq!(points_for(&mut played, &position, &[Button::RotateCw]), 1200);
    assert_eq!(played.stack(), ["....G.....", "..........", "GGGGT.GGGG"]);
    let rotated = played.events().iter().rev().find_map(|event| match event.event {
        Event::Rotated { kick, spin } => Some((kick, spin)),
        _ => None,
    });
    assert_eq!(rotated, Some((4, Spin::Full)));
}

#[test]
fn the_fifth_offset_of_a_half_turn_does_not_make_a_full_spin() {
    // Half turns have a table of their own; from here its fifth offset is two rows up.
    let position = Position::new()
        .board(&[
            ".....G....", //
            "..........",
            "...G.G....",
            "...G......",
            "..........",
        ])
        .active(Kind::T, 1, 3, 17);
    let mut played = Played::new(Rules { rotation: RotationSystem::SRS_180, ..rules() });
    assert_eq!(points_for(&mut played, &position, &[Button::Rotate180]), 100);
    assert_eq!(
        played.stack(),
        [
            "....TG....", //
            "...TT.....",
            "...GTG....",
            "...G......",
            "..........",
        ]
    );
    assert_eq!(last_spin(&played), Spin::Mini);
}

#[test]
fn only_a_rotation_as_the_last_action_makes_a_spin() {
    // At rest under the G three corners are taken, two of them by the floor.
    let position = Position::new().board(&["..G.......", ".........."]).active(Kind::T, 0, 3, 18);
    let mut played = Played::set_up(rules(), &position);
    played.tap(Button::Left, 0);
    assert_eq!(played.rows(18..20), ["..Gt......", "..ttt....."]);
    played.tap(Button::HardDrop, 0);
    assert_eq!((last_spin(&played), played.view().score), (Spin::None, 0));

    // Rotated into place, but then moved away and back.
    let mut played = Played::set_up(rules(), &mini_single());
    played.tap(Button::RotateCw, 0);
    played.tap(Button::Hold, 0);
    played.tap(Button::HardDrop, 0);
    assert_eq!(last_spin(&played), Spin::None);
}

#[test]
fn difficult_clears_in_a_row_score_half_as_much_again() {
    let mut played = Played::new(rules());
    let rotate = [Button::RotateCw];
    assert_eq!(points_for(&mut played, &four_lines(), &[]), 800);
    assert!(!last_clear(&played).back_to_back && played.view().back_to_back);
    // A combo of 1 adds 50, of 2 adds 100 and so on.
    assert_eq!(points_for(&mut played, &four_lines(), &[]), 1200 + 50);
    assert!(last_clear(&played).back_to_back);
    assert_eq!(points_for(&mut played, &spin_double(), &rotate), 1800 + 100);
    assert_eq!(points_for(&mut played, &mini_single(), &rotate), 300 + 150);
    // A lock without a clear ends the combo, not the back-to-back.
    assert_eq!(points_for(&mut played, &no_line(), &[]), 0);
    assert!(played.view().back_to_back);
    assert_eq!(points_for(&mut played, &spin_triple(), &rotate), 2400);
    // A plain clear ends it.
    assert_eq!(points_for(&mut played, &one_line(), &[]), 100 + 50);
    assert!(!played.view().back_to_back);
    assert_eq!(points_for(&mut played, &four_lines(), &[]), 800 + 100);
}

#[test]
fn each_clear_of_a_combo_scores_fifty_more_times_the_level() {
    let mut played = Played::new(rules());
    for combo in 0..12_u64 {
        assert_eq!(points_for(&mut played, &one_line().level(2), &[]), 2 * (100 + 50 * combo));
        assert_eq!(u64::from(last_clear(&played).combo), combo);
        assert_eq!(u64::from(played.view().combo), combo + 1);
    }
    assert_eq!(points_for(&mut played, &no_line(), &[]), 0);
    assert_eq!(played.view().combo, 0);
    assert_eq!(points_for(&mut played, &one_line(), &[]), 100);
}

#[test]
fn a_perfect_clear_scores_extra() {
    let one = Position::new().board(&["GGGGGG...."]).active(Kind::I, 0, 6, 18);
    let two = Position::new().board(&["GGGG..GGGG"; 2]).active(Kind::O, 0, 4, 18);
    let three = Position::new().board(&["GGGG..GGGG", "GGGG.GGGGG", "GGGG.GGGGG"]).active(
        Kind::J,
        1,
        3,
        17,
    );
    let four = Position::new().board(&["GGGG.GGGGG"; 4]).active(Kind::I, 1, 2, 16);
    for (position, points) in
        [(one, 100 + 800), (two, 300 + 1200), (three, 500 + 1800), (four.clone(), 800 + 2000)]
    {
        let mut played = Played::new(rules());
        assert_eq!(points_for(&mut played, &position.level(2), &[]), 2 * points);
        assert!(last_clear(&played).perfect);
    }
    let mut played = Played::new(rules());
    points_for(&mut played, &four_lines(), &[]);
    assert_eq!(points_for(&mut played, &four, &[]), 1200 + 3200 + 50, "four lines back to back");
}

/// M-218: the same positions in plain Marathon score their lines and no more.
#[test]
fn plain_marathon_scores_lines_only() {
    let plain = Rules { scoring: Rules::marathon().scoring, ..rules() };
    let mut played = Played::new(plain);
    let rotate = [Button::RotateCw];
    assert_eq!(points_for(&mut played, &four_lines(), &[]), 800);
    assert_eq!(points_for(&mut played, &four_lines(), &[]), 800);
    assert_eq!(points_for(&mut played, &spin_double(), &rotate), 300);
    assert_eq!(last_clear(&played).spin, Spin::Full);
    assert!(last_clear(&played).back_to_back && last_clear(&played).combo == 2);
    assert_eq!(points_for(&mut played, &mini_single(), &rotate), 100);
    let spin_of_nothing = Position::new()
        .board(&["GGGG......", "GGG...GGG.", "GGGG.GGGG."])
        .active(Kind::T, 1, 3, 17);
    assert_eq!(points_for(&mut played, &spin_of_nothing, &rotate), 0);
    assert_eq!(last_spin(&played), Spin::Full);
}
