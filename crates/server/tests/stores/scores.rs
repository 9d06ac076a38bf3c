//! What tickets and leaderboards have to do.

use quintet_engine::{GameName, Micros};
use quintet_protocol::{Checkpoint, GameId, PlayState};
use quintet_server::ranked::progress::Progress;
use quintet_server::store::{PlayedGame, Score, Scores, Ticket, TicketCounts};

use crate::{Backend, Tables};

fn ticket(ticket: u64, player: u64, issued: u64) -> Ticket {
    let (game, progress) = (GameName::Marathon, Progress::begun(issued));
    Ticket { ticket, player, game, seed: u64::MAX - ticket, issued, progress }
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
    assert!(scores.issue(ticket(1, 10, 100), 0, 8).await.expect("written"));
    drop(scores);
    let scores = backend.open().await.scores;
    assert_eq!(scores.ticket(1, 11).await.expect("readable"), None);
    assert_eq!(scores.ticket(2, 10).await.expect("readable"), None);
    assert_eq!(scores.ticket(1, 10).await.expect("readable"), Some(ticket(1, 10, 100)));
    assert!(!scores.add(score(2, 10, -5, 9), vec![1]).await.expect("readable"), "no ticket");
    assert_eq!(scores.score(2, 10).await.expect("readable"), None);
    assert!(scores.add(score(1, 10, -5, 9), vec![1]).await.expect("written"));
    assert_eq!(scores.ticket(1, 10).await.expect("readable"), None);
    assert!(!scores.add(score(1, 10, -9, 9), vec![2]).await.expect("readable"), "once");
    assert_eq!(scores.score(1, 10).await.expect("readable"), Some(score(1, 10, -5, 9)));
    assert_eq!(scores.score(1, 11).await.expect("readable"), None);
    assert_eq!(scores.replay(1).await.expect("readable"), Some(vec![1]));
    assert!(scores.issue(ticket(3, 10, 100), 0, 8).await.expect("written"));
    scores.spend(3).await.expect("written");
    scores.spend(3).await.expect("twice is as good as once");
    assert_eq!(scores.ticket(3, 10).await.expect("readable"), None);
}

pub(crate) async fn replays_of_scores_on_no_list_are_pruned_and_the_scores_stay<B: Backend>() {
    let backend = B::default();
    let scores = backend.open().await.scores;
    // Of player 1 only the last is the best of its time; player 3 has no place on a list of two.
    for entry in [
        score(1, 1, -500, 10),
        score(2, 1, -700, 20),
        score(3, 1, -600, 30),
        score(4, 2, -900, 5),
        score(5, 3, -100, 6),
    ] {
        keep(scores.as_ref(), entry).await;
    }
    let since = vec![0, 25];
    assert!(!scores.prune_replays(since.clone(), 2, 1).await.expect("written"), "one at a time");
    while !scores.prune_replays(since.clone(), 2, 1).await.expect("written") {}
    let mut kept = Vec::new();
    for id in 1..=5 {
        kept.push(scores.replay(id).await.expect("readable").is_some());
    }
    assert_eq!(kept, [false, true, true, true, false]);
    let ids: Vec<u64> = scores
        .best(GameName::Marathon, 0, 100)
        .await
        .expect("readable")
        .iter()
        .map(|score| score.id)
        .collect();
    assert_eq!(ids, [4, 2, 5], "the scores stay");
}

/// A score that came after the lists were read once lost its replay.
pub(crate) async fn a_score_that_is_added_while_replays_are_pruned_keeps_its_replay<B: Backend>() {
    const ADDED: u64 = 100;
    let backend = B::default();
    let scores = backend.open().await.scores;
    let adding = async {
        for id in 1..=ADDED {
            keep(scores.as_ref(), score(id, id, -(id as i64), 10)).await;
        }
    };
    let pruning = async {
        loop {
            scores.prune_replays(vec![0], ADDED as u32, ADDED as u32).await.expect("written");
        }
    };
    tokio::select! {
        () = adding => {}
        () = pruning => {}
    }
    for id in 1..=ADDED {
        assert!(scores.replay(id).await.expect("readable").is_some(), "{id} has a place");
    }
}

fn game(number: u8, ended: u64) -> PlayedGame {
    let names = vec!["Ada".to_owned(), "Grace".to_owned()];
    let id = GameId { match_id: u64::MAX - 3, number };
    PlayedGame {
        id,
        names,
        winner: (number != 1).then_some(number),
        ended,
        replay: vec![number; 9],
    }
}

pub(crate) async fn games_of_matches_are_kept_once_and_the_oldest_go<B: Backend>() {
    let backend = B::default();
    let scores = backend.open().await.scores;
    for (number, ended) in [(0, 30), (1, 10), (2, 20)] {
        scores.keep_game(game(number, ended)).await.expect("written");
    }
    let again = PlayedGame { replay: vec![7], ..game(0, 99) };
    scores.keep_game(again).await.expect("as good as once");
    drop(scores);
    let scores = backend.open().await.scores;
    let kept = async |number| scores.game(game(number, 0).id).await.expect("readable");
    assert_eq!(kept(0).await, Some(game(0, 30)));
    assert_eq!(kept(1).await, Some(game(1, 10)));
    assert_eq!(kept(3).await, None);
    assert!(!scores.prune_games(1, 1).await.expect("written"), "one at a time");
    while !scores.prune_games(1, 1).await.expect("written") {}
    assert!(kept(0).await.is_some(), "the newest stays");
    assert_eq!((kept(1).await, kept(2).await), (None, None));
}

