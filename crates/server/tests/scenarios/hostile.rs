//! Clients that lie, babble and cheat: none gets anything, and nobody else notices.

use std::collections::HashSet;
use std::net::SocketAddr;
use std::time::Duration;

use crate::host::Host;
use crate::support::hands::Hands;
use crate::support::player::{Player, begin, enter, rivals};
use crate::support::server::Folder;
use futures_util::{SinkExt, StreamExt};
use quintet_engine::{Button, Handling, Micros};
use quintet_protocol::limits::{MAX_CLIENT_MESSAGE, MESSAGES_SAVED, SEATS};
use quintet_protocol::{
    ClientMessage, Ending, FarewellReason, GameId, Outcome, PackedInput, PerSeat, Refusal,
    RoomCode, RuleSet, Secret, ServerMessage, Settings, VERSION, decode_client, decode_server,
    encode,
};
use quintet_server::limits::ACTIONS_SAVED;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::{Bytes, Message};

const KINDS: u64 = 1_000;
const AT_ONCE: usize = 20;

struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % most
    }
}

fn hello(secret: Option<Secret>, version: u16) -> Vec<u8> {
    encode(&ClientMessage::Hello { version, secret, name: "Mallory".into(), have: None })
}

/// A press, dated this many microseconds before the end of its message.
fn press(before: u32, button: Button) -> PackedInput {
    PackedInput::try_from((before, (button as u8) << 1 | 1)).expect("a button")
}

fn honest_messages() -> Vec<ClientMessage> {
    let packed = |before| press(before, Button::Left);
    vec![
        ClientMessage::Ping { sent: Micros(77) },
        ClientMessage::CreateRoom { settings: Settings::default() },
        ClientMessage::JoinRoom { code: RoomCode::parse("222222").expect("a code"), watch: true },
        ClientMessage::Ready { handling: Handling::STANDARD, previews: 5 },
        ClientMessage::Inputs {
            first: 3,
            upto: Micros(123_456),
            inputs: vec![packed(9), packed(0)],
        },
        ClientMessage::Differs { board: 1, at: Micros(5), hash: 6 },
    ]
}

/// A frame that is no message.
fn nonsense(random: &mut Random) -> Message {
    let honest = honest_messages();
    loop {
        let mut bytes = encode(&honest[random.below(honest.len() as u64) as usize]);
        match random.below(6) {
            0 => bytes = (0..random.below(300)).map(|_| random.below(256) as u8).collect(),
            1 => bytes.truncate(random.below(bytes.len() as u64) as usize),
            2 => bytes.extend((0..=random.below(9)).map(|_| random.below(256) as u8)),
            3 => {
                let at = random.below(bytes.len() as u64) as usize;
                bytes[at] ^= 1 + random.below(255) as u8;
            }
            4 => bytes.resize(MAX_CLIENT_MESSAGE + 1 + random.below(4000) as usize, 0),
            _ => return Message::Text(format!("{{\"hello\":{}}}", random.below(1 << 30)).into()),
        }
        if !bytes.is_empty() && decode_client(&bytes).is_err() {
            return Message::Binary(bytes.into());
        }
    }
}

/// Sends frames and says what comes back until the server hangs up.
async fn provoke(address: SocketAddr, frames: Vec<Message>) -> Vec<ServerMessage> {
    let (mut socket, _) =
        connect_async(format!("ws://{address}/ws")).await.expect("the server is there");
    for frame in frames {
        if socket.send(frame).await.is_err() {
            break;
        }
    }
    let mut heard = Vec::new();
    let listening = async {
        while let Some(Ok(message)) = socket.next().await {
            if let Message::Binary(bytes) = message {
                heard.push(decode_server(&bytes).expect("a server of ours"));
            }
        }
    };
    tokio::time::timeout(Duration::from_secs(30), listening).await.expect("the server hangs up");
    heard
}

