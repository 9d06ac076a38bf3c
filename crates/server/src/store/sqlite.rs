//! The store in a SQLite file.

use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quintet_engine::{GameName, Micros, REVISION};
use quintet_protocol::{Delivery, GameId, Outcome};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::rows::{
    blob, code_from, from_blob, game_from, player_from, score_from, signed, strokes_blob,
    strokes_from, unsigned,
};
use super::{KnownPlayer, Record, SavedGame, SavedMatch, Score, Store, StoreError, Ticket, schema};
use crate::bot;
use crate::rating::Rating;
use crate::referee::Attack;
use crate::room::PlayerId;

const PLAYER: &str = "SELECT player, name, rating, deviation, volatility FROM players";

/// The store in a SQLite file, with a write-ahead log: what is written survives the end of the
/// process at any instant.
pub struct Sqlite {
    connection: Connection,
}

impl Sqlite {
    /// Opens or makes the database in a folder, and brings it up to date.
    pub fn open(folder: &Path) -> Result<Sqlite, StoreError> {
        std::fs::create_dir_all(folder)?;
        let connection = Connection::open(folder.join("quintet.sqlite"))?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        Sqlite::prepare(connection)
    }

    /// A database that is forgotten with the process.
    pub fn in_memory() -> Result<Sqlite, StoreError> {
        Sqlite::prepare(Connection::open_in_memory()?)
    }

    fn prepare(mut connection: Connection) -> Result<Sqlite, StoreError> {
        connection.busy_timeout(Duration::from_secs(5))?;
        // With the write-ahead log this is safe against the end of the process at any instant; a
        // loss of power may cost the last moments, never the whole.
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        connection.set_prepared_statement_cache_capacity(64);
        schema::migrate(&mut connection)?;
        Ok(Sqlite { connection })
    }

    fn saved_game(&self, id: GameId) -> Result<Option<SavedGame>, StoreError> {
        let (match_id, number) = (signed(id.match_id), id.number);
        let game = self
            .connection
            .prepare_cached(
                "SELECT seed, gap_seed, boards, revision FROM games
                 WHERE match_id = ?1 AND number = ?2 AND is_over = 0",
            )?
            .query_row(params![match_id, number], |row| {
                let (seed, gap_seed): (i64, i64) = (row.get(0)?, row.get(1)?);
                Ok((seed, gap_seed, row.get::<_, Vec<u8>>(2)?, row.get(3)?))
            })
            .optional()?;
        let Some((seed, gap_seed, boards, revision)) = game else { return Ok(None) };
        let mut attacks = Vec::new();
        let mut statement = self.connection.prepare_cached(
            "SELECT board, delivery, made_at, comes_at, gaps FROM attacks
             WHERE match_id = ?1 AND number = ?2 ORDER BY comes_at, board, delivery",
        )?;
        let mut rows = statement.query(params![match_id, number])?;
        while let Some(row) = rows.next()? {
            let made_at: Option<i64> = row.get(2)?;
            attacks.push(Attack {
                board: row.get(0)?,
                number: row.get(1)?,
                made_at: made_at.map(|at| Micros(unsigned(at))),
                delivery: Delivery { at: Micros(unsigned(row.get(3)?)), gaps: row.get(4)? },
            });
        }
        let mut moves = Vec::new();
        let mut statement = self.connection.prepare_cached(
            "SELECT board, upto, strokes FROM moves
             WHERE match_id = ?1 AND number = ?2 ORDER BY board, first_stroke",
        )?;
        let mut rows = statement.query(params![match_id, number])?;
        while let Some(row) = rows.next()? {
            let upto = Micros(unsigned(row.get(1)?));
            let strokes: Vec<u8> = row.get(2)?;
            moves.push((row.get(0)?, strokes_from(&strokes, upto)?, upto));
        }
        Ok(Some(SavedGame {
            id,
            revision,
            seed: unsigned(seed),
            gap_seed: unsigned(gap_seed),
            boards: from_blob(&boards)?,
            attacks,
            moves,
        }))
    }

    fn known_player(&self, player: i64) -> Result<KnownPlayer, StoreError> {
        if let Some(bot) = bot::known(unsigned(player)) {
            return Ok(bot);
        }
        let query = format!("{PLAYER} WHERE player = ?1");
        let known =
            self.connection.prepare_cached(&query)?.query_row([player], player_from).optional()?;
        // A match outlives its players' rows only in a database that was meddled with.
        Ok(known.unwrap_or_else(|| KnownPlayer {
            player: unsigned(player),
            name: crate::names::NAMELESS.to_owned(),
            rating: Rating::default(),
        }))
    }
}

