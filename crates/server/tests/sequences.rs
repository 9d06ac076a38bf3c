//! Whole sequences of messages against a room in memory: nobody but the sender is blamed or loses,
//! only late or reconnected clients are dropped, what one message leads to and what is kept of a match
//! is bounded, and a match has one result.

#[path = "support/room_world.rs"]
mod room_world;

use proptest::prelude::*;
use quintet_engine::{Button, Handling, Micros};
use quintet_protocol::{ClientMessage, GameId, HaveBoard, PackedInput, Settings};
use room_world::{Event, PEOPLE, World};

fn message() -> impl Strategy<Value = ClientMessage> {
    let ready = (0..12_u8).prop_map(|previews| {
        let previews = previews.min(6);
        ClientMessage::Ready { handling: Handling::STANDARD, previews }
    });
    let inputs =
        (0..40_u32, 0..40_000_000_u64, prop::collection::vec((0..900_u32, 0..18_u8), 0..4));
    let inputs = inputs.prop_map(|(first, upto, inputs)| {
        let inputs = inputs.into_iter().filter_map(|packed| PackedInput::try_from(packed).ok());
        ClientMessage::Inputs { first, upto: Micros(upto), inputs: inputs.collect() }
    });
    let differs = (0..3_u8, 0..9_000_000_u64, any::<u32>())
        .prop_map(|(board, at, hash)| ClientMessage::Differs { board, at: Micros(at), hash });
    let go_on = (any::<u64>(), 0..3_u8).prop_map(|(match_id, number)| {
        let game = GameId { match_id, number };
        ClientMessage::GoOn { game }
    });
    prop_oneof![
        6 => ready,
        2 => inputs,
        1 => differs,
        1 => go_on,
        1 => Just(ClientMessage::SetRoom { settings: Settings::default() }),
        1 => Just(ClientMessage::Resign),
        1 => Just(ClientMessage::Leave { code: None }),
    ]
}

/// True or not: nothing keeps a client from claiming anything.
fn knows() -> impl Strategy<Value = Option<(u8, HaveBoard)>> {
    let count = || prop_oneof![0..40_u32, any::<u32>()];
    let board =
        (count(), count()).prop_map(|(inputs, deliveries)| HaveBoard { inputs, deliveries });
    prop::option::of((0..3_u8, board))
}

fn event() -> impl Strategy<Value = Event> {
    let who = || 0..PEOPLE;
    prop_oneof![
        4 => (who(), any::<bool>(), knows())
            .prop_map(|(who, watch, knows)| Event::Enter { who, watch, knows }),
        1 => who().prop_map(|who| Event::Lose { who }),
        6 => (who(), message()).prop_map(|(who, message)| Event::Say { who, message }),
        6 => (who(), 0..Button::ALL.len()).prop_map(|(who, button)| Event::Play { who, button }),
        6 => (who(), prop_oneof![Just(0), 0..20_000_u64])
            .prop_map(|(who, before)| Event::Beat { who, before: Micros(before) }),
        4 => (0..4_000_000_u64).prop_map(|time| Event::Pass { time: Micros(time) }),
    ]
}

/// Clients that say all the time how far their boards have come, as often as they may, once filled
/// the memory for spectators who may never come.
#[test]
fn heartbeats_without_end_take_little_memory() {
    let mut world = World::new();
    for who in 0..2 {
        world.apply(Event::Enter { who, watch: false, knows: None });
    }
    for who in 0..2 {
        let message = ClientMessage::Ready { handling: Handling::STANDARD, previews: 5 };
        world.apply(Event::Say { who, message });
    }
    for _ in 0..60 * 150 {
        world.apply(Event::Pass { time: Micros(1_000_000 / 150) });
        for who in [0, 1, 0] {
            world.apply(Event::Beat { who, before: Micros::ZERO });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_messages_disturbs_anybody_but_its_sender(
        events in prop::collection::vec(event(), 1..120),
    ) {
        let mut world = World::new();
        for event in events {
            world.apply(event);
        }
    }
}
