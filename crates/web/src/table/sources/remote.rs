//! A match over a server.

use quintet_engine::{Button, Game, Input};
use quintet_frontend::Live;

use super::{News, Phase, Reactions, Source};
use crate::keys::Action;
use crate::online::{Online, OnlineState};
use crate::signals::prelude::*;

/// The match that one plays, or watches, over a server.
pub(crate) struct RemoteMatch {
    /// The connection that it comes from.
    pub(crate) online: &'static Online,
    /// Whether the player is being asked about leaving.
    pub(crate) asking: RwSignal<bool>,
}

impl Source for RemoteMatch {
    fn frame(&self, stamp: f64, _elapsed_ms: f64) {
        self.online.tick(stamp);
        self.online.count_down(stamp);
    }

    fn drain(&self, report: &mut dyn FnMut(News<'_>)) {
        if self.online.take_new_game() {
            report(News::NewGame);
        }
        self.online.drain(&mut |board, event, game, won| {
            report(News::Event { board, event, game, won });
        });
    }

    fn with_game(&self, board: usize, look: &mut dyn FnMut(&Game)) {
        self.online.with_game(board, look);
    }

    fn live(&self, board: usize) -> Option<Live> {
        Some(self.online.with_untracked(|known| Live::of(known.statistics(board))))
    }

    fn phase(&self) -> Phase {
        if self.online.with_untracked(|known| known.over.is_some()) {
            Phase::Over
        } else if self.asking.get_untracked() {
            Phase::Paused
        } else {
            Phase::Playing
        }
    }

    fn reactions(&self, board: usize) -> Option<Reactions> {
        let plays = self.online.with_untracked(OnlineState::plays);
        (plays && board == 0).then_some(Reactions { sounds: true, clears: true, levels: true })
    }

    fn input(&self, board: usize, input: Input, stamp: f64) {
        if board == 0 {
            self.online.input(input, stamp);
        }
    }

    /// A match over a server cannot be paused: the player is asked whether to leave.
    fn command(&self, action: Action) {
        match (action, self.phase()) {
            (Action::Pause, Phase::Playing) => self.asking.set(true),
            (Action::Pause, Phase::Paused) => self.asking.set(false),
            _ => {}
        }
    }

    fn step_away(&self, stamp: f64) {
        for button in Button::ALL {
            self.online.input(Input::Release(button), stamp);
        }
    }

    fn ended_at(&self) -> f64 {
        self.online.with_untracked(|known| known.ended_at.0 as f64 / 1000.0)
    }
}
