//! Battle: two boards and more, side by side.

use crate::boards::{Boards, garbage};
use proptest::prelude::*;
use quintet_engine::{
    Button, EndReason, Event, InputError, Kind, Match, Micros, Position, Rules, TimedEvent,
};

const SECOND: u64 = 1_000_000;

/// A board on which a hard drop completes four rows.
fn attacker() -> Position {
    Position::new().board(&["JJJJ.JJJJJ"; 4]).active(Kind::I, 1, 2, 5)
}

/// A board whose piece in play locks with the next drop, and no other can enter.
fn one_drop_from_the_end() -> Position {
    let mut rows = vec!["...ZZZZZ..", "...ZZZZZ.."];
    rows.extend([".JJJJJJJJJ"; 17]);
    Position::new().board(&rows).active(Kind::O, 0, 8, 1)
}

fn entered(events: &[(usize, TimedEvent)], player: usize) -> Vec<Kind> {
    let kind = |&(on, event): &(usize, TimedEvent)| match event.event {
        Event::Spawned { kind } if on == player => Some(kind),
        _ => None,
    };
    events.iter().filter_map(kind).collect()
}

/// B-33
#[test]
fn each_board_has_its_own_score_level_lines_and_piece() {
    let mut boards = Boards::set_up(Rules::battle(), &[attacker().lines(39), Position::new()]);
    boards.tap(0, Button::HardDrop, 1000);
    let (first, second) = (boards.view(0), boards.view(1));
    assert_eq!((first.score, first.level, first.lines, first.pieces), (3200, 5, 43, 1));
    assert_eq!((second.score, second.level, second.lines, second.pieces), (0, 1, 0, 0));
    // A-B11: each falls at the speed of its own level.
    assert_eq!((first.fall_interval, second.fall_interval), (Micros(355_197), Micros(SECOND)));
    boards.advance(1000 + 355_197);
    assert_eq!(boards.view(0).piece.expect("in play").piece.y, first_row(&boards, 0) + 1);
    assert_eq!(boards.view(1).piece.expect("in play").piece.y, first_row(&boards, 1));
}

/// The row in which the piece in play entered.
fn first_row(boards: &Boards, player: usize) -> i8 {
    let kind = boards.view(player).piece.expect("in play").piece.kind;
    if kind == Kind::I { -1 } else { 0 }
}

#[test]
fn attacks_that_leave_the_match_reach_no_board_of_it_and_garbage_comes_as_an_input() {
    let rules = Rules { attacks_leave: true, ..Rules::battle() };
    let mut boards = Boards::set_up(rules, &[attacker(), Position::new()]);
    boards.tap(0, Button::HardDrop, 1000);
    assert_eq!(boards.view(1).pending_garbage, 0);
    boards.game.apply(&garbage(1, &[4], 2000), &mut |_, _| {}).expect("in order");
    assert_eq!(boards.view(1).pending_garbage, 1);
}

/// B-33: both are dealt the same pieces, each from a bag of its own, however fast they play.
#[test]
fn both_players_are_dealt_the_same_pieces_at_their_own_pace() {
    let mut boards = Boards::dealt(Rules::battle(), 2, 77);
    for at in 1..=40 {
        boards.tap(0, Button::HardDrop, at);
        let rest = Position::new().board(&[]);
        boards.game.set_up(0, &rest).expect("an empty board is possible");
        if at % 4 == 0 {
            boards.tap(1, Button::HardDrop, at);
            boards.game.set_up(1, &rest).expect("an empty board is possible");
        }
    }
    let (fast, slow) = (entered(boards.events(), 0), entered(boards.events(), 1));
    assert_eq!((fast.len(), slow.len()), (41, 11));
    assert_eq!(fast[..11], slow[..]);
}

