//! What is known.

use quintet_engine::{BoardResult, Micros, Rules, TimedEvent};
use quintet_protocol::client::{Client, RoomView};
use quintet_protocol::{
    Ending, GameId, PerSeat, Refusal, RoomCode, RoomPhase, RuleSet, SeatView, ServerMessage,
    Settings,
};
use quintet_records::Statistics;
use quintet_words::{Phrase, online as words, results};

use crate::Device;
use crate::sentences::ending;

/// How the connection is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Connection {
    /// There is none, and none is wanted.
    Off,
    /// It is being made.
    Connecting,
    /// It is there.
    Open,
    /// It broke, and is being opened again.
    Lost,
    /// No server of matches answered.
    NoServer,
    /// The server refuses another.
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
}

/// A game that has begun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RemoteGame {
    /// Which.
    pub game: GameId,
    /// Which board is the table's first: one's own, or the first.
    pub front: u8,
    /// Whether one plays, or watches.
    pub plays: bool,
    /// The rules of the board in front and of the other.
    pub rules: [Rules; 2],
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

/// A game that is over, in numbers. Boards and what they sent are in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameNumbers {
    /// How long it lasted.
    pub time: Micros,
    /// The boards.
    pub boards: [BoardResult; 2],
    /// Rows sent.
    pub sent: [u32; 2],
}

/// Events that there is room for from the start, so that a frame does not allocate.
const HAPPENED: usize = 256;

/// What is known of the server and of what is played there. Times are the front end's own.
#[derive(Debug)]
pub struct OnlineState {
    /// The connection.
    pub connection: Connection,
    /// The room one is in.
    pub room: Option<RoomView>,
    /// Whether an opponent is being looked for.
    pub waiting: bool,
    /// Why the server does not take the device's name.
    pub name_refused: Option<Refusal>,
    /// The level of the bot that has offered itself meanwhile; 0 while none has.
    pub bot: u8,
    /// Who plays on which board of the table: who leaves its room afterwards changes nothing there.
    pub names: [String; 2],
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
    /// The room to enter once connected, and whether only to watch there.
    pub(crate) wanted: Option<(RoomCode, bool)>,
    /// The rules of the opponent that was asked for, until a room is entered.
    pub(crate) sought: Option<RuleSet>,
    /// Whether that has to be asked for again, since the server has forgotten it.
    pub(crate) seeks_again: bool,
    /// Whether another game began since this was last asked.
    pub(crate) is_new_game: bool,
    pub(crate) happened: Vec<(u8, TimedEvent)>,
    /// What was counted on each board of the match.
    pub(crate) statistics: [Statistics; 2],
    /// Boards whose past was told all at once and has to be counted again.
    pub(crate) recount: [bool; 2],
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
            names: Default::default(),
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
            wanted: None,
            sought: None,
            seeks_again: false,
            is_new_game: false,
            happened: Vec::with_capacity(HAPPENED),
            statistics: Default::default(),
            recount: [false; 2],
            numbers: None,
        }
    }

    /// Whether there is a connection, or one is being made.
    pub const fn is_on(&self) -> bool {
        self.client.is_some()
    }

    /// Whether one plays on a board of the table, or watches.
    pub fn plays(&self) -> bool {
        self.game.is_some_and(|game| game.plays)
    }

    /// Whether a match that one plays in is on.
    pub fn is_in_match(&self) -> bool {
        self.plays() && self.over.is_none_or(|over| over.ending.is_none())
    }

    /// Whether every seat of the room is taken.
    pub fn is_full(&self) -> bool {
        self.room.as_ref().is_some_and(|room| room.seats.iter().all(Option::is_some))
    }

    /// One's own seat, and the other's.
    pub fn seats(&self) -> [Option<&SeatView>; 2] {
        let room = self.room.as_ref();
        let own = room.and_then(|room| room.you).map(|seat| usize::from(seat) & 1);
        [0, 1].map(|other| room?.seats[own? ^ other].as_ref())
    }

    /// Whether one has said to be ready.
    pub fn is_ready(&self) -> bool {
        self.seats()[0].is_some_and(|seat| seat.ready)
    }

    /// Whether both are there for another game.
    pub fn can_play_again(&self) -> bool {
        let phase = self.room.as_ref().map(|room| room.phase);
        self.seats().iter().all(Option::is_some)
            && matches!(phase, Some(RoomPhase::Open | RoomPhase::Between))
    }

    /// Whether one watches, and could take a seat.
    pub fn can_take_seat(&self) -> bool {
        self.room.as_ref().is_some_and(|room| {
            let is_open = room.phase == RoomPhase::Open;
            is_open && room.you.is_none() && room.seats.iter().any(Option::is_none)
        })
    }

    /// Whether one is the host of a room that waits for an opponent, whom a bot could replace.
    pub fn can_ask_bot(&self) -> bool {
        self.is_open_host() && !self.is_full()
    }

    /// Whether one is the host of a room with a bot that could be sent away.
    pub fn can_send_bot_away(&self) -> bool {
        self.is_open_host() && self.seats()[1].is_some_and(|other| other.is_bot)
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
        match self.seats() {
            [None, _] => None,
            [_, None] => Some(words::OTHER_LEFT),
            [Some(own), _] if own.ready => Some(words::OTHER_DECIDES),
            [_, Some(other)] if other.ready => Some(words::OTHER_READY),
            _ => None,
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

    /// One's board, which is not one's seat any more once somebody has left the room.
    pub fn own_board(&self) -> Option<u8> {
        self.game.filter(|game| game.plays).map(|game| game.front)
    }

    /// The match and the seat of the opponent, if it was a person.
    pub fn opponent(&self) -> Option<(u64, u8)> {
        let other = self.own_board()? ^ 1;
        let match_id = self.game?.game.match_id;
        // Only people have a tag.
        let is_person = self.names[usize::from(other) & 1].contains('#');
        is_person.then_some((match_id, other))
    }

    /// Who won, as a title.
    pub fn verdict(&self, over: &GameEnd) -> String {
        match (over.winner, self.own_board(), over.ending.is_some()) {
            (None, ..) => words::NO_WINNER.into(),
            (Some(winner), Some(you), true) if winner == you => results::YOU_WIN.into(),
            (Some(_), Some(_), true) => results::YOU_LOSE.into(),
            (Some(winner), Some(you), false) if winner == you => results::ROUND_WON.into(),
            (Some(_), Some(_), false) => results::ROUND_LOST.into(),
            (Some(winner), None, _) => results::wins(&self.names[usize::from(winner) & 1]),
        }
    }

    /// Games won, one's own first.
    pub fn match_score(&self, over: &GameEnd) -> String {
        let front = usize::from(self.own_board().unwrap_or(0)) & 1;
        results::match_score(over.wins[front], over.wins[1 - front])
    }

    /// One's new rating, where the match counted.
    pub fn new_rating(&self, over: &GameEnd) -> Option<String> {
        let (you, ratings) = self.own_board().zip(over.ratings)?;
        Some(words::new_rating(ratings[usize::from(you) & 1].into()))
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
        if let (Some(room), Some(wish)) = (&mut self.room, self.wish) {
            room.settings = wish;
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
