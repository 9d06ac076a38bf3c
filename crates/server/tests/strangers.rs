//! Attacks that once slowed the server down, filled it up or disturbed others. Each is bounded in
//! number, and prints the figure that it is about.

#[path = "support/followed.rs"]
mod followed;
mod support;

use std::net::{IpAddr, SocketAddr, UdpSocket};
use std::time::{Duration, Instant};

use futures_util::StreamExt;
use quintet_engine::{Button, GameName, Micros, Recorder, Replay};
use quintet_protocol::http::LeaderboardEntry;
use quintet_protocol::{
    ClientMessage, PlayState, RoomCode, ServerMessage, Settings, decode_server,
};
use quintet_server::limits::{
    API_SAVED, CONNECTIONS_PER_ADDRESS, DEVICES_SAVED, DIFFERENCE_REPORTS, MAX_REPLAY, PLACES,
    ROOMS_PER_ADDRESS, SOCKETS_PER_ADDRESS, VERIFYING_QUEUE,
};
use quintet_server::ranked::input_stats::InputStats;
use quintet_server::store::local;
use quintet_server::{Config, Server};
use rusqlite::{Connection, params};
use support::hands::{Hands, calm_placement};
use support::http::{ask, get};
use support::padded::padded;
use support::player::{Player, rivals};
use support::ranked::{bearer, issue, short_game, submit, tell, tell_and_submit};
use support::server::{Folder, Running, config};
use support::socket::{connect, connect_with, hear_until};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// Nothing here takes nearly so long.
const PATIENCE: Duration = Duration::from_secs(90);

fn hands() -> Hands {
    Hands::new(Micros::from_millis(40), 10_000)
}

async fn watch_and_vanish(address: SocketAddr, code: RoomCode) {
    let mut socket = connect(address, &[ClientMessage::JoinRoom { code, watch: true }]).await;
    hear_until(&mut socket, |said| matches!(said, ServerMessage::Room { .. })).await;
}

const SPECTATORS: usize = 40;
const VISITS: usize = 5;

#[tokio::test]
async fn players_are_told_of_spectators_at_most_once_per_second() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let (mut one, mut other) = rivals(server.address, hands, Settings::default()).await;
    let rooms = |player: &Player| {
        player.heard.iter().filter(|said| matches!(said, ServerMessage::Room { .. })).count()
    };
    let before = rooms(&one);
    let (address, code, begin) = (server.address, one.code(), Instant::now());
    let crowd = async {
        for _ in 0..VISITS {
            let some = (0..SPECTATORS).map(|_| tokio::spawn(watch_and_vanish(address, code)));
            for visit in some.collect::<Vec<_>>() {
                visit.await.expect("a visit");
            }
        }
    };
    tokio::select! {
        () = crowd => {}
        () = one.keep_playing() => {}
        () = other.keep_playing() => {}
    }
    // Whatever was still under way has been heard when one who stays is seen.
    let mut stays = connect(address, &[ClientMessage::JoinRoom { code, watch: true }]).await;
    hear_until(&mut stays, |said| matches!(said, ServerMessage::Room { .. })).await;
    tokio::select! {
        () = one.until("one watches", |player| {
            player.client.room().is_some_and(|room| room.spectators == 1)
        }) => {}
        () = other.keep_playing() => {}
    }
    let (told, seconds) = (rooms(&one) - before, begin.elapsed().as_secs() as usize);
    let changes = 2 * SPECTATORS * VISITS;
    println!("{changes} changes in {seconds} s were told in {told} messages");
    assert!(told <= seconds + 2, "{told} messages in {seconds} s");
    server.stop().await;
}