/// B-33
#[test]
fn time_passes_on_both_boards_whoever_presses() {
    let position = Position::new().active(Kind::O, 0, 4, 0);
    let mut boards = Boards::set_up(Rules::battle(), &[position.clone(), position]);
    boards.press(0, Button::Left, 3 * SECOND);
    for player in 0..2 {
        assert_eq!(boards.view(player).piece.expect("in play").piece.y, 3);
        assert_eq!(boards.view(player).now, Micros(3 * SECOND));
    }
    assert_eq!(boards.game.next_deadline(), Some(Micros(3 * SECOND + 170_000)));
}

/// A-B13
#[test]
fn a_pause_stops_both_boards() {
    let mut boards = Boards::new(Rules::battle(), 2);
    boards.press(0, Button::Left, 1000);
    boards.game.pause();
    assert!(boards.game.is_paused());
    let before = boards.game.clone();
    boards.advance(5 * SECOND);
    boards.press(1, Button::HardDrop, 6 * SECOND);
    boards.receive_garbage(1, &[3], 6 * SECOND);
    assert_eq!(boards.game, before);
    assert_eq!(boards.game.next_deadline(), None);
    boards.release(0, Button::Left, 7 * SECOND);
    boards.game.resume();
    assert!(!boards.game.is_paused());
    boards.advance(1000 + 170_000);
    let moves =
        boards.take_events(0).into_iter().filter(|what| matches!(what, Event::Moved { .. }));
    assert_eq!(moves.count(), 1, "the release during the pause counted");
}

#[test]
fn time_that_runs_backwards_is_refused_for_every_input() {
    let mut boards = Boards::new(Rules::battle(), 2);
    boards.advance(5000);
    let before = boards.game.clone();
    let (at, now) = (Micros(4999), Micros(5000));
    let refused = Err(InputError::TimeRunsBackwards { at, now });
    assert_eq!(boards.game.advance(at, &mut |_, _| {}), refused);
    assert_eq!(boards.game.press(0, Button::Left, at, &mut |_, _| {}), refused);
    assert_eq!(boards.game.release(1, Button::Left, at, &mut |_, _| {}), refused);
    assert_eq!(boards.game.apply(&garbage(1, &[0], at.0), &mut |_, _| {}), refused);
    assert_eq!(boards.game, before);
}

#[test]
fn inputs_of_an_unknown_player_do_nothing() {
    let mut boards = Boards::new(Rules::battle(), 2);
    let before = boards.game.clone();
    for nobody in [2, 255, 256, usize::MAX] {
        boards.press(nobody, Button::HardDrop, 0);
        boards.release(nobody, Button::HardDrop, 0);
    }
    boards.receive_garbage(9, &[3], 0);
    boards.game.set_up(2, &attacker()).expect("nothing to set up");
    assert_eq!(boards.game, before);
    assert!(boards.game.game(2).is_none());
}

#[test]
fn a_match_of_one_board_is_a_game_and_attacks_nobody() {
    let mut boards = Boards::set_up(Rules::battle(), &[attacker()]);
    boards.tap(0, Button::HardDrop, 0);
    assert_eq!(boards.pending(0), 0);
    boards.game.set_up(0, &one_drop_from_the_end()).expect("a possible position");
    boards.tap(0, Button::HardDrop, 1);
    assert_eq!((boards.end(0), boards.game.winner()), (Some(EndReason::BlockOut), None));

    let game = boards.game.games()[0].clone();
    let solo = Match::solo(game.clone());
    assert_eq!((solo.players(), solo.game(0)), (1, Some(&game)));
}

/// With three boards and with four, each attacks the next that is still in play.
#[test]
fn an_attack_goes_to_the_next_board_in_play() {
    for players in [3, 4] {
        let mut positions = vec![attacker(); players];
        positions[1] = one_drop_from_the_end();
        let mut boards = Boards::set_up(Rules::battle(), &positions);
        boards.tap(0, Button::HardDrop, 1);
        let pending = |boards: &Boards| (0..players).map(|p| boards.pending(p)).collect::<Vec<_>>();
        assert_eq!(pending(&boards)[..3], [0, 4, 0]);
        boards.tap(1, Button::HardDrop, 2);
        assert_eq!((boards.end(1), boards.game.winner()), (Some(EndReason::BlockOut), None));
        boards.game.set_up(0, &attacker()).expect("a possible position");
        boards.tap(0, Button::HardDrop, 3);
        assert_eq!(pending(&boards)[2], 4, "past the one who is out");
        boards.tap(players - 1, Button::HardDrop, 4);
        assert_eq!(pending(&boards)[0], 4, "round to the first");
    }
}

