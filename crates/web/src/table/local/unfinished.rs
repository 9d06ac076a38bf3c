//! Games that were left, to be gone on with later.

use quintet_words::notices as words;

use super::{LocalGame, Origin, Session};
use crate::games::GameEntry;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::store::Unfinished;
use crate::table::sources::Phase;

impl LocalGame {
    /// Keeps the game for a later visit, if one is being played by one player.
    pub(crate) fn keep_unfinished(&self) {
        if matches!(self.phase.get_untracked(), Phase::Idle | Phase::Over) {
            return;
        }
        self.with(|session| {
            if session.board(1).is_none() {
                let is_new = session.origin == Origin::New;
                let (game, mode) = (session.game.slug, session.mode.slug);
                let mut kept = Unfinished::new(game, mode, is_new, &session.replay());
                kept.hints = session.hints;
                kept.save(self.store);
            }
        });
    }

    /// The game makes room for a new one of its kind, wherever it was left.
    pub(crate) fn give_up(&self, game: &'static GameEntry) {
        if self.with(|session| session.game == game) == Some(true) {
            self.clear();
        }
        Unfinished::forget(self.store, game.slug);
    }

    pub(super) fn forget_unfinished(&self) {
        self.with(|session| Unfinished::forget(self.store, session.game.slug));
    }

    /// The way back into a game that was left. [`LocalGame::take_up`] comes first.
    pub(crate) fn unfinished(&self, game: &'static GameEntry) -> Option<Route> {
        let mode_of = |session: &Session| (session.game == game).then_some(session.mode);
        if self.phase.get_untracked() == Phase::Paused
            && let Some(mode) = self.with(mode_of).flatten()
        {
            let mut route = Route::to(game, Screen::Play).in_mode(mode);
            (route.seed, route.position) = self.wanted.get_value();
            return Some(route);
        }
        let kept = Unfinished::load(self.store, game.slug)?;
        game.mode(&kept.mode).map(|mode| Route::to(game, Screen::Play).in_mode(mode))
    }

    /// Goes on with the game that was kept, paused, if it is not here already.
    pub(crate) fn take_up(&self, game: &'static GameEntry) -> bool {
        if self.phase.get_untracked() == Phase::Paused
            && self.with(|session| session.game == game) == Some(true)
        {
            return true;
        }
        let session = Unfinished::load(self.store, game.slug).and_then(|kept| {
            let origin = if kept.is_new { Origin::New } else { Origin::SetUp };
            let mut session = Session::go_on(game, game.mode(&kept.mode)?, origin, kept.replay()?)?;
            session.hints = kept.hints;
            Some(session)
        });
        Unfinished::forget(self.store, game.slug);
        let Some(session) = session else {
            self.notices.warn(words::CANNOT_RESUME);
            return false;
        };
        self.play(session);
        self.pause();
        true
    }
}