#[tokio::test]
async fn reports_of_differences_raise_no_alarm_unless_the_server_finds_one() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let (mut one, mut other) = rivals(server.address, hands, Settings::default()).await;
    let played = |player: &Player| {
        player.client.game().is_some_and(|game| game.confirmed(0).inputs().len() > 20)
    };
    tokio::select! {
        () = one.until("some inputs", played) => {}
        () = other.keep_playing() => {}
    }
    for number in 0..200_u32 {
        let (board, at) = ((number % 3) as u8, Micros(u64::from(number) * 2_000));
        one.client.send(ClientMessage::Differs { board, at, hash: number });
    }
    let inputs = one.client.game().expect("a game").confirmed(0).inputs().len();
    tokio::select! {
        () = one.until("the game goes on", |player| {
            player.client.game().is_some_and(|game| game.confirmed(0).inputs().len() > inputs + 3)
        }) => {}
        () = other.keep_playing() => {}
    }
    let counted = || (server.metrics.differences.get(), server.metrics.differences_reported.get());
    assert_eq!(counted(), (0, 0), "nothing is looked into while they play");
    one.client.send(ClientMessage::Resign);
    tokio::select! {
        () = one.until("the reports are looked into", |_| counted() != (0, 0)) => {}
        () = other.keep_playing() => {}
    }
    let (alarm, reported) = counted();
    println!("200 reports: {alarm} in the alarm, {reported} counted as reports");
    assert!(alarm == 0 && (1..=DIFFERENCE_REPORTS as u64).contains(&reported));
    assert_eq!((one.dropped, other.dropped), (0, 0));
    server.stop().await;
}

async fn submit_padded(address: SocketAddr, times: usize) -> Vec<u16> {
    let bearer = bearer(address).await;
    let mut statuses = Vec::new();
    for _ in 0..times {
        let issued = issue(address, &bearer, "marathon").await;
        let seed = issued.seed;
        let replay =
            tokio::task::spawn_blocking(move || padded(GameName::Marathon, seed).to_bytes());
        let replay = replay.await.expect("a replay");
        assert!((MAX_REPLAY / 8..=MAX_REPLAY).contains(&replay.len()), "{}", replay.len());
        // Told to be over, so that there is nothing else to refuse it for.
        let ended = (Micros(1), PlayState::Ended);
        assert_eq!(tell(address, &bearer, issued.ticket, (0, &[]), ended).await.status, 200);
        let path = format!("/api/scores?ticket={}", issued.ticket);
        statuses.push(ask(address, "POST", &path, &bearer, &replay).await.status);
    }
    statuses
}

const CLIENTS: usize = 6;
const PADDED_REPLAYS: usize = 4;

#[tokio::test]
async fn padded_replays_are_refused_and_a_match_goes_on_beside_them() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let address = server.address;
    let (mut one, mut other) = rivals(address, hands, Settings::default()).await;
    let attack = async {
        let clients = (0..CLIENTS).map(|_| tokio::spawn(submit_padded(address, PADDED_REPLAYS)));
        let mut statuses = Vec::new();
        for client in clients.collect::<Vec<_>>() {
            statuses.extend(client.await.expect("answers"));
        }
        statuses
    };
    let statuses = tokio::select! {
        statuses = attack => statuses,
        () = one.keep_playing() => unreachable!("it never stops playing"),
        () = other.keep_playing() => unreachable!("it never stops playing"),
    };
    println!(
        "{} padded replays, {} accepted",
        statuses.len(),
        server.metrics.scores_accepted.get()
    );
    assert!(statuses.iter().all(|&status| status == 422), "{statuses:?}");
    assert_eq!(server.metrics.scores_accepted.get(), 0);
    assert_eq!(server.metrics.verifying.count(), 0, "none is worth reading");
    assert_eq!((one.dropped, other.dropped), (0, 0), "nobody else was disturbed");
    server.stop().await;
}

/// Submits a score with the only ticket of a player.
async fn submit_busy(address: SocketAddr, player: u64, replay: Vec<u8>) -> u16 {
    let bearer = format!("Authorization: Bearer {}\r\n", followed::secret(player).to_hex());
    submit(address, &bearer, followed::ticket(player, 0), &replay).await.status
}

