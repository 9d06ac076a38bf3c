//! A ranked game as the server has followed it.

use quintet_engine::{Goal, Micros, TimedInput};
use quintet_protocol::http::ErrorCode;
use quintet_protocol::{Checked, Checkpoint, PackedInput, PlayState, unpack_inputs};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::limits::{
    CHECKPOINTS_APART, PAUSE_TIME, PAUSE_TIME_OF_TIMED_GAMES, PAUSES, PAUSES_OF_TIMED_GAMES,
    PLAYED_AHEAD, PLAYED_BEHIND, PLAYED_BEHIND_PERCENT, RANKED_INPUTS_PER_SECOND, UNFOLLOWED_LIMIT,
};

/// The most bytes of a replay for the rules and the result, for each input, and for what happens
/// without inputs in a second: at least twice what there can be.
const REPLAY_HEAD: usize = 4096;
const REPLAY_INPUT: usize = 16;
const REPLAY_SECOND: usize = 64;

/// What is known of a ranked game. The inputs themselves are not kept, only a hash of them: the replay
/// that is submitted later has to lead to the same one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    state: PlayState,
    inputs: u32,
    upto: Micros,
    digest: [u8; 32],
    /// When the last checkpoint arrived, in microseconds since 1970.
    heard: u64,
    /// How long the game was paused, without a pause that still lasts.
    paused: Micros,
    pauses: u32,
    /// Why it can no longer count.
    refused: Option<ErrorCode>,
}

impl Progress {
    /// Nothing has been played yet.
    pub const fn begun(issued: u64) -> Progress {
        Progress {
            state: PlayState::Playing,
            inputs: 0,
            upto: Micros::ZERO,
            digest: [0; 32],
            heard: issued,
            paused: Micros::ZERO,
            pauses: 0,
            refused: None,
        }
    }

    /// What the player is told.
    pub const fn checked(&self) -> Checked {
        Checked { inputs: self.inputs, upto: self.upto, state: self.state }
    }

    /// Whether the game is over.
    pub fn is_ended(&self) -> bool {
        self.state == PlayState::Ended
    }

    /// Why the game can no longer count, if so.
    pub const fn refused(&self) -> Option<ErrorCode> {
        self.refused
    }

    /// How large a replay of the game can be, in bytes. A padded one is larger.
    pub const fn largest_replay(&self) -> usize {
        let seconds = (self.upto.0 / 1_000_000) as usize;
        REPLAY_HEAD + REPLAY_INPUT * self.inputs as usize + REPLAY_SECOND * seconds
    }

    /// What is known after a checkpoint that arrives now, by a ticket that was issued then. What was
    /// known before, if it says nothing new or leaves inputs out.
    #[must_use]
    pub fn after(&self, checkpoint: &Checkpoint, goal: Goal, issued: u64, now: u64) -> Progress {
        let is_new = checkpoint.upto > self.upto || checkpoint.state != self.state;
        let hurries = checkpoint.state == PlayState::Playing
            && self.state == PlayState::Playing
            && now.saturating_sub(self.heard) < CHECKPOINTS_APART.0;
        let is_known = checkpoint.first > self.inputs || checkpoint.upto < self.upto || !is_new;
        if self.refused.is_some() || self.is_ended() || hurries || is_known {
            return *self;
        }
        let mut next = *self;
        next.refused = next.take(checkpoint, goal, issued, now).err();
        next
    }

