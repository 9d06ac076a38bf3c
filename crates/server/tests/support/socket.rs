//! Bare connections that say what they are told to.

use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use quintet_protocol::{ClientMessage, ServerMessage, VERSION, decode_server, encode};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// A connection that has said these messages after its greeting.
pub(crate) async fn connect(address: SocketAddr, messages: &[ClientMessage]) -> Socket {
    connect_with(address, &[], messages).await.expect("the server is there")
}

/// The same with headers of the request; the error is the status of the answer.
pub(crate) async fn connect_with(
    address: SocketAddr,
    headers: &[(&'static str, &str)],
    messages: &[ClientMessage],
) -> Result<Socket, u16> {
    let mut request = format!("ws://{address}/ws").into_client_request().expect("an address");
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().expect("a value"));
    }
    let mut socket = match connect_async(request).await {
        Ok((socket, _)) => socket,
        Err(tungstenite::Error::Http(answer)) => return Err(answer.status().as_u16()),
        Err(problem) => panic!("{problem}"),
    };
    let (version, name) = (VERSION, "Mallory".into());
    let hello = ClientMessage::Hello { version, secret: None, name, have: None };
    for message in [&hello].into_iter().chain(messages) {
        let message = Message::Binary(encode(message).into());
        socket.send(message).await.expect("the server listens");
    }
    Ok(socket)
}

/// A connection that has said nothing.
pub(crate) async fn connect_silently(address: SocketAddr) -> Socket {
    connect_async(format!("ws://{address}/ws")).await.expect("the server is there").0
}

pub(crate) async fn hear_until(socket: &mut Socket, wanted: impl Fn(&ServerMessage) -> bool) {
    loop {
        let said = socket.next().await.expect("the server is there").expect("a message");
        if wanted(&decode_server(&said.into_data()).expect("a server of ours")) {
            return;
        }
    }
}
