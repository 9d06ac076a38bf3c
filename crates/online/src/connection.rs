//! The connection to the server, and reconnecting when it breaks.

use quintet_engine::{Handling, Micros};
use quintet_protocol::client::{Client, OutOfStep};
use quintet_protocol::{ClientMessage, RoomCode, ServerMessage, decode_server};

use crate::{ClosedBecause, Connection, OnlineState};

/// How long after the connection broke another is tried.
const RETRY: Micros = Micros::from_millis(700);
/// How long a new connection may take before yet another is tried.
const DIAL: Micros = Micros::from_secs(4);

impl OnlineState {
    /// Begins to connect, and once that is done enters a room, or only watches there. The front end
    /// dials.
    pub fn connect(&mut self, handling: Handling, previews: u8, wanted: Option<(RoomCode, bool)>) {
        let (name, secret) = (&self.device.name, self.device.secret);
        self.client = Some(Client::new(name, secret, handling, previews));
        self.wanted = wanted;
        self.connection = Connection::Connecting;
    }

    /// There is no connection any more, and none is wanted.
    pub fn disconnect(&mut self) {
        (self.client, self.retry_at, self.wanted) = (None, None, None);
        self.waiting = false;
        self.connection = Connection::Off;
    }

    /// A connection is being made.
    pub fn dialled(&mut self, now: Micros) {
        // A network that is stuck opens nothing and refuses nothing.
        self.retry_at = (self.connection == Connection::Lost).then(|| now + DIAL);
    }

    /// A connection has been made.
    pub fn opened(&mut self, now: Micros) {
        if let Some(client) = &mut self.client {
            client.connected(now);
        }
    }

    /// The connection is gone, or carries nonsense. It is tried again unless the server would refuse.
    pub fn lost(&mut self, now: Micros) {
        if let Some(client) = &mut self.client {
            client.disconnected();
        }
        let connection = match self.connection {
            closed @ (Connection::Closed(_) | Connection::Off) => closed,
            Connection::Connecting | Connection::NoServer => Connection::NoServer,
            Connection::Open | Connection::Lost => Connection::Lost,
        };
        if self.connection == Connection::Open {
            self.lost_at = now;
        }
        self.retry_at = (connection == Connection::Lost).then(|| now + RETRY);
        self.connection = connection;
    }

    /// The server refuses another connection.
    pub(crate) fn close(&mut self, why: ClosedBecause) {
        self.connection = Connection::Closed(why);
    }

    /// Takes in what came from the server. On an error the connection is lost.
    pub fn take_bytes(&mut self, bytes: &[u8], now: Micros) -> Result<ServerMessage, OutOfStep> {
        let message = decode_server(bytes).map_err(|_| OutOfStep)?;
        self.take(&message, now)?;
        Ok(message)
    }

    /// Time passes; says whether the front end has to dial.
    pub fn tick(&mut self, now: Micros) -> bool {
        let due = self.retry_at.is_some_and(|at| at <= now);
        let happened = &mut self.happened;
        let Some(client) = &mut self.client else { return due };
        client.tick(now, &mut |board, event| happened.push((board, event)));
        happened.extend(client.drain_events());
        let stuck = client.is_unanswered(now);
        if stuck {
            self.lost(now);
        }
        due || stuck
    }

    /// How the player's board is to be handled from the next game on.
    pub fn set_handling(&mut self, handling: Handling, previews: u8) {
        if let Some(client) = &mut self.client {
            client.set_handling(handling, previews);
        }
    }

    /// Hands all messages to send to `send`, in order.
    pub fn send_outgoing(&mut self, send: &mut dyn FnMut(&ClientMessage)) {
        if let Some(client) = &mut self.client {
            client.send_outgoing(send);
        }
    }
}
