//! Flip. The names of the tests begin with the numbers of their requirements.

mod boundaries;
mod clearing;
mod collision;
mod constants;
mod edges;
mod functions;
mod gravity;
mod integration;
mod movement;
mod play;
mod rotation;
mod scoring;
mod state;
mod variations;
