//! Playing others over a server: the connection, the room, and the match as the page shows it.
//!
//! `quintet_protocol::client` does the playing. Here it gets a socket and a clock, and what it knows
//! becomes signals.

mod device;
mod line;
mod request;
mod ticket;

pub(crate) use device::Device;
pub(crate) use request::request;
pub(crate) use ticket::LISTS;

use leptos::prelude::*;
use quintet_engine::{Button, Event, Handling, Micros, Rules, What};
use quintet_protocol::client::{Client, Pace, Play, RoomView};
use quintet_protocol::{
    ClientMessage, Ending, FarewellWhy, GameId, Refusal, RoomCode, ServerMessage, decode_server,
    encode,
};

use crate::notices::Notices;
use crate::play::{FRIGHT_MS, Stage};
use crate::route::{Router, Screen};
use crate::store::Store;
use line::{Heard, Line};
use ticket::Ticket;

/// How long after a line broke another is tried, in milliseconds.
const RETRY_MS: f64 = 700.0;

/// How the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// There is none, and none is wanted.
    Off,
    /// It is being made.
    Connecting,
    /// It is there.
    Here,
    /// It broke, and is being made anew.
    Lost,
    /// The page was not served by a server of matches.
    NoServer,
    /// The server wants no other; this is why.
    Closed(&'static str),
}

/// A game that has begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Table {
    /// Which.
    pub(crate) game: GameId,
    /// Which board stands in front: one's own, or the first.
    pub(crate) front: u8,
    /// Whether one plays, or watches.
    pub(crate) plays: bool,
    /// The rules of the board in front and of the other.
    pub(crate) rules: [Rules; 2],
}

/// How the last game, or the match, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Over {
    /// Who won.
    pub(crate) winner: Option<u8>,
    /// Games won.
    pub(crate) wins: [u8; 2],
    /// How the match ended, if it did.
    pub(crate) ending: Option<Ending>,
    /// The new ratings.
    pub(crate) ratings: Option<[i32; 2]>,
}

/// What all of it shares.
pub(crate) struct Online {
    /// The connection.
    pub(crate) state: RwSignal<State>,
    /// The room one is in.
    pub(crate) room: RwSignal<Option<RoomView>>,
    /// Whether an opponent is being looked for.
    pub(crate) waiting: RwSignal<bool>,
    /// The game that is on, or was last.
    pub(crate) table: RwSignal<Option<Table>>,
    /// Whether the match waits for somebody.
    pub(crate) halted: RwSignal<bool>,
    /// The end of the last game.
    pub(crate) over: RwSignal<Option<Over>>,
    /// Seconds until time runs.
    pub(crate) count: RwSignal<u64>,
    /// The device.
    pub(crate) device: RwSignal<Device>,
    /// The seed for the next game alone, and that of the one being played.
    ticket: StoredValue<Option<Ticket>>,
    playing: StoredValue<Option<Ticket>>,
    inner: StoredValue<Inner, LocalStorage>,
    stage: &'static Stage,
    router: Router,
    store: Store,
    notices: Notices,
}

#[derive(Default)]
struct Inner {
    client: Option<Client>,
    line: Option<Line>,
    /// When to try again, by the page's clock.
    retry_at: Option<f64>,
    /// The room that a link leads to.
    wanted: Option<RoomCode>,
    happened: Vec<(u8, Event)>,
}

impl Online {
    /// Not connected.
    pub(crate) fn new(
        stage: &'static Stage,
        router: Router,
        store: Store,
        notices: Notices,
    ) -> Online {
        Online {
            state: RwSignal::new(State::Off),
            room: RwSignal::new(None),
            waiting: RwSignal::new(false),
            table: RwSignal::new(None),
            halted: RwSignal::new(false),
            over: RwSignal::new(None),
            count: RwSignal::new(0),
            device: RwSignal::new(Device::load(store)),
            ticket: StoredValue::default(),
            playing: StoredValue::default(),
            inner: StoredValue::new_local(Inner::default()),
            stage,
            router,
            store,
            notices,
        }
    }

    /// Begins to connect, and enters the room that a link names once that is done.
    pub(crate) fn connect(&'static self, handling: Handling, previews: u8, link: Option<&str>) {
        let Device { name, secret } = self.device.get_untracked();
        self.inner.update_value(|inner| {
            inner.client = Some(Client::new(&name, secret, handling, previews));
            inner.wanted = link.and_then(RoomCode::parse);
        });
        self.state.set(State::Connecting);
        self.dial();
    }

