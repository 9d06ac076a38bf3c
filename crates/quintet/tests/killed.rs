//! The server, killed at random instants of running matches: nothing is lost, and every match ends
//! with one result.
//!
//! A few kills are part of the ordinary tests. The long run is
//! `QUINTET_KILLS=100 cargo test -p quintet --test killed --release -- --nocapture`.

#[path = "support/served.rs"]
mod served;
#[path = "../../server/tests/support/mod.rs"]
mod support;

use std::collections::HashSet;
use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use quintet_engine::{Micros, Replay};
use quintet_protocol::{ClientMessage, Ending, GameId, RuleSet, ServerMessage, Settings};
use quintet_server::store::{MatchResult, Stores, local, recover};
use served::Served;
use support::hands::Hands;
use support::player::{Player, begin, both_ready};
use support::server::Folder;

const FEW: u32 = 8;

fn hands(good_for: u32) -> Hands {
    Hands::new(Micros::from_millis(15), good_for)
}

/// The match that a player was last told the end of, or is playing.
fn match_of(player: &Player) -> u64 {
    player.client.game().expect("a game").id().match_id
}

fn kills_wanted() -> u32 {
    std::env::var("QUINTET_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(FEW)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_comes_back_to_its_match_however_often_the_server_is_killed() {
    let folder = Folder::new();
    let mut server = Served::start(folder.path(), "127.0.0.1:0");
    let listen = server.address.to_string();
    let mut player = Player::new("Ada", server.address, Hands::new(Micros::from_millis(60), 1_000));
    player.until("welcome", |player| player.client.is_welcome()).await;
    player.client.send(ClientMessage::QuickMatch { rules: RuleSet::Versus });
    let offers = |said: &ServerMessage| matches!(said, ServerMessage::BotOffer { .. });
    player.until("a bot offers itself", |player| player.heard.iter().any(offers)).await;
    player.client.send(ClientMessage::AcceptBot);
    player.until("in a room", |player| player.client.room().is_some()).await;
    player.client.ready();
    player.until("the game begins", |player| player.client.game().is_some()).await;
    let bot = 1 - player.client.room().and_then(|room| room.you).expect("a seat");
    let inputs =
        |player: &Player| player.client.game().map_or(0, |game| game.confirmed(bot).inputs().len());
    let id = match_of(&player);
    for _ in 0..kills_wanted().div_ceil(2) {
        let so_far = inputs(&player);
        player
            .until("the bot plays on", |player| {
                inputs(player) > so_far + 2 || player.matches_over() > 0
            })
            .await;
        server.kill();
        server = Served::start(folder.path(), &listen);
    }
    // It does not matter who wins the first game: the player who gives up loses the match.
    if player.matches_over() == 0 {
        player.ask(&[ClientMessage::Resign], "the end", |player| player.matches_over() > 0).await;
    }
    assert_eq!((player.matches_over(), player.client.differences()), (1, 0));
    server.kill();
    let [result] = &results(&folder, [id]).await[..] else { panic!("one result") };
    assert!(result.is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_killed_at_any_instant_loses_nothing_and_decides_every_match_once() {
    let kills = kills_wanted();
    let folder = Folder::new();
    let mut server = Served::start(folder.path(), "127.0.0.1:0");
    let listen = server.address.to_string();
    let mut one = Player::new("Ada", server.address, hands(25));
    let mut other = Player::new("Grace", server.address, hands(40));
    let settings = Settings { rules: RuleSet::Versus, ..Settings::default() };
    begin(&mut one, &mut other, settings).await;
    let mut matches = HashSet::from([match_of(&one)]);
    let mut random = u64::from(std::process::id());
    let mut killed = 0;
    while killed < kills {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let until = Instant::now() + Duration::from_millis(100 + (random >> 33) % 900);
        let is_decided = |player: &Player| player.matches_over() >= matches.len();
        tokio::join!(
            one.until("the instant", |player| is_decided(player) || Instant::now() >= until),
            other.until("the instant", |player| is_decided(player) || Instant::now() >= until),
        );
        if is_decided(&one) || is_decided(&other) {
            // One of them may have been told just before the server died, the other not yet.
            next_match(&mut one, &mut other, settings, matches.len()).await;
            matches.insert(match_of(&one));
            continue;
        }
        server.kill();
        server = Served::start(folder.path(), &listen);
        killed += 1;
        println!("killed {killed} of {kills}, match {}", matches.len());
    }
    let count = matches.len();
    tokio::join!(
        one.until("the last match is decided", |player| player.matches_over() >= count),
        other.until("the last match is decided", |player| player.matches_over() >= count),
    );
    assert_eq!((one.client.differences(), other.client.differences()), (0, 0));
    server.kill();

    for player in [&one, &other] {
        let mut told = player.heard.iter().filter_map(|said| match said {
            ServerMessage::MatchOver { outcome, .. } => Some(outcome.ending),
            _ => None,
        });
        assert!(told.all(|ending| ending == Ending::Played), "every match was played out");
        assert_eq!(player.matches_over(), count, "nobody was told of a match twice");
    }
    for result in results(&folder, matches).await {
        assert!(
            result.as_ref().is_some_and(|result| result.outcome.winner.is_some()),
            "{result:?}"
        );
    }
}

const FILES: u32 = 64;

#[cfg(unix)]
#[tokio::test]
async fn at_the_limit_of_open_files_those_inside_play_on_and_the_log_says_it() {
    let folder = Folder::new();
    let mut served = Served::with_few_files(folder.path(), FILES);
    let mut one = Player::new("Ada", served.address, hands(1_000));
    let mut other = Player::new("Grace", served.address, hands(1_000));
    begin(&mut one, &mut other, Settings::default()).await;
    let crowd = (0..2 * FILES).map(|_| std::net::TcpStream::connect(served.address));
    let crowd: Vec<_> = crowd.collect::<Result<_, _>>().expect("the system takes them");
    let log = BufReader::new(served.process.stderr.take().expect("its log"));
    let logged = tokio::task::spawn_blocking(move || {
        let is_it = |line: &String| line.contains("connections cannot be accepted");
        log.lines().map_while(Result::ok).find(is_it)
    });
    let line = tokio::select! {
        line = logged => line.expect("it reads"),
        () = one.keep_playing() => unreachable!("it never stops playing"),
        () = other.keep_playing() => unreachable!("it never stops playing"),
    };
    println!("{}", line.expect("the log says it"));
    let inputs =
        |player: &Player| player.client.game().map_or(0, |game| game.confirmed(0).inputs().len());
    let before = inputs(&one);
    tokio::select! {
        () = one.until("they play on", |player| inputs(player) > before + 10) => {}
        () = other.keep_playing() => {}
    }
    assert_eq!((one.reconnects, other.reconnects), (1, 1));
    drop(crowd);
    served.kill();
}

/// The results of matches, after all of them are decided.
async fn results(
    folder: &Folder,
    matches: impl IntoIterator<Item = u64>,
) -> Vec<Option<MatchResult>> {
    let Stores { mut journal, accounts, scores } = local::open(folder.path()).expect("whole files");
    let recovered = recover(journal.as_mut(), accounts.as_ref(), scores.as_ref(), 0)
        .await
        .expect("a whole journal");
    assert_eq!((recovered.running.len(), recovered.ended), (0, 0));
    let mut results = Vec::new();
    for id in matches {
        results.push(accounts.result(id).await.expect("it can be read"));
        let first = GameId { match_id: id, number: 0 };
        let kept =
            scores.game(first).await.expect("it can be read").expect("its first game is kept");
        let replay = Replay::from_bytes(&kept.replay).expect("a replay");
        assert_eq!(replay.verify(), Ok(()));
    }
    results
}

/// Both learn how the match ended, wherever they were, and play another.
async fn next_match(one: &mut Player, other: &mut Player, settings: Settings, decided: usize) {
    tokio::join!(
        one.until("the match is decided", |player| player.matches_over() >= decided),
        other.until("the match is decided", |player| player.matches_over() >= decided),
    );
    one.hands = hands(25);
    other.hands = hands(40);
    // After a kill the old room may be gone, so that both go to a new one. The server may have died
    // with its last word on the way, so that all this is asked for on a new connection.
    let code = |player: &Player| player.client.room().map(|room| room.code);
    let old = code(one);
    one.client.leave();
    other.client.leave();
    let is_new = |player: &Player| code(player).is_some() && code(player) != old;
    one.ask(&[ClientMessage::CreateRoom { settings }], "a new room", is_new).await;
    let new = one.code();
    let join = [ClientMessage::JoinRoom { code: new, watch: false }];
    other.ask(&join, "the new room", |player| code(player) == Some(new)).await;
    both_ready(one, other).await;
}
