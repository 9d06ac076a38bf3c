//! A game that is played here: its clock, its recording, what came of it, and the best game to race
//! against.

mod clock;
mod pace;
mod result;
mod session;

pub use clock::LongStep;
pub use pace::Pace;
pub use result::{GameResult, keep_online_game};
pub use session::{Origin, Session};
