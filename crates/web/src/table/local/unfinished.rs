//! Games and matches that were left, to be resumed later.

use quintet_frontend::{Origin, Session, Unfinished};
use quintet_words::notices as words;

use super::LocalGame;
use crate::games::GameEntry;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::table::sources::Phase;

impl LocalGame {
    /// Keeps the game for a later visit, if one is being played. Says whether a later visit would find
    /// all there is.
    pub(crate) fn keep_unfinished(&self) -> bool {
        let phase = self.phase.get_untracked();
        let score = self.match_score.get_untracked();
        self.with(|session| {
            let is_new = session.origin == Origin::New;
            let kept = Unfinished::new(session.game.slug, session.mode.slug, is_new, score);
            let mut kept = match phase {
                // Between two rounds the match waits, though no game does.
                Phase::Over if session.game.is_duel() && score.winner().is_none() => kept,
                Phase::Idle | Phase::Over => return true,
                Phase::Playing | Phase::Counting(_) | Phase::Paused => {
                    kept.played(&session.replay())
                }
            };
            kept.hints = session.hints;
            kept.ticket = self.ranked.ticket(session.seed());
            self.store.keep_unfinished(&kept)
        }) != Some(false)
    }

    /// The game makes room for a new one of its kind, wherever it was left.
    pub(crate) fn give_up(&self, game: &'static GameEntry) {
        if self.with(|session| session.game == game) == Some(true) {
            self.clear();
        }
        self.store.forget_unfinished(game.slug);
    }

    /// Whether a game of this kind is on or waits, so that a new one would take its place.
    pub(crate) fn would_discard(&self, game: &'static GameEntry) -> bool {
        let is_on = !matches!(self.phase.get_untracked(), Phase::Idle | Phase::Over);
        is_on && self.with(|session| session.game == game) == Some(true)
            || self.store.unfinished(game.slug).is_some()
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
            if kept.is_between_rounds() {
                let route = Route::to(game, Screen::Play).in_mode(mode);
                return self.begin_round(&route, kept.score).then_some(());
            }
            let origin = if kept.is_new { Origin::New } else { Origin::SetUp };
            let mut session = Session::resumed(game, mode, origin, kept.replay()?)?;
            session.hints = kept.hints;
            let seed = session.seed();
            self.play(session, kept.score);
            self.ranked.go_on(seed, kept.ticket);
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
