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

mod away;
mod axe;
mod board;
mod browser;
mod clock;
mod contrast;
mod device;
mod devtools;
mod element;
mod files;
mod geometry;
mod history;
mod host;
mod keyboard;
mod page;
mod panels;
mod pointer;
mod position;
mod proxy;
mod reach;
mod replays;
mod screens;
mod server;
mod single;
mod style;
mod trace;

pub use board::Board;
pub use browser::folder;
pub use device::Device;
pub use element::{Element, Rect};
pub use host::Host;
pub use keyboard::Key;
pub use page::{PATIENCE, Page};
pub use position::Position;
pub use proxy::Proxy;
pub use screens::{SCREENS, Screen, Shown};
pub use server::Server;
pub use style::{Colour, hue};
pub use trace::FrameCost;

pub use serde_json::{Value, json};
