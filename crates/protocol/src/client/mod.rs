//! The client's side of the protocol, without a clock, a socket or a screen.
//!
//! A front end passes in what its player does, what the server sends and what its own clock shows,
//! and gets back what to send and what to draw.

mod clock;
mod game;

pub use clock::ServerClock;
pub use game::{Difference, OnlineGame, OutOfStep, Pace};

use quintet_engine::{Button, Handling, Input, Micros, TimedEvent};

use crate::VERSION;
use crate::client_message::ClientMessage;
use crate::limits::{ANSWER_LIMIT, PING_EVERY, PING_IN_GAME};
use crate::server_message::{RoomPhase, SeatView, ServerMessage};
use crate::settings::{RoomCode, Secret, Settings};

/// Messages at once that a game is prepared for.
const MESSAGES_RESERVED: usize = 16;

/// The room as the server last described it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomView {
    /// Its code.
    pub code: RoomCode,
    /// What is played.
    pub settings: Settings,
    /// Who sits where.
    pub seats: Vec<Option<SeatView>>,
    /// The local player's seat; none when watching.
    pub you: Option<u8>,
    /// How many watch.
    pub spectators: u16,
    /// What is going on.
    pub phase: RoomPhase,
}

/// A player, or spectator, of matches over a server.
#[derive(Clone, Debug)]
pub struct Client {
    name: String,
    secret: Option<Secret>,
    handling: Handling,
    previews: u8,
    clock: ServerClock,
    is_welcome: bool,
    next_ping: Micros,
    /// When the oldest ping was sent since the server was last heard.
    unanswered: Option<Micros>,
    /// When time last passed.
    ticked: Micros,
    room: Option<RoomView>,
    /// Whether a room has been left, and the server has not yet said so.
    is_leaving: bool,
    /// The room that was left last.
    left: Option<RoomCode>,
    game: Option<OnlineGame>,
    /// Whether the match that the game belongs to is still undecided, as far as this client knows.
    is_undecided: bool,
    differences: u32,
    outgoing: Vec<ClientMessage>,
}

impl Client {
    /// A player of this name; with the device's secret, one that the server knows.
    pub fn new(name: &str, secret: Option<Secret>, handling: Handling, previews: u8) -> Client {
        Client {
            name: name.to_owned(),
            secret,
            handling,
            previews,
            clock: ServerClock::default(),
            is_welcome: false,
            next_ping: Micros::ZERO,
            unanswered: None,
            ticked: Micros::ZERO,
            room: None,
            is_leaving: false,
            left: None,
            game: None,
            is_undecided: false,
            differences: 0,
            outgoing: Vec::new(),
        }
    }

    /// A connection has been made: greets, and asks for whatever was missed.
    pub fn connected(&mut self, now: Micros) {
        self.outgoing.clear();
        self.clock = ServerClock::default();
        self.is_welcome = false;
        self.unanswered = None;
        self.next_ping = now;
        self.outgoing.push(ClientMessage::Hello {
            version: VERSION,
            secret: self.secret,
            name: self.name.clone(),
            have: self.game.as_ref().filter(|_| self.is_undecided).map(OnlineGame::have),
        });
        if self.is_leaving {
            self.outgoing.push(ClientMessage::Leave { code: self.left });
        }
    }

    /// The connection is gone. Time stands still until there is another.
    pub fn disconnected(&mut self) {
        self.is_welcome = false;
        self.outgoing.clear();
        if let Some(game) = &mut self.game {
            game.lose_connection();
        }
    }

    /// How the player's board is to be handled from the next game on.
    pub const fn set_handling(&mut self, handling: Handling, previews: u8) {
        (self.handling, self.previews) = (handling, previews);
    }

    /// Whether the server has left a ping unanswered for too long: the connection is stuck, though
    /// nothing has closed it. On this, reconnect.
    pub fn is_unanswered(&self, now: Micros) -> bool {
        self.is_welcome && self.unanswered.is_some_and(|sent| now >= sent + ANSWER_LIMIT)
    }

