//! What a client knows of the server: the connection, the room and the match.

use quintet_engine::{BoardResult, EndReason, Micros, Rules, TimedEvent};
use quintet_protocol::client::{Client, RoomView};
use quintet_protocol::{
    Ending, GameId, PerSeat, Refusal, RoomCode, RoomPhase, RuleSet, SeatView, ServerMessage,
    Settings,
};
use quintet_records::Statistics;
use quintet_words::{Phrase, online as words, results};

use crate::Device;
use crate::sentences::{ending, shown_name};

/// How the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// There is none, and none is wanted.
    Off,
    /// It is being made.
    Connecting,
    /// It is open.
    Open,
    /// It broke, and is being opened again.
    Lost,
    /// No game server answered.
    NoServer,
    /// The server closed it, and would refuse another.
    Closed(ClosedBecause),
}

/// Why the server refuses another connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClosedBecause {
    /// It speaks a newer version of the protocol.
    NewerVersion,
    /// This device is connected from another place.
    Elsewhere,
    /// A moderator has banned this device.
    Banned,
    /// The room has a number of seats that front ends cannot show.
    RoomSize,
}

/// The seats of a room that front ends can show. A room of another number is refused.
pub const SHOWN_SEATS: usize = 2;

/// A game that has begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RemoteGame {
    /// Which.
    pub game: GameId,
    /// The seat whose board is the table's first: the local player's, or the first seat for a
    /// spectator.
    pub front: u8,
    /// Whether the local player plays, or watches.
    pub plays: bool,
    /// The rules of the boards, in the order of the table.
    pub rules: PerSeat<Rules>,
}

impl RemoteGame {
    /// The seat of a board of the table: the one in front comes first, the others follow in their
    /// order.
    pub fn seat_of(&self, board: usize) -> usize {
        (usize::from(self.front) + board) % self.rules.len()
    }

    /// The board of a seat, by its number on the table.
    pub fn board_of(&self, seat: u8) -> usize {
        (usize::from(seat) + self.rules.len() - usize::from(self.front)) % self.rules.len()
    }
}

/// How the last game, or the match, ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// Who won.
    pub winner: Option<u8>,
    /// Games won.
    pub wins: PerSeat<u8>,
    /// How the match ended, if it did.
    pub ending: Option<Ending>,
    /// The new ratings.
    pub ratings: Option<PerSeat<i32>>,
}

/// A game that is over, in numbers. Its boards are in the order of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNumbers {
    /// How long it lasted.
    pub time: Micros,
    /// The boards, and what was counted on them.
    pub boards: Vec<(BoardResult, Statistics)>,
    /// The board that ended it, and why.
    pub why: Option<(usize, EndReason)>,
}

/// Events that there is room for from the start, so that a frame does not allocate.
const HAPPENED: usize = 256;

/// What is known of the server and of what is played there. Times are the front end's own.
#[derive(Debug)]
pub struct OnlineState {
    /// The connection.
    pub connection: Connection,
    /// The room that the local player is in.
    pub room: Option<RoomView>,
    /// Whether an opponent is being looked for.
    pub waiting: bool,
    /// Why the server does not take the device's name.
    pub name_refused: Option<Refusal>,
    /// The level of the bot that has offered itself meanwhile; 0 while none has.
    pub bot: u8,
    /// Who plays, by seat: who leaves the room afterwards changes nothing here.
    pub names: Vec<String>,
    /// The game that is on, or was last.
    pub game: Option<RemoteGame>,
    /// Whether the match is halted until a player is back.
    pub halted: bool,
    /// The end of the last game.
    pub over: Option<GameEnd>,
    /// When the last game ended.
    pub ended_at: Micros,
    /// The device.
    pub device: Device,
    /// The player's name with the tag, as others see it.
    pub tagged: String,
    /// What the host has set, until the server tells the same.
    pub(crate) wish: Option<Settings>,
    pub(crate) client: Option<Client>,
    /// When to try again.
    pub(crate) retry_at: Option<Micros>,
    /// When the server was last heard before the connection broke.
    pub(crate) lost_at: Micros,
    /// When the server last welcomed this client.
    pub(crate) welcomed_at: Micros,
    /// The room to enter once connected, and whether only to watch there.
    pub(crate) wanted: Option<(RoomCode, bool)>,
    /// The rules of the opponent that was asked for, until a room is entered.
    pub(crate) sought: Option<RuleSet>,
    /// The same where it has to be asked for again, since the server has forgotten it.
    pub(crate) seek_again: Option<RuleSet>,
    /// Whether another game began since this was last asked.
    pub(crate) is_new_game: bool,
    pub(crate) happened: Vec<(u8, TimedEvent)>,
    /// The levels of the bots among those who play, by seat.
    pub(crate) bots: PerSeat<Option<u8>>,
    /// What was counted on each board of the match, by seat.
    pub(crate) statistics: Vec<Statistics>,
    /// Boards whose past was told all at once and has to be counted again, by seat.
    pub(crate) recount: PerSeat<bool>,
    /// The last game in numbers.
    pub(crate) numbers: Option<GameNumbers>,
}

