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
