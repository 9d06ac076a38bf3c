//! From a key to the picture.

use quintet_e2e::{Device, Key, Position, Value};

/// Notes for every key press in which frame after it the piece is drawn elsewhere.
const WATCH: &str = include_str!("reaction.js");
const GAMES: usize = 5;
/// As many as a piece lives through high up on the board.
const PRESSES: usize = 20;

/// Presses keys and tells how many frames went by until each was seen.
pub(crate) fn measure() {
    let position = Position::entering("T").next(&["O"]);
    let page = Device::DESKTOP.running().with_script(WATCH).window();
    let mut waits = Vec::new();
    for _ in 0..GAMES {
        page.go(&position.address());
        page.wait_for("the piece", "watched.picture?.includes('1')");
        for press in 1..=PRESSES {
            page.press(if press % 2 == 0 { Key::LEFT } else { Key::RIGHT });
            page.wait_for("the move", &format!("watched.frames.length === {press}"));
        }
        let seen = page.evaluate("watched.frames");
        waits.extend(seen.as_array().into_iter().flatten().filter_map(Value::as_u64));
    }
    println!("from key to picture, {} presses", waits.len());
    for wait in 1..=waits.iter().copied().max().unwrap_or(0) {
        let count = waits.iter().filter(|&&frame| frame == wait).count();
        println!("  drawn in frame {wait} after the key: {count}");
    }
}
