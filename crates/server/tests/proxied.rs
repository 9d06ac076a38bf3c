//! Matches and ranked games through a real reverse proxy, set up as the files in `deploy` say.

mod support;

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use quintet_engine::Micros;
use quintet_protocol::{PlayState, Settings};
use quintet_server::limits::{
    API_SAVED, BODY_LIMIT, CONNECTIONS_PER_ADDRESS, MAX_REPLAY, SOCKETS_PER_ADDRESS,
};
use support::hands::Hands;
use support::http::{ask, get};
use support::player::{Player, rivals};
use support::ranked::{issue, tell};
use support::server::{Folder, Running};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};

/// How many requests to `/api/` are made: more than the proxy lets through in that time.
const FLOOD: usize = 20_000;
/// How many of them at the same time.
const AT_A_TIME: usize = 50;
/// Players of one school.
const CLASS: usize = 30;
/// What each tells of a game.
const CHECKPOINTS: u32 = 4;

/// Nothing here takes nearly so long.
const PATIENCE: Duration = Duration::from_mins(1);

/// nginx in front of a server; it ends with its owner.
struct Nginx(Child);

impl Nginx {
    /// Starts it by a file of `deploy` in which the addresses are real ones; none where nginx is not
    /// installed.
    fn start(folder: &Folder, snippet: &str) -> Option<Nginx> {
        let program = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx"]
            .into_iter()
            .find(|program| Path::new(program).exists())?;
        let path = folder.path().display();
        let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|kind| format!("{kind}_temp_path {path}/{kind};"))
            .concat();
        let whole = format!(
            "daemon off; pid {path}/pid; error_log {path}/error.log;
             events {{ worker_connections 8192; }}
             http {{ access_log off; {paths}\n{snippet} }}"
        );
        let file = folder.path().join("nginx.conf");
        std::fs::write(&file, whole).expect("a file");
        let mut command = Command::new(program);
        command.arg("-p").arg(folder.path()).arg("-c").arg(&file).stderr(Stdio::null());
        Some(Nginx(command.spawn().expect("it starts")))
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        // The first process would leave its helpers behind if it were killed.
        let _ = Command::new("kill").arg(self.0.id().to_string()).status();
        let _ = self.0.wait();
    }
}

/// A server, and nginx in front of it.
struct Proxied {
    running: Running,
    listen: SocketAddr,
    _nginx: Nginx,
    _folders: [Folder; 2],
}

