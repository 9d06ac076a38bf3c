//! The screens around the games.

mod controls;
mod demo;
mod high_scores;
mod home;
mod how_to_play;
mod settings;
mod start;
mod statistics;
