//! What a table shows: a game on this page, a match over a server, a replay or a demo.

mod demo;
mod remote;
mod replay;
mod trial;

pub(crate) use demo::Demo;
pub(crate) use remote::RemoteMatch;
pub(crate) use replay::{NORMAL_SPEED, ReplaySource};
pub(crate) use trial::Trial;

use quintet_engine::{Game, Input, TimedEvent};
use quintet_frontend::Live;

use super::display::HintCells;
use crate::keys::Action;
use crate::sound::Cue;

/// What the player sees a game doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// There is no game.
    Idle,
    /// It is being played.
    Playing,
    /// It goes on after this count.
    Counting(u8),
    /// It stands still.
    Paused,
    /// It has ended.
    Over,
}

/// What is heard and read of a board whose player is here, besides what is drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reactions {
    /// Sounds.
    pub(crate) sounds: bool,
    /// Words for clears.
    pub(crate) clears: bool,
    /// Words for levels.
    pub(crate) levels: bool,
}

/// Something that the table reacts to.
pub(crate) enum News<'a> {
    /// Something happened on a board.
    Event {
        /// Which board of the table.
        board: usize,
        /// What happened.
        event: &'a TimedEvent,
        /// The board's game after it.
        game: &'a Game,
        /// Whether the board's player has won.
        won: bool,
    },
    /// Another game begins.
    NewGame,
    /// Another moment of the same game is shown.
    Jump,
    /// Time runs again after a pause.
    Resumed,
    /// A sound that belongs to no event of a board.
    Cue(Cue),
    /// The best placement of the piece that comes after this many.
    Hint {
        /// How many pieces have locked before it.
        pieces: u32,
        /// Whether to hold first.
        hold: bool,
        /// The cells to fill.
        cells: HintCells,
    },
}

/// Where the boards of a table come from, and where its inputs go. Stamps are milliseconds of the
/// page's clock, as frames and events carry them.
pub(crate) trait Source {
    /// A frame is about to be shown, this many milliseconds after the previous one.
    fn frame(&self, stamp: f64, elapsed_ms: f64);

    /// Reports everything that has happened since the last call, oldest first. The callback must not
    /// call the source.
    fn drain(&self, report: &mut dyn FnMut(News<'_>));

    /// Calls this with the game on a board of the table, if there is one. The callback must not
    /// call the source.
    fn with_game(&self, board: usize, look: &mut dyn FnMut(&Game));

    /// What has been counted of the game on a board of the table, where that is known.
    fn live(&self, _board: usize) -> Option<Live> {
        None
    }

    /// What the game is doing.
    fn phase(&self) -> Phase {
        Phase::Playing
    }

    /// What is heard and read of a board; none where only the picture counts.
    fn reactions(&self, _board: usize) -> Option<Reactions> {
        None
    }

    /// Whether the music plays.
    fn has_music(&self) -> bool {
        false
    }

    /// The board that a player at this device moves pieces on: the first or second set of keys, or
    /// gamepad.
    fn board_of(&self, _player: usize) -> usize {
        0
    }

    /// A button of a board goes down or up.
    fn input(&self, _board: usize, _input: Input, _stamp: f64) {}

    /// An action that is no button of the game.
    fn command(&self, _action: Action) {}

    /// The key of such an action goes up.
    fn command_ends(&self, _action: Action) {}

    /// The page lost the focus: nothing is held any more.
    fn step_away(&self, _stamp: f64) {}

    /// When the game ended, if it has.
    fn ended_at(&self) -> f64 {
        0.0
    }
}
