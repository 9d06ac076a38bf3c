//! A player over a real connection, playing through the very client that the browser uses.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use quintet_engine::{Handling, Micros};
use quintet_protocol::client::Client;
use quintet_protocol::{
    ClientMessage, RoomCode, Secret, ServerMessage, Settings, decode_server, encode,
};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::hands::Hands;

/// Nothing in these tests takes nearly so long.
const PATIENCE: Duration = Duration::from_secs(90);
/// How often a player looks at the board.
const FRAME: Duration = Duration::from_millis(4);

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

pub(crate) struct Player {
    pub(crate) address: SocketAddr,
    /// Where to connect otherwise, one after the other; empty if there is only one server.
    pub(crate) nodes: Vec<SocketAddr>,
    pub(crate) client: Client,
    pub(crate) hands: Hands,
    /// Everything that was heard but for the time and one's own acknowledgements.
    pub(crate) heard: Vec<ServerMessage>,
    pub(crate) reconnects: u32,
    /// How often the other end has closed the connection. A player who hangs up because a ping went
    /// unanswered, as on a busy machine, is not counted.
    pub(crate) dropped: u32,
    /// What happened to the connection and to the game's time. A test that needs it empties the list.
    pub(crate) history: Vec<(Instant, String)>,
    socket: Option<Socket>,
    start: Instant,
}

impl Player {
    pub(crate) fn new(name: &str, address: SocketAddr, hands: Hands) -> Player {
        Player {
            address,
            nodes: Vec::new(),
            client: Client::new(name, None, Handling::STANDARD, 5),
            hands,
            heard: Vec::new(),
            reconnects: 0,
            dropped: 0,
            history: Vec::new(),
            socket: None,
            start: Instant::now(),
        }
    }

    /// One who only looks on.
    pub(crate) fn idle(name: &str, address: SocketAddr) -> Player {
        Player::new(name, address, Hands::new(Micros::from_secs(3600), 0))
    }

    fn now(&self) -> Micros {
        Micros(self.start.elapsed().as_micros() as u64 + 1_000_000)
    }

    /// Forgets everything but the device's secret, as a page does that is reloaded.
    pub(crate) fn reload(&mut self) {
        let secret: Option<Secret> = self.client.secret();
        self.client = Client::new(self.client.name(), secret, Handling::STANDARD, 5);
        self.socket = None;
    }

    /// Uses the same device as another.
    pub(crate) fn share_device(&mut self, other: &Player) {
        let secret: Option<Secret> = other.client.secret();
        self.client = Client::new(self.client.name(), secret, Handling::STANDARD, 5);
    }

    /// Hangs up without a word.
    pub(crate) fn hang_up(&mut self) {
        self.history.push((Instant::now(), "no connection".to_owned()));
        self.socket = None;
        self.client.disconnected();
    }

    /// How many matches have been decided.
    pub(crate) fn matches_over(&self) -> usize {
        self.heard.iter().filter(|said| matches!(said, ServerMessage::MatchOver { .. })).count()
    }

    pub(crate) fn code(&self) -> RoomCode {
        self.client.room().expect("in a room").code
    }

    /// Plays on, connecting as often as need be, until something is so.
    pub(crate) async fn until(&mut self, what: &str, mut is_so: impl FnMut(&Player) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !is_so(self) {
            if Instant::now() > deadline {
                let last = self.heard.iter().rev().take(3).collect::<Vec<_>>();
                let name = self.client.name();
                let room = self.client.room();
                panic!("{name} timed out waiting for: {what}; room {room:?}, last heard {last:?}");
            }
            self.step().await;
        }
    }

    /// Asks for something until it is so: again on every new connection, since what was asked for
    /// on one that broke may never have been heard.
    pub(crate) async fn ask(
        &mut self,
        wishes: &[ClientMessage],
        what: &str,
        is_so: impl Fn(&Player) -> bool,
    ) {
        while !is_so(self) {
            self.until(what, |player| is_so(player) || player.client.is_welcome()).await;
            for wish in wishes {
                self.client.send(wish.clone());
            }
            let connection = self.reconnects;
            self.until(what, |player| is_so(player) || player.reconnects > connection).await;
        }
    }

    /// Plays on forever, so that somebody else has an opponent.
    pub(crate) async fn keep_playing(&mut self) {
        loop {
            self.step().await;
        }
    }

