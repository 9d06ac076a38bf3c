//! What tickets and leaderboards have to do.

use quintet_engine::{GameName, Micros};
use quintet_server::store::{Score, Ticket};

use crate::Backend;

fn ticket(ticket: u64, player: u64, issued: u64) -> Ticket {
    Ticket { ticket, player, game: GameName::Marathon, seed: u64::MAX - ticket, issued }
}

fn score(id: u64, player: u64, rank_by: i64, played: u64) -> Score {
    Score {
        id,
        player,
        name: format!("Player {player}"),
        game: GameName::Marathon,
        rank_by,
        score: rank_by.unsigned_abs(),
        lines: 4,
        level: 2,
        duration: Micros(99),
        played,
    }
}

pub(crate) async fn a_ticket_is_redeemed_once_and_by_its_player_alone<B: Backend>() {
    let backend = B::default();
    let scores = backend.open().await.scores;
    scores.issue(ticket(1, 10, 100), 8).await.expect("written");
    drop(scores);
    let scores = backend.open().await.scores;
    assert_eq!(scores.redeem(1, 11).await.expect("readable"), None);
    assert_eq!(scores.redeem(2, 10).await.expect("readable"), None);
    assert_eq!(scores.redeem(1, 10).await.expect("readable"), Some(ticket(1, 10, 100)));
    assert_eq!(scores.redeem(1, 10).await.expect("readable"), None);
}

pub(crate) async fn the_oldest_tickets_make_room<B: Backend>() {
    let backend = B::default();
    let scores = backend.open().await.scores;
    scores.issue(ticket(9, 20, 50), 3).await.expect("written");
    for number in 1..=5 {
        scores.issue(ticket(number, 10, 100 * number), 3).await.expect("written");
    }
    assert_eq!(scores.redeem(2, 10).await.expect("readable"), None);
    scores.drop_tickets(400).await.expect("written");
    assert_eq!(scores.redeem(3, 10).await.expect("readable"), None);
    assert_eq!(scores.redeem(9, 20).await.expect("readable"), None);
    assert_eq!(scores.redeem(4, 10).await.expect("readable"), Some(ticket(4, 10, 400)));
    assert_eq!(scores.redeem(5, 10).await.expect("readable"), Some(ticket(5, 10, 500)));
}

pub(crate) async fn a_list_has_the_best_of_each_player_in_order<B: Backend>() {
    let backend = B::default();
    let scores = backend.open().await.scores;
    let best = score(4, 2, -900, 50);
    let entries = [
        score(1, 1, -500, 10),
        score(2, 1, -700, 20),
        score(3, 1, -600, 30),
        best.clone(),
        score(5, 3, -700, 15),
        Score { game: GameName::Sprint, ..score(6, 4, 1, 60) },
    ];
    for entry in entries {
        scores.add(entry.clone(), vec![entry.id as u8; 3]).await.expect("written");
    }
    drop(scores);
    let scores = backend.open().await.scores;
    let ids = async |since, most| {
        let best = scores.best(GameName::Marathon, since, most).await.expect("readable");
        best.iter().map(|score| score.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(0, 100).await, [4, 5, 2], "of equals, the earlier one is first");
    assert_eq!(ids(0, 2).await, [4, 5]);
    assert_eq!(ids(21, 100).await, [4, 3]);
    let first = scores.best(GameName::Marathon, 0, 1).await.expect("readable");
    assert_eq!(first, [best]);
    assert_eq!(scores.replay(2).await.expect("readable"), Some(vec![2; 3]));
    assert_eq!(scores.replay(7).await.expect("readable"), None);
}
