//! A room in memory, the laws that hold whatever happens to it, and what can happen. The property test
//! (`tests/sequences.rs`) and the fuzz target (`fuzz/fuzz_targets/room_sequences.rs`) drive it.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

use quintet_engine::Micros;
use quintet_protocol::limits::{HEARTBEAT, LATE_LIMIT, MAX_INPUTS_PER_SECOND};
use quintet_protocol::{
    ClientMessage, Ending, FarewellReason, GameId, Have, HaveBoard, PackedInput, RoomCode,
    ServerMessage, Settings,
};
use quintet_server::Timing;
use quintet_server::rating::Rating;
use quintet_server::rooms::room::{Actions, ClientFault, Room, Visitor};
use quintet_server::store::{MatchResult, Step};

fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The players and spectators, each with one connection at a time.
pub(crate) const PEOPLE: usize = 4;
/// The most messages that one thing which happens may lead to.
const MOST_SENDS: usize = 200;
/// The most messages about the pace of a game that somebody who comes or goes leads to.
const PACES_EACH: usize = 4;
/// The most inputs and attacks on all boards in a second, and before the first is over.
const MOST_ON_BOARDS: usize = 4 * MAX_INPUTS_PER_SECOND;
/// The most messages in a second about how far two boards have come without inputs.
const HEARTBEATS_PER_SECOND: usize = 2 * 2 * 1_000_000 / HEARTBEAT.0 as usize;

/// The most bytes of one message for spectators, besides its inputs, and of each of those.
const MOST_BYTES: usize = 200;
const BYTES_PER_INPUT: usize = 6;

#[derive(Clone, Debug)]
pub(crate) enum Event {
    Enter {
        who: usize,
        watch: bool,
        /// What the client claims to know of both boards of a game of the latest match, if anything.
        knows: Option<(u8, HaveBoard)>,
    },
    Lose {
        who: usize,
    },
    Say {
        who: usize,
        message: ClientMessage,
    },
    /// Inputs that follow the ones before, up to the present moment, as an honest client sends them.
    Play {
        who: usize,
        button: usize,
    },
    /// No input up to the present moment, or one a while before it.
    Beat {
        who: usize,
        before: Micros,
    },
    Pass {
        time: Micros,
    },
}

pub(crate) struct World {
    room: Room,
    now: Micros,
    next_conn: u64,
    conns: [Option<u64>; PEOPLE],
    /// By connection, the seat and how many inputs were taken in the game that is on.
    seats: HashMap<u64, u8>,
    sent: HashMap<u64, u32>,
    /// The latest game.
    game: Option<GameId>,
    began: Option<(Micros, Micros)>,
    /// When the game's time was last stopped.
    halted: Option<Micros>,
    /// How far the board of each seat was acknowledged in the game that is on.
    acknowledged: HashMap<u8, Micros>,
    /// Whose each connection was.
    owners: HashMap<u64, usize>,
    entries: HashMap<u64, u32>,
    /// How many inputs the journal has of the latest match.
    inputs: usize,
    results: HashSet<u64>,
    /// The match that is on or was last, and when it began.
    latest_match: (u64, Micros),
    /// How often somebody came or went since then, or said something that may stop or start a game.
    changes: usize,
}

impl World {
    pub(crate) fn new() -> World {
        let code = RoomCode::parse("222222").expect("a code");
        World {
            room: Room::new(code, Settings::default(), true, Timing::default(), fresh),
            now: Micros::from_secs(100),
            next_conn: 1,
            conns: [None; PEOPLE],
            seats: HashMap::new(),
            sent: HashMap::new(),
            game: None,
            began: None,
            halted: None,
            acknowledged: HashMap::new(),
            owners: HashMap::new(),
            latest_match: (0, Micros::ZERO),
            changes: 0,
            entries: HashMap::new(),
            inputs: 0,
            results: HashSet::new(),
        }
    }

