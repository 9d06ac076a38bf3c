//! Tickets and leaderboards in PostgreSQL.

use std::collections::HashSet;
use std::sync::Arc;

use deadpool_postgres::GenericClient;
use quintet_engine::{GameName, Micros};
use quintet_protocol::GameId;
use tokio_postgres::error::SqlState;
use tokio_postgres::{IsolationLevel, Row};

use super::database::Database;
use crate::ranked::progress::Progress;
use crate::store::columns::{TicketState, blob, from_blob, game_from, signed, unsigned};
use crate::store::scores::editions;
use crate::store::{
    Pending, PlayedGame, PlayerId, Score, Scores, StoreError, Ticket, TicketCounts,
};

/// How many rows of a list are read at a time, for each place. Players with several scores take
/// several rows and one place.
const ROWS_PER_PLACE: i64 = 4;

/// Tickets and leaderboards in PostgreSQL.
pub struct PostgresScores {
    database: Arc<Database>,
}

impl PostgresScores {
    pub(super) const fn new(database: Arc<Database>) -> PostgresScores {
        PostgresScores { database }
    }
}

impl Scores for PostgresScores {
    fn issue(&self, ticket: Ticket, since: u64, most: u32) -> Pending<'_, bool> {
        Box::pin(async move {
            let mut connection = self.database.connection().await?;
            let step = connection.transaction().await?;
            let player = signed(ticket.player);
            // Several servers may issue tickets to the same player.
            let lock = step.prepare_cached("SELECT pg_advisory_xact_lock($1)").await?;
            step.execute(&lock, &[&player]).await?;
            let count = step
                .prepare_cached("SELECT COUNT(*) FROM tickets WHERE player = $1 AND issued >= $2")
                .await?;
            let row = step.query_one(&count, &[&player, &signed(since)]).await?;
            if row.try_get::<_, i64>(0)? >= i64::from(most) {
                return Ok(false);
            }
            let close = step
                .prepare_cached("UPDATE tickets SET state = $2 WHERE player = $1 AND state = $3")
                .await?;
            let (open, closed) = (TicketState::Open as i16, TicketState::Closed as i16);
            step.execute(&close, &[&player, &closed, &open]).await?;
            let add = step
                .prepare_cached(
                    "INSERT INTO tickets (ticket, player, game, seed, issued, state, progress)
                     VALUES ($1, $2, $3, $4, $5, $6, $7)",
                )
                .await?;
            let (number, seed, issued) =
                (signed(ticket.ticket), signed(ticket.seed), signed(ticket.issued));
            let state = TicketState::of(&ticket.progress) as i16;
            let (game, progress) = (ticket.game.name(), blob(&ticket.progress));
            step.execute(&add, &[&number, &player, &game, &seed, &issued, &state, &progress])
                .await?;
            step.commit().await?;
            Ok(true)
        })
    }

    fn ticket(&self, ticket: u64, player: PlayerId) -> Pending<'_, Option<Ticket>> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let statement = connection
                .prepare_cached(
                    "SELECT game, seed, issued, progress FROM tickets
                     WHERE ticket = $1 AND player = $2 AND state < 2",
                )
                .await?;
            let row = connection.query_opt(&statement, &[&signed(ticket), &signed(player)]).await?;
            let Some(row) = row else { return Ok(None) };
            let (seed, issued) = (unsigned(row.try_get(1)?), unsigned(row.try_get(2)?));
            let game = game_from(row.try_get(0)?)?;
            let progress = from_blob(row.try_get(3)?)?;
            Ok(Some(Ticket { ticket, player, game, seed, issued, progress }))
        })
    }

    fn follow(&self, ticket: Ticket, progress: Progress) -> Pending<'_, bool> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let statement = connection
                .prepare_cached(
                    "UPDATE tickets SET state = $3, progress = $4
                     WHERE ticket = $1 AND state < 2 AND progress = $2",
                )
                .await?;
            let (number, state) = (signed(ticket.ticket), TicketState::of(&progress) as i16);
            let (before, after) = (blob(&ticket.progress), blob(&progress));
            let changed =
                connection.execute(&statement, &[&number, &before, &state, &after]).await?;
            Ok(changed > 0)
        })
    }

    fn tickets_of(&self, player: PlayerId) -> Pending<'_, TicketCounts> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let ask = "SELECT COUNT(*), COUNT(*) FILTER (WHERE state = $2) FROM tickets
                       WHERE player = $1";
            let redeemed = TicketState::Redeemed as i16;
            let row = connection.query_one(ask, &[&signed(player), &redeemed]).await?;
            let count = |column| -> Result<u32, StoreError> {
                let count: i64 = row.try_get(column)?;
                u32::try_from(count).map_err(|_| StoreError::Unreadable("a count"))
            };
            Ok(TicketCounts { issued: count(0)?, redeemed: count(1)? })
        })
    }

    fn spend(&self, ticket: u64) -> Pending<'_, ()> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let close = "UPDATE tickets SET state = $2 WHERE ticket = $1 AND state < 2";
            let closed = TicketState::Closed as i16;
            connection.execute(close, &[&signed(ticket), &closed]).await?;
            Ok(())
        })
    }

    fn add(&self, score: Score, replay: Vec<u8>) -> Pending<'_, bool> {
        Box::pin(async move {
            let mut connection = self.database.connection().await?;
            let step = connection.transaction().await?;
            let id = signed(score.id);
            let redeem = "UPDATE tickets SET state = $2 WHERE ticket = $1 AND state < 2";
            if step.execute(redeem, &[&id, &(TicketState::Redeemed as i16)]).await? == 0 {
                return Ok(false);
            }
            let add = step
                .prepare_cached(
                    "INSERT INTO scores (score_id, player, name, game, rank_by, score, lines,
                                         level, duration, played, edition)
                     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
                )
                .await?;
            step.execute(
                &add,
                &[
                    &id,
                    &signed(score.player),
                    &score.name,
                    &score.game.name(),
                    &score.rank_by,
                    &signed(score.score),
                    &i64::from(score.lines),
                    &i64::from(score.level),
                    &signed(score.duration.0),
                    &signed(score.played),
                    &i16::from(score.game.edition()),
                ],
            )
            .await?;
            step.execute("INSERT INTO replays (score_id, replay) VALUES ($1, $2)", &[&id, &replay])
                .await?;
            step.commit().await?;
            Ok(true)
        })
    }

    fn remove(&self, id: u64) -> Pending<'_, bool> {
        Box::pin(async move {
            let mut connection = self.database.connection().await?;
            let step = connection.transaction().await?;
            let id = signed(id);
            step.execute("DELETE FROM replays WHERE score_id = $1", &[&id]).await?;
            let removed = step.execute("DELETE FROM scores WHERE score_id = $1", &[&id]).await?;
            step.commit().await?;
            Ok(removed > 0)
        })
    }

    fn rename(&self, player: PlayerId, name: String) -> Pending<'_, ()> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let change = "UPDATE scores SET name = $2 WHERE player = $1";
            connection.execute(change, &[&signed(player), &name]).await?;
            Ok(())
        })
    }

    fn find(&self, id: u64) -> Pending<'_, Option<Score>> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let statement = connection
                .prepare_cached(
                    "SELECT score_id, player, name, rank_by, score, lines, level, duration, played,
                            game
                     FROM scores WHERE score_id = $1",
                )
                .await?;
            let row = connection.query_opt(&statement, &[&signed(id)]).await?;
            let Some(row) = row else { return Ok(None) };
            let game = game_from(row.try_get(9)?)?;
            score_from(&row, game).map(Some)
        })
    }

    fn best(&self, game: GameName, since: u64, most: u32) -> Pending<'_, Vec<Score>> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            best(&connection, (game, game.edition()), since, most).await
        })
    }

    fn replay(&self, id: u64) -> Pending<'_, Option<Vec<u8>>> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let ask = "SELECT replay FROM replays WHERE score_id = $1";
            let row = connection.query_opt(ask, &[&signed(id)]).await?;
            Ok(row.map(|row| row.try_get(0)).transpose()?)
        })
    }

    fn drop_tickets(&self, before: u64) -> Pending<'_, ()> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            connection.execute("DELETE FROM tickets WHERE issued < $1", &[&signed(before)]).await?;
            Ok(())
        })
    }

    fn prune_replays(&self, since: Vec<u64>, places: u32, most: u32) -> Pending<'_, bool> {
        Box::pin(async move {
            let mut connection = self.database.connection().await?;
            // Sees one state of the tables from beginning to end: a score that is added meanwhile
            // is on no list yet, and its replay is not there to be deleted either.
            let begin = connection.build_transaction();
            let step = begin.isolation_level(IsolationLevel::RepeatableRead).start().await?;
            let mut listed = HashSet::new();
            for list in editions() {
                for &since in &since {
                    let best = best(&step, list, since, places).await?;
                    listed.extend(best.iter().map(|score| signed(score.id)));
                }
            }
            let listed: Vec<i64> = listed.into_iter().collect();
            let deleted = step
                .execute(
                    "DELETE FROM replays WHERE score_id IN
                     (SELECT score_id FROM replays WHERE score_id <> ALL($1) LIMIT $2)",
                    &[&listed, &i64::from(most)],
                )
                .await;
            let deleted = match deleted {
                // Another server has deleted some of them meanwhile.
                Err(problem) if problem.code() == Some(&SqlState::T_R_SERIALIZATION_FAILURE) => {
                    return Ok(false);
                }
                deleted => deleted?,
            };
            step.commit().await?;
            Ok(deleted < u64::from(most))
        })
    }

    fn keep_game(&self, game: PlayedGame) -> Pending<'_, ()> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let statement = connection
                .prepare_cached(
                    "INSERT INTO played_games (match_id, number, names, winner, ended, replay)
                     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING",
                )
                .await?;
            let (id, number) = (signed(game.id.match_id), i16::from(game.id.number));
            let (names, winner) = (blob(&game.names), game.winner.map(i16::from));
            connection
                .execute(
                    &statement,
                    &[&id, &number, &names, &winner, &signed(game.ended), &game.replay],
                )
                .await?;
            Ok(())
        })
    }

    fn game(&self, id: GameId) -> Pending<'_, Option<PlayedGame>> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let ask = "SELECT names, winner, ended, replay FROM played_games
                       WHERE match_id = $1 AND number = $2";
            let of = (signed(id.match_id), i16::from(id.number));
            let row = connection.query_opt(ask, &[&of.0, &of.1]).await?;
            let Some(row) = row else { return Ok(None) };
            let winner = row.try_get::<_, Option<i16>>(1)?.map(u8::try_from).transpose();
            Ok(Some(PlayedGame {
                id,
                names: from_blob(row.try_get(0)?)?,
                winner: winner.map_err(|_| StoreError::Unreadable("a seat"))?,
                ended: unsigned(row.try_get(2)?),
                replay: row.try_get(3)?,
            }))
        })
    }

    fn prune_games(&self, kept: u32, most: u32) -> Pending<'_, bool> {
        Box::pin(async move {
            let connection = self.database.connection().await?;
            let deleted = connection
                .execute(
                    "DELETE FROM played_games WHERE (match_id, number) IN
                     (SELECT match_id, number FROM played_games
                      ORDER BY ended DESC, match_id, number LIMIT $2 OFFSET $1)",
                    &[&i64::from(kept), &i64::from(most)],
                )
                .await?;
            Ok(deleted < u64::from(most))
        })
    }
}

