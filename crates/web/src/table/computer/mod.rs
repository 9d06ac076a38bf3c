//! The computer, in a worker of its own: as a player, and for single requests.

mod job;
mod player;

pub(crate) use job::Job;
pub(crate) use player::{Computer, OPPONENT};
