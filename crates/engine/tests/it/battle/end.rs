//! Battle: who loses, who wins, and that the match stops there.

use crate::boards::Boards;
use proptest::prelude::*;
use quintet_engine::{
    Button, EndReason, Event, GameName, Kind, Micros, Position, Recorder, Rules, TimedEvent,
};

const SECOND: u64 = 1_000_000;

/// The O in play has no room to fall; it locks at one second, and nothing can enter above it.
fn one_lock_from_the_end() -> Position {
    let mut rows = vec!["...ZZZZZ..", "...ZZZZZ.."];
    rows.extend([".JJJJJJJJJ"; 17]);
    Position::new().board(&rows).active(Kind::O, 0, 8, 1)
}

fn ends(boards: &Boards) -> Vec<(usize, u64, EndReason)> {
    let end = |&(player, event): &(usize, TimedEvent)| match event.event {
        Event::Over { reason } => Some((player, event.at.0, reason)),
        _ => None,
    };
    boards.events().iter().filter_map(end).collect()
}

/// B-29
#[test]
fn a_piece_that_finds_its_place_taken_ends_its_players_game_and_the_other_wins() {
    let mut boards = Boards::set_up(Rules::battle(), &[one_lock_from_the_end(), Position::new()]);
    boards.advance(SECOND - 1);
    assert_eq!((boards.game.winner(), boards.game.is_over()), (None, false));
    boards.advance(SECOND);
    assert_eq!(boards.end(0), Some(EndReason::BlockOut));
    assert_eq!(boards.end(1), Some(EndReason::OpponentOut));
    assert_eq!(boards.game.winner(), Some(1));
    assert!(boards.game.is_over());
}

/// The winner's board stops at the moment the other loses, however far time is advanced.
#[test]
fn the_match_stops_on_both_boards_when_one_loses() {
    let mut boards = Boards::set_up(Rules::battle(), &[one_lock_from_the_end(), Position::new()]);
    boards.advance(10 * SECOND);
    assert_eq!(
        ends(&boards),
        [(0, SECOND, EndReason::BlockOut), (1, SECOND, EndReason::OpponentOut)]
    );
    assert_eq!((boards.view(0).now, boards.view(1).now), (Micros(SECOND), Micros(SECOND)));
    let before = boards.game.clone();
    boards.tap(1, Button::HardDrop, 11 * SECOND);
    boards.receive_garbage(1, &[3], 12 * SECOND);
    boards.advance(20 * SECOND);
    assert_eq!(boards.game, before);
}

/// A-B12
#[test]
fn when_two_lose_at_the_same_instant_the_earlier_player_has_lost() {
    let position = one_lock_from_the_end();
    let mut boards = Boards::set_up(Rules::battle(), &[position.clone(), position]);
    boards.advance(SECOND);
    assert_eq!(
        ends(&boards),
        [(0, SECOND, EndReason::BlockOut), (1, SECOND, EndReason::OpponentOut)]
    );
    assert_eq!(boards.game.winner(), Some(1));
    let board = boards.view(1);
    assert_eq!((board.pieces, board.piece.is_some()), (0, true), "its last piece did not lock");
}

/// A-B12: the first board loses while its attack travels; the second would lose just then.
#[test]
fn an_attack_sent_with_the_last_piece_does_not_end_both_games() {
    let mut rows = vec!["ZZZZZZZZ..", "ZZZZZZZZ.."];
    rows.extend([".JJJJJJJJJ"; 16]);
    let clears_two = Position::new().board(&rows).active(Kind::O, 0, 8, 2);
    let mut boards = Boards::set_up(Rules::battle(), &[clears_two, one_lock_from_the_end()]);
    boards.receive_garbage(0, &[0; 4], 0);
    boards.advance(SECOND);
    assert_eq!(boards.view(0).lines, 2);
    assert_eq!(
        ends(&boards),
        [(0, SECOND, EndReason::BlockOut), (1, SECOND, EndReason::OpponentOut)]
    );
    assert_eq!(boards.game.winner(), Some(1));
    assert_eq!(boards.pending(1), 0, "the match had stopped");
}

proptest! {
    #[test]
    fn how_often_advance_is_called_changes_nothing(
        seed: u64,
        frames in prop::collection::vec(1_000..900_000_u64, 1..20),
    ) {
        let play = |frames: &[u64]| {
            let mut recorder = Recorder::new(&[GameName::Battle.rules(); 2], seed);
            let ignore = &mut |_, _| {};
            recorder.press(0, Button::SoftDrop, Micros(500), ignore).expect("time runs forward");
            recorder.press(1, Button::SoftDrop, Micros(700), ignore).expect("time runs forward");
            for &frame in frames.iter().cycle().take(60) {
                let now = recorder.current().now() + Micros(frame);
                recorder.advance(now, ignore).expect("time runs forward");
            }
            recorder.advance(Micros::from_secs(100), ignore).expect("time runs forward");
            recorder
        };
        let (seldom, often) = (play(&[]), play(&frames));
        prop_assert_eq!(seldom.current().winner(), Some(1));
        prop_assert_eq!(seldom.current().state_hash(), often.current().state_hash());
        prop_assert_eq!(often.replay().verify(), Ok(()));
    }
}
