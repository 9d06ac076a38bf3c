//! What an operator does to a server, and what players notice of it.

mod support;

use quintet_engine::Micros;
use quintet_protocol::{Ending, Outcome, ServerMessage, Settings};
use quintet_server::store::local::FolderLock;
use quintet_server::store::nats::NatsConfig;
use quintet_server::store::{Step, StoreError, local};
use quintet_server::{Config, ServeError, Server};
use support::hands::Hands;
use support::player::{Player, rivals};
use support::server::{Folder, Running, config};

fn hands() -> Hands {
    Hands::new(Micros::from_millis(12), 1_000)
}

/// Makes the games in the journal those of another revision of the engine.
async fn raise_revision(folder: &Folder) {
    let read = local::open(folder.path()).expect("the server's data").journal.logs().await;
    std::fs::remove_dir_all(folder.path().join("journal")).expect("the journal");
    let mut stores = local::open(folder.path()).expect("the server's data");
    for mut log in read.expect("a readable journal") {
        for entry in &mut log.entries {
            if let Step::GameBegun { revision, .. } = &mut entry.step {
                *revision += 1;
            }
        }
        stores.journal.append(&log.entries).await.expect("the journal takes it");
    }
}

async fn until_written(one: &mut Player, other: &mut Player, inputs: usize) {
    let written = |player: &Player| {
        player.client.game().is_some_and(|game| game.confirmed(0).inputs().len() >= inputs)
    };
    tokio::select! {
        () = one.until("inputs are in the journal", written) => {}
        () = other.keep_playing() => {}
    }
}

#[tokio::test]
async fn a_match_of_another_revision_of_the_engine_ends_without_a_winner() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let (mut one, mut other) = rivals(server.address, hands, Settings::default()).await;
    until_written(&mut one, &mut other, 5).await;
    server.stop().await;
    raise_revision(&folder).await;
    let server = Running::start(&folder).await;
    one.address = server.address;
    other.address = server.address;
    let over = |player: &Player| player.matches_over() == 1;
    tokio::join!(one.until("the match is over", over), other.until("the match is over", over));
    let outcome = Outcome { winner: None, ending: Ending::Upgraded };
    let told = |said: &ServerMessage| matches!(said, ServerMessage::MatchOver { outcome: told, .. } if *told == outcome);
    assert!(one.heard.iter().any(told) && other.heard.iter().any(told));
    server.stop().await;
}

#[tokio::test]
async fn a_device_that_another_server_knew_keeps_its_name_and_gets_a_new_secret() {
    let folders = [Folder::new(), Folder::new()];
    let first = Running::start(&folders[0]).await;
    let mut player = Player::idle("Ada", first.address);
    player.until("welcome", |player| player.client.is_welcome()).await;
    let secret = player.client.secret();
    first.stop().await;
    let second = Running::start(&folders[1]).await;
    player.reload();
    player.address = second.address;
    player.until("welcome", |player| player.client.is_welcome()).await;
    assert_eq!(player.client.name(), "Ada");
    assert!(player.client.secret().is_some() && player.client.secret() != secret);
    second.stop().await;
}

#[tokio::test]
async fn a_second_server_on_the_same_folder_does_not_start_and_says_why() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let Err(refused) = Server::start(config(&folder)).await else { panic!("two servers") };
    assert!(matches!(refused, ServeError::Store(StoreError::InUse(_))), "{refused}");
    let path = folder.path().display().to_string();
    assert!(refused.to_string().contains(&path), "{refused}");
    server.stop().await;
    Running::start(&folder).await.stop().await;
}

/// A node with its data elsewhere has the operators' socket in its folder. Another node on the same
/// folder once took that over without a word.
#[tokio::test]
async fn a_second_node_on_the_same_folder_does_not_start_either() {
    let folder = Folder::new();
    let _used = FolderLock::take(folder.path()).expect("nobody else uses it");
    let nowhere = "postgres://quintet@127.0.0.1:1/quintet".to_owned();
    let nats = NatsConfig { servers: vec!["nats://127.0.0.1:1".into()], prefix: "test".into() };
    let node = Config { database: Some(nowhere), nats: Some(nats), ..config(&folder) };
    let Err(refused) = Server::start(node).await else { panic!("two nodes") };
    assert!(matches!(refused, ServeError::Store(StoreError::InUse(_))), "{refused}");
}