    fn take(
        &mut self,
        checkpoint: &Checkpoint,
        goal: Goal,
        issued: u64,
        now: u64,
    ) -> Result<(), ErrorCode> {
        let limits = PauseLimits::of(goal);
        let known = (self.inputs - checkpoint.first) as usize;
        let inputs = unpack_inputs(&checkpoint.inputs, checkpoint.upto, 0);
        let inputs = inputs.get(known..).unwrap_or_default();
        let times = [self.upto].into_iter().chain(inputs.iter().map(|timed| timed.at));
        if !times.is_sorted() {
            return Err(ErrorCode::NotFollowed);
        }
        // Inputs that lie on the bounds of seconds are counted exactly when the replay is verified.
        let seconds = ((checkpoint.upto - self.upto).0 / 1_000_000) as usize;
        if inputs.len() > RANKED_INPUTS_PER_SECOND * (seconds + 1) {
            return Err(ErrorCode::ReplayTooFast);
        }
        if self.state == PlayState::Paused {
            // The game went on when its time began to run again. What was played since then may have
            // been played slowly, so that it counts twice: as much as that is part of what a game may
            // be behind.
            let ran = (checkpoint.upto - self.upto).0;
            let lasted = now.saturating_sub(self.heard).saturating_sub(ran.saturating_mul(2));
            self.paused += Micros(lasted);
        }
        // A count before the start is told as a pause. Its time counts.
        if checkpoint.state == PlayState::Paused && checkpoint.upto > Micros::ZERO {
            self.pauses += 1;
        }
        let is_long_unheard = self.state == PlayState::Playing
            && Micros(now.saturating_sub(self.heard)) > UNFOLLOWED_LIMIT;
        self.digest = digest(self.digest, inputs);
        self.inputs += inputs.len() as u32;
        (self.state, self.upto, self.heard) = (checkpoint.state, checkpoint.upto, now);
        if self.pauses > limits.count || self.paused > limits.time {
            return Err(ErrorCode::PausedTooLong);
        }
        let elapsed = Micros(now.saturating_sub(issued)) - self.paused;
        if self.upto > elapsed + PLAYED_AHEAD {
            return Err(ErrorCode::PlayedAhead);
        }
        let percent = Micros(self.upto.0 / 100 * u64::from(PLAYED_BEHIND_PERCENT));
        if elapsed > self.upto + PLAYED_BEHIND + percent {
            return Err(ErrorCode::PlayedSlow);
        }
        if is_long_unheard { Err(ErrorCode::NotFollowed) } else { Ok(()) }
    }

    /// Whether the game was followed to this end, and these are its inputs.
    pub fn matches(&self, inputs: &[TimedInput], end: Micros) -> bool {
        self.is_ended()
            && self.upto == end
            && self.inputs as usize == inputs.len()
            && self.digest == digest([0; 32], inputs)
    }
}

/// How often and how long a ranked game may be paused.
struct PauseLimits {
    count: u32,
    time: Micros,
}

impl PauseLimits {
    const fn of(goal: Goal) -> PauseLimits {
        match goal {
            Goal::Endless => PauseLimits { count: PAUSES, time: PAUSE_TIME },
            Goal::Lines(_) | Goal::Time(_) => {
                PauseLimits { count: PAUSES_OF_TIMED_GAMES, time: PAUSE_TIME_OF_TIMED_GAMES }
            }
        }
    }
}

