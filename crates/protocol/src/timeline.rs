//! A board as the referee has it: its player's inputs, the garbage that came, and the game that
//! follows from both.
//!
//! The referee, both players and every spectator keep a timeline of each board. It holds one rule
//! that makes them all alike: *of a delivery and an input at the same moment, the delivery comes
//! first*. Since the referee dates every delivery after the moment that the board has already
//! reached, no input that counts is ever overtaken.

use quintet_engine::{Game, Micros, TimedEvent, TimedInput, ValidRules};

use crate::input::Delivery;

/// Why something does not fit into a timeline. The timeline is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimelineError {
    /// It is dated before a moment that the board has already reached.
    #[error("{} us is before {} us, which the board has already reached", at.0, known.0)]
    Backwards {
        /// Its date.
        at: Micros,
        /// The moment reached.
        known: Micros,
    },
    /// A gap is outside the board.
    #[error("a gap lies outside the board")]
    GapOutside,
}

/// A board, everything that came to it from outside, and how far it is known.
#[derive(Clone, Debug)]
pub struct Timeline {
    rules: ValidRules,
    seed: u64,
    game: Game,
    inputs: Vec<TimedInput>,
    deliveries: Vec<Delivery>,
    /// How many of the deliveries the game has had.
    delivered: usize,
    known: Micros,
}

impl Timeline {
    /// A board before its game begins.
    pub fn new(rules: ValidRules, seed: u64) -> Timeline {
        Timeline {
            rules,
            seed,
            game: opening(rules, seed),
            inputs: Vec::new(),
            deliveries: Vec::new(),
            delivered: 0,
            known: Micros::ZERO,
        }
    }

    /// Sets memory aside for this many more inputs and deliveries, so that taking them in does not
    /// allocate.
    pub fn reserve(&mut self, inputs: usize, deliveries: usize) {
        self.inputs.reserve(inputs);
        self.deliveries.reserve(deliveries);
    }

    /// The rules of the board.
    pub const fn rules(&self) -> ValidRules {
        self.rules
    }

    /// The seed of the pieces.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The game at the moment the board is known up to.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The moment up to which everything that came to the board is known.
    pub const fn known(&self) -> Micros {
        self.known
    }

    /// What the player did so far.
    pub fn inputs(&self) -> &[TimedInput] {
        &self.inputs
    }

    /// The garbage so far, some of which may still be to come.
    pub fn deliveries(&self) -> &[Delivery] {
        &self.deliveries
    }

    /// The garbage that is dated after the moment the board is known up to.
    pub fn deliveries_to_come(&self) -> &[Delivery] {
        &self.deliveries[self.delivered..]
    }

    /// The hash of the board where it stands, shortened for the wire.
    pub fn hash(&self) -> u32 {
        self.game.state_hash() as u32
    }

    /// Whether inputs up to this moment may follow: in the order of time, and after all that is
    /// known.
    pub fn check(&self, inputs: &[TimedInput], upto: Micros) -> Result<(), TimelineError> {
        let mut known = self.known;
        for at in inputs.iter().map(|input| input.at).chain([upto]) {
            if at < known {
                return Err(TimelineError::Backwards { at, known });
            }
            known = at;
        }
        Ok(())
    }

    /// The player did this, and nothing else up to that moment.
    pub fn play(
        &mut self,
        inputs: &[TimedInput],
        upto: Micros,
        sink: &mut dyn FnMut(TimedEvent),
    ) -> Result<(), TimelineError> {
        self.check(inputs, upto)?;
        for input in inputs {
            self.deliver_until(input.at, sink);
            // The check above has made sure that time does not run backwards.
            let _ = self.game.apply(input, sink);
        }
        self.inputs.extend_from_slice(inputs);
        self.deliver_until(upto, sink);
        let _ = self.game.advance(upto, sink);
        self.known = upto;
        Ok(())
    }

    /// Schedules garbage, which must come after all that is known and no earlier than the last
    /// delivery.
    pub fn deliver(&mut self, delivery: Delivery) -> Result<(), TimelineError> {
        let earliest = self.earliest_delivery();
        if delivery.at < earliest {
            return Err(TimelineError::Backwards { at: delivery.at, known: earliest });
        }
        if delivery.gaps.iter().any(|&gap| gap >= self.rules.width) {
            return Err(TimelineError::GapOutside);
        }
        self.deliveries.push(delivery);
        Ok(())
    }

    /// The earliest date that a new delivery may have.
    pub fn earliest_delivery(&self) -> Micros {
        let last = self.deliveries.last().map_or(Micros::ZERO, |delivery| delivery.at);
        let is_untouched = self.known == Micros::ZERO && self.inputs.is_empty();
        if is_untouched { last } else { last.max(self.known + Micros(1)) }
    }

    /// Goes back to a moment, or stays: later inputs did not happen, later garbage is still to
    /// come.
    pub fn rewind(&mut self, to: Micros) {
        if to >= self.known {
            return;
        }
        self.inputs.retain(|input| input.at <= to);
        self.game = opening(self.rules, self.seed);
        self.delivered = 0;
        self.known = Micros::ZERO;
        let inputs = core::mem::take(&mut self.inputs);
        // These inputs were in order when they were first played.
        let _ = self.play(&inputs, to, &mut |_| {});
    }

    /// The same board played again from its beginning up to a moment that is known.
    #[must_use]
    pub fn played_again(&self, at: Micros) -> Timeline {
        let mut again = Timeline::new(self.rules, self.seed);
        again.deliveries.clone_from(&self.deliveries);
        let inputs: Vec<TimedInput> =
            self.inputs.iter().copied().take_while(|input| input.at <= at).collect();
        // These inputs were in order when they were first played.
        let _ = again.play(&inputs, at, &mut |_| {});
        again
    }

