//! Whole matches in simulated time: two players, a room and a store, with wires between them that
//! delay, jitter and break, and a server that dies at any instant.
//!
//! Nothing here waits: a match of a minute takes a blink, and a failing case can be run again.

mod support;

use std::collections::VecDeque;

use futures_util::FutureExt;
use proptest::prelude::*;
use quintet_engine::{Handling, Micros};
use quintet_protocol::client::Client;
use quintet_protocol::{
    BestOf, ClientMessage, HaltReason, RoomCode, RuleSet, ServerMessage, Settings, decode_client,
    decode_server, encode,
};
use quintet_server::rating::Rating;
use quintet_server::rooms::ended_game::EndedGame;
use quintet_server::rooms::room::{Actions, ClientFault, Room, Timing, Visitor};
use quintet_server::store::local::FileJournal;
use quintet_server::store::{Journal, MatchResult, Pending, SavedMatch, Step};
use support::hands::Hands;
use support::server::Folder;

/// Numbers that are fresh enough, and the same in every run of a case.
fn fresh() -> u64 {
    use std::cell::Cell;
    std::thread_local! {
        static LAST: Cell<u64> = const { Cell::new(7) };
    }
    LAST.with(|last| {
        last.set(last.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99));
        last.get() >> 1
    })
}

/// What the network does.
#[derive(Clone, Debug)]
struct Weather {
    /// Each way, in milliseconds, for each player.
    delay: [u64; 2],
    jitter: u64,
    /// When connections break: player, and milliseconds into the simulation.
    cuts: Vec<(usize, u64)>,
    /// When pages are reloaded.
    reloads: Vec<(usize, u64)>,
    /// When the server dies.
    kills: Vec<u64>,
    seed: u64,
}

impl Weather {
    fn fine() -> Weather {
        Weather {
            delay: [20, 35],
            jitter: 0,
            cuts: Vec::new(),
            reloads: Vec::new(),
            kills: Vec::new(),
            seed: 1,
        }
    }
}

struct Player {
    client: Client,
    hands: Hands,
    /// The player's own clock shows this when the simulation begins.
    clock: u64,
    conn: Option<u64>,
    reconnect_at: Option<u64>,
    up: VecDeque<(u64, Vec<u8>)>,
    down: VecDeque<(u64, Vec<u8>)>,
    match_overs: Vec<ServerMessage>,
    halts: Vec<HaltReason>,
}

struct World {
    /// Milliseconds.
    now: u64,
    weather: Weather,
    random: u64,
    room: Room,
    journal: FileJournal,
    /// Where the journal is.
    _folder: Folder,
    players: [Player; 2],
    timing: Timing,
    conns: u64,
    decided: Vec<MatchResult>,
    faults: Vec<ClientFault>,
    attacks: usize,
}

/// The answer of a journal in files, which is there at once.
fn at_once<T>(pending: Pending<'_, T>) -> T {
    pending.now_or_never().expect("nothing to wait for").expect("a disk")
}

fn handling() -> Handling {
    Handling::STANDARD
}

impl World {
    fn new(settings: Settings, weather: Weather, good_for: [u32; 2]) -> World {
        let folder = Folder::new();
        let journal = FileJournal::open(folder.path()).expect("a folder");
        let timing = Timing { spectator_delay: Micros::ZERO, ..Timing::default() };
        let code = RoomCode::parse("AB23YK").expect("a code");
        let player = |seat: usize| Player {
            client: Client::new("Somebody", None, handling(), 5),
            hands: Hands::new(Micros::from_millis(25), good_for[seat]),
            clock: 1_000_000 + 77_777_777 * seat as u64,
            conn: None,
            reconnect_at: Some(0),
            up: VecDeque::new(),
            down: VecDeque::new(),
            match_overs: Vec::new(),
            halts: Vec::new(),
        };
        World {
            now: 0,
            random: weather.seed,
            weather,
            room: Room::new(code, settings, false, timing, fresh),
            journal,
            _folder: folder,
            players: [player(0), player(1)],
            timing,
            conns: 0,
            decided: Vec::new(),
            faults: Vec::new(),
            attacks: 0,
        }
    }

