//! Properties that hold in every game, whatever the inputs and the times.

mod board;
mod storm;
mod time;
