//! Verifies the replays of scores.

use quintet_engine::{Goal, Input, Micros, REVISION, Ranking, Replay, ReplayError, TimedInput};

use quintet_protocol::http::ErrorCode;

use crate::limits::{
    MAX_INPUTS_A_SECOND, MAX_INPUTS_IN_TEN, MAX_PRESSES_A_SECOND, MAX_PRESSES_IN_TEN, MAX_REPLAY,
};
use crate::store::Ticket;

/// By how much a game may be longer than the time since its ticket was issued.
pub const CLOCK_TOLERANCE: Micros = Micros::from_secs(2);
/// How much longer than its game a timed game may have taken, pauses included.
pub const PAUSES_OF_TIMED_GAMES: Micros = Micros::from_secs(60);
/// How much longer than its game any other game may have taken, pauses included.
pub const PAUSES: Micros = Micros::from_secs(60 * 60);

/// Why a score is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Doubt {
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
    /// It lasted longer than the time since the ticket was issued, or that time was too long.
    #[error("the length of the game does not fit the time since the ticket was issued")]
    Duration,
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

impl Doubt {
    /// What the client is told.
    pub const fn code(&self) -> ErrorCode {
        match self {
            Doubt::Unreadable(_) => ErrorCode::ReplayUnreadable,
            Doubt::Revision => ErrorCode::ReplayVersion,
            Doubt::Beginning => ErrorCode::ReplayStart,
            Doubt::Rules => ErrorCode::ReplayRules,
            Doubt::Seed => ErrorCode::ReplaySeed,
            Doubt::Garbage => ErrorCode::ReplayGarbage,
            Doubt::Unfinished => ErrorCode::ReplayUnfinished,
            Doubt::Duration => ErrorCode::ReplayDuration,
            Doubt::TooFast { .. } => ErrorCode::ReplayTooFast,
            Doubt::Mismatch(_) => ErrorCode::ReplayMismatch,
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
}

/// Verifies a replay and returns what it is worth. Cheap checks come first.
pub fn verify(bytes: &[u8], ticket: &Ticket, now: u64) -> Result<Verdict, Doubt> {
    if bytes.len() > MAX_REPLAY {
        return Err(ReplayError::TooLarge(bytes.len()).into());
    }
    let replay = Replay::from_bytes(bytes)?;
    if replay.revision != REVISION {
        return Err(Doubt::Revision);
    }
    let ([rules], [None], [board]) =
        (&replay.rules[..], &replay.start[..], &replay.result.boards[..])
    else {
        return Err(Doubt::Beginning);
    };
    let official = ticket.game.rules();
    if rules.game != ticket.game || !rules.are_of_named_game() {
        return Err(Doubt::Rules);
    }
    if replay.seed != ticket.seed {
        return Err(Doubt::Seed);
    }
    check_duration(replay.result.end, official.goal, Micros(now.saturating_sub(ticket.issued)))?;
    check_hands(&replay.inputs)?;
    replay.verify().map_err(|departure| Doubt::Mismatch(departure.to_string()))?;
    let is_finished = match official.goal {
        Goal::Lines(goal) => board.lines >= goal,
        Goal::Time(_) | Goal::Endless => true,
    };
    if !replay.result.over || !is_finished {
        return Err(Doubt::Unfinished);
    }
    let duration = replay.result.end;
    let rank_by = match ticket.game.ranking() {
        Some(Ranking::Time) => i64::try_from(duration.0).unwrap_or(i64::MAX),
        Some(Ranking::Score) | None => -i64::try_from(board.score).unwrap_or(i64::MAX),
    };
    let (score, lines, level) = (board.score, board.lines, board.level);
    Ok(Verdict { rank_by, score, lines, level, duration })
}

fn check_duration(duration: Micros, goal: Goal, elapsed: Micros) -> Result<(), Doubt> {
    let pauses = match goal {
        Goal::Endless => PAUSES,
        Goal::Lines(_) | Goal::Time(_) => PAUSES_OF_TIMED_GAMES,
    };
    let is_possible = duration <= elapsed + CLOCK_TOLERANCE && elapsed <= duration + pauses;
    if is_possible { Ok(()) } else { Err(Doubt::Duration) }
}

/// Only buttons, and no more of them than fingers can press and release.
fn check_hands(inputs: &[TimedInput]) -> Result<(), Doubt> {
    if inputs.iter().any(|timed| matches!(timed.input, Input::Garbage(_))) {
        return Err(Doubt::Garbage);
    }
    let is_press = |timed: &&TimedInput| matches!(timed.input, Input::Press(_));
    let presses: Vec<Micros> = inputs.iter().filter(is_press).map(|timed| timed.at).collect();
    let all: Vec<Micros> = inputs.iter().map(|timed| timed.at).collect();
    for (times, most, span) in [
        (&presses, MAX_PRESSES_A_SECOND, Micros::from_secs(1)),
        (&presses, MAX_PRESSES_IN_TEN, Micros::from_secs(10)),
        (&all, MAX_INPUTS_A_SECOND, Micros::from_secs(1)),
        (&all, MAX_INPUTS_IN_TEN, Micros::from_secs(10)),
    ] {
        if let Some(window) = times.windows(most + 1).find(|window| window[most] < window[0] + span)
        {
            return Err(Doubt::TooFast { at: window[most] });
        }
    }
    Ok(())
}
