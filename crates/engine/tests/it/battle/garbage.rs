//! Battle: attacks, and how garbage waits, enters and lifts a board.

use crate::boards::{Boards, garbage};
use crate::drawing::about_to_clear;
use quintet_engine::{Button, Event, Gaps, Kind, MAX_PENDING_GARBAGE, Position, Rules};

fn gaps_queued(boards: &mut Boards, player: usize) -> Vec<Gaps> {
    let gaps = |what| match what {
        Event::GarbageQueued { gaps } => Some(gaps),
        _ => None,
    };
    boards.take_events(player).into_iter().filter_map(gaps).collect()
}

/// A row of garbage as it is drawn.
fn row(gap: u8) -> String {
    (0..10).map(|x| if x == gap { '.' } else { 'G' }).collect()
}

/// B-22 B-23 B-24 B-25
#[test]
fn one_to_four_lines_send_0_1_2_and_4_rows() {
    for (lines, rows) in [(1, 0), (2, 1), (3, 2), (4, 4)] {
        let mut boards = Boards::set_up(Rules::battle(), &[about_to_clear(lines), Position::new()]);
        boards.tap(0, Button::HardDrop, 1000);
        assert_eq!(boards.view(0).lines, lines as u32);
        assert_eq!((boards.pending(0), boards.pending(1)), (0, rows));
        let sent = boards.take_events(0).into_iter().find_map(|what| match what {
            Event::GarbageSent { lines } => Some(lines),
            _ => None,
        });
        assert_eq!(sent, Some(rows).filter(|&rows| rows > 0));
    }
}

/// B-26 B-27 B-28, A-B2
#[test]
fn an_attack_waits_for_the_lock_and_then_enters_from_the_bottom() {
    let receiver = Position::new()
        .board(&[
            "S.........", //
            "SS......ZZ",
        ])
        .active(Kind::T, 0, 3, 5);
    let mut boards = Boards::set_up(Rules::battle(), &[about_to_clear(3), receiver]);
    boards.tap(0, Button::HardDrop, 1000);
    let gaps = gaps_queued(&mut boards, 1);
    assert_eq!(gaps.iter().map(|gaps| gaps.len()).collect::<Vec<_>>(), [2]);
    boards.advance(900_000);
    assert_eq!(boards.stack(1), ["S.........", "SS......ZZ"], "it waits while the piece falls");
    assert_eq!(boards.pending(1), 2);
    boards.tap(1, Button::HardDrop, 900_000);
    assert_eq!(
        boards.stack(1),
        [
            "S...T.....".to_string(), //
            "SS.TTT..ZZ".to_string(),
            row(gaps[0][0]),
            row(gaps[0][1]),
        ]
    );
    assert_eq!(boards.pending(1), 0);
    let order: Vec<_> = boards
        .take_events(1)
        .into_iter()
        .filter(|what| !matches!(what, Event::HardDropped { .. } | Event::Fell))
        .collect();
    assert!(
        matches!(
            order[..],
            [Event::Locked { .. }, Event::GarbageEntered { lines: 2 }, Event::Spawned { .. }]
        ),
        "between the lock and the next piece: {order:?}"
    );
}

/// A-B2: the clear comes first, then the garbage, then the next piece.
#[test]
fn garbage_enters_after_the_receivers_own_clear() {
    let receiver = Position::new()
        .board(&[
            "L.........", //
            "JJJJ.JJJJJ",
            "JJJJ.JJJJJ",
        ])
        .active(Kind::I, 1, 2, 5);
    let mut boards = Boards::set_up(Rules::battle(), &[Position::new(), receiver]);
    boards.receive_garbage(1, &[7], 0);
    boards.tap(1, Button::HardDrop, 1000);
    assert_eq!(boards.stack(1), ["....I.....", "L...I.....", "GGGGGGG.GG"]);
    assert_eq!(boards.view(1).lines, 2);
    let order: Vec<_> = boards
        .take_events(1)
        .into_iter()
        .filter(|what| {
            matches!(
                what,
                Event::Collapsed { .. } | Event::GarbageEntered { .. } | Event::Spawned { .. }
            )
        })
        .collect();
    assert!(matches!(
        order[..],
        [Event::Collapsed { .. }, Event::GarbageEntered { lines: 1 }, Event::Spawned { .. }]
    ));
}

/// A-B4
#[test]
fn several_attacks_enter_together_in_order_of_arrival() {
    let mut boards = Boards::set_up(Rules::battle(), &[about_to_clear(4), Position::new()]);
    boards.tap(0, Button::HardDrop, 1000);
    for (at, lines) in [(2000, 2), (3000, 3)] {
        boards.game.set_up(0, &about_to_clear(lines)).expect("a possible position");
        boards.tap(0, Button::HardDrop, at);
    }
    let gaps = gaps_queued(&mut boards, 1);
    assert_eq!(gaps.iter().map(|gaps| gaps.len()).collect::<Vec<_>>(), [4, 1, 2]);
    assert_eq!(boards.pending(1), 7);
    boards.tap(1, Button::HardDrop, 4000);
    assert_eq!(boards.pending(1), 0);
    let entered: Vec<String> = gaps.iter().flat_map(|gaps| gaps.to_vec()).map(row).collect();
    assert_eq!(boards.stack(1)[boards.stack(1).len() - 7..], entered[..]);
}

/// B-28: the board's own part of it, which acts at once.
#[test]
fn garbage_lifts_every_row_by_as_many_rows_as_it_has() {
    let mut board = Boards::set_up(
        Rules::battle(),
        &[Position::new().board(&["JJ........", ".L.......S"]).active(Kind::O, 0, 4, 0)],
    )
    .view(0)
    .board
    .clone();
    board.insert_garbage(&[9, 0, 4]);
    assert_eq!(
        board.stack(),
        [
            "JJ........", //
            ".L.......S",
            "GGGGGGGGG.",
            ".GGGGGGGGG",
            "GGGG.GGGGG",
        ]
    );
}

