//! A match through a real reverse proxy, set up as `deploy/nginx.conf` says.

mod support;

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use quintet_engine::Micros;
use quintet_protocol::Settings;
use quintet_server::limits::{CONNECTIONS_PER_ADDRESS, MAX_REPLAY, SOCKETS_PER_ADDRESS};
use support::hands::Hands;
use support::http::{ask, get};
use support::player::{Player, rivals};
use support::server::{Folder, Running};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};

/// How many requests `deploy/nginx.conf` lets an address make at once.
const BURST: usize = 50;
/// More than it lets through while this many are made one after another.
const FLOOD: usize = 5_000;

/// Nothing here takes nearly so long.
const PATIENCE: Duration = Duration::from_mins(1);

/// nginx in front of a server; it ends with its owner.
struct Nginx(Child);

impl Nginx {
    /// None where nginx is not installed.
    fn start(folder: &Folder, listen: SocketAddr, server: SocketAddr) -> Option<Nginx> {
        let program = ["/usr/sbin/nginx", "/usr/bin/nginx", "/usr/local/bin/nginx"]
            .into_iter()
            .find(|program| Path::new(program).exists())?;
        let snippet = include_str!("../../../deploy/nginx.conf");
        let snippet = snippet.replace("127.0.0.1:8080", &server.to_string());
        let snippet = snippet.replace("127.0.0.1:8443", &listen.to_string());
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

#[tokio::test]
async fn a_match_and_the_app_go_through_nginx_as_it_is_set_up_in_deploy() {
    let (data, proxy) = (Folder::new(), Folder::new());
    let running = Running::start(&data).await;
    let free = TcpListener::bind("127.0.0.1:0").expect("a port");
    let listen = free.local_addr().expect("an address");
    drop(free);
    let Some(_nginx) = Nginx::start(&proxy, listen, running.address) else {
        println!("nginx is not installed: nothing was tried");
        running.stop().await;
        return;
    };
    let hands = || Hands::new(Micros::from_millis(12), 10);
    let (mut one, mut other) = rivals(listen, hands, Settings::default()).await;
    let decided = |player: &Player| player.matches_over() == 1;
    tokio::join!(one.until("the end", decided), other.until("the end", decided));
    assert_eq!((one.reconnects, other.reconnects), (1, 1), "the line held");
    assert_eq!((one.client.differences(), other.client.differences()), (0, 0));
    assert_eq!(get(listen, "/healthz").await.text(), "well\n");
    drop((one, other));

    // What is too large does not reach the server.
    let refused = running.metrics.scores_refused.get();
    let large = ask(listen, "POST", "/api/scores?ticket=1", "", &vec![0; MAX_REPLAY + 1]).await;
    assert_eq!(large.status, 413);
    assert_eq!(running.metrics.scores_refused.get(), refused);

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

    // More requests than a browser makes are refused by the proxy alone.
    let mut statuses = Vec::new();
    while !statuses.contains(&429) {
        statuses.push(get(listen, "/api/scores?game=marathon&span=day").await.status);
        assert!(statuses.len() <= FLOOD, "there is no limit");
    }
    let accepted = statuses.iter().filter(|&&status| status == 200).count();
    println!("{accepted} requests went through before the first was refused");
    assert!(accepted > BURST, "an ordinary visit is not limited");
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
    running.stop().await;
}