    /// Hangs up, leaving whatever room one is in.
    pub(crate) fn hang_up(&self) {
        self.leave();
        self.inner.update_value(|inner| *inner = Inner::default());
        self.waiting.set(false);
        self.state.set(State::Off);
        self.stage.unplug();
    }

    fn dial(&'static self) {
        let line = Line::open(move |heard| self.hear(heard));
        self.inner.update_value(|inner| {
            inner.retry_at = None;
            inner.line = line;
        });
    }

    /// Asks the server for something.
    pub(crate) fn ask(&self, message: ClientMessage) {
        self.on_client(|client| client.send(message));
        self.flush();
    }

    /// Ready to begin, for the next game or for a rematch.
    pub(crate) fn ready(&self) {
        self.on_client(Client::ready);
        self.flush();
    }

    /// Leaves the room.
    pub(crate) fn leave(&self) {
        if self.room.with_untracked(Option::is_some) {
            self.on_client(Client::leave);
            self.flush();
        }
        self.room.set(None);
        self.table.set(None);
        self.over.set(None);
        self.halted.set(false);
    }

    /// Gives up waiting for an opponent.
    pub(crate) fn stop_waiting(&self) {
        self.waiting.set(false);
        self.ask(ClientMessage::CancelQuickMatch);
    }

    /// A button goes down or up.
    pub(crate) fn touch(&self, button: Button, down: bool, stamp: f64) {
        self.inner.update_value(|inner| {
            let (Some(client), happened) = (&mut inner.client, &mut inner.happened) else { return };
            let mut sink = |board, event| happened.push((board, event));
            if down {
                client.press(button, micros(stamp), &mut sink);
            } else {
                client.release(button, micros(stamp), &mut sink);
            }
        });
        self.flush();
    }

    /// Time passes, seen or unseen.
    pub(crate) fn tick(&'static self, stamp: f64) {
        let mut due = false;
        self.inner.update_value(|inner| {
            due = inner.retry_at.is_some_and(|at| at <= stamp);
            let (Some(client), happened) = (&mut inner.client, &mut inner.happened) else { return };
            client.tick(micros(stamp), &mut |board, event| happened.push((board, event)));
            happened.extend(client.take_seen());
        });
        if due {
            self.dial();
        }
        self.flush();
    }

    /// A frame is about to be shown.
    pub(crate) fn frame(&'static self, stamp: f64) {
        self.tick(stamp);
        let Some(table) = self.table.get_untracked() else { return };
        let stage = self.stage;
        let mut count = 0;
        self.inner.update_value(|inner| {
            let happened = std::mem::take(&mut inner.happened);
            let Some(client) = &inner.client else { return };
            let Some(play) = client.play() else { return };
            for (board, event) in &happened {
                let place = usize::from(*board ^ table.front) & 1;
                let game = play.game(*board);
                stage.seats[place].listen(event, &game.view());
                stage.volley.listen(&stage.seats, place, event, game.rules().height);
                if place == 0 && table.plays {
                    let won = matches!(event.what, What::Over { .. }) && !game.is_over();
                    stage.hear(0, event, won);
                }
            }
            for (place, seat) in stage.seats.iter().enumerate() {
                seat.show(&play.game(table.front ^ place as u8).view());
            }
            stage.volley.paint(play.game(table.front).now());
            count = seconds_to_go(play, client.clock().at(micros(stamp)));
        });
        if self.count.get_untracked() != count {
            self.count.set(count);
        }
        stage.frame(stamp);
    }

    fn hear(&'static self, heard: Heard) {
        let now = now();
        match heard {
            Heard::Open => self.on_client(|client| client.connected(now)),
            Heard::Closed => self.lost(),
            Heard::Message(bytes) => {
                let Ok(message) = decode_server(&bytes) else { return self.lost() };
                let mut fits = true;
                self.on_client(|client| fits = client.receive(&message, now).is_ok());
                if fits {
                    self.show(message);
                } else {
                    self.lost();
                }
            }
        }
        self.flush();
    }

    /// The line is gone, or speaks nonsense. Another is tried unless that would be in vain.
    fn lost(&self) {
        self.on_client(Client::disconnected);
        let state = match self.state.get_untracked() {
            closed @ (State::Closed(_) | State::Off) => closed,
            State::Connecting | State::NoServer => State::NoServer,
            State::Here | State::Lost => State::Lost,
        };
        let retry = (state == State::Lost).then(|| page_now() + RETRY_MS);
        self.inner.update_value(|inner| inner.retry_at = retry);
        self.state.set(state);
    }

