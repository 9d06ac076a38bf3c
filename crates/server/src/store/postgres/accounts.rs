//! Accounts in PostgreSQL.

use std::collections::HashMap;
use std::sync::Arc;

use deadpool_postgres::Transaction;
use quintet_protocol::Outcome;
use tokio_postgres::Row;

use super::database::Database;
use crate::limits::MEETINGS_COUNTED_FOR;
use crate::rating::Rating;
use crate::store::columns::{blob, from_blob, signed, unsigned};
use crate::store::{Accounts, KnownPlayer, MatchResult, Pending, PlayerId, StoreError};

/// Matches between two players that count for ratings, since some time, other than one.
const MEETINGS: &str = "
    SELECT COUNT(*) FROM result_seats AS one
    JOIN result_seats AS other ON other.match_id = one.match_id
    JOIN results ON results.match_id = one.match_id
    WHERE one.player = $1 AND other.player = $2 AND ranked AND decided >= $3
    AND results.match_id IS DISTINCT FROM $4";

/// Accounts in PostgreSQL.
pub struct PostgresAccounts {
    database: Arc<Database>,
}

impl PostgresAccounts {
    pub(super) const fn new(database: Arc<Database>) -> PostgresAccounts {
        PostgresAccounts { database }
    }

    pub(super) const fn database(&self) -> &Arc<Database> {
        &self.database
    }
}

impl Accounts for PostgresAccounts {
    fn player(&self, fingerprint: Vec<u8>) -> Pending<'_, Option<KnownPlayer>> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let statement = connection
                .prepare_cached(
                    "SELECT player, name, rating, deviation, volatility FROM players
                     WHERE fingerprint = $1",
                )
                .await?;
            let row = connection.query_opt(&statement, &[&fingerprint]).await?;
            Ok(row.as_ref().map(player_from).transpose()?)
        })
    }

    fn save_player(&self, player: KnownPlayer, fingerprint: Vec<u8>) -> Pending<'_, ()> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let statement = connection
                .prepare_cached(
                    "INSERT INTO players (player, fingerprint, name, rating, deviation, volatility)
                     VALUES ($1, $2, $3, $4, $5, $6)
                     ON CONFLICT (player) DO UPDATE SET name = excluded.name",
                )
                .await?;
            let Rating { rating, deviation, volatility } = player.rating;
            let number = signed(player.player);
            connection
                .execute(
                    &statement,
                    &[&number, &fingerprint, &player.name, &rating, &deviation, &volatility],
                )
                .await?;
            Ok(())
        })
    }

    fn offer_move(&self, player: PlayerId, code: Vec<u8>, made: u64) -> Pending<'_, ()> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            connection
                .execute(
                    "INSERT INTO moves (player, code, made) VALUES ($1, $2, $3)
                     ON CONFLICT (player) DO UPDATE
                     SET code = excluded.code, made = excluded.made",
                    &[&signed(player), &code, &signed(made)],
                )
                .await?;
            Ok(())
        })
    }

    fn take_move(
        &self,
        code: Vec<u8>,
        since: u64,
        fingerprint: Vec<u8>,
    ) -> Pending<'_, Option<KnownPlayer>> {
        Box::pin(async move {
            let mut connection = self.database.connection().await?;
            let step = connection.transaction().await?;
            let used = "DELETE FROM moves WHERE code = $1 AND made >= $2 RETURNING player";
            let Some(used) = step.query_opt(used, &[&code, &signed(since)]).await? else {
                return Ok(None);
            };
            let player: i64 = used.try_get(0)?;
            let row = step
                .query_opt(
                    "UPDATE players SET fingerprint = $2 WHERE player = $1
                     RETURNING player, name, rating, deviation, volatility",
                    &[&player, &fingerprint],
                )
                .await?;
            let known = row.as_ref().map(player_from).transpose()?;
            step.commit().await?;
            Ok(known)
        })
    }

    fn store_result(&self, result: MatchResult, decided: u64) -> Pending<'_, ()> {
        Box::pin(async move {
            let mut connection = self.database.connection().await?;
            let step = connection.transaction().await?;
            if store_result(&step, &result, decided).await? {
                step.commit().await?;
            }
            Ok(())
        })
    }

    fn meetings(
        &self,
        player: PlayerId,
        opponents: Vec<PlayerId>,
        since: u64,
    ) -> Pending<'_, Vec<u32>> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let statement = connection.prepare_cached(MEETINGS).await?;
            let (player, since) = (signed(player), signed(since));
            let mut meetings = Vec::with_capacity(opponents.len());
            for opponent in opponents.into_iter().map(signed) {
                let row = connection
                    .query_one(&statement, &[&player, &opponent, &since, &None::<i64>])
                    .await?;
                meetings.push(u32::try_from(row.try_get::<_, i64>(0)?).unwrap_or(u32::MAX));
            }
            Ok(meetings)
        })
    }

    fn result(&self, match_id: u64) -> Pending<'_, Option<MatchResult>> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let id = signed(match_id);
            let statement = connection
                .prepare_cached("SELECT ranked, winner, ending FROM results WHERE match_id = $1")
                .await?;
            let Some(row) = connection.query_opt(&statement, &[&id]).await? else {
                return Ok(None);
            };
            let winner = row.try_get::<_, Option<i16>>(1)?.map(small).transpose()?;
            let outcome = Outcome { winner, ending: from_blob(row.try_get(2)?)? };
            let ranked = row.try_get(0)?;
            let statement = connection
                .prepare_cached(
                    "SELECT player, wins FROM result_seats WHERE match_id = $1 ORDER BY seat",
                )
                .await?;
            let (mut players, mut wins) = (Vec::new(), Vec::new());
            for row in connection.query(&statement, &[&id]).await? {
                players.push(unsigned(row.try_get(0)?));
                wins.push(small(row.try_get(1)?)?);
            }
            let (ratings, before) = (None, None);
            Ok(Some(MatchResult { match_id, ranked, players, wins, outcome, ratings, before }))
        })
    }
}

