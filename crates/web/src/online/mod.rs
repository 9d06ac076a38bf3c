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

use quintet_engine::{Button, Event, Handling, Micros, Rules, What};
use quintet_protocol::client::{Client, Pace, Play, RoomView};
use quintet_protocol::{
    ClientMessage, Ending, FarewellWhy, GameId, Refusal, RoomCode, ServerMessage, Settings,
    decode_server, encode,
};
use quintet_words::{Phrase, online as words};

use crate::games;
use crate::notices::Notices;
use crate::page::window;
use crate::play::{FRIGHT_MS, Stage};
use crate::route::{Route, Router, Screen};
use crate::signals::prelude::*;
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
    /// Counts changes of what is known. One signal for all of it keeps the download small.
    changed: RwSignal<u64>,
    /// Counts games begun and tables left.
    pub(crate) begun: RwSignal<u64>,
    /// Seconds until time runs.
    pub(crate) count: RwSignal<u64>,
    known: StoredValue<Known, LocalStorage>,
    stage: &'static Stage,
    router: Router,
    store: Store,
    notices: Notices,
}

/// What is known.
pub(crate) struct Known {
    /// The connection.
    pub(crate) state: State,
    /// The room one is in.
    pub(crate) room: Option<RoomView>,
    /// Whether an opponent is being looked for.
    pub(crate) waiting: bool,
    /// The level of the bot that has offered itself meanwhile; 0 while none has.
    pub(crate) bot: u8,
    /// What the host has set, until the server tells the same.
    pub(crate) wish: Option<Settings>,
    /// Who plays on which board of the table: who leaves its room afterwards changes nothing there.
    pub(crate) names: [String; 2],
    /// The game that is on, or was last.
    pub(crate) table: Option<Table>,
    /// Whether the match waits for somebody.
    pub(crate) halted: bool,
    /// The end of the last game.
    pub(crate) over: Option<Over>,
    /// The device.
    pub(crate) device: Device,
    /// The seed for the next game alone, and that of the one being played.
    ticket: Option<Ticket>,
    playing: Option<Ticket>,
    client: Option<Client>,
    line: Option<Line>,
    /// When to try again, by the page's clock.
    retry_at: Option<f64>,
    /// The room that a link leads to.
    wanted: Option<RoomCode>,
    happened: Vec<(u8, Event)>,
}

impl Known {
    /// Whether a match that one plays in is on.
    fn is_in_match(&self) -> bool {
        let is_over = self.over.is_some_and(|over| over.ending.is_some());
        self.table.is_some_and(|table| table.plays) && !is_over
    }

    /// Takes the room as the server told it, but for what the host has set since.
    fn enter_room(&mut self) {
        self.room = self.client.as_ref().and_then(|client| client.room().cloned());
        let told = self.room.as_ref().map(|room| room.settings);
        self.wish = self.wish.filter(|wish| told.is_some_and(|told| told != *wish));
        if let (Some(room), Some(wish)) = (&mut self.room, self.wish) {
            room.settings = wish;
        }
    }
}

impl Online {
    /// Not connected.
    pub(crate) fn new(
        stage: &'static Stage,
        router: Router,
        store: Store,
        notices: Notices,
    ) -> Online {
        let known = Known {
            state: State::Off,
            room: None,
            waiting: false,
            bot: 0,
            wish: None,
            names: Default::default(),
            table: None,
            halted: false,
            over: None,
            device: Device::load(store),
            ticket: None,
            playing: None,
            client: None,
            line: None,
            retry_at: None,
            wanted: None,
            happened: Vec::new(),
        };
        Online {
            changed: RwSignal::new(0),
            begun: RwSignal::new(0),
            count: RwSignal::new(0),
            known: StoredValue::new_local(known),
            stage,
            router,
            store,
            notices,
        }
    }

    /// Looks at what is known, and again whenever it changes.
    pub(crate) fn see<T>(&self, look: impl FnOnce(&Known) -> T) -> T {
        self.changed.get();
        self.known.with_value(look)
    }

