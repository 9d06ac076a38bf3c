//! How a page looks, and who can use it.

pub(crate) mod axe;
pub(crate) mod contrast;
pub(crate) mod geometry;
pub(crate) mod reach;
pub(crate) mod style;
