//! The tables, and how older ones become these.

use deadpool_postgres::Object;

use crate::store::StoreError;

/// The lock under which one server at a time brings the tables up to date.
const MIGRATING: i64 = 0x7175_696e_7465_7400;

/// The steps from an empty database to the present one. Each is run once, in order.
const MIGRATIONS: &[&str] = &[
    "
    CREATE TABLE players (
        player BIGINT PRIMARY KEY,
        fingerprint BYTEA NOT NULL UNIQUE,
        name TEXT NOT NULL,
        rating DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL,
        volatility DOUBLE PRECISION NOT NULL
    );
    -- `stored` is the order in which results were stored, which is the order of the ratings.
    CREATE TABLE results (
        match_id BIGINT PRIMARY KEY,
        stored BIGINT GENERATED ALWAYS AS IDENTITY UNIQUE,
        ranked BOOLEAN NOT NULL,
        winner SMALLINT,
        ending BYTEA NOT NULL,
        decided BIGINT NOT NULL
    );
    CREATE TABLE result_seats (
        match_id BIGINT NOT NULL,
        seat SMALLINT NOT NULL,
        player BIGINT NOT NULL,
        wins SMALLINT NOT NULL,
        rating_before DOUBLE PRECISION,
        rating_after DOUBLE PRECISION,
        PRIMARY KEY (match_id, seat)
    );
    CREATE INDEX result_seats_by_player ON result_seats (player, match_id);
    CREATE TABLE tickets (
        ticket BIGINT PRIMARY KEY,
        player BIGINT NOT NULL,
        game TEXT NOT NULL,
        seed BIGINT NOT NULL,
        issued BIGINT NOT NULL
    );
    CREATE INDEX tickets_by_player ON tickets (player);
    CREATE INDEX tickets_by_time ON tickets (issued);
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
        played BIGINT NOT NULL
    );
    CREATE INDEX scores_by_rank ON scores (game, rank_by, played, score_id);
    CREATE INDEX scores_by_time ON scores (game, played);
    CREATE TABLE replays (
        score_id BIGINT PRIMARY KEY,
        replay BYTEA NOT NULL
    );
",
    // Games of matches are kept as replays.
    "
    CREATE TABLE played_games (
        match_id BIGINT NOT NULL,
        number SMALLINT NOT NULL,
        names BYTEA NOT NULL,
        winner SMALLINT,
        ended BIGINT NOT NULL,
        replay BYTEA NOT NULL,
        PRIMARY KEY (match_id, number)
    );
    CREATE INDEX played_games_by_time ON played_games (ended);
",
    // What moderators decide, and what is reported to them.
    "
    CREATE TABLE standings (
        player BIGINT PRIMARY KEY,
        banned BOOLEAN NOT NULL,
        fixed_name TEXT
    );
    CREATE TABLE reports (
        report_id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        from_player BIGINT,
        about BIGINT NOT NULL,
        match_id BIGINT,
        score_id BIGINT,
        reason TEXT NOT NULL,
        made BIGINT NOT NULL,
        is_open BOOLEAN NOT NULL
    );
    CREATE INDEX open_reports ON reports (from_player) WHERE is_open;
    CREATE INDEX players_by_name ON players (name);
    CREATE INDEX scores_by_player ON scores (player);
",
    // Each edition of a game's rules has a list of its own.
    "
    ALTER TABLE scores ADD COLUMN edition SMALLINT NOT NULL DEFAULT 1;
    DROP INDEX scores_by_rank;
    DROP INDEX scores_by_time;
    CREATE INDEX scores_by_rank ON scores (game, edition, rank_by, played, score_id);
    CREATE INDEX scores_by_time ON scores (game, edition, played);
",
    // Ranked games are followed while they are played.
    "
    ALTER TABLE tickets ADD COLUMN state SMALLINT NOT NULL DEFAULT 2;
    ALTER TABLE tickets ADD COLUMN progress BYTEA NOT NULL DEFAULT '';
",
    // Codes by which players move to another device.
    "
    CREATE TABLE moves (
        player BIGINT PRIMARY KEY,
        code BYTEA NOT NULL UNIQUE,
        made BIGINT NOT NULL
    );
",
];

/// Brings a database up to date. Servers that start at the same time wait for each other.
pub(super) async fn migrate(connection: &mut Object) -> Result<(), StoreError> {
    let step = connection.transaction().await?;
    step.execute("SELECT pg_advisory_xact_lock($1)", &[&MIGRATING]).await?;
    step.batch_execute("CREATE TABLE IF NOT EXISTS quintet_version (version BIGINT NOT NULL)")
        .await?;
    let row = step.query_opt("SELECT version FROM quintet_version", &[]).await?;
    let version: i64 = row.map_or(0, |row| row.get(0));
    let done = usize::try_from(version).unwrap_or(usize::MAX);
    if done > MIGRATIONS.len() {
        return Err(StoreError::TooNew(version));
    }
    for migration in &MIGRATIONS[done..] {
        step.batch_execute(migration).await?;
    }
    if done < MIGRATIONS.len() {
        let version = MIGRATIONS.len() as i64;
        step.execute("DELETE FROM quintet_version", &[]).await?;
        step.execute("INSERT INTO quintet_version (version) VALUES ($1)", &[&version]).await?;
    }
    step.commit().await?;
    Ok(())
}
