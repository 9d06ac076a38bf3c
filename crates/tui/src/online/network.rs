//! The real network: a WebSocket in a thread of its own, and requests in threads that end.

use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use quintet_protocol::Secret;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::Message;

use super::requests;
use super::{Link, NetEvent, Request, ServerAddress};

/// A connection that is not made by then is given up.
const DIAL_LIMIT: Duration = Duration::from_secs(10);

/// Takes what comes from the network; called from its threads.
pub(crate) type EventSink = Arc<dyn Fn(NetEvent) + Send + Sync>;

/// The way to a server.
pub(crate) struct Network {
    server: ServerAddress,
    events: EventSink,
    runtime: Option<Runtime>,
    outgoing: Option<UnboundedSender<Vec<u8>>>,
}

impl Network {
    /// Nothing is sent before the first request.
    pub(crate) fn new(server: ServerAddress, events: EventSink) -> Network {
        Network { server, events, runtime: None, outgoing: None }
    }

    fn runtime(&mut self) -> io::Result<&Runtime> {
        if self.runtime.is_none() {
            let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
            self.runtime = Some(runtime);
        }
        self.runtime.as_ref().ok_or_else(|| io::ErrorKind::Other.into())
    }
}

impl Link for Network {
    fn dial(&mut self, number: u32) {
        let (sender, receiver) = unbounded_channel();
        self.outgoing = Some(sender);
        let (address, events) = (self.server.socket(), Arc::clone(&self.events));
        match self.runtime() {
            Ok(runtime) => {
                runtime.spawn(connection(address, number, receiver, events));
            }
            Err(_) => events(NetEvent::Closed(number)),
        }
    }

    fn send(&mut self, message: Vec<u8>) {
        if let Some(outgoing) = &self.outgoing {
            // What is lost with a breaking connection is sent again on the next.
            let _ = outgoing.send(message);
        }
    }

    fn hang_up(&mut self) {
        self.outgoing = None;
    }

    fn request(&mut self, request: Request, secret: Option<Secret>) {
        let (server, events) = (self.server.clone(), Arc::clone(&self.events));
        thread::spawn(move || {
            events(NetEvent::Answered(requests::answer(&server, request, secret)));
        });
    }
}

impl Drop for Network {
    fn drop(&mut self) {
        self.outgoing = None;
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

/// One connection from its beginning to its end. It ends when nothing more is to be sent by it.
async fn connection(
    address: String,
    number: u32,
    mut outgoing: UnboundedReceiver<Vec<u8>>,
    events: EventSink,
) {
    // Inputs are small and must not wait for one another.
    let without_delay = true;
    let dial = connect_async_with_config(address, None, without_delay);
    let Ok(Ok((socket, _))) = tokio::time::timeout(DIAL_LIMIT, dial).await else {
        return events(NetEvent::Closed(number));
    };
    events(NetEvent::Opened(number));
    let (mut write, mut read) = socket.split();
    loop {
        tokio::select! {
            message = outgoing.recv() => {
                let Some(message) = message else {
                    // The receiver is gone, so a failure does not matter.
                    let _ = write.close().await;
                    return;
                };
                if write.send(Message::Binary(message.into())).await.is_err() {
                    break;
                }
            }
            message = read.next() => match message {
                Some(Ok(Message::Binary(bytes))) => {
                    events(NetEvent::Message(number, bytes.to_vec()));
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => break,
            },
        }
    }
    events(NetEvent::Closed(number));
}
