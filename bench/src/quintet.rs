//! Our own engine.

use quintet_engine::{self as engine, Game, Micros, Rules, ValidRules};

use crate::contender::{Button, Contender};

/// A game of ours.
pub struct Quintet(Game);

/// Marathon with what the peer does too: spins, combos and perfect clears are scored.
const RULES: ValidRules = {
    let rules = Rules {
        clear_pause: Micros::ZERO,
        previews: 5,
        ..Rules::marathon().with_guideline_scoring()
    };
    match rules.validate() {
        Ok(rules) => rules,
        Err(_) => panic!("these rules are valid"),
    }
};

impl Contender for Quintet {
    fn start(seed: u64) -> Self {
        Self(Game::new(RULES, seed))
    }

    fn press(&mut self, button: Button, at: u64) {
        self.0.press(named(button), Micros(at), &mut |_| {}).expect(FORWARD);
    }

    fn release(&mut self, button: Button, at: u64) {
        self.0.release(named(button), Micros(at), &mut |_| {}).expect(FORWARD);
    }

    fn advance(&mut self, now: u64) {
        self.0.advance(Micros(now), &mut |_| {}).expect(FORWARD);
    }

    fn is_over(&self) -> bool {
        self.0.is_over()
    }

    fn lines(&self) -> u32 {
        self.0.view().lines
    }
}

const FORWARD: &str = "time runs forward";

fn named(button: Button) -> engine::Button {
    match button {
        Button::Left => engine::Button::Left,
        Button::Right => engine::Button::Right,
        Button::RotateCw => engine::Button::RotateCw,
        Button::HardDrop => engine::Button::HardDrop,
    }
}
