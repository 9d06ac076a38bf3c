//! The app under load, in a real browser on a real clock: `cargo xtask bench web [WHAT ...]`.

mod allocations;
mod frames;
mod player;
mod reaction;
mod starting;

const ALL: [(&str, fn()); 4] = [
    ("starting", starting::measure),
    ("frames", frames::measure),
    ("reaction", reaction::measure),
    ("allocations", allocations::measure),
];

/// Measures what is named, or everything.
fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    for (name, measure) in ALL {
        if wanted.is_empty() || wanted.iter().any(|other| other == name) {
            measure();
        }
    }
}
