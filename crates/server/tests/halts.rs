//! Being away halts a game a few times, and gains nobody time.

use quintet_engine::{Button, Handling, Micros, TimedInput};
use quintet_protocol::client::{Client, Pace};
use quintet_protocol::limits::{LATE_LIMIT, MAX_PAUSES, RETURN_LIMIT};
use quintet_protocol::{
    ClientMessage, Ending, Have, RoomCode, RoomPhase, ServerMessage, Settings, pack_inputs,
};
use quintet_server::Timing;
use quintet_server::rating::Rating;
use quintet_server::rooms::room::{Actions, ClientFault, Room, Visitor};

fn fresh() -> u64 {
    7
}

const STEP: Micros = Micros::from_millis(50);

/// A room with two players, and everything that they were told.
struct World {
    room: Room,
    now: Micros,
    /// The connection of each player, and none while away.
    conns: [Option<u64>; 2],
    clients: [Client; 2],
    halts: usize,
    faults: Vec<ClientFault>,
    ending: Option<Ending>,
    next_conn: u64,
}

impl World {
    fn new() -> World {
        let timing = Timing { start_countdown: Micros::ZERO, ..Timing::default() };
        let code = RoomCode::parse("222222").expect("a code");
        let client = || Client::new("Ada", None, Handling::STANDARD, 5);
        let mut world = World {
            room: Room::new(code, Settings::default(), false, timing, fresh),
            now: Micros::from_secs(100),
            conns: [None; 2],
            clients: [client(), client()],
            halts: 0,
            faults: Vec::new(),
            ending: None,
            next_conn: 1,
        };
        for seat in 0..2 {
            world.connect(seat);
        }
        for client in &mut world.clients {
            client.ready();
        }
        world.pass(Micros::from_secs(1));
        assert_eq!(world.room.phase(), RoomPhase::Playing);
        world
    }

    fn act(&mut self, actions: Actions) {
        self.faults.extend(actions.faults);
        for (conn, message) in actions.sends {
            let Some(seat) = self.conns.iter().position(|own| *own == Some(conn)) else { continue };
            if seat == 1 {
                self.halts += usize::from(matches!(message, ServerMessage::Halt { .. }));
            }
            if let ServerMessage::MatchOver { outcome, .. } = &message {
                self.ending = Some(outcome.ending);
            }
            self.clients[seat].receive(&message, self.now).expect("messages fit together");
        }
        for (conn, _) in actions.drops {
            if let Some(seat) = self.conns.iter().position(|own| *own == Some(conn)) {
                self.conns[seat] = None;
                self.clients[seat].disconnected();
            }
        }
    }

    fn have(&mut self, seat: usize) -> Option<Have> {
        self.clients[seat].drain_outgoing().find_map(|message| match message {
            ClientMessage::Hello { have, .. } => have,
            _ => None,
        })
    }

    /// A new connection, which replaces the old one if there is one.
    fn connect(&mut self, seat: usize) {
        let conn = self.next_conn;
        self.next_conn += 1;
        self.clients[seat].disconnected();
        self.clients[seat].connected(self.now);
        let have = self.have(seat);
        self.conns[seat] = Some(conn);
        let (player, name, rating) = (seat as u64 + 1, "Ada".to_owned(), Rating::default());
        let (secret, now) = (None, self.now);
        let welcome = ServerMessage::Welcome { player, secret, name, rating: 1500, now };
        self.clients[seat].receive(&welcome, now).expect("a greeting");
        let visitor = Visitor { player, conn, name: "Ada".to_owned(), rating, have };
        let mut actions = Actions::default();
        self.room.enter(now, visitor, false, &mut actions).expect("the seat");
        self.room.tick(now, &mut actions);
        self.act(actions);
    }

    fn lose(&mut self, seat: usize) {
        let conn = self.conns[seat].take().expect("a connection");
        self.clients[seat].disconnected();
        let mut actions = Actions::default();
        self.room.lose(self.now, conn, &mut actions);
        self.act(actions);
    }

    fn say(&mut self, seat: usize, message: ClientMessage) {
        let Some(conn) = self.conns[seat] else { return };
        let mut actions = Actions::default();
        self.room.message(self.now, conn, message, &mut actions);
        self.room.tick(self.now, &mut actions);
        self.act(actions);
    }

    /// Time passes, and those who are connected play.
    fn pass(&mut self, time: Micros) {
        let end = self.now + time;
        while self.now < end {
            self.now += STEP;
            for seat in 0..2 {
                if self.conns[seat].is_none() {
                    continue;
                }
                let now = self.now;
                self.clients[seat].tick(now, &mut |_, _| {});
                for button in [Button::Left, Button::Right] {
                    self.clients[seat].press(button, now, &mut |_, _| {});
                    self.clients[seat].release(button, now, &mut |_, _| {});
                }
                let said: Vec<_> = self.clients[seat].drain_outgoing().collect();
                for message in said {
                    self.say(seat, message);
                }
            }
            let mut actions = Actions::default();
            self.room.tick(self.now, &mut actions);
            self.act(actions);
        }
    }
}