impl OnlineState {
    /// Not connected.
    pub fn new(device: Device) -> OnlineState {
        OnlineState {
            connection: Connection::Off,
            room: None,
            waiting: false,
            name_refused: None,
            bot: 0,
            names: Vec::new(),
            game: None,
            halted: false,
            over: None,
            ended_at: Micros::ZERO,
            device,
            tagged: String::new(),
            wish: None,
            client: None,
            retry_at: None,
            lost_at: Micros::ZERO,
            welcomed_at: Micros::ZERO,
            wanted: None,
            sought: None,
            seek_again: None,
            is_new_game: false,
            happened: Vec::with_capacity(HAPPENED),
            bots: PerSeat::new(None, SHOWN_SEATS),
            statistics: vec![Statistics::default(); SHOWN_SEATS],
            recount: PerSeat::new(false, SHOWN_SEATS),
            numbers: None,
        }
    }

    /// Whether there is a connection, or one is being made.
    pub const fn is_on(&self) -> bool {
        self.client.is_some()
    }

    /// Whether the local player plays on a board of the table, or watches.
    pub fn plays(&self) -> bool {
        self.game.is_some_and(|game| game.plays)
    }

    /// Whether a match of the local player is on.
    pub fn is_in_match(&self) -> bool {
        self.plays() && self.over.is_none_or(|over| over.ending.is_none())
    }

    /// Whether one is in this room.
    pub fn is_in_room(&self, code: RoomCode) -> bool {
        self.room.as_ref().is_some_and(|room| room.code == code)
    }

