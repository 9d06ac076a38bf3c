//! What clients ask for over HTTP: tickets, scores and leaderboards, and errors as codes.
//!
//! An answer is JSON, or the same value as postcard if the client accepts [`BINARY`], as the app
//! does: it needs no JSON parser for it.

use quintet_engine::GameName;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::limits::MAX_NAME_BYTES;
use crate::per_seat::seats;
use crate::settings::Secret;
use crate::wire::short_text;

/// The media type of answers in postcard.
pub const BINARY: &str = "application/x-postcard";

/// Permission to submit the score of one game, which has to be played with this seed from now on. The
/// answer to `POST /api/seeds?game=GAME`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IssuedTicket {
    /// The ticket's number.
    #[serde(with = "digits")]
    pub ticket: u64,
    /// The seed.
    #[serde(with = "digits")]
    pub seed: u64,
}

/// A score that was accepted. The answer to `POST /api/scores?ticket=NUMBER` with a replay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AcceptedScore {
    /// Its number.
    #[serde(with = "digits")]
    pub id: u64,
    /// Points.
    pub score: u64,
    /// Rows cleared.
    pub lines: u32,
    /// How long the game lasted, in microseconds.
    pub duration_us: u64,
    /// The places on the lists of [`Span::ALL`], where it has one.
    pub places: [Option<u32>; Span::ALL.len()],
}

/// One place of a leaderboard. A list of them is the answer to `GET /api/scores?game=GAME&span=SPAN`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeaderboardEntry {
    /// The place, the best being 1.
    pub place: u32,
    /// The score's number, by which its replay is at `GET /api/replays/NUMBER`.
    #[serde(with = "digits")]
    pub id: u64,
    /// The player's name at the time, with the tag: `Ada#4821`.
    #[serde(deserialize_with = "short_text::<MAX_NAME_BYTES, _>")]
    pub name: String,
    /// Points.
    pub score: u64,
    /// Rows cleared.
    pub lines: u32,
    /// The level.
    pub level: u32,
    /// How long the game lasted, in microseconds.
    pub duration_us: u64,
    /// When it was submitted, in milliseconds since 1970.
    pub played_ms: u64,
}

/// A game of a match that was played over the server. The answer to `GET /api/matches/MATCH/NUMBER`;
/// its replay is at `GET /api/matches/MATCH/NUMBER/replay`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchGame {
    /// The players, by seat.
    #[serde(deserialize_with = "seats")]
    pub players: Vec<MatchPlayer>,
    /// Who won it; none if the match was cancelled.
    pub winner: Option<u8>,
    /// When it ended, in milliseconds since 1970.
    pub ended_ms: u64,
}

/// A player of such a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MatchPlayer {
    /// The name at the time, with the tag: `Ada#4821`; empty for a bot.
    #[serde(deserialize_with = "short_text::<MAX_NAME_BYTES, _>")]
    pub name: String,
    /// The level of a bot, 1 to 5; none for a person.
    pub bot: Option<u8>,
}

/// A code of one use by which another device becomes this player's. The answer to `POST /api/moves`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveCode {
    /// The code.
    #[serde(deserialize_with = "short_text::<MAX_NAME_BYTES, _>")]
    pub code: String,
}

/// The player whose device this is from now on. The answer to `POST /api/moves?code=CODE`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovedDevice {
    /// The new secret; the old device's is no longer known.
    pub secret: Secret,
    /// The name.
    #[serde(deserialize_with = "short_text::<MAX_NAME_BYTES, _>")]
    pub name: String,
}

/// How far a leaderboard reaches back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Span {
    /// A day.
    Day,
    /// A week.
    Week,
    /// All time.
    All,
}

impl Span {
    /// All of them.
    pub const ALL: [Span; 3] = [Span::Day, Span::Week, Span::All];

    /// Its name in addresses.
    pub const fn name(self) -> &'static str {
        match self {
            Span::Day => "day",
            Span::Week => "week",
            Span::All => "all",
        }
    }
}