#[tokio::test]
async fn a_thousand_kinds_of_nonsense_end_in_a_closed_door_and_disturb_nobody() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let address = server.address;
    let hands = || Hands::new(Micros::from_millis(40), 400);
    let (mut one, mut other) = rivals(address, hands, Settings::default()).await;

    let (mut random, mut seen) = (Random(5), HashSet::new());
    let kinds = std::iter::repeat_with(|| nonsense(&mut random));
    let mut kinds = kinds.filter(|kind| seen.insert(kind.clone().into_data())).take(KINDS as usize);
    let mut tried = 0;
    let storm = async {
        loop {
            let some: Vec<Message> = kinds.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                break;
            }
            let some = some.into_iter().map(|kind| {
                tried += 1;
                // One in four comes before the greeting.
                let greeting = Message::Binary(hello(None, VERSION).into());
                let greeting = (tried % 4 > 0).then_some(greeting);
                let frames = greeting.into_iter().chain([kind]).collect();
                tokio::spawn(provoke(address, frames))
            });
            for heard in some.collect::<Vec<_>>() {
                let heard = heard.await.expect("the door is closed");
                let is_fit = |said: &ServerMessage| {
                    matches!(
                        said,
                        ServerMessage::Welcome { .. }
                            | ServerMessage::TooOld { .. }
                            | ServerMessage::Farewell { reason: FarewellReason::Malformed }
                    )
                };
                assert!(heard.iter().all(is_fit), "{heard:?}");
            }
        }
    };
    tokio::select! {
        () = storm => {}
        () = one.keep_playing() => {}
        () = other.keep_playing() => {}
    }
    let known = server.count(|metrics| metrics.malformed.get())
        + server.count(|metrics| metrics.wrong_version.get());
    assert_eq!((tried, known), (KINDS, KINDS), "each was refused for what it is");
    assert_eq!(server.count(|metrics| metrics.rooms.get()), 1);
    assert_eq!(server.count(|metrics| metrics.faults.get()), 0);
    assert_eq!((one.dropped, other.dropped), (0, 0), "nobody else was disturbed");
    other.client.send(ClientMessage::Resign);
    tokio::join!(
        one.until("the match is decided", |player| player.matches_over() == 1),
        other.until("the match is decided", |player| player.matches_over() == 1),
    );
    assert_eq!((one.client.differences(), other.client.differences()), (0, 0));
    server.stop().await;
}

/// Messages that make sense and are out of place.
fn out_of_place(random: &mut Random) -> (ClientMessage, Refusal) {
    let mut number = |most: u64| random.below(most);
    let letter = |number: u64| RoomCode::ALPHABET[number as usize];
    match number(10) {
        0 => (ClientMessage::Resign, Refusal::OutOfPhase),
        1 => (ClientMessage::AcceptBot, Refusal::OutOfPhase),
        2 => {
            let code = RoomCode([(); 6].map(|()| letter(number(31))));
            (ClientMessage::JoinRoom { code, watch: number(2) == 0 }, Refusal::NoSuchRoom)
        }
        3 => {
            let handicap = [11 + number(200) as u8, number(256) as u8].into_iter().collect();
            let settings = Settings { handicap, ..Settings::default() };
            (ClientMessage::CreateRoom { settings }, Refusal::Unplayable)
        }
        4 => {
            let handicap = PerSeat::new(number(10) as u8, SEATS);
            let settings = Settings { handicap, ..Settings::default() };
            (ClientMessage::SetRoom { settings }, Refusal::OutOfPhase)
        }
        5 => {
            let game = GameId { match_id: number(1 << 30), number: number(9) as u8 };
            (ClientMessage::GoOn { game }, Refusal::OutOfPhase)
        }
        6 => {
            let (board, at, hash) = (number(256) as u8, Micros(number(1 << 30)), 7);
            (ClientMessage::Differs { board, at, hash }, Refusal::OutOfPhase)
        }
        7 => {
            let previews = number(256) as u8;
            let handling = Handling::STANDARD;
            (ClientMessage::Ready { handling, previews }, Refusal::OutOfPhase)
        }
        _ => {
            let (first, upto) = (number(1 << 30) as u32, Micros(number(1 << 30)));
            let inputs = (0..number(200))
                .map(|_| {
                    let button = Button::ALL[number(Button::ALL.len() as u64) as usize];
                    press(number(1 << 30) as u32, button)
                })
                .collect();
            (ClientMessage::Inputs { first, upto, inputs }, Refusal::OutOfPhase)
        }
    }
}