const REPLACED: usize = 10;

#[test]
fn replaced_connections_halt_a_game_a_few_times_and_then_it_plays_on() {
    let mut world = World::new();
    for _ in 0..REPLACED {
        world.connect(0);
        world.pass(Micros::from_secs(3));
        assert_eq!(world.room.phase(), RoomPhase::Playing, "everybody is back");
    }
    println!("{REPLACED} replaced connections, {} halts", world.halts);
    assert_eq!(world.halts, usize::from(MAX_PAUSES));
    assert!(world.faults.is_empty(), "{:?}", world.faults);
    let differences = world.clients.each_ref().map(Client::differences);
    assert_eq!(differences, [0, 0], "all boards are the referee's");
    let game = world.clients[1].game().expect("a game");
    let known = game.confirmed(0).inputs().last().expect("inputs").at;
    let Pace::Running { at, when } = game.pace() else { panic!("it plays on") };
    assert!(known + LATE_LIMIT > at + (world.now - when), "and the player with it");
}

#[test]
fn nothing_can_be_dated_into_the_time_that_was_withheld() {
    let mut world = World::new();
    let known = world.clients[1].game().expect("a game").confirmed(0).known();
    let inputs = world.clients[1].game().expect("a game").confirmed(0).inputs().len();
    // The player holds back a second, has the connection replaced, and dates inputs into it.
    let conn = world.conns[0].take();
    world.pass(Micros::from_secs(1));
    world.conns[0] = conn;
    world.connect(0);
    let Pace::Still(at) = world.clients[1].game().expect("a game").pace() else {
        panic!("the game is halted")
    };
    assert!(at >= known + Micros::from_millis(900));
    let into = known + Micros::from_millis(300);
    let press = TimedInput::press(Button::HardDrop, into);
    let message =
        ClientMessage::Inputs { first: inputs as u32, upto: at, inputs: pack_inputs(&[press], at) };
    world.say(0, message);
    let confirmed = world.clients[1].game().expect("a game").confirmed(0).inputs();
    assert_eq!(confirmed.len(), inputs, "it is not accepted");
    assert!(matches!(world.faults[..], [ClientFault::RuleBroken { seat: 0, .. }]));
    assert_eq!(world.ending, Some(Ending::Fault));
}

#[test]
fn who_stays_away_when_the_pauses_are_used_up_loses_after_the_usual_time() {
    let mut world = World::new();
    for _ in 0..MAX_PAUSES {
        world.connect(0);
        world.pass(Micros::from_secs(3));
    }
    world.lose(0);
    assert_eq!(world.room.phase(), RoomPhase::Playing, "it plays on");
    world.pass(Micros::from_secs(10));
    assert_eq!((world.room.phase(), world.ending), (RoomPhase::Playing, None));
    let away = world.clients[1].game().expect("a game").confirmed(0).known();
    let here = world.clients[0].game().expect("a game").confirmed(0).known();
    assert!(away > here + Micros::from_secs(5), "the board runs on by itself");
    world.connect(0);
    world.pass(Micros::from_secs(1));
    assert_eq!((world.room.phase(), world.faults.len()), (RoomPhase::Playing, 0));
    assert_eq!(world.clients[0].differences(), 0, "who is back goes on from there");
    world.lose(0);
    world.pass(RETURN_LIMIT);
    assert_eq!(world.ending, Some(Ending::Absent));
}

#[test]
fn going_away_again_and_again_does_not_prolong_a_halt() {
    let mut world = World::new();
    world.lose(0);
    let begin = world.now;
    while world.ending.is_none() && world.now < begin + RETURN_LIMIT + RETURN_LIMIT {
        // Back, without being ready, and away again.
        world.connect(0);
        world.clients[0].drain_outgoing().for_each(drop);
        world.lose(0);
        world.pass(Micros::from_secs(5));
    }
    assert_eq!(world.ending, Some(Ending::Absent));
    assert!(world.now <= begin + RETURN_LIMIT + Micros::from_secs(5));
}

const REPEATED: usize = 100;

/// Each time once told everybody of the room.
#[test]
fn being_ready_to_go_on_again_and_again_tells_nobody_else() {
    let mut world = World::new();
    world.connect(0);
    let game = world.clients[1].game().expect("a game").id();
    let (own, other) = (world.conns[1].expect("connected"), world.conns[0].expect("connected"));
    let mut told = 0;
    for _ in 0..REPEATED {
        let mut actions = Actions::default();
        world.room.message(world.now, own, ClientMessage::GoOn { game }, &mut actions);
        told += actions.sends.iter().filter(|(conn, _)| *conn == other).count();
        assert!(!actions.sends.is_empty(), "the player is answered");
    }
    println!("{REPEATED} times ready to go on, the other player was told {told} times");
    assert_eq!(told, 1, "that the player is ready");
}
