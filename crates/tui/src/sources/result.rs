//! What came of a game: put into the high scores, its replay kept.

use quintet_engine::{EndReason, Phase, Ranking};
use quintet_records::{Ending, Played, Statistics};

use super::{Origin, Session};
use crate::games;
use crate::store::{Entry, Kept, Placing, Replays, Scores, Store, add_to_history};

/// A game that has ended.
#[derive(Clone, Debug)]
pub(crate) struct GameResult {
    /// The game and mode, by their places in the catalogue.
    pub(crate) place: (usize, usize),
    pub(crate) origin: Origin,
    pub(crate) why: Option<EndReason>,
    /// Who won, where two played.
    pub(crate) winner: Option<usize>,
    pub(crate) score: u64,
    pub(crate) level: u32,
    pub(crate) lines: u32,
    pub(crate) pieces: u32,
    pub(crate) time_us: u64,
    /// Rows that each player sent.
    pub(crate) sent: Vec<u32>,
    pub(crate) statistics: Statistics,
    /// Whether the player asked for hints.
    pub(crate) helped: bool,
    /// Its place among the high scores.
    pub(crate) placing: Option<Placing>,
    /// The name of its replay.
    pub(crate) replay: String,
}

impl GameResult {
    /// Whether the mode's goal was reached.
    pub(crate) fn is_finished(&self) -> bool {
        self.why == Some(EndReason::Finished)
    }

    /// Takes the result of a session that has ended, and keeps what is worth keeping. `is_own` says
    /// whether the first board was played by the player alone, whose statistics it counts for.
    pub(crate) fn keep(session: &Session, store: &mut Store, is_own: bool) -> Option<GameResult> {
        let view = session.board(0)?.view();
        let why = if let Phase::Over(why) = view.phase { Some(why) } else { None };
        let mut result = GameResult {
            place: (session.game, session.mode),
            origin: session.origin,
            why,
            winner: session.winner(),
            score: view.score,
            level: view.level,
            lines: view.lines,
            pieces: view.pieces,
            time_us: session.now().0,
            sent: session.statistics.iter().map(|statistics| statistics.sent).collect(),
            statistics: session.statistics.first().cloned().unwrap_or_default(),
            helped: session.hints > 0,
            placing: None,
            replay: String::new(),
        };
        let entry = &games::all()[session.game];
        let mode = &entry.modes[session.mode];
        let ranking = mode.game.ranking();
        let counts = match ranking {
            Some(Ranking::Score) => true,
            Some(Ranking::Time) => result.is_finished(),
            None => false,
        };
        // A game that waited since its rules have changed does not compare with new ones.
        let counts = counts && session.board(0)?.rules().are_of_named_game();
        let date = store.today();
        if is_own && session.origin == Origin::New {
            add_to_history(store, entry, mode, result.played(&date));
        }
        let mut scores = Scores::load(store, entry.slug, mode.slug, mode.game);
        let before = scores.entries().to_vec();
        if counts && session.origin == Origin::New {
            let new = Entry {
                score: result.score,
                level: result.level,
                lines: result.lines,
                time_us: result.time_us,
                date: date.clone(),
                helped: session.hints > 0,
                replay: None,
            };
            result.placing = scores.insert(ranking, new);
        }
        let mut replays = Replays::load(store);
        let kept = Kept {
            game: entry.slug.to_owned(),
            mode: mode.slug.to_owned(),
            score: result.score,
            lines: result.lines,
            time_us: result.time_us,
            date,
            ranked: result.placing.is_some(),
            ..Kept::default()
        };
        result.replay = replays.add(store, &session.replay(), kept);
        if let Some(placing) = result.placing {
            scores.refer(placing.rank, &result.replay);
            scores.save(store, entry.slug, mode.slug, mode.game);
            let fallen = before.iter().filter(|entry| !scores.entries().contains(entry));
            for id in fallen.filter_map(|entry| entry.replay.as_deref()) {
                Replays::unrank(store, id);
            }
        }
        Some(result)
    }

    fn played(&self, date: &str) -> Played {
        let reached = self.is_finished() || self.winner == Some(0);
        let ending = if reached { Ending::Reached } else { Ending::Over };
        let played = Played::new(date, ending, self.score, self.lines, self.time_us);
        let played = Played { level: self.level, helped: self.helped.into(), ..played };
        played.counted(&self.statistics)
    }
}
