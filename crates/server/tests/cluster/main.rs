//! Three servers that work as one: a player may be connected to any of them.

mod host;
mod leaving;
mod pairing;
mod returning;
#[path = "../scenarios/mod.rs"]
mod scenarios;
#[path = "../../../../xtask/src/services/mod.rs"]
mod services;
#[path = "../support/cluster.rs"]
mod several;
#[path = "../support/mod.rs"]
mod support;
mod sweeping;

use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime};

use futures_util::StreamExt;
use quintet_engine::Micros;
use quintet_protocol::{
    BestOf, ClientMessage, Ending, FarewellReason, Outcome, RuleSet, ServerMessage, Settings,
};
use quintet_server::admin::{self, Request};
use quintet_server::clock::Clock;
use quintet_server::store::nats::Nats;
use several::Nodes;
use support::hands::Hands;
use support::http::get;
use support::player::{Player, begin, both_ready, enter};

fn hands(every: u64, good_for: u32) -> Hands {
    Hands::new(Micros::from_millis(every), good_for)
}

fn settings() -> Settings {
    Settings { rules: RuleSet::Versus, best_of: BestOf::One, ..Settings::default() }
}

fn last_outcome(player: &Player) -> Option<Outcome> {
    player.heard.iter().rev().find_map(|said| match said {
        ServerMessage::MatchOver { outcome, .. } => Some(*outcome),
        _ => None,
    })
}

async fn until_decided(one: &mut Player, other: &mut Player) {
    tokio::join!(
        one.until("the match is decided", |player| player.matches_over() > 0),
        other.until("the match is decided", |player| player.matches_over() > 0),
    );
    assert_eq!(last_outcome(one), last_outcome(other));
}

fn pieces(player: &Player, count: u32) -> bool {
    player.client.game().is_some_and(|game| game.board(0).view().pieces >= count)
}

#[tokio::test]
async fn friends_on_two_nodes_play_before_a_spectator_on_a_third_and_then_a_rematch() {
    let Some(nodes) = Nodes::start(3).await else { return };
    let mut host = Player::new("Ada", nodes.address(0), hands(12, 30));
    let mut friend = Player::new("Grace", nodes.address(1), hands(12, 12));
    begin(&mut host, &mut friend, settings()).await;
    let mut fan = Player::idle("Fan", nodes.address(2));
    fan.client.send(ClientMessage::JoinRoom { code: host.code(), watch: true });
    enter(&mut fan).await;
    tokio::join!(
        host.until("the match is decided", |player| player.matches_over() == 1),
        friend.until("the match is decided", |player| player.matches_over() == 1),
        fan.until("the match is decided", |player| player.matches_over() == 1),
    );
    assert_eq!(last_outcome(&host).map(|outcome| outcome.ending), Some(Ending::Played));
    assert_eq!(last_outcome(&host), last_outcome(&friend));
    assert_eq!(last_outcome(&host), last_outcome(&fan));
    for player in [&host, &friend, &fan] {
        assert_eq!(player.client.differences(), 0, "{}", player.client.name());
        assert_eq!(player.dropped, 0, "{} has stayed connected", player.client.name());
    }
    both_ready(&mut host, &mut friend).await;
    friend.client.send(ClientMessage::Leave { code: None });
    host.until("the friend has left", |player| player.matches_over() == 2).await;
    nodes.stop().await;
}

#[tokio::test]
async fn a_player_has_one_connection_whatever_the_node() {
    let Some(nodes) = Nodes::start(2).await else { return };
    let mut first = Player::idle("Ada", nodes.address(0));
    first.until("the device is known", |player| player.client.is_welcome()).await;
    let mut second = Player::idle("Ada", nodes.address(1));
    second.share_device(&first);
    second.until("the device is known", |player| player.client.is_welcome()).await;
    let elsewhere = ServerMessage::Farewell { reason: FarewellReason::Elsewhere };
    first.until("the older connection is closed", |player| player.heard.contains(&elsewhere)).await;
    nodes.stop().await;
}

