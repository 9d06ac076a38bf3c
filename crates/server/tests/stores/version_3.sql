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
