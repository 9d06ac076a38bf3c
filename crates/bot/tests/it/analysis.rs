//! Analysis of recorded games.

use proptest::prelude::*;
use quintet_bot::{AnalysisError, Budget, Hand, Level, StateError, analyse};
use quintet_engine::{Button, GameName, Micros, Recorder, Replay, ValidRules};

/// A game of one board played by the bot's own hand.
fn played(rules: ValidRules, level: Level, pieces: u32) -> Replay {
    let mut recorder = Recorder::new(&[rules], 9);
    recorder.advance(Micros::ZERO, &mut |_, _| {}).expect("time goes on");
    let mut hand = Hand::new(level, 4);
    while let Some(game) = recorder.game(0).filter(|game| game.view().pieces < pieces) {
        let done = match (hand.next(game, &|| false), game.next_deadline()) {
            (Some(input), _) => recorder.apply(&input, &mut |_, _| {}),
            (None, Some(due)) => recorder.advance(due, &mut |_, _| {}),
            (None, None) => break,
        };
        done.expect("nothing is refused");
    }
    recorder.replay()
}

#[test]
fn the_bot_finds_no_fault_with_its_own_play() {
    let level = Level { nodes: 3000, ..Level::ALL[4] };
    for rules in [GameName::Marathon.rules(), GameName::Versus.rules()] {
        let replay = played(rules, level, 25);
        let mut reported = Vec::new();
        let analysis =
            analyse(&replay, 0, Budget::nodes(3000), &mut |done, _| reported.push(done), &|| false)
                .expect("it can be analysed");
        assert_eq!(analysis.pieces.len(), 25);
        assert_eq!(reported, (1..=25).collect::<Vec<u32>>());
        assert_eq!((analysis.accuracy, analysis.worst.len()), (1000, 0), "{:?}", rules.game);
        assert!(analysis.is_whole);
    }
}

#[test]
fn the_worst_moves_of_a_careless_game_are_listed_the_same_every_time() {
    let replay = played(GameName::Marathon.rules(), Level::ALL[0], 25);
    let judge = || {
        analyse(&replay, 0, Budget::nodes(2000), &mut |_, _| {}, &|| false).expect("an analysis")
    };
    let analysis = judge();
    assert_eq!(analysis, judge());
    assert!(analysis.accuracy < 1000 && analysis.worst.len() == 3);
    let losses: Vec<i32> = analysis.worst.iter().map(|&n| analysis.pieces[n].loss).collect();
    assert!(losses.is_sorted_by(|a, b| a >= b));
    assert_eq!(Some(&losses[0]), analysis.pieces.iter().map(|piece| &piece.loss).max());
}

#[test]
fn unnecessary_presses_are_counted() {
    let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 1);
    let mut at = Micros::ZERO;
    for button in [Button::Left, Button::Right, Button::Left, Button::HardDrop, Button::HardDrop] {
        at += Micros::from_millis(50);
        recorder.press(0, button, at, &mut |_, _| {}).expect("nothing is refused");
        recorder.release(0, button, at, &mut |_, _| {}).expect("nothing is refused");
    }
    let replay = recorder.replay();
    let analysis =
        analyse(&replay, 0, Budget::nodes(1), &mut |_, _| {}, &|| false).expect("an analysis");
    let faults: Vec<u32> = analysis.pieces.iter().map(|piece| piece.faults).collect();
    assert_eq!(faults, [2, 0]);
    assert_eq!((analysis.faults, analysis.without_fault), (2, 1));
}

#[test]
fn unsupported_games_and_missing_players_are_refused() {
    let flip = Recorder::new(&[GameName::Flip.rules()], 1).replay();
    let analysis = analyse(&flip, 0, Budget::nodes(1), &mut |_, _| {}, &|| false);
    assert!(matches!(analysis, Err(AnalysisError::Game(StateError::Rules(_)))));
    let solo = Recorder::new(&[GameName::Sprint.rules()], 1).replay();
    let analysis = analyse(&solo, 3, Budget::nodes(1), &mut |_, _| {}, &|| false);
    assert_eq!(analysis, Err(AnalysisError::Player { player: 3, players: 1 }));
}

#[test]
fn it_stops_when_told_to() {
    let replay = played(GameName::Marathon.rules(), Level::ALL[0], 5);
    let analysis =
        analyse(&replay, 0, Budget::UNTIL_STOPPED, &mut |_, _| {}, &|| true).expect("an analysis");
    assert!(analysis.pieces.is_empty() && !analysis.is_whole);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_piece_is_judged_whatever_was_pressed(
        presses in proptest::collection::vec((0..10_usize, 0..400_000_u64), 0..80),
        versus: bool,
    ) {
        let rules = if versus { GameName::Versus } else { GameName::Marathon };
        let mut recorder = Recorder::new(&[rules.rules()], 5);
        let mut at = Micros::ZERO;
        for (button, pause) in presses {
            at += Micros(pause);
            let _ = recorder.press(0, Button::ALL[button], at, &mut |_, _| {});
            at += Micros(20_000);
            let _ = recorder.release(0, Button::ALL[button], at, &mut |_, _| {});
        }
        let replay = recorder.replay();
        let analysis = analyse(&replay, 0, Budget::nodes(1), &mut |_, _| {}, &|| false)
            .expect("an analysis");
        prop_assert!(analysis.is_whole && analysis.accuracy <= 1000);
        prop_assert!(analysis.pieces.len() as u32 <= replay.result.boards[0].pieces);
    }
}
