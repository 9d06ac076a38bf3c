//! Quintet in the browser: screens by Leptos' signals, boards on Canvas 2D, rules by
//! `quintet-engine`.
//!
//! Nothing here decides anything about a game. Keys, touches and pads become the engine's buttons;
//! the engine's view and events become pixels, words and sound.

#[cfg(feature = "count-allocations")]
mod allocations;
mod announce;
mod app;
mod dom;
mod draw;
mod files;
mod games;
mod keys;
mod language;
mod late;
mod layout;
mod notices;
mod offline;
mod online;
mod page;
mod parts;
mod phone;
mod route;
mod screens;
mod share;
mod signals;
mod sound;
mod store;
mod table;
mod timers;

use reactive_graph::owner::Owner;

fn main() {
    std::panic::set_hook(Box::new(page::report_panic));
    #[cfg(feature = "count-allocations")]
    allocations::tell();
    // Signals wake their effects by it. It fails only when asked for twice.
    let _ = any_spawner::Executor::init_wasm_bindgen();
    let owner = Owner::new();
    owner.with(app::start);
    // The app lives as long as the page.
    std::mem::forget(owner);
}
