//! Quintet in a real browser, as a player uses it.
//!
//! A [`Device`] opens the app in a window of its own, with storage of its own, and returns
//! a [`Page`]. Tests find things as a person does (buttons by their role and name, the board by its
//! colours) and use real keys, clicks and touches.
//!
//! Unless a device says otherwise, the page's clock is held: time passes when the test says so and
//! by exactly that much, on a busy machine as on an idle one.
//!
//! What the page writes to the console as an error, or throws, fails the test at its end. A test
//! that fails leaves a screenshot.

#![allow(clippy::missing_panics_doc, reason = "a harness fails a test by a panic")]

mod browser;
mod game;
mod looks;
mod screens;
mod server;

pub use browser::device::Device;
pub use browser::element::{Element, Rect};
pub use browser::keyboard::Key;
pub use browser::page::{PATIENCE, Page};
pub use browser::process::folder;
pub use browser::trace::FrameCost;
pub use game::board::Board;
pub use game::position::Position;
pub use looks::style::{Colour, hue};
pub use screens::{SCREENS, Screen, Shown};
pub use server::host::Host;
pub use server::program::Server;
pub use server::proxy::Proxy;

pub use serde_json::{Value, json};
