//! A game under way as one of its players, or a spectator, has it.

use quintet_engine::{Button, Game, Input, Micros, Replay, TimedEvent, TimedInput};

use crate::client_message::{ClientMessage, Have, HaveBoard};
use crate::input::{Delivery, PackedInput};
use crate::limits::{HEARTBEAT, MAX_INPUTS};
use crate::match_replay::match_replay;
use crate::server_message::BoardSetup;
use crate::settings::{GameId, Settings};
use crate::timeline::Timeline;

/// How a game's time goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// It stands still at this moment.
    Still(Micros),
    /// At `when` by the server's clock the game stands at `at`, and it runs from then on.
    Running {
        /// The moment of the game.
        at: Micros,
        /// The server's clock then.
        when: Micros,
    },
}

/// A message of the server does not fit what the client knows. Reconnecting repairs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server's messages do not fit together")]
pub struct OutOfStep;

/// A board here has another hash than the referee's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The seat whose board it is.
    pub board: u8,
    /// At which moment.
    pub at: Micros,
    /// The hash here.
    pub hash: u32,
}

/// A game under way. A player's own board shows every input at once. What the referee has confirmed
/// of it is kept beside, and when garbage arrives in the past, the board is played again from there.
#[derive(Clone, Debug)]
pub struct OnlineGame {
    id: GameId,
    you: Option<u8>,
    /// What the referee has confirmed of each seat's board.
    boards: Vec<Timeline>,
    /// The local player's inputs that are not yet confirmed.
    unconfirmed: Vec<TimedInput>,
    /// How many of them this connection has carried.
    sent: usize,
    /// The local player's board at this moment.
    shown: Game,
    /// How many deliveries it has had.
    shown_deliveries: usize,
    pace: Pace,
    /// The moment that the local player's board has come to.
    now: Micros,
    /// The moment up to which inputs were last sent to the server.
    told: Micros,
    held: [bool; Button::ALL.len()],
    rollbacks: u32,
    /// Events on other boards than the local player's that were not drained yet.
    events: Vec<(u8, TimedEvent)>,
    /// Lists that are used again: for the inputs of messages to send, and of one being read.
    spare: Vec<Vec<PackedInput>>,
    unpacked: Vec<TimedInput>,
}

/// What a long game is prepared for: inputs and deliveries per board, inputs that wait to be
/// confirmed, and lists of inputs on their way out.
const RESERVED: (usize, usize) = (8_192, 512);
const UNCONFIRMED_RESERVED: usize = 256;
const SPARE_RESERVED: usize = 16;

/// The most events that are kept until they are taken: more than happen between two frames.
const MAX_EVENTS: usize = 512;

impl OnlineGame {
    pub(super) fn new(
        id: GameId,
        you: Option<u8>,
        seed: u64,
        settings: Settings,
        boards: &[BoardSetup],
    ) -> Result<OnlineGame, OutOfStep> {
        let timeline = |board: &BoardSetup| {
            let rules = settings.rules.board_rules(board.handling, board.previews).ok()?;
            Some(Timeline::new(rules, seed))
        };
        // Boards that cannot be played, or none at all, come from no server of ours.
        let boards: Option<Vec<Timeline>> = boards.iter().map(timeline).collect();
        let boards = boards.ok_or(OutOfStep)?;
        let shown = boards.get(usize::from(you.unwrap_or(0))).ok_or(OutOfStep)?.game().clone();
        Ok(OnlineGame {
            id,
            you,
            boards,
            unconfirmed: Vec::new(),
            sent: 0,
            shown,
            shown_deliveries: 0,
            pace: Pace::Still(Micros::ZERO),
            now: Micros::ZERO,
            told: Micros::ZERO,
            held: [false; Button::ALL.len()],
            rollbacks: 0,
            events: Vec::new(),
            spare: Vec::new(),
            unpacked: Vec::new(),
        })
    }

    pub(super) fn reserve(&mut self) {
        for board in &mut self.boards {
            board.reserve(RESERVED.0, RESERVED.1);
        }
        self.unconfirmed.reserve(UNCONFIRMED_RESERVED);
        self.unpacked.reserve(MAX_INPUTS);
        self.events.reserve(MAX_EVENTS);
        self.spare.resize_with(SPARE_RESERVED, || Vec::with_capacity(SPARE_RESERVED));
    }

    /// Takes back the list of a message that has been sent.
    pub(super) fn use_again(&mut self, inputs: Vec<PackedInput>) {
        if self.spare.len() < SPARE_RESERVED {
            self.spare.push(inputs);
        }
    }

    /// Which game this is.
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// The replay of the game up to a moment, as far as the referee has confirmed it.
    pub fn replay(&self, end: Micros) -> Replay {
        match_replay(&self.boards, end)
    }

    /// How its time goes.
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// How many boards there are, one for each seat.
    pub const fn seats(&self) -> usize {
        self.boards.len()
    }

