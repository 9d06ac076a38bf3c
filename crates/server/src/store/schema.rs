//! The tables, and how older ones become these.

use rusqlite::Connection;

use super::StoreError;

/// The steps from an empty database to the present one; each is run once, in order. PostgreSQL
/// understands them too, once it is told that a `BLOB` is a `BYTEA`, and the journal's `INTEGER` (by
/// which SQLite orders the table itself) a `BIGINT`.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE players (
        player BIGINT PRIMARY KEY,
        fingerprint BLOB NOT NULL UNIQUE,
        name TEXT NOT NULL,
        rating DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL,
        volatility DOUBLE PRECISION NOT NULL
    );
    CREATE TABLE matches (
        match_id BIGINT PRIMARY KEY,
        code TEXT NOT NULL,
        settings BLOB NOT NULL,
        ranked INTEGER NOT NULL,
        player_0 BIGINT NOT NULL,
        player_1 BIGINT NOT NULL,
        wins_0 INTEGER NOT NULL,
        wins_1 INTEGER NOT NULL,
        begun BIGINT NOT NULL
    );
    CREATE TABLE results (
        match_id BIGINT PRIMARY KEY,
        winner INTEGER,
        ending BLOB NOT NULL,
        decided BIGINT NOT NULL
    );
    CREATE TABLE games (
        match_id BIGINT NOT NULL,
        number INTEGER NOT NULL,
        revision INTEGER NOT NULL,
        seed BIGINT NOT NULL,
        gap_seed BIGINT NOT NULL,
        boards BLOB NOT NULL,
        is_over INTEGER NOT NULL,
        winner INTEGER,
        PRIMARY KEY (match_id, number)
    );
    CREATE TABLE moves (
        match_id BIGINT NOT NULL,
        number INTEGER NOT NULL,
        board INTEGER NOT NULL,
        first_stroke BIGINT NOT NULL,
        upto BIGINT NOT NULL,
        strokes BLOB NOT NULL,
        PRIMARY KEY (match_id, number, board, first_stroke)
    );
    CREATE TABLE attacks (
        match_id BIGINT NOT NULL,
        number INTEGER NOT NULL,
        board INTEGER NOT NULL,
        delivery BIGINT NOT NULL,
        made_at BIGINT,
        comes_at BIGINT NOT NULL,
        gaps BLOB NOT NULL,
        PRIMARY KEY (match_id, number, board, delivery)
    );
    CREATE TABLE tickets (
        ticket BIGINT PRIMARY KEY,
        player BIGINT NOT NULL,
        game TEXT NOT NULL,
        seed BIGINT NOT NULL,
        issued BIGINT NOT NULL
    );
    CREATE INDEX tickets_by_player ON tickets (player);
    CREATE TABLE scores (
        score_id BIGINT PRIMARY KEY,
        player BIGINT NOT NULL,
        name TEXT NOT NULL,
        game TEXT NOT NULL,
        rank_by BIGINT NOT NULL,
        score BIGINT NOT NULL,
        lines BIGINT NOT NULL,
        level BIGINT NOT NULL,
        duration BIGINT NOT NULL,
        played BIGINT NOT NULL,
        replay BLOB NOT NULL
    );
    CREATE INDEX scores_by_rank ON scores (game, rank_by);
",
    // What happens in all games goes into one journal, an entry a transaction: rows of their own,
    // each in a corner of its own, made a step ten times as dear. A match that is on (there is no
    // release that could have one) ends without a winner, by `Ending::Upgraded`.
    "
    INSERT INTO results (match_id, winner, ending, decided)
        SELECT match_id, NULL, X'04', 0 FROM matches
        WHERE match_id NOT IN (SELECT match_id FROM results);
    UPDATE games SET is_over = 1;
    DROP TABLE moves;
    DROP TABLE attacks;
    CREATE TABLE journal (
        entry INTEGER PRIMARY KEY,
        steps BLOB NOT NULL
    );
    ALTER TABLE games ADD COLUMN journal_from BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX games_that_are_on ON games (journal_from) WHERE is_over = 0;
",
];

/// Brings a database up to date.
pub(super) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let done = usize::try_from(version).unwrap_or(usize::MAX);
    if done > MIGRATIONS.len() {
        return Err(StoreError::TooNew(version));
    }
    for (index, migration) in MIGRATIONS.iter().enumerate().skip(done) {
        let step = connection.transaction()?;
        step.execute_batch(migration)?;
        step.pragma_update(None, "user_version", index as i64 + 1)?;
        step.commit()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_of_a_newer_program_is_left_alone() {
        let mut connection = Connection::open_in_memory().expect("memory");
        migrate(&mut connection).expect("an empty database");
        migrate(&mut connection).expect("nothing is left to do");
        connection.pragma_update(None, "user_version", 99).expect("a number");
        assert!(matches!(migrate(&mut connection), Err(StoreError::TooNew(99))));
    }
}
