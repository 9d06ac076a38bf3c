//! What the database says in the end, compared with what clients were told.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use quintet_engine::{Input, Replay};
use quintet_protocol::GameId;
use quintet_server::rating::Rating;
use quintet_server::store::{Accounts, Scores, postgres};

use crate::machines::Machines;
use crate::record::{Record, Told};

/// How long results may take to be in the database after the last player was told.
const STORING_LIMIT: Duration = Duration::from_mins(1);

/// Every match has one result, which both were told; nothing acknowledged is missing from the kept
/// games; and the ratings follow from the results.
pub(crate) async fn check(machines: &Machines, record: &Record) {
    let matches = std::mem::take(&mut *record.matches());
    let begin = Instant::now();
    let count = || machines.ask("SELECT COUNT(*) FROM results").parse::<usize>().expect("a number");
    while count() < matches.len() {
        assert!(
            begin.elapsed() < STORING_LIMIT,
            "{} results of {} matches\n{}",
            count(),
            matches.len(),
            machines.logs()
        );
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(count(), matches.len(), "matches that nobody was told of have results");
    assert_eq!(record.differences(), 0, "boards differ");
    let (accounts, scores) =
        postgres::open(&machines.database, Duration::from_secs(30)).await.expect("a database");
    let mut inputs = 0;
    for (&match_id, told) in &matches {
        inputs += check_match(match_id, told, accounts.as_ref(), scores.as_ref()).await;
    }
    let rated = check_ratings(machines);
    println!(
        "{} matches with one result each, {inputs} acknowledged inputs all kept, {rated} rated",
        matches.len()
    );
}

/// Returns how many acknowledged inputs the match had.
async fn check_match(
    match_id: u64,
    told: &Told,
    accounts: &dyn Accounts,
    scores: &dyn Scores,
) -> usize {
    let result = accounts.result(match_id).await.expect("readable").expect("a result");
    assert_eq!(told.outcomes.len(), 2, "both were told the end of match {match_id}");
    for outcomes in told.outcomes.values() {
        assert_eq!(outcomes[..], [result.outcome], "match {match_id}");
    }
    let mut count = 0;
    for (&(number, seat), inputs) in &told.inputs {
        let id = GameId { match_id, number };
        let kept = scores.game(id).await.expect("readable");
        let kept = kept.unwrap_or_else(|| panic!("game {number} of match {match_id} is not kept"));
        let replay = Replay::from_bytes(&kept.replay).expect("a replay");
        assert_eq!(replay.verify(), Ok(()));
        let is_key = |input: &Input| matches!(input, Input::Press(_) | Input::Release(_));
        let played: Vec<_> = replay
            .inputs
            .iter()
            .filter(|timed| timed.player == seat && is_key(&timed.input))
            .map(|timed| (timed.at, timed.input))
            .collect();
        // What came after the end of the game does not count. At the very moment of the end, inputs
        // may be before or after it.
        let end = replay.result.end;
        let acknowledged: Vec<_> = inputs
            .iter()
            .filter(|timed| timed.at <= end)
            .map(|timed| (timed.at, timed.input))
            .collect();
        let before_end = acknowledged.partition_point(|(at, _)| *at < end);
        let is_kept = played.starts_with(&acknowledged[..before_end])
            && (played.starts_with(&acknowledged) || acknowledged.starts_with(&played));
        assert!(
            is_kept,
            "game {number} of match {match_id}, seat {seat}, which ended at {end:?}: {} inputs were \
             acknowledged, the last {:?}; {} were kept, the last {:?}",
            acknowledged.len(),
            acknowledged.last_chunk::<4>(),
            played.len(),
            played.last_chunk::<4>()
        );
        count += acknowledged.len();
    }
    count
}

/// The database gives back every bit of a number.
fn is_same(one: f64, other: f64) -> bool {
    one.to_bits() == other.to_bits()
}

/// Computes all ratings from the results, in the order they were stored, and compares.
fn check_ratings(machines: &Machines) -> usize {
    let rows = machines.ask(
        "SELECT results.match_id, winner, seat, player, rating_before, rating_after
         FROM results JOIN result_seats USING (match_id)
         WHERE ranked ORDER BY stored, seat",
    );
    let rows: Vec<Vec<&str>> = rows.lines().map(|line| line.split('|').collect()).collect();
    let mut ratings: HashMap<&str, Rating> = HashMap::new();
    let mut met: HashMap<[&str; 2], u32> = HashMap::new();
    for seats in rows.chunks(2) {
        let [first, second] = seats else { panic!("a match of one player: {seats:?}") };
        assert_eq!(first[0], second[0], "two seats a match");
        let mut pair = [first[3], second[3]];
        pair.sort_unstable();
        let meetings = met.entry(pair).or_default();
        if first[1].is_empty() {
            // Nobody has won, and the two have met.
            *meetings += 1;
            continue;
        }
        let (winner, loser) = if first[1] == "0" { (first, second) } else { (second, first) };
        let now = |seat: &[&str]| ratings.get(seat[3]).copied().unwrap_or_default();
        let before = [now(winner), now(loser)];
        let number = |text: &str| text.parse::<f64>().expect("a rating");
        for (seat, rating) in [winner, loser].into_iter().zip(before) {
            assert!(is_same(number(seat[4]), rating.rating), "match {}", seat[0]);
        }
        let (won, lost) = Rating::after_match(before[0], before[1], *meetings);
        *meetings += 1;
        // A match that was too short does not raise the winner's rating.
        let won = if is_same(number(winner[5]), before[0].rating) { before[0] } else { won };
        assert!(is_same(number(winner[5]), won.rating), "match {}", winner[0]);
        assert!(is_same(number(loser[5]), lost.rating), "match {}", loser[0]);
        ratings.insert(winner[3], won);
        ratings.insert(loser[3], lost);
    }
    let players = machines.ask("SELECT player, rating, deviation, volatility FROM players");
    for line in players.lines() {
        let columns: Vec<&str> = line.split('|').collect();
        let expected = ratings.get(columns[0]).copied().unwrap_or_default();
        let stored = [columns[1], columns[2], columns[3]].map(|text| text.parse::<f64>().ok());
        let Rating { rating, deviation, volatility } = expected;
        assert_eq!(stored, [Some(rating), Some(deviation), Some(volatility)], "player {line}");
    }
    rows.len() / 2
}
