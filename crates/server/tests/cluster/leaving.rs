//! A leave takes effect whatever happens to the node of the room at that moment: the client repeats it
//! on every connection until it is confirmed, and the opponent does not have to wait until the time to
//! come back is over.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use quintet_protocol::Ending;

use super::{hands, last_outcome, settings};
use crate::several::Nodes;
use crate::support::http::get;
use crate::support::player::{Player, begin};
use crate::support::proxy::Faults;

/// A match on a node that reaches NATS by proxies, and whose host leaves in a moment.
struct Scene {
    nodes: Nodes,
    faults: Vec<Arc<Faults>>,
    host: Player,
    friend: Player,
}

impl Scene {
    async fn start() -> Option<Scene> {
        let mut nodes = Nodes::start(1).await?;
        let faults = nodes.add_behind_proxies().await;
        let mut host = Player::new("Ada", nodes.address(1), hands(25, 60));
        let mut friend = Player::new("Grace", nodes.address(0), hands(25, 60));
        begin(&mut host, &mut friend, settings()).await;
        for player in [&mut host, &mut friend] {
            player.nodes = vec![nodes.address(0)];
        }
        tokio::select! {
            () = host.until("some pieces are down", |player| super::pieces(player, 3)) => {}
            () = friend.keep_playing() => {}
        }
        Some(Scene { nodes, faults, host, friend })
    }

    fn cut_off(&self) {
        for faults in &self.faults {
            faults.swallow.store(true, Ordering::Relaxed);
        }
    }

    /// Plays until the node of the room answers so.
    async fn until_ready(&mut self, is_so: impl Fn(u16, &str) -> bool) {
        let address = self.nodes.address(1);
        let asking = async {
            loop {
                let answer = get(address, "/readyz").await;
                if is_so(answer.status, &answer.text()) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::select! {
            () = asking => {}
            () = self.host.keep_playing() => {}
            () = self.friend.keep_playing() => {}
        }
    }

    /// The host leaves, and the friend hears that the host has given up.
    async fn leave(&mut self) {
        self.host.client.leave();
        self.host.step().await;
        tokio::select! {
            () = self.friend.until("the match is over", |player| player.matches_over() > 0) => {}
            () = self.host.keep_playing() => {}
        }
        let ending = last_outcome(&self.friend).map(|outcome| outcome.ending);
        assert_eq!(ending, Some(Ending::Resigned), "not that the host is absent");
    }

    async fn end(self) {
        for faults in &self.faults {
            faults.delay.store(0, Ordering::Relaxed);
            faults.swallow.store(false, Ordering::Relaxed);
            faults.cut();
        }
        self.nodes.stop().await;
    }
}

#[tokio::test]
async fn a_leave_that_the_journal_never_gets_counts_on_another_node() {
    let Some(mut scene) = Scene::start().await else { return };
    scene.cut_off();
    scene.leave().await;
    scene.end().await;
}

/// Between the end of the lease and the next look at it, rooms are still there and hear nothing.
#[tokio::test]
async fn a_leave_after_the_lease_has_lapsed_counts_on_another_node() {
    let Some(mut scene) = Scene::start().await else { return };
    scene.cut_off();
    scene.until_ready(|status, _| status == 503).await;
    scene.leave().await;
    scene.end().await;
}

#[tokio::test]
async fn a_leave_while_a_node_hands_its_rooms_over_counts_on_another_node() {
    let Some(mut scene) = Scene::start().await else { return };
    let Scene { nodes, faults, .. } = &mut scene;
    // So that it takes a while.
    for faults in faults {
        faults.delay.store(100, Ordering::Relaxed);
    }
    let stopping = nodes.running.pop().expect("two");
    let address = stopping.address;
    let stopped = tokio::spawn(stopping.stop());
    // Until then the room is there, and after it nobody hears anything.
    loop {
        let answer = get(address, "/readyz").await;
        if answer.text() == "stopping\n" {
            assert_eq!(answer.status, 503);
            break;
        }
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    scene.leave().await;
    stopped.await.expect("it ends");
    scene.end().await;
}
