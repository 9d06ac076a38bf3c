//! The laws of a room, whatever sequence of messages, connections and waits it meets: nobody but the
//! sender is blamed, whoever is dropped is late or has come anew, what one message leads to and what
//! is kept of a match is bounded, and a match has one result. The property
//! test `crates/server/tests/sequences.rs` drives the same world.
#![no_main]

#[path = "../../crates/server/tests/support/room_world.rs"]
mod room_world;

use libfuzzer_sys::fuzz_target;
use quintet_engine::{Button, Micros};
use quintet_protocol::decode_client;
use room_world::{Happening, PEOPLE, World};

/// The most that happens in one run.
const MOST: usize = 200;

/// Reads what happens next: a byte says what and to whom, the rest how.
fn next<'a>(bytes: &mut &'a [u8]) -> Option<Happening> {
    let (&first, rest) = bytes.split_first()?;
    let (&second, rest) = rest.split_first()?;
    *bytes = rest;
    let who = usize::from(first >> 4) % PEOPLE;
    Some(match first & 7 {
        0 => Happening::Enter { who, watch: second & 1 == 1 },
        1 => Happening::Lose { who },
        2 => Happening::Play { who, button: usize::from(second) % Button::ALL.len() },
        3 => Happening::Beat { who, before: Micros(u64::from(second >> 4) * 1000) },
        4 | 5 => Happening::Pass { time: Micros(u64::from(second) * 16_000) },
        _ => {
            // A message as it comes over the wire.
            let length = usize::from(second).min(rest.len());
            let (message, rest) = rest.split_at(length);
            *bytes = rest;
            match decode_client(message) {
                Ok(message) => Happening::Say { who, message },
                Err(_) => Happening::Pass { time: Micros(1) },
            }
        }
    })
}

fuzz_target!(|bytes: &[u8]| {
    let (mut bytes, mut world) = (bytes, World::new());
    for _ in 0..MOST {
        let Some(happening) = next(&mut bytes) else { return };
        world.happen(happening);
    }
});
