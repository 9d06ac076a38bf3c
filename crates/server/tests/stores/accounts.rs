//! What accounts have to do.

use quintet_protocol::{Ending, Outcome};
use quintet_server::rating::Rating;
use quintet_server::store::{KnownPlayer, MatchResult};

use crate::Backend;

fn player(player: u64, name: &str) -> KnownPlayer {
    KnownPlayer { player, name: name.to_owned(), rating: Rating::default() }
}

fn rating(rating: f64) -> Rating {
    Rating { rating, deviation: 200.5, volatility: 0.0625 }
}

fn won(match_id: u64, winner: u8, ratings: [f64; 2]) -> MatchResult {
    MatchResult {
        match_id,
        ranked: true,
        players: vec![1, u64::MAX],
        wins: vec![2, 1],
        outcome: Outcome { winner: Some(winner), ending: Ending::Played },
        ratings: Some(ratings.map(rating).to_vec()),
        before: None,
    }
}

pub(crate) async fn a_player_is_known_by_the_fingerprint_and_can_be_renamed<B: Backend>() {
    let backend = B::default();
    let accounts = backend.open().await.accounts;
    assert_eq!(accounts.player(vec![1, 2]).await.expect("readable"), None);
    accounts.save_player(player(1, "Ada"), vec![1, 2]).await.expect("written");
    accounts.save_player(player(2, "Grace"), vec![1, 3]).await.expect("written");
    accounts.store_result(won(5, 0, [1600.0, 1400.0]), 0).await.expect("written");
    accounts.save_player(player(1, "Ada L."), vec![1, 2]).await.expect("written");
    drop(accounts);
    let accounts = backend.open().await.accounts;
    let known = accounts.player(vec![1, 2]).await.expect("readable").expect("known");
    let renamed = KnownPlayer { player: 1, name: "Ada L.".to_owned(), rating: rating(1600.0) };
    assert_eq!(known, renamed, "a new name does not change the rating");
}

pub(crate) async fn a_match_has_one_result<B: Backend>() {
    let backend = B::default();
    let accounts = backend.open().await.accounts;
    accounts.save_player(player(1, "Ada"), vec![1]).await.expect("written");
    assert_eq!(accounts.result(5).await.expect("readable"), None);
    let first = won(5, 0, [1600.0, 1400.0]);
    accounts.store_result(first.clone(), 0).await.expect("written");
    accounts.store_result(won(5, 1, [1300.0, 1700.0]), 0).await.expect("nothing changes");
    let known = accounts.player(vec![1]).await.expect("readable").expect("known");
    assert_eq!(known.rating, rating(1600.0));
    drop(accounts);
    let accounts = backend.open().await.accounts;
    let result = accounts.result(5).await.expect("readable");
    assert_eq!(result, Some(MatchResult { ratings: None, ..first }));
}

pub(crate) async fn a_result_has_as_many_seats_as_were_played<B: Backend>() {
    let backend = B::default();
    let accounts = backend.open().await.accounts;
    for seats in [0_u8, 3] {
        let result = MatchResult {
            match_id: seats.into(),
            ranked: false,
            players: (10..).take(seats.into()).collect(),
            wins: (0..seats).collect(),
            outcome: Outcome { winner: None, ending: Ending::Absent },
            ratings: None,
            before: None,
        };
        accounts.store_result(result.clone(), 0).await.expect("written");
        assert_eq!(accounts.result(seats.into()).await.expect("readable"), Some(result));
    }
}

pub(crate) async fn matches_between_two_players_that_count_are_counted<B: Backend>() {
    let backend = B::default();
    let accounts = backend.open().await.accounts;
    let result = |match_id, players: [u64; 2], ranked| MatchResult {
        match_id,
        ranked,
        players: players.to_vec(),
        wins: vec![1, 0],
        outcome: Outcome { winner: Some(0), ending: Ending::Played },
        ratings: None,
        before: None,
    };
    for (id, players, ranked) in
        [(1, [7, 8], true), (2, [8, 7], true), (3, [7, 8], false), (4, [7, 9], true)]
    {
        accounts.store_result(result(id, players, ranked), id * 100).await.expect("written");
    }
    drop(accounts);
    let accounts = backend.open().await.accounts;
    let meetings = async |player, opponents: &[u64], since| {
        accounts.meetings(player, opponents.to_vec(), since).await.expect("readable")
    };
    assert_eq!(meetings(7, &[8, 9], 0).await, [2, 1]);
    assert_eq!(meetings(8, &[9, 7], 0).await, [0, 2]);
    assert!(meetings(7, &[], 0).await.is_empty());
    assert_eq!(meetings(7, &[8], 200).await, [1], "the first is older");
    assert_eq!(meetings(7, &[8], 201).await, [0], "none is so new");
}

pub(crate) async fn a_code_moves_a_player_once_to_another_device<B: Backend>() {
    let backend = B::default();
    let accounts = backend.open().await.accounts;
    accounts.save_player(player(1, "Ada"), vec![1]).await.expect("written");
    accounts.save_player(player(2, "Grace"), vec![2]).await.expect("written");
    accounts.offer_move(1, vec![7], 100).await.expect("written");
    accounts.offer_move(1, vec![8], 200).await.expect("written");
    let take = async |code, since, print| {
        accounts.take_move(vec![code], since, vec![print]).await.expect("readable")
    };
    assert_eq!(take(7, 0, 3).await, None, "the newer one has taken its place");
    assert_eq!(take(8, 201, 3).await, None, "too old");
    assert_eq!(take(8, 150, 3).await, Some(player(1, "Ada")));
    assert_eq!(take(8, 150, 4).await, None, "once");
    let known = async |print| accounts.player(vec![print]).await.expect("readable");
    assert_eq!(known(3).await, Some(player(1, "Ada")));
    assert_eq!(known(1).await, None, "the old device is no longer known");
    assert_eq!(known(2).await, Some(player(2, "Grace")));
}

/// Makes a test of each of these laws for a backend. A new law is a line here.
macro_rules! accounts_laws {
    ($backend:ty) => {
        $crate::suite!($backend, crate::accounts:
            a_player_is_known_by_the_fingerprint_and_can_be_renamed
            a_match_has_one_result
            a_code_moves_a_player_once_to_another_device
            a_result_has_as_many_seats_as_were_played
            matches_between_two_players_that_count_are_counted
        );
    };
}
pub(crate) use accounts_laws;