#[tokio::test]
async fn messages_out_of_place_are_refused_one_by_one() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let mut random = Random(8);
    // As many at a time as a player may have saved up, a thousand in all.
    let at_once = ACTIONS_SAVED as usize;
    for _ in 0..1000 / at_once {
        let (wishes, expected): (Vec<_>, Vec<_>) =
            std::iter::repeat_with(|| out_of_place(&mut random)).take(at_once).unzip();
        let url = format!("ws://{}/ws", server.address);
        let (mut socket, _) = connect_async(url).await.expect("the server is there");
        let frames = wishes.iter().map(encode).collect::<Vec<_>>();
        for frame in [hello(None, VERSION)].into_iter().chain(frames) {
            socket.send(Message::Binary(frame.into())).await.expect("nobody hangs up");
        }
        let mut refused = Vec::new();
        while refused.len() < expected.len() {
            let said = socket.next().await.expect("nobody hangs up").expect("a message");
            match decode_server(&said.into_data()).expect("a server of ours") {
                ServerMessage::Refused { reason: why } => refused.push(why),
                said => assert!(matches!(said, ServerMessage::Welcome { .. }), "{said:?}"),
            }
        }
        assert_eq!(refused, expected);
    }
    assert_eq!(server.count(|metrics| metrics.rooms.get()), 0, "nothing came of any");
    server.stop().await;
}

#[tokio::test]
async fn a_client_of_another_age_gets_a_plain_answer() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    for version in [0, VERSION + 1, u16::MAX] {
        let frames = vec![Message::Binary(hello(None, version).into())];
        let heard = provoke(server.address, frames).await;
        assert!(matches!(heard[..], [ServerMessage::TooOld { .. }]), "{heard:?}");
    }
    assert_eq!(server.count(|metrics| metrics.wrong_version.get()), 3);
    server.stop().await;
}

#[tokio::test]
async fn a_new_device_whose_name_is_refused_is_not_welcomed_and_may_come_back_with_another() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let hello = |secret, name: &str| {
        let hello =
            ClientMessage::Hello { version: VERSION, secret, name: name.into(), have: None };
        vec![Message::Binary(encode(&hello).into())]
    };
    let reason = Refusal::NameReserved;
    for secret in [None, Some(Secret([9; 16]))] {
        let heard = provoke(server.address, hello(secret, "Quintet Server")).await;
        assert_eq!(heard, [ServerMessage::Refused { reason }]);
    }
    let url = format!("ws://{}/ws", server.address);
    let (mut socket, _) = connect_async(url).await.expect("the server is there");
    for frame in hello(None, "Ada") {
        socket.send(frame).await.expect("nobody hangs up");
    }
    let said = socket.next().await.expect("nobody hangs up").expect("a message");
    let said = decode_server(&said.into_data()).expect("a server of ours");
    assert!(matches!(said, ServerMessage::Welcome { secret: Some(_), .. }), "{said:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_flood_of_messages_is_cut_off() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let ping = Message::Binary(encode(&ClientMessage::Ping { sent: Micros(1) }).into());
    let mut frames = vec![Message::Binary(hello(None, VERSION).into())];
    frames.extend(std::iter::repeat_n(ping, 4 * MESSAGES_SAVED as usize));
    let heard = provoke(server.address, frames).await;
    let pongs = heard.iter().filter(|said| matches!(said, ServerMessage::Pong { .. })).count();
    assert!(pongs < 3 * MESSAGES_SAVED as usize, "{pongs} were answered");
    assert_eq!(server.count(|metrics| metrics.too_fast.get()), 1);
    server.stop().await;
}

