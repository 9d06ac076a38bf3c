//! What a match between strangers does to their ratings.

use quintet_engine::{Button, Handling, Micros, TimedInput};
use quintet_protocol::{
    BestOf, ClientMessage, RoomCode, RuleSet, ServerMessage, Settings, pack_inputs,
};
use quintet_server::Timing;
use quintet_server::limits::{RATED_PIECES, RATED_TIME};
use quintet_server::rating::Rating;
use quintet_server::rooms::room::{Actions, Room, Visitor};

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
