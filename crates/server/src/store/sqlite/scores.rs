//! Tickets and leaderboards in a SQLite file.

use std::sync::Arc;

use quintet_engine::GameName;
use rusqlite::{Connection, OptionalExtension, params};

use super::database::Database;
use super::rows::{game_from, score_from, signed, unsigned};
use crate::store::{Pending, PlayerId, Score, Scores, StoreError, Ticket};

/// Tickets and leaderboards in a SQLite file.
pub struct SqliteScores {
    database: Arc<Database>,
}

impl SqliteScores {
    pub(super) const fn new(database: Arc<Database>) -> SqliteScores {
        SqliteScores { database }
    }
}

impl Scores for SqliteScores {
    fn issue(&self, ticket: Ticket, most: u32) -> Pending<'_, ()> {
        self.database.write(move |connection| issue(connection, ticket, most))
    }

    fn redeem(&self, ticket: u64, player: PlayerId) -> Pending<'_, Option<Ticket>> {
        self.database.write(move |connection| redeem(connection, ticket, player))
    }

    fn add(&self, score: Score, replay: Vec<u8>) -> Pending<'_, ()> {
        self.database.write(move |connection| add(connection, &score, &replay))
    }

    fn best(&self, game: GameName, since: u64, most: u32) -> Pending<'_, Vec<Score>> {
        self.database.read(move |connection| best(connection, game, since, most))
    }

    fn replay(&self, id: u64) -> Pending<'_, Option<Vec<u8>>> {
        self.database.read(move |connection| {
            let replay = connection
                .prepare_cached("SELECT replay FROM scores WHERE score_id = ?1")?
                .query_row([signed(id)], |row| row.get(0))
                .optional()?;
            Ok(replay)
        })
    }

    fn drop_tickets(&self, before: u64) -> Pending<'_, ()> {
        self.database.write(move |connection| {
            connection.execute("DELETE FROM tickets WHERE issued < ?1", [signed(before)])?;
            Ok(())
        })
    }
}

fn issue(connection: &mut Connection, ticket: Ticket, most: u32) -> Result<(), StoreError> {
    let step = connection.transaction()?;
    let player = signed(ticket.player);
    step.prepare_cached(
        "INSERT INTO tickets (ticket, player, game, seed, issued) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        signed(ticket.ticket),
        player,
        ticket.game.name(),
        signed(ticket.seed),
        signed(ticket.issued)
    ])?;
    // The oldest makes room, so that games that were never handed in do no harm.
    step.prepare_cached(
        "DELETE FROM tickets WHERE ticket IN
         (SELECT ticket FROM tickets WHERE player = ?1
          ORDER BY issued DESC, ticket LIMIT -1 OFFSET ?2)",
    )?
    .execute(params![player, most])?;
    step.commit()?;
    Ok(())
}

fn redeem(
    connection: &mut Connection,
    ticket: u64,
    player: PlayerId,
) -> Result<Option<Ticket>, StoreError> {
    let step = connection.transaction()?;
    let found = step
        .prepare_cached(
            "DELETE FROM tickets WHERE ticket = ?1 AND player = ?2 RETURNING game, seed, issued",
        )?
        .query_row(params![signed(ticket), signed(player)], |row| {
            Ok((row.get::<_, String>(0)?, unsigned(row.get(1)?), unsigned(row.get(2)?)))
        })
        .optional()?;
    step.commit()?;
    let Some((game, seed, issued)) = found else { return Ok(None) };
    Ok(Some(Ticket { ticket, player, game: game_from(&game)?, seed, issued }))
}

fn add(connection: &Connection, score: &Score, replay: &[u8]) -> Result<(), StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO scores (score_id, player, name, game, rank_by, score, lines, level,
                                 duration, played, replay)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            signed(score.id),
            signed(score.player),
            score.name,
            score.game.name(),
            score.rank_by,
            signed(score.score),
            score.lines,
            score.level,
            signed(score.duration.0),
            signed(score.played),
            replay
        ])?;
    Ok(())
}

fn best(
    connection: &Connection,
    game: GameName,
    since: u64,
    most: u32,
) -> Result<Vec<Score>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT score_id, player, name, rank_by, score, lines, level, duration, played
         FROM (SELECT score_id, player, name, rank_by, score, lines, level, duration, played,
                      ROW_NUMBER() OVER
                          (PARTITION BY player ORDER BY rank_by, played) AS place_of_player
               FROM scores WHERE game = ?1 AND played >= ?2) AS own
         WHERE place_of_player = 1
         ORDER BY rank_by, played LIMIT ?3",
    )?;
    let rows = statement
        .query_map(params![game.name(), signed(since), most], |row| score_from(row, game))?;
    Ok(rows.collect::<Result<_, _>>()?)
}
