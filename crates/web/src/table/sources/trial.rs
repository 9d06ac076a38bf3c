//! A game to try the handling on.

use std::cell::{Cell, RefCell};

use quintet_engine::{Game, GameName, Input, Rules};

use super::{News, Phase, Source};
use crate::games;
use crate::page;
use crate::signals::prelude::*;
use crate::store::Settings;
use crate::table::Session;

/// A game of Sprint, because all handling settings apply there. It starts again when it ends and
/// when the handling changes.
pub(crate) struct Trial {
    settings: RwSignal<Settings>,
    /// Whether keys are meant for it.
    has_focus: StoredValue<bool>,
    game: RefCell<(Rules, Session)>,
    is_new: Cell<bool>,
}

impl Trial {
    /// A new game with the handling of these settings.
    pub(crate) fn begin(settings: RwSignal<Settings>, has_focus: StoredValue<bool>) -> Trial {
        let game = RefCell::new(new_game(rules(settings)));
        Trial { settings, has_focus, game, is_new: Cell::new(false) }
    }
}

fn rules(settings: RwSignal<Settings>) -> Rules {
    let (game, mode) = games::of(GameName::Sprint);
    settings.with_untracked(|settings| settings.apply(mode.rules(), game))
}

fn new_game(rules: Rules) -> (Rules, Session) {
    let (game, mode) = games::of(GameName::Sprint);
    let mut session = Session::new(game, mode, &[rules], page::random_seed());
    session.deal();
    (rules, session)
}

impl Source for Trial {
    fn frame(&self, stamp: f64, _elapsed_ms: f64) {
        let wanted = rules(self.settings);
        let mut game = self.game.borrow_mut();
        if game.0 != wanted || game.1.is_over() {
            *game = new_game(wanted);
            self.is_new.set(true);
        }
        game.1.advance(page::micros(stamp));
    }

    fn drain(&self, report: &mut dyn FnMut(News<'_>)) {
        if self.is_new.take() {
            report(News::NewGame);
        }
        self.game.borrow_mut().1.drain(&mut |session, board, event| {
            if let Some(game) = session.board(board) {
                report(News::Event { board, event, game, won: false });
            }
        });
    }

    fn with_game(&self, board: usize, look: &mut dyn FnMut(&Game)) {
        if let Some(game) = self.game.borrow().1.board(board) {
            look(game);
        }
    }

    fn phase(&self) -> Phase {
        if self.has_focus.get_value() { Phase::Playing } else { Phase::Idle }
    }

    fn input(&self, board: usize, input: Input, stamp: f64) {
        self.game.borrow_mut().1.input(board, input, page::micros(stamp));
    }

    fn step_away(&self, _stamp: f64) {
        self.game.borrow_mut().1.release_all();
    }
}
