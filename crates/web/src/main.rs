//! Quintet in the browser: screens by Leptos, boards on Canvas 2D, rules by `quintet-engine`.
//!
//! Nothing here decides anything about a game. Keys, touches and pads become the engine's buttons;
//! the engine's view and events become pixels, words and sound.

#![allow(unreachable_pub, reason = "components bring public property types of their own")]
#![allow(dead_code, reason = "the screens that use the rest follow")]

mod app;
mod draw;
mod games;
mod keys;
mod page;
mod parts;
mod route;
mod screens;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