/// Why a request was refused.
///
/// New codes are added at the end; the order of these is the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// The request is malformed.
    BadRequest,
    /// What was submitted, or asked for, is too large.
    TooLarge,
    /// The server's database fails, or the server is stopping.
    Unavailable,
    /// The server does not know the device.
    UnknownDevice,
    /// The game has no leaderboard.
    NoLeaderboard,
    /// There is no such replay.
    NoReplay,
    /// The ticket was not issued by this server, or was redeemed already.
    NoTicket,
    /// The replay cannot be read.
    ReplayUnreadable,
    /// The replay was recorded by another version of the engine.
    ReplayVersion,
    /// The game did not begin as such a game begins.
    ReplayStart,
    /// The game was played by other rules.
    ReplayRules,
    /// The game was played with another seed than the ticket's.
    ReplaySeed,
    /// Garbage came into the game from outside.
    ReplayGarbage,
    /// The game was not played to its end.
    ReplayUnfinished,
    /// The length of the game does not fit the time since the ticket was issued.
    ReplayDuration,
    /// There are more presses than fingers can do.
    ReplayTooFast,
    /// The replay does not lead to what it claims.
    ReplayMismatch,
    /// Too many scores wait to be verified, or another one of the same player does. The ticket stays
    /// good.
    Busy,
    /// A moderator has banned the player.
    Banned,
    /// There is no such score or match, or the player was not in it.
    NothingToReport,
    /// The player has too many reports that wait for a moderator.
    TooManyReports,
    /// The player has begun too many ranked games within an hour.
    TooManySeeds,
    /// The game fell behind the server's clock while it was played, as in slow motion.
    PlayedSlow,
    /// The game ran ahead of the server's clock while it was played.
    PlayedAhead,
    /// The game was paused too often or for too long.
    PausedTooLong,
    /// The game is not the one that the server was told of while it was played, or its end was not.
    NotFollowed,
    /// There is no such code for moving to another device, or it was used, or it is too old.
    NoMove,
}

/// Why a player reports another. `POST /api/reports?why=WHY&score=NUMBER`, or with
/// `match=NUMBER&seat=SEAT` instead of the score, by somebody who played in that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReportReason {
    /// The name.
    Name,
    /// How the player plays.
    Play,
}

impl ReportReason {
    /// Its name in addresses.
    pub const fn name(self) -> &'static str {
        match self {
            ReportReason::Name => "name",
            ReportReason::Play => "play",
        }
    }
}

/// The answer to a request that was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refused {
    /// Why.
    pub error: ErrorCode,
}

/// An answer that a client can read.
pub trait Answer: Sized {
    /// Reads an answer of the type [`BINARY`]; none if it is malformed.
    fn decode(bytes: &[u8]) -> Option<Self>;
}

impl<T: DeserializeOwned> Answer for T {
    fn decode(bytes: &[u8]) -> Option<T> {
        postcard::from_bytes(bytes).ok()
    }
}

/// The games that have a leaderboard.
pub fn ranked_games() -> impl Iterator<Item = GameName> {
    GameName::ALL.into_iter().filter(|game| game.ranking().is_some())
}

/// A number as text in JSON, because JavaScript numbers are exact only up to 2^53.
mod digits {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    pub(super) fn serialize<S: Serializer>(number: &u64, to: S) -> Result<S::Ok, S::Error> {
        if to.is_human_readable() { to.collect_str(number) } else { to.serialize_u64(*number) }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        if from.is_human_readable() {
            let text = String::deserialize(from)?;
            text.parse().map_err(|_| D::Error::custom("not a whole number"))
        } else {
            u64::deserialize(from)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode;

    #[test]
    fn numbers_are_text_for_scripts_and_short_for_the_app() {
        let issued = IssuedTicket { ticket: u64::MAX, seed: 5 };
        let json = serde_json::to_string(&issued).expect("a plain value");
        assert_eq!(json, r#"{"ticket":"18446744073709551615","seed":"5"}"#);
        assert_eq!(serde_json::from_str::<IssuedTicket>(&json).ok(), Some(issued));
        let bytes = encode(&issued);
        assert_eq!((bytes.len(), IssuedTicket::decode(&bytes)), (11, Some(issued)));
        assert_eq!(IssuedTicket::decode(&bytes[1..4]), None);
    }

    #[test]
    fn an_error_is_a_word_for_scripts_and_a_byte_for_the_app() {
        let refused = Refused { error: ErrorCode::ReplayTooFast };
        let json = serde_json::to_string(&refused).expect("a plain value");
        assert_eq!(json, r#"{"error":"replay_too_fast"}"#);
        assert_eq!(Refused::decode(&[15]), Some(refused));
    }

    #[test]
    fn spans_are_named_in_addresses_as_in_json() {
        for span in Span::ALL {
            assert_eq!(serde_json::to_value(span).expect("a word"), span.name());
        }
    }
}
