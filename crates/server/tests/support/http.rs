//! Plain HTTP requests, a connection each.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

pub(crate) async fn get(address: SocketAddr, path: &str) -> Answer {
    ask(address, "GET", path, "", &[]).await
}

pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    head: &str,
    body: &[u8],
) -> Answer {
    let mut stream = TcpStream::connect(address).await.expect("the server is there");
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Length: {length}\r\n{head}\r\n"
    );
    stream.write_all(request.as_bytes()).await.expect("a request");
    // A server that refuses an oversized body may hang up before it has read it.
    let _ = stream.write_all(body).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
    let head = String::from_utf8_lossy(&answer[..end]).into_owned();
    let status = head.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    Answer { status, head, body: answer[end + 4..].to_vec() }
}
