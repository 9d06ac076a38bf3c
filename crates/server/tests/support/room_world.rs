//! A room in memory, the laws that hold whatever happens to it, and what can happen. The property test
//! (`tests/sequences.rs`) and the fuzz target (`fuzz/fuzz_targets/room_sequences.rs`) drive it.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering};

use quintet_engine::Micros;
use quintet_protocol::{
    ClientMessage, FarewellReason, PackedInput, RoomCode, ServerMessage, Settings,
};
use quintet_server::Timing;
use quintet_server::rating::Rating;
use quintet_server::rooms::room::{Actions, ClientFault, Room, Visitor};
use quintet_server::store::Step;

fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

/// The players and spectators, each with one connection at a time.
pub(crate) const PEOPLE: usize = 4;
/// The most messages that one thing which happens may lead to.
const MOST_SENDS: usize = 200;

#[derive(Clone, Debug)]
pub(crate) enum Happening {
    Enter {
        who: usize,
        watch: bool,
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
    began: Option<(Micros, Micros)>,
    entries: HashMap<u64, u32>,
    results: HashSet<u64>,
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
            began: None,
            entries: HashMap::new(),
            results: HashSet::new(),
        }
    }

    fn act(&mut self, sender: Option<u64>, actions: Actions) {
        assert!(actions.sends.len() <= MOST_SENDS, "{} messages", actions.sends.len());
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
            if let Step::MatchOver(_) = entry.step {
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
                ServerMessage::Begin { .. } => self.sent.clear(),
                ServerMessage::Go { at, when } => self.began = Some((at, when)),
                ServerMessage::Ack { received, .. } => {
                    self.sent.insert(conn, received);
                }
                _ => {}
            }
        }
        for (conn, reason) in actions.drops {
            let is_known = matches!(reason, FarewellReason::Silent | FarewellReason::Elsewhere);
            assert!(is_known, "{reason:?}");
            self.conns.iter_mut().filter(|own| **own == Some(conn)).for_each(|own| *own = None);
        }
    }

    /// Lets something happen; panics if a law is broken.
    pub(crate) fn happen(&mut self, happening: Happening) {
        let mut actions = Actions::default();
        let mut sender = None;
        match happening {
            Happening::Enter { who, watch } => {
                let conn = self.next_conn;
                self.next_conn += 1;
                self.conns[who] = Some(conn);
                let (name, rating) = (format!("Player {who}"), Rating::default());
                let visitor = Visitor { player: who as u64, conn, name, rating, have: None };
                let _ = self.room.enter(self.now, visitor, watch, &mut actions);
            }
            Happening::Lose { who } => {
                if let Some(conn) = self.conns[who].take() {
                    self.room.lose(self.now, conn, &mut actions);
                }
            }
            Happening::Say { who, message } => {
                sender = self.conns[who];
                if let Some(conn) = sender {
                    self.room.message(self.now, conn, message, &mut actions);
                }
            }
            Happening::Play { who, button } => {
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
            Happening::Pass { time } => self.now += time,
        }
        self.room.tick(self.now, &mut actions);
        self.act(sender, actions);
        let due = self.room.next_deadline();
        assert!(due.is_none_or(|due| due > self.now), "{due:?} is over at {:?}", self.now);
    }
}