    /// Asks something of the server.
    pub fn send(&mut self, message: ClientMessage) {
        self.outgoing.push(message);
    }

    /// Ready to begin, for the next game or for a rematch. After a halt the client goes on by
    /// itself.
    pub fn ready(&mut self) {
        let (handling, previews) = (self.handling, self.previews);
        self.outgoing.push(ClientMessage::Ready { handling, previews });
    }

    /// Leaves the room and whatever is played there; in mid-match this gives it up.
    pub fn leave(&mut self) {
        self.left = self.room.take().map(|room| room.code);
        self.game = None;
        self.is_undecided = false;
        self.is_leaving = true;
        self.outgoing.push(ClientMessage::Leave { code: self.left });
    }

    /// Takes all messages to send, in order.
    pub fn drain_outgoing(&mut self) -> impl Iterator<Item = ClientMessage> {
        self.outgoing.drain(..)
    }

    /// Hands all messages to send to `send`, in order. Their lists are used again, so that a message
    /// with inputs does not allocate.
    pub fn send_outgoing(&mut self, send: &mut dyn FnMut(&ClientMessage)) {
        let mut outgoing = core::mem::take(&mut self.outgoing);
        for message in outgoing.drain(..) {
            send(&message);
            if let (ClientMessage::Inputs { inputs, .. }, Some(game)) = (message, &mut self.game) {
                game.use_again(inputs);
            }
        }
        self.outgoing = outgoing;
    }

    /// Sets memory aside for a long game, so that playing it does not allocate.
    pub fn reserve(&mut self) {
        self.outgoing.reserve(MESSAGES_RESERVED);
        if let Some(game) = &mut self.game {
            game.reserve();
        }
    }

    /// A button goes down.
    pub fn press(&mut self, button: Button, now: Micros, sink: &mut dyn FnMut(u8, TimedEvent)) {
        self.apply(Input::Press(button), now, sink);
    }

    /// A button goes up.
    pub fn release(&mut self, button: Button, now: Micros, sink: &mut dyn FnMut(u8, TimedEvent)) {
        self.apply(Input::Release(button), now, sink);
    }

    /// The player presses or releases a button; says whether the board takes it, as it does while time
    /// runs. Garbage is the server's to send and changes nothing.
    pub fn apply(
        &mut self,
        input: Input,
        now: Micros,
        sink: &mut dyn FnMut(u8, TimedEvent),
    ) -> bool {
        let server = self.clock.at(now);
        let told = self.game.as_mut().and_then(|game| game.apply(input, server, sink));
        let is_taken = told.is_some();
        self.outgoing.extend(told);
        is_taken
    }

    /// Time passes on the local player's board. To be called with every frame.
    pub fn tick(&mut self, now: Micros, sink: &mut dyn FnMut(u8, TimedEvent)) {
        if !self.is_welcome {
            return;
        }
        // A device that slept has not read the answers that may be waiting for it.
        if now >= self.ticked + ANSWER_LIMIT {
            self.unanswered = None;
        }
        self.ticked = now;
        if now >= self.next_ping {
            self.next_ping = now + if self.game.is_some() { PING_IN_GAME } else { PING_EVERY };
            self.unanswered = self.unanswered.or(Some(now));
            self.outgoing.push(ClientMessage::Ping { sent: now });
        }
        let server = self.clock.at(now);
        if let Some(game) = &mut self.game {
            game.tick(server, &mut self.outgoing, sink);
        }
    }

