//! Versus: garbage travels, is cancelled by clears, and enters.

use crate::boards::Boards;
use quintet_engine::{Attack, Button, EndReason, Event, Gaps, Kind, Messiness, Position, Rules};

/// The time an attack travels.
const TRAVEL: u64 = 500_000;

/// A board on which a hard drop completes four rows and leaves something standing.
fn four_lines() -> Position {
    Position::new()
        .board(&["J.........", "JJJJ.JJJJJ", "JJJJ.JJJJJ", "JJJJ.JJJJJ", "JJJJ.JJJJJ"])
        .active(Kind::I, 1, 2, 5)
}

/// The same for one row.
fn one_line() -> Position {
    Position::new().board(&["J.........", "JJJJJJ...."]).active(Kind::I, 0, 6, 5)
}

fn drop_of_o() -> Position {
    Position::new().board(&[]).active(Kind::O, 0, 0, 10)
}

fn versus(first: &Position, second: &Position) -> Boards {
    Boards::set_up(Rules::versus(), &[first.clone(), second.clone()])
}

#[test]
fn an_attack_travels_half_a_second_to_the_microsecond() {
    for (early, rows) in [(1, 0), (0, 4)] {
        let mut boards = versus(&four_lines(), &drop_of_o());
        boards.tap(0, Button::HardDrop, 70_000);
        assert_eq!(boards.pending(1), 4, "it is announced at once");
        boards.tap(1, Button::HardDrop, 70_000 + TRAVEL - early);
        let entered = boards.stack(1).iter().filter(|row| row.contains('G')).count();
        assert_eq!(entered, rows);
        assert_eq!(usize::from(boards.pending(1)), 4 - rows);
    }
}

#[test]
fn garbage_that_still_travels_waits_for_a_later_lock() {
    let mut boards = versus(&drop_of_o(), &drop_of_o());
    boards.receive_garbage(1, &[1, 1], 0);
    boards.receive_garbage(1, &[2, 2, 2], 100_000);
    boards.tap(1, Button::HardDrop, TRAVEL);
    assert_eq!(boards.stack(1)[2..], ["G.GGGGGGGG"; 2]);
    assert_eq!(boards.pending(1), 3);
    boards.tap(1, Button::HardDrop, TRAVEL + 100_000);
    let stack = boards.stack(1);
    assert_eq!(
        stack[stack.len() - 5..],
        [
            "G.GGGGGGGG", //
            "G.GGGGGGGG",
            "GG.GGGGGGG",
            "GG.GGGGGGG",
            "GG.GGGGGGG",
        ]
    );
}

#[test]
fn no_garbage_enters_at_a_lock_that_clears() {
    let mut boards = versus(&drop_of_o(), &one_line());
    boards.receive_garbage(1, &[4, 4], 0);
    boards.tap(1, Button::HardDrop, TRAVEL);
    assert_eq!(boards.stack(1), ["J........."]);
    assert_eq!(boards.pending(1), 2, "one line cancels nothing");
    boards.game.set_up(1, &drop_of_o()).expect("a possible position");
    boards.tap(1, Button::HardDrop, TRAVEL);
    assert_eq!(boards.stack(1), ["OO........", "OO........", "GGGG.GGGGG", "GGGG.GGGGG"]);
}

#[test]
fn a_clear_cancels_the_oldest_garbage_and_sends_only_the_rest() {
    let mut boards = versus(&four_lines(), &drop_of_o());
    boards.receive_garbage(0, &[7, 8, 9], 0);
    boards.tap(0, Button::HardDrop, 1000);
    assert_eq!((boards.pending(0), boards.pending(1)), (0, 1));
    let events = boards.take_events(0);
    let cancelled = events.iter().position(|what| *what == Event::GarbageCancelled { lines: 3 });
    let sent = events.iter().position(|what| *what == Event::GarbageSent { lines: 1 });
    assert!(cancelled < sent && cancelled.is_some(), "{events:?}");
}

#[test]
fn a_clear_smaller_than_the_garbage_cancels_its_part_and_sends_nothing() {
    let mut boards = versus(&four_lines(), &drop_of_o());
    boards.receive_garbage(0, &[1, 2, 3, 4, 5, 6], 0);
    boards.tap(0, Button::HardDrop, 1000);
    assert_eq!((boards.pending(0), boards.pending(1)), (2, 0));
    assert!(!boards.take_events(0).iter().any(|what| matches!(what, Event::GarbageSent { .. })));
    // What is left are the two that came last.
    boards.game.set_up(0, &drop_of_o()).expect("a possible position");
    boards.tap(0, Button::HardDrop, TRAVEL);
    assert_eq!(boards.stack(0)[2..], ["GGGGG.GGGG", "GGGGGG.GGG"]);
}

#[test]
fn rows_that_have_arrived_and_rows_still_travelling_are_cancelled_alike() {
    let mut boards = versus(&four_lines(), &drop_of_o());
    boards.receive_garbage(0, &[1, 1], 0);
    boards.receive_garbage(0, &[2, 2], TRAVEL);
    boards.tap(0, Button::HardDrop, TRAVEL);
    assert_eq!((boards.pending(0), boards.pending(1)), (0, 0));
    assert!(boards.take_events(0).contains(&Event::GarbageCancelled { lines: 4 }));
}

/// Both attack at the same instant: the later player cancels the rows of the earlier one.
#[test]
fn attacks_at_the_same_instant_cancel_each_other() {
    let mut boards = versus(&four_lines(), &four_lines());
    boards.tap(0, Button::HardDrop, 1000);
    boards.tap(1, Button::HardDrop, 1000);
    assert_eq!((boards.pending(0), boards.pending(1)), (0, 0));
    assert!(boards.take_events(1).contains(&Event::GarbageCancelled { lines: 4 }));
}