    /// When the clock shows this, a connection may be dropped because its board lags behind. Not
    /// every message is acknowledged, so that it may be later.
    fn late_at(&self, conn: u64) -> Micros {
        if let Some(halted) = self.halted {
            return halted + LATE_LIMIT;
        }
        let seat = self.seats.get(&conn).expect("only players are late");
        let known = self.acknowledged.get(seat).copied().unwrap_or_default();
        let (at, when) = self.began.expect("a game is on");
        when + (known - at) + LATE_LIMIT
    }

    /// Nothing that is kept grows but with the time played, and with what the journal has.
    fn check_memory(&self) {
        let (match_id, began) = self.latest_match;
        let seconds = (self.now - began).0 as usize / 1_000_000 + 1;
        let journal = self.entries.get(&match_id).map_or(0, |entries| *entries as usize);
        let feed = self.room.feed_len();
        let most = journal + PACES_EACH * self.changes + HEARTBEATS_PER_SECOND * seconds;
        assert!(feed <= most, "{feed} messages in {seconds} s with {journal} entries");
        let (bytes, inputs) = (self.room.feed_bytes(), self.inputs);
        let most = MOST_BYTES * feed + BYTES_PER_INPUT * inputs;
        assert!(bytes <= most, "{bytes} bytes in {feed} messages with {inputs} inputs");
        let boards = self.room.timeline_len();
        assert!(boards <= MOST_ON_BOARDS * (seconds + 1), "{boards} inputs in {seconds} s");
    }

    /// Whoever breaks a rule or gives up loses the match, and nobody else does.
    fn check_loser(&self, sender: Option<u64>, result: &MatchResult) {
        let winner = result.outcome.winner.map(usize::from);
        match result.outcome.ending {
            Ending::Fault | Ending::Resigned => {
                let own = sender.and_then(|conn| self.seats.get(&conn)).copied();
                let own = own.map(usize::from).expect("only a player can lose by a message");
                assert_eq!(winner, Some(1 - own), "only the sender loses");
            }
            Ending::Played => {
                let winner = winner.expect("a match that is played out is won");
                let (won, lost) = (result.wins[winner], result.wins[1 - winner]);
                assert!(won > lost, "{won} to {lost}");
            }
            Ending::Absent => {}
            ending => panic!("{ending:?}"),
        }
    }

    fn act(&mut self, sender: Option<u64>, entering: Option<usize>, actions: Actions) {
        assert!(actions.sends.len() <= MOST_SENDS, "{} messages", actions.sends.len());
        let silent = actions.drops.iter().filter(|(_, reason)| *reason == FarewellReason::Silent);
        let silent: Vec<u64> = silent.map(|(conn, _)| *conn).collect();
        for conn in silent {
            assert!(self.late_at(conn) <= self.now, "{conn} is not late");
        }
        for fault in &actions.faults {
            if let ClientFault::RuleBroken { seat, .. } = fault {
                let own = sender.and_then(|conn| self.seats.get(&conn)).copied();
                assert_eq!(own.map(usize::from), Some(*seat), "only the sender is blamed");
            }
        }
        for entry in actions.entries {
            let next = self.entries.entry(entry.match_id).or_insert(0);
            assert_eq!(entry.number, *next, "entries are numbered without a gap");
            *next += 1;
            if let Step::MatchBegun { .. } = entry.step {
                (self.latest_match, self.changes) = ((entry.match_id, self.now), 1);
                self.inputs = 0;
            }
            if let Step::Inputs { inputs, .. } = &entry.step {
                self.inputs += inputs.len();
            }
            if let Step::MatchOver(result) = &entry.step {
                self.check_loser(sender, result);
                assert!(self.results.insert(entry.match_id), "a match has one result");
            } else {
                assert!(!self.results.contains(&entry.match_id), "nothing follows a result");
            }
        }
        for (conn, message) in actions.sends {
            match message {
                ServerMessage::Room { you, .. } => {
                    match you {
                        Some(you) => self.seats.insert(conn, you),
                        None => self.seats.remove(&conn),
                    };
                }
                // Spectators are told the game's pace later.
                ServerMessage::Begin { .. }
                | ServerMessage::Go { .. }
                | ServerMessage::Halt { .. }
                    if !self.seats.contains_key(&conn) => {}
                // A player who comes back is told the beginning again.
                ServerMessage::Begin { game, .. } if self.game != Some(game) => {
                    self.game = Some(game);
                    self.sent.clear();
                    self.acknowledged.clear();
                    self.halted = None;
                }
                ServerMessage::Go { at, when } => {
                    (self.began, self.halted) = (Some((at, when)), None);
                }
                ServerMessage::Halt { .. } => {
                    self.halted = self.halted.or(Some(self.now));
                }
                ServerMessage::Ack { received, upto, .. } => {
                    self.sent.insert(conn, received);
                    if let Some(seat) = self.seats.get(&conn) {
                        self.acknowledged.insert(*seat, upto);
                    }
                }
                _ => {}
            }
        }
        for (conn, reason) in actions.drops {
            match reason {
                FarewellReason::Silent => {}
                FarewellReason::Elsewhere => {
                    assert_eq!(self.owners.get(&conn).copied(), entering, "not their connection");
                }
                _ => panic!("{reason:?}"),
            }
            self.conns.iter_mut().filter(|own| **own == Some(conn)).for_each(|own| *own = None);
        }
    }

