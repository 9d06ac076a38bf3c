//! The store in a SQLite file.

use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use quintet_engine::{GameName, REVISION};
use quintet_protocol::{GameId, Outcome};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use super::journal::{self, Entry};
use super::rows::{
    blob, code_from, from_blob, game_from, player_from, score_from, signed, unsigned,
};
use super::{KnownPlayer, Record, SavedGame, SavedMatch, Score, Store, StoreError, Ticket, schema};
use crate::bot;
use crate::rating::Rating;
use crate::room::PlayerId;

const PLAYER: &str = "SELECT player, name, rating, deviation, volatility FROM players";

/// How many pages the write-ahead log may have before they are copied to their places.
const WAL_PAGES: u32 = 8_000;

/// The store in a SQLite file, with a write-ahead log: what is written survives the end of the
/// process at any instant.
pub struct Sqlite {
    connection: Connection,
    /// The number of the journal's next entry.
    next_entry: i64,
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
        // The journal's last page is written again and again; copying it to its place now and then
        // is enough.
        connection.pragma_update(None, "wal_autocheckpoint", WAL_PAGES)?;
        connection.set_prepared_statement_cache_capacity(64);
        schema::migrate(&mut connection)?;
        let last: Option<i64> =
            connection.query_row("SELECT MAX(entry) FROM journal", [], |row| row.get(0))?;
        let begun: Option<i64> =
            connection.query_row("SELECT MAX(journal_from) FROM games", [], |row| row.get(0))?;
        let next_entry = last.max(begun).unwrap_or(0) + 1;
        Ok(Sqlite { connection, next_entry })
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
        Ok(Some(SavedGame {
            id,
            revision,
            seed: unsigned(seed),
            gap_seed: unsigned(gap_seed),
            boards: from_blob(&boards)?,
            attacks: Vec::new(),
            moves: Vec::new(),
        }))
    }

    /// What has happened in the games that are on.
    fn play_back(&self, matches: &mut [SavedMatch]) -> Result<(), StoreError> {
        let taken = matches.iter_mut().filter_map(|saved| saved.game.take());
        let mut games: HashMap<GameId, SavedGame> = taken.map(|game| (game.id, game)).collect();
        let mut statement = self
            .connection
            .prepare("SELECT steps FROM journal WHERE entry >= ?1 ORDER BY entry")?;
        let mut entries = statement.query([first_needed(&self.connection)?])?;
        while let Some(row) = entries.next()? {
            journal::play_back(row.get_ref(0)?.as_blob().unwrap_or_default(), &mut games)?;
        }
        for saved in matches {
            let number = saved.games.saturating_sub(1);
            saved.game = games.remove(&GameId { match_id: saved.match_id, number });
        }
        Ok(())
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
        let mut entry = Entry::default();
        for record in records {
            entry.add(record);
            write_record(&step, record, self.next_entry)?;
        }
        if let Some(steps) = entry.bytes() {
            step.prepare_cached("INSERT INTO journal (entry, steps) VALUES (?1, ?2)")?
                .execute(params![self.next_entry, steps])?;
        }
        step.commit()?;
        self.next_entry += 1;
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
        self.play_back(&mut matches)?;
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
        step.commit()?;
        Ok(())
    }

    fn tidy_journal(&mut self, most: u32) -> Result<bool, StoreError> {
        let needed = first_needed(&self.connection)?;
        let forgotten = self
            .connection
            .prepare_cached(
                "DELETE FROM journal WHERE entry IN
                 (SELECT entry FROM journal WHERE entry < ?1 ORDER BY entry LIMIT ?2)",
            )?
            .execute(params![needed, most])?;
        Ok(forgotten < most as usize)
    }
}

/// The first entry of the journal that a game that is on may need.
fn first_needed(connection: &Connection) -> Result<i64, StoreError> {
    let first: Option<i64> = connection
        .prepare_cached("SELECT MIN(journal_from) FROM games WHERE is_over = 0")?
        .query_row([], |row| row.get(0))?;
    Ok(first.unwrap_or(i64::MAX))
}

