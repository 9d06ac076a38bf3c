//! The app under load, in a real browser on a real clock: `cargo xtask bench web`.

mod allocations;
mod frames;
mod player;
mod reaction;

fn main() {
    frames::measure();
    reaction::measure();
    allocations::measure();
}
