//! A ranked game: it begins with a seed of the server, reports its inputs to the server while it is
//! played, and is submitted in the end.

use quintet_engine::{Micros, Rules, TimedInput};
use quintet_protocol::http::{ErrorCode, IssuedTicket, ranked_games};
use quintet_protocol::limits::{CHECKPOINT_EVERY, MAX_CHECKPOINT_INPUTS};
use quintet_protocol::{Checked, Checkpoint, PlayState, pack_inputs};

use crate::RequestError;

/// How soon a checkpoint that was not taken is sent again.
const AGAIN: Micros = Micros::from_millis(700);
/// A checkpoint without an answer is sent again after this long.
const ANSWER_LIMIT: Micros = Micros::from_secs(4);

/// Whether the server has a leaderboard for a game.
pub fn has_list(rules: &Rules) -> bool {
    ranked_games().any(|game| game == rules.game)
}

/// A game whose score can be submitted, and what the server knows of it.
#[derive(Clone, Copy, Debug)]
pub struct RankedGame {
    issued: IssuedTicket,
    /// How many inputs the server knows; `None` if that has to be asked.
    inputs: Option<u32>,
    state: PlayState,
    /// Whether a checkpoint has no answer yet.
    asked: bool,
    /// Nothing is told before this.
    waits_until: Micros,
    /// When the next checkpoint is due, if nothing changes before.
    due: Micros,
    refused: Option<ErrorCode>,
}

impl RankedGame {
    /// A game that begins now.
    pub fn begun(issued: IssuedTicket, now: Micros) -> RankedGame {
        let due = now + CHECKPOINT_EVERY;
        let state = PlayState::Playing;
        RankedGame {
            issued,
            inputs: Some(0),
            state,
            asked: false,
            waits_until: now,
            due,
            refused: None,
        }
    }

    /// A game that was left and goes on, with whatever the server knows of it.
    pub fn resumed(issued: IssuedTicket, now: Micros) -> RankedGame {
        RankedGame { inputs: None, due: now, ..RankedGame::begun(issued, now) }
    }

    /// The ticket and the seed.
    pub const fn issued(&self) -> IssuedTicket {
        self.issued
    }

    /// Why its score will not be accepted, if that is known.
    pub const fn refused(&self) -> Option<ErrorCode> {
        self.refused
    }

    /// Whether the server knows that the game is in this state, or no longer follows it.
    pub fn is_told(&self, state: PlayState) -> bool {
        self.refused.is_some() || self.state == state
    }

    /// Whether the server knows that it has ended.
    pub fn is_followed_to_end(&self) -> bool {
        self.state == PlayState::Ended
    }

    /// When the next checkpoint is due while the game is in this state; `None` if never.
    pub fn due(&self, state: PlayState) -> Option<Micros> {
        if self.refused.is_some() || self.is_followed_to_end() {
            return None;
        }
        // Nothing happens in a pause that the server knows of.
        let has_news = state != PlayState::Paused || self.inputs.is_none();
        if state == self.state {
            has_news.then_some(self.due.max(self.waits_until))
        } else {
            Some(self.waits_until)
        }
    }

    /// What to tell the server now, if anything. The game has had these inputs, and stands at this
    /// moment.
    pub fn checkpoint(
        &mut self,
        inputs: &[TimedInput],
        at: Micros,
        state: PlayState,
        now: Micros,
    ) -> Option<Checkpoint> {
        if self.due(state).is_none_or(|due| now < due) {
            return None;
        }
        self.asked = true;
        (self.waits_until, self.due) = (now + ANSWER_LIMIT, now + CHECKPOINT_EVERY);
        let first = self.inputs.unwrap_or(Checkpoint::ASKS);
        let unknown = inputs.get(first as usize..).unwrap_or_default();
        let (unknown, upto, state) = match unknown.get(..MAX_CHECKPOINT_INPUTS) {
            // The rest follows in the next.
            Some(some) => (some, some.last().map_or(at, |timed| timed.at), PlayState::Playing),
            None => (unknown, at, state),
        };
        let inputs = pack_inputs(unknown, upto);
        Some(Checkpoint { first, upto, state, inputs })
    }

