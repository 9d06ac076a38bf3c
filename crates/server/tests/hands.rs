//! The measures of how a game was played, tried on every level of the bot and on hands that are not
//! even.

#[path = "support/hands.rs"]
#[allow(dead_code, reason = "one function is used")]
mod placing;

use placing::calm_placement;
use quintet_bot::{Hand, Level};
use quintet_engine::{GameName, Micros, Recorder, Replay};
use quintet_server::ranked::input_stats::InputStats;

const PIECES: u32 = 120;

/// What a level plays alone.
fn play(level: Level, seed: u64) -> Replay {
    let mut recorder = Recorder::new(&[GameName::Ultra.rules()], seed);
    let mut hand = Hand::new(Level { nodes: 200, ..level }, seed);
    recorder.advance(Micros::ZERO, &mut |_, _| {}).expect("time goes on");
    loop {
        let game = recorder.game(0).expect("a board");
        if game.is_over() || game.view().pieces >= PIECES {
            return recorder.replay();
        }
        if let Some(input) = hand.next(game, &|| false) {
            recorder.apply(&input, &mut |_, _| {}).expect("time goes on");
        } else {
            let next = game.next_deadline().unwrap_or(game.now() + Micros::from_millis(10));
            recorder.advance(next, &mut |_, _| {}).expect("time goes on");
        }
    }
}

/// The slow levels of the bot are reported. The quicker ones hold keys for times that depend on the
/// board, and thresholds that find them would be too near to people.
#[test]
fn the_slow_levels_of_the_bot_look_like_programs() {
    let measured = Level::ALL.map(|level| InputStats::of(&play(level, 7)).expect("a game"));
    for (level, hands) in Level::ALL.iter().zip(&measured) {
        println!("level {}: {hands}", level.number);
    }
    let reported = measured.map(|hands| hands.is_suspicious());
    assert_eq!(reported, [true, true, true, false, false]);
}

struct Uneven(u64);

impl Uneven {
    fn between(&mut self, low: u64, high: u64) -> Micros {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        Micros::from_millis(low + (self.0 >> 33) % (high - low))
    }
}

/// Presses with hold times, steps and think times that vary as little as those of quick, steady fingers.
#[test]
fn uneven_hands_are_not_reported() {
    for seed in 0..5 {
        let mut recorder = Recorder::new(&[GameName::Ultra.rules()], seed);
        let (mut random, mut at) = (Uneven(seed + 1), Micros::ZERO);
        loop {
            at += random.between(120, 320);
            recorder.advance(at, &mut |_, _| {}).expect("time goes on");
            let game = recorder.game(0).expect("a board");
            if game.is_over() || game.view().pieces >= PIECES {
                break;
            }
            for button in calm_placement(game) {
                recorder.press(0, button, at, &mut |_, _| {}).expect("time goes on");
                at += random.between(40, 90);
                recorder.release(0, button, at, &mut |_, _| {}).expect("time goes on");
                at += random.between(20, 80);
            }
        }
        let hands = InputStats::of(&recorder.replay()).expect("a game");
        println!("uneven hands: {hands}");
        assert!(hands.pieces >= 40 && !hands.is_suspicious(), "{hands}");
    }
}