    /// Does what is due, and waits a moment for what comes.
    pub(crate) async fn step(&mut self) {
        if self.socket.is_none() {
            self.connect().await;
            return;
        }
        self.play();
        if self.client.is_unanswered(self.now()) {
            self.hang_up();
            return;
        }
        let messages: Vec<_> = self.client.drain_outgoing().collect();
        for message in messages {
            let bytes = encode(&message);
            let socket = self.socket.as_mut().expect("checked above");
            if socket.send(Message::Binary(bytes.into())).await.is_err() {
                self.dropped += 1;
                self.hang_up();
                return;
            }
        }
        let Some(socket) = &mut self.socket else { return };
        match tokio::time::timeout(FRAME, socket.next()).await {
            Ok(Some(Ok(Message::Binary(bytes)))) => self.hear(&bytes),
            Err(_) | Ok(Some(Ok(Message::Ping(_) | Message::Pong(_)))) => {}
            Ok(_) => {
                self.dropped += 1;
                self.hang_up();
            }
        }
    }

    fn play(&mut self) {
        let now = self.now();
        self.client.tick(now, &mut |_, _| {});
        let Some(seat) = self.client.room().and_then(|room| room.you) else { return };
        let input = self.client.game().and_then(|game| self.hands.act(game.board(seat), now));
        if let Some(input) = input {
            self.client.apply(input, now, &mut |_, _| {});
        }
    }

    fn hear(&mut self, bytes: &[u8]) {
        let message = decode_server(bytes).expect("a server of ours");
        let now = self.now();
        let fits = self.client.receive(&message, now);
        assert!(fits.is_ok(), "{message:?} does not fit what {} knows", self.client.name());
        if matches!(
            message,
            ServerMessage::Welcome { .. }
                | ServerMessage::Farewell { .. }
                | ServerMessage::Halt { .. }
                | ServerMessage::Go { .. }
        ) {
            self.history.push((Instant::now(), format!("{message:?}")));
        }
        match message {
            ServerMessage::Pong { .. }
            | ServerMessage::Ack { .. }
            | ServerMessage::Inputs { .. } => {}
            message => self.heard.push(message),
        }
    }

    async fn connect(&mut self) {
        if self.reconnects > 0 && !self.nodes.is_empty() {
            self.address = self.nodes[0];
            self.nodes.rotate_left(1);
        }
        let url = format!("ws://{}/ws", self.address);
        match tokio::time::timeout(Duration::from_secs(5), connect_async(url)).await {
            Ok(Ok((socket, _))) => {
                self.history.push((Instant::now(), format!("connected to {}", self.address)));
                self.socket = Some(socket);
                self.reconnects += 1;
                let now = self.now();
                self.client.connected(now);
            }
            // The server is not there at the moment; a browser would try again in a while, too.
            _ => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// Two players of a match that has begun, on this server.
pub(crate) async fn rivals(
    address: SocketAddr,
    hands: impl Fn() -> Hands,
    settings: Settings,
) -> (Player, Player) {
    let mut one = Player::new("Ada", address, hands());
    let mut other = Player::new("Grace", address, hands());
    Box::pin(begin(&mut one, &mut other, settings)).await;
    (one, other)
}

/// Two players in a room of these settings, with a match begun.
pub(crate) async fn begin(one: &mut Player, other: &mut Player, settings: Settings) {
    one.client.send(ClientMessage::CreateRoom { settings });
    enter(one).await;
    let code = one.code();
    other.client.send(ClientMessage::JoinRoom { code, watch: false });
    enter(other).await;
    both_ready(one, other).await;
}

/// Both say that they are ready, and the game begins.
pub(crate) async fn both_ready(one: &mut Player, other: &mut Player) {
    let begun = |player: &Player| {
        player.heard.iter().filter(|said| matches!(said, ServerMessage::Begin { .. })).count()
    };
    let (mine, theirs) = (begun(one), begun(other));
    one.client.ready();
    other.client.ready();
    tokio::join!(
        one.until("the game begins", |player| begun(player) > mine),
        other.until("the game begins", |player| begun(player) > theirs),
    );
}

/// Connects first if need be: what is asked for before the greeting would be lost.
pub(crate) async fn enter(player: &mut Player) {
    let wishes: Vec<_> = player.client.drain_outgoing().collect();
    player.until("welcome", |player| player.client.is_welcome()).await;
    for wish in wishes {
        player.client.send(wish);
    }
    player.until("in a room", |player| player.client.room().is_some()).await;
}
