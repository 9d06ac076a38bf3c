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
        self.name_refused = None;
        self.connection = Connection::Connecting;
    }

    /// There is no connection any more, and none is wanted.
    pub fn disconnect(&mut self) {
        (self.client, self.retry_at, self.wanted) = (None, None, None);
        (self.waiting, self.sought) = (false, None);
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
        if self.connection == Connection::Connecting && self.name_refused.is_some() {
            return self.disconnect();
        }
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

#[cfg(test)]
mod tests {
    use quintet_engine::Rules;
    use quintet_protocol::{Refusal, RoomPhase, RuleSet, SeatView, Secret, Settings};

    use super::*;
    use crate::Device;

    fn dialled(secret: Option<Secret>) -> OnlineState {
        let mut state = OnlineState::new(Device { name: "Ada".into(), secret });
        let rules = Rules::versus();
        state.connect(rules.handling, rules.previews, None);
        state.dialled(Micros::ZERO);
        state.opened(Micros::ZERO);
        state
    }

    fn hear(state: &mut OnlineState, message: &ServerMessage) {
        state.take(message, Micros::ZERO).expect("it is in step");
    }

    fn welcome() -> ServerMessage {
        let (name, now) = ("Ada".into(), Micros::ZERO);
        ServerMessage::Welcome { player: 7, secret: None, name, rating: 1500, now }
    }

    fn pong() -> ServerMessage {
        ServerMessage::Pong { sent: Micros::ZERO, now: Micros::ZERO }
    }

    fn room(you: Option<u8>) -> ServerMessage {
        let seat = SeatView {
            name: "Ada".into(),
            rating: 1500,
            bot: None,
            present: true,
            ready: false,
            wins: 0,
        };
        ServerMessage::Room {
            code: RoomCode::parse("AB23YK").expect("a code"),
            settings: Settings::default(),
            seats: [Some(seat), None].into_iter().collect(),
            you,
            spectators: 0,
            phase: RoomPhase::Open,
        }
    }

    /// The questions for an opponent that go out.
    fn sought(state: &mut OnlineState) -> Vec<RuleSet> {
        let mut sought = Vec::new();
        state.send_outgoing(&mut |message| {
            if let ClientMessage::QuickMatch { rules } = message {
                sought.push(*rules);
            }
        });
        sought
    }

    /// A client that waited for an opponent by Battle's rules, lost the connection and is back.
    fn back() -> OnlineState {
        let mut state = dialled(Some(Secret([1; 16])));
        hear(&mut state, &welcome());
        state.ask(ClientMessage::QuickMatch { rules: RuleSet::Battle });
        assert_eq!(sought(&mut state), [RuleSet::Battle]);
        hear(&mut state, &ServerMessage::Waiting);
        state.lost(Micros::ZERO);
        state.dialled(Micros::ZERO);
        state.opened(Micros::ZERO);
        hear(&mut state, &welcome());
        assert_eq!(sought(&mut state), [], "a room may be told first");
        state
    }

    #[test]
    fn who_waits_for_an_opponent_and_was_away_asks_again_once() {
        let mut state = back();
        hear(&mut state, &pong());
        assert_eq!(sought(&mut state), [RuleSet::Battle]);
        hear(&mut state, &pong());
        assert_eq!(sought(&mut state), []);
        assert!(state.waiting);
    }

    #[test]
    fn who_was_paired_while_away_asks_no_more_nor_does_who_has_given_up() {
        let mut paired = back();
        hear(&mut paired, &room(Some(0)));
        hear(&mut paired, &pong());
        assert_eq!(sought(&mut paired), []);
        assert!(!paired.waiting);
        let mut tired = back();
        tired.stop_waiting();
        hear(&mut tired, &pong());
        assert_eq!(sought(&mut tired), []);
    }

    /// Whether the client asks to watch the room when its connection is back.
    fn watches_again(state: &mut OnlineState) -> bool {
        state.lost(Micros::ZERO);
        state.dialled(Micros::ZERO);
        state.opened(Micros::ZERO);
        hear(state, &welcome());
        let ServerMessage::Room { code, .. } = room(None) else { return false };
        let mut asks = false;
        state.send_outgoing(&mut |message| {
            asks |= *message == ClientMessage::JoinRoom { code, watch: true };
        });
        asks
    }

    #[test]
    fn who_watched_and_was_away_watches_again_until_the_room_is_gone() {
        let mut state = dialled(Some(Secret([1; 16])));
        hear(&mut state, &welcome());
        hear(&mut state, &room(Some(0)));
        assert!(!watches_again(&mut state), "the server keeps the seats of players");
        hear(&mut state, &room(None));
        assert!(watches_again(&mut state));
        assert!(watches_again(&mut state), "the connection broke before the answer");
        hear(&mut state, &room(None));
        assert!(watches_again(&mut state));
        hear(&mut state, &ServerMessage::Refused { reason: Refusal::NoSuchRoom });
        assert!(!watches_again(&mut state));
    }

    #[test]
    fn a_name_that_a_new_device_cannot_have_ends_the_connection_with_the_reason() {
        let mut state = dialled(None);
        let reason = Refusal::NameReserved;
        hear(&mut state, &ServerMessage::Refused { reason });
        state.lost(Micros::ZERO);
        assert_eq!((state.connection, state.name_refused), (Connection::Off, Some(reason)));
        assert!(!state.is_on());

        // A device that the server knows is welcome under the name it had.
        let mut state = dialled(Some(Secret([1; 16])));
        hear(&mut state, &ServerMessage::Refused { reason });
        hear(&mut state, &welcome());
        assert_eq!((state.connection, state.name_refused), (Connection::Open, Some(reason)));
    }
}