/// The hash of some inputs after others.
fn digest(mut before: [u8; 32], inputs: &[TimedInput]) -> [u8; 32] {
    for timed in inputs {
        // Nobody can report garbage, which has no code.
        let code = PackedInput::pack(timed, timed.at).map_or(u8::MAX, PackedInput::code);
        let mut hash = Sha256::new();
        hash.update(before);
        hash.update(timed.at.0.to_le_bytes());
        hash.update([code]);
        before = hash.finalize().into();
    }
    before
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::Button;
    use quintet_protocol::pack_inputs;

    const ISSUED: u64 = 1_000_000_000;
    const SPRINT: Goal = Goal::Lines(40);

    const fn secs(seconds: u64) -> Micros {
        Micros::from_secs(seconds)
    }

    fn inputs(count: u64) -> Vec<TimedInput> {
        (0..count).map(|number| TimedInput::press(Button::Left, Micros(number * 500_000))).collect()
    }

    fn checkpoint(all: &[TimedInput], first: u32, upto: Micros, state: PlayState) -> Checkpoint {
        let some: Vec<_> =
            all.iter().skip(first as usize).filter(|timed| timed.at <= upto).copied().collect();
        Checkpoint { first, upto, state, inputs: pack_inputs(&some, upto) }
    }

    /// Plays a game of 17 seconds with a checkpoint every 3, at `slow` times its length.
    fn play(slow: u64) -> Progress {
        let (all, mut progress) = (inputs(35), Progress::begun(ISSUED));
        for second in (3..17).step_by(3).chain([17]) {
            let state = if second == 17 { PlayState::Ended } else { PlayState::Playing };
            let told = checkpoint(&all, progress.inputs, secs(second), state);
            progress = progress.after(&told, SPRINT, ISSUED, ISSUED + slow * secs(second).0);
        }
        progress
    }

    #[test]
    fn a_game_at_its_own_pace_is_followed_to_its_end() {
        let progress = play(1);
        assert_eq!(progress.refused, None);
        assert!(progress.matches(&inputs(35), secs(17)));
        assert!(!progress.matches(&inputs(34), secs(17)), "an input is missing");
        let mut other = inputs(35);
        other[20].at += Micros(1);
        assert!(!progress.matches(&other, secs(17)), "an input was moved");
        assert!(!progress.matches(&inputs(35), secs(18)), "another end");
    }

    #[test]
    fn slow_motion_is_refused() {
        assert_eq!(play(2).refused, Some(ErrorCode::PlayedSlow));
        assert_eq!(play(5).refused, Some(ErrorCode::PlayedSlow));
    }

    #[test]
    fn slow_motion_by_a_single_late_end_is_refused() {
        let told = checkpoint(&inputs(35), 0, secs(17), PlayState::Ended);
        let after = |seconds| {
            Progress::begun(ISSUED).after(&told, SPRINT, ISSUED, ISSUED + secs(seconds).0).refused
        };
        assert_eq!(after(77), Some(ErrorCode::PlayedSlow));
        assert_eq!(after(20), None, "a slow connection");
        assert_eq!(after(14), Some(ErrorCode::PlayedAhead));
    }

    /// Slow motion behind a claimed pause: a pause is told as soon as the game begins, 17 s are played in
    /// 77 s, and its end is told only then. It was once accepted.
    #[test]
    fn slow_motion_behind_pauses_is_refused() {
        let all = inputs(35);
        // After each pause, this much is played before the game is said to go on.
        for untold in [17, 9, 6] {
            let (mut progress, mut now) = (Progress::begun(ISSUED), 0);
            for upto in (0..17).step_by(untold) {
                let told = checkpoint(&all, progress.inputs, secs(upto as u64), PlayState::Paused);
                progress = progress.after(&told, SPRINT, ISSUED, ISSUED + secs(now).0);
                now += 60 * untold as u64 / 17 + untold as u64;
                let next = (upto + untold).min(17) as u64;
                let state = if next == 17 { PlayState::Ended } else { PlayState::Playing };
                let told = checkpoint(&all, progress.inputs, secs(next), state);
                progress = progress.after(&told, SPRINT, ISSUED, ISSUED + secs(now).0);
            }
            assert_eq!(progress.refused, Some(ErrorCode::PlayedSlow), "{untold} s at a time");
        }
    }

    /// What is played after a pause before the game is said to go on may be slow, but all of it together
    /// is no longer than a game may be behind.
    #[test]
    fn little_can_be_played_slowly_after_pauses() {
        let after_pauses = |untold: Micros| {
            let told = |progress: Progress, upto, state, now: Micros| {
                let told = checkpoint(&[], 0, upto, state);
                progress.after(&told, SPRINT, ISSUED, ISSUED + now.0)
            };
            let (mut progress, mut upto, mut now) = (Progress::begun(ISSUED), secs(1), secs(1));
            for _ in 0..PAUSES_OF_TIMED_GAMES {
                progress = told(progress, upto, PlayState::Paused, now);
                (upto, now) = (upto + untold, now + secs(20));
                progress = told(progress, upto, PlayState::Playing, now);
            }
            progress
        };
        assert_eq!(after_pauses(Micros::from_millis(1_600)).refused, None);
        let refused = Some(ErrorCode::PlayedSlow);
        assert_eq!(after_pauses(Micros::from_millis(1_800)).refused, refused);
    }

    #[test]
    fn a_checkpoint_at_the_end_of_time_is_refused() {
        let paused = checkpoint(&[], 0, Micros(1), PlayState::Paused);
        let paused = Progress::begun(ISSUED).after(&paused, SPRINT, ISSUED, ISSUED);
        let far = checkpoint(&[], 0, Micros(u64::MAX), PlayState::Playing);
        let refused = paused.after(&far, SPRINT, ISSUED, ISSUED + 1).refused;
        assert_eq!(refused, Some(ErrorCode::PlayedAhead));
    }

    #[test]
    fn a_game_that_is_not_heard_of_for_long_does_not_count() {
        let told = |upto, state, now: Micros| {
            let told = checkpoint(&[], 0, upto, state);
            Progress::begun(ISSUED).after(&told, Goal::Endless, ISSUED, ISSUED + now.0)
        };
        let (limit, long) = (UNFOLLOWED_LIMIT, UNFOLLOWED_LIMIT + Micros(1));
        for state in [PlayState::Playing, PlayState::Paused, PlayState::Ended] {
            assert_eq!(told(limit, state, limit).refused, None);
            assert_eq!(told(long, state, long).refused, Some(ErrorCode::NotFollowed));
        }
        let paused = told(Micros::ZERO, PlayState::Paused, Micros::ZERO);
        let on = checkpoint(&[], 0, Micros(1), PlayState::Playing);
        let on = paused.after(&on, Goal::Endless, ISSUED, ISSUED + secs(600).0);
        assert_eq!(on.refused, None, "nobody is heard of in a pause");
    }

    #[test]
    fn pauses_stop_the_clock_and_are_limited_in_number_and_time() {
        let begun = Progress::begun(ISSUED);
        let at = |progress: &Progress, upto: u64, state, now: u64| {
            let told = checkpoint(&[], 0, secs(upto), state);
            progress.after(&told, SPRINT, ISSUED, ISSUED + secs(now).0)
        };
        let paused = at(&begun, 5, PlayState::Paused, 5);
        let resumed = at(&paused, 5, PlayState::Playing, 40);
        assert_eq!((resumed.refused, resumed.paused), (None, secs(35)));
        let later = at(&paused, 8, PlayState::Playing, 43);
        assert_eq!((later.refused, later.paused), (None, secs(32)), "the resumption was lost");
        let long = at(&paused, 5, PlayState::Playing, 5 + 61);
        assert_eq!(long.refused, Some(ErrorCode::PausedTooLong));
        // The count before the start is none of them.
        let counting = at(&begun, 0, PlayState::Paused, 0);
        let mut often = at(&counting, 0, PlayState::Playing, 3);
        assert_eq!((often.pauses, often.paused), (0, secs(3)));
        for number in 1..=u64::from(PAUSES_OF_TIMED_GAMES) + 1 {
            assert_eq!(often.refused, None);
            often = at(&often, number, PlayState::Paused, number + 3);
            if often.refused.is_none() {
                often = at(&often, number, PlayState::Playing, number + 3);
            }
        }
        assert_eq!(often.refused, Some(ErrorCode::PausedTooLong));
    }

    #[test]
    fn what_was_said_already_and_what_leaves_a_gap_changes_nothing() {
        let all = inputs(20);
        let begun = Progress::begun(ISSUED);
        let three = checkpoint(&all, 0, secs(3), PlayState::Playing);
        let known = begun.after(&three, SPRINT, ISSUED, ISSUED + secs(3).0);
        assert_eq!(known.checked().inputs, 7);
        let later = ISSUED + secs(4).0;
        assert_eq!(known.after(&three, SPRINT, ISSUED, later), known, "a repetition");
        let gap = checkpoint(&all, 8, secs(4), PlayState::Playing);
        assert_eq!(known.after(&gap, SPRINT, ISSUED, later), known);
        let again = checkpoint(&all, 0, secs(4), PlayState::Playing);
        let rest = checkpoint(&all, 7, secs(4), PlayState::Playing);
        let both = [again, rest].map(|told| known.after(&told, SPRINT, ISSUED, later));
        assert_eq!(both[0], both[1], "what is known is skipped");
        assert_eq!(both[0].checked().inputs, 9);
        let mut into_the_past = checkpoint(&all, 7, secs(4), PlayState::Playing);
        into_the_past.inputs = pack_inputs(&inputs(1), secs(4));
        let refused = known.after(&into_the_past, SPRINT, ISSUED, later).refused;
        assert_eq!(refused, Some(ErrorCode::NotFollowed));
    }
}