/// A-B4: cells lifted beyond the top are lost, which by itself does not end the game.
#[test]
fn cells_lifted_above_the_top_row_are_lost() {
    let mut rows = vec!["J.........", "L.........", "S........."];
    rows.extend(["Z........."; 17]);
    let receiver = Position::new().board(&rows).active(Kind::I, 1, 5, 16).next(&[Kind::O]);
    let mut boards = Boards::set_up(Rules::battle(), &[receiver, Position::new()]);
    boards.receive_garbage(0, &[5, 5], 0);
    boards.tap(0, Button::HardDrop, 1000);
    assert_eq!(boards.end(0), None);
    let board = boards.view(0).board.drawing();
    assert_eq!(board[0], "S.........");
    assert_eq!(
        board[14..],
        [
            "Z......I..", //
            "Z......I..",
            "Z......I..",
            "Z......I..",
            "GGGGG.GGGG",
            "GGGGG.GGGG",
        ]
    );
    assert_eq!(boards.view(0).board.filled_cells(), 20 + 4 - 2 + 2 * 9, "two cells were lost");
}

/// A-B5: a receiver's clears do not cancel pending garbage; they attack as usual.
#[test]
fn nothing_cancels_garbage() {
    let mut boards = Boards::set_up(Rules::battle(), &[about_to_clear(4), Position::new()]);
    boards.receive_garbage(0, &[1, 2, 3], 0);
    boards.tap(0, Button::HardDrop, 1000);
    assert_eq!(boards.pending(1), 4);
    assert_eq!(boards.stack(0), [row(1), row(2), row(3)]);
    assert!(
        !boards.take_events(0).iter().any(|what| matches!(what, Event::GarbageCancelled { .. }))
    );
}

/// A-B5: filling the gaps of garbage rows is a clear like any other.
#[test]
fn completing_garbage_rows_scores_and_attacks() {
    let dug = Position::new().board(&["GGGG.GGGGG"; 4]).active(Kind::I, 1, 2, 5);
    let mut boards = Boards::set_up(Rules::battle(), &[dug, Position::new()]);
    boards.tap(0, Button::HardDrop, 0);
    assert_eq!((boards.view(0).score, boards.view(0).lines), (800, 4));
    assert!(boards.view(0).board.is_empty());
    assert_eq!(boards.pending(1), 4);
}

/// B-27, A-B3: of a thousand rows, each column has the gap in about a hundred; the rows of one attack
/// have different gaps.
#[test]
fn each_row_has_one_gap_of_its_own() {
    let mut counts = [0; 10];
    let mut attacks_with_one_column = 0;
    for seed in 0..250 {
        let mut boards = Boards::dealt(Rules::battle(), 2, seed);
        boards.game.set_up(0, &about_to_clear(4)).expect("a possible position");
        boards.tap(0, Button::HardDrop, 0);
        let gaps = gaps_queued(&mut boards, 1)[0];
        for &gap in gaps.iter() {
            counts[usize::from(gap)] += 1;
        }
        attacks_with_one_column += u32::from(gaps.iter().all(|&gap| gap == gaps[0]));
        boards.tap(1, Button::HardDrop, 1000);
        let stack = boards.stack(1);
        for drawn in &stack[stack.len() - 4..] {
            assert_eq!((drawn.matches('G').count(), drawn.matches('.').count()), (9, 1));
        }
    }
    assert!(counts.iter().all(|count| (60..=140).contains(count)), "{counts:?}");
    assert!(attacks_with_one_column <= 3, "one in a thousand at random");
}

/// The gaps come from the match's own seed.
#[test]
fn the_same_seed_draws_the_same_gaps() {
    let gaps = |seed| {
        let mut boards = Boards::dealt(Rules::battle(), 2, seed);
        let mut all = Vec::new();
        for at in 0..6 {
            boards.game.set_up(0, &about_to_clear(4)).expect("a possible position");
            boards.tap(0, Button::HardDrop, at);
            all.extend_from_slice(&gaps_queued(&mut boards, 1)[0]);
        }
        all
    };
    assert_eq!(gaps(5), gaps(5));
    assert_ne!(gaps(5), gaps(6));
    assert_eq!(gaps(5).len(), MAX_PENDING_GARBAGE);
}

/// The queue is bounded; more rows could not change the outcome.
#[test]
fn rows_beyond_the_queue_are_dropped() {
    let mut boards = Boards::new(Rules::battle(), 2);
    boards.receive_garbage(1, &[3; 20], 0);
    boards.take_events(1);
    boards.receive_garbage(1, &[4; 20], 1);
    let gaps = gaps_queued(&mut boards, 1);
    assert_eq!(gaps, [[4; 4].into_iter().collect::<Gaps>()]);
    assert_eq!(format!("{gaps:?}"), "[[4, 4, 4, 4]]");
    boards.receive_garbage(1, &[5], 2);
    assert!(gaps_queued(&mut boards, 1).is_empty());
    assert_eq!(usize::from(boards.pending(1)), MAX_PENDING_GARBAGE);
}

#[test]
fn a_gap_outside_the_board_is_refused_and_changes_nothing() {
    let mut boards = Boards::new(Rules::battle(), 2);
    let before = boards.game.clone();
    let refused = boards.game.apply(&garbage(1, &[3, 10], 5), &mut |_, _| {});
    let error = refused.expect_err("column 10 is outside");
    assert_eq!(error.to_string(), "a gap at column 10 is outside a board of 10 columns");
    assert_eq!(boards.game, before);
}
