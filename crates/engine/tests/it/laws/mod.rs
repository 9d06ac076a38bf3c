//! Properties that hold in every game, whatever the inputs and the times.

mod board;
mod random_play;
mod time;
