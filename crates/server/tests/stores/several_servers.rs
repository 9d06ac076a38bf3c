//! What a database has to do that several servers share.

use std::time::Duration;

use quintet_protocol::{Ending, Outcome};
use quintet_server::rating::Rating;
use quintet_server::store::{Accounts, KnownPlayer, MatchResult, StoreError, postgres};

use crate::postgres::Database;
use crate::{Backend, Tables};

async fn save(accounts: &dyn Accounts, player: u64) {
    let name = format!("Player {player}");
    let known = KnownPlayer { player, name, rating: Rating::default() };
    accounts.save_player(known, vec![player as u8]).await.expect("written");
}

async fn rating(accounts: &dyn Accounts, player: u64) -> Rating {
    let known = accounts.player(vec![player as u8]).await.expect("readable");
    known.expect("known").rating
}

/// A match that the first player wins, as a room computes it.
fn won(match_id: u64, players: [u64; 2], before: [Rating; 2], meetings: u32) -> MatchResult {
    let (won, lost) = Rating::after_match(before[0], before[1], meetings);
    MatchResult {
        match_id,
        ranked: true,
        players: players.to_vec(),
        wins: vec![2, 0],
        outcome: Outcome { winner: Some(0), ending: Ending::Played },
        ratings: Some(vec![won, lost]),
        before: Some(before.to_vec()),
    }
}

pub(crate) async fn servers_that_start_together_agree_on_the_tables<B: Backend>() {
    let backend = B::default();
    let (one, two, three, four) =
        tokio::join!(backend.open(), backend.open(), backend.open(), backend.open());
    save(one.accounts.as_ref(), 1).await;
    for other in [two, three, four] {
        assert_eq!(rating(other.accounts.as_ref(), 1).await, Rating::default());
    }
}

/// Two servers referee a match each with the same player, both from the ratings before the first.
pub(crate) async fn results_that_were_computed_from_old_ratings_are_computed_anew<B: Backend>() {
    let backend = B::default();
    let accounts = backend.open().await.accounts;
    for player in [1, 2, 3] {
        save(accounts.as_ref(), player).await;
    }
    let start = Rating::default();
    accounts.store_result(won(10, [1, 2], [start, start], 0), 0).await.expect("written");
    accounts.store_result(won(11, [1, 3], [start, start], 0), 0).await.expect("written");
    let (after_first, _) = Rating::after_match(start, start, 0);
    let (winner, loser) = Rating::after_match(after_first, start, 0);
    assert_eq!(rating(accounts.as_ref(), 1).await, winner);
    assert_eq!(rating(accounts.as_ref(), 3).await, loser);

    // The same two again: the store counts that they have met, whatever the result was told.
    accounts.store_result(won(12, [1, 2], [start, start], 0), 0).await.expect("written");
    let (_, second) = Rating::after_match(start, start, 0);
    let (winner, loser) = Rating::after_match(winner, second, 1);
    assert_eq!(rating(accounts.as_ref(), 1).await, winner);
    assert_eq!(rating(accounts.as_ref(), 2).await, loser);

    // So it does where the ratings are still those that the room began with.
    let now = [rating(accounts.as_ref(), 2).await, rating(accounts.as_ref(), 1).await];
    accounts.store_result(won(14, [2, 1], now, 0), 0).await.expect("written");
    let (_, loser) = Rating::after_match(now[0], now[1], 2);
    assert_eq!(rating(accounts.as_ref(), 1).await, loser);
    let winner = loser;

    // A match too short to raise the winner's rating raises none.
    let mut short = won(13, [1, 3], [start, start], 0);
    short.ratings.as_mut().expect("rated")[0] = start;
    accounts.store_result(short, 0).await.expect("written");
    assert_eq!(rating(accounts.as_ref(), 1).await, winner);
}

pub(crate) async fn results_stored_at_the_same_time_by_several_servers_count_once<B: Backend>() {
    let backend = B::default();
    let servers = [backend.open().await.accounts, backend.open().await.accounts];
    for player in [1, 2] {
        save(servers[0].as_ref(), player).await;
    }
    let start = Rating::default();
    let mut storing = tokio::task::JoinSet::new();
    for match_id in 0..20 {
        for (index, server) in servers.iter().enumerate() {
            // Each server knows the players in another order.
            let players = if index == 0 { [1, 2] } else { [2, 1] };
            let id = match_id * 2 + u64::from(match_id % 2 == 0) * index as u64;
            let (server, result) = (server.clone(), won(id, players, [start, start], 0));
            storing.spawn(async move { server.store_result(result, 0).await });
        }
    }
    while let Some(stored) = storing.join_next().await {
        stored.expect("no panic").expect("written");
    }
    let meetings = servers[0].meetings(1, vec![2], 0).await.expect("readable");
    assert_eq!(meetings, [30], "ten matches were stored twice");
    for player in [1, 2] {
        let rating = rating(servers[0].as_ref(), player).await;
        assert!(rating.deviation < start.deviation, "{rating:?}");
    }
}

/// The order of the results of a player is the order in which they changed the rating, however many
/// are stored at the same time: the ratings can be computed from the results.
pub(crate) async fn results_are_numbered_in_the_order_of_the_ratings<B: Backend>() {
    let backend = Database::default();
    let accounts = backend.open().await.accounts;
    for player in 1..=4 {
        save(accounts.as_ref(), player).await;
    }
    let start = Rating::default();
    let mut storing = tokio::task::JoinSet::new();
    for match_id in 0..60 {
        let (one, other) = (1 + match_id % 4, 1 + (match_id + 1 + match_id % 3) % 4);
        let (accounts, result) = (accounts.clone(), won(match_id, [one, other], [start, start], 0));
        storing.spawn(async move { accounts.store_result(result, 0).await });
    }
    while let Some(stored) = storing.join_next().await {
        stored.expect("no panic").expect("written");
    }
    let (client, connection) =
        tokio_postgres::connect(&backend.address, tokio_postgres::NoTls).await.expect("a server");
    tokio::spawn(connection);
    let ask = "SELECT player, rating_before, rating_after
               FROM results JOIN result_seats USING (match_id) ORDER BY stored, seat";
    let mut ratings = std::collections::HashMap::new();
    for row in client.query(ask, &[]).await.expect("readable") {
        let (player, before): (i64, f64) = (row.get(0), row.get(1));
        let now = ratings.insert(player, row.get::<_, f64>(2)).unwrap_or(start.rating);
        assert_eq!(now.to_bits(), before.to_bits(), "player {player}: {now}, {before}");
    }
    assert_eq!(ratings.len(), 4);
}

pub(crate) async fn a_database_of_a_newer_program_is_left_alone<B: Backend>() {
    let backend = Database::default();
    drop(backend.open().await);
    backend.execute("UPDATE quintet_version SET version = 99").await;
    let refused = postgres::open(&backend.address, Duration::from_secs(30)).await.map(drop);
    assert!(matches!(refused, Err(StoreError::TooNew(99))), "{refused:?}");
}

pub(crate) async fn a_database_that_does_not_exist_is_named_at_once<B: Backend>() {
    let address = Database::default().address + "_that_nobody_made";
    let refused = postgres::open(&address, Duration::from_mins(10)).await.map(drop);
    let words = refused.expect_err("there is no such database").to_string();
    assert!(words.contains("_that_nobody_made") && words.contains("--database"), "{words}");
}
