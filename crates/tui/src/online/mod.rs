//! Playing over a server. `quintet_online` knows the connection, the room and the match; here it
//! gets a network, and becomes a source of boards.

mod address;
mod link;
mod moving;
mod network;
mod requests;
mod submissions;

pub use address::{Destination, ServerAddress, room_code};
pub(crate) use link::{Answered, Link, Links, NetEvent, Request};
pub(crate) use moving::MoveOffer;
pub(crate) use network::{EventSink, Network};
pub(crate) use submissions::{Submissions, Submitted};

use quintet_engine::{Button, Game, GameName, Handling, Input, Micros, Rules, TimedEvent};
use quintet_frontend::Live;
use quintet_online::{
    Connection, Device, FinishedGame, OnlineState, Proposal, RankedGame, Reported, RequestError,
    SHOWN_SEATS, has_list,
};
use quintet_protocol::http::{IssuedTicket, LeaderboardEntry, ReportReason, Span};
use quintet_protocol::{
    Checked, FarewellReason, PlayState, RoomCode, RuleSet, Secret, ServerMessage, encode,
};
use quintet_words::{Phrase, ranked};

use crate::sources::{Phase, Session, Source};

/// How often the connection is serviced.
const TICK: Micros = Micros::from_millis(200);
/// The same during a game: often enough to report the board's progress to the server.
const TICK_IN_GAME: Micros = Micros::from_millis(100);

/// The level of the computer where the player has never played against it.
const COMPUTER: u8 = 2;

/// A leaderboard.
#[derive(Debug)]
pub(crate) struct Leaders {
    pub(crate) game: GameName,
    pub(crate) span: Span,
    /// None while it is on its way.
    pub(crate) entries: Option<Result<Vec<LeaderboardEntry>, RequestError>>,
}

/// One server, and what is known of it.
pub(crate) struct Online {
    pub(crate) state: OnlineState,
    pub(crate) server: ServerAddress,
    /// The rules that are chosen in the lobby.
    pub(crate) rules: RuleSet,
    /// The level of the computer that a host can ask into the room, from 1.
    pub(crate) computer: u8,
    pub(crate) leaders: Option<Leaders>,
    /// Whether the server has said that it stops.
    pub(crate) is_stopping: bool,
    /// The code that another device can become this player's by.
    pub(crate) offer: Option<MoveOffer>,
    /// Whether the server has been asked to make this the device of another player.
    pub(crate) is_taking_over: bool,
    proposal: Proposal,
    /// The game that is played and whose score can be submitted.
    ranked: Option<RankedGame>,
    link: Box<dyn Link>,
    /// The number of the last connection.
    number: u32,
    now: Micros,
}

/// What a message means for the screen.
pub(crate) enum Heard {
    /// Nothing beyond what the state says.
    Nothing,
    /// The device has a name now, and perhaps a secret.
    Welcome,
    /// The server refuses.
    Refused(&'static str),
    /// The server did not take the name, and has closed the connection.
    Nameless,
    /// A game that was played here is over.
    Played(Box<FinishedGame>),
}

impl Online {
    pub(crate) fn new(server: ServerAddress, device: Device, links: &Links) -> Online {
        Online {
            state: OnlineState::new(device),
            link: links(&server),
            server,
            rules: RuleSet::default(),
            computer: COMPUTER,
            leaders: None,
            is_stopping: false,
            offer: None,
            is_taking_over: false,
            proposal: Proposal::default(),
            ranked: None,
            number: 0,
            now: Micros::ZERO,
        }
    }

    /// Begins to connect, and once that is done enters a room, or only watches there.
    pub(crate) fn connect(
        &mut self,
        (handling, previews): (Handling, u8),
        room: Option<(RoomCode, bool)>,
    ) {
        if matches!(self.state.connection, Connection::Closed(_)) {
            // The other device may have taken the code, and this one is another player then.
            self.offer = None;
        }
        self.state.connect(handling, previews, room);
        self.dial();
    }

    /// Leaves the room and the server. During a match the server keeps the player's seat for a while.
    pub(crate) fn disconnect(&mut self) {
        if self.state.is_in_match() {
            self.state.forget_room();
        } else {
            self.state.leave();
            self.flush();
        }
        self.state.disconnect();
        self.link.hang_up();
    }

    fn dial(&mut self) {
        self.number = self.number.wrapping_add(1);
        self.state.dialled(self.now);
        self.link.dial(self.number);
    }

