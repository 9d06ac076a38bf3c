//! Clients that send or read so slowly that they once kept others out, or were never parted with.

mod support;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::{join_all, select_all};
use quintet_engine::{GameName, Micros};
use quintet_protocol::PlayState;
use quintet_server::limits::{REPLAYS_PER_ADDRESS, VERIFYING_QUEUE};
use quintet_server::{Config, Server};
use support::http::ask;
use support::ranked::{bearer, issue, short_game, tell, tell_and_submit};
use support::server::{Folder, Running, config};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::connect_async;

/// Nothing here takes nearly so long.
const PATIENCE: Duration = Duration::from_secs(90);

/// Waits until the server has this many connections.
async fn until_connections_are(server: &Running, count: i64) {
    let begin = Instant::now();
    while server.metrics.open_connections.get() != count {
        let open = server.metrics.open_connections.get();
        assert!(begin.elapsed() < PATIENCE, "{open} connections are open, not {count}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

const IDLE: usize = 300;
const SLOW: usize = 100;

#[tokio::test]
async fn idle_and_slow_connections_are_closed() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let mut streams = Vec::new();
    let begin = Instant::now();
    for number in 0..IDLE + SLOW {
        let mut stream = TcpStream::connect(server.address).await.expect("the server is there");
        if number >= IDLE {
            let part = b"GET /healthz HTTP/1.1\r\nHost: he";
            stream.write_all(part).await.expect("it listens");
        }
        streams.push(stream);
    }
    // One that has had an answer and asks for nothing more is idle, too.
    let whole = b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n";
    streams[0].write_all(whole).await.expect("it listens");
    let closing = async {
        for mut stream in streams {
            // Ends when the server hangs up.
            let _ = stream.read_to_end(&mut Vec::new()).await;
        }
    };
    tokio::time::timeout(PATIENCE, closing).await.expect("all are closed");
    println!("{IDLE} idle and {SLOW} slow connections were closed after {:?}", begin.elapsed());
    server.stop().await;
}

/// Begins to submit a score, and does not go on.
async fn begin_upload(address: SocketAddr, bearer: &str, ticket: u64, from: &str) -> TcpStream {
    let head = format!(
        "POST /api/scores?ticket={ticket} HTTP/1.1\r\nHost: here\r\nContent-Length: 1000\r\n\
         X-Forwarded-For: {from}\r\n{bearer}\r\nunfinished"
    );
    let mut stream = TcpStream::connect(address).await.expect("the server is there");
    stream.write_all(head.as_bytes()).await.expect("a request");
    stream
}

/// The same by a new device whose game has ended.
async fn begin_upload_of_ended_game(address: SocketAddr, from: &str) -> TcpStream {
    let bearer = bearer(address).await;
    let ticket = issue(address, &bearer, "marathon").await.ticket;
    let ended = (Micros(1), PlayState::Ended);
    assert_eq!(tell(address, &bearer, ticket, (0, &[]), ended).await.status, 200);
    begin_upload(address, &bearer, ticket, from).await
}

async fn read_status(stream: &mut TcpStream) -> String {
    let mut start = [0; 12];
    stream.read_exact(&mut start).await.expect("an answer");
    String::from_utf8_lossy(&start).into_owned()
}

/// Uploads that did not end once took all places of the queue, for half a minute each.
#[tokio::test]
async fn unfinished_replays_keep_nobody_from_submitting_a_score() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let address = server.address;

    // A game that has not ended is refused before its replay is there.
    let mallory = bearer(address).await;
    let ticket = issue(address, &mallory, "marathon").await.ticket;
    let mut refused = begin_upload(address, &mallory, ticket, "203.0.113.1").await;
    assert_eq!(read_status(&mut refused).await, "HTTP/1.1 422");

    // At most `REPLAYS_PER_ADDRESS` are read per address; one more is refused while those wait.
    let mut unfinished = Vec::new();
    while unfinished.len() <= VERIFYING_QUEUE {
        let from = format!("203.0.113.{}", unfinished.len());
        let mut some = Vec::new();
        for _ in 0..=REPLAYS_PER_ADDRESS {
            some.push(begin_upload_of_ended_game(address, &from).await);
        }
        let answers = some.iter_mut().map(|stream| Box::pin(read_status(stream)));
        let answer = tokio::time::timeout(PATIENCE, select_all(answers)).await;
        let (answer, place, _) = answer.expect("one is refused");
        assert_eq!(answer, "HTTP/1.1 503");
        some.remove(place);
        unfinished.extend(some);
    }

    let bearer = bearer(address).await;
    let issued = issue(address, &bearer, "marathon").await;
    let replay = short_game(GameName::Marathon, issued.seed);
    let answer = tell_and_submit(address, &bearer, issued.ticket, &replay).await;
    println!("{} unfinished replays, another score: {}", unfinished.len(), answer.status);
    assert_eq!(answer.status, 200, "{}", answer.text());
    drop(unfinished);
    server.stop().await;
}

/// What is longer than the followed game can be is not read, whether its length is said or not.
#[tokio::test]
async fn a_replay_that_is_too_long_for_its_game_is_not_read() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let (address, bearer) = (server.address, bearer(server.address).await);
    let ticket = issue(address, &bearer, "marathon").await.ticket;
    let ended = (Micros(1), PlayState::Ended);
    assert_eq!(tell(address, &bearer, ticket, (0, &[]), ended).await.status, 200);
    let path = format!("/api/scores?ticket={ticket}");
    let head =
        format!("POST {path} HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n{bearer}\r\n");
    let mut stream = TcpStream::connect(address).await.expect("the server is there");
    stream.write_all(head.as_bytes()).await.expect("a request");
    stream.write_all(b"8000\r\n").await.expect("a chunk");
    stream.write_all(&vec![7; 0x8000]).await.expect("a chunk");
    assert_eq!(read_status(&mut stream).await, "HTTP/1.1 413");
    assert_eq!(ask(address, "POST", &path, &bearer, &vec![7; 0x8000]).await.status, 422);
    assert_eq!(server.metrics.verifying.count(), 0);
    server.stop().await;
}

