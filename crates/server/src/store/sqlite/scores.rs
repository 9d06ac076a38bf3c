//! Tickets and leaderboards in a SQLite file.

use std::collections::HashSet;
use std::sync::Arc;

use quintet_engine::GameName;
use quintet_protocol::GameId;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::database::Database;
use super::rows::score_from;
use crate::ranked::progress::Progress;
use crate::store::columns::{TicketState, blob, from_blob, game_from, signed, unsigned};
use crate::store::scores::editions;
use crate::store::{
    Pending, PlayedGame, PlayerId, Score, Scores, StoreError, Ticket, TicketCounts,
};

/// Up to this many scores of a list are sorted; of more, the best are looked up one by one.
const FEW: u32 = 10_000;

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
    fn issue(&self, ticket: Ticket, since: u64, most: u32) -> Pending<'_, bool> {
        self.database.write(move |connection| issue(connection, ticket, since, most))
    }

    fn ticket(&self, ticket: u64, player: PlayerId) -> Pending<'_, Option<Ticket>> {
        self.database.read(move |connection| find_ticket(connection, ticket, player))
    }

    fn follow(&self, ticket: Ticket, progress: Progress) -> Pending<'_, bool> {
        self.database.write(move |connection| {
            let mut statement = connection.prepare_cached(
                "UPDATE tickets SET state = ?3, progress = ?4
                 WHERE ticket = ?1 AND state < 2 AND progress = ?2",
            )?;
            let changed = statement.execute(params![
                signed(ticket.ticket),
                blob(&ticket.progress),
                TicketState::of(&progress) as u8,
                blob(&progress)
            ])?;
            Ok(changed > 0)
        })
    }

    fn tickets_of(&self, player: PlayerId) -> Pending<'_, TicketCounts> {
        self.database.read(move |connection| {
            let counts = connection.query_row(
                "SELECT COUNT(*), COUNT(*) FILTER (WHERE state = ?2) FROM tickets
                 WHERE player = ?1",
                params![signed(player), TicketState::Redeemed as u8],
                |row| Ok(TicketCounts { issued: row.get(0)?, redeemed: row.get(1)? }),
            )?;
            Ok(counts)
        })
    }

    fn spend(&self, ticket: u64) -> Pending<'_, ()> {
        self.database
            .write(move |connection| close(connection, ticket, TicketState::Closed).map(drop))
    }

    fn add(&self, score: Score, replay: Vec<u8>) -> Pending<'_, bool> {
        self.database.write(move |connection| add(connection, &score, &replay))
    }

    fn find(&self, id: u64) -> Pending<'_, Option<Score>> {
        self.database.read(move |connection| find_score(connection, signed(id)))
    }

    fn best(&self, game: GameName, since: u64, most: u32) -> Pending<'_, Vec<Score>> {
        self.database.read(move |connection| best(connection, game, since, most))
    }

    fn replay(&self, id: u64) -> Pending<'_, Option<Vec<u8>>> {
        self.database.read(move |connection| {
            let replay = connection
                .prepare_cached("SELECT replay FROM replays WHERE score_id = ?1")?
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

    fn remove(&self, id: u64) -> Pending<'_, bool> {
        self.database.write(move |connection| {
            let step = connection.transaction()?;
            step.execute("DELETE FROM replays WHERE score_id = ?1", [signed(id)])?;
            let removed = step.execute("DELETE FROM scores WHERE score_id = ?1", [signed(id)])?;
            step.commit()?;
            Ok(removed > 0)
        })
    }

    fn rename(&self, player: PlayerId, name: String) -> Pending<'_, ()> {
        self.database.write(move |connection| {
            let change = "UPDATE scores SET name = ?2 WHERE player = ?1";
            connection.execute(change, params![signed(player), name])?;
            Ok(())
        })
    }

    fn prune_replays(&self, since: Vec<u64>, places: u32, most: u32) -> Pending<'_, bool> {
        self.database.write(move |connection| prune(connection, &since, places, most))
    }

    fn keep_game(&self, game: PlayedGame) -> Pending<'_, ()> {
        self.database.write(move |connection| {
            connection
                .prepare_cached(
                    "INSERT OR IGNORE INTO played_games
                     (match_id, number, names, winner, ended, replay)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                )?
                .execute(params![
                    signed(game.id.match_id),
                    game.id.number,
                    blob(&game.names),
                    game.winner,
                    signed(game.ended),
                    game.replay
                ])?;
            Ok(())
        })
    }

    fn game(&self, id: GameId) -> Pending<'_, Option<PlayedGame>> {
        self.database.read(move |connection| find_game(connection, id))
    }

    fn prune_games(&self, kept: u32, most: u32) -> Pending<'_, bool> {
        self.database.write(move |connection| {
            let deleted = connection.execute(
                "DELETE FROM played_games WHERE rowid IN
                 (SELECT rowid FROM played_games ORDER BY ended DESC, rowid DESC
                  LIMIT ?2 OFFSET ?1)",
                params![kept, most],
            )?;
            Ok(deleted < most as usize)
        })
    }
}