    /// A seat's board as it is to be shown: the local one with all inputs so far, others as far as they
    /// are known.
    pub fn board(&self, seat: u8) -> &Game {
        if Some(seat) == self.you { &self.shown } else { self.confirmed(seat).game() }
    }

    /// What the referee has confirmed of a seat's board.
    pub fn confirmed(&self, seat: u8) -> &Timeline {
        &self.boards[usize::from(seat)]
    }

    pub(super) fn drain_events(&mut self) -> impl Iterator<Item = (u8, TimedEvent)> {
        self.events.drain(..)
    }

    /// How often the local player's board had to be played again.
    pub const fn rollbacks(&self) -> u32 {
        self.rollbacks
    }

    pub(super) fn have(&self) -> Have {
        let board = |board: &Timeline| HaveBoard {
            inputs: board.inputs().len() as u32,
            deliveries: board.deliveries().len() as u32,
        };
        Have { game: self.id, boards: self.boards.iter().map(board).collect() }
    }

    fn own(&self) -> Option<usize> {
        self.you.map(usize::from)
    }

    /// The moment of the game when the server's clock shows this.
    fn moment(&self, server: Micros) -> Micros {
        match self.pace {
            Pace::Still(at) => at,
            Pace::Running { at, when } => at + (server - when),
        }
    }

    fn is_running(&self, server: Micros) -> bool {
        matches!(self.pace, Pace::Running { when, .. } if server >= when)
    }

    /// The player presses or releases a button: the message to send, none where the board does not
    /// take it.
    pub(super) fn apply(
        &mut self,
        input: Input,
        server: Micros,
        sink: &mut dyn FnMut(u8, TimedEvent),
    ) -> Option<ClientMessage> {
        let button = input.button()?;
        let is_press = matches!(input, Input::Press(_));
        self.held[button as usize] = is_press;
        let you = self.you?;
        if !self.is_running(server) {
            // A button that is released while time stands still is released when it runs again.
            return None;
        }
        self.advance_to(self.moment(server), sink);
        if self.shown.is_over() || !is_press && !self.shown.held_buttons().contains(button) {
            return None;
        }
        let timed = TimedInput { at: self.now, player: you, input };
        // The board has been advanced to this very moment.
        let _ = self.shown.apply(&timed, &mut |event| sink(you, event));
        self.unconfirmed.push(timed);
        self.tell(self.now)
    }

    /// Time passes; adds the messages to send.
    pub(super) fn tick(
        &mut self,
        server: Micros,
        messages: &mut Vec<ClientMessage>,
        sink: &mut dyn FnMut(u8, TimedEvent),
    ) {
        if self.you.is_none() || !self.is_running(server) {
            return;
        }
        self.advance_to(self.moment(server), sink);
        for button in self.shown.held_buttons().iter() {
            if !self.held[button as usize] {
                messages.extend(self.apply(Input::Release(button), server, sink));
            }
        }
        if self.now >= self.told + HEARTBEAT {
            messages.extend(self.tell(self.now));
        }
    }

    fn advance_to(&mut self, at: Micros, sink: &mut dyn FnMut(u8, TimedEvent)) {
        let (Some(you), Some(own)) = (self.you, self.own()) else { return };
        // A correction of the clock never takes a board back.
        self.now = self.now.max(at);
        let mut sink = |event| sink(you, event);
        while let Some(delivery) = self.boards[own].deliveries().get(self.shown_deliveries)
            && delivery.at <= self.now
        {
            // The timeline has checked gaps and dates.
            let _ = self.shown.receive_garbage(&delivery.gaps, delivery.at, &mut sink);
            self.shown_deliveries += 1;
        }
        let _ = self.shown.advance(self.now, &mut sink);
    }

    /// Everything not yet sent, as far as one message holds, and how far the board has come.
    fn tell(&mut self, upto: Micros) -> Option<ClientMessage> {
        let own = self.own()?;
        let unsent = &self.unconfirmed[self.sent..];
        let chunk = &unsent[..unsent.len().min(MAX_INPUTS)];
        let upto = if chunk.len() < unsent.len() { chunk[chunk.len() - 1].at } else { upto };
        let first = (self.boards[own].inputs().len() + self.sent) as u32;
        let mut inputs = self.spare.pop().unwrap_or_default();
        inputs.clear();
        inputs.extend(chunk.iter().filter_map(|timed| PackedInput::pack(timed, upto)));
        self.sent += chunk.len();
        self.told = upto;
        Some(ClientMessage::Inputs { first, upto, inputs })
    }

    /// The referee has the local player's inputs up to this moment.
    pub(super) fn ack(
        &mut self,
        received: u32,
        upto: Micros,
        hash: u32,
    ) -> Result<Option<Difference>, OutOfStep> {
        let own = self.own().ok_or(OutOfStep)?;
        let known = self.boards[own].inputs().len();
        let newly = (received as usize).checked_sub(known).ok_or(OutOfStep)?;
        if newly > self.unconfirmed.len() {
            return Err(OutOfStep);
        }
        self.sent = self.sent.saturating_sub(newly);
        let mut unconfirmed = core::mem::take(&mut self.unconfirmed);
        let difference = self.confirm(own, &unconfirmed[..newly], upto, Some(hash));
        unconfirmed.drain(..newly);
        self.unconfirmed = unconfirmed;
        difference
    }

