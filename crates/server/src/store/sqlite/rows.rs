//! Rows as values.

use quintet_engine::{GameName, Micros};
use rusqlite::Row;

use crate::rating::Rating;
use crate::store::columns::unsigned;
use crate::store::{KnownPlayer, Score};

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
