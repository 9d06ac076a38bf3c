//! Rooms whose node has gone, and that nobody comes back to.

use std::sync::atomic::Ordering;
use std::time::Duration;

use quintet_server::store::nats::Nats;

use super::{hands, settings};
use crate::several::Nodes;
use crate::support::player::{Player, begin};

/// A room whose record cannot be read once kept all others from being taken over.
#[tokio::test]
async fn a_match_that_everybody_has_left_is_taken_over_whatever_other_rooms_are_like() {
    let Some(mut nodes) = Nodes::start(1).await else { return };
    let faults = nodes.add_behind_proxies().await;
    let nats = Nats::open(nodes.nats.clone(), Duration::from_mins(1)).await.expect("NATS");
    let bucket = format!("{}-rooms", nodes.nats.prefix);
    let bucket = nats.streams.get_key_value(bucket).await.expect("a bucket");
    // The oldest comes first when rooms are looked through.
    bucket.put("222222", "unreadable".into()).await.expect("it is written");
    let mut host = Player::new("Ada", nodes.address(1), hands(25, 60));
    let mut friend = Player::new("Grace", nodes.address(1), hands(25, 60));
    begin(&mut host, &mut friend, settings()).await;
    host.hang_up();
    friend.hang_up();
    for faults in &faults {
        faults.swallow.store(true, Ordering::Relaxed);
    }
    let begin = std::time::Instant::now();
    while nodes.running[0].metrics.takeovers.get() == 0 {
        assert!(begin.elapsed() < Duration::from_secs(90), "the match is left alone");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    for faults in &faults {
        faults.swallow.store(false, Ordering::Relaxed);
        faults.cut();
    }
    nodes.stop().await;
}