impl Store for Sqlite {
    fn write(&mut self, records: &[Record]) -> Result<(), StoreError> {
        let step = self.connection.transaction()?;
        for record in records {
            write_record(&step, record)?;
        }
        step.commit()?;
        Ok(())
    }

    fn running_matches(&mut self) -> Result<Vec<SavedMatch>, StoreError> {
        let mut matches = Vec::new();
        let mut statement = self.connection.prepare(
            "SELECT match_id, code, settings, ranked, player_0, player_1, wins_0, wins_1,
                    (SELECT COUNT(*) FROM games WHERE games.match_id = matches.match_id)
             FROM matches
             WHERE match_id NOT IN (SELECT match_id FROM results) ORDER BY begun",
        )?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let (code, settings): (String, Vec<u8>) = (row.get(1)?, row.get(2)?);
            let match_id = unsigned(row.get(0)?);
            let games: u8 = row.get(8)?;
            let number = games.saturating_sub(1);
            matches.push(SavedMatch {
                match_id,
                code: code_from(&code)?,
                settings: from_blob(&settings)?,
                ranked: row.get(3)?,
                players: [self.known_player(row.get(4)?)?, self.known_player(row.get(5)?)?],
                wins: [row.get(6)?, row.get(7)?],
                games,
                game: self.saved_game(GameId { match_id, number })?,
            });
        }
        Ok(matches)
    }

    fn result(&mut self, match_id: u64) -> Result<Option<(Outcome, [u8; 2])>, StoreError> {
        let found = self
            .connection
            .prepare_cached(
                "SELECT winner, ending, wins_0, wins_1 FROM results
                 JOIN matches ON matches.match_id = results.match_id
                 WHERE results.match_id = ?1",
            )?
            .query_row([signed(match_id)], |row| {
                Ok((row.get(0)?, row.get::<_, Vec<u8>>(1)?, [row.get(2)?, row.get(3)?]))
            })
            .optional()?;
        let Some((winner, ending, wins)) = found else { return Ok(None) };
        Ok(Some((Outcome { winner, ending: from_blob(&ending)? }, wins)))
    }

    fn player(&mut self, fingerprint: &[u8]) -> Result<Option<KnownPlayer>, StoreError> {
        let query = format!("{PLAYER} WHERE fingerprint = ?1");
        let player = self
            .connection
            .prepare_cached(&query)?
            .query_row([fingerprint], player_from)
            .optional()?;
        Ok(player)
    }

    fn save_player(&mut self, player: &KnownPlayer, fingerprint: &[u8]) -> Result<(), StoreError> {
        let Rating { rating, deviation, volatility } = player.rating;
        self.connection
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
    }

    fn issue(&mut self, ticket: &Ticket, most: u32) -> Result<(), StoreError> {
        let step = self.connection.transaction()?;
        let player = signed(ticket.player);
        let held: u32 = step
            .prepare_cached("SELECT COUNT(*) FROM tickets WHERE player = ?1")?
            .query_row([player], |row| row.get(0))?;
        if held >= most {
            // The oldest makes room, so that games that were never handed in do no harm.
            step.prepare_cached(
                "DELETE FROM tickets WHERE ticket IN
                 (SELECT ticket FROM tickets WHERE player = ?1 ORDER BY issued LIMIT 1)",
            )?
            .execute([player])?;
        }
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
        step.commit()?;
        Ok(())
    }

    fn redeem(&mut self, ticket: u64, player: PlayerId) -> Result<Option<Ticket>, StoreError> {
        let step = self.connection.transaction()?;
        let found = step
            .prepare_cached(
                "SELECT game, seed, issued FROM tickets WHERE ticket = ?1 AND player = ?2",
            )?
            .query_row(params![signed(ticket), signed(player)], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, i64>(2)?))
            })
            .optional()?;
        let Some((game, seed, issued)) = found else { return Ok(None) };
        step.prepare_cached("DELETE FROM tickets WHERE ticket = ?1")?.execute([signed(ticket)])?;
        step.commit()?;
        let (game, seed, issued) = (game_from(&game)?, unsigned(seed), unsigned(issued));
        Ok(Some(Ticket { ticket, player, game, seed, issued }))
    }

    fn add_score(&mut self, score: &Score, replay: &[u8]) -> Result<(), StoreError> {
        self.connection
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

    fn best_scores(
        &mut self,
        game: GameName,
        since: u64,
        most: u32,
    ) -> Result<Vec<Score>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT score_id, player, name, rank_by, score, lines, level, duration, played
             FROM (SELECT *, ROW_NUMBER() OVER
                       (PARTITION BY player ORDER BY rank_by, played) AS place_of_player
                   FROM scores WHERE game = ?1 AND played >= ?2) AS own
             WHERE place_of_player = 1
             ORDER BY rank_by, played LIMIT ?3",
        )?;
        let rows = statement
            .query_map(params![game.name(), signed(since), most], |row| score_from(row, game))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    fn replay(&mut self, id: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let replay = self
            .connection
            .prepare_cached("SELECT replay FROM scores WHERE score_id = ?1")?
            .query_row([signed(id)], |row| row.get(0))
            .optional()?;
        Ok(replay)
    }

    fn tidy(&mut self, before: u64) -> Result<(), StoreError> {
        let step = self.connection.transaction()?;
        let before = signed(before);
        step.execute("DELETE FROM tickets WHERE issued < ?1", [before])?;
        for table in ["moves", "attacks"] {
            step.execute(
                &format!(
                    "DELETE FROM {table} WHERE match_id IN
                     (SELECT match_id FROM results WHERE decided < ?1)"
                ),
                [before],
            )?;
        }
        step.commit()?;
        Ok(())
    }
}