pub(crate) async fn scores_by_older_rules_leave_the_list_and_stay<B: Tables>() {
    let backend = B::default();
    let scores = backend.open().await.scores;
    let sprint =
        |id, player, rank_by| Score { game: GameName::Sprint, ..score(id, player, rank_by, 10) };
    for entry in [sprint(1, 1, 50), sprint(2, 2, 60), sprint(3, 1, 90), sprint(4, 3, 99)] {
        keep(scores.as_ref(), entry).await;
    }
    backend.execute("UPDATE scores SET edition = 1 WHERE score_id IN (1, 2)").await;
    for since in [0, 5] {
        let best = scores.best(GameName::Sprint, since, 10).await.expect("readable");
        assert_eq!(best, [sprint(3, 1, 90), sprint(4, 3, 99)]);
    }
    assert_eq!(scores.find(1).await.expect("readable"), Some(sprint(1, 1, 50)));
    // The best one of each edition keeps its replay.
    while !scores.prune_replays(vec![0], 1, 1).await.expect("written") {}
    let mut kept = Vec::new();
    for id in 1..=4 {
        kept.push(scores.replay(id).await.expect("readable").is_some());
    }
    assert_eq!(kept, [true, false, true, false]);
}

/// Adds a score with a ticket of its own.
async fn keep(scores: &dyn Scores, score: Score) {
    let issued = Ticket { game: score.game, ..ticket(score.id, score.player, 1) };
    assert!(scores.issue(issued, 0, 100).await.expect("written"));
    let replay = vec![score.id as u8; 3];
    assert!(scores.add(score, replay).await.expect("written"));
}

pub(crate) async fn a_player_has_one_ranked_game_at_a_time_and_few_per_hour<B: Backend>() {
    let backend = B::default();
    let scores = backend.open().await.scores;
    assert!(scores.issue(ticket(9, 20, 50), 0, 3).await.expect("written"));
    for number in 1..=3 {
        assert!(scores.issue(ticket(number, 10, 100 * number), 0, 3).await.expect("written"));
    }
    assert_eq!(scores.ticket(2, 10).await.expect("readable"), None, "the next one has begun");
    assert_eq!(scores.ticket(3, 10).await.expect("readable"), Some(ticket(3, 10, 300)));
    assert!(!scores.issue(ticket(4, 10, 400), 0, 3).await.expect("readable"), "too many");
    assert!(scores.ticket(3, 10).await.expect("readable").is_some(), "and nothing was done");
    assert!(scores.issue(ticket(4, 10, 400), 150, 3).await.expect("written"), "an hour later");
    let counts = scores.tickets_of(10).await.expect("readable");
    assert_eq!(counts, TicketCounts { issued: 4, redeemed: 0 });
    scores.drop_tickets(400).await.expect("written");
    assert_eq!(scores.ticket(9, 20).await.expect("readable"), None);
    assert_eq!(scores.ticket(4, 10).await.expect("readable"), Some(ticket(4, 10, 400)));
    assert!(scores.add(score(4, 10, -5, 9), vec![1]).await.expect("written"));
    let counts = scores.tickets_of(10).await.expect("readable");
    assert_eq!(counts, TicketCounts { issued: 1, redeemed: 1 }, "what was submitted counts, too");
}

pub(crate) async fn a_game_is_followed_in_order_and_survives_a_restart<B: Backend>() {
    let backend = B::default();
    let scores = backend.open().await.scores;
    let begun = ticket(1, 10, 100);
    assert!(scores.issue(begun, 0, 8).await.expect("written"));
    let checkpoint =
        |upto, state| Checkpoint { first: 0, upto: Micros(upto), state, inputs: Vec::new() };
    let goal = begun.game.rules().goal;
    let playing = checkpoint(3_000_000, PlayState::Playing);
    let later = begun.progress.after(&playing, goal, 100, 3_000_100);
    assert!(scores.follow(begun, later).await.expect("written"));
    assert!(!scores.follow(begun, later).await.expect("readable"), "another one came before");
    drop(scores);
    let scores = backend.open().await.scores;
    let found = scores.ticket(1, 10).await.expect("readable").expect("it is open");
    assert_eq!(found.progress, later);
    let ended = checkpoint(3_000_100, PlayState::Ended);
    let ended = later.after(&ended, goal, 100, 3_000_200);
    assert!(ended.is_ended());
    assert!(scores.follow(found, ended).await.expect("written"));
    assert!(scores.issue(ticket(2, 10, 200), 0, 8).await.expect("written"));
    let found = scores.ticket(1, 10).await.expect("readable").expect("its score is to come");
    assert_eq!(found.progress, ended);
    scores.spend(1).await.expect("written");
    assert!(!scores.follow(found, ended).await.expect("readable"), "it is closed");
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
        keep(scores.as_ref(), entry).await;
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

/// Makes a test of each of these laws for a backend. A new law is a line here.
macro_rules! scores_laws {
    ($backend:ty) => {
        $crate::suite!($backend, crate::scores:
            a_ticket_is_redeemed_once_and_by_its_player_alone
            a_player_has_one_ranked_game_at_a_time_and_few_per_hour
            a_game_is_followed_in_order_and_survives_a_restart
            a_list_has_the_best_of_each_player_in_order
            replays_of_scores_on_no_list_are_pruned_and_the_scores_stay
            a_score_that_is_added_while_replays_are_pruned_keeps_its_replay
            games_of_matches_are_kept_once_and_the_oldest_go
            scores_by_older_rules_leave_the_list_and_stay
        );
    };
}
pub(crate) use scores_laws;
