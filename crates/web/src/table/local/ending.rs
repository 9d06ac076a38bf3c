//! The end of a game, or of a round.

use quintet_words::{play as words, thousands};

use super::{GameResult, LocalGame, Origin};
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::store::count_match;
use crate::table::sources::Phase;
use quintet_frontend::Opponent;

impl LocalGame {
    pub(super) fn end(&self) {
        self.time.update_value(|time| time.ended_at = time.last_stamp);
        let names =
            self.match_score.with_untracked(|score| [0, 1].map(|player| score.name(player)));
        let result = self.with(|session| GameResult::keep(session, self.store, names)).flatten();
        if let Some(result) = result.as_ref().filter(|it| !it.game.is_bare) {
            let score = thousands(result.score);
            self.announcer.say(&match result.winner {
                Some(winner) => self.count_round(result, winner),
                None => words::game_over(&score),
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
        if let (Some(winner), Opponent::Computer(level)) = (score.winner(), score.opponent)
            && result.origin == Origin::New
        {
            count_match(self.store, result.mode, level, winner == 0);
        }
        score.verdict(winner)
    }
}
