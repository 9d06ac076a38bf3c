//! Recording a match, its replay, and the golden replays in `tests/replays`.

mod damage;
mod golden;
mod recording;
mod round_trip;