/// A rolling upgrade: one node after the other is stopped and replaced, and the match goes on.
#[tokio::test]
async fn a_match_outlives_the_node_it_is_on_and_the_node_of_a_player() {
    let Some(mut nodes) = Nodes::start(3).await else { return };
    let mut host = Player::new("Ada", nodes.address(0), hands(12, 60));
    let mut friend = Player::new("Grace", nodes.address(1), hands(12, 30));
    begin(&mut host, &mut friend, settings()).await;
    for wanted in [5, 10] {
        tokio::select! {
            () = host.until("some pieces are down", |player| pieces(player, wanted)) => {}
            () = friend.keep_playing() => {}
        }
        let replaced = nodes.running.remove(0);
        let stays = nodes.running.iter().map(|running| running.address).collect::<Vec<_>>();
        for player in [&mut host, &mut friend] {
            player.nodes.clone_from(&stays);
        }
        let stopped = replaced.stop();
        tokio::pin!(stopped);
        tokio::select! {
            () = &mut stopped => {}
            () = host.keep_playing() => {}
            () = friend.keep_playing() => {}
        }
        // It has ended its lease, so that nobody waits until it lapses.
        assert!(leases(&nodes).await <= nodes.running.len());
        let added = nodes.add();
        tokio::pin!(added);
        tokio::select! {
            _ = &mut added => {}
            () = host.keep_playing() => {}
            () = friend.keep_playing() => {}
        }
    }
    until_decided(&mut host, &mut friend).await;
    assert_eq!(last_outcome(&host).map(|outcome| outcome.ending), Some(Ending::Played));
    for player in [&host, &friend] {
        assert_eq!(player.client.differences(), 0, "{}", player.client.name());
    }
    nodes.stop().await;
}