/// The match continues until a single board is left.
#[test]
fn the_last_board_in_play_wins() {
    let mut boards = Boards::set_up(Rules::battle(), &vec![one_drop_from_the_end(); 4]);
    for (at, player) in [(1, 2), (2, 0), (3, 3)] {
        assert_eq!((boards.game.winner(), boards.game.is_over()), (None, false));
        boards.tap(player, Button::HardDrop, at);
        assert_eq!(boards.end(player), Some(EndReason::BlockOut));
    }
    assert_eq!(boards.game.winner(), Some(1));
    assert_eq!(boards.end(1), Some(EndReason::OpponentOut));
    assert!(boards.game.is_over());
    let moments: Vec<_> = boards.game.games().iter().map(|game| game.now().0).collect();
    assert_eq!(moments, [2, 3, 1, 3]);
}

/// A-B12: of several that lose at the same instant, the earlier players lose first.
#[test]
fn when_three_lose_at_the_same_instant_the_last_one_wins() {
    let mut boards = Boards::set_up(Rules::battle(), &vec![one_drop_from_the_end(); 3]);
    boards.advance(SECOND);
    assert_eq!(boards.game.winner(), Some(2));
}

/// What the listener of a match has counted, over all boards.
#[derive(Debug, Default)]
struct Rows {
    sent: u32,
    queued: u32,
    cancelled: u32,
    entered: u32,
}

proptest! {
    /// Rows that are sent arrive; rows that arrive enter, are cancelled, or are still pending.
    #[test]
    fn no_row_of_garbage_is_lost_or_created(
        versus: bool,
        players in 2..=4_usize,
        seed: u64,
        drops in prop::collection::vec((0..4_usize, any::<bool>(), 0..3_usize, 0..200_000_u64), 50..150),
    ) {
        let rules = if versus { Rules::versus() } else { Rules::battle() };
        let narrow = Rules { width: 4, ..rules }.validate().expect("valid rules");
        let mut game = Match::new(&vec![narrow; players], seed);
        // A well that the I in play clears if it is moved to the right.
        let well = Position::new().board(&["JJJ."; 4]).active(Kind::I, 1, 0, 5);
        let mut rows = Rows::default();
        let mut room = true;
        let mut at = Micros::ZERO;
        for (player, in_well, columns, wait) in drops {
            at += Micros(wait);
            let player = player % players;
            if in_well && game.games()[player].view().piece.is_some() {
                game.set_up(player, &well).expect("a possible position");
            }
            let moves = std::iter::repeat_n(Button::Right, columns);
            for button in moves.chain([Button::HardDrop]) {
                let count = &mut |_, event: TimedEvent| match event.event {
                    Event::GarbageSent { lines } => rows.sent += u32::from(lines),
                    Event::GarbageQueued { gaps } => rows.queued += gaps.len() as u32,
                    Event::GarbageCancelled { lines } => rows.cancelled += u32::from(lines),
                    Event::GarbageEntered { lines } => rows.entered += u32::from(lines),
                    _ => {}
                };
                game.press(player, button, at, count).expect("time runs forward");
                game.release(player, button, at, count).expect("time runs forward");
            }
            let waiting = game.games().iter().map(|game| u32::from(game.view().pending_garbage));
            let waiting: Vec<u32> = waiting.collect();
            prop_assert_eq!(rows.queued, rows.entered + rows.cancelled + waiting.iter().sum::<u32>());
            // A full queue drops rows, and so does a match that has just ended.
            room &= waiting.iter().all(|&rows| rows <= 4) && game.winner().is_none();
            if room {
                prop_assert_eq!(rows.sent, rows.queued);
            }
            prop_assert!(rows.sent >= rows.queued);
        }
    }
}
