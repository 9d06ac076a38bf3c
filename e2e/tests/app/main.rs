//! The app in a real browser, screen by screen.

#![allow(clippy::float_cmp, reason = "sizes and colours are compared as the browser gives them")]

mod games;
mod inputs;
mod layout;
mod online;
mod pages;
mod play;
mod replays;
mod scenes;
#[path = "../../../xtask/src/services/mod.rs"]
mod services;
mod site;
