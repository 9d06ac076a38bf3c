//! Quintet in the browser: screens by Leptos, boards on Canvas 2D, rules by `quintet-engine`.
//!
//! Nothing here decides anything about a game. Keys, touches and pads become the engine's buttons;
//! the engine's view and events become pixels, words and sound.

#[cfg(feature = "count-allocations")]
mod allocations;
mod announce;
mod app;
mod dom;
mod draw;
mod duel;
mod files;
mod games;
mod keys;
mod layout;
mod notices;
mod offline;
mod online;
mod page;
mod parts;
mod play;
mod route;
mod screens;
mod share;
mod sound;
mod store;
mod text;

fn main() {
    std::panic::set_hook(Box::new(page::report_panic));
    #[cfg(feature = "count-allocations")]
    allocations::tell();
    leptos::mount::mount_to_body(app::start);
}