fn small(number: i16) -> Result<u8, StoreError> {
    u8::try_from(number).map_err(|_| StoreError::Unreadable("a column"))
}

/// From the columns player, name, rating, deviation, volatility.
pub(super) fn player_from(row: &Row) -> Result<KnownPlayer, tokio_postgres::Error> {
    let (player, name) = (unsigned(row.try_get(0)?), row.try_get(1)?);
    Ok(KnownPlayer { player, name, rating: rating(row, 2)? })
}

/// From three columns in a row.
fn rating(row: &Row, first: usize) -> Result<Rating, tokio_postgres::Error> {
    Ok(Rating {
        rating: row.try_get(first)?,
        deviation: row.try_get(first + 1)?,
        volatility: row.try_get(first + 2)?,
    })
}

/// Stores a result with its ratings; false if the match has one already.
async fn store_result(
    step: &Transaction<'_>,
    result: &MatchResult,
    decided: u64,
) -> Result<bool, StoreError> {
    // Before the result gets its number, so that results of a player are numbered in the order in
    // which they change the rating.
    let current = lock_players(step, result).await?;
    let match_id = signed(result.match_id);
    let statement = step
        .prepare_cached(
            "INSERT INTO results (match_id, ranked, winner, ending, decided)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (match_id) DO NOTHING",
        )
        .await?;
    let (winner, ending) = (result.outcome.winner.map(i16::from), blob(&result.outcome.ending));
    let at = signed(decided);
    let added =
        step.execute(&statement, &[&match_id, &result.ranked, &winner, &ending, &at]).await?;
    if added == 0 {
        return Ok(false);
    }
    let changes = new_ratings(step, result, current, decided).await?;
    let seat = step
        .prepare_cached(
            "INSERT INTO result_seats (match_id, seat, player, wins, rating_before, rating_after)
             VALUES ($1, $2, $3, $4, $5, $6)",
        )
        .await?;
    let rate = step
        .prepare_cached(
            "UPDATE players SET rating = $2, deviation = $3, volatility = $4 WHERE player = $1",
        )
        .await?;
    for (index, (&player, &wins)) in result.players.iter().zip(&result.wins).enumerate() {
        let player = signed(player);
        let change = changes.get(index);
        let (before, after) = (
            change.and_then(|change| change.before).map(|rating| rating.rating),
            change.map(|change| change.after.rating),
        );
        step.execute(
            &seat,
            &[&match_id, &(index as i16), &player, &i16::from(wins), &before, &after],
        )
        .await?;
        if let Some(Rating { rating, deviation, volatility }) = change.map(|change| change.after) {
            step.execute(&rate, &[&player, &rating, &deviation, &volatility]).await?;
        }
    }
    Ok(true)
}

