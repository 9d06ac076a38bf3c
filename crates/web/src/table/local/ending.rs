//! The end of a game, or of a round.

use quintet_words::play as words;

use super::LocalGame;
use crate::page;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::table::sources::Phase;
use quintet_frontend::{GameResult, Origin, Session};

impl LocalGame {
    pub(super) fn end(&self) {
        self.time.update_value(|time| time.ended_at = time.last_stamp);
        let (mut store, score) = (self.store, self.match_score.get_untracked());
        let keep =
            |session: &Session| GameResult::keep(session, &mut store, &score, &page::today());
        let result = self.with(keep).flatten();
        if let Some(result) = result.as_ref().filter(|it| !it.game.is_bare) {
            self.announcer.say(&match result.winner {
                Some(winner) => self.count_round(result, winner),
                None => words::game_over(result.score),
            });
        }
        if let Some(result) = result.as_ref().filter(|it| it.origin == Origin::New) {
            let rules = &result.mode.rules();
            self.with(|session| self.ranked.submit(&session.replay(), rules, result.helped));
        }
        self.result.set(result);
        self.forget_unfinished();
        self.phase.set(Phase::Over);
        self.follow();
        self.keep_unfinished();
        let route = self.router.now();
        if route.screen == Screen::Play {
            self.router.replace(Route { screen: Screen::Over, ..route });
        }
    }

    /// Counts a round for its winner, and announces it.
    fn count_round(&self, result: &GameResult, winner: usize) -> String {
        self.match_score.update(|score| score.count(winner));
        let score = self.match_score.get_untracked();
        self.store.count_match(result.mode, score, result.origin);
        score.verdict(winner)
    }
}
