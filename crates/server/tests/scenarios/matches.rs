//! Whole matches over real connections on loopback.

use std::net::SocketAddr;
use std::sync::atomic::Ordering;

use crate::host::Host;
use crate::support::hands::Hands;
use crate::support::http;
use crate::support::player::{Player, begin, both_ready, enter};
use crate::support::proxy::Proxy;
use crate::support::server::Folder;
use quintet_engine::{Micros, Replay};
use quintet_protocol::http::MatchGame;
use quintet_protocol::{
    BestOf, ClientMessage, Ending, FarewellReason, GameId, HaltReason, Outcome, Refusal, RuleSet,
    ServerMessage, Settings,
};

/// Hands that make an input every few milliseconds, and play well for a number of pieces.
fn hands(every: u64, good_for: u32) -> Hands {
    Hands::new(Micros::from_millis(every), good_for)
}

fn settings(rules: RuleSet, handicap: [u8; 2]) -> Settings {
    Settings { rules, best_of: BestOf::One, handicap: handicap.into_iter().collect() }
}

async fn until_decided(one: &mut Player, other: &mut Player) {
    let (mine, theirs) = (one.matches_over(), other.matches_over());
    tokio::join!(
        one.until("the match is decided", |player| player.matches_over() > mine),
        other.until("the match is decided", |player| player.matches_over() > theirs),
    );
}

fn assert_alike(players: &[&Player]) {
    for player in players {
        assert_eq!(player.client.differences(), 0, "{}", player.client.name());
    }
    for board in 0..2 {
        let seen: Vec<_> = players
            .iter()
            .map(|player| {
                let confirmed = player.client.game().expect("a game").confirmed(board);
                (confirmed.known(), confirmed.hash())
            })
            .collect();
        assert!(seen.windows(2).all(|pair| pair[0] == pair[1]), "board {board}: {seen:?}");
    }
}

fn last_outcome(player: &Player) -> Outcome {
    let said = player.heard.iter().rev().find_map(|said| match said {
        ServerMessage::MatchOver { outcome, .. } => Some(*outcome),
        _ => None,
    });
    said.expect("a match is decided")
}

/// The server hands out who played a game and its replay, which ends with the same winner.
async fn assert_kept(server: SocketAddr, game: GameId, winner: Option<u8>) {
    let address = format!("/api/matches/{}/{}", game.match_id, game.number);
    let replay = loop {
        let answer = http::get(server, &format!("{address}/replay")).await;
        match answer.status {
            200 => break Replay::from_bytes(&answer.body).expect("a replay"),
            404 => tokio::task::yield_now().await,
            status => panic!("{status}: {}", answer.text()),
        }
    };
    assert_eq!(replay.verify(), Ok(()));
    assert_eq!((replay.result.over, replay.result.winner), (true, winner));
    let facts: MatchGame =
        serde_json::from_slice(&http::get(server, &address).await.body).expect("facts");
    let names = facts.players.iter().map(|player| player.name.split('#').next().expect("a name"));
    assert_eq!((names.collect(), facts.winner), (vec!["Ada", "Grace"], winner));
    let unknown = format!("/api/matches/{}/{}/replay", game.match_id, game.number + 1);
    assert_eq!(http::get(server, &unknown).await.status, 404);
    assert_eq!(http::get(server, "/api/matches/one/two").await.status, 400);
}

#[tokio::test]
async fn friends_play_with_garbage_before_a_spectator_and_then_a_rematch() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let mut host = Player::new("Ada", server.address, hands(12, 40));
    let mut friend = Player::new("Grace", server.address, hands(12, 20));
    begin(&mut host, &mut friend, settings(RuleSet::Versus, [0, 3])).await;
    let mut fan = Player::idle("Fan", server.address);
    fan.client.send(ClientMessage::JoinRoom { code: host.code(), watch: false });
    enter(&mut fan).await;
    assert_eq!(fan.client.room().expect("in a room").you, None, "both seats are taken");

    let garbage = |player: &Player| {
        player.heard.iter().filter(|said| matches!(said, ServerMessage::Garbage { .. })).count()
    };
    // Whether a match has an attack depends on its pieces: they play until one has, beside the
    // delivery of the handicap.
    for matches in 1.. {
        tokio::join!(
            host.until("the match is decided", |player| player.matches_over() == matches),
            friend.until("the match is decided", |player| player.matches_over() == matches),
            fan.until("the match is decided", |player| player.matches_over() == matches),
        );
        assert_eq!(last_outcome(&host).ending, Ending::Played);
        assert_alike(&[&host, &friend]);
        assert_eq!(fan.client.differences(), 0);
        assert_eq!(garbage(&host), garbage(&fan));
        assert!(garbage(&host) >= matches, "each begins with the handicap");
        let (game, winner) = (host.client.game().expect("a game").id(), last_outcome(&host).winner);
        assert_kept(server.address, game, winner).await;
        if garbage(&host) > matches {
            break;
        }
        assert!(matches < 5, "nobody attacked in {matches} matches");
        both_ready(&mut host, &mut friend).await;
    }

    both_ready(&mut host, &mut friend).await;
    friend.client.send(ClientMessage::Resign);
    until_decided(&mut host, &mut friend).await;
    let expected = Outcome { winner: Some(0), ending: Ending::Resigned };
    assert_eq!(last_outcome(&host), expected);
    assert_eq!(last_outcome(&friend), expected);
    server.stop().await;
}