    /// Looks at what is known, once.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Known) -> T) -> T {
        self.known.with_value(look)
    }

    /// Changes what is known.
    pub(crate) fn change(&self, act: impl FnOnce(&mut Known)) {
        self.known.update_value(act);
        self.changed.update(|count| *count += 1);
    }

    /// Begins to connect, and enters the room that a link names once that is done.
    pub(crate) fn connect(&'static self, handling: Handling, previews: u8, link: Option<&str>) {
        self.change(|known| {
            let Device { name, secret } = &known.device;
            known.client = Some(Client::new(name, *secret, handling, previews));
            known.wanted = link.and_then(RoomCode::parse);
            known.state = State::Connecting;
        });
        self.notices.withdraw(words::MATCH_WAITS);
        self.dial();
    }

    /// Hangs up, leaving whatever room one is in; but the server keeps the seat of whoever goes in
    /// mid-match, for a while.
    pub(crate) fn hang_up(&'static self) {
        if self.look(Known::is_in_match) {
            self.forget_room();
            self.notices.offer(words::MATCH_WAITS, words::RETURN, || {
                self.router.go(Route::to(games::duel(), Screen::Online(None)));
            });
        } else {
            self.leave();
        }
        self.change(|known| {
            (known.client, known.line, known.retry_at, known.wanted) = (None, None, None, None);
            known.waiting = false;
            known.state = State::Off;
        });
        self.stage.unplug();
    }

    fn dial(&'static self) {
        let line = Line::open(move |heard| self.hear(heard));
        self.known.update_value(|inner| {
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
        if self.look(|known| known.room.is_some()) {
            self.on_client(Client::leave);
            self.flush();
        }
        self.forget_room();
    }

    fn forget_room(&self) {
        self.change(|known| {
            (known.room, known.wish) = (None, None);
            known.halted = false;
        });
        self.clear_table();
    }

    /// Takes the boards away.
    pub(crate) fn clear_table(&self) {
        self.change(|known| (known.table, known.over) = (None, None));
        self.begun.update(|count| *count += 1);
    }

    /// Gives up waiting for an opponent.
    pub(crate) fn stop_waiting(&self) {
        self.change(|known| known.waiting = false);
        self.ask(ClientMessage::CancelQuickMatch);
    }

    /// A button goes down or up.
    pub(crate) fn touch(&self, button: Button, down: bool, stamp: f64) {
        self.known.update_value(|inner| {
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
        self.known.update_value(|inner| {
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
        let Some(table) = self.look(|known| known.table) else { return };
        let stage = self.stage;
        let mut count = 0;
        self.known.update_value(|inner| {
            let Known { client, happened, .. } = inner;
            let Some(client) = client else { return happened.clear() };
            let Some(play) = client.play() else { return happened.clear() };
            for (board, event) in happened.drain(..) {
                let place = usize::from(board ^ table.front) & 1;
                let game = play.game(board);
                stage.seats[place].listen(&event, &game.view());
                stage.volley.listen(&stage.seats, place, &event, game.rules().height);
                if place == 0 && table.plays {
                    let won = matches!(event.what, What::Over { .. }) && !game.is_over();
                    stage.hear(0, game.rules(), &event, won);
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
        let state = match self.look(|known| known.state) {
            closed @ (State::Closed(_) | State::Off) => closed,
            State::Connecting | State::NoServer => State::NoServer,
            State::Here | State::Lost => State::Lost,
        };
        let retry = (state == State::Lost).then(|| page_now() + RETRY_MS);
        self.change(|known| (known.retry_at, known.state) = (retry, state));
    }

    /// Makes signals of what the server said.
    fn show(&'static self, message: ServerMessage) {
        match message {
            ServerMessage::Welcome { secret, name, .. } => {
                let mut wanted = None;
                self.change(|known| {
                    known.device = Device { name, secret: secret.or(known.device.secret) };
                    known.device.save(self.store);
                    (known.room, known.wish) = (None, None);
                    known.state = State::Here;
                    wanted = known.wanted.take();
                });
                if let Some(code) = wanted {
                    self.ask(ClientMessage::JoinRoom { code, watch: false });
                }
            }
            ServerMessage::Room { code, .. } => {
                let mut route = self.router.now();
                if matches!(route.screen, Screen::Online(_)) {
                    route.screen = Screen::Online(Some(code.to_string()));
                    self.router.replace(route);
                }
                self.change(|known| {
                    known.enter_room();
                    known.waiting = false;
                });
            }
            ServerMessage::Begin { game, settings, boards, .. } => {
                self.stage.plug_in(self);
                self.change(|known| {
                    let you = known.room.as_ref().and_then(|room| room.you);
                    let front = you.unwrap_or(0);
                    known.names = [0, 1].map(|board: usize| {
                        let seat = known.room.as_ref().and_then(|room| room.seats[board].as_ref());
                        seat.map_or_else(|| "…".to_owned(), |seat| seat.name.clone())
                    });
                    let rules = [front, 1 - front].map(|board| {
                        let board = boards[usize::from(board)];
                        settings.rules.board_rules(board.handling, board.previews)
                    });
                    known.table = Some(Table { game, front, plays: you.is_some(), rules });
                    (known.over, known.halted) = (None, false);
                    known.happened.clear();
                });
                self.begun.update(|count| *count += 1);
            }
            ServerMessage::Go { .. } => self.change(|known| known.halted = false),
            ServerMessage::Halt { .. } => self.change(|known| known.halted = true),
            ServerMessage::GameOver { winner, wins, .. } => {
                self.stage.stay_calm_until(page_now() + FRIGHT_MS);
                let over = Over { winner, wins, ending: None, ratings: None };
                self.change(|known| (known.halted, known.over) = (false, Some(over)));
            }
            ServerMessage::MatchOver { outcome, wins, ratings } => {
                let (winner, ending) = (outcome.winner, Some(outcome.ending));
                let over = Over { winner, wins, ending, ratings };
                self.change(|known| (known.halted, known.over) = (false, Some(over)));
            }
            ServerMessage::Waiting => self.change(|known| (known.waiting, known.bot) = (true, 0)),
            ServerMessage::BotOffer { level } => self.change(|known| known.bot = level),
            ServerMessage::Refused { why } => {
                self.change(|known| {
                    known.wish = None;
                    known.enter_room();
                });
                self.notices.warn(refusal(why));
            }
            ServerMessage::TooOld { .. } => {
                self.close("The server has a newer version of the game. Please reload the page.");
            }
            ServerMessage::Farewell { why: FarewellWhy::Elsewhere } => {
                self.close("You are playing in another tab or window of this browser.");
            }
            ServerMessage::Farewell { .. }
            | ServerMessage::Pong { .. }
            | ServerMessage::Moves { .. }
            | ServerMessage::Garbage { .. }
            | ServerMessage::Ack { .. }
            | ServerMessage::Left => {}
        }
    }

    fn close(&self, why: &'static str) {
        self.change(|known| known.state = State::Closed(why));
    }

    fn on_client(&self, act: impl FnOnce(&mut Client)) {
        self.known.update_value(|inner| {
            if let Some(client) = &mut inner.client {
                act(client);
            }
        });
    }

    fn flush(&self) {
        self.known.update_value(|inner| {
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

const fn refusal(why: Refusal) -> Phrase {
    match why {
        Refusal::NoSuchRoom => words::REFUSED_NO_ROOM,
        Refusal::RoomFull => words::REFUSED_ROOM_FULL,
        Refusal::AlreadyInRoom => words::REFUSED_IN_ROOM,
        Refusal::NotHost => words::REFUSED_NOT_HOST,
        Refusal::Unplayable => words::REFUSED_UNPLAYABLE,
        Refusal::ServerFull => words::REFUSED_SERVER_FULL,
        Refusal::OutOfPhase => words::REFUSED_NOT_NOW,
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
