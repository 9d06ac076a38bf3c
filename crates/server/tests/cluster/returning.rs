//! Players who come back to the node of their room.

use std::time::{Duration, Instant};

use quintet_protocol::ServerMessage;
use quintet_server::store::nats::Nats;

use super::settings;
use crate::several::Nodes;
use crate::support::player::{Player, begin};

/// A node that did not know of a room yet once wrote that its player is in none. That was never
/// corrected, so that the player could not find the match again when the node of the room died.
#[tokio::test]
async fn who_comes_back_to_a_room_is_known_to_be_there_whatever_another_node_has_written() {
    let Some(nodes) = Nodes::start(1).await else { return };
    let mut host = Player::idle("Ada", nodes.address(0));
    let mut friend = Player::idle("Grace", nodes.address(0));
    begin(&mut host, &mut friend, settings()).await;
    let nats = Nats::open(nodes.nats.clone(), Duration::from_mins(1)).await.expect("NATS");
    let bucket = format!("{}-players", nodes.nats.prefix);
    let places = nats.streams.get_key_value(bucket).await.expect("a bucket");
    let key = friend.heard.iter().find_map(|said| match said {
        ServerMessage::Welcome { player, .. } => Some(player.to_string()),
        _ => None,
    });
    let (key, code) = (key.expect("a number"), host.code().to_string());
    let until_known = async || {
        let begin = Instant::now();
        while places
            .get(&key)
            .await
            .expect("an answer")
            .is_none_or(|place| *place != *code.as_bytes())
        {
            assert!(begin.elapsed() < Duration::from_secs(30), "the directory does not know it");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    until_known().await;
    places.put(&key, "".into()).await.expect("it is written");
    friend.hang_up();
    tokio::select! {
        () = friend.until("back in the room", |player| {
            player.reconnects > 1 && player.client.is_welcome() && player.client.room().is_some()
        }) => {}
        () = host.keep_playing() => {}
    }
    until_known().await;
    nodes.stop().await;
}
