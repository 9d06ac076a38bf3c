//! Messages that cost others more than an input does, sent as fast as possible. Each attack is bounded in
//! number, and prints the figure that it is about.

mod support;

use std::net::SocketAddr;
use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use quintet_engine::Micros;
use quintet_protocol::{
    ClientMessage, FarewellReason, PerSeat, Refusal, RoomCode, ServerMessage, Settings, VERSION,
    decode_server, encode,
};
use quintet_server::limits::{
    ACTIONS_PER_SECOND, ACTIONS_SAVED, BOTS_PER_ADDRESS, ENTRIES_PER_SECOND, ENTRIES_SAVED,
    WRONG_CODE_EVERY, WRONG_CODES_SAVED,
};
use support::hands::Hands;
use support::player::{Player, rivals};
use support::server::{Folder, Running};
use support::socket::{Socket, connect, connect_silently, connect_with};
use tokio_tungstenite::tungstenite::Message;

const VISITS_TRIED: u64 = 200;

/// Entering and leaving once cost the others of the room a message each, 150 times per second.
#[tokio::test]
async fn who_enters_and_leaves_over_and_over_is_disconnected() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let create = ClientMessage::CreateRoom { settings: Settings::default() };
    let mut host = connect(server.address, &[create]).await;
    let code = room_code(&mut host).await;
    let mut visits = Vec::new();
    for _ in 0..VISITS_TRIED / 2 {
        visits.push(ClientMessage::JoinRoom { code, watch: false });
        visits.push(ClientMessage::Leave { code: None });
    }
    let (begin, before) = (Instant::now(), server.metrics.messages.get());
    let mut mallory = connect(server.address, &[]).await;
    for visit in visits {
        // It may be closed already.
        let _ = mallory.feed(Message::Binary(encode(&visit).into())).await;
    }
    let _ = mallory.flush().await;
    let farewell = loop {
        let said = mallory.next().await.expect("a farewell").expect("a message");
        let said = decode_server(&said.into_data()).expect("a server of ours");
        if let ServerMessage::Farewell { reason } = said {
            break reason;
        }
    };
    let heard = server.metrics.messages.get() - before;
    println!("{VISITS_TRIED} messages about entering and leaving were sent, {heard} were heard");
    assert_eq!(farewell, FarewellReason::TooFast);
    let earned = u64::from(ACTIONS_PER_SECOND) * (begin.elapsed().as_secs() + 1);
    assert!(heard <= u64::from(ACTIONS_SAVED) + earned + 1, "{heard}");
    server.stop().await;
}

/// Connecting again once cost the other player a message each time, and the server all that had been
/// played, as often as a device liked.
#[tokio::test]
async fn who_connects_over_and_over_is_disconnected() {
    const TRIED: usize = 60;
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let hands = || Hands::new(Micros::from_millis(200), 1);
    let (mut one, mut other) = rivals(server.address, hands, Settings::default()).await;
    let rooms = |player: &Player| {
        player.heard.iter().filter(|said| matches!(said, ServerMessage::Room { .. })).count()
    };
    let (begin, told) = (Instant::now(), rooms(&other));
    let (version, name, secret) = (VERSION, "Ada".to_owned(), one.client.secret());
    let hello = ClientMessage::Hello { version, secret, name, have: None };
    one.hang_up();
    let attack = async {
        let mut refused = 0;
        for _ in 0..TRIED {
            let mut socket = connect_silently(server.address).await;
            let _ = socket.send(Message::Binary(encode(&hello).into())).await;
            let said = socket.next().await.expect("an answer").expect("a message").into_data();
            let said = decode_server(&said).expect("a server of ours");
            let too_fast = FarewellReason::TooFast;
            refused += usize::from(said == ServerMessage::Farewell { reason: too_fast });
        }
        refused
    };
    let refused = tokio::select! {
        refused = attack => refused,
        () = other.keep_playing() => 0,
    };
    let told = rooms(&other) - told;
    println!("{TRIED} connections of one device, {refused} were refused, {told} messages told");
    let earned = ACTIONS_PER_SECOND as usize * (begin.elapsed().as_secs() as usize + 1);
    let most = ACTIONS_SAVED as usize + earned;
    assert!(refused >= TRIED.saturating_sub(most), "{refused} of {TRIED}");
    assert!(refused > 0 || begin.elapsed().as_secs() > 10, "nothing was refused");
    assert!(told <= 2 * most, "{told}");
    assert_eq!(other.dropped, 0);
    server.stop().await;
}

async fn room_code(socket: &mut Socket) -> RoomCode {
    loop {
        let said = socket.next().await.expect("the server is there").expect("a message");
        let said = decode_server(&said.into_data()).expect("a server of ours");
        if let ServerMessage::Room { code, .. } = said {
            return code;
        }
    }
}

/// How a request of a new player from this address is answered first: by a room, or by a refusal.
async fn answer_to(address: SocketAddr, from: &str, wish: &ClientMessage) -> Option<Refusal> {
    answers_to(address, from, std::slice::from_ref(wish)).await[0]
}