impl Proxied {
    /// The file with placeholders for where it listens and where servers are; none where nginx is not
    /// installed.
    async fn start(file: &str, listen: &str, servers: &[&str]) -> Option<Proxied> {
        let folders = [Folder::new(), Folder::new()];
        let running = Running::start(&folders[0]).await;
        let free = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = free.local_addr().expect("an address");
        drop(free);
        let mut snippet = file.replace(listen, &format!("listen {address};"));
        for server in servers {
            snippet = snippet.replace(server, &running.address.to_string());
        }
        let Some(nginx) = Nginx::start(&folders[1], &snippet) else {
            println!("nginx is not installed: nothing was tried");
            running.stop().await;
            return None;
        };
        let begin = Instant::now();
        while TcpStream::connect(address).await.is_err() {
            assert!(begin.elapsed() < PATIENCE, "nginx does not start");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Some(Proxied { running, listen: address, _nginx: nginx, _folders: folders })
    }

    async fn before_one_server() -> Option<Proxied> {
        Proxied::before_one_server_with("").await
    }

    /// The same with more lines for nginx.
    async fn before_one_server_with(lines: &str) -> Option<Proxied> {
        let file = format!("{lines}\n{}", include_str!("../../../deploy/nginx.conf"));
        Proxied::start(&file, "listen 127.0.0.1:8443;", &["127.0.0.1:8080"]).await
    }
}

#[tokio::test]
async fn a_match_goes_through_nginx_as_it_is_set_up_for_several_servers() {
    let file = include_str!("../../../deploy/cluster/nginx.conf");
    let nodes = ["10.89.77.11:8080", "10.89.77.12:8080", "10.89.77.13:8080"];
    let Some(Proxied { running, listen, .. }) = &Proxied::start(file, "listen 80;", &nodes).await
    else {
        return;
    };
    let hands = || Hands::new(Micros::from_millis(12), 10);
    let (mut one, mut other) = rivals(*listen, hands, Settings::default()).await;
    let decided = |player: &Player| player.matches_over() == 1;
    tokio::join!(one.until("the end", decided), other.until("the end", decided));
    assert_eq!((one.dropped, other.dropped), (0, 0), "the line held");
    assert_eq!(get(*listen, "/healthz").await.text(), "well\n");
    assert_eq!(get(*listen, "/api/scores?game=marathon&span=day").await.status, 200);
    assert_eq!(running.metrics.too_many.get(), 0);
}

/// A player of a ranked game, as requests: a ticket, a look at the list, and what was played.
async fn play_ranked(listen: SocketAddr, name: String) -> Vec<u16> {
    let mut player = Player::idle(&name, listen);
    player.until("welcome", |player| player.client.is_welcome()).await;
    let secret = player.client.secret().expect("a secret").to_hex();
    let bearer = format!("Authorization: Bearer {secret}\r\n");
    let ticket = issue(listen, &bearer, "marathon").await.ticket;
    let mut statuses = vec![get(listen, "/api/scores?game=marathon&span=day").await.status];
    for moment in 0..CHECKPOINTS {
        let upto = Micros::from_millis(u64::from(moment));
        let told = tell(listen, &bearer, ticket, (0, &[]), (upto, PlayState::Playing)).await;
        statuses.push(told.status);
    }
    statuses
}

/// All of them have one address. Ten requests per second were once too few for their checkpoints.
#[tokio::test]
async fn a_class_behind_one_address_plays_ranked_games_at_the_same_time() {
    let Some(proxied) = Proxied::before_one_server().await else { return };
    let class = (0..CLASS)
        .map(|number| tokio::spawn(play_ranked(proxied.listen, format!("Pupil {number}"))));
    for pupil in class.collect::<Vec<_>>() {
        let statuses = pupil.await.expect("nobody is turned away");
        assert!(!statuses.contains(&429) && !statuses.contains(&503), "{statuses:?}");
    }
    assert_eq!(proxied.running.metrics.too_many.get(), 0);
}

#[tokio::test]
async fn a_match_and_the_app_go_through_nginx_as_it_is_set_up_in_deploy() {
    let Some(Proxied { running, listen, .. }) = &Proxied::before_one_server().await else { return };
    let listen = *listen;
    let hands = || Hands::new(Micros::from_millis(12), 10);
    let (mut one, mut other) = rivals(listen, hands, Settings::default()).await;
    let decided = |player: &Player| player.matches_over() == 1;
    tokio::join!(one.until("the end", decided), other.until("the end", decided));
    assert_eq!((one.dropped, other.dropped), (0, 0), "the line held");
    assert_eq!((one.client.differences(), other.client.differences()), (0, 0));
    assert_eq!(get(listen, "/healthz").await.text(), "well\n");
    drop((one, other));

    // What is too large does not reach the server.
    let refused = running.metrics.scores_refused.get();
    let large = ask(listen, "POST", "/api/scores?ticket=1", "", &vec![0; MAX_REPLAY + 1]).await;
    assert_eq!(large.status, 413);
    assert_eq!(running.metrics.scores_refused.get(), refused);

    // What nobody wants is answered before it has been sent.
    let mut stream = TcpStream::connect(listen).await.expect("nginx listens");
    let head = format!(
        "POST /api/scores?ticket=1 HTTP/1.1\r\nHost: {listen}\r\nContent-Length: {MAX_REPLAY}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await.expect("a head");
    let mut answer = [0; 12];
    let reading = tokio::time::timeout(BODY_LIMIT / 2, stream.read_exact(&mut answer)).await;
    reading.expect("an answer before the time for a body is over").expect("an answer");
    assert_eq!(&answer, b"HTTP/1.1 401");

    // The address that a client gives itself is not believed.
    let mut sockets = Vec::new();
    let status = loop {
        let mut request = format!("ws://{listen}/ws").into_client_request().expect("an address");
        let claimed = format!("203.0.113.{}", sockets.len()).parse().expect("a value");
        request.headers_mut().insert("x-forwarded-for", claimed);
        match connect_async(request).await {
            Ok((socket, _)) => sockets.push(socket),
            Err(tungstenite::Error::Http(answer)) => break answer.status().as_u16(),
            Err(problem) => panic!("{problem}"),
        }
        assert!(sockets.len() <= SOCKETS_PER_ADDRESS, "there is no limit");
    };
    assert_eq!(status, 429);
    drop(sockets);

    // More requests than browsers make are refused.
    let mut statuses = Vec::new();
    while !statuses.contains(&429) {
        let asked = (0..AT_A_TIME).map(|_| get(listen, "/api/scores?game=marathon&span=day"));
        let answers = futures_util::future::join_all(asked).await;
        statuses.extend(answers.iter().map(|answer| answer.status));
        assert!(statuses.len() <= FLOOD, "there is no limit");
    }
    let accepted = statuses.iter().filter(|&&status| status == 200).count();
    println!("{accepted} requests went through before the first was refused");
    assert!(accepted >= API_SAVED as usize, "an ordinary visit is not limited");
    assert_eq!(get(listen, "/healthz").await.status, 200, "pages are counted apart");

    // Unfinished requests of one address end at the server's own limit of connections.
    let head = format!("POST /healthz HTTP/1.1\r\nHost: {listen}\r\nContent-Length: 9\r\n\r\n");
    let mut unfinished = Vec::new();
    for _ in 0..CONNECTIONS_PER_ADDRESS {
        let mut stream = TcpStream::connect(listen).await.expect("nginx listens");
        stream.write_all(head.as_bytes()).await.expect("a head");
        unfinished.push(stream);
    }
    // Until nginx has read them all; of many such questions some are refused for their rate.
    let begin = Instant::now();
    while get(listen, "/healthz").await.status != 503 {
        assert!(begin.elapsed() < PATIENCE, "there is no limit");
    }
    drop(unfinished);
}

/// Lets a test say by a header where a client is.
const BELIEVING: &str = "set_real_ip_from 127.0.0.1; real_ip_header X-Client;";

/// Each address of such a network once had connections of its own.
#[tokio::test]
async fn nginx_counts_the_connections_of_a_network_of_ipv6_together() {
    let Some(proxied) = Proxied::before_one_server_with(BELIEVING).await else { return };
    let listen = proxied.listen;
    let mut unfinished = Vec::new();
    for host in 0..CONNECTIONS_PER_ADDRESS {
        let mut stream = TcpStream::connect(listen).await.expect("nginx listens");
        let head = format!(
            "POST /healthz HTTP/1.1\r\nHost: {listen}\r\nContent-Length: 9\r\n\
             X-Client: 2001:db8:1:{:x}:{host:x}::1\r\n\r\n",
            0x200 + host % 256
        );
        stream.write_all(head.as_bytes()).await.expect("a head");
        unfinished.push(stream);
    }
    let from = async |client: &str| {
        let head = format!("X-Client: {client}\r\n");
        ask(listen, "GET", "/healthz", &head, &[]).await.status
    };
    // Until nginx has read them all.
    let begin = Instant::now();
    while from("2001:db8:1:2ff::7").await != 503 {
        assert!(begin.elapsed() < PATIENCE, "there is no limit");
    }
    for other in ["2001:db8:1:300::7", "2001:db8:1::7", "192.0.2.7"] {
        assert_eq!(from(other).await, 200, "{other}");
    }
    drop(unfinished);
}
