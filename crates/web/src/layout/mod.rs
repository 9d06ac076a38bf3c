//! How big things are: the window's size and what fits into it.

mod cells;
mod room;
mod viewport;

pub(crate) use room::{Kept, Room, Sharing, Space};
pub(crate) use viewport::{Chosen, Layout, Viewport};