fn find_game(connection: &Connection, id: GameId) -> Result<Option<PlayedGame>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT names, winner, ended, replay FROM played_games WHERE match_id = ?1 AND number = ?2",
    )?;
    let mut rows = statement.query(params![signed(id.match_id), id.number])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let names = from_blob(&row.get::<_, Vec<u8>>(0)?)?;
    let (winner, ended, replay) = (row.get(1)?, unsigned(row.get(2)?), row.get(3)?);
    Ok(Some(PlayedGame { id, names, winner, ended, replay }))
}

fn issue(
    connection: &mut Connection,
    ticket: Ticket,
    since: u64,
    most: u32,
) -> Result<bool, StoreError> {
    let step = connection.transaction()?;
    let player = signed(ticket.player);
    let issued: u32 = step
        .prepare_cached("SELECT COUNT(*) FROM tickets WHERE player = ?1 AND issued >= ?2")?
        .query_row(params![player, signed(since)], |row| row.get(0))?;
    if issued >= most {
        return Ok(false);
    }
    step.prepare_cached("UPDATE tickets SET state = ?2 WHERE player = ?1 AND state = ?3")?
        .execute(params![player, TicketState::Closed as u8, TicketState::Open as u8])?;
    step.prepare_cached(
        "INSERT INTO tickets (ticket, player, game, seed, issued, state, progress)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?
    .execute(params![
        signed(ticket.ticket),
        player,
        ticket.game.name(),
        signed(ticket.seed),
        signed(ticket.issued),
        TicketState::of(&ticket.progress) as u8,
        blob(&ticket.progress)
    ])?;
    step.commit()?;
    Ok(true)
}

fn find_ticket(
    connection: &Connection,
    ticket: u64,
    player: PlayerId,
) -> Result<Option<Ticket>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT game, seed, issued, progress FROM tickets
         WHERE ticket = ?1 AND player = ?2 AND state < 2",
    )?;
    let mut rows = statement.query(params![signed(ticket), signed(player)])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let game = game_from(&row.get::<_, String>(0)?)?;
    let (seed, issued) = (unsigned(row.get(1)?), unsigned(row.get(2)?));
    let progress = from_blob(&row.get::<_, Vec<u8>>(3)?)?;
    Ok(Some(Ticket { ticket, player, game, seed, issued, progress }))
}

/// True if the ticket was good until now.
fn close(connection: &Connection, ticket: u64, state: TicketState) -> Result<bool, StoreError> {
    let mut statement = connection
        .prepare_cached("UPDATE tickets SET state = ?2 WHERE ticket = ?1 AND state < 2")?;
    Ok(statement.execute(params![signed(ticket), state as u8])? > 0)
}