/// Waits until a node answers so; on a busy machine that takes a while.
async fn answers(nodes: &Nodes, node: usize, path: &str, status: u16) {
    let begin = std::time::Instant::now();
    loop {
        let answer = get(nodes.address(node), path).await;
        if answer.status == status {
            return;
        }
        assert!(begin.elapsed() < Duration::from_mins(1), "{path}: {}", answer.text());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Seconds that a node is cut off for; `QUINTET_CUTS=1,5,20` for others.
fn cuts() -> Vec<u64> {
    let wanted = std::env::var("QUINTET_CUTS").unwrap_or_else(|_| "1,6".to_owned());
    wanted.split(',').filter_map(|seconds| seconds.parse().ok()).collect()
}

/// The node of the room is cut off from NATS, and nothing else: it stops before another node has the
/// room, the match goes on there, and the node comes back.
#[tokio::test]
async fn a_node_that_is_cut_off_stops_in_time_and_comes_back() {
    let Some(mut nodes) = Nodes::start(2).await else { return };
    let faults = nodes.add_behind_proxies().await;
    for seconds in cuts() {
        answers(&nodes, 2, "/readyz", 200).await;
        let mut host = Player::new("Ada", nodes.address(2), hands(25, 60));
        let mut friend = Player::new("Grace", nodes.address(0), hands(25, 30));
        begin(&mut host, &mut friend, settings()).await;
        host.nodes = [1, 0, 2].map(|node| nodes.address(node)).to_vec();
        friend.nodes = [0, 1, 2].map(|node| nodes.address(node)).to_vec();
        tokio::select! {
            () = host.until("some pieces are down", |player| pieces(player, 5)) => {}
            () = friend.keep_playing() => {}
        }
        let taken =
            || nodes.running[..2].iter().map(|node| node.metrics.takeovers.get()).sum::<u64>();
        let before = taken();
        for faults in &faults {
            faults.swallow.store(true, Ordering::Relaxed);
        }
        let watching = async {
            let until = tokio::time::Instant::now() + Duration::from_secs(seconds);
            while tokio::time::Instant::now() < until {
                if taken() > before {
                    let open = nodes.running[2].metrics.rooms.get();
                    assert_eq!(open, 0, "a node that may have been replaced still has rooms");
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            for faults in &faults {
                faults.swallow.store(false, Ordering::Relaxed);
                faults.cut();
            }
        };
        tokio::select! {
            () = watching => {}
            () = host.keep_playing() => {}
            () = friend.keep_playing() => {}
        }
        until_decided(&mut host, &mut friend).await;
        assert_eq!(last_outcome(&host).map(|outcome| outcome.ending), Some(Ending::Played));
        for player in [&host, &friend] {
            assert_eq!(player.client.differences(), 0, "{}", player.client.name());
        }
    }
    answers(&nodes, 2, "/readyz", 200).await;
    nodes.stop().await;
}

/// A player who comes back at once to a node that has just heard the dead one, or to one that has
/// just started, was once sent to the dead one, and had to come back again.
#[tokio::test]
async fn whoever_comes_back_while_the_lease_of_a_dead_node_lasts_is_kept_until_it_lapses() {
    let Some(mut nodes) = Nodes::start(1).await else { return };
    let faults = nodes.add_behind_proxies().await;
    let mut host = Player::new("Ada", nodes.address(1), hands(25, 60));
    let mut friend = Player::new("Grace", nodes.address(1), hands(25, 30));
    begin(&mut host, &mut friend, settings()).await;
    tokio::select! {
        () = host.until("some pieces are down", |player| pieces(player, 5)) => {}
        () = friend.keep_playing() => {}
    }
    for faults in &faults {
        faults.swallow.store(true, Ordering::Relaxed);
    }
    host.hang_up();
    host.nodes = vec![nodes.address(0)];
    friend.hang_up();
    friend.nodes = vec![nodes.add().await];
    let is_back = |player: &Player| player.client.is_welcome();
    tokio::join!(
        host.until("the host is back", is_back),
        friend.until("the friend is back", is_back)
    );
    assert_eq!((host.dropped, friend.dropped), (0, 0), "neither was sent away");
    until_decided(&mut host, &mut friend).await;
    assert_eq!(last_outcome(&host).map(|outcome| outcome.ending), Some(Ending::Played));
    for faults in &faults {
        faults.swallow.store(false, Ordering::Relaxed);
        faults.cut();
    }
    nodes.stop().await;
}

/// Waits until the rooms of this many players are written where every node can read them.
async fn until_places_are_known(nodes: &Nodes, players: usize) {
    let nats = Nats::open(nodes.nats.clone(), Duration::from_mins(1)).await.expect("NATS");
    let bucket = format!("{}-players", nodes.nats.prefix);
    let bucket = nats.streams.get_key_value(bucket).await.expect("a bucket");
    while bucket.keys().await.expect("keys").count().await < players {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// How many nodes have a lease.
async fn leases(nodes: &Nodes) -> usize {
    let nats = Nats::open(nodes.nats.clone(), Duration::from_mins(1)).await.expect("NATS");
    let bucket = format!("{}-nodes", nodes.nats.prefix);
    let bucket = nats.streams.get_key_value(bucket).await.expect("a bucket");
    let keys = bucket.keys().await.expect("keys");
    keys.filter(|key| std::future::ready(key.as_ref().is_ok_and(|key| key != "leader")))
        .count()
        .await
}

/// Two who are in a room and have not begun once came back as spectators of an empty room.
#[tokio::test]
async fn whoever_has_a_seat_in_a_room_without_a_match_has_one_after_its_node_has_died() {
    let Some(mut nodes) = Nodes::start(2).await else { return };
    let faults = nodes.add_behind_proxies().await;
    let mut host = Player::new("Ada", nodes.address(2), hands(25, 12));
    let mut friend = Player::new("Grace", nodes.address(2), hands(25, 10));
    let mut watching = Player::idle("Edsger", nodes.address(2));
    host.client.send(ClientMessage::CreateRoom { settings: settings() });
    enter(&mut host).await;
    let code = host.code();
    for (player, watch) in [(&mut friend, false), (&mut watching, true)] {
        player.client.send(ClientMessage::JoinRoom { code, watch });
        enter(player).await;
    }
    until_places_are_known(&nodes, 3).await;
    for faults in &faults {
        faults.swallow.store(true, Ordering::Relaxed);
    }
    let back = |player: &Player| {
        player.reconnects > 1 && player.client.is_welcome() && player.client.room().is_some()
    };
    for (player, node) in [(&mut watching, 1), (&mut host, 0), (&mut friend, 1)] {
        player.hang_up();
        player.nodes = vec![nodes.address(node)];
        player.until("back in the room", back).await;
        assert_eq!(player.code(), code);
    }
    let seat = |player: &Player| player.client.room().and_then(|room| room.you);
    assert_eq!((seat(&watching), seat(&host), seat(&friend)), (None, Some(0), Some(1)));
    both_ready(&mut host, &mut friend).await;
    until_decided(&mut host, &mut friend).await;
    for faults in &faults {
        faults.swallow.store(false, Ordering::Relaxed);
        faults.cut();
    }
    nodes.stop().await;
}

/// Bytes per second of a slow network.
const SLOW_RATE: u64 = 100_000;

#[tokio::test]
async fn a_slow_network_between_nodes_and_nats_slows_a_match_and_loses_nothing() {
    let Some(mut nodes) = Nodes::start(1).await else { return };
    let faults = nodes.add_behind_proxies().await;
    for faults in &faults {
        faults.delay.store(40, Ordering::Relaxed);
        faults.jitter.store(60, Ordering::Relaxed);
        faults.rate.store(SLOW_RATE, Ordering::Relaxed);
    }
    let mut host = Player::new("Ada", nodes.address(1), hands(25, 30));
    let mut friend = Player::new("Grace", nodes.address(0), hands(25, 12));
    begin(&mut host, &mut friend, settings()).await;
    until_decided(&mut host, &mut friend).await;
    assert_eq!(last_outcome(&host).map(|outcome| outcome.ending), Some(Ending::Played));
    for player in [&host, &friend] {
        assert_eq!(player.client.differences(), 0, "{}", player.client.name());
    }
    nodes.stop().await;
}

/// A player who is banned on one node is disconnected from all.
#[tokio::test]
async fn a_ban_holds_on_all_nodes_at_once() {
    let Some(nodes) = Nodes::start(2).await else { return };
    let mut banned = Player::idle("Ada", nodes.address(1));
    banned.until("welcome", |player| player.client.is_welcome()).await;
    let player = banned.heard.iter().find_map(|said| match said {
        ServerMessage::Welcome { player, .. } => Some(player.to_string()),
        _ => None,
    });
    let request = Request::BanPlayer { player: player.expect("a number"), lift: false };
    let data = nodes.running[0].data.clone();
    let answer = tokio::task::spawn_blocking(move || admin::ask(&data, &request)).await;
    answer.expect("no panic").expect("it is done");
    let farewell = ServerMessage::Farewell { reason: FarewellReason::Banned };
    banned.until("the connection is closed", |player| player.heard.contains(&farewell)).await;
    nodes.stop().await;
}

/// Checkpoints of a ranked game that went to such a node and to another by turns once failed.
#[tokio::test]
async fn a_node_with_another_date_than_most_is_not_ready() {
    let Some(mut nodes) = Nodes::start(2).await else { return };
    let nats = nodes.nats.clone();
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970");
    let ahead = Clock::started_at(now.as_micros() as u64 + 60_000_000);
    nodes.add_with(nats, ahead).await;
    answers(&nodes, 2, "/readyz", 503).await;
    assert!(get(nodes.address(2), "/readyz").await.text().contains("clock"));
    for node in [0, 1] {
        answers(&nodes, node, "/readyz", 200).await;
    }
    nodes.stop().await;
}

#[tokio::test]
async fn a_node_says_whether_it_may_get_players() {
    let Some(nodes) = Nodes::start(1).await else { return };
    for path in ["/healthz", "/readyz"] {
        answers(&nodes, 0, path, 200).await;
    }
    let is_leased = async || {
        let text = get(nodes.metrics_address(0), "/metrics").await.text();
        text.contains("quintet_leased 1")
    };
    while !is_leased().await {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    tokio::time::timeout(Duration::from_mins(1), nodes.stop()).await.expect("it stops");
}