/// How each of several wishes is answered.
async fn answers_to(
    address: SocketAddr,
    from: &str,
    wishes: &[ClientMessage],
) -> Vec<Option<Refusal>> {
    let from = [("x-forwarded-for", from)];
    let mut socket = connect_with(address, &from, wishes).await.expect("a socket");
    let mut answers = Vec::new();
    while answers.len() < wishes.len() {
        let said = socket.next().await.expect("the server is there").expect("a message");
        match decode_server(&said.into_data()).expect("a server of ours") {
            ServerMessage::Room { .. } => answers.push(None),
            ServerMessage::Refused { reason } => answers.push(Some(reason)),
            _ => {}
        }
    }
    answers
}

/// Wrong codes tried per device, and how many devices try.
const CODES_TRIED: usize = 15;
const GUESSING: usize = 10;

#[tokio::test]
async fn one_address_guesses_few_room_codes() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let create = ClientMessage::CreateRoom { settings: Settings::default() };
    let mut host = connect(server.address, &[create]).await;
    let (code, begin) = (room_code(&mut host).await, Instant::now());
    let wrong = RoomCode::parse(if code.to_string() == "222222" { "333333" } else { "222222" });
    let join = |code| ClientMessage::JoinRoom { code, watch: true };
    let guesses = vec![join(wrong.expect("a code")); CODES_TRIED];
    let mut answers = Vec::new();
    for _ in 0..GUESSING {
        answers.extend(answers_to(server.address, "203.0.113.5", &guesses).await);
    }
    let told = answers.iter().filter(|answer| **answer == Some(Refusal::NoSuchRoom)).count();
    println!("{} room codes were guessed from one address, {told} were looked up", answers.len());
    let earned = begin.elapsed().as_micros() as u64 / WRONG_CODE_EVERY.0 + 1;
    let most = WRONG_CODES_SAVED as usize + earned as usize;
    assert!((WRONG_CODES_SAVED as usize..=most).contains(&told), "{told}");
    assert_eq!(
        answer_to(server.address, "203.0.113.6", &join(code)).await,
        None,
        "another address"
    );
    server.stop().await;
}

/// Requests per device, and how many devices ask.
const ENTRIES_TRIED: usize = 15;
const ENTERING: usize = 30;

#[tokio::test]
async fn players_of_one_address_ask_for_rooms_at_a_limited_rate() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let unplayable = Settings { handicap: PerSeat::new(u8::MAX, 2), ..Settings::default() };
    let wishes = vec![ClientMessage::CreateRoom { settings: unplayable }; ENTRIES_TRIED];
    let (begin, mut answers) = (Instant::now(), Vec::new());
    for _ in 0..ENTERING {
        answers.extend(answers_to(server.address, "203.0.113.5", &wishes).await);
    }
    let heard = answers.iter().filter(|answer| **answer == Some(Refusal::Unplayable)).count();
    println!("{} rooms were asked for from one address, {heard} times it was heard", answers.len());
    let earned = ENTRIES_PER_SECOND as usize * (begin.elapsed().as_secs() as usize + 1);
    assert!(heard >= ENTRIES_SAVED as usize && heard <= ENTRIES_SAVED as usize + earned, "{heard}");
    let other = answer_to(server.address, "203.0.113.6", &wishes[0]).await;
    assert_eq!(other, Some(Refusal::Unplayable), "another address");
    server.stop().await;
}

/// A host of this address with a bot; the error is why there is none.
async fn host_with_bot(address: SocketAddr, from: &str) -> Result<Socket, Refusal> {
    let create = ClientMessage::CreateRoom { settings: Settings::default() };
    let ask = ClientMessage::SetBot { level: Some(1) };
    let from = [("x-forwarded-for", from)];
    let mut host = connect_with(address, &from, &[create, ask]).await.expect("a socket");
    loop {
        let said = host.next().await.expect("the server is there").expect("a message");
        match decode_server(&said.into_data()).expect("a server of ours") {
            ServerMessage::Room { seats, .. } if seats.iter().flatten().count() == 2 => {
                return Ok(host);
            }
            ServerMessage::Refused { reason } => return Err(reason),
            _ => {}
        }
    }
}

/// One address could once have all bots of the server.
#[tokio::test]
async fn one_address_has_few_bots_and_others_have_some() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let mut hosts = Vec::new();
    let refused = loop {
        match host_with_bot(server.address, "203.0.113.5").await {
            Ok(host) => hosts.push(host),
            Err(reason) => break reason,
        }
    };
    println!("{} bots play with one address, then: {refused:?}", hosts.len());
    assert_eq!((hosts.len(), refused), (BOTS_PER_ADDRESS, Refusal::ServerFull));
    assert!(host_with_bot(server.address, "203.0.113.6").await.is_ok(), "another address");
    // A bot that has left is free for others.
    let leave = Message::Binary(encode(&ClientMessage::SetBot { level: None }).into());
    hosts[0].send(leave).await.expect("it listens");
    while host_with_bot(server.address, "203.0.113.5").await.is_err() {}
    server.stop().await;
}
