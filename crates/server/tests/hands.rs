//! The measures of how a game was played, tried on every level of the bot and on hands that are not
//! even.

use quintet_bot::{Hand, Level};
use quintet_engine::{Button, GameName, Micros, Recorder, Replay};
use quintet_server::ranked::hands::Hands;

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

/// The bot of every level is reported, whatever its pace.
#[test]
fn every_level_of_the_bot_looks_like_a_program() {
    for level in Level::ALL {
        let hands = Hands::of(&play(level, 7)).expect("a game");
        println!("level {}: {hands}", level.number);
        assert!(hands.look_like_a_programs(), "level {}: {hands}", level.number);
    }
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
    for seed in 0..20 {
        let mut recorder = Recorder::new(&[GameName::Ultra.rules()], seed);
        let (mut random, mut at) = (Uneven(seed + 1), Micros::ZERO);
        while !recorder.current().is_over() {
            at += random.between(120, 320);
            for number in 0..random.between(1, 4).0 / 1000 {
                let button = if number % 2 == 0 { Button::Left } else { Button::RotateCw };
                recorder.press(0, button, at, &mut |_, _| {}).expect("time goes on");
                at += random.between(40, 90);
                recorder.release(0, button, at, &mut |_, _| {}).expect("time goes on");
                at += random.between(20, 80);
            }
            recorder.press(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
            at += random.between(40, 90);
            recorder.release(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
        }
        let hands = Hands::of(&recorder.replay()).expect("a game");
        if seed == 0 {
            println!("uneven hands: {hands}");
        }
        assert!(!hands.look_like_a_programs(), "{hands}");
    }
}