    /// Whether every seat of the room is taken.
    pub fn is_full(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.seats.iter().all(Option::is_some))
    }

    /// The local player's seat.
    fn own_seat(&self) -> Option<&SeatView> {
        let room = self.room.as_ref()?;
        room.seats.get(usize::from(room.you?))?.as_ref()
    }

    /// The seats of the others, taken or free; none for a spectator.
    fn other_seats(&self) -> impl Iterator<Item = Option<&SeatView>> {
        let room = self.room.as_ref();
        let own = room.and_then(|room| room.you).map(usize::from);
        let seats = room.map_or(&[][..], |room| &room.seats).iter().enumerate();
        seats
            .filter(move |(seat, _)| own.is_some_and(|own| own != *seat))
            .map(|(_, it)| it.as_ref())
    }

    /// Whether the local player has said to be ready.
    pub fn is_ready(&self) -> bool {
        self.own_seat().is_some_and(|seat| seat.ready)
    }

    /// Whether everybody is there for another game.
    pub fn can_play_again(&self) -> bool {
        let phase = self.room.as_ref().map(|room| room.phase);
        self.own_seat().is_some()
            && self.is_full()
            && matches!(phase, Some(RoomPhase::Open | RoomPhase::Between))
    }

    /// Whether the local player watches, and could take a seat.
    pub fn can_take_seat(&self) -> bool {
        self.room.as_ref().is_some_and(|room| {
            let is_open = room.phase == RoomPhase::Open;
            is_open && room.you.is_none() && room.seats.iter().any(Option::is_none)
        })
    }

    /// Whether the local player is the host of a room that waits for an opponent, whom a bot could
    /// replace.
    pub fn can_ask_bot(&self) -> bool {
        self.is_open_host() && !self.is_full()
    }

    /// Whether the local player is the host of a room with a bot that could be sent away.
    pub fn can_send_bot_away(&self) -> bool {
        self.is_open_host() && self.other_seats().flatten().any(|other| other.bot.is_some())
    }

    fn is_open_host(&self) -> bool {
        let is_open = |room: &RoomView| room.you == Some(0) && room.phase == RoomPhase::Open;
        self.room.as_ref().is_some_and(is_open)
    }

    /// The game that has ended, in numbers.
    pub const fn numbers(&self) -> Option<&GameNumbers> {
        self.numbers.as_ref()
    }

    /// What keeps another game from beginning.
    pub fn waits_because(&self) -> Option<Phrase> {
        let own = self.own_seat()?;
        if !self.is_full() {
            return Some(words::OTHER_LEFT);
        }
        let are_ready = self.other_seats().flatten().all(|other| other.ready);
        match (own.ready, are_ready) {
            (true, _) => Some(words::OTHER_DECIDES),
            (false, true) => Some(words::OTHER_READY),
            (false, false) => None,
        }
    }

    /// What the room waits for before a match.
    pub fn room_status(&self) -> Phrase {
        let plays = self.room.as_ref().is_some_and(|room| room.you.is_some());
        match (plays, self.is_full(), self.is_ready()) {
            (false, false, _) if self.can_take_seat() => words::SEAT_IS_FREE,
            (false, ..) => words::YOU_WATCH,
            (_, false, _) => words::INVITE,
            (_, true, true) => words::WAIT_FOR_OTHER,
            (_, true, false) => words::READY_WHEN_YOU_ARE,
        }
    }

    /// Who a halted match waits for.
    pub fn waits_for(&self) -> String {
        let seats = self.room.iter().flat_map(|room| room.seats.iter().flatten());
        let mut away = seats.filter(|seat| !seat.present).map(|seat| seat.name.as_str());
        away.next().map_or_else(|| words::WAITING_FOR_BOTH.into(), words::waiting_for)
    }

    /// The local player's board. Their seat may be another one once somebody has left the room.
    pub fn own_board(&self) -> Option<u8> {
        self.game.filter(|game| game.plays).map(|game| game.front)
    }

    /// Who won, as a title.
    pub fn verdict(&self, over: &GameEnd) -> String {
        match (over.winner, self.own_board(), over.ending.is_some()) {
            (None, ..) => words::NO_WINNER.into(),
            (Some(winner), Some(you), true) if winner == you => results::YOU_WIN.into(),
            (Some(_), Some(_), true) => results::YOU_LOSE.into(),
            (Some(winner), Some(you), false) if winner == you => results::ROUND_WON.into(),
            (Some(_), Some(_), false) => results::ROUND_LOST.into(),
            (Some(winner), None, _) => {
                let name = self.names.get(usize::from(winner));
                name.map_or_else(|| words::NO_WINNER.into(), |name| results::wins(name))
            }
        }
    }

    /// Games won: the local player's, then the most of another.
    pub fn match_score(&self, over: &GameEnd) -> String {
        let front = usize::from(self.own_board().unwrap_or(0));
        let others = over.wins.iter().enumerate().filter(|(seat, _)| *seat != front);
        let most = others.map(|(_, &wins)| wins).max().unwrap_or(0);
        results::match_score(over.wins.get(front).copied().unwrap_or(0), most)
    }

    /// The local player's new rating, where the match counted.
    pub fn new_rating(&self, over: &GameEnd) -> Option<String> {
        let (you, ratings) = self.own_board().zip(over.ratings)?;
        Some(words::new_rating(i64::from(*ratings.get(usize::from(you))?)))
    }

    /// Why the match ended as it did, where it was not played out.
    pub fn ended_because(over: &GameEnd) -> Option<Phrase> {
        over.ending.and_then(ending)
    }

    /// Takes the room as the server told it, but for what the host has set since.
    pub(crate) fn enter_room(&mut self) {
        self.room = self.client.as_ref().and_then(|client| client.room().cloned());
        let told = self.room.as_ref().map(|room| room.settings);
        self.wish = self.wish.filter(|wish| told.is_some_and(|told| told != *wish));
        let Some(room) = &mut self.room else { return };
        room.settings = self.wish.unwrap_or(room.settings);
        for seat in room.seats.iter_mut().flatten() {
            seat.name = shown_name(&seat.name, seat.bot);
        }
    }

    /// Whether a message changes what a screen shows besides the boards.
    pub const fn is_news(message: &ServerMessage) -> bool {
        !matches!(
            message,
            ServerMessage::Pong { .. }
                | ServerMessage::Inputs { .. }
                | ServerMessage::Garbage { .. }
                | ServerMessage::Ack { .. }
                | ServerMessage::Left
        )
    }
}
