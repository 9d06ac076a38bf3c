//! A server that sends back what it gets, and nothing else, by axum's own `WebSocket`.

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::routing::get;
use axum::serve::ListenerExt;
use quintet_protocol::limits::MAX_CLIENT_MESSAGE;
use tokio::net::TcpListener;

pub(crate) async fn serve() -> Result<(), String> {
    let listener = TcpListener::bind("127.0.0.1:0").await.map_err(|error| error.to_string())?;
    println!("{}", listener.local_addr().map_err(|error| error.to_string())?);
    // Set up as the server's own connections are, so that what is compared is what they carry.
    let open = |upgrade: WebSocketUpgrade| async {
        let limit = MAX_CLIENT_MESSAGE;
        let upgrade = upgrade.max_message_size(limit).max_frame_size(limit);
        upgrade.read_buffer_size(1024).on_upgrade(echo)
    };
    let routes = Router::new().route("/ws", get(open));
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    axum::serve(listener, routes).await.map_err(|error| error.to_string())
}

async fn echo(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        if let Message::Binary(_) = message
            && socket.send(message).await.is_err()
        {
            return;
        }
    }
}
