//! Random legal play, the same for every engine.

use crate::contender::{Button, Contender};

/// Between two movements of a finger.
const FRAME: u64 = 16_667;

/// What was played, to see that two engines did the same work.
#[derive(Debug, Default)]
pub struct Tally {
    /// Games begun.
    pub games: u32,
    /// Lines cleared in all of them.
    pub lines: u32,
}

/// Plays until `pieces` pieces are placed, starting anew whenever a game ends.
///
/// A piece is turned up to three times, moved up to five columns to one side and dropped; time
/// passes a frame at every movement of a finger. The presses come from `seed` alone.
///
/// Never inlined, so that what one engine's loop becomes does not depend on the other's.
#[inline(never)]
pub fn play<C: Contender>(seed: u64, pieces: u32) -> Tally {
    let mut dice = Dice(seed);
    let mut tally = Tally::default();
    let mut game = C::start(dice.next());
    let mut now = 0;
    for _ in 0..pieces {
        if game.is_over() {
            tally.games += 1;
            tally.lines += game.lines();
            game = C::start(dice.next());
            now = 0;
        }
        game.advance(now);
        let turns = dice.below(4);
        let steps = dice.below(6);
        let side = [Button::Left, Button::Right][dice.below(2)];
        let presses = std::iter::repeat_n(Button::RotateCw, turns)
            .chain(std::iter::repeat_n(side, steps))
            .chain([Button::HardDrop]);
        for button in presses {
            game.press(button, now);
            now += FRAME;
            game.release(button, now);
            now += FRAME;
        }
    }
    tally.games += 1;
    tally.lines += game.lines();
    tally
}

/// `SplitMix64`: small, quick and good enough for fingers.
struct Dice(u64);

impl Dice {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() >> 33) as usize % bound
    }
}
