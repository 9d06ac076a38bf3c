//! Boards on the screen.
//!
//! A [`Table`] drives every board that is shown, whatever its [`Source`](sources::Source): it asks
//! the source to let time pass before each frame, hands it what keyboard, touch and gamepads do
//! ([`inputs`]), reacts to what happened with sound, effects and words, and draws the boards.
//!
//! ```text
//! keyboard, touch, gamepads ─▶ inputs ─▶ Table ─▶ Source: local game │ match over a server │ replay │ demo
//!                                          ▲                 │
//!                  animation frames ───────┘                 ▼
//!                  displays, attacks, sound, words ◀── events and games
//! ```

mod attack_layer;
mod computer;
mod display;
mod driver;
mod followed;
mod frames;
mod inputs;
mod later;
mod local;
mod reactions;
mod readout;
pub(crate) mod sources;

pub(crate) use computer::{Computer, Job};
pub(crate) use display::{Canvases, Display, HintCells};
pub(crate) use driver::Table;
pub(crate) use followed::Followed;
pub(crate) use frames::Frames;
pub(crate) use inputs::{Gesture, TouchPoint, goes_into_field};
pub(crate) use later::Part;
pub(crate) use local::{LocalGame, RankedGames, SeedTaker, position};
pub(crate) use quintet_frontend::{GameResult, Origin, Session};
pub(crate) use readout::{Flash, Readout};
pub(crate) use sources::{Demo, Phase, RemoteMatch, ReplaySource, Trial};