fn write_record(step: &Transaction<'_>, record: &Record) -> Result<(), StoreError> {
    match record {
        Record::MatchBegun { match_id, code, settings, ranked, players } => {
            step.prepare_cached(
                "INSERT INTO matches (match_id, code, settings, ranked, player_0, player_1,
                                      wins_0, wins_1, begun)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0, 0, ?7)",
            )?
            .execute(params![
                signed(*match_id),
                code.to_string(),
                blob(settings),
                ranked,
                signed(players[0]),
                signed(players[1]),
                signed(unix_micros())
            ])?;
        }
        Record::GameBegun { game, seed, gap_seed, boards } => {
            step.prepare_cached(
                "INSERT INTO games (match_id, number, seed, gap_seed, boards, revision, is_over)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)",
            )?
            .execute(params![
                signed(game.match_id),
                game.number,
                signed(*seed),
                signed(*gap_seed),
                blob(boards),
                REVISION
            ])?;
        }
        Record::Moves { game, board, first, upto, strokes } => {
            step.prepare_cached(
                "INSERT INTO moves (match_id, number, board, first_stroke, upto, strokes)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?
            .execute(params![
                signed(game.match_id),
                game.number,
                board,
                first,
                signed(upto.0),
                strokes_blob(strokes, *upto)
            ])?;
        }
        Record::Attack { game, attack } => {
            step.prepare_cached(
                "INSERT INTO attacks (match_id, number, board, delivery, made_at, comes_at, gaps)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![
                signed(game.match_id),
                game.number,
                attack.board,
                attack.number,
                attack.made_at.map(|at| signed(at.0)),
                signed(attack.delivery.at.0),
                attack.delivery.gaps
            ])?;
        }
        Record::GameOver { game, winner, wins } => {
            step.prepare_cached(
                "UPDATE games SET is_over = 1, winner = ?3 WHERE match_id = ?1 AND number = ?2",
            )?
            .execute(params![signed(game.match_id), game.number, winner])?;
            step.prepare_cached("UPDATE matches SET wins_0 = ?2, wins_1 = ?3 WHERE match_id = ?1")?
                .execute(params![signed(game.match_id), wins[0], wins[1]])?;
        }
        Record::MatchOver { match_id, outcome, wins: _, ratings } => {
            let added = step
                .prepare_cached(
                    "INSERT INTO results (match_id, winner, ending, decided)
                     VALUES (?1, ?2, ?3, ?4) ON CONFLICT (match_id) DO NOTHING",
                )?
                .execute(params![
                    signed(*match_id),
                    outcome.winner,
                    blob(&outcome.ending),
                    signed(unix_micros())
                ])?;
            for (player, Rating { rating, deviation, volatility }) in
                ratings.iter().flatten().filter(|_| added == 1)
            {
                step.prepare_cached(
                    "UPDATE players SET rating = ?2, deviation = ?3, volatility = ?4
                     WHERE player = ?1",
                )?
                .execute(params![
                    signed(*player),
                    rating,
                    deviation,
                    volatility
                ])?;
            }
        }
    }
    Ok(())
}

/// Microseconds since 1970.
pub(crate) fn unix_micros() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
}