#[tokio::test]
async fn a_cut_line_and_a_reloaded_page_lose_nothing() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let proxy = Proxy::start(server.address).await;
    let mut one = Player::new("Ada", proxy.address, hands(12, 30));
    let mut other = Player::new("Grace", server.address, hands(12, 60));
    begin(&mut one, &mut other, settings(RuleSet::Battle, [0, 0])).await;
    let pieces = |player: &Player, count| {
        player.client.game().is_some_and(|game| game.board(0).view().pieces >= count)
    };

    tokio::select! {
        () = one.until("some pieces are down", |player| pieces(player, 4)) => {}
        () = other.keep_playing() => {}
    }
    proxy.faults.cut();
    tokio::select! {
        () = one.until("more pieces are down", |player| pieces(player, 10)) => {}
        () = other.keep_playing() => {}
    }
    assert!(one.reconnects >= 2);
    one.reload();
    until_decided(&mut one, &mut other).await;
    assert_alike(&[&one, &other]);
    let halts = |player: &Player| {
        player.heard.iter().filter(|said| matches!(said, ServerMessage::Halt { .. })).count()
    };
    assert_eq!(halts(&other), 2, "the match waited each time");
    server.stop().await;
}

#[tokio::test]
async fn boards_stay_alike_over_a_slow_line_and_a_half_open_one() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let proxy = Proxy::start(server.address).await;
    proxy.faults.delay.store(70, Ordering::Relaxed);
    proxy.faults.jitter.store(60, Ordering::Relaxed);
    let mut one = Player::new("Ada", proxy.address, hands(12, 40));
    let mut other = Player::new("Grace", server.address, hands(12, 40));
    begin(&mut one, &mut other, settings(RuleSet::Versus, [2, 2])).await;
    tokio::select! {
        () = other.until("some pieces are down", |player| {
            player.client.game().is_some_and(|game| game.board(1).view().pieces >= 6)
        }) => {}
        () = one.keep_playing() => {}
    }
    proxy.faults.swallow.store(true, Ordering::Relaxed);
    tokio::select! {
        () = other.until("silence is noticed", |player| {
            player.heard.contains(player.heard.iter().find(|said| matches!(
                said,
                ServerMessage::Halt { reason: HaltReason::Absent { seat: 0 }, .. }
            )).unwrap_or(&ServerMessage::Waiting))
        }) => {}
        () = one.keep_playing() => {}
    }
    proxy.faults.swallow.store(false, Ordering::Relaxed);
    proxy.faults.cut();
    until_decided(&mut one, &mut other).await;
    assert_alike(&[&one, &other]);
    server.stop().await;
}

#[tokio::test]
async fn what_a_broken_connection_brings_after_the_next_one_changes_nothing() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let proxy = Proxy::start(server.address).await;
    let mut one = Player::new("Ada", proxy.address, hands(12, 40));
    let mut other = Player::new("Grace", server.address, hands(12, 60));
    begin(&mut one, &mut other, settings(RuleSet::Battle, [0, 0])).await;
    let pieces = |player: &Player, count| {
        player.client.game().is_some_and(|game| game.board(0).view().pieces >= count)
    };
    for cuts in 1..=3 {
        proxy.faults.delay.store(150, Ordering::Relaxed);
        tokio::select! {
            () = one.until("some pieces are down", |player| pieces(player, 6 * cuts)) => {}
            () = other.keep_playing() => {}
        }
        // The next connection is quick, and overtakes what is still on its way in this one.
        proxy.faults.hold_up.store(600, Ordering::Relaxed);
        proxy.faults.delay.store(0, Ordering::Relaxed);
        proxy.faults.cut();
        let connection = one.reconnects;
        tokio::select! {
            () = one.until("there is another connection", |player| {
                player.reconnects > connection && player.client.is_welcome()
            }) => {}
            () = other.keep_playing() => {}
        }
    }
    until_decided(&mut one, &mut other).await;
    assert!(proxy.faults.stragglers.load(Ordering::Relaxed) > 0, "some came late");
    assert_alike(&[&one, &other]);
    assert_eq!(server.count(|metrics| metrics.faults.get()), 0, "nobody is blamed");
    server.stop().await;
}

