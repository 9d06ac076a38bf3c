//! Values as rows hold them, and back.

use quintet_engine::{GameName, Micros};
use rusqlite::Row;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::rating::Rating;
use crate::store::{KnownPlayer, Score, StoreError};

/// SQL has no unsigned numbers; the bits are the same.
pub(super) const fn signed(number: u64) -> i64 {
    number.cast_signed()
}

pub(super) const fn unsigned(number: i64) -> u64 {
    number.cast_unsigned()
}

pub(super) fn blob<T: Serialize>(value: &T) -> Vec<u8> {
    // Writing to memory fails only where memory does.
    postcard::to_allocvec(value).unwrap_or_default()
}

pub(super) fn from_blob<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StoreError> {
    postcard::from_bytes(bytes).map_err(|_| StoreError::Unreadable("a packed value"))
}

pub(super) fn game_from(name: &str) -> Result<GameName, StoreError> {
    name.parse().map_err(|_| StoreError::Unreadable("a game's name"))
}

/// From the columns player, name, rating, deviation, volatility.
pub(super) fn player_from(row: &Row<'_>) -> rusqlite::Result<KnownPlayer> {
    Ok(KnownPlayer {
        player: unsigned(row.get(0)?),
        name: row.get(1)?,
        rating: Rating { rating: row.get(2)?, deviation: row.get(3)?, volatility: row.get(4)? },
    })
}

/// From the columns `score_id`, player, name, `rank_by`, score, lines, level, duration, played.
pub(super) fn score_from(row: &Row<'_>, game: GameName) -> rusqlite::Result<Score> {
    Ok(Score {
        id: unsigned(row.get(0)?),
        player: unsigned(row.get(1)?),
        name: row.get(2)?,
        game,
        rank_by: row.get(3)?,
        score: unsigned(row.get(4)?),
        lines: row.get(5)?,
        level: row.get(6)?,
        duration: Micros(unsigned(row.get(7)?)),
        played: unsigned(row.get(8)?),
    })
}