    /// The answer to a checkpoint has come, or none.
    pub fn checked(&mut self, answer: Result<Checked, RequestError>, now: Micros) {
        if !std::mem::take(&mut self.asked) {
            return;
        }
        self.waits_until = now;
        match answer {
            Ok(known) => {
                if self.inputs.is_none() {
                    self.due = now;
                }
                (self.inputs, self.state) = (Some(known.inputs), known.state);
            }
            Err(
                RequestError::NoAnswer
                | RequestError::Refused(ErrorCode::Unavailable | ErrorCode::Busy),
            ) => (self.waits_until, self.due) = (now + AGAIN, now + AGAIN),
            Err(RequestError::Refused(code)) => self.refused = Some(code),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::Button;

    const ISSUED: IssuedTicket = IssuedTicket { ticket: 7, seed: 3 };

    fn inputs(count: u64) -> Vec<TimedInput> {
        (0..count).map(|number| TimedInput::press(Button::Left, Micros(number))).collect()
    }

    const fn secs(seconds: u64) -> Micros {
        Micros::from_secs(seconds)
    }

    const fn known(inputs: u32, upto: Micros, state: PlayState) -> Checked {
        Checked { inputs, upto, state }
    }

    #[test]
    fn inputs_are_told_every_few_seconds_and_once() {
        let mut game = RankedGame::begun(ISSUED, Micros::ZERO);
        let all = inputs(5);
        let play = PlayState::Playing;
        assert_eq!(game.checkpoint(&all, secs(1), play, secs(1)), None);
        let first = game.checkpoint(&all, secs(3), play, secs(3)).expect("it is due");
        assert_eq!((first.first, first.inputs.len(), first.upto), (0, 5, secs(3)));
        assert_eq!(game.checkpoint(&all, secs(4), play, secs(4)), None, "one at a time");
        game.checked(Ok(known(5, secs(3), play)), secs(4));
        let second = game.checkpoint(&inputs(6), secs(6), play, secs(6)).expect("it is due");
        assert_eq!((second.first, second.inputs.len()), (5, 1));
        game.checked(Err(RequestError::NoAnswer), secs(7));
        let again = game.checkpoint(&inputs(6), secs(8), play, secs(8)).expect("once more");
        assert_eq!((again.first, again.inputs.len(), again.upto), (5, 1, secs(8)));
    }

    #[test]
    fn pauses_and_the_end_are_told_at_once() {
        let mut game = RankedGame::begun(ISSUED, Micros::ZERO);
        for state in [PlayState::Paused, PlayState::Playing, PlayState::Ended] {
            let told = game.checkpoint(&[], secs(1), state, secs(1)).expect("news");
            assert_eq!(told.state, state);
            game.checked(Ok(known(0, secs(1), state)), secs(1));
            let next = if state == PlayState::Playing { Some(secs(4)) } else { None };
            assert_eq!(game.due(state), next, "nobody waits for news of a pause");
        }
        assert!(game.is_followed_to_end());
        assert_eq!(game.checkpoint(&[], secs(9), PlayState::Ended, secs(9)), None);
    }

    #[test]
    fn a_game_that_was_left_asks_how_far_it_is_known() {
        let mut game = RankedGame::resumed(ISSUED, Micros::ZERO);
        let asks =
            game.checkpoint(&inputs(9), secs(5), PlayState::Paused, secs(1)).expect("it asks");
        assert_eq!((asks.first, asks.inputs.len()), (Checkpoint::ASKS, 0));
        game.checked(Ok(known(4, secs(3), PlayState::Playing)), secs(1));
        let rest =
            game.checkpoint(&inputs(9), secs(5), PlayState::Paused, secs(1)).expect("the rest");
        assert_eq!((rest.first, rest.inputs.len()), (4, 5));
    }

    #[test]
    fn more_inputs_than_fit_follow_later_and_a_refusal_ends_it() {
        let mut game = RankedGame::begun(ISSUED, Micros::ZERO);
        let all = inputs(MAX_CHECKPOINT_INPUTS as u64 + 3);
        let first = game.checkpoint(&all, secs(9), PlayState::Ended, secs(9)).expect("it is due");
        assert_eq!((first.inputs.len(), first.state), (MAX_CHECKPOINT_INPUTS, PlayState::Playing));
        assert_eq!(first.upto, all[MAX_CHECKPOINT_INPUTS - 1].at);
        game.checked(Err(RequestError::Refused(ErrorCode::PlayedSlow)), secs(9));
        assert_eq!(game.refused(), Some(ErrorCode::PlayedSlow));
        assert_eq!(game.checkpoint(&all, secs(20), PlayState::Ended, secs(20)), None);
    }
}