    fn chance(&mut self, most: u64) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        if most == 0 { 0 } else { (self.random >> 33) % (most + 1) }
    }

    fn server_now(&self) -> Micros {
        Micros::from_millis(self.now)
    }

    fn own_now(&self, seat: usize) -> Micros {
        Micros(self.players[seat].clock) + Micros::from_millis(self.now)
    }

    /// Does what the room said: writes first, then sends.
    fn act(&mut self, actions: Actions) {
        at_once(self.journal.append(&actions.entries));
        for entry in actions.entries {
            match entry.step {
                Step::MatchOver(result) => {
                    at_once(self.journal.remove(result.match_id));
                    self.decided.push(result);
                }
                Step::Attack(_) => self.attacks += 1,
                _ => {}
            }
        }
        self.faults.extend(actions.faults);
        self.faults.extend(actions.games.iter().flat_map(EndedGame::reported_faults));
        for (conn, message) in actions.sends {
            self.send_down(conn, &message);
        }
        for (conn, _) in actions.drops {
            if let Some(seat) = self.seat(conn) {
                self.cut(seat);
            }
        }
    }

    fn seat(&self, conn: u64) -> Option<usize> {
        self.players.iter().position(|player| player.conn == Some(conn))
    }

    fn arrival(&mut self, seat: usize, queue_end: Option<u64>) -> u64 {
        let wait = self.weather.delay[seat] + self.chance(self.weather.jitter);
        // A connection keeps its order.
        (self.now + wait).max(queue_end.unwrap_or(0))
    }

    fn send_down(&mut self, conn: u64, message: &ServerMessage) {
        let Some(seat) = self.seat(conn) else { return };
        let end = self.players[seat].down.back().map(|last| last.0);
        let at = self.arrival(seat, end);
        self.players[seat].down.push_back((at, encode(message)));
    }

    /// The wire breaks: what is under way in it is lost; both sides notice in a while.
    fn cut(&mut self, seat: usize) {
        let again = self.now + 50 + self.chance(1500);
        let player = &mut self.players[seat];
        player.up.clear();
        player.down.clear();
        player.client.disconnected();
        player.reconnect_at = Some(again);
        if let Some(conn) = player.conn.take() {
            let mut actions = Actions::default();
            self.room.lose(self.server_now(), conn, &mut actions);
            self.act(actions);
        }
    }

    fn connect(&mut self, seat: usize) {
        self.conns += 1;
        let now = self.own_now(seat);
        let player = &mut self.players[seat];
        player.conn = Some(self.conns);
        player.reconnect_at = None;
        player.client.connected(now);
    }

    /// The server dies and is started again; all connections break.
    fn kill(&mut self) {
        for seat in 0..2 {
            let again = self.now + 50 + self.chance(1500);
            let player = &mut self.players[seat];
            player.up.clear();
            player.down.clear();
            player.client.disconnected();
            player.conn = None;
            player.reconnect_at = Some(again);
        }
        let mut running = self.running();
        if let Some(saved) = running.pop() {
            let now = self.server_now();
            self.room = Room::restore(saved, now, self.timing, fresh).expect("a sound log");
        }
        assert!(running.is_empty(), "only one match is played here");
    }

    fn running(&mut self) -> Vec<SavedMatch> {
        let logs = at_once(self.journal.logs());
        logs.into_iter().map(|log| log.restore().expect("a sound log")).collect()
    }

    fn hear(&mut self, seat: usize, bytes: &[u8]) {
        let conn = self.players[seat].conn.expect("connected");
        let message = decode_client(bytes).expect("a client of ours");
        let now = self.server_now();
        let mut actions = Actions::default();
        match message {
            ClientMessage::Hello { have, .. } => {
                let welcome = ServerMessage::Welcome {
                    player: seat as u64,
                    secret: None,
                    name: "Somebody".into(),
                    rating: 1500,
                    now,
                };
                self.send_down(conn, &welcome);
                let (name, rating) = ("Somebody".to_owned(), Rating::default());
                let visitor = Visitor { player: seat as u64, conn, name, rating, have };
                self.room.enter(now, visitor, false, &mut actions).expect("there is a seat");
            }
            ClientMessage::Ping { sent } => {
                self.send_down(conn, &ServerMessage::Pong { sent, now });
            }
            message => self.room.message(now, conn, message, &mut actions),
        }
        self.act(actions);
    }

    fn take_down(&mut self, seat: usize, bytes: &[u8]) {
        let message = decode_server(bytes).expect("a server of ours");
        let now = self.own_now(seat);
        // One match is wanted, also by players whose line broke before they were told its result.
        let is_decided = !self.decided.is_empty();
        let player = &mut self.players[seat];
        player.client.receive(&message, now).expect("messages fit together");
        match message {
            ServerMessage::Room { phase, .. } => {
                use quintet_protocol::RoomPhase::{Between, Open};
                let is_fresh = player.client.room().is_some_and(|room| {
                    room.seats.iter().flatten().count() == 2
                        && !room.seats[seat].as_ref().is_some_and(|seat| seat.ready)
                });
                if (phase == Open && !is_decided || phase == Between) && is_fresh {
                    player.client.ready();
                }
            }
            ServerMessage::MatchOver { .. } => player.match_overs.push(message),
            ServerMessage::Halt { reason, .. } => player.halts.push(reason),
            _ => {}
        }
    }

    /// One millisecond.
    fn step(&mut self) {
        self.now += 1;
        let now = self.now;
        if self.weather.kills.contains(&now) {
            self.kill();
        }
        for (seat, at) in self.weather.cuts.clone() {
            if at == now && self.players[seat].conn.is_some() {
                self.cut(seat);
            }
        }
        for (seat, at) in self.weather.reloads.clone() {
            if at == now {
                self.cut(seat);
                // A page that is reloaded knows nothing but the device's secret.
                self.players[seat].client = Client::new("Somebody", None, handling(), 5);
            }
        }
        for seat in 0..2 {
            if self.players[seat].reconnect_at.is_some_and(|at| at <= now) {
                self.connect(seat);
            }
            while let Some((at, bytes)) = self.players[seat].down.pop_front() {
                if at > now {
                    self.players[seat].down.push_front((at, bytes));
                    break;
                }
                self.take_down(seat, &bytes);
            }
            self.play(seat);
            while let Some((at, bytes)) = self.players[seat].up.pop_front() {
                if at > now {
                    self.players[seat].up.push_front((at, bytes));
                    break;
                }
                self.hear(seat, &bytes);
            }
        }
        let mut actions = Actions::default();
        self.room.tick(self.server_now(), &mut actions);
        self.act(actions);
    }

    fn play(&mut self, seat: usize) {
        let own = self.own_now(seat);
        let player = &mut self.players[seat];
        player.client.tick(own, &mut |_, _| {});
        let input =
            player.client.game().and_then(|game| player.hands.act(game.board(seat as u8), own));
        if let Some(input) = input {
            player.client.apply(input, own, &mut |_, _| {});
        }
        let messages: Vec<_> = player.client.drain_outgoing().collect();
        for message in messages {
            if self.players[seat].conn.is_none() {
                continue;
            }
            let end = self.players[seat].up.back().map(|last| last.0);
            let at = self.arrival(seat, end);
            self.players[seat].up.push_back((at, encode(&message)));
        }
    }

    /// Plays until the match is decided and everybody has been told.
    fn run(&mut self) {
        let limit = 10 * 60 * 1000;
        while self.now < limit && self.players.iter().any(|player| player.match_overs.is_empty()) {
            self.step();
            // A player who was away when the match was decided learns of it from the empty table.
            if !self.decided.is_empty() && self.now > limit / 2 {
                break;
            }
        }
    }

    fn assert_sound(&self) {
        assert_eq!(self.faults, []);
        assert_eq!(self.decided.len(), 1, "one result at {} ms", self.now);
        for player in &self.players {
            assert_eq!(player.client.differences(), 0);
        }
    }
}