    /// Sends what is to be sent.
    pub(crate) fn flush(&mut self) {
        let link = &mut self.link;
        self.state.send_outgoing(&mut |message| link.send(encode(message)));
    }

    /// Changes the state, and sends the messages that result.
    pub(crate) fn with(&mut self, act: impl FnOnce(&mut OnlineState)) {
        act(&mut self.state);
        self.flush();
    }

    /// Time passes.
    pub(crate) fn tick(&mut self, now: Micros) {
        self.now = self.now.max(now);
        if self.state.is_on() {
            if self.state.tick(self.now) {
                self.dial();
            }
            self.flush();
        }
    }

    /// Handles an event of a connection, unless that connection has been given up.
    pub(crate) fn take(&mut self, event: &NetEvent, now: Micros) -> Heard {
        self.now = self.now.max(now);
        let mut heard = Heard::Nothing;
        match event {
            NetEvent::Opened(number) if *number == self.number => self.state.opened(self.now),
            NetEvent::Closed(number) if *number == self.number => {
                self.state.lost(self.now);
                if !self.state.is_on() && self.state.name_refused.is_some() {
                    heard = Heard::Nameless;
                }
            }
            NetEvent::Message(number, bytes) if *number == self.number => {
                match self.state.take_bytes(bytes, self.now) {
                    Ok(ServerMessage::Welcome { .. }) => {
                        self.is_stopping = false;
                        heard = Heard::Welcome;
                    }
                    Ok(ServerMessage::Farewell { reason: FarewellReason::ShuttingDown }) => {
                        self.is_stopping = true;
                    }
                    Ok(ServerMessage::Refused { reason }) => {
                        heard = Heard::Refused(quintet_online::refusal(reason).text());
                    }
                    Ok(ServerMessage::GameOver { winner, at, .. }) => {
                        heard = self
                            .state
                            .finished(at, winner)
                            .map_or(Heard::Nothing, |game| Heard::Played(Box::new(game)));
                    }
                    Ok(_) => {}
                    Err(_) => {
                        self.state.lost(self.now);
                        self.link.hang_up();
                    }
                }
            }
            _ => {}
        }
        self.flush();
        heard
    }

    /// All buttons are released, as when the terminal loses the focus.
    pub(crate) fn release_all(&mut self, now: Micros) {
        for button in Button::ALL {
            self.state.input(Input::Release(button), now);
        }
        self.flush();
    }

    /// Asks for a leaderboard.
    pub(crate) fn list(&mut self, game: GameName, span: Span) {
        self.leaders = Some(Leaders { game, span, entries: None });
        self.link.request(Request::List(game, span), None);
    }

    /// Asks for the replay of a score.
    pub(crate) fn fetch_replay(&mut self, id: u64) {
        self.link.request(Request::Replay(id), None);
    }

    /// Reports a player to the server's moderators.
    pub(crate) fn report(&mut self, about: Reported, why: ReportReason) {
        self.link.request(Request::Report(about, why), self.state.device.secret);
    }

    /// Takes a leaderboard, unless another was asked for since.
    pub(crate) fn listed(
        &mut self,
        game: GameName,
        span: Span,
        entries: Result<Vec<LeaderboardEntry>, RequestError>,
    ) {
        if let Some(leaders) = &mut self.leaders
            && (leaders.game, leaders.span) == (game, span)
        {
            leaders.entries = Some(entries);
        }
    }

    /// Asks for a ticket, if a game by these rules can be ranked. Says whether an answer will come.
    pub(crate) fn want_ticket(&mut self, rules: &Rules) -> bool {
        self.ranked = None;
        let wants = self.state.device.secret.is_some() && has_list(rules);
        if wants {
            self.link.request(Request::Ticket(rules.game), self.state.device.secret);
        }
        wants
    }

    /// A ticket has come: the game begins with its seed.
    pub(crate) fn ticket_came(&mut self, issued: Result<IssuedTicket, RequestError>) {
        // Without an answer the game is played all the same, and stays on the device.
        self.ranked = issued.ok().map(|issued| RankedGame::begun(issued, self.now));
    }

    /// A game goes on that was left.
    pub(crate) fn go_on(&mut self, issued: Option<IssuedTicket>) {
        self.ranked = issued.map(|issued| RankedGame::resumed(issued, self.now));
    }

    /// The ticket of the game with this seed.
    pub(crate) fn ticket(&self, seed: u64) -> Option<IssuedTicket> {
        self.ranked.map(|ranked| ranked.issued()).filter(|issued| issued.seed == seed)
    }

