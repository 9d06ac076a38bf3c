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

/// The presses of this many pieces: each is turned up to three times, moved up to five columns to
/// one side and dropped. Drawn before the clock runs, so that only the engines are measured.
pub fn script(seed: u64, pieces: u32) -> Vec<Button> {
    let mut dice = Dice(seed);
    let mut presses = Vec::new();
    for _ in 0..pieces {
        let turns = dice.below(4);
        let steps = dice.below(6);
        let side = [Button::Left, Button::Right][dice.below(2)];
        presses.extend(std::iter::repeat_n(Button::RotateCw, turns));
        presses.extend(std::iter::repeat_n(side, steps));
        presses.push(Button::HardDrop);
    }
    presses
}

/// Plays these presses, starting again whenever a game ends. Time passes a frame at every movement of
/// a finger.
///
/// Never inlined, so that what one engine's loop becomes does not depend on the other's.
#[inline(never)]
pub fn play<C: Contender>(seed: u64, presses: &[Button]) -> Tally {
    let mut seeds = Dice(seed);
    let mut tally = Tally { games: 1, lines: 0 };
    let mut game = C::start(seeds.next());
    let mut now = 0;
    game.advance(now);
    for &button in presses {
        game.press(button, now);
        now += FRAME;
        game.release(button, now);
        now += FRAME;
        if let Button::HardDrop = button {
            if game.is_over() {
                tally.games += 1;
                tally.lines += game.lines();
                game = C::start(seeds.next());
                now = 0;
            }
            game.advance(now);
        }
    }
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