#[test]
fn a_match_is_played_with_garbage_both_ways_and_all_boards_alike() {
    for rules in [RuleSet::Battle, RuleSet::Versus] {
        let settings = Settings { rules, ..Settings::default() };
        let mut world = World::new(settings, Weather::fine(), [60, 45]);
        world.run();
        world.assert_sound();
        assert!(world.attacks > 4, "{} attacks", world.attacks);
        let [one, other] = &world.players;
        assert_eq!(one.match_overs, other.match_overs);
        for board in 0..2 {
            let seen = |player: &Player| {
                let confirmed = player.client.game().expect("a game").confirmed(board);
                (confirmed.known(), confirmed.hash(), confirmed.deliveries().len())
            };
            assert_eq!(seen(one), seen(other), "{rules:?}");
        }
        let rollbacks = |player: &Player| player.client.game().expect("a game").rollbacks();
        assert!(rollbacks(one) + rollbacks(other) > 0, "garbage came in the past");
    }
}

#[test]
fn a_handicap_and_three_games_make_a_match() {
    let handicap = [0, 8].into_iter().collect();
    let settings = Settings { rules: RuleSet::Battle, best_of: BestOf::Three, handicap };
    let mut world = World::new(settings, Weather::fine(), [200, 6]);
    world.run();
    world.assert_sound();
    let MatchResult { outcome, wins, .. } = &world.decided[0];
    assert_eq!((outcome.winner, &wins[..]), (Some(0), &[2, 0][..]));
}

