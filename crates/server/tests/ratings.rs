//! What a match between strangers does to their ratings.

mod support;

use quintet_engine::{Button, Handling, Micros, TimedInput};
use quintet_protocol::{
    BestOf, ClientMessage, RoomCode, RuleSet, ServerMessage, Settings, pack_inputs,
};
use quintet_server::Timing;
use quintet_server::limits::{MEETINGS_COUNTED_FOR, RATED_PIECES, RATED_TIME};
use quintet_server::rating::Rating;
use quintet_server::rooms::room::{Actions, Room, Visitor};
use support::hands::Hands;
use support::player::{Player, both_ready, enter};
use support::server::{Folder, Running};

fn fresh() -> u64 {
    7
}

/// A match in which each player drops this many pieces at this interval; then the second player
/// resigns. Returns the ratings after it.
fn ratings_after(pieces: u32, every: Micros, meetings: u32) -> Vec<i32> {
    let timing = Timing { start_countdown: Micros::ZERO, ..Timing::default() };
    let code = RoomCode::parse("222222").expect("a code");
    let settings =
        Settings { rules: RuleSet::Versus, best_of: BestOf::Three, ..Settings::default() };
    let mut room = Room::new(code, settings, true, timing, fresh);
    room.note_meetings(1, 2, meetings);
    let mut now = Micros::from_secs(1);
    let mut actions = Actions::default();
    for conn in [1, 2] {
        let (name, rating) = (format!("Player {conn}"), Rating::default());
        let visitor = Visitor { player: conn, conn, name, rating, have: None };
        room.enter(now, visitor, false, &mut actions).expect("a seat");
    }
    for conn in [1, 2] {
        let ready = ClientMessage::Ready { handling: Handling::STANDARD, previews: 5 };
        room.message(now, conn, ready, &mut actions);
    }
    let begin = now;
    let mut sent = 0;
    for piece in 0..pieces {
        now += every;
        let upto = now - begin;
        // From side to side, so that nobody goes out.
        let side = [Button::Left, Button::Right][piece as usize % 2];
        let mut inputs = Vec::new();
        for _ in 0..piece % 5 {
            inputs.extend([TimedInput::press(side, upto), TimedInput::release(side, upto)]);
        }
        let drop = Button::HardDrop;
        inputs.extend([TimedInput::press(drop, upto), TimedInput::release(drop, upto)]);
        for conn in [1, 2] {
            let inputs = pack_inputs(&inputs, upto);
            let message = ClientMessage::Inputs { first: sent, upto, inputs };
            room.message(now, conn, message, &mut actions);
        }
        sent += inputs.len() as u32;
    }
    assert!(room.has_match(), "both are in");
    assert!(actions.faults.is_empty(), "{:?}", actions.faults);
    room.message(now, 2, ClientMessage::Resign, &mut actions);
    let over = actions.sends.iter().find_map(|(_, message)| match message {
        ServerMessage::MatchOver { ratings, .. } => *ratings,
        _ => None,
    });
    over.expect("a match that counts").to_vec()
}

#[test]
fn a_match_counts_for_the_winner_if_it_is_long_and_both_play() {
    let second = Micros::from_secs(1);
    let long = ratings_after(RATED_PIECES + 2, second, 0);
    assert!(long[0] > 1500 && long[1] < 1500, "{long:?}");
    let few = ratings_after(RATED_PIECES - 1, Micros(RATED_TIME.0 / 5), 0);
    assert_eq!((few[0], few[1]), (1500, long[1]), "too few pieces");
    let short = ratings_after(RATED_PIECES + 2, Micros(RATED_TIME.0 / 100), 0);
    assert_eq!((short[0], short[1]), (1500, long[1]), "too short");
}

#[test]
fn the_more_often_two_have_met_the_less_a_match_counts() {
    let second = Micros::from_secs(1);
    let gains = [0, 1, 2, 9].map(|meetings| ratings_after(12, second, meetings)[0] - 1500);
    println!("gained after 0, 1, 2 and 9 earlier matches: {gains:?}");
    assert!(gains[0] >= 2 * gains[1] - 1 && gains[1] >= 2 * gains[2] - 1 && gains[3] == 0);
}

/// 200 matches against one's own second device once led from 1500 to 2061.
#[test]
fn matches_against_ones_own_second_device_lead_nowhere() {
    let (mut one, mut other) = (Rating::default(), Rating::default());
    let first = Rating::after_match(one, other, 0).0.rounded() - one.rounded();
    for met in 0..200 {
        (one, other) = Rating::after_match(one, other, met);
    }
    println!("200 matches won against the same player: 1500 to {}", one.rounded());
    assert!(one.rounded() - 1500 <= 2 * first, "{} after a first gain of {first}", one.rounded());
}

/// A match by quick match that the second player loses; returns that player's rating after it.
async fn lose_quick_match(server: &Running, devices: &mut [Player; 2]) -> i32 {
    for player in devices.iter_mut() {
        player.address = server.address;
        player.reload();
        player.client.send(ClientMessage::QuickMatch { rules: RuleSet::Versus });
    }
    let [one, other] = devices;
    tokio::join!(enter(one), enter(other));
    both_ready(one, other).await;
    // By then the earlier matches have long been counted.
    let played = |player: &Player| {
        player.client.game().is_some_and(|game| game.confirmed(0).inputs().len() > 20)
    };
    tokio::select! {
        () = one.until("some inputs", played) => {}
        () = other.keep_playing() => {}
    }
    let decided = other.matches_over();
    other.client.send(ClientMessage::Resign);
    let over = |player: &Player| player.matches_over() > decided;
    tokio::join!(one.until("the match is over", over), other.until("the match is over", over));
    let seat = other.client.room().and_then(|room| room.you).expect("a seat");
    let ratings = other.heard.iter().rev().find_map(|said| match said {
        ServerMessage::MatchOver { ratings, .. } => *ratings,
        _ => None,
    });
    ratings.expect("a match that counts")[usize::from(seat)]
}

/// Earlier matches are counted in the database, and by the server's clock. The system's, which is
/// years ahead of it here, has nothing to do with it.
#[tokio::test]
async fn a_second_match_of_the_same_two_counts_half_and_one_after_a_day_counts_whole() {
    const BEGIN: u64 = 1_000_000_000_000_000;
    let day = MEETINGS_COUNTED_FOR.as_micros() as u64;
    let folder = Folder::new();
    let here = "127.0.0.1:9".parse().expect("an address");
    let hands = || Hands::new(Micros::from_millis(40), 10_000);
    let mut devices = ["Ada", "Grace"].map(|name| Player::new(name, here, hands()));
    let mut loser = Rating::default();
    for (began, meetings) in [(BEGIN, 0), (BEGIN + day / 2, 1), (BEGIN + 2 * day, 0)] {
        let server = Running::started_at(&folder, began).await;
        let told = lose_quick_match(&server, &mut devices).await;
        // What the process has had no time for, the next one does when it starts.
        server.stop().await;
        // The match is too short to raise the winner's.
        loser = Rating::after_match(Rating::default(), loser, meetings).1;
        println!("after {meetings} earlier matches: {told}");
        assert_eq!(told, loser.rounded(), "after {meetings} earlier matches");
    }
}
