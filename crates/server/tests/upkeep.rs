//! What an operator does to a server, and what players notice of it.

mod support;

use quintet_engine::Micros;
use quintet_protocol::{ClientMessage, Ending, Outcome, ServerMessage, Settings};
use quintet_server::store::nats::NatsConfig;
use quintet_server::store::sqlite::FolderLock;
use quintet_server::store::{Step, StoreError, sqlite};
use quintet_server::{Config, ServeError, Server};
use rusqlite::Connection;
use support::hands::Hands;
use support::http::get;
use support::player::{Player, rivals};
use support::server::{Folder, Running, config};

fn hands() -> Hands {
    Hands::new(Micros::from_millis(12), 1_000)
}

fn journal(folder: &Folder) -> Connection {
    Connection::open(folder.path().join("journal.sqlite")).expect("the server's journal")
}

/// Makes the games in the journal those of another revision of the engine.
async fn raise_revision(folder: &Folder) {
    let read = sqlite::open(folder.path()).expect("the server's data").journal.logs().await;
    journal(folder).execute("DELETE FROM journal", []).expect("the table");
    let mut stores = sqlite::open(folder.path()).expect("the server's data");
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
async fn health_follows_whether_matches_can_be_written_down() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let (mut one, mut other) = rivals(server.address, hands, Settings::default()).await;
    until_written(&mut one, &mut other, 5).await;
    assert_eq!(health(&server).await, 200);
    // The table is locked away while nobody looks, and put back.
    let rename = |from: &str, to: &str| {
        let renaming = format!("ALTER TABLE {from} RENAME TO {to}");
        journal(&folder).execute(&renaming, []).expect("nobody else writes for long");
    };
    rename("journal", "hidden");
    until_health(&server, &mut one, &mut other, 503).await;
    rename("hidden", "journal");
    until_health(&server, &mut one, &mut other, 200).await;
    let inputs = one.client.game().expect("a game").confirmed(0).inputs().len();
    server.stop().await;

    // Nothing that players were told meanwhile is missing.
    let mut stores = sqlite::open(folder.path()).expect("the server's data");
    let logs = stores.journal.logs().await.expect("a readable journal");
    let [log] = &logs[..] else { panic!("one match: {}", logs.len()) };
    let game = log.clone().restore().expect("a journal without a gap").game.expect("a game");
    let written = game.moves.iter().filter(|(seat, ..)| *seat == 0);
    assert!(written.map(|(_, inputs, _)| inputs.len()).sum::<usize>() >= inputs);
}

/// However long results cannot be written, nobody is told one that a restart could lose.
#[tokio::test]
async fn a_result_is_told_once_it_is_durable() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let (mut one, mut other) = rivals(server.address, hands, Settings::default()).await;
    until_written(&mut one, &mut other, 5).await;
    let rename = |from: &str, to: &str| {
        let renaming = format!("ALTER TABLE {from} RENAME TO {to}");
        journal(&folder).execute(&renaming, []).expect("nobody else writes for long");
    };
    rename("journal", "hidden");
    until_health(&server, &mut one, &mut other, 503).await;
    other.client.send(ClientMessage::Resign);
    // The room has heard it when it refuses to hear it again.
    let refused = |player: &Player| {
        player.heard.iter().filter(|said| matches!(said, ServerMessage::Refused { .. })).count()
    };
    other.client.send(ClientMessage::CreateRoom { settings: Settings::default() });
    other.until("an answer", |player| refused(player) == 1).await;
    let failures = server.metrics.store_failures.get();
    let still_fails = |_: &Player| server.metrics.store_failures.get() >= failures + 3;
    tokio::join!(
        one.until("more failures", still_fails),
        other.until("more failures", still_fails),
    );
    one.client.send(ClientMessage::CreateRoom { settings: Settings::default() });
    one.until("an answer", |player| refused(player) == 1).await;
    assert_eq!((one.matches_over(), other.matches_over()), (0, 0), "the result is not durable");
    assert_eq!(health(&server).await, 503);
    rename("hidden", "journal");
    let over = |player: &Player| player.matches_over() == 1;
    tokio::join!(one.until("the match is over", over), other.until("the match is over", over));
    assert_eq!(health(&server).await, 200);
    let id = one.client.game().expect("a game").id().match_id;
    server.stop().await;
    // Whatever the process had no time to do, the next one does.
    let server = Running::start(&folder).await;
    server.stop().await;
    let accounts = sqlite::open(folder.path()).expect("the server's data").accounts;
    let result = accounts.result(id).await.expect("readable").expect("decided");
    assert_eq!(result.outcome, Outcome { winner: Some(0), ending: Ending::Resigned });
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

async fn health(server: &Running) -> u16 {
    get(server.address, "/healthz").await.status
}

async fn until_health(server: &Running, one: &mut Player, other: &mut Player, status: u16) {
    for _ in 0..400 {
        if health(server).await == status {
            return;
        }
        let inputs = one.client.game().expect("a game").confirmed(0).inputs().len();
        until_written(one, other, inputs + 1).await;
    }
    panic!("health never became {status}");
}
