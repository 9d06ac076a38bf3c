//! The end of a game, or of a round.

use quintet_words::{play as words, thousands};

use super::{Phase, Stage};
use crate::duel::Opponent;
use crate::games::Ranking;
use crate::play::{Origin, Outcome};
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::store::Standings;

/// Keys that go on being pressed in a fright press no button: only after so long a rest.
pub(crate) const FRIGHT_MS: f64 = 700.0;

impl Stage {
    pub(super) fn end(&self) {
        let now = self.pulse.with_value(|pulse| pulse.last_stamp).unwrap_or(0.0);
        self.stay_calm_until(now + FRIGHT_MS);
        self.audio.update_value(|audio| audio.set_playing(false));
        let outcome = self.with(|session| Outcome::keep(session, self.store)).flatten();
        if let Some(outcome) = outcome.as_ref().filter(|it| it.mode.ranking != Ranking::Nothing) {
            let score = thousands(outcome.score);
            self.announcer.say(&match outcome.winner {
                Some(winner) => self.count_round(outcome, winner),
                None => words::game_over(&score),
            });
        }
        if let (Some(online), Some(outcome)) = (self.online.get_value(), &outcome)
            && outcome.origin == Origin::New
        {
            let rules = &outcome.mode.rules;
            self.with(|session| online.hand_in(&session.replay(), rules, outcome.helped));
            online.want_ticket(rules);
        }
        self.outcome.set(outcome);
        self.forget_unfinished();
        self.phase.set(Phase::Over);
        let route = self.router.now();
        if route.screen == Screen::Play {
            self.router.replace(Route { screen: Screen::Over, ..route });
        }
    }

    /// Counts a round for whoever won it, and says so.
    fn count_round(&self, outcome: &Outcome, winner: usize) -> String {
        self.series.update(|series| series.count(winner));
        let series = self.series.get_untracked();
        if let (Some(winner), Opponent::Computer(level)) = (series.winner(), series.opponent)
            && outcome.origin == Origin::New
        {
            Standings::count(self.store, outcome.mode, level, winner == 0);
        }
        series.verdict(winner)
    }

    /// When keys that were meant for the game can be told from others, by the page's clock.
    pub(crate) fn calm_at(&self) -> f64 {
        self.pulse.with_value(|pulse| pulse.calm_at)
    }

    /// Puts that moment off.
    pub(crate) fn stay_calm_until(&self, stamp: f64) {
        self.pulse.update_value(|pulse| pulse.calm_at = stamp);
    }
}