    /// The referee reports what happened on a board.
    pub(super) fn take_inputs(
        &mut self,
        seat: u8,
        first: u32,
        upto: Micros,
        packed: &[PackedInput],
        hash: Option<u32>,
    ) -> Result<Option<Difference>, OutOfStep> {
        let index = usize::from(seat);
        let known = self.boards.get(index).ok_or(OutOfStep)?.inputs().len();
        if first as usize != known {
            return Err(OutOfStep);
        }
        let mut inputs = core::mem::take(&mut self.unpacked);
        inputs.clear();
        inputs.extend(packed.iter().map(|packed| packed.unpack(upto, seat)));
        let is_own = self.own() == Some(index);
        if is_own {
            // The referee's account of the local player's past, after a reload or a broken connection.
            let told = inputs.len().min(self.unconfirmed.len());
            self.unconfirmed.drain(..told);
            if hash.is_some() {
                // The referee's list is complete up to here: inputs that reached it too late do not count.
                self.unconfirmed.retain(|input| input.at >= upto);
            }
            self.sent = self.sent.saturating_sub(told).min(self.unconfirmed.len());
        }
        let difference = self.confirm(index, &inputs, upto, hash);
        self.unpacked = inputs;
        let difference = difference?;
        if is_own {
            self.show_again(self.now.max(upto));
        }
        Ok(difference)
    }

    fn confirm(
        &mut self,
        board: usize,
        inputs: &[TimedInput],
        upto: Micros,
        hash: Option<u32>,
    ) -> Result<Option<Difference>, OutOfStep> {
        let is_own = self.own() == Some(board);
        let (timeline, events) = (&mut self.boards[board], &mut self.events);
        let mut keep = |event| {
            if !is_own && events.len() < MAX_EVENTS {
                events.push((board as u8, event));
            }
        };
        timeline.play(inputs, upto, &mut keep).map_err(|_| OutOfStep)?;
        let here = timeline.hash();
        let differs = hash.is_some_and(|hash| hash != here);
        Ok(differs.then_some(Difference { board: board as u8, at: upto, hash: here }))
    }

    /// Garbage comes to a board; for the local player's maybe in the past.
    pub(super) fn garbage(
        &mut self,
        seat: u8,
        number: u32,
        delivery: &Delivery,
    ) -> Result<(), OutOfStep> {
        let timeline = self.boards.get_mut(usize::from(seat)).ok_or(OutOfStep)?;
        if number as usize != timeline.deliveries().len() {
            return Err(OutOfStep);
        }
        timeline.deliver(delivery.clone()).map_err(|_| OutOfStep)?;
        if Some(seat) == self.you && delivery.at <= self.now {
            self.rollbacks += 1;
            self.show_again(self.now);
        }
        Ok(())
    }

    /// Plays the local player's board again from what is confirmed.
    fn show_again(&mut self, at: Micros) {
        let Some(own) = self.own() else { return };
        let timeline = &self.boards[own];
        self.now = at;
        self.shown = timeline.predict(&self.unconfirmed, at);
        self.shown_deliveries =
            timeline.deliveries().iter().take_while(|delivery| delivery.at <= at).count();
    }

    /// Time runs.
    pub(super) fn go(&mut self, at: Micros, when: Micros) {
        self.pace = Pace::Running { at, when };
    }

    /// The connection broke: time stands still here, until the server says where. A server that
    /// died in between remembers inputs, but not how far boards had come since the last of them.
    pub(super) fn lose_connection(&mut self) {
        self.pace = Pace::Still(self.now);
        self.sent = 0;
        for board in &mut self.boards {
            board.rewind(board.inputs().last().map_or(Micros::ZERO, |input| input.at));
        }
    }

    /// Time stands still at this moment: what came later did not happen, and the board comes up to
    /// it. Adds the messages that the server has not had yet.
    pub(super) fn halt(&mut self, at: Micros, messages: &mut Vec<ClientMessage>) {
        self.pace = Pace::Still(at);
        for board in &mut self.boards {
            board.rewind(at);
        }
        self.unconfirmed.retain(|input| input.at <= at);
        self.sent = self.sent.min(self.unconfirmed.len());
        self.show_again(at);
        if self.you.is_some() {
            let before = messages.len();
            while self.sent < self.unconfirmed.len() {
                messages.extend(self.tell(at));
            }
            if messages.len() == before || self.told != at {
                messages.extend(self.tell(at));
            }
        }
    }

    /// The game was decided at this moment.
    pub(super) fn end(&mut self, at: Micros) {
        self.pace = Pace::Still(at);
        self.unconfirmed.retain(|input| input.at <= at);
        if let Some(own) = self.own()
            && self.boards[own].known() <= at
        {
            self.show_again(at);
        }
    }
}
