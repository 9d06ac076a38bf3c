//! The tables, and how older ones become these.

use rusqlite::Connection;

use crate::store::StoreError;

/// The journal: a row for each transaction.
pub(super) const JOURNAL: &[&str] = &["
    CREATE TABLE journal (
        row INTEGER PRIMARY KEY,
        entries BLOB NOT NULL
    );
"];

/// Accounts and scores: the steps from an empty database to the present one. Each is run once, in
/// order.
pub(super) const DATABASE: &[&str] = &[
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
    // The journal of all matches is one table with a row for each transaction: a row for each step
    // was 10x slower. A match that is on ends without a winner, by `Ending::Upgraded`.
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
    // The journal has a file of its own, and a result one row for each seat. A match that is on ends
    // without a winner, by `Ending::Upgraded`.
    "
    INSERT INTO results (match_id, winner, ending, decided)
        SELECT match_id, NULL, X'04', CAST(strftime('%s', 'now') AS INTEGER) * 1000000
        FROM matches WHERE match_id NOT IN (SELECT match_id FROM results);
    ALTER TABLE results ADD COLUMN ranked INTEGER NOT NULL DEFAULT 0;
    UPDATE results SET ranked = 1
        WHERE match_id IN (SELECT match_id FROM matches WHERE ranked = 1);
    CREATE TABLE result_seats (
        match_id BIGINT NOT NULL,
        seat INTEGER NOT NULL,
        player BIGINT NOT NULL,
        wins INTEGER NOT NULL,
        PRIMARY KEY (match_id, seat)
    );
    INSERT INTO result_seats (match_id, seat, player, wins)
        SELECT match_id, 0, player_0, wins_0 FROM matches
        UNION ALL SELECT match_id, 1, player_1, wins_1 FROM matches;
    DROP TABLE matches;
    DROP TABLE games;
    DROP TABLE journal;
",
    // Replays have a table of their own, so that lists are read without them.
    "
    CREATE TABLE replays (
        score_id BIGINT PRIMARY KEY,
        replay BLOB NOT NULL
    );
    INSERT INTO replays (score_id, replay) SELECT score_id, replay FROM scores;
    DROP INDEX scores_by_rank;
    ALTER TABLE scores DROP COLUMN replay;
    CREATE INDEX scores_by_rank ON scores (game, rank_by, played, score_id, player);
    CREATE INDEX scores_by_time ON scores (game, played, rank_by, score_id, player);
",
    // Matches between two players are counted.
    "
    CREATE INDEX result_seats_by_player ON result_seats (player, match_id);
",
    // Games of matches are kept as replays.
    "
    CREATE TABLE played_games (
        match_id BIGINT NOT NULL,
        number INTEGER NOT NULL,
        names BLOB NOT NULL,
        winner INTEGER,
        ended BIGINT NOT NULL,
        replay BLOB NOT NULL,
        PRIMARY KEY (match_id, number)
    );
    CREATE INDEX played_games_by_time ON played_games (ended);
",
    // What moderators decide, and what is reported to them.
    "
    CREATE TABLE standings (
        player BIGINT PRIMARY KEY,
        banned INTEGER NOT NULL,
        fixed_name TEXT
    );
    CREATE TABLE reports (
        report_id INTEGER PRIMARY KEY,
        from_player BIGINT,
        about BIGINT NOT NULL,
        match_id BIGINT,
        score_id BIGINT,
        reason TEXT NOT NULL,
        made BIGINT NOT NULL,
        is_open INTEGER NOT NULL
    );
    CREATE INDEX open_reports ON reports (from_player) WHERE is_open;
    CREATE INDEX players_by_name ON players (name);
    CREATE INDEX scores_by_player ON scores (player);
",
    // Each edition of a game's rules has a list of its own.
    "
    ALTER TABLE scores ADD COLUMN edition INTEGER NOT NULL DEFAULT 1;
    DROP INDEX scores_by_rank;
    DROP INDEX scores_by_time;
    CREATE INDEX scores_by_rank ON scores (game, edition, rank_by, played, score_id, player);
    CREATE INDEX scores_by_time ON scores (game, edition, played, rank_by, score_id, player);
",
    // Ranked games are followed while they are played.
    "
    ALTER TABLE tickets ADD COLUMN state INTEGER NOT NULL DEFAULT 2;
    ALTER TABLE tickets ADD COLUMN progress BLOB NOT NULL DEFAULT X'';
",
    // Codes by which players move to another device.
    "
    CREATE TABLE moves (
        player BIGINT PRIMARY KEY,
        code BLOB NOT NULL UNIQUE,
        made BIGINT NOT NULL
    );
",
];

/// Brings a file up to date.
pub(super) fn migrate(connection: &mut Connection, migrations: &[&str]) -> Result<(), StoreError> {
    let version: i64 = connection.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    let done = usize::try_from(version).unwrap_or(usize::MAX);
    if done > migrations.len() {
        return Err(StoreError::TooNew(version));
    }
    for (index, migration) in migrations.iter().enumerate().skip(done) {
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
        for migrations in [DATABASE, JOURNAL] {
            let mut connection = Connection::open_in_memory().expect("memory");
            migrate(&mut connection, migrations).expect("an empty database");
            migrate(&mut connection, migrations).expect("nothing is left to do");
            connection.pragma_update(None, "user_version", 99).expect("a number");
            assert!(matches!(migrate(&mut connection, migrations), Err(StoreError::TooNew(99))));
        }
    }
}
