//! Versus: what each kind of clear sends.

use crate::boards::Boards;
use crate::drawing::about_to_clear;
use quintet_engine::{Attack, Button, Clear, Event, Kind, Micros, Position, RowSet, Rules, Spin};

/// A T that one clockwise rotation spins into place, completing one to three rows.
fn spin(lines: u8) -> Position {
    match lines {
        1 => Position::new()
            .board(&[
                "GGGG......", //
                "GGG...GGG.",
                "GGGG.GGGGG",
            ])
            .active(Kind::T, 1, 3, 17),
        2 => Position::new()
            .board(&[
                "J.........", //
                "GGGG......",
                "GGG...GGGG",
                "GGGG.GGGGG",
            ])
            .active(Kind::T, 1, 3, 17),
        _ => Position::new()
            .board(&[
                "....G.....", //
                "..........",
                "GGGG.GGGGG",
                "GGGG..GGGG",
                "GGGG.GGGGG",
            ])
            .active(Kind::T, 0, 4, 15),
    }
}

/// A T that one clockwise rotation spins into the corner, completing one row.
fn mini() -> Position {
    Position::new().board(&[".........J", "..........", ".GGGGGGGGG"]).active(Kind::T, 0, 0, 17)
}

/// Drops that complete none to four rows and leave something standing.
fn plain(lines: u8) -> Position {
    if lines == 0 {
        return Position::new().board(&["J........."]).active(Kind::O, 0, 8, 5);
    }
    let mut position = about_to_clear(lines.into());
    position.board.get_or_insert_default().insert(0, "J.........".to_owned());
    position
}

/// A match in which the first board attacks from a series of positions.
struct Attacks(Boards);

impl Attacks {
    fn new() -> Attacks {
        Attacks(Boards::new(Rules::versus(), 2))
    }

    /// Sets up the first board, presses buttons, drops, and returns how many rows that sent.
    fn sent(&mut self, position: &Position, buttons: &[Button]) -> u8 {
        let Attacks(boards) = self;
        boards.game.set_up(0, position).expect("a possible position");
        let at = boards.game.now().0;
        for &button in buttons.iter().chain(&[Button::HardDrop]) {
            boards.tap(0, button, at);
        }
        // The other board is emptied of garbage, so that there is always room for more.
        boards.advance(at + 500_000);
        boards.tap(1, Button::HardDrop, at + 500_000);
        boards.game.set_up(1, &Position::new().board(&[])).expect("an empty board is possible");
        let sent = |what| if let Event::GarbageSent { lines } = what { Some(lines) } else { None };
        boards.take_events(0).into_iter().filter_map(sent).sum()
    }
}

const TURN: [Button; 1] = [Button::RotateCw];

#[test]
fn one_to_four_plain_lines_send_0_1_2_and_4() {
    for (lines, rows) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 4)] {
        assert_eq!(Attacks::new().sent(&plain(lines), &[]), rows, "{lines} lines");
    }
}

#[test]
fn spins_of_one_to_three_lines_send_2_4_and_6() {
    for (lines, rows) in [(1, 2), (2, 4), (3, 6)] {
        assert_eq!(Attacks::new().sent(&spin(lines), &TURN), rows, "{lines} lines");
    }
}

#[test]
fn a_mini_spin_sends_no_more_than_plain_lines() {
    assert_eq!(Attacks::new().sent(&mini(), &TURN), 0);
    let double = clear(2, Spin::Mini);
    assert_eq!(MODERN.rows_sent(&double), 1);
}

#[test]
fn a_spin_without_lines_sends_nothing() {
    let spin = Position::new().board(&["GGGG......", "GGG...GGG.", "GGGG.GGGG."]).active(
        Kind::T,
        1,
        3,
        17,
    );
    assert_eq!(Attacks::new().sent(&spin, &TURN), 0);
}

/// A lock without lines between two clears ends the combo, so that back-to-back stands alone.
#[test]
fn a_difficult_clear_after_another_sends_one_more() {
    let mut attacks = Attacks::new();
    assert_eq!(attacks.sent(&plain(4), &[]), 4, "the first of them");
    assert_eq!(attacks.sent(&plain(0), &[]), 0);
    assert_eq!(attacks.sent(&plain(4), &[]), 5);
    assert_eq!(attacks.sent(&plain(0), &[]), 0);
    assert_eq!(attacks.sent(&spin(2), &TURN), 5);
    assert_eq!(attacks.sent(&plain(0), &[]), 0);
    assert_eq!(attacks.sent(&mini(), &TURN), 1, "a mini keeps it up, and has it too");
    assert_eq!(attacks.sent(&plain(0), &[]), 0);
    assert_eq!(attacks.sent(&plain(2), &[]), 1, "a plain clear breaks it");
    assert_eq!(attacks.sent(&plain(0), &[]), 0);
    assert_eq!(attacks.sent(&spin(3), &TURN), 6);
}

#[test]
fn each_clear_of_a_combo_sends_by_the_table() {
    let mut attacks = Attacks::new();
    let sent: Vec<u8> = (0..16).map(|_| attacks.sent(&plain(1), &[])).collect();
    assert_eq!(sent, [0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5]);
    assert_eq!(attacks.sent(&plain(0), &[]), 0);
    assert_eq!(attacks.sent(&plain(2), &[]), 1, "the combo starts again");
}

#[test]
fn a_perfect_clear_sends_ten_more() {
    let single = Position::new().board(&["GGGGGG...."]).active(Kind::I, 0, 6, 5);
    assert_eq!(Attacks::new().sent(&single, &[]), 10);
    let four = Position::new().board(&["GGGG.GGGGG"; 4]).active(Kind::I, 1, 2, 5);
    assert_eq!(Attacks::new().sent(&four, &[]), 14);
}

const MODERN: Attack = Attack::Modern { travel: Micros::ZERO };

fn clear(lines: u8, spin: Spin) -> Clear {
    Clear {
        rows: RowSet::default(),
        lines,
        points: 0,
        spin,
        back_to_back: false,
        combo: 0,
        perfect: false,
    }
}

#[test]
fn the_parts_of_an_attack_add_up() {
    let everything = Clear { back_to_back: true, combo: 12, perfect: true, ..clear(3, Spin::Full) };
    assert_eq!(MODERN.rows_sent(&everything), 6 + 1 + 5 + 10);
    assert_eq!(Attack::Plain.rows_sent(&everything), 2);
    assert_eq!(Attack::None.rows_sent(&everything), 0);
    // More than four lines are possible only in positions set up by hand.
    assert_eq!(MODERN.rows_sent(&clear(9, Spin::None)), 4);
}
