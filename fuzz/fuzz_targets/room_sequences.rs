//! The laws of a room, whatever sequence of messages, connections and waits it meets: nobody but the
//! sender is blamed or loses, only late or reconnected clients are dropped, what one message leads to
//! and what is kept of a match is bounded, and a match has one result. The property test
//! `crates/server/tests/sequences.rs` drives the same world.
#![no_main]

#[path = "../../crates/server/tests/support/room_world.rs"]
mod room_world;

use libfuzzer_sys::fuzz_target;
use quintet_engine::{Button, Micros};
use quintet_protocol::{HaveBoard, decode_client};
use room_world::{Event, PEOPLE, World};

/// The most that happens in one run.
const MOST: usize = 200;

/// Reads what happens next: a byte says what and to whom, the rest how.
fn next<'a>(bytes: &mut &'a [u8]) -> Option<Event> {
    let (&first, rest) = bytes.split_first()?;
    let (&second, rest) = rest.split_first()?;
    *bytes = rest;
    let who = usize::from(first >> 4) % PEOPLE;
    Some(match first & 7 {
        0 => {
            // What it claims to know of a game, if anything.
            let count = u32::from(second >> 4);
            let board = HaveBoard { inputs: count * count, deliveries: count };
            let knows = (second & 2 == 2).then_some((second >> 2 & 3, board));
            Event::Enter { who, watch: second & 1 == 1, knows }
        }
        1 => Event::Lose { who },
        2 => Event::Play { who, button: usize::from(second) % Button::ALL.len() },
        3 => Event::Beat { who, before: Micros(u64::from(second >> 4) * 1000) },
        4 | 5 => Event::Pass { time: Micros(u64::from(second) * 16_000) },
        _ => {
            // A message as it comes over the wire.
            let length = usize::from(second).min(rest.len());
            let (message, rest) = rest.split_at(length);
            *bytes = rest;
            match decode_client(message) {
                Ok(message) => Event::Say { who, message },
                Err(_) => Event::Pass { time: Micros(1) },
            }
        }
    })
}

fuzz_target!(|bytes: &[u8]| {
    let (mut bytes, mut world) = (bytes, World::new());
    for _ in 0..MOST {
        let Some(event) = next(&mut bytes) else { return };
        world.apply(event);
    }
});
