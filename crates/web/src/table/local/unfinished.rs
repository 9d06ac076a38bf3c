//! Games and matches that were left, to be resumed later.

use quintet_frontend::{Origin, Session, Unfinished};
use quintet_words::notices as words;

use super::LocalGame;
use crate::games::GameEntry;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::table::sources::Phase;

impl LocalGame {
    /// Keeps the game for a later visit, if one is being played.
    pub(crate) fn keep_unfinished(&self) {
        let phase = self.phase.get_untracked();
        let score = self.match_score.get_untracked();
        self.with(|session| {
            let is_new = session.origin == Origin::New;
            let kept = Unfinished::new(session.game.slug, session.mode.slug, is_new, score);
            let mut kept = match phase {
                // Between two rounds the match waits, though no game does.
                Phase::Over if session.game.is_duel() && score.winner().is_none() => kept,
                Phase::Idle | Phase::Over => return,
                Phase::Playing | Phase::Counting(_) | Phase::Paused => {
                    kept.played(&session.replay())
                }
            };
            kept.hints = session.hints;
            kept.ticket = self.ranked.ticket(session.seed());
            kept.is_linked = self.is_linked();
            self.store.keep_unfinished(&kept);
        });
    }

    /// The game makes room for a new one of its kind, wherever it was left.
    pub(crate) fn give_up(&self, game: &'static GameEntry) {
        if self.with(|session| session.game == game) == Some(true) {
            self.clear();
        }
        self.store.forget_unfinished(game.slug);
    }

    /// Whether a link with a seed or a position began the game that is here.
    fn is_linked(&self) -> bool {
        self.wanted.with_value(|(seed, position)| seed.is_some() || position.is_some())
    }

    /// Whether a new game of this kind would take the place of one that could not be had again.
    pub(crate) fn would_discard(&self, game: &'static GameEntry) -> bool {
        let is_paused = self.phase.get_untracked() == Phase::Paused;
        if is_paused && self.with(|session| session.game == game) == Some(true) {
            return !self.is_linked();
        }
        self.store.unfinished(game.slug).is_some_and(|kept| !kept.is_linked)
    }

    pub(super) fn forget_unfinished(&self) {
        self.with(|session| self.store.forget_unfinished(session.game.slug));
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
        let kept = self.store.unfinished(game.slug)?;
        game.mode(&kept.mode).map(|mode| Route::to(game, Screen::Play).in_mode(mode))
    }

    /// Goes on with the game that was kept, paused, if it is not here already.
    pub(crate) fn take_up(&'static self, game: &'static GameEntry) -> bool {
        if self.phase.get_untracked() == Phase::Paused
            && self.with(|session| session.game == game) == Some(true)
        {
            return true;
        }
        let kept = self.store.unfinished(game.slug);
        self.store.forget_unfinished(game.slug);
        let resumed = kept.and_then(|kept| {
            let mode = game.mode(&kept.mode)?;
            self.match_score.set(kept.score);
            if kept.is_between_rounds() {
                return self
                    .begin_round(&Route::to(game, Screen::Play).in_mode(mode))
                    .then_some(());
            }
            let origin = if kept.is_new { Origin::New } else { Origin::SetUp };
            let mut session = Session::resumed(game, mode, origin, kept.replay()?)?;
            session.hints = kept.hints;
            self.ranked.go_on(session.seed(), kept.ticket);
            self.play(session);
            Some(())
        });
        if resumed.is_none() {
            self.notices.warn(words::CANNOT_RESUME);
            return false;
        }
        self.pause();
        true
    }
}
