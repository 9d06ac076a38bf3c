//! Versus: guideline play with garbage.

mod attack;
mod garbage;
mod play;