    /// The seed that a game is to begin with, once.
    pub(crate) fn seed(&self) -> Option<u64> {
        self.ranked.map(|ranked| ranked.issued().seed)
    }

    /// Tells the server what is played.
    pub(crate) fn follow(&mut self, session: &Session, state: PlayState) {
        let ranked = self.ranked.as_mut().filter(|ranked| ranked.issued().seed == session.seed());
        let Some(ranked) = ranked else { return };
        if let Some(next) = ranked.checkpoint(session.inputs(), session.now(), state, self.now) {
            let request = Request::Checkpoint(ranked.issued().ticket, encode(&next));
            self.link.request(request, self.state.device.secret);
        }
    }

    /// When the server is to be told more of the game with this seed, while it is in this state.
    pub(crate) fn report_due(&self, seed: u64, state: PlayState) -> Option<Micros> {
        self.ranked.filter(|ranked| ranked.issued().seed == seed)?.due(state)
    }

    /// Whether the server knows that the game with this seed is in this state, or need not know.
    pub(crate) fn is_told(&self, seed: u64, state: PlayState) -> bool {
        let ranked = self.ranked.filter(|ranked| ranked.issued().seed == seed);
        ranked.is_none_or(|ranked| ranked.is_told(state))
    }

    /// The answer to a progress report of the game with this ticket.
    pub(crate) fn checked(&mut self, ticket: u64, answer: Result<Checked, RequestError>) {
        let ranked = self.ranked.as_mut().filter(|ranked| ranked.issued().ticket == ticket);
        if let Some(ranked) = ranked {
            ranked.checked(answer, self.now);
        }
    }

    /// The game by these rules has ended. Hands over what its score is submitted by, or says why it
    /// cannot be; none where the game has no leaderboard.
    pub(crate) fn ended(
        &mut self,
        seed: u64,
        rules: &Rules,
        helped: bool,
    ) -> Option<Result<(RankedGame, Secret), Phrase>> {
        if !has_list(rules) {
            return None;
        }
        let ranked = self.ranked.take().filter(|ranked| ranked.issued().seed == seed);
        Some(match (self.state.device.secret, ranked) {
            (None, _) => Err(ranked::SCORE_NEEDS_NAME),
            _ if helped => Err(ranked::SCORE_WITH_HINTS),
            (_, None) => Err(ranked::SCORE_OWN_SEED),
            (Some(secret), Some(ranked)) => Ok((ranked, secret)),
        })
    }

    /// The seconds until time runs; without a connection, those left to come back.
    pub(crate) fn seconds(&self) -> u64 {
        self.state.seconds_to_go(self.now)
    }

    /// When the connection has to be serviced next.
    pub(crate) fn due(&self) -> Option<Micros> {
        if !self.state.is_on() {
            return None;
        }
        let is_playing = self.state.game.is_some() && self.state.over.is_none();
        let deadline = self.state.board(0).filter(|_| is_playing).and_then(|game| {
            // The board's clock and the terminal's run at the same rate.
            let left = game.next_deadline()? - game.view().now;
            Some(self.now + left.max(Micros::from_millis(1)))
        });
        let tick = self.now + if is_playing { TICK_IN_GAME } else { TICK };
        Some(deadline.map_or(tick, |deadline| deadline.min(tick)))
    }
}

impl Source for Online {
    fn advance(&mut self, stamp: Micros) {
        self.tick(stamp);
    }

    fn wake(&self) -> Option<Micros> {
        self.due()
    }

    fn drain(&mut self, report: &mut dyn FnMut(usize, &TimedEvent)) {
        self.state.drain(&mut |board, event, _, _| report(board, event));
    }

    fn game(&self, board: usize) -> Option<&Game> {
        self.state.board(board).filter(|_| board < 2)
    }

    fn phase(&self) -> Phase {
        if self.state.over.is_some() {
            return Phase::Over;
        }
        match self.seconds() {
            0 => Phase::Playing,
            _ if self.state.connection == Connection::Lost => Phase::Paused,
            seconds => Phase::Counting(seconds.min(u64::from(u8::MAX)) as u8),
        }
    }

    fn live(&self, board: usize) -> Option<Live> {
        (board < SHOWN_SEATS).then(|| Live::of(self.state.statistics(board)))
    }
}

#[cfg(test)]
mod tests;