/// Writes down what has a row of its own; the rest is in the journal's next entry.
fn write_record(
    step: &Transaction<'_>,
    record: &Record,
    next_entry: i64,
) -> Result<(), StoreError> {
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
                "INSERT INTO games (match_id, number, seed, gap_seed, boards, revision,
                                    journal_from, is_over)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 0)",
            )?
            .execute(params![
                signed(game.match_id),
                game.number,
                signed(*seed),
                signed(*gap_seed),
                blob(boards),
                REVISION,
                next_entry
            ])?;
        }
        Record::Moves { .. } | Record::Attack { .. } => {}
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
            // Usually it is over by a record of its own, but not after an upgrade.
            step.prepare_cached("UPDATE games SET is_over = 1 WHERE match_id = ?1")?
                .execute([signed(*match_id)])?;
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

#[cfg(test)]
mod tests {
    use quintet_engine::{Button, Handling, Micros};
    use quintet_protocol::{BoardSetup, Ending, RoomCode, Settings, TimedTouch, Touch};

    use super::*;

    fn begun(match_id: u64) -> [Record; 2] {
        let code = RoomCode::parse("222222").expect("a code");
        let settings = Settings::default();
        let game = GameId { match_id, number: 0 };
        let boards = [BoardSetup { handling: Handling::STANDARD, previews: 5 }; 2];
        [
            Record::MatchBegun { match_id, code, settings, ranked: false, players: [1, 2] },
            Record::GameBegun { game, seed: 3, gap_seed: 4, boards },
        ]
    }

    fn moved(match_id: u64, first: u32) -> Record {
        let (game, upto) = (GameId { match_id, number: 0 }, Micros(u64::from(first) + 7));
        let touch = Touch::Press(Button::Left);
        let strokes = vec![TimedTouch { at: Micros(u64::from(first) + 5), touch }];
        Record::Moves { game, board: 1, first, upto, strokes }
    }

    fn over(match_id: u64) -> Record {
        let outcome = Outcome { winner: Some(0), ending: Ending::Resigned };
        Record::MatchOver { match_id, outcome, wins: [0; 2], ratings: None }
    }

    fn entries(store: &Sqlite) -> u32 {
        let count =
            store.connection.query_row("SELECT COUNT(*) FROM journal", [], |row| row.get(0));
        count.expect("a table")
    }

    #[test]
    fn the_journal_keeps_what_games_that_are_on_need_and_nothing_else() {
        let mut store = Sqlite::in_memory().expect("memory");
        store.write(&begun(1)).expect("written");
        store.write(&[moved(1, 0)]).expect("written");
        store.write(&begun(2)).expect("written");
        store.write(&[moved(1, 1), moved(2, 0)]).expect("written");
        store.write(&[moved(2, 1)]).expect("written");
        let moves = |store: &mut Sqlite, match_id: u64| {
            let running = store.running_matches().expect("readable");
            let found = running.into_iter().find(|saved| saved.match_id == match_id);
            found.and_then(|saved| saved.game).map(|game| game.moves)
        };
        let upto = |moves: Vec<(u8, Vec<TimedTouch>, Micros)>| {
            moves.iter().map(|(_, _, upto)| upto.0).collect::<Vec<_>>()
        };
        assert_eq!(moves(&mut store, 1).map(upto), Some(vec![7, 8]));
        assert!(store.tidy_journal(100).expect("tidied"));
        assert_eq!(entries(&store), 3, "both games are on");

        store.write(&[over(1)]).expect("written");
        assert!(store.tidy_journal(100).expect("tidied"));
        assert_eq!(entries(&store), 2, "what the second game needs is left");
        assert_eq!(moves(&mut store, 1), None);
        assert_eq!(moves(&mut store, 2).map(upto), Some(vec![7, 8]));

        store.write(&[over(2)]).expect("written");
        assert!(!store.tidy_journal(1).expect("tidied"), "there is more to forget");
        assert!(store.tidy_journal(2).expect("tidied"));
        assert_eq!(entries(&store), 0);
    }
}
