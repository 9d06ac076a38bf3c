//! Accounts in a SQLite file.

use std::sync::Arc;

use quintet_protocol::Outcome;
use rusqlite::{Connection, OptionalExtension, params};

use super::database::Database;
use super::rows::player_from;
use crate::rating::Rating;
use crate::store::columns::{blob, from_blob, signed, unsigned};
use crate::store::{Accounts, KnownPlayer, MatchResult, Pending, PlayerId, StoreError};

/// Accounts in a SQLite file.
pub struct SqliteAccounts {
    database: Arc<Database>,
}

impl SqliteAccounts {
    pub(super) const fn new(database: Arc<Database>) -> SqliteAccounts {
        SqliteAccounts { database }
    }

    pub(super) const fn database(&self) -> &Arc<Database> {
        &self.database
    }
}

impl Accounts for SqliteAccounts {
    fn player(&self, fingerprint: Vec<u8>) -> Pending<'_, Option<KnownPlayer>> {
        self.database.read(move |connection| {
            let player = connection
                .prepare_cached(
                    "SELECT player, name, rating, deviation, volatility FROM players
                     WHERE fingerprint = ?1",
                )?
                .query_row([fingerprint], player_from)
                .optional()?;
            Ok(player)
        })
    }

    fn save_player(&self, player: KnownPlayer, fingerprint: Vec<u8>) -> Pending<'_, ()> {
        self.database.write(move |connection| {
            let Rating { rating, deviation, volatility } = player.rating;
            connection
                .prepare_cached(
                    "INSERT INTO players (player, fingerprint, name, rating, deviation, volatility)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT (player) DO UPDATE SET name = excluded.name",
                )?
                .execute(params![
                    signed(player.player),
                    fingerprint,
                    player.name,
                    rating,
                    deviation,
                    volatility
                ])?;
            Ok(())
        })
    }

    fn offer_move(&self, player: PlayerId, code: Vec<u8>, made: u64) -> Pending<'_, ()> {
        self.database.write(move |connection| {
            connection.execute(
                "INSERT INTO moves (player, code, made) VALUES (?1, ?2, ?3)
                 ON CONFLICT (player) DO UPDATE SET code = excluded.code, made = excluded.made",
                params![signed(player), code, signed(made)],
            )?;
            Ok(())
        })
    }

    fn take_move(
        &self,
        code: Vec<u8>,
        since: u64,
        fingerprint: Vec<u8>,
    ) -> Pending<'_, Option<KnownPlayer>> {
        self.database.write(move |connection| {
            let step = connection.transaction()?;
            let player: Option<i64> = step
                .query_row(
                    "DELETE FROM moves WHERE code = ?1 AND made >= ?2 RETURNING player",
                    params![code, signed(since)],
                    |row| row.get(0),
                )
                .optional()?;
            let Some(player) = player else { return Ok(None) };
            step.execute(
                "UPDATE players SET fingerprint = ?2 WHERE player = ?1",
                params![player, fingerprint],
            )?;
            let known = step
                .query_row(
                    "SELECT player, name, rating, deviation, volatility FROM players
                     WHERE player = ?1",
                    [player],
                    player_from,
                )
                .optional()?;
            step.commit()?;
            Ok(known)
        })
    }

    fn store_result(&self, result: MatchResult, decided: u64) -> Pending<'_, ()> {
        self.database.write(move |connection| store_result(connection, &result, decided))
    }

    fn meetings(
        &self,
        player: PlayerId,
        opponents: Vec<PlayerId>,
        since: u64,
    ) -> Pending<'_, Vec<u32>> {
        self.database.read(move |connection| {
            let mut statement = connection.prepare_cached(
                "SELECT COUNT(*) FROM result_seats AS one
                 JOIN result_seats AS other ON other.match_id = one.match_id
                 JOIN results ON results.match_id = one.match_id
                 WHERE one.player = ?1 AND other.player = ?2 AND ranked = 1 AND decided >= ?3",
            )?;
            let mut meetings = Vec::with_capacity(opponents.len());
            for opponent in opponents {
                let wanted = params![signed(player), signed(opponent), signed(since)];
                meetings.push(statement.query_row(wanted, |row| row.get(0))?);
            }
            Ok(meetings)
        })
    }

    fn result(&self, match_id: u64) -> Pending<'_, Option<MatchResult>> {
        self.database.read(move |connection| result(connection, match_id))
    }
}

fn store_result(
    connection: &mut Connection,
    result: &MatchResult,
    decided: u64,
) -> Result<(), StoreError> {
    let MatchResult { match_id, ranked, players, wins, outcome, ratings, .. } = result;
    let step = connection.transaction()?;
    let added = step
        .prepare_cached(
            "INSERT INTO results (match_id, ranked, winner, ending, decided)
             VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (match_id) DO NOTHING",
        )?
        .execute(params![
            signed(*match_id),
            ranked,
            outcome.winner,
            blob(&outcome.ending),
            signed(decided)
        ])?;
    if added == 0 {
        return Ok(());
    }
    for (seat, (player, wins)) in players.iter().zip(wins).enumerate() {
        step.prepare_cached(
            "INSERT INTO result_seats (match_id, seat, player, wins) VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![signed(*match_id), seat as i64, signed(*player), wins])?;
    }
    for (player, Rating { rating, deviation, volatility }) in
        players.iter().zip(ratings.iter().flatten())
    {
        step.prepare_cached(
            "UPDATE players SET rating = ?2, deviation = ?3, volatility = ?4 WHERE player = ?1",
        )?
        .execute(params![signed(*player), rating, deviation, volatility])?;
    }
    step.commit()?;
    Ok(())
}

fn result(connection: &Connection, match_id: u64) -> Result<Option<MatchResult>, StoreError> {
    let found = connection
        .prepare_cached("SELECT ranked, winner, ending FROM results WHERE match_id = ?1")?
        .query_row([signed(match_id)], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get::<_, Vec<u8>>(2)?))
        })
        .optional()?;
    let Some((ranked, winner, ending)) = found else { return Ok(None) };
    let outcome = Outcome { winner, ending: from_blob(&ending)? };
    let mut statement = connection.prepare_cached(
        "SELECT player, wins FROM result_seats WHERE match_id = ?1 ORDER BY seat",
    )?;
    let seats = statement
        .query_map([signed(match_id)], |row| Ok((unsigned(row.get(0)?), row.get::<_, u8>(1)?)))?;
    let (players, wins) = seats.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
    Ok(Some(MatchResult { match_id, ranked, players, wins, outcome, ratings: None, before: None }))
}
