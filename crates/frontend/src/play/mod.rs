//! A game that is played here: its clock, its recording, numbers beside its board, what came of it, and
//! the best game to race against.

mod clock;
mod live;
mod pace;
mod result;
mod session;

pub use clock::LongStep;
pub use live::{Live, LiveNumber};
pub use pace::Pace;
pub use result::{GameResult, keep_online_game, why_ended};
pub use session::{Origin, Session};