/// How a player's rating changes.
struct Change {
    /// None for a player who is not in the table.
    before: Option<Rating>,
    after: Rating,
}

/// The ratings that the players of a rated match have now, by seat; none for a player who is not in
/// the table. Their rows stay locked until the transaction ends.
async fn lock_players(
    step: &Transaction<'_>,
    result: &MatchResult,
) -> Result<Vec<Option<Rating>>, StoreError> {
    if result.ratings.is_none() {
        return Ok(Vec::new());
    }
    let numbers: Vec<i64> = result.players.iter().copied().map(signed).collect();
    // Always in the same order, so that two results cannot wait for each other.
    let statement = step
        .prepare_cached(
            "SELECT player, rating, deviation, volatility FROM players
             WHERE player = ANY($1) ORDER BY player FOR UPDATE",
        )
        .await?;
    let mut current = HashMap::new();
    for row in step.query(&statement, &[&numbers]).await? {
        current.insert(row.try_get::<_, i64>(0)?, rating(&row, 1)?);
    }
    Ok(numbers.iter().map(|number| current.get(number).copied()).collect())
}

/// The new ratings by seat, empty if none changes.
async fn new_ratings(
    step: &Transaction<'_>,
    result: &MatchResult,
    present: Vec<Option<Rating>>,
    decided: u64,
) -> Result<Vec<Change>, StoreError> {
    let Some(told) = &result.ratings else { return Ok(Vec::new()) };
    // Whatever the room has computed: another result of one of them may have been stored since this
    // match began, and the room may not have known how often they have met.
    let after = match (&result.before, result.outcome.winner) {
        (Some(before), Some(winner)) => {
            let now: Vec<Rating> =
                present.iter().zip(before).map(|(now, before)| now.unwrap_or(*before)).collect();
            let since = decided.saturating_sub(MEETINGS_COUNTED_FOR.as_micros() as u64);
            compute(step, result, (before, told), now, usize::from(winner), since).await?
        }
        _ => told.clone(),
    };
    Ok(present.into_iter().zip(after).map(|(before, after)| Change { before, after }).collect())
}

/// The ratings that follow from those that the players have now. The winner's rises only if it did in
/// the result.
async fn compute(
    step: &Transaction<'_>,
    result: &MatchResult,
    (before, told): (&[Rating], &[Rating]),
    mut ratings: Vec<Rating>,
    winner: usize,
    since: u64,
) -> Result<Vec<Rating>, StoreError> {
    let statement = step.prepare_cached(MEETINGS).await?;
    let Some(&winning) = result.players.get(winner) else { return Ok(ratings) };
    let is_raised = before.get(winner) != told.get(winner);
    for loser in (0..ratings.len()).filter(|&seat| seat != winner) {
        let losing = result.players[loser];
        let row = step
            .query_one(
                &statement,
                &[
                    &signed(winning),
                    &signed(losing),
                    &signed(since),
                    &Some(signed(result.match_id)),
                ],
            )
            .await?;
        let meetings = u32::try_from(row.try_get::<_, i64>(0)?).unwrap_or(u32::MAX);
        let (won, lost) = Rating::after_match(ratings[winner], ratings[loser], meetings);
        if is_raised {
            ratings[winner] = won;
        }
        ratings[loser] = lost;
    }
    Ok(ratings)
}
