//! A game that the computer plays for show, a duel on both boards.

use std::cell::RefCell;

use quintet_engine::{Game, Rules};

use super::{News, Source};
use crate::games::{GameEntry, Mode};
use crate::page;
use crate::signals::prelude::*;
use crate::table::driver::BOARDS;
use crate::table::{Computer, Session};

/// How well the computer plays in it.
const LEVEL: u8 = 4;

/// The game, and the computer at each of its boards.
struct Playing {
    session: Session,
    computers: Vec<Computer>,
}

/// A demo, until it ends or the player does something.
pub(crate) struct Demo {
    playing: RefCell<Option<Playing>>,
    running: RwSignal<bool>,
}

impl Demo {
    /// A new game of the computer's. Where there is no computer, or once the game is over, the
    /// demo stops running.
    pub(crate) fn begin(
        game: &'static GameEntry,
        mode: &'static Mode,
        rules: Rules,
        running: RwSignal<bool>,
    ) -> Demo {
        let mut session = new_session(game, mode, rules);
        let sit_down = |board: usize| {
            let mut computer = Computer::start()?;
            computer.sit_down(&mut session, board, LEVEL, page::random_seed());
            Some(computer)
        };
        let computers: Option<Vec<Computer>> =
            (0..game.boards().min(BOARDS)).map(sit_down).collect();
        let playing = computers.map(|computers| Playing { session, computers });
        Demo { playing: RefCell::new(playing), running }
    }

    /// The same without a player: pieces fall where they enter.
    pub(crate) fn unplayed(game: &'static GameEntry, mode: &'static Mode, rules: Rules) -> Demo {
        let playing = Playing { session: new_session(game, mode, rules), computers: Vec::new() };
        Demo { playing: RefCell::new(Some(playing)), running: RwSignal::new(true) }
    }
}

fn new_session(game: &'static GameEntry, mode: &'static Mode, rules: Rules) -> Session {
    let rules = &[rules; BOARDS][..game.boards().min(BOARDS)];
    Session::new(game, mode, rules, page::random_seed())
}

impl Source for Demo {
    fn frame(&self, stamp: f64, _elapsed_ms: f64) {
        let mut playing = self.playing.borrow_mut();
        let goes_on = playing.as_mut().is_some_and(|Playing { session, computers }| {
            let work = computers.iter_mut().all(|computer| computer.frame(session));
            session.advance(page::micros(stamp));
            work && !session.is_over()
        });
        if !goes_on && self.running.get_untracked() {
            self.running.set(false);
        }
    }

    fn drain(&self, report: &mut dyn FnMut(News<'_>)) {
        let mut playing = self.playing.borrow_mut();
        let Some(Playing { session, .. }) = playing.as_mut() else { return };
        session.drain(&mut |session, board, event| {
            if let Some(game) = session.board(board) {
                report(News::Event { board, event, game, won: false });
            }
        });
    }

    fn with_game(&self, board: usize, look: &mut dyn FnMut(&Game)) {
        let playing = self.playing.borrow();
        if let Some(game) = playing.as_ref().and_then(|it| it.session.board(board)) {
            look(game);
        }
    }
}