/// The best scores, the best one of each player, read in the order of the index and only as far as
/// there are places.
async fn best(
    connection: &impl GenericClient,
    (game, edition): (GameName, u8),
    since: u64,
    most: u32,
) -> Result<Vec<Score>, StoreError> {
    let statement = connection
        .prepare_cached(
            "SELECT score_id, player, name, rank_by, score, lines, level, duration, played
             FROM scores
             WHERE game = $1 AND edition = $2 AND played >= $3
               AND (rank_by, played, score_id) > ($4, $5, $6)
             ORDER BY rank_by, played, score_id LIMIT $7",
        )
        .await?;
    let rows_at_once = i64::from(most) * ROWS_PER_PLACE;
    let (mut players, mut best) = (HashSet::new(), Vec::new());
    let mut after = (i64::MIN, i64::MIN, i64::MIN);
    loop {
        let (rank_by, played, id) = after;
        let rows = connection
            .query(
                &statement,
                &[
                    &game.name(),
                    &i16::from(edition),
                    &signed(since),
                    &rank_by,
                    &played,
                    &id,
                    &rows_at_once,
                ],
            )
            .await?;
        for row in &rows {
            let score = score_from(row, game)?;
            after = (score.rank_by, signed(score.played), signed(score.id));
            if players.insert(score.player) {
                best.push(score);
            }
            if best.len() >= most as usize {
                return Ok(best);
            }
        }
        if (rows.len() as i64) < rows_at_once {
            return Ok(best);
        }
    }
}

/// From the columns `score_id`, player, name, `rank_by`, score, lines, level, duration, played.
fn score_from(row: &Row, game: GameName) -> Result<Score, StoreError> {
    let count = |column: usize| -> Result<u32, StoreError> {
        u32::try_from(row.try_get::<_, i64>(column)?)
            .map_err(|_| StoreError::Unreadable("a column"))
    };
    Ok(Score {
        id: unsigned(row.try_get(0)?),
        player: unsigned(row.try_get(1)?),
        name: row.try_get(2)?,
        game,
        rank_by: row.try_get(3)?,
        score: unsigned(row.try_get(4)?),
        lines: count(5)?,
        level: count(6)?,
        duration: Micros(unsigned(row.try_get(7)?)),
        played: unsigned(row.try_get(8)?),
    })
}