#[test]
fn a_player_who_does_not_come_back_loses_and_the_other_is_told() {
    let settings = Settings::default();
    let mut world = World::new(settings, Weather::fine(), [500, 500]);
    while world.now < 8_000 {
        world.step();
    }
    world.cut(1);
    world.players[1].reconnect_at = None;
    while world.now < 37_000 {
        world.step();
    }
    assert!(world.decided.is_empty(), "thirty seconds are not over");
    while world.now < 39_000 {
        world.step();
    }
    assert_eq!(world.decided[0].outcome.winner, Some(0));
    assert_eq!(world.players[0].match_overs.len(), 1);
    assert_eq!(world.players[0].halts, [HaltReason::Absent { seat: 1 }]);
}

#[test]
fn a_silent_connection_halts_the_match_and_nothing_is_lost() {
    let mut weather = Weather::fine();
    // Half-open: for a while nothing comes through, though nobody hung up.
    weather.jitter = 0;
    let mut world = World::new(Settings::default(), weather, [120, 100]);
    while world.now < 9_000 {
        world.step();
    }
    world.weather.delay[0] = 60_000;
    while world.players[1].halts.is_empty() {
        world.step();
        assert!(world.now < 14_000, "silence is noticed in time");
    }
    world.weather.delay[0] = 20;
    world.run();
    world.assert_sound();
}

#[test]
fn going_on_with_a_game_that_is_decided_by_now_begins_no_other() {
    let settings = Settings { best_of: BestOf::One, ..Settings::default() };
    let mut world = World::new(settings, Weather::fine(), [60, 45]);
    world.run();
    let game = world.players[0].client.game().expect("a game").id();
    for seat in 0..2 {
        let conn = world.players[seat].conn.expect("connected");
        let mut actions = Actions::default();
        world.room.message(world.server_now(), conn, ClientMessage::GoOn { game }, &mut actions);
        world.act(actions);
    }
    assert!(!world.room.has_match(), "nobody asked for another match");
    world.assert_sound();
}

fn weather() -> impl Strategy<Value = Weather> {
    let events = || prop::collection::vec((0..2_usize, 3_000..40_000_u64), 0..3);
    (
        [0..180_u64, 0..180_u64],
        0..120_u64,
        events(),
        events(),
        prop::collection::vec(3_000..40_000_u64, 0..4),
        any::<u64>(),
    )
        .prop_map(|(delay, jitter, cuts, reloads, kills, seed)| Weather {
            delay,
            jitter,
            cuts,
            reloads,
            kills,
            seed,
        })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    /// Whatever the network does and however often the server dies, every board is the referee's,
    /// nobody is blamed, and there is one result.
    #[test]
    fn boards_stay_alike_in_any_weather(weather in weather(), plain: bool, good in [20..90_u32, 20..90_u32]) {
        let rules = if plain { RuleSet::Battle } else { RuleSet::Versus };
        let settings = Settings { rules, ..Settings::default() };
        let mut world = World::new(settings, weather, good);
        world.run();
        world.assert_sound();
        prop_assert!(world.running().is_empty());
    }
}