/// Pings, and parts of a message that never ends, were once not counted everywhere.
#[tokio::test]
async fn a_flood_of_frames_that_are_no_messages_is_cut_off() {
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    let part = |data| Message::Frame(Frame::message(Vec::new(), OpCode::Data(data), false));
    let floods =
        [(Message::Ping(Bytes::new()), None), (part(Data::Continue), Some(part(Data::Binary)))];
    for (flood, first) in floods {
        // The host's room may be on another node than the one that the guest is connected to.
        let mut host = Player::idle("Ada", server.address);
        host.client.send(ClientMessage::CreateRoom { settings: Settings::default() });
        enter(&mut host).await;
        let join = ClientMessage::JoinRoom { code: host.code(), watch: false };
        let before = server.count(|metrics| metrics.too_fast.get());
        let mut frames = vec![Message::Binary(hello(None, VERSION).into())];
        frames.push(Message::Binary(encode(&join).into()));
        frames.extend(first);
        frames.extend(std::iter::repeat_n(flood, 4 * MESSAGES_SAVED as usize));
        let heard = provoke(server.address, frames).await;
        let reason = FarewellReason::TooFast;
        assert_eq!(heard.last(), Some(&ServerMessage::Farewell { reason }));
        assert_eq!(server.count(|metrics| metrics.too_fast.get()), before + 1);
    }
    server.stop().await;
}

/// Cheats, each of which costs the match, and only the cheat.
#[tokio::test]
async fn inputs_that_cannot_be_true_forfeit_the_match() {
    let packed = |before| press(before, Button::HardDrop);
    let second = Micros::from_secs(1);
    let far = Micros::from_secs(3600);
    let cheats = [
        ("dated in the future", vec![(0, far, vec![packed(0)])]),
        ("a gap in the numbers", vec![(5, Micros(1), vec![packed(0)])]),
        ("time runs backwards", vec![(0, second, vec![]), (0, Micros(5), vec![packed(0)])]),
        ("faster than hands", vec![(0, Micros(200), (0..200).rev().map(packed).collect())]),
    ];
    let folder = Folder::new();
    let Some(server) = Host::start(&folder).await else { return };
    for (cheat, messages) in cheats {
        let mut honest = Player::idle("Ada", server.address);
        let mut cheater = Player::idle("Mallory", server.address);
        begin(
            &mut honest,
            &mut cheater,
            Settings { rules: RuleSet::Battle, ..Settings::default() },
        )
        .await;
        // The first second has to pass by the server's clock, or the cheat is another one.
        tokio::select! {
            () = honest.until("a second has passed", |player| {
                player.client.game().is_some_and(|game| game.board(0).now() >= second)
            }) => {}
            () = async {
                if cheat == "time runs backwards" {
                    std::future::pending::<()>().await;
                } else {
                    cheater.keep_playing().await;
                }
            } => {}
        }
        for (first, upto, inputs) in messages {
            cheater.client.send(ClientMessage::Inputs { first, upto, inputs });
        }
        tokio::join!(
            honest.until(cheat, |player| player.matches_over() == 1),
            cheater.until(cheat, |player| player.matches_over() == 1),
        );
        let outcome = Outcome { winner: Some(0), ending: Ending::Fault };
        let said = honest.heard.iter().any(|said| {
            matches!(said, ServerMessage::MatchOver { outcome: given, .. } if *given == outcome)
        });
        assert!(said, "{cheat}: {:?}", honest.heard.last());
        assert_eq!(honest.dropped, 0, "{cheat}");
    }
    server.stop().await;
}