/// There are hidden rows above the field: what garbage lifts into them is not lost.
#[test]
fn lifted_rows_are_kept_above_the_field() {
    let tower =
        Position::new().board(&["S........."; 19]).active(Kind::O, 0, 8, 10).next(&[Kind::I]);
    let mut boards = versus(&tower, &drop_of_o());
    boards.receive_garbage(0, &[5; 4], 0);
    boards.tap(0, Button::HardDrop, TRAVEL);
    assert_eq!(boards.end(0), None);
    let board = boards.view(0).board;
    assert_eq!((board.row_bits(-3), board.row_bits(-4)), (1, 0));
    // The upright I fills the gap and clears the four rows.
    for button in [Button::RotateCw, Button::HardDrop] {
        boards.tap(0, button, TRAVEL);
    }
    let board = boards.view(0).board;
    assert_eq!((board.row_bits(1), board.row_bits(0)), (1, 0));
}

#[test]
fn garbage_that_lifts_the_stack_into_the_entry_ends_the_game() {
    let tower = Position::new().board(&["...SSSS..."; 17]).active(Kind::O, 0, 8, 10);
    let mut boards = versus(&tower, &drop_of_o());
    boards.receive_garbage(0, &[5; 4], 0);
    boards.tap(0, Button::HardDrop, TRAVEL);
    assert_eq!(boards.end(0), Some(EndReason::BlockOut));
    assert_eq!(boards.game.winner(), Some(1));
}

/// A match of three: the attack passes on, and each board cancels for itself.
#[test]
fn three_boards_attack_in_a_ring() {
    let mut boards = Boards::set_up(Rules::versus(), &[four_lines(), four_lines(), four_lines()]);
    boards.tap(0, Button::HardDrop, 1);
    assert_eq!([0, 1, 2].map(|player| boards.pending(player)), [0, 4, 0]);
    boards.tap(2, Button::HardDrop, 2);
    assert_eq!([0, 1, 2].map(|player| boards.pending(player)), [4, 4, 0]);
    boards.tap(1, Button::HardDrop, 3);
    assert_eq!([0, 1, 2].map(|player| boards.pending(player)), [4, 0, 0]);
}

/// The gaps of a hundred attacks of four rows, in a match of this messiness.
fn attacks(messiness: Messiness) -> Vec<Gaps> {
    // Attacks of four rows, whatever the combo.
    let rules = Rules { messiness, attack: Attack::Plain, ..Rules::versus() };
    let mut boards = Boards::set_up(rules, &[four_lines(), drop_of_o()]);
    let mut gaps = Vec::new();
    for at in 0..100 {
        boards.tap(0, Button::HardDrop, at);
        gaps.extend(boards.take_events(1).into_iter().filter_map(|what| match what {
            Event::GarbageQueued { gaps } => Some(gaps),
            _ => None,
        }));
        // Lets in what waits, so that there is room for the next attack.
        boards.tap(1, Button::HardDrop, at);
        for (player, position) in [(0, four_lines()), (1, drop_of_o())] {
            boards.game.set_up(player, &position).expect("a possible position");
        }
    }
    gaps
}

/// In how many of the pairs both are the same.
fn repeated(pairs: impl Iterator<Item = (u8, u8)>) -> usize {
    pairs.filter(|(one, other)| one == other).count()
}

#[test]
fn the_rows_of_an_attack_have_one_gap_and_each_attack_its_own() {
    let gaps = attacks(Rules::versus().messiness);
    assert_eq!(gaps.len(), 100);
    assert!(gaps.iter().all(|gaps| **gaps == [gaps[0]; 4]), "{gaps:?}");
    let same = repeated(gaps.windows(2).map(|pair| (pair[0][3], pair[1][0])));
    assert!((1..30).contains(&same), "about one of ten by chance: {same}");
    let used: std::collections::BTreeSet<u8> = gaps.iter().map(|gaps| gaps[0]).collect();
    assert_eq!(used.len(), 10, "every column");
}

#[test]
fn messiness_is_the_chance_that_the_gap_changes() {
    let gaps = attacks(Messiness { between_rows: 0, between_attacks: 0 });
    assert!(gaps.iter().all(|attack| **attack == [gaps[0][0]; 4]), "one gap for ever");

    let gaps = attacks(Messiness { between_rows: 30, between_attacks: 60 });
    let inside = gaps.iter().flat_map(|gaps| gaps.array_windows::<2>().map(|&[a, b]| (a, b)));
    // Three of ten change, of which one of ten is drawn where it was: 27 of 100.
    let kept = repeated(inside);
    assert!((200..240).contains(&kept), "{kept} of 300");
    let kept = repeated(gaps.windows(2).map(|pair| (pair[0][3], pair[1][0])));
    assert!((30..62).contains(&kept), "{kept} of 99, 45 expected");

    let gaps = attacks(Messiness::FULL);
    let inside = gaps.iter().flat_map(|gaps| gaps.array_windows::<2>().map(|&[a, b]| (a, b)));
    let kept = repeated(inside);
    assert!((15..50).contains(&kept), "{kept} of 300, 30 expected");
}

#[test]
fn a_chance_above_a_hundred_percent_is_refused() {
    let messiness = Messiness { between_rows: 101, between_attacks: 0 };
    let refused = Rules { messiness, ..Rules::versus() }.validate();
    assert!(refused.is_err_and(|error| error.to_string().contains("101")));
}
