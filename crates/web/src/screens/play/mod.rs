//! The screens of a game that is played here, and the demo that plays itself.

mod demo;
mod game;
mod game_over;
mod pause;
mod rehearsal;

pub(super) use demo::demo;
pub(super) use game::game_screen;
use game_over::game_over;
use pause::pause;
pub(super) use rehearsal::rehearse;
