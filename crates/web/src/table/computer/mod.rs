//! The computer, in a worker of its own: as a player, and as a judge of recorded games.

mod analyst;
mod player;

pub(crate) use analyst::Analyst;
pub(crate) use player::{Computer, OPPONENT};
