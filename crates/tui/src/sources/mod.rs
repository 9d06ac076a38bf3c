//! What a table shows: a game played here, a replay or a demo.

mod analysis;
mod computer;
mod demo;
mod local;
mod replay;

pub(crate) use analysis::{Analysis, Progress, class, told};
pub(crate) use computer::{Answer, Computer};
pub(crate) use demo::Demo;
pub(crate) use local::LocalGame;
pub(crate) use replay::ReplaySource;

pub(crate) use quintet_frontend::{GameResult, Origin, Session};

use quintet_bot::Hint;
use quintet_engine::{Game, Micros, TimedEvent};
use quintet_frontend::Live;

/// What the player sees a game doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It is being played.
    Playing,
    /// It goes on after this count.
    Counting(u8),
    /// It stands still.
    Paused,
    /// It has ended.
    Over,
}

/// Where the boards of a table come from. Stamps are the front end's own time.
pub(crate) trait Source {
    /// Lets time pass.
    fn advance(&mut self, stamp: Micros);

    /// When something happens next by itself.
    fn wake(&self) -> Option<Micros>;

    /// Reports what has happened since the last call, oldest first.
    fn drain(&mut self, report: &mut dyn FnMut(usize, &TimedEvent));

    /// The game on a board.
    fn game(&self, board: usize) -> Option<&Game>;

    /// What the game is doing.
    fn phase(&self) -> Phase {
        Phase::Playing
    }

    /// What is counted on a board whose player is here or on the server.
    fn live(&self, _board: usize) -> Option<Live> {
        None
    }

    /// Where the computer would put the piece in play, where the player has asked for it.
    fn hint(&self, _board: usize) -> Option<&Hint> {
        None
    }
}