/// Replays of games at the highest rate of inputs, as many at once as may wait. `cargo xtask bench server
/// strangers` measures what this does to others.
#[tokio::test]
async fn a_match_goes_on_beside_a_full_queue_of_busy_replays() {
    let folder = Folder::new();
    let replay = followed::busy_game();
    let players = VERIFYING_QUEUE as u64;
    followed::fill(folder.path(), &replay, players, 1).await.expect("tickets");
    let server = Running::start(&folder).await;
    let (address, bytes) = (server.address, replay.to_bytes());
    let (mut one, mut other) = rivals(address, hands, Settings::default()).await;
    let attack =
        (0..players).map(|player| tokio::spawn(submit_busy(address, player, bytes.clone())));
    let attack = futures_util::future::join_all(attack);
    let statuses = tokio::select! {
        statuses = attack => statuses,
        () = one.keep_playing() => unreachable!("it never stops playing"),
        () = other.keep_playing() => unreachable!("it never stops playing"),
    };
    let accepted = server.metrics.scores_accepted.get();
    println!("{players} replays of {} bytes at once, {accepted} accepted", bytes.len());
    assert!(statuses.into_iter().all(|status| status.expect("an answer") == 200));
    assert_eq!((accepted, server.metrics.verifying.count()), (players, players));
    assert_eq!((one.reconnects, other.reconnects), (1, 1), "nobody else was disturbed");
    server.stop().await;
}

/// Submits a replay and hangs up before it is answered.
async fn submit_and_hang_up(address: SocketAddr, bearer: &str, ticket: u64) {
    let nonsense = "nonsense";
    let request = format!(
        "POST /api/scores?ticket={ticket} HTTP/1.1\r\nHost: here\r\nContent-Length: {}\r\n\
         {bearer}\r\n{nonsense}",
        nonsense.len()
    );
    let mut stream = TcpStream::connect(address).await.expect("the server is there");
    stream.write_all(request.as_bytes()).await.expect("a request");
    // Time for the replay to reach the queue. Nothing fails if that is too short.
    let mut answer = [0; 1];
    let _ = tokio::time::timeout(Duration::from_millis(8), stream.read(&mut answer)).await;
}