    /// Takes in a message of the server. On an error, reconnect.
    pub fn receive(&mut self, message: &ServerMessage, now: Micros) -> Result<(), OutOfStep> {
        self.unanswered = None;
        if let ServerMessage::Room { code, .. } = message
            && self.left.is_some_and(|left| left != *code)
        {
            // The connection broke before `Left` came, and the player has been paired since.
            self.is_leaving = false;
        }
        if self.is_leaving && is_of_a_room(message) {
            return Ok(());
        }
        let difference = match message {
            ServerMessage::Welcome { secret, name, now: server, .. } => {
                self.is_welcome = true;
                self.secret = secret.or(self.secret);
                self.name.clone_from(name);
                self.clock.guess(now, *server);
                // If there still is a room, the server sends it next.
                self.room = None;
                None
            }
            ServerMessage::Pong { sent, now: server } => {
                self.clock.take(*sent, now, *server);
                None
            }
            ServerMessage::Room { code, settings, seats, you, spectators, phase } => {
                let (seats, spectators) = (seats.clone(), *spectators);
                let (code, settings, you, phase) = (*code, *settings, *you, *phase);
                if you.is_some_and(|you| usize::from(you) >= seats.len()) {
                    return Err(OutOfStep);
                }
                self.room = Some(RoomView { code, settings, seats, you, spectators, phase });
                None
            }
            ServerMessage::Begin { game, seed, settings, boards, .. } => {
                let room = self.room.as_ref().ok_or(OutOfStep)?;
                if boards.len() != room.seats.len() {
                    return Err(OutOfStep);
                }
                self.game = Some(OnlineGame::new(*game, room.you, *seed, *settings, boards)?);
                self.is_undecided = true;
                None
            }
            ServerMessage::Go { at, when } => {
                self.playing()?.go(*at, *when);
                None
            }
            ServerMessage::Halt { at, .. } => {
                let game = self.game.as_mut().ok_or(OutOfStep)?;
                game.halt(*at, &mut self.outgoing);
                let game = game.id();
                if self.room.as_ref().is_some_and(|room| room.you.is_some()) {
                    self.outgoing.push(ClientMessage::GoOn { game });
                }
                None
            }
            ServerMessage::Inputs { seat, first, upto, inputs, hash } => {
                self.playing()?.take_inputs(*seat, *first, *upto, inputs, *hash)?
            }
            ServerMessage::Garbage { seat, number, delivery } => {
                self.playing()?.garbage(*seat, *number, delivery)?;
                None
            }
            ServerMessage::Ack { received, upto, hash } => {
                self.playing()?.ack(*received, *upto, *hash)?
            }
            ServerMessage::GameOver { at, .. } => {
                self.playing()?.end(*at);
                None
            }
            ServerMessage::MatchOver { .. } => {
                self.is_undecided = false;
                None
            }
            ServerMessage::Left => {
                self.is_leaving = false;
                None
            }
            ServerMessage::Waiting => {
                // Also said to a player whose opponent did not come: the room is gone.
                self.room = None;
                None
            }
            ServerMessage::TooOld { .. }
            | ServerMessage::Refused { .. }
            | ServerMessage::BotOffer { .. }
            | ServerMessage::Farewell { .. } => None,
        };
        if let Some(Difference { board, at, hash }) = difference {
            self.differences += 1;
            self.outgoing.push(ClientMessage::Differs { board, at, hash });
        }
        Ok(())
    }

    fn playing(&mut self) -> Result<&mut OnlineGame, OutOfStep> {
        self.game.as_mut().ok_or(OutOfStep)
    }

    /// The name, as the server has cleaned it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The secret that the device must keep.
    pub const fn secret(&self) -> Option<Secret> {
        self.secret
    }

    /// Whether the server has accepted the greeting.
    pub const fn is_welcome(&self) -> bool {
        self.is_welcome
    }

    /// The room that the local player is in.
    pub const fn room(&self) -> Option<&RoomView> {
        self.room.as_ref()
    }

    /// The game under way, or the last one.
    pub const fn game(&self) -> Option<&OnlineGame> {
        self.game.as_ref()
    }

    /// The events on other boards than the local player's since this was last asked.
    pub fn drain_events(&mut self) -> impl Iterator<Item = (u8, TimedEvent)> {
        self.game.iter_mut().flat_map(OnlineGame::drain_events)
    }

