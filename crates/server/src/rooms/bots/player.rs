//! A bot at its seat: listens to its room, thinks, and sends its inputs at their times.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;

use quintet_bot::{Hand, Level};
use quintet_engine::{Handling, Micros, TimedInput};
use quintet_protocol::client::{Client, OnlineGame, Pace};
use quintet_protocol::limits::READY_LIMIT;
use quintet_protocol::{ClientMessage, GameId, Have, RoomPhase, ServerMessage, decode_server};
use tokio::task::JoinHandle;
use tracing::{debug, warn};

use super::BotPlace;
use super::planner::{hand, think};
use crate::edge::outbox::{Inbox, Outbox, Outgoing};
use crate::rooms::hub::{Guest, Hub};
use crate::rooms::room_handle::RoomHandle;
use crate::secure_random;
use crate::store::KnownPlayer;

/// How often a bot wakes, whatever happens: often enough to say how far its board has come.
const WAKE_EVERY: Micros = Micros::from_millis(100);
/// How long a bot that found no move waits before it thinks again.
const RETRY_AFTER: Micros = Micros::from_millis(300);
/// How many coming pieces are shown; the level decides how many of them it uses.
const PREVIEWS: u8 = 5;

/// Lets a bot take its seat in a room, or take it again. Its place in the pool is free again when it
/// leaves.
pub(crate) fn sit(
    hub: &Arc<Hub>,
    room: RoomHandle,
    known: KnownPlayer,
    level: Level,
    place: Option<BotPlace>,
) {
    let client = Client::new(&known.name, None, Handling::STANDARD, PREVIEWS);
    let (outbox, _) = Outbox::new();
    let guest = Guest { conn: hub.next_conn(), known, outbox, address: None, arrived: 0 };
    let bot = Bot {
        hub: Arc::clone(hub),
        room,
        guest,
        level,
        client,
        game: None,
        hand: None,
        plan: Plan::default(),
        thought: None,
        idle_since: None,
    };
    tokio::spawn(async move {
        bot.run().await;
        drop(place);
    });
}

/// Inputs for one piece of a board.
#[derive(Default)]
struct Plan {
    inputs: VecDeque<TimedInput>,
    /// The number of pieces locked and of rollbacks when the plan was made.
    basis: (u32, u32),
    /// No thinking before the server's clock shows this.
    rest_until: Micros,
}

/// What comes back from thinking.
type Thought = JoinHandle<Option<(Hand, VecDeque<TimedInput>)>>;

struct Bot {
    hub: Arc<Hub>,
    room: RoomHandle,
    guest: Guest,
    level: Level,
    client: Client,
    /// The game that the hand plays.
    game: Option<GameId>,
    /// The hand, unless it is thinking.
    hand: Option<Hand>,
    plan: Plan,
    thought: Option<Thought>,
    /// Since when the bot waits for a match to begin.
    idle_since: Option<Micros>,
}

/// Why a bot stops listening.
enum Parting {
    /// There is nothing left to play.
    Done,
    /// The room has closed the connection; the seat is still there.
    Dropped,
}

impl Bot {
    async fn run(mut self) {
        while let Some(mut inbox) = self.enter() {
            match self.play(&mut inbox).await {
                Parting::Done => break,
                Parting::Dropped => {
                    debug!(room = %self.room.code, "a bot comes back to its seat");
                    self.client.disconnected();
                }
            }
        }
        // The host may have sent it away: then the hub knows of no room any more.
        self.room.leave(&self.hub, self.guest.conn);
        self.hub.leave(&self.guest, None);
    }

    /// Enters the room by a new connection, and asks for what was missed.
    fn enter(&mut self) -> Option<Inbox> {
        let (outbox, inbox) = Outbox::new();
        (self.guest.conn, self.guest.outbox) = (self.hub.next_conn(), outbox);
        let now = self.hub.clock.now();
        self.client.connected(now);
        let have: Option<Have> = self.client.drain_outgoing().find_map(|message| match message {
            ClientMessage::Hello { have, .. } => have,
            _ => None,
        });
        let KnownPlayer { player, ref name, rating } = self.guest.known;
        let (name, rating) = (name.clone(), rating.rounded());
        let welcome = ServerMessage::Welcome { player, secret: None, name, rating, now };
        self.client.receive(&welcome, now).ok()?;
        let entered = self.hub.enter(&self.room, &self.guest, have, false);
        entered.is_ok().then_some(inbox)
    }

    async fn play(&mut self, inbox: &mut Inbox) -> Parting {
        loop {
            if !self.send_outgoing() {
                return Parting::Done;
            }
            let wake_at = self.hub.clock.instant(self.next_wake());
            tokio::select! {
                outgoing = inbox.recv() => match outgoing {
                    Some(Outgoing::Message(bytes)) => {
                        if let Err(parting) = self.receive(&bytes) {
                            return parting;
                        }
                    }
                    Some(Outgoing::Farewell(reason)) => {
                        debug!(?reason, "a bot's connection is closed");
                        return Parting::Dropped;
                    }
                    // Its room is where the bot is.
                    Some(Outgoing::Move { .. }) | None => return Parting::Done,
                },
                thought = wait_for(&mut self.thought) => {
                    self.thought = None;
                    let Some((hand, inputs)) = thought else { return Parting::Done };
                    self.take_thought(hand, inputs);
                }
                () = tokio::time::sleep_until(wake_at.into()) => {}
            }
            let now = self.hub.clock.now();
            self.play_due_inputs(now);
            self.client.tick(now, &mut |_, _| {});
            self.begin_to_think(now);
            if self.idle_since.is_some_and(|since| now >= since + READY_LIMIT) {
                return Parting::Done;
            }
        }
    }