/// A replay whose client had hung up once stayed in the queue, while its ticket could be used again: one
/// device could keep everybody from submitting scores.
#[tokio::test]
async fn replays_of_clients_that_hang_up_keep_nobody_from_submitting_a_score() {
    const TRIED: usize = 40;
    let folder = Folder::new();
    let replay = followed::busy_game();
    // The queue has room for the attacker and for one more.
    let players = VERIFYING_QUEUE as u64 - 2;
    followed::fill(folder.path(), &replay, players, 1).await.expect("tickets");
    let server = Running::start(&folder).await;
    let (address, bytes) = (server.address, replay.to_bytes());
    let mallory = bearer(address).await;
    let ticket = issue(address, &mallory, "marathon").await.ticket;
    let ended = (Micros(1), PlayState::Ended);
    assert_eq!(tell(address, &mallory, ticket, (0, &[]), ended).await.status, 200);
    let honest = |player| tokio::spawn(submit_busy(address, player, bytes.clone()));
    let waiting: Vec<_> = (1..players).map(honest).collect();
    let verifying = async {
        while server.metrics.verifying.count() < 4 {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    tokio::time::timeout(PATIENCE, verifying).await.expect("some are verified");
    for _ in 0..TRIED {
        submit_and_hang_up(address, &mallory, ticket).await;
    }
    assert_eq!(submit_busy(address, 0, bytes.clone()).await, 200);
    for status in futures_util::future::join_all(waiting).await {
        assert_eq!(status.expect("an answer"), 200);
    }
    let verified = server.metrics.verifying.count();
    println!("{TRIED} replays of a client that hung up, {} were verified", verified - players);
    assert!(verified <= players + 1, "one by each ticket");
    server.stop().await;
}

/// A game whose every press and pause lasts the same time, as no person's do.
fn even_game() -> Replay {
    let (step, pause) = (Micros::from_millis(60), Micros::from_millis(500));
    let mut recorder = Recorder::new(&[followed::GAME.rules()], followed::SEED);
    let mut at = Micros::ZERO;
    while !recorder.current().is_over() {
        at += pause;
        let _ = recorder.advance(at, &mut |_, _| {});
        let game = recorder.game(0).expect("a board");
        let is_calm = game.view().pieces < 60;
        let buttons = if is_calm { calm_placement(game) } else { vec![Button::HardDrop] };
        for button in buttons {
            if recorder.current().is_over() {
                break;
            }
            recorder.press(0, button, at, &mut |_, _| {}).expect("time goes on");
            at += step;
            // One that is over goes no further.
            let _ = recorder.release(0, button, at, &mut |_, _| {});
            at += step;
        }
    }
    let replay = recorder.replay();
    assert!(InputStats::of(&replay).is_some_and(|stats| stats.is_suspicious()));
    replay
}

/// A report that could not be written was once never made, because the score was kept before it.
#[tokio::test]
async fn a_score_of_hands_like_a_programs_is_kept_only_with_its_report() {
    let folder = Folder::new();
    let replay = even_game();
    followed::fill(folder.path(), &replay, 1, 1).await.expect("a ticket");
    let server = Running::start(&folder).await;
    let file = Connection::open(folder.path().join("quintet.sqlite")).expect("a file");
    let failing = "CREATE TRIGGER failing BEFORE INSERT ON reports
                   BEGIN SELECT RAISE(ABORT, 'no report can be written'); END";
    file.execute_batch(failing).expect("nobody else writes");
    assert_eq!(submit_busy(server.address, 0, replay.to_bytes()).await, 503);
    file.execute_batch("DROP TRIGGER failing").expect("nobody else writes");
    assert_eq!(submit_busy(server.address, 0, replay.to_bytes()).await, 200);
    let open = "SELECT COUNT(*) FROM reports WHERE is_open AND score_id = ?1";
    let score = followed::ticket(0, 0).cast_signed();
    let reports: u32 = file.query_row(open, [score], |row| row.get(0)).expect("a number");
    assert_eq!(reports, 1);
    server.stop().await;
}

/// They are drawn by clients; drawing them for anybody once slowed matches down.
#[tokio::test]
async fn the_server_draws_no_qr_codes() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    for path in ["/api/qr", "/api/qr?text=quintet", "/api/qr/quintet"] {
        assert_eq!(get(server.address, path).await.status, 404, "{path}");
    }
    server.stop().await;
}

const SCORES: u64 = 50_000;
const PLAYERS: u64 = 5_000;

/// Fills a folder with scores, the newest of them the worst, which is the slowest case of a list.
fn fill(folder: &Folder) {
    drop(local::open(folder.path()).expect("a folder"));
    let mut file = Connection::open(folder.path().join("quintet.sqlite")).expect("a file");
    let now = std::time::UNIX_EPOCH.elapsed().expect("a date").as_micros() as i64;
    let step = file.transaction().expect("nobody else writes");
    for number in 0..SCORES as i64 {
        let played = now - 1_000_000 * (SCORES as i64 - number) * 14;
        step.prepare_cached(
            "INSERT INTO scores (score_id, player, name, game, rank_by, score, lines, level,
                                 duration, played)
             VALUES (?1, ?2, 'Mallory', 'marathon', ?3, ?3, 1, 1, 1, ?4)",
        )
        .expect("the table")
        .execute(params![number + 1, number % PLAYERS as i64, number, played])
        .expect("a row");
    }
    step.commit().expect("written");
}

