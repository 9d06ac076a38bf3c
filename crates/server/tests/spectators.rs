//! Spectators: what they are told, and how they come to play.

mod support;

use quintet_engine::{Button, Handling, Micros};
use quintet_protocol::client::Client;
use quintet_protocol::{
    BestOf, ClientMessage, Refusal, RoomCode, RuleSet, ServerMessage, Settings,
};
use quintet_server::Timing;
use quintet_server::limits::{CATCH_UP_EVERY, CATCH_UP_MESSAGES};
use quintet_server::rating::Rating;
use quintet_server::rooms::room::{Actions, Room, Visitor};
use support::hands::{Hands, calm_placement};
use support::player::{Player, both_ready, enter, rivals};
use support::server::{Folder, Running};

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

/// One who watches a room.
async fn spectator(name: &str, room: &Player) -> Player {
    let mut watching = Player::idle(name, room.address);
    watching.client.send(ClientMessage::JoinRoom { code: room.code(), watch: true });
    enter(&mut watching).await;
    watching
}

fn seat_of(player: &Player) -> Option<u8> {
    player.client.room().and_then(|room| room.you)
}

fn was_refused(reason: Refusal) -> impl FnMut(&Player) -> bool {
    move |player| player.heard.contains(&ServerMessage::Refused { reason })
}

#[tokio::test]
async fn a_spectator_takes_the_seat_of_a_player_who_has_left_and_plays() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let calm = || Hands::new(Micros::from_secs(3600), 0);
    let (mut ada, mut grace) = rivals(server.address, calm, Settings::default()).await;
    let mut sam = spectator("Sam", &ada).await;
    let mut pat = spectator("Pat", &ada).await;
    tokio::select! {
        _ = async { tokio::join!(ada.keep_playing(), grace.keep_playing()) } => {}
        () = async {
            sam.client.send(ClientMessage::TakeSeat);
            sam.until("no seat is free during a match", was_refused(Refusal::SeatTaken)).await;
        } => {}
    }
    grace.client.leave();
    tokio::select! {
        () = ada.keep_playing() => {}
        () = async {
            grace.until("Grace has left", |it| it.heard.contains(&ServerMessage::Left)).await;
            sam.until("a seat is free", |player| {
                player.client.room().is_some_and(|room| room.seats.iter().any(Option::is_none))
            })
            .await;
            sam.client.send(ClientMessage::TakeSeat);
            sam.until("it is Sam's", |player| seat_of(player) == Some(1)).await;
            pat.client.send(ClientMessage::TakeSeat);
            pat.until("it is taken", was_refused(Refusal::SeatTaken)).await;
        } => {}
    }
    assert_eq!(seat_of(&pat), None);
    let there = ada.until("Sam is there", |player| {
        let room = player.client.room().expect("in a room");
        room.seats[1].as_ref().is_some_and(|seat| seat.name.starts_with("Sam#"))
    });
    tokio::select! {
        () = sam.keep_playing() => {}
        () = there => {}
    }
    both_ready(&mut ada, &mut sam).await;
    sam.hands = Hands::new(Micros::from_millis(20), 0);
    let pieces =
        |player: &Player| player.client.game().map_or(0, |game| game.board(1).view().pieces);
    let plays = async { sam.until("Sam plays", |player| pieces(player) >= 3).await };
    tokio::join!(plays, ada.until("Ada sees it", |player| pieces(player) >= 2));
    assert_eq!((sam.client.differences(), ada.client.differences()), (0, 0));
    server.stop().await;
}

/// The room's seats are others' by then, and once gave the boards of an old game their names.
#[tokio::test]
async fn who_comes_late_is_told_who_played_and_not_who_is_in_the_room_now() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let calm = || Hands::new(Micros::from_secs(3600), 0);
    let (mut ada, mut grace) = rivals(server.address, calm, Settings::default()).await;
    ada.client.leave();
    ada.until("Ada has left", |it| it.heard.contains(&ServerMessage::Left)).await;
    grace.until("Grace is the host", |player| seat_of(player) == Some(0)).await;
    let mut sam = Player::idle("Sam", server.address);
    sam.client.send(ClientMessage::JoinRoom { code: grace.code(), watch: false });
    enter(&mut sam).await;
    let mut late = spectator("Late", &grace).await;
    tokio::select! {
        _ = async { tokio::join!(grace.keep_playing(), sam.keep_playing()) } => {}
        () = late.until("the game is told", |player| player.matches_over() == 1) => {}
    }
    let names = late.heard.iter().find_map(|said| match said {
        ServerMessage::Begin { names, .. } => Some(names.clone()),
        _ => None,
    });
    let names = names.expect("the game that was played");
    assert!(names[0].starts_with("Ada#") && names[1].starts_with("Grace#"), "{names:?}");
    server.stop().await;
}