    /// Sends the client's messages to the room; false when the room is closed.
    fn send_outgoing(&mut self) -> bool {
        for message in self.client.drain_outgoing() {
            if matches!(message, ClientMessage::Ping { .. }) {
                // The server's clock is the bot's own.
                continue;
            }
            if !self.room.hear(&self.hub, self.guest.conn, message) {
                return false;
            }
        }
        true
    }

    fn receive(&mut self, bytes: &[u8]) -> Result<(), Parting> {
        let now = self.hub.clock.now();
        let Ok(message) = decode_server(bytes) else { return Err(Parting::Done) };
        if message == ServerMessage::Left {
            return Err(Parting::Done);
        }
        if self.client.receive(&message, now).is_err() {
            warn!(room = %self.room.code, "a message to a bot does not fit what it knows");
            return Err(Parting::Dropped);
        }
        if matches!(message, ServerMessage::Room { .. }) { self.follow_room(now) } else { Ok(()) }
    }

    /// Is ready whenever the others may be, and leaves when all others have left.
    fn follow_room(&mut self, now: Micros) -> Result<(), Parting> {
        let Some(room) = self.client.room() else { return Ok(()) };
        let own = room.you.and_then(|you| room.seats.get(usize::from(you))?.as_ref());
        let is_alone = room.seats.iter().flatten().count() < 2;
        let Some(own) = own.filter(|_| !is_alone) else { return Err(Parting::Done) };
        let (phase, is_ready) = (room.phase, own.ready);
        if phase != RoomPhase::Open {
            self.idle_since = None;
        } else if self.idle_since.is_none() {
            self.idle_since = Some(now);
        }
        if !is_ready && matches!(phase, RoomPhase::Open | RoomPhase::Between) {
            self.client.ready();
        }
        Ok(())
    }

    /// Where the board stands, as far as a plan depends on it; none while no piece can be moved.
    fn basis(&self) -> Option<(u32, u32)> {
        let game = self.client.game()?;
        let view = game.board(self.seat()?).view();
        view.piece.is_some().then_some((view.pieces, game.rollbacks()))
    }

    fn seat(&self) -> Option<u8> {
        self.client.room().and_then(|room| room.you)
    }

    /// The server's clock at a moment of the game; none while time stands still.
    fn when(&self, moment: Micros) -> Option<Micros> {
        match self.client.game()?.pace() {
            Pace::Still(_) => None,
            Pace::Running { at, when } => Some(when + (moment - at)),
        }
    }

    fn next_wake(&self) -> Micros {
        let next = self.hub.clock.now() + WAKE_EVERY;
        let input = self.plan.inputs.front().and_then(|timed| self.when(timed.at));
        let entry = || {
            let board = self.client.game()?.board(self.seat()?);
            self.when(board.next_deadline()?)
        };
        let entry = if self.thought.is_none() { entry() } else { None };
        [input, entry].into_iter().flatten().fold(next, Micros::min)
    }

    /// Plays the inputs that are due, each at its own time.
    fn play_due_inputs(&mut self, now: Micros) {
        while let Some(&TimedInput { at, input, .. }) = self.plan.inputs.front()
            && let Some(when) = self.when(at).filter(|&when| when <= now)
        {
            if self.basis() != Some(self.plan.basis) {
                // The piece has locked by itself, or garbage has changed the past.
                self.plan.inputs.clear();
                return;
            }
            self.plan.inputs.pop_front();
            self.client.apply(input, when, &mut |_, _| {});
        }
    }

    /// Thinks about the piece in play, away from everybody else.
    fn begin_to_think(&mut self, now: Micros) {
        let Some(game) = self.client.game().map(OnlineGame::id) else { return };
        if self.game != Some(game) {
            // A new game: drop what was thought about the last one.
            self.game = Some(game);
            self.thought = None;
            self.hand = Some(hand(self.level, secure_random::number()));
            self.plan = Plan::default();
        }
        let is_busy = self.thought.is_some() || !self.plan.inputs.is_empty();
        if is_busy || now < self.plan.rest_until || self.when(Micros::ZERO).is_none() {
            return;
        }
        let (Some(basis), Some(seat)) = (self.basis(), self.seat()) else { return };
        let (Some(game), Some(mut hand)) = (self.client.game(), self.hand.take()) else { return };
        let (board, asked) = (game.board(seat).clone(), Instant::now());
        self.plan.basis = basis;
        let thinking = Arc::clone(&self.hub.bot_pool.thinking);
        self.thought = Some(tokio::spawn(async move {
            let permit = thinking.acquire_owned().await;
            let thinking = tokio::task::spawn_blocking(move || {
                let inputs = think(&mut hand, &board, asked);
                drop(permit);
                (hand, inputs)
            });
            thinking.await.ok()
        }));
    }

    fn take_thought(&mut self, hand: Hand, inputs: VecDeque<TimedInput>) {
        if inputs.is_empty() {
            self.plan.rest_until = self.hub.clock.now() + RETRY_AFTER;
        }
        self.hand = Some(hand);
        self.plan.inputs = inputs;
    }
}

/// The result of thinking; none if it failed. Never returns if nothing is being thought about.
async fn wait_for(thought: &mut Option<Thought>) -> Option<(Hand, VecDeque<TimedInput>)> {
    match thought {
        Some(thought) => thought.await.ok().flatten(),
        None => std::future::pending().await,
    }
}