#[tokio::test]
async fn lists_of_fifty_thousand_scores_are_whole_and_in_order_for_all_who_ask_at_once() {
    let folder = Folder::new();
    fill(&folder);
    let server = Running::start(&folder).await;
    let address = server.address;
    let mut took = Vec::new();
    for round in 0..30 {
        let span = ["all", "week", "day"][round % 3];
        let some = (0..10).map(|_| async move {
            let begin = Instant::now();
            let list = get(address, &format!("/api/scores?game=marathon&span={span}")).await;
            let list: Vec<LeaderboardEntry> = serde_json::from_slice(&list.body).expect("a list");
            (list, begin.elapsed())
        });
        for (list, one) in futures_util::future::join_all(some).await {
            assert_eq!(list.len(), PLACES as usize, "{span}");
            let best = list.windows(2).all(|pair| pair[0].score <= pair[1].score);
            assert!(best, "{span}");
            took.push(one);
        }
    }
    took.sort_unstable();
    let p99: Duration = took[took.len() * 99 / 100];
    println!(
        "{SCORES} scores, ten requests at a time: median {:?}, p99 {p99:?}",
        took[took.len() / 2]
    );
    server.stop().await;
}

/// The clock of the server, and not the system's, dates tickets and scores: setting the system's
/// changes nothing. This server's is years behind.
#[tokio::test]
async fn a_score_counts_by_the_servers_own_clock() {
    let folder = Folder::new();
    let server = Running::started_at(&folder, 1_000_000_000_000_000).await;
    let bearer = bearer(server.address).await;
    let issued = issue(server.address, &bearer, "marathon").await;
    let replay = short_game(GameName::Marathon, issued.seed);
    let answer = tell_and_submit(server.address, &bearer, issued.ticket, &replay).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let list = get(server.address, "/api/scores?game=marathon&span=day").await;
    let list: Vec<LeaderboardEntry> = serde_json::from_slice(&list.body).expect("a list");
    assert_eq!(list.len(), 1);
    assert_eq!(list[0].played_ms / 1_000_000, 1_000_000, "by that clock");
    server.stop().await;
}

/// Connects, opens a room and vanishes; says whether there was a room.
async fn open_and_vanish(address: SocketAddr, from: &str) -> bool {
    let create = ClientMessage::CreateRoom { settings: Settings::default() };
    let Ok(mut socket) = connect_with(address, &[("x-forwarded-for", from)], &[create]).await
    else {
        return false;
    };
    while let Some(Ok(said)) = socket.next().await {
        match decode_server(&said.into_data()) {
            Ok(ServerMessage::Room { .. }) => return true,
            Ok(ServerMessage::Welcome { .. }) => {}
            _ => return false,
        }
    }
    false
}

/// How many requests one address makes: more than it may in that time.
const REQUESTS_TRIED: usize = 20_000;
/// How many of them at the same time.
const REQUESTS_AT_A_TIME: usize = 50;

/// A server that no proxy stands in front of limits requests as well, by address.
#[tokio::test]
async fn one_address_makes_few_requests_and_others_are_answered() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let list = "/api/scores?game=marathon&span=day";
    let from = |address: &'static str| ask(server.address, "GET", list, address, &[]);
    let mut statuses = Vec::new();
    while !statuses.contains(&429) {
        let many = (0..REQUESTS_AT_A_TIME).map(|_| from("X-Forwarded-For: 203.0.113.5\r\n"));
        let answers = futures_util::future::join_all(many).await;
        statuses.extend(answers.iter().map(|answer| answer.status));
        assert!(statuses.len() <= REQUESTS_TRIED, "there is no limit");
    }
    let accepted = statuses.iter().filter(|&&status| status == 200).count();
    println!("{accepted} requests of one address were answered before the first was refused");
    assert!(accepted >= API_SAVED as usize);
    assert_eq!(from("X-Forwarded-For: 203.0.113.6\r\n").await.status, 200, "another address");
    assert_eq!(from("").await.status, 200, "this machine");
    server.stop().await;
}

const ROOMS_TRIED: usize = 200;

