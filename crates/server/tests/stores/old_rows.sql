INSERT INTO players (player, fingerprint, name, rating, deviation, volatility)
    VALUES (11, X'A1', 'Ada', 1623.5, 120.25, 0.06), (12, X'B2', 'Grace', 1500.0, 350.0, 0.06);
INSERT INTO matches (match_id, code, settings, ranked, player_0, player_1, wins_0, wins_1, begun)
    VALUES (500, '222222', X'01010000', 1, 11, 12, 1, 2, 1),
           (501, '333333', X'01010000', 0, 12, 11, 0, 1, 2);
INSERT INTO results (match_id, winner, ending, decided) VALUES (500, 1, X'02', 3);
INSERT INTO games (match_id, number, revision, seed, gap_seed, boards, is_over)
    VALUES (501, 0, 1, 1, 2, X'00', 0);
INSERT INTO tickets (ticket, player, game, seed, issued) VALUES (77, 12, 'sprint', 5, 6);
INSERT INTO scores (score_id, player, name, game, rank_by, score, lines, level, duration, played,
                    replay)
    VALUES (900, 11, 'Ada', 'marathon', -4321, 4321, 10, 2, 60000000, 7, X'010203'),
           (901, 11, 'Ada', 'sprint', 61000000, 4000, 40, 5, 61000000, 8, X'04');
