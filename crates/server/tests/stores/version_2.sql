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
