//! The app in a real browser, screen by screen.

#![allow(clippy::float_cmp, reason = "sizes and colours are compared as the browser gives them")]

mod accessibility;
mod addresses;
mod analysis;
mod announcements;
mod arena;
mod battle;
mod board_size;
mod clears;
mod contrast;
mod controls;
mod demo;
mod devices;
mod domino;
mod flip;
mod flip_keys;
mod game_over;
mod game_screen;
mod gamepad;
mod gestures;
mod high_scores;
mod hints;
mod home;
mod hosting;
mod how_to_play;
mod keys;
mod language;
mod late;
mod leaving;
mod live_numbers;
mod local_data;
mod looks;
mod minimal;
mod modes;
mod notices;
mod online;
mod pause;
mod phone;
mod playing;
mod ranked;
mod replay_archive;
mod replays;
mod reports;
mod restart;
mod rooms;
mod scenes;
#[path = "../../../xtask/src/services/mod.rs"]
mod services;
mod settings;
mod several_servers;
mod single_file;
mod sizes;
mod start;
mod statistics;
#[cfg(unix)]
mod terminal;
mod touch;
mod unfinished;
