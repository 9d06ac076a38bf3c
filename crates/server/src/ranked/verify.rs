//! Verifies the replays of scores.

use quintet_engine::{Goal, Input, Micros, REVISION, Ranking, Replay, ReplayError, TimedInput};

use quintet_protocol::http::ErrorCode;

use super::input_stats::InputStats;
use crate::limits::{
    MAX_REPLAY, RANKED_INPUTS_IN_TEN, RANKED_INPUTS_PER_SECOND, RANKED_PRESSES_IN_TEN,
    RANKED_PRESSES_PER_SECOND,
};
use crate::store::Ticket;

/// Why a score is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RejectReason {
    /// It cannot be read.
    #[error(transparent)]
    Unreadable(#[from] ReplayError),
    /// It was recorded by another revision of the engine.
    #[error("the replay was recorded by another revision of the engine")]
    Revision,
    /// It has several boards, or one that was set up.
    #[error("the game did not begin as such a game begins")]
    Beginning,
    /// Its rules are not those of the game.
    #[error("the game was played by other rules")]
    Rules,
    /// Its seed is not the ticket's.
    #[error("the game was played with another seed than the ticket's")]
    Seed,
    /// Garbage came from outside.
    #[error("garbage came into the game from outside")]
    Garbage,
    /// It was not played to its end.
    #[error("the game was not played to its end")]
    Unfinished,
    /// It is not the game that was followed while it was played.
    #[error("the game is not the one that was followed while it was played")]
    NotFollowed,
    /// It could no longer count while it was being played.
    #[error("the game was refused while it was played: {0:?}")]
    Refused(ErrorCode),
    /// More inputs than fingers can do.
    #[error("there are more inputs than fingers can do, at {} us", at.0)]
    TooFast {
        /// When.
        at: Micros,
    },
    /// It does not lead to what it claims.
    #[error("the replay does not lead to what it claims: {0}")]
    Mismatch(String),
}

impl RejectReason {
    /// What the client is told.
    pub const fn code(&self) -> ErrorCode {
        match self {
            RejectReason::Unreadable(_) => ErrorCode::ReplayUnreadable,
            RejectReason::Revision => ErrorCode::ReplayVersion,
            RejectReason::Beginning => ErrorCode::ReplayStart,
            RejectReason::Rules => ErrorCode::ReplayRules,
            RejectReason::Seed => ErrorCode::ReplaySeed,
            RejectReason::Garbage => ErrorCode::ReplayGarbage,
            RejectReason::Unfinished => ErrorCode::ReplayUnfinished,
            RejectReason::NotFollowed => ErrorCode::NotFollowed,
            RejectReason::Refused(code) => *code,
            RejectReason::TooFast { .. } => ErrorCode::ReplayTooFast,
            RejectReason::Mismatch(_) => ErrorCode::ReplayMismatch,
        }
    }
}

/// What a verified replay is worth on its leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// What the list is ordered by: less is better.
    pub rank_by: i64,
    /// Points.
    pub score: u64,
    /// Rows cleared.
    pub lines: u32,
    /// The level.
    pub level: u32,
    /// How long the game lasted.
    pub duration: Micros,
    /// How it was played, if that looks like a program.
    pub suspicion: Option<InputStats>,
}

/// Checks a replay by its length alone, before it is decoded: its game has to have been followed to the
/// end, and it may not be longer than the inputs that were counted meanwhile need.
pub fn check_size(bytes: usize, ticket: &Ticket) -> Result<(), RejectReason> {
    if let Some(code) = ticket.progress.refused() {
        return Err(RejectReason::Refused(code));
    }
    if bytes > MAX_REPLAY {
        return Err(ReplayError::TooLarge(bytes).into());
    }
    if !ticket.progress.is_ended() || bytes > ticket.progress.largest_replay() {
        return Err(RejectReason::NotFollowed);
    }
    Ok(())
}

