//! The list of replays, and the screen that plays and analyses one.

mod analysis;
mod replay_list;
mod viewer;

pub(super) use replay_list::replay_list;
pub(super) use viewer::{online_viewer, viewer};
