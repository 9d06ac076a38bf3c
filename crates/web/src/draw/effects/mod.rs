//! What is seen for a moment: clears, locks, sparks, and attacks in flight.

mod board_effects;
pub(super) mod clear;
mod easing;
pub(super) mod effect_painter;
pub(super) mod lights;
pub(super) mod settle;
mod sparks;
mod volley;

pub(crate) use board_effects::BoardEffects;
pub(crate) use volley::Volley;
