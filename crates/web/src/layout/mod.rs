//! How big things are: the window's size and what fits into it.

mod cells;
mod space;
mod viewport;

pub(crate) use space::{Margins, ReservedSpace, Sharing, Space};
pub(crate) use viewport::{Chosen, Layout, Viewport};
