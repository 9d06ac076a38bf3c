//! A game that the computer plays for show.

use std::cell::RefCell;

use quintet_engine::{Game, Rules};

use super::{News, Source};
use crate::games::{GameEntry, Mode};
use crate::page;
use crate::signals::prelude::*;
use crate::table::{Computer, Session};

/// How well the computer plays in it.
const LEVEL: u8 = 4;

/// A demo, until it ends or the player does something.
pub(crate) struct Demo {
    player: RefCell<Option<(Computer, Session)>>,
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
        let player = Computer::start().map(|mut computer| {
            let mut session = Session::new(game, mode, &[rules], page::random_seed());
            computer.sit_down(&mut session, 0, LEVEL, page::random_seed());
            (computer, session)
        });
        Demo { player: RefCell::new(player), running }
    }
}

impl Source for Demo {
    fn frame(&self, stamp: f64, _elapsed_ms: f64) {
        let mut player = self.player.borrow_mut();
        let goes_on = player.as_mut().is_some_and(|(computer, session)| {
            let works = computer.frame(session);
            session.advance(page::micros(stamp));
            works && !session.is_over()
        });
        if !goes_on && self.running.get_untracked() {
            self.running.set(false);
        }
    }

    fn drain(&self, report: &mut dyn FnMut(News<'_>)) {
        let mut player = self.player.borrow_mut();
        let Some((_, session)) = player.as_mut() else { return };
        session.drain(&mut |session, board, event| {
            if let Some(game) = session.board(board) {
                report(News::Event { board, event, game, won: false });
            }
        });
    }

    fn with_game(&self, board: usize, look: &mut dyn FnMut(&Game)) {
        let player = self.player.borrow();
        if let Some(game) = player.as_ref().and_then(|(_, session)| session.board(board)) {
            look(game);
        }
    }
}
