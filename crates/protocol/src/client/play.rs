//! A game under way as one of its players, or a spectator, has it.

use quintet_engine::{Button, Game, Micros, RulesError, TimedEvent};

use crate::client_message::{ClientMessage, Have, HaveBoard};
use crate::limits::{HEARTBEAT, MAX_STROKES};
use crate::server_message::BoardSetup;
use crate::settings::{GameId, Settings};
use crate::stroke::{Stroke, TimedTouch, Touch, pack_strokes, unpack_strokes};
use crate::timeline::{Timeline, touch};

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

/// What the server said does not fit what is known here. Connecting anew sets it right.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server's messages do not fit together")]
pub struct OutOfStep;

/// A board here has another hash than the referee's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Whose board.
    pub board: u8,
    /// At which moment.
    pub at: Micros,
    /// The hash here.
    pub hash: u32,
}

/// A game under way. A player's own board is shown at once as the fingers move; what the referee
/// has confirmed of it is kept beside, and when garbage comes in the past, the board is played
/// again from there.
#[derive(Clone, Debug)]
pub struct Play {
    id: GameId,
    you: Option<u8>,
    /// What the referee has confirmed of each board.
    boards: [Timeline; 2],
    /// One's own strokes that are not yet confirmed.
    unconfirmed: Vec<TimedTouch>,
    /// How many of them this connection has carried.
    sent: usize,
    /// One's own board at this moment.
    shown: Game,
    /// How many deliveries it has had.
    shown_deliveries: usize,
    pace: Pace,
    /// The moment one's own board has come to.
    now: Micros,
    /// The moment up to which the server was last told.
    told: Micros,
    held: [bool; Button::ALL.len()],
    rollbacks: u32,
    /// What happened on other boards than one's own and was not yet looked at.
    seen: Vec<(u8, TimedEvent)>,
}

/// What happened is kept for whoever draws it; nobody who looks now and then misses any of it.
const MOST_SEEN: usize = 512;

impl Play {
    pub(super) fn new(
        id: GameId,
        you: Option<u8>,
        seed: u64,
        settings: Settings,
        [first, second]: [BoardSetup; 2],
    ) -> Result<Play, RulesError> {
        let timeline = |board: BoardSetup| {
            let rules = settings.rules.board_rules(board.handling, board.previews)?;
            Ok(Timeline::new(rules, seed))
        };
        let boards = [timeline(first)?, timeline(second)?];
        let shown = boards[usize::from(you.unwrap_or(0)) % 2].game().clone();
        Ok(Play {
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
            seen: Vec::new(),
        })
    }

    /// Which game this is.
    pub const fn id(&self) -> GameId {
        self.id
    }

    /// How its time goes.
    pub const fn pace(&self) -> Pace {
        self.pace
    }

    /// A board as it is to be shown: one's own as the fingers have left it, others as far as they
    /// are known.
    pub fn game(&self, board: u8) -> &Game {
        if Some(board) == self.you {
            &self.shown
        } else {
            self.boards[usize::from(board) % 2].game()
        }
    }

    /// What the referee has confirmed of a board.
    pub fn confirmed(&self, board: u8) -> &Timeline {
        &self.boards[usize::from(board) % 2]
    }

    pub(super) fn take_seen(&mut self) -> Vec<(u8, TimedEvent)> {
        core::mem::take(&mut self.seen)
    }

    /// How often one's own board had to be played again.
    pub const fn rollbacks(&self) -> u32 {
        self.rollbacks
    }

    pub(super) fn have(&self) -> Have {
        let board = |board: &Timeline| HaveBoard {
            strokes: board.strokes().len() as u32,
            deliveries: board.deliveries().len() as u32,
        };
        Have { game: self.id, boards: [board(&self.boards[0]), board(&self.boards[1])] }
    }

