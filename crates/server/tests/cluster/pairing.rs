//! Quick matches between players of different nodes.

use std::sync::atomic::Ordering;
use std::time::Duration;

use quintet_protocol::{ClientMessage, RuleSet, ServerMessage};

use super::{hands, pieces, until_decided};
use crate::several::Nodes;
use crate::support::player::{Player, both_ready};

const LOOK: ClientMessage = ClientMessage::QuickMatch { rules: RuleSet::Versus };

/// Whether a player is in a room with an opponent.
fn in_room(player: &Player) -> bool {
    player.client.room().is_some_and(|room| room.seats.iter().all(Option::is_some))
}

#[tokio::test]
async fn players_who_wait_on_different_nodes_are_paired_and_rated() {
    let Some(nodes) = Nodes::start(3).await else { return };
    let mut one = Player::new("Ada", nodes.address(1), hands(12, 40));
    let mut other = Player::new("Grace", nodes.address(2), hands(12, 15));
    tokio::join!(
        one.ask(&[LOOK], "an opponent is found", in_room),
        other.ask(&[LOOK], "an opponent is found", in_room)
    );
    assert_eq!(one.code(), other.code());
    both_ready(&mut one, &mut other).await;
    tokio::select! {
        () = one.until("ten pieces are down", |player| pieces(player, 11)) => {}
        () = other.keep_playing() => {}
    }
    tokio::select! {
        () = other.until("ten pieces are down", |player| pieces(player, 11)) => {}
        () = one.keep_playing() => {}
    }
    other.client.send(ClientMessage::Resign);
    until_decided(&mut one, &mut other).await;
    let rated = |player: &Player| {
        player
            .heard
            .iter()
            .any(|said| matches!(said, ServerMessage::MatchOver { ratings: Some(_), .. }))
    };
    assert!(rated(&one) && rated(&other));
    nodes.stop().await;
}

/// The leader may believe for a while that somebody waits who does not.
#[tokio::test]
async fn whoever_is_paired_with_somebody_who_has_gone_waits_on_without_asking_again() {
    let Some(nodes) = Nodes::start(3).await else { return };
    let mut gone = Player::idle("Ada", nodes.address(0));
    gone.until("welcome", |player| player.client.is_welcome()).await;
    let mut stays = Player::idle("Grace", nodes.address(1));
    stays.until("welcome", |player| player.client.is_welcome()).await;
    // In one breath, so that the leader hears of it late.
    gone.client.send(LOOK);
    gone.step().await;
    gone.hang_up();
    stays.client.send(LOOK);
    stays.until("it waits", |player| player.heard.contains(&ServerMessage::Waiting)).await;
    let mut late = Player::idle("Edsger", nodes.address(2));
    late.until("welcome", |player| player.client.is_welcome()).await;
    late.client.send(LOOK);
    tokio::join!(
        stays.until("an opponent is found", in_room),
        late.until("an opponent is found", in_room)
    );
    nodes.stop().await;
}

/// Somebody waits on another node than the leader's, and the leader is cut off before an opponent
/// comes: the next leader hears of both, and neither asks again.
#[tokio::test]
async fn whoever_waits_while_the_leader_dies_is_paired_by_the_next_one() {
    let Some(mut nodes) = Nodes::start(0).await else { return };
    let faults = nodes.add_behind_proxies().await;
    while nodes.running[0].metrics.is_leader.get() == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut one = Player::idle("Ada", nodes.add().await);
    let mut other = Player::idle("Grace", nodes.add().await);
    for player in [&mut one, &mut other] {
        player.until("welcome", |player| player.client.is_welcome()).await;
    }
    one.client.send(LOOK);
    one.until("it waits", |player| player.heard.contains(&ServerMessage::Waiting)).await;
    for faults in &faults {
        faults.swallow.store(true, Ordering::Relaxed);
    }
    other.client.send(LOOK);
    tokio::join!(
        one.until("an opponent is found", in_room),
        other.until("an opponent is found", in_room)
    );
    assert_eq!(one.code(), other.code());
    assert_eq!((one.reconnects, other.reconnects), (1, 1));
    for faults in &faults {
        faults.swallow.store(false, Ordering::Relaxed);
        faults.cut();
    }
    nodes.stop().await;
}