    /// What is known of the server's clock.
    pub const fn clock(&self) -> &ServerClock {
        &self.clock
    }

    /// How often a board differed from the referee's, which must stay 0.
    pub const fn differences(&self) -> u32 {
        self.differences
    }
}

/// Whether a message speaks of a room or of what is played there.
const fn is_of_a_room(message: &ServerMessage) -> bool {
    matches!(
        message,
        ServerMessage::Room { .. }
            | ServerMessage::Begin { .. }
            | ServerMessage::Go { .. }
            | ServerMessage::Halt { .. }
            | ServerMessage::Inputs { .. }
            | ServerMessage::Garbage { .. }
            | ServerMessage::Ack { .. }
            | ServerMessage::GameOver { .. }
            | ServerMessage::MatchOver { .. }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn welcome(client: &mut Client) {
        client.connected(Micros::ZERO);
        let name = "Ada".to_owned();
        let welcome =
            ServerMessage::Welcome { player: 1, secret: None, name, rating: 0, now: Micros::ZERO };
        client.receive(&welcome, Micros::ZERO).expect("it fits");
    }

    fn tick_until(client: &mut Client, from: Micros, to: Micros) {
        let step = Micros::from_millis(200);
        let mut now = from;
        while now <= to {
            client.tick(now, &mut |_, _| {});
            now += step;
        }
    }

    fn room(code: &str) -> ServerMessage {
        ServerMessage::Room {
            code: RoomCode::parse(code).expect("a code"),
            settings: Settings::default(),
            seats: [None, None].into_iter().collect(),
            you: Some(0),
            spectators: 0,
            phase: RoomPhase::Open,
        }
    }

    /// A client repeats `Leave` after it reconnects. Without the room's code this made a player leave
    /// the room of a new opponent and lose that match.
    #[test]
    fn leaving_a_room_again_on_a_new_connection_does_not_leave_the_next_one() {
        let mut client = Client::new("Ada", None, Handling::STANDARD, 5);
        welcome(&mut client);
        client.receive(&room("222222"), Micros::ZERO).expect("it fits");
        client.leave();
        client.disconnected();
        welcome(&mut client);
        let leave = ClientMessage::Leave { code: RoomCode::parse("222222") };
        assert_eq!(client.drain_outgoing().last(), Some(leave));
        client.receive(&room("222222"), Micros::ZERO).expect("it fits");
        assert_eq!(client.room(), None, "it is being left");
        client.receive(&room("333333"), Micros::ZERO).expect("it fits");
        assert!(client.room().is_some(), "the server has paired the player");
        client.receive(&ServerMessage::Left, Micros::ZERO).expect("it fits");
        assert!(client.room().is_some(), "the other room was left");
    }

    #[test]
    fn a_connection_without_answers_is_noticed_and_one_with_answers_is_not() {
        let mut client = Client::new("Ada", None, Handling::STANDARD, 5);
        welcome(&mut client);
        tick_until(&mut client, Micros::ZERO, ANSWER_LIMIT);
        assert!(client.is_unanswered(ANSWER_LIMIT));
        let pong = ServerMessage::Pong { sent: Micros::ZERO, now: Micros::ZERO };
        client.receive(&pong, ANSWER_LIMIT).expect("it fits");
        assert!(!client.is_unanswered(ANSWER_LIMIT));
    }

    #[test]
    fn a_device_that_slept_asks_again_before_it_gives_up() {
        let mut client = Client::new("Ada", None, Handling::STANDARD, 5);
        welcome(&mut client);
        client.tick(Micros::ZERO, &mut |_, _| {});
        let later = Micros::from_secs(600);
        client.tick(later, &mut |_, _| {});
        assert!(!client.is_unanswered(later), "its answer may be waiting to be read");
        tick_until(&mut client, later, later + ANSWER_LIMIT);
        assert!(client.is_unanswered(later + ANSWER_LIMIT));
    }
}
