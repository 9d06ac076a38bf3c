//! The app in a real browser, screen by screen.

#![allow(clippy::float_cmp, reason = "sizes and colours are compared as the browser gives them")]

mod accessibility;
mod clears;
mod controls;
mod game_over;
mod game_screen;
mod high_scores;
mod looks;
mod pause;
mod phone;
mod playing;
mod scenes;
mod start;
mod touch;
