//! A game in play: its clock, its inputs, and what screens can see of it.

mod analyst;
mod attacks;
mod clock;
mod computer;
mod finesse;
mod frames;
mod gamepad;
mod gesture;
mod keyboard;
mod outcome;
pub(crate) mod position;
mod seat;
mod session;
mod shown;
mod stage;
mod tally;

pub(crate) use analyst::Analyst;
pub(crate) use attacks::Attacks;
pub(crate) use computer::Computer;
pub(crate) use frames::Frames;
pub(crate) use gamepad::{Gamepads, PadInput};
pub(crate) use gesture::{Gesture, Touch};
pub(crate) use keyboard::listen_to_keys;
pub(crate) use outcome::Outcome;
pub(crate) use seat::{Canvases, Seat};
pub(crate) use session::{Origin, Session};
pub(crate) use shown::{Flash, Shown};
pub(crate) use stage::{FRIGHT_MS, Phase, Stage};
pub(crate) use tally::Tally;
