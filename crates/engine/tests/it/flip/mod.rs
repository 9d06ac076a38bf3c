//! Flip. The names of the tests begin with the numbers of their requirements.

mod clearing;
mod constants;
mod edges;
mod functions;
mod integration;
mod piece;
mod play;
mod scoring;
mod state;
mod variations;