const SOCKETS: usize = 30;

/// They once stopped to count when they were no longer HTTP.
#[tokio::test]
async fn sockets_count_among_the_connections() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let mut sockets = Vec::new();
    for _ in 0..SOCKETS {
        let (socket, _) = connect_async(format!("ws://{}/ws", server.address)).await.expect("one");
        sockets.push(socket);
    }
    until_connections_are(&server, SOCKETS as i64).await;
    assert_eq!(server.metrics.connections.get(), SOCKETS as i64);
    drop(sockets);
    until_connections_are(&server, 0).await;
    server.stop().await;
}

const READERS: usize = 50;
/// What each asks for: more than the system keeps for it.
const LARGE: usize = 1024 * 1024;
const REQUESTS: usize = 16;

#[tokio::test]
async fn clients_that_do_not_read_are_disconnected() {
    let folder = Folder::new();
    let site = Folder::new();
    std::fs::write(site.path().join("large.bin"), vec![7; LARGE]).expect("a file");
    let config = Config { site: Some(site.path().to_owned()), ..config(&folder) };
    let server = Running::run(Server::start(config).await.expect("a server"));
    let request = "GET /large.bin HTTP/1.1\r\nHost: here\r\n\r\n".repeat(REQUESTS);
    let (mut readers, begin) = (Vec::new(), Instant::now());
    for _ in 0..READERS {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a small buffer");
        let mut stream = socket.connect(server.address).await.expect("the server is there");
        stream.write_all(request.as_bytes()).await.expect("requests");
        stream.readable().await.expect("an answer begins");
        readers.push(stream);
    }
    until_connections_are(&server, 0).await;
    println!("{READERS} clients that do not read were closed after {:?}", begin.elapsed());
    server.stop().await;
    // What had left the server before may still arrive, but slowly: it is waited for together.
    let mut read = vec![Vec::new(); READERS];
    let reading = readers.iter_mut().zip(&mut read).map(|(from, to)| from.read_to_end(to));
    let _ = tokio::time::timeout(PATIENCE, join_all(reading)).await;
    assert!(read.iter().all(|read| read.len() < LARGE * REQUESTS), "they were not told everything");
}