#[tokio::test]
async fn a_server_that_stops_says_so_and_the_match_goes_on_when_it_is_back() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let mut one = Player::new("Ada", server.address, hands(12, 25));
    let mut other = Player::new("Grace", server.address, hands(12, 60));
    begin(&mut one, &mut other, settings(RuleSet::Battle, [0, 0])).await;
    tokio::select! {
        () = one.until("some pieces are down", |player| {
            player.client.game().is_some_and(|game| game.board(0).view().pieces >= 5)
        }) => {}
        () = other.keep_playing() => {}
    }
    let farewell = ServerMessage::Farewell { reason: FarewellReason::ShuttingDown };
    tokio::join!(server.stop(), one.until("a farewell", |player| player.heard.contains(&farewell)),);
    let Some(server) = Host::start(&folder).await else { return };
    one.address = server.address;
    other.address = server.address;
    until_decided(&mut one, &mut other).await;
    assert_alike(&[&one, &other]);
    server.stop().await;
}

#[tokio::test]
async fn strangers_of_equal_rating_are_paired_and_rated() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let mut one = Player::idle("Ada", server.address);
    let mut other = Player::idle("Grace", server.address);
    for player in [&mut one, &mut other] {
        player.client.send(ClientMessage::QuickMatch { rules: RuleSet::Versus });
    }
    tokio::join!(enter(&mut one), enter(&mut other));
    assert_eq!(one.code(), other.code());
    both_ready(&mut one, &mut other).await;
    one.client.send(ClientMessage::Resign);
    until_decided(&mut one, &mut other).await;
    let seat = one.client.room().and_then(|room| room.you).expect("a seat");
    let last_ratings = |player: &Player| {
        let said = player.heard.iter().rev().find_map(|said| match said {
            ServerMessage::MatchOver { ratings, .. } => *ratings,
            _ => None,
        });
        said.expect("a match that counts")
    };
    let ratings = last_ratings(&one);
    let (mine, theirs) = (ratings[usize::from(seat)], ratings[usize::from(1 - seat)]);
    assert!(mine < 1500, "who gives up at once loses by it");
    assert_eq!(theirs, 1500, "and nobody gains by a match that was not played");

    // The next match, in another room, begins with the ratings after this one.
    let old = one.code();
    for player in [&mut one, &mut other] {
        player.client.leave();
        player.client.send(ClientMessage::QuickMatch { rules: RuleSet::Versus });
    }
    let is_new = |player: &Player| player.client.room().is_some_and(|room| room.code != old);
    tokio::join!(one.until("another room", is_new), other.until("another room", is_new));
    both_ready(&mut one, &mut other).await;
    one.client.send(ClientMessage::Resign);
    until_decided(&mut one, &mut other).await;
    let seat = one.client.room().and_then(|room| room.you).expect("a seat");
    let ratings = last_ratings(&one);
    assert!(ratings[usize::from(seat)] < mine && ratings[usize::from(1 - seat)] == theirs);
    server.stop().await;
}

#[tokio::test]
async fn what_cannot_be_done_is_refused_with_a_reason() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let mut one = Player::idle("Ada", server.address);
    one.until("welcome", |player| player.client.is_welcome()).await;
    let nowhere = quintet_protocol::RoomCode::parse("222222").expect("a code");
    for (wish, reason) in [
        (ClientMessage::JoinRoom { code: nowhere, watch: false }, Refusal::NoSuchRoom),
        (ClientMessage::Resign, Refusal::OutOfPhase),
        (
            ClientMessage::CreateRoom { settings: settings(RuleSet::Versus, [99, 0]) },
            Refusal::Unplayable,
        ),
    ] {
        one.client.send(wish);
        let refused = ServerMessage::Refused { reason };
        one.until("it is refused", |player| player.heard.contains(&refused)).await;
    }
    one.client.send(ClientMessage::CreateRoom { settings: Settings::default() });
    enter(&mut one).await;
    one.client.send(ClientMessage::QuickMatch { rules: RuleSet::Versus });
    let refused = ServerMessage::Refused { reason: Refusal::AlreadyInRoom };
    one.until("it is refused", |player| player.heard.contains(&refused)).await;
    server.stop().await;
}
