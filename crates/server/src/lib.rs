//! Quintet's server: the referee of matches between people, and scores that were truly played.
//!
//! Both players of a match play their own boards without delay and send what their fingers did,
//! with times. The server runs the same engine on it, decides what garbage goes where and when, and
//! who has won. `docs/book/protocol.md` tells how all boards stay alike; `docs/book/operators.md`
//! how to run it.
//!
//! From the inside out: [`referee`] judges one game, [`room`] holds a match and those who take part
//! in it, both without a clock or a socket; `room_task`, `hub` and `socket` connect rooms to
//! people, and [`bot`] plays with those who find nobody else; [`store`] keeps what has to outlive the process; [`serve`] puts it all together.
#![forbid(unsafe_code)]

mod answer;
pub mod bot;
mod chance;
pub mod clock;
mod credit;
mod hosting;
mod hub;
mod link;
pub mod metrics;
pub mod names;
mod outbox;
pub mod pairing;
pub mod rating;
pub mod referee;
pub mod room;
mod room_task;
mod scores;
pub mod serve;
mod site;
mod socket;
pub mod store;
pub mod verify;

pub use serve::{Config, ServeError, Server};