    fn own(&self) -> Option<usize> {
        self.you.map(|you| usize::from(you) % 2)
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

    /// A finger of the player moves.
    pub(super) fn touch(
        &mut self,
        what: Touch,
        server: Micros,
        sink: &mut dyn FnMut(u8, TimedEvent),
    ) -> Option<ClientMessage> {
        let (button, down) = match what {
            Touch::Press(button) => (button, true),
            Touch::Release(button) => (button, false),
        };
        self.held[button as usize] = down;
        let you = self.you?;
        if !self.is_running(server) {
            // A button let go while time stands still is let go when it runs again.
            return None;
        }
        self.advance_to(self.moment(server), sink);
        if self.shown.is_over() || !down && !self.shown.held_buttons().contains(button) {
            return None;
        }
        let timed = TimedTouch { at: self.now, touch: what };
        touch(&mut self.shown, timed, &mut |event| sink(you, event));
        self.unconfirmed.push(timed);
        self.tell(self.now)
    }

    /// Time passes; says what is to be told to the server.
    pub(super) fn tick(
        &mut self,
        server: Micros,
        sink: &mut dyn FnMut(u8, TimedEvent),
    ) -> Vec<ClientMessage> {
        let mut messages = Vec::new();
        if self.you.is_none() || !self.is_running(server) {
            return messages;
        }
        self.advance_to(self.moment(server), sink);
        for button in self.shown.held_buttons().iter() {
            if !self.held[button as usize] {
                messages.extend(self.touch(Touch::Release(button), server, sink));
            }
        }
        if self.now >= self.told + HEARTBEAT {
            messages.extend(self.tell(self.now));
        }
        messages
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
        let chunk = &unsent[..unsent.len().min(MAX_STROKES)];
        let upto = if chunk.len() < unsent.len() { chunk[chunk.len() - 1].at } else { upto };
        let first = (self.boards[own].strokes().len() + self.sent) as u32;
        let strokes = pack_strokes(chunk, upto);
        self.sent += chunk.len();
        self.told = upto;
        Some(ClientMessage::Moves { first, upto, strokes })
    }

    /// The referee has one's own strokes up to this moment.
    pub(super) fn ack(
        &mut self,
        received: u32,
        upto: Micros,
        hash: u32,
    ) -> Result<Option<Difference>, OutOfStep> {
        let own = self.own().ok_or(OutOfStep)?;
        let known = self.boards[own].strokes().len();
        let newly = (received as usize).checked_sub(known).ok_or(OutOfStep)?;
        if newly > self.unconfirmed.len() {
            return Err(OutOfStep);
        }
        let confirmed: Vec<TimedTouch> = self.unconfirmed.drain(..newly).collect();
        self.sent = self.sent.saturating_sub(newly);
        self.confirm(own, &confirmed, upto, Some(hash))
    }

    /// The referee tells what happened on a board.
    pub(super) fn moves(
        &mut self,
        board: u8,
        first: u32,
        upto: Micros,
        strokes: &[Stroke],
        hash: Option<u32>,
    ) -> Result<Option<Difference>, OutOfStep> {
        let index = usize::from(board);
        let known = self.boards.get(index).ok_or(OutOfStep)?.strokes().len();
        if first as usize != known {
            return Err(OutOfStep);
        }
        let strokes = unpack_strokes(strokes, upto);
        let is_own = self.own() == Some(index);
        if is_own {
            // The referee's word on one's own past, after a page was loaded anew or a line broke.
            let told = strokes.len().min(self.unconfirmed.len());
            self.unconfirmed.drain(..told);
            self.sent = self.sent.saturating_sub(told);
        }
        let difference = self.confirm(index, &strokes, upto, hash)?;
        if is_own {
            self.show_again(self.now.max(upto));
        }
        Ok(difference)
    }

    fn confirm(
        &mut self,
        board: usize,
        strokes: &[TimedTouch],
        upto: Micros,
        hash: Option<u32>,
    ) -> Result<Option<Difference>, OutOfStep> {
        let is_own = self.own() == Some(board);
        let (timeline, seen) = (&mut self.boards[board], &mut self.seen);
        let mut see = |event| {
            if !is_own && seen.len() < MOST_SEEN {
                seen.push((board as u8, event));
            }
        };
        timeline.play(strokes, upto, &mut see).map_err(|_| OutOfStep)?;
        let here = timeline.hash();
        let differs = hash.is_some_and(|hash| hash != here);
        Ok(differs.then_some(Difference { board: board as u8, at: upto, hash: here }))
    }

    /// Garbage comes to a board; for one's own board maybe in the past.
    pub(super) fn garbage(
        &mut self,
        board: u8,
        number: u32,
        delivery: &crate::Delivery,
    ) -> Result<(), OutOfStep> {
        let timeline = self.boards.get_mut(usize::from(board)).ok_or(OutOfStep)?;
        if number as usize != timeline.deliveries().len() {
            return Err(OutOfStep);
        }
        timeline.deliver(delivery.clone()).map_err(|_| OutOfStep)?;
        if Some(board) == self.you && delivery.at <= self.now {
            self.rollbacks += 1;
            self.show_again(self.now);
        }
        Ok(())
    }

    /// Plays one's own board again from what is confirmed.
    fn show_again(&mut self, at: Micros) {
        let Some(own) = self.own() else { return };
        let timeline = &self.boards[own];
        self.now = at;
        self.shown = timeline.foresee(&self.unconfirmed, at);
        self.shown_deliveries =
            timeline.deliveries().iter().take_while(|delivery| delivery.at <= at).count();
    }

    /// Time runs.
    pub(super) fn go(&mut self, at: Micros, when: Micros) {
        self.pace = Pace::Running { at, when };
    }

    /// The connection broke off: time stands still here, until the server says where. A server that
    /// died in between remembers strokes, but not how far boards had come since the last of them.
    pub(super) fn lose_connection(&mut self) {
        self.pace = Pace::Still(self.now);
        self.sent = 0;
        for board in &mut self.boards {
            board.rewind(board.strokes().last().map_or(Micros::ZERO, |stroke| stroke.at));
        }
    }

    /// Time stands still at this moment: what came later did not happen, and the board comes up to
    /// it. Says what the server has not yet been told.
    pub(super) fn halt(&mut self, at: Micros) -> Vec<ClientMessage> {
        self.pace = Pace::Still(at);
        for board in &mut self.boards {
            board.rewind(at);
        }
        self.unconfirmed.retain(|stroke| stroke.at <= at);
        self.sent = self.sent.min(self.unconfirmed.len());
        self.show_again(at);
        let mut messages = Vec::new();
        if self.you.is_some() {
            while self.sent < self.unconfirmed.len() {
                messages.extend(self.tell(at));
            }
            if messages.is_empty() || self.told != at {
                messages.extend(self.tell(at));
            }
        }
        messages
    }

    /// The game was decided at this moment.
    pub(super) fn end(&mut self, at: Micros) {
        self.pace = Pace::Still(at);
        self.unconfirmed.retain(|stroke| stroke.at <= at);
        if let Some(own) = self.own()
            && self.boards[own].known() <= at
        {
            self.show_again(at);
        }
    }
}
