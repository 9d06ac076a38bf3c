//! The flood fill: all places of a piece, and all its rotations, at once.

pub(super) mod field;
pub(super) mod flood;
mod generate;
pub(super) mod lanes;
pub(crate) mod machine;
pub(super) mod spin;
pub(super) mod tables;