/// Verifies a replay and returns what it is worth. Cheap checks come first.
pub fn verify(bytes: &[u8], ticket: &Ticket) -> Result<Verdict, RejectReason> {
    check_size(bytes.len(), ticket)?;
    let replay = Replay::from_bytes(bytes)?;
    if replay.revision != REVISION {
        return Err(RejectReason::Revision);
    }
    let ([rules], [None], [board]) =
        (&replay.rules[..], &replay.start[..], &replay.result.boards[..])
    else {
        return Err(RejectReason::Beginning);
    };
    let official = ticket.game.rules();
    if rules.game != ticket.game || !rules.are_of_named_game() {
        return Err(RejectReason::Rules);
    }
    if replay.seed != ticket.seed {
        return Err(RejectReason::Seed);
    }
    check_hands(&replay.inputs)?;
    if !ticket.progress.matches(&replay.inputs, replay.result.end) {
        return Err(RejectReason::NotFollowed);
    }
    replay.verify().map_err(|departure| RejectReason::Mismatch(departure.to_string()))?;
    let is_finished = match official.goal {
        Goal::Lines(goal) => board.lines >= goal,
        Goal::Time(_) | Goal::Endless => true,
    };
    if !replay.result.over || !is_finished {
        return Err(RejectReason::Unfinished);
    }
    let duration = replay.result.end;
    let rank_by = match ticket.game.ranking() {
        Some(Ranking::Time) => i64::try_from(duration.0).unwrap_or(i64::MAX),
        Some(Ranking::Score) | None => -i64::try_from(board.score).unwrap_or(i64::MAX),
    };
    let (score, lines, level) = (board.score, board.lines, board.level);
    let suspicion = InputStats::of(&replay).filter(InputStats::is_suspicious);
    Ok(Verdict { rank_by, score, lines, level, duration, suspicion })
}

/// Only buttons, and no more of them than fingers can press and release.
fn check_hands(inputs: &[TimedInput]) -> Result<(), RejectReason> {
    if inputs.iter().any(|timed| matches!(timed.input, Input::Garbage(_))) {
        return Err(RejectReason::Garbage);
    }
    let is_press = |timed: &&TimedInput| matches!(timed.input, Input::Press(_));
    let presses: Vec<Micros> = inputs.iter().filter(is_press).map(|timed| timed.at).collect();
    let all: Vec<Micros> = inputs.iter().map(|timed| timed.at).collect();
    for (times, most, span) in [
        (&presses, RANKED_PRESSES_PER_SECOND, Micros::from_secs(1)),
        (&presses, RANKED_PRESSES_IN_TEN, Micros::from_secs(10)),
        (&all, RANKED_INPUTS_PER_SECOND, Micros::from_secs(1)),
        (&all, RANKED_INPUTS_IN_TEN, Micros::from_secs(10)),
    ] {
        if let Some(window) = times.windows(most + 1).find(|window| window[most] < window[0] + span)
        {
            return Err(RejectReason::TooFast { at: window[most] });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use quintet_engine::Button;

    use super::*;

    /// Releases were once not counted, so that a replay could be padded with them.
    #[test]
    fn inputs_of_every_kind_are_limited_by_second_and_by_ten_seconds() {
        let spread = |count: usize, span: u64, input: fn(Button, Micros) -> TimedInput| {
            let at = |number: usize| Micros(span * number as u64 / count as u64);
            (0..count).map(|number| input(Button::Left, at(number))).collect::<Vec<_>>()
        };
        let second = 1_000_000;
        for (input, in_second, in_ten) in [
            (
                TimedInput::press as fn(Button, Micros) -> TimedInput,
                RANKED_PRESSES_PER_SECOND,
                RANKED_PRESSES_IN_TEN,
            ),
            (TimedInput::release, RANKED_INPUTS_PER_SECOND, RANKED_INPUTS_IN_TEN),
        ] {
            for (most, span) in [(in_second, second), (in_ten, 10 * second)] {
                assert_eq!(check_hands(&spread(most, span, input)), Ok(()));
                let more = check_hands(&spread(most + 1, span, input));
                assert!(matches!(more, Err(RejectReason::TooFast { .. })), "{most} in {span} us");
            }
        }
    }
}
