//! What the server says in codes, in words.

use quintet_engine::{GameName, Ranking};
use quintet_protocol::http::{AcceptedScore, ErrorCode};
use quintet_protocol::{Ending, Refusal, RuleSet};
use quintet_records::Kept;
use quintet_words::{Phrase, exact_time, numerals, online as words, replays, settings, time};

use crate::{MOVE_MINUTES, RequestError};

/// What a player is called: a bot by its level, a person by the name with the tag, of which the
/// server may know only the tag.
pub fn shown_name(name: &str, bot: Option<u8>) -> String {
    match bot {
        Some(level) => words::bot_name(level),
        None if name.starts_with('#') => words::nameless(name),
        None => name.to_owned(),
    }
}

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
    let places = accepted.places.into_iter().zip(spans);
    let places = places.filter_map(|(place, span)| Some(span(&numerals::ordinal(place?))));
    match places.reduce(|first, second| words::places(&first, &second)) {
        Some(places) => words::score_places(&places),
        None => words::SCORE_ACCEPTED.into(),
    }
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

/// What became of a report.
pub const fn report_answered(answer: Result<(), RequestError>) -> Phrase {
    match answer {
        Ok(()) => words::REPORTED,
        Err(RequestError::Refused(ErrorCode::TooManyReports)) => words::TOO_MANY_REPORTS,
        Err(RequestError::Refused(ErrorCode::NothingToReport)) => words::NOTHING_TO_REPORT,
        Err(RequestError::Refused(ErrorCode::UnknownDevice)) => words::UNKNOWN_DEVICE,
        Err(RequestError::Refused(ErrorCode::Banned)) => words::BANNED,
        Err(_) => words::NOT_REPORTED,
    }
}

/// Why a device was given no code for moving, or did not become that of a code. The server does not
/// say whether a code was never issued, was used or is too old.
pub fn move_refused(error: RequestError) -> String {
    match error {
        RequestError::Refused(ErrorCode::NoMove) => settings::move_failed(MOVE_MINUTES),
        RequestError::Refused(ErrorCode::Busy) => settings::MOVE_BUSY.into(),
        RequestError::Refused(ErrorCode::UnknownDevice) => words::UNKNOWN_DEVICE.into(),
        RequestError::Refused(ErrorCode::Banned) => words::BANNED.into(),
        RequestError::Refused(_) | RequestError::NoAnswer => settings::MOVE_UNAVAILABLE.into(),
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
        _ => replays::facts(kept.score, kept.lines, &time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_one_sentence() {
        let accepted =
            AcceptedScore { id: 1, score: 0, lines: 0, duration_us: 0, places: [None; 3] };
        let told = |places| super::places(AcceptedScore { places, ..accepted });
        assert_eq!(told([None; 3]), *words::SCORE_ACCEPTED);
        let [today, ever] = [words::place_today("1st"), words::place_all_time("12th")];
        assert_eq!(told([Some(1), None, None]), words::score_places(&today));
        let both = words::places(&today, &ever);
        assert_eq!(told([Some(1), None, Some(12)]), words::score_places(&both));
    }

    #[test]
    fn bots_and_players_without_a_name_are_named_here() {
        assert_eq!(shown_name("Ada#4821", None), "Ada#4821");
        assert_eq!(shown_name("#4821", None), words::nameless("#4821"));
        assert_eq!(shown_name("", Some(3)), words::bot_name(3));
    }

    #[test]
    fn every_refusal_of_a_report_or_a_move_has_its_sentence() {
        let refused = RequestError::Refused;
        assert_eq!(report_answered(Ok(())), words::REPORTED);
        for (code, said) in [
            (ErrorCode::TooManyReports, words::TOO_MANY_REPORTS),
            (ErrorCode::NothingToReport, words::NOTHING_TO_REPORT),
            (ErrorCode::UnknownDevice, words::UNKNOWN_DEVICE),
            (ErrorCode::Banned, words::BANNED),
            (ErrorCode::Unavailable, words::NOT_REPORTED),
        ] {
            assert_eq!(report_answered(Err(refused(code))), said);
        }
        assert_eq!(report_answered(Err(RequestError::NoAnswer)), words::NOT_REPORTED);

        assert_eq!(move_refused(refused(ErrorCode::NoMove)), settings::move_failed(MOVE_MINUTES));
        for (code, said) in [
            (ErrorCode::Busy, settings::MOVE_BUSY),
            (ErrorCode::UnknownDevice, words::UNKNOWN_DEVICE),
            (ErrorCode::Banned, words::BANNED),
            (ErrorCode::Unavailable, settings::MOVE_UNAVAILABLE),
        ] {
            assert_eq!(move_refused(refused(code)), *said);
        }
        assert_eq!(move_refused(RequestError::NoAnswer), *settings::MOVE_UNAVAILABLE);
    }

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