    /// Makes signals of what the server said.
    fn show(&'static self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome { secret, name, .. } => {
                let old = self.device.get_untracked();
                let device = Device { name, secret: secret.or(old.secret) };
                device.save(self.store);
                self.device.set(device);
                self.room.set(None);
                self.state.set(State::Here);
                let mut wanted = None;
                self.inner.update_value(|inner| wanted = inner.wanted.take());
                if let Some(code) = wanted {
                    self.ask(ClientMessage::JoinRoom { code, watch: false });
                }
            }
            ServerMessage::Room { .. } => {
                let mut room = None;
                self.on_client(|client| room = client.room().cloned());
                let code = room.as_ref().map(|room| room.code.to_string());
                let mut route = self.router.now();
                if matches!(route.screen, Screen::Online(_)) && code.is_some() {
                    route.screen = Screen::Online(code);
                    self.router.replace(route);
                }
                self.waiting.set(false);
                self.room.set(room);
            }
            ServerMessage::Begin { game, settings, boards, .. } => {
                let you = self.room.with_untracked(|room| room.as_ref().and_then(|room| room.you));
                let front = you.unwrap_or(0);
                let rules = [front, 1 - front].map(|board| {
                    let board = boards[usize::from(board)];
                    settings.rules.board_rules(board.handling, board.previews)
                });
                self.over.set(None);
                self.halted.set(false);
                self.inner.update_value(|inner| inner.happened.clear());
                self.stage.plug_in(self);
                self.table.set(Some(Table { game, front, plays: you.is_some(), rules }));
            }
            ServerMessage::Go { .. } => self.halted.set(false),
            ServerMessage::Halt { .. } => self.halted.set(true),
            ServerMessage::GameOver { winner, wins, .. } => {
                self.stage.stay_calm_until(page_now() + FRIGHT_MS);
                self.halted.set(false);
                self.over.set(Some(Over { winner, wins, ending: None, ratings: None }));
            }
            ServerMessage::MatchOver { outcome, wins, ratings } => {
                let ending = Some(outcome.ending);
                self.halted.set(false);
                self.over.set(Some(Over { winner: outcome.winner, wins, ending, ratings }));
            }
            ServerMessage::Waiting => self.waiting.set(true),
            ServerMessage::Refused { why } => self.notices.warn(refusal(why)),
            ServerMessage::TooOld { .. } => self.state.set(State::Closed(
                "The server has a newer version of the game. Please reload the page.",
            )),
            ServerMessage::Farewell { why: FarewellWhy::Elsewhere } => self
                .state
                .set(State::Closed("You are playing in another tab or window of this browser.")),
            ServerMessage::Farewell { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Moves { .. }
            | ServerMessage::Garbage { .. }
            | ServerMessage::Ack { .. }
            | ServerMessage::Left => {}
        }
    }

    fn on_client(&self, act: impl FnOnce(&mut Client)) {
        self.inner.update_value(|inner| {
            if let Some(client) = &mut inner.client {
                act(client);
            }
        });
    }

    fn flush(&self) {
        self.inner.update_value(|inner| {
            let Some(client) = &mut inner.client else { return };
            for message in client.take_outgoing() {
                if let Some(line) = &inner.line {
                    line.send(&encode(&message));
                }
            }
        });
    }
}

/// How many seconds are left until the game's time runs.
fn seconds_to_go(play: &Play, server: Micros) -> u64 {
    match play.pace() {
        Pace::Running { when, .. } => (when - server).0.div_ceil(1_000_000),
        Pace::Still(_) => 0,
    }
}

const fn refusal(why: Refusal) -> &'static str {
    match why {
        Refusal::NoSuchRoom => "That room is not there any more. Ask for a new link.",
        Refusal::RoomFull => "That room is full.",
        Refusal::AlreadyInRoom => "You are in a room already. Leave it first.",
        Refusal::NotHost => "Only the host of the room decides that.",
        Refusal::Unplayable => "Nobody can play by these settings.",
        Refusal::ServerFull => "The server has no room left. Please try again later.",
        Refusal::OutOfPhase => "That cannot be done right now.",
    }
}

/// The page's clock, in milliseconds, as frames and events carry it.
pub(crate) fn page_now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

fn now() -> Micros {
    micros(page_now())
}

fn micros(stamp: f64) -> Micros {
    Micros((stamp * 1000.0) as u64)
}
