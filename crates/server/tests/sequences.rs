//! Whole sequences of messages against a room in memory: nobody but the sender is blamed, whoever is
//! dropped is late or has come anew, what one message leads to and what is kept of a match is bounded,
//! and a match has one result.

#[path = "support/room_world.rs"]
mod room_world;

use proptest::prelude::*;
use quintet_engine::{Button, Handling, Micros};
use quintet_protocol::{ClientMessage, GameId, PackedInput, Settings};
use room_world::{Happening, PEOPLE, World};

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

fn happening() -> impl Strategy<Value = Happening> {
    let who = || 0..PEOPLE;
    prop_oneof![
        4 => (who(), any::<bool>()).prop_map(|(who, watch)| Happening::Enter { who, watch }),
        1 => who().prop_map(|who| Happening::Lose { who }),
        6 => (who(), message()).prop_map(|(who, message)| Happening::Say { who, message }),
        6 => (who(), 0..Button::ALL.len()).prop_map(|(who, button)| Happening::Play { who, button }),
        6 => (who(), prop_oneof![Just(0), 0..20_000_u64])
            .prop_map(|(who, before)| Happening::Beat { who, before: Micros(before) }),
        4 => (0..4_000_000_u64).prop_map(|time| Happening::Pass { time: Micros(time) }),
    ]
}

/// Clients that say all the time how far their boards have come, as often as they may, once filled
/// the memory for spectators who may never come.
#[test]
fn heartbeats_without_end_take_little_memory() {
    let mut world = World::new();
    for who in 0..2 {
        world.happen(Happening::Enter { who, watch: false });
    }
    for who in 0..2 {
        let message = ClientMessage::Ready { handling: Handling::STANDARD, previews: 5 };
        world.happen(Happening::Say { who, message });
    }
    for _ in 0..60 * 150 {
        world.happen(Happening::Pass { time: Micros(1_000_000 / 150) });
        for who in [0, 1, 0] {
            world.happen(Happening::Beat { who, before: Micros::ZERO });
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_sequence_of_messages_disturbs_anybody_but_its_sender(
        happenings in prop::collection::vec(happening(), 1..120),
    ) {
        let mut world = World::new();
        for happening in happenings {
            world.happen(happening);
        }
    }
}