fn add(connection: &mut Connection, score: &Score, replay: &[u8]) -> Result<bool, StoreError> {
    let step = connection.transaction()?;
    if !close(&step, score.id, TicketState::Redeemed)? {
        return Ok(false);
    }
    step.prepare_cached(
        "INSERT INTO scores (score_id, player, name, game, rank_by, score, lines, level,
                             duration, played, edition)
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
        score.game.edition()
    ])?;
    step.prepare_cached("INSERT INTO replays (score_id, replay) VALUES (?1, ?2)")?
        .execute(params![signed(score.id), replay])?;
    step.commit()?;
    Ok(true)
}

fn find_score(connection: &Connection, id: i64) -> Result<Option<Score>, StoreError> {
    let mut statement = connection.prepare_cached(
        "SELECT score_id, player, name, rank_by, score, lines, level, duration, played, game
         FROM scores WHERE score_id = ?1",
    )?;
    let mut rows = statement.query([id])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let game = game_from(&row.get::<_, String>(9)?)?;
    Ok(Some(score_from(row, game)?))
}

/// The numbers of the best scores, the best one of each player. Either index has all that is needed
/// to find them. By rank it is read only as far as there are places; by time it is read whole, which
/// is quicker if few scores are so new.
fn best_ids(
    connection: &Connection,
    (game, edition): (GameName, u8),
    since: u64,
    most: u32,
) -> Result<Vec<i64>, StoreError> {
    if since > 0 {
        let mut statement = connection.prepare_cached(
            "SELECT rank_by, played, score_id, player FROM scores INDEXED BY scores_by_time
             WHERE game = ?1 AND edition = ?2 AND played >= ?3 LIMIT ?4",
        )?;
        let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let list = params![game.name(), edition, signed(since), FEW + 1];
        let rows = statement.query_map(list, row)?;
        let mut recent = rows.collect::<Result<Vec<(i64, i64, i64, i64)>, _>>()?;
        if recent.len() <= FEW as usize {
            recent.sort_unstable();
            let mut players = HashSet::new();
            recent.retain(|&(.., player)| players.insert(player));
            return Ok(recent.into_iter().map(|(_, _, id, _)| id).take(most as usize).collect());
        }
    }
    let mut statement = connection.prepare_cached(
        "SELECT player, score_id FROM scores INDEXED BY scores_by_rank
         WHERE game = ?1 AND edition = ?2 AND played >= ?3 ORDER BY rank_by, played, score_id",
    )?;
    let mut rows = statement.query(params![game.name(), edition, signed(since)])?;
    let (mut players, mut ids) = (HashSet::new(), Vec::new());
    while ids.len() < most as usize
        && let Some(row) = rows.next()?
    {
        if players.insert(row.get::<_, i64>(0)?) {
            ids.push(row.get(1)?);
        }
    }
    Ok(ids)
}

fn best(
    connection: &Connection,
    game: GameName,
    since: u64,
    most: u32,
) -> Result<Vec<Score>, StoreError> {
    let ids = best_ids(connection, (game, game.edition()), since, most)?;
    let scores = ids.into_iter().filter_map(|id| find_score(connection, id).transpose());
    scores.collect()
}

fn prune(
    connection: &mut Connection,
    since: &[u64],
    places: u32,
    most: u32,
) -> Result<bool, StoreError> {
    let mut listed = HashSet::new();
    for list in editions() {
        for &since in since {
            listed.extend(best_ids(connection, list, since, places)?);
        }
    }
    let step = connection.transaction()?;
    let unlisted: Vec<i64> = {
        let mut statement = step.prepare_cached("SELECT score_id FROM replays")?;
        let ids = statement.query_map([], |row| row.get(0))?;
        let unlisted = ids.filter(|id| !matches!(id, Ok(id) if listed.contains(id)));
        unlisted.take(most as usize).collect::<Result<_, _>>()?
    };
    for id in &unlisted {
        step.prepare_cached("DELETE FROM replays WHERE score_id = ?1")?.execute([id])?;
    }
    step.commit()?;
    Ok(unlisted.len() < most as usize)
}