    /// Lets something happen; panics if a law is broken.
    pub(crate) fn apply(&mut self, event: Event) {
        let mut actions = Actions::default();
        let (mut sender, mut entering) = (None, None);
        let is_quick =
            matches!(event, Event::Play { .. } | Event::Beat { .. } | Event::Pass { .. });
        self.changes += usize::from(!is_quick);
        match event {
            Event::Enter { who, watch, knows } => {
                let conn = self.next_conn;
                self.next_conn += 1;
                self.conns[who] = Some(conn);
                self.owners.insert(conn, who);
                entering = Some(who);
                let (name, rating) = (format!("Player {who}"), Rating::default());
                let have = knows.map(|(number, board)| Have {
                    game: GameId { match_id: self.latest_match.0, number },
                    boards: [board; 2].into_iter().collect(),
                });
                let visitor = Visitor { player: who as u64, conn, name, rating, have };
                let _ = self.room.enter(self.now, visitor, watch, &mut actions);
            }
            Event::Lose { who } => {
                if let Some(conn) = self.conns[who].take() {
                    self.room.lose(self.now, conn, &mut actions);
                }
            }
            Event::Say { who, message } => {
                sender = self.conns[who];
                if let Some(conn) = sender {
                    self.room.message(self.now, conn, message, &mut actions);
                }
            }
            Event::Play { who, button } => {
                sender = self.conns[who];
                if let (Some(conn), Some((at, when))) = (sender, self.began) {
                    let first = self.sent.get(&conn).copied().unwrap_or(0);
                    let press = PackedInput::try_from((0, (button as u8) << 1 | 1));
                    let inputs = press.into_iter().collect();
                    let upto = at + (self.now - when);
                    let message = ClientMessage::Inputs { first, upto, inputs };
                    self.room.message(self.now, conn, message, &mut actions);
                }
            }
            Event::Beat { who, before } => {
                sender = self.conns[who];
                if let (Some(conn), Some((at, when))) = (sender, self.began) {
                    let first = self.sent.get(&conn).copied().unwrap_or(0);
                    let upto = at + (self.now - when - before);
                    let message = ClientMessage::Inputs { first, upto, inputs: Vec::new() };
                    self.room.message(self.now, conn, message, &mut actions);
                }
            }
            Event::Pass { time } => self.now += time,
        }
        self.room.tick(self.now, &mut actions);
        self.act(sender, entering, actions);
        self.check_memory();
        let due = self.room.next_deadline();
        assert!(due.is_none_or(|due| due > self.now), "{due:?} is over at {:?}", self.now);
    }
}