    /// Predicts the game at a later moment, given these inputs.
    pub fn predict(&self, inputs: &[TimedInput], at: Micros) -> Game {
        let mut game = self.game.clone();
        let mut to_come = self.deliveries_to_come();
        for input in inputs.iter().take_while(|input| input.at <= at) {
            deliver_all(&mut game, &mut to_come, input.at, &mut |_| {});
            let _ = game.apply(input, &mut |_| {});
        }
        deliver_all(&mut game, &mut to_come, at, &mut |_| {});
        let _ = game.advance(at.max(self.known), &mut |_| {});
        game
    }

    fn deliver_until(&mut self, at: Micros, sink: &mut dyn FnMut(TimedEvent)) {
        let mut to_come = &self.deliveries[self.delivered..];
        deliver_all(&mut self.game, &mut to_come, at, sink);
        self.delivered = self.deliveries.len() - to_come.len();
    }
}

/// A game with its first piece in play, so that a new board and one that was rewound to its beginning
/// are equal.
fn opening(rules: ValidRules, seed: u64) -> Game {
    let mut game = Game::new(rules, seed);
    // Time cannot run backwards from the beginning.
    let _ = game.advance(Micros::ZERO, &mut |_| {});
    game
}

/// Hands a game the garbage that comes up to this moment.
fn deliver_all(
    game: &mut Game,
    to_come: &mut &[Delivery],
    at: Micros,
    sink: &mut dyn FnMut(TimedEvent),
) {
    while let [delivery, rest @ ..] = *to_come
        && delivery.at <= at
    {
        // Gaps and dates were checked when the delivery was taken in.
        let _ = game.receive_garbage(&delivery.gaps, delivery.at, sink);
        *to_come = rest;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quintet_engine::{Button, GameName};

    use super::*;

    fn press(button: Button, at: u64) -> TimedInput {
        TimedInput::press(button, Micros(at))
    }

    fn garbage(at: u64, gaps: &[u8]) -> Delivery {
        Delivery { at: Micros(at), gaps: gaps.to_vec() }
    }

    #[test]
    fn garbage_comes_before_an_input_at_the_same_moment() {
        let mut board = Timeline::new(GameName::Battle.rules(), 1);
        board.deliver(garbage(1000, &[3])).expect("nothing is known yet");
        let drop = press(Button::HardDrop, 1000);
        board.play(&[drop], Micros(1000), &mut |_| {}).expect("in order");
        assert_eq!(board.game().view().pending_garbage, 0, "it entered at that lock");
    }

    #[test]
    fn nothing_is_dated_into_what_is_known() {
        let mut board = Timeline::new(GameName::Battle.rules(), 1);
        board.play(&[], Micros(500), &mut |_| {}).expect("in order");
        let late = TimelineError::Backwards { at: Micros(500), known: Micros(501) };
        assert_eq!(board.deliver(garbage(500, &[0])), Err(late));
        assert_eq!(board.deliver(garbage(501, &[10])), Err(TimelineError::GapOutside));
        board.deliver(garbage(501, &[0])).expect("after what is known");
        let early = press(Button::Left, 499);
        assert!(board.play(&[early], Micros(600), &mut |_| {}).is_err());
        assert_eq!(board.known(), Micros(500));
    }

    proptest! {
        /// However a timeline is cut into messages, and whenever its garbage becomes known before
        /// its date, the board is the same.
        #[test]
        fn the_same_past_makes_the_same_board(
            waits in prop::collection::vec((1..300_000_u64, 0..10_usize, any::<bool>()), 1..80),
            cuts in prop::collection::vec(any::<bool>(), 80),
            attacks in prop::collection::vec((0..10_000_000_u64, 0..10_u8), 0..6),
        ) {
            let mut at = 0;
            let inputs: Vec<TimedInput> = waits.iter().map(|&(wait, button, is_press)| {
                at += wait;
                let button = Button::ALL[button];
                let input = if is_press { TimedInput::press } else { TimedInput::release };
                input(button, Micros(at))
            }).collect();
            let end = Micros(at + 1_000_000);
            let mut attacks = attacks;
            attacks.sort_unstable();
            let mut whole = Timeline::new(GameName::Versus.rules(), 9);
            for &(at, gap) in &attacks {
                whole.deliver(garbage(at, &[gap])).expect("in order");
            }
            let predicted = whole.predict(&inputs, end);
            whole.play(&inputs, end, &mut |_| {}).expect("in order");
            prop_assert_eq!(&predicted, whole.game());

            let mut pieces = Timeline::new(GameName::Versus.rules(), 9);
            let mut told = attacks.iter().peekable();
            for (input, cut) in inputs.iter().zip(cuts) {
                // Told as late as it can be: just before the board comes to it.
                while let Some(&&(at, gap)) = told.peek() && at <= input.at.0 {
                    pieces.deliver(garbage(at, &[gap])).expect("after what is known");
                    told.next();
                }
                pieces.play(&[*input], input.at, &mut |_| {}).expect("in order");
                let next = told.peek().map_or(u64::MAX, |attack| attack.0);
                if cut && next > input.at.0 {
                    pieces.play(&[], input.at, &mut |_| {}).expect("in order");
                }
            }
            for &(at, gap) in told {
                pieces.deliver(garbage(at, &[gap])).expect("after what is known");
            }
            pieces.play(&[], end, &mut |_| {}).expect("in order");
            prop_assert_eq!(pieces.game(), whole.game());

            let half = Micros(end.0 / 2);
            pieces.rewind(half);
            let rest: Vec<TimedInput> =
                inputs.iter().copied().filter(|input| input.at > half).collect();
            pieces.play(&rest, end, &mut |_| {}).expect("in order");
            prop_assert_eq!(pieces.game(), whole.game());
        }
    }
}
