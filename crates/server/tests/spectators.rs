//! A spectator who joins late receives the whole game in parts.

mod support;

use quintet_engine::{Button, Handling, Micros};
use quintet_protocol::client::Client;
use quintet_protocol::{BestOf, ClientMessage, RoomCode, RuleSet, ServerMessage, Settings};
use quintet_server::Timing;
use quintet_server::limits::{CATCH_UP_EVERY, CATCH_UP_MESSAGES};
use quintet_server::rating::Rating;
use quintet_server::rooms::room::{Actions, Room, Visitor};
use support::hands::calm_placement;

fn fresh() -> u64 {
    7
}

fn visitor(conn: u64) -> Visitor {
    let (name, rating) = (format!("Player {conn}"), Rating::default());
    Visitor { player: conn, conn, name, rating, have: None }
}

/// A player who sends messages to a room as a client does.
struct Seat {
    conn: u64,
    client: Client,
}

fn deliver(actions: &Actions, seats: &mut [Seat], now: Micros) {
    assert!(actions.faults.is_empty(), "{:?}", actions.faults);
    for (_, message) in &actions.sends {
        let is_over = matches!(message, ServerMessage::MatchOver { .. });
        assert!(!is_over, "{message:?} at {now:?}");
    }
    for seat in seats {
        for (_, message) in actions.sends.iter().filter(|(conn, _)| *conn == seat.conn) {
            seat.client.receive(message, now).expect("messages fit together");
        }
    }
}

/// Plays at the rate that is just allowed, for as many inputs as an hour has at a normal pace: two
/// pieces per second, and presses that do nothing between.
fn play_an_hours_inputs(room: &mut Room, seats: &mut [Seat], begin: Micros) -> Micros {
    let mut now = begin;
    let end = begin + Micros::from_secs(300);
    let mut step = 0_u64;
    while now < end {
        now += Micros::from_millis(25);
        step += 1;
        for index in 0..2 {
            let seat = &mut seats[index];
            seat.client.tick(now, &mut |_, _| {});
            let board = seat.client.game().expect("a game").board(index as u8).clone();
            let buttons = if step.is_multiple_of(20) && board.view().piece.is_some() {
                calm_placement(&board)
            } else {
                vec![Button::Flip]
            };
            for button in buttons {
                seat.client.press(button, now, &mut |_, _| {});
                seat.client.release(button, now, &mut |_, _| {});
            }
            let conn = seat.conn;
            let messages: Vec<_> = seat.client.drain_outgoing().collect();
            for message in messages {
                let mut actions = Actions::default();
                room.message(now, conn, message, &mut actions);
                room.tick(now, &mut actions);
                deliver(&actions, seats, now);
            }
        }
        assert!(room.has_match(), "both play on");
    }
    now
}

#[test]
fn a_spectator_who_joins_after_an_hours_inputs_catches_up_in_small_parts() {
    let timing = Timing { start_countdown: Micros::from_millis(10), ..Timing::default() };
    let code = RoomCode::parse("222222").expect("a code");
    let settings = Settings { rules: RuleSet::Versus, best_of: BestOf::One, ..Settings::default() };
    let mut room = Room::new(code, settings, false, timing, fresh);
    let client = |name| Client::new(name, None, Handling::STANDARD, 5);
    let mut seats = [1, 2].map(|conn| Seat { conn, client: client("Ada") });
    let begin = Micros::from_secs(5);
    for conn in [1, 2] {
        let mut actions = Actions::default();
        room.enter(begin, visitor(conn), false, &mut actions).expect("a seat");
        deliver(&actions, &mut seats, begin);
    }
    for conn in [1, 2] {
        let mut actions = Actions::default();
        let ready = ClientMessage::Ready { handling: Handling::STANDARD, previews: 5 };
        room.message(begin, conn, ready, &mut actions);
        deliver(&actions, &mut seats, begin);
    }
    for seat in &mut seats {
        let welcome = ServerMessage::Welcome {
            player: seat.conn,
            secret: None,
            name: "Ada".into(),
            rating: 1500,
            now: begin,
        };
        let _ = seat.client.receive(&welcome, begin);
    }
    let mut now = play_an_hours_inputs(&mut room, &mut seats, begin);

    let mut watching = [Seat { conn: 3, client: client("Sam") }];
    let mut actions = Actions::default();
    room.enter(now, visitor(3), true, &mut actions).expect("a place");
    let (mut parts, mut messages) = (0, 0);
    // The delay after the last message, everything has been told.
    let last = now + Timing::default().spectator_delay;
    loop {
        room.tick(now, &mut actions);
        let sent = actions.sends.iter().filter(|(conn, _)| *conn == 3).count();
        assert!(sent <= CATCH_UP_MESSAGES + 4, "{sent} at once");
        (parts, messages) = (parts + 1, messages + sent);
        deliver(&std::mem::take(&mut actions), &mut watching, now);
        let inputs = |seat: &Seat| {
            let game = seat.client.game()?;
            Some([0, 1].map(|board| game.confirmed(board).inputs().len()))
        };
        // What a player knows of the other's board is all that the referee has taken.
        let referee = [0_u8, 1].map(|board| {
            seats[usize::from(1 - board)]
                .client
                .game()
                .expect("a game")
                .confirmed(board)
                .inputs()
                .len()
        });
        if now >= last && inputs(&watching[0]).is_some_and(|known| known == referee) {
            break;
        }
        now += CATCH_UP_EVERY;
        assert!(parts < 5_000, "it never ends: {:?} of {referee:?}", inputs(&watching[0]));
    }
    let total: usize = seats[1].client.game().expect("a game").confirmed(0).inputs().len();
    println!("{total} inputs per board were told in {messages} messages and {parts} parts");
    assert_eq!(watching[0].client.differences(), 0);
    assert!(total > 25_000 && messages < 2_500, "{total} inputs, {messages} messages");
}