#[tokio::test]
async fn one_address_opens_few_rooms_and_others_play_on() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let mut opened = 0;
    for _ in 0..ROOMS_TRIED {
        opened += usize::from(open_and_vanish(server.address, "203.0.113.5").await);
    }
    println!("{ROOMS_TRIED} rooms were asked for from one address, {opened} were opened");
    assert_eq!(opened, ROOMS_PER_ADDRESS.min(DEVICES_SAVED as usize));
    assert_eq!(server.metrics.rooms.get(), opened as i64);
    assert!(open_and_vanish(server.address, "203.0.113.6").await, "another address");
    let (mut one, mut other) = rivals(server.address, hands, Settings::default()).await;
    other.client.send(ClientMessage::Resign);
    let over = |player: &Player| player.matches_over() == 1;
    tokio::join!(one.until("the match is over", over), other.until("the match is over", over));
    server.stop().await;
}

#[tokio::test]
async fn one_address_has_few_sockets_and_gets_back_what_it_closes() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let from = [("x-forwarded-for", "203.0.113.5")];
    let mut sockets = Vec::new();
    let refused = loop {
        match connect_with(server.address, &from, &[]).await {
            Ok(socket) => sockets.push(socket),
            Err(status) => break status,
        }
        assert!(sockets.len() <= SOCKETS_PER_ADDRESS, "there is no limit");
    };
    println!("{} sockets from one address, then status {refused}", sockets.len());
    assert_eq!((sockets.len(), refused), (SOCKETS_PER_ADDRESS, 429));
    drop(sockets);
    let again = async {
        while connect_with(server.address, &from, &[]).await.is_err() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, again).await.expect("it gets them back");
    server.stop().await;
}

/// This machine's address in its network, from where it is no longer itself to a server; none without
/// a network.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind("0.0.0.0:0").ok()?;
    // This sends nothing.
    socket.connect("203.0.113.1:9").ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

/// How many connections one address opens beyond those it may have.
const CONNECTIONS_BEYOND: u64 = 40;

#[tokio::test]
async fn one_address_has_few_connections_where_no_proxy_counts_them() {
    let Some(own) = own_address() else {
        return eprintln!("SKIPPED: this machine has no address but that of loopback");
    };
    let folder = Folder::new();
    let listen = SocketAddr::from(([0, 0, 0, 0], 0));
    let config = Config { listen, ..config(&folder) };
    let server = Running::run(Server::start(config).await.expect("a server"));
    let port = server.address.port();
    let mut streams = Vec::new();
    for _ in 0..CONNECTIONS_PER_ADDRESS as u64 + CONNECTIONS_BEYOND {
        streams.push(TcpStream::connect((own, port)).await.expect("it listens"));
    }
    let refused = async {
        for stream in &mut streams[CONNECTIONS_PER_ADDRESS..] {
            // Ends when the server hangs up.
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
    };
    tokio::time::timeout(PATIENCE, refused).await.expect("those beyond are closed");
    let (open, refused) = (server.metrics.open_connections.get(), server.metrics.too_many.get());
    println!("{} connections of one address, {refused} refused", streams.len());
    assert_eq!(refused, CONNECTIONS_BEYOND);
    assert!(open <= CONNECTIONS_PER_ADDRESS as i64, "{open} are open");
    let here = SocketAddr::from(([127, 0, 0, 1], port));
    assert_eq!(get(here, "/healthz").await.status, 200, "another address");
    server.stop().await;
}

#[tokio::test]
async fn a_page_of_another_origin_cannot_connect() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let own = format!("http://{}", server.address);
    assert!(connect_with(server.address, &[("origin", &own)], &[]).await.is_ok());
    for other in ["https://elsewhere.example", "null", "http://127.0.0.1:1"] {
        let answer = connect_with(server.address, &[("origin", other)], &[]).await;
        assert_eq!(answer.err(), Some(403), "{other}");
    }
    server.stop().await;
}
