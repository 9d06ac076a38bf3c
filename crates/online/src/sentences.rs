//! What the server says in codes, in words.

use quintet_engine::{GameName, Ranking};
use quintet_protocol::http::{AcceptedScore, ErrorCode};
use quintet_protocol::{Ending, Refusal, RuleSet};
use quintet_records::Kept;
use quintet_words::{Phrase, exact_time, numerals, online as words, replays, thousands, time};

/// Why something was not done.
pub const fn refusal(why: Refusal) -> Phrase {
    match why {
        Refusal::NoSuchRoom => words::REFUSED_NO_ROOM,
        Refusal::RoomFull => words::REFUSED_ROOM_FULL,
        Refusal::AlreadyInRoom => words::REFUSED_IN_ROOM,
        Refusal::NotHost => words::REFUSED_NOT_HOST,
        Refusal::Unplayable => words::REFUSED_UNPLAYABLE,
        Refusal::ServerFull => words::REFUSED_SERVER_FULL,
        Refusal::OutOfPhase => words::REFUSED_NOT_NOW,
        Refusal::NameInvisible => words::NAME_INVISIBLE,
        Refusal::NameStacked => words::NAME_STACKED,
        Refusal::NameSymbols => words::NAME_SYMBOLS,
        Refusal::NameMixed => words::NAME_MIXED,
        Refusal::NameReserved => words::NAME_RESERVED,
        Refusal::NameFixed => words::NAME_FIXED,
        Refusal::SeatTaken => words::REFUSED_SEAT_TAKEN,
    }
}

/// The rules of a room.
pub const fn rules_name(rules: RuleSet) -> Phrase {
    match rules {
        RuleSet::Versus => words::RULES_VERSUS,
        RuleSet::Battle => words::RULES_BATTLE,
    }
}

/// Why a match ended, where it was not played out.
pub const fn ending(ending: Ending) -> Option<Phrase> {
    match ending {
        Ending::Played => None,
        Ending::Resigned => Some(words::ENDED_RESIGNED),
        Ending::Absent => Some(words::ENDED_ABSENT),
        Ending::Fault => Some(words::ENDED_FAULT),
        Ending::Upgraded => Some(words::ENDED_UPGRADED),
        Ending::Interrupted => Some(words::ENDED_INTERRUPTED),
    }
}

/// The places that a score has won.
pub fn places(accepted: AcceptedScore) -> String {
    let spans = [words::place_today, words::place_this_week, words::place_all_time];
    let mut list = String::new();
    for (place, span) in accepted.places.into_iter().zip(spans) {
        if let Some(place) = place {
            if !list.is_empty() {
                list.push_str(", ");
            }
            list.push_str(&span(&numerals::ordinal(place)));
        }
    }
    if list.is_empty() { words::SCORE_ACCEPTED.into() } else { words::score_places(&list) }
}

/// Why a score was not accepted.
pub const fn score_reason(code: ErrorCode) -> Phrase {
    match code {
        ErrorCode::Unavailable => words::REASON_UNAVAILABLE,
        ErrorCode::Busy => words::REASON_BUSY,
        ErrorCode::UnknownDevice => words::REASON_UNKNOWN_DEVICE,
        ErrorCode::Banned => words::REASON_BANNED,
        ErrorCode::NoTicket => words::REASON_NO_TICKET,
        ErrorCode::ReplayVersion => words::REASON_VERSION,
        ErrorCode::ReplayRules => words::REASON_RULES,
        ErrorCode::ReplayUnfinished => words::REASON_UNFINISHED,
        ErrorCode::PlayedSlow => words::REASON_SLOW,
        ErrorCode::PlayedAhead | ErrorCode::ReplayDuration => words::REASON_AHEAD,
        ErrorCode::PausedTooLong => words::REASON_PAUSES,
        ErrorCode::NotFollowed => words::REASON_NOT_FOLLOWED,
        ErrorCode::TooManySeeds => words::REASON_SEEDS,
        ErrorCode::ReplayTooFast => words::REASON_TOO_FAST,
        ErrorCode::TooLarge => words::REASON_TOO_LARGE,
        ErrorCode::BadRequest
        | ErrorCode::NoLeaderboard
        | ErrorCode::NoReplay
        | ErrorCode::NothingToReport
        | ErrorCode::NoMove
        | ErrorCode::TooManyReports
        | ErrorCode::ReplayUnreadable
        | ErrorCode::ReplayStart
        | ErrorCode::ReplaySeed
        | ErrorCode::ReplayGarbage
        | ErrorCode::ReplayMismatch => words::REASON_UNVERIFIED,
    }
}

/// What a replay came to, as lists show it.
pub fn replay_facts(kept: &Kept) -> String {
    let game: Option<GameName> = kept.mode.parse().ok();
    let by_time = game.is_some_and(|game| game.ranking() == Some(Ranking::Time));
    let time = if by_time { exact_time } else { time }(kept.time_us);
    match (kept.players.as_slice(), kept.winner) {
        ([one, other], None) => replays::met(one, other, &time),
        ([one, other], Some(winner)) => {
            replays::met_won(one, other, if winner == 0 { one } else { other }, &time)
        }
        _ => replays::facts(&thousands(kept.score), kept.lines, &time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_tells_its_time_to_the_millisecond_where_times_rank() {
        let facts = |mode: &str| {
            replay_facts(&Kept { mode: mode.into(), time_us: 67_254_999, ..Kept::default() })
        };
        assert!(facts("sprint").contains("1:07.254"), "{}", facts("sprint"));
        assert!(facts("marathon").contains("1:07.25"), "{}", facts("marathon"));
        assert!(!facts("marathon").contains("1:07.254"), "{}", facts("marathon"));
    }
}
