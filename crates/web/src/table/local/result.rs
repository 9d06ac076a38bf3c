//! What came of a game: put into the high scores, its replay kept.

use quintet_engine::{BoardResult, EndReason, Phase, Ranking};
use quintet_records::{Ending, Played, Statistics};

use super::{Origin, Session};
use crate::games::{GameEntry, Mode};
use crate::page;
use crate::store::{Entry, Histories, Kept, Placing, Replays, Scores, Store};

/// A game that has ended.
#[derive(Clone, Debug)]
pub(crate) struct GameResult {
    /// Which game.
    pub(crate) game: &'static GameEntry,
    /// Which way it was played.
    pub(crate) mode: &'static Mode,
    /// How it began.
    pub(crate) origin: Origin,
    /// Why it ended.
    pub(crate) why: Option<EndReason>,
    /// Who won, where two played.
    pub(crate) winner: Option<usize>,
    /// Points.
    pub(crate) score: u64,
    /// The level reached.
    pub(crate) level: u32,
    /// Rows cleared.
    pub(crate) lines: u32,
    /// Pieces locked.
    pub(crate) pieces: u32,
    /// The seed that it began with.
    pub(crate) seed: u64,
    /// Whether the player asked for hints.
    pub(crate) helped: bool,
    /// Time played, in microseconds.
    pub(crate) time_us: u64,
    /// How each board stood.
    pub(crate) boards: Vec<BoardResult>,
    /// Rows that each player sent to the other.
    pub(crate) sent: Vec<u32>,
    /// Everything else that was counted.
    pub(crate) statistics: Statistics,
    /// Its place among the high scores.
    pub(crate) placing: Option<Placing>,
    /// The name of its replay.
    pub(crate) replay: Option<String>,
}

impl GameResult {
    /// Whether the mode's goal was reached.
    pub(crate) fn is_finished(&self) -> bool {
        self.why == Some(EndReason::Finished)
    }

    /// Takes the result of a session that has ended, and keeps what is worth keeping.
    pub(crate) fn keep(session: &Session, store: Store, names: [String; 2]) -> Option<GameResult> {
        let view = session.view(0)?;
        let why = match view.phase {
            Phase::Over(why) => Some(why),
            _ => None,
        };
        let mut result = GameResult {
            game: session.game,
            mode: session.mode,
            origin: session.origin,
            why,
            winner: session.winner(),
            score: view.score,
            level: view.level,
            lines: view.lines,
            pieces: view.pieces,
            seed: session.seed(),
            helped: session.hints > 0,
            time_us: session.now().0,
            boards: session.replay().result.boards,
            sent: session.statistics.iter().map(|statistics| statistics.sent).collect(),
            statistics: session.statistics.first().cloned().unwrap_or_default(),
            placing: None,
            replay: None,
        };
        let date = page::today();
        let is_own =
            session.origin == Origin::New && (!session.game.is_duel() || session.has_computer());
        if is_own {
            let history = Histories::load(store, session.game, session.mode);
            let played = result.played(&date);
            Histories::add(store, session.game, session.mode, history, played);
        }
        let mut scores = Scores::load(store, session.game, session.mode);
        let before = scores.entries().to_vec();
        // A game that waited since its rules have changed does not compare with new ones.
        let is_current = session.board(0).is_some_and(|board| board.rules().are_of_named_game());
        if result.counts() && is_current {
            result.placing = scores.insert(session.mode.ranking(), result.entry(&date));
        }
        let mut kept = result.kept(date);
        if session.game.is_duel() {
            kept.players = names.into();
            kept.winner = result.winner.map(|winner| winner as u8);
        }
        let id = Replays::keep(store, &session.replay(), kept);
        if let Some(placing) = result.placing {
            scores.refer(placing.rank, &id);
            scores.save(store, session.game, session.mode);
            let fallen = before.iter().filter(|entry| !scores.entries().contains(entry));
            for id in fallen.filter_map(|entry| entry.replay.as_deref()) {
                Replays::unrank(store, id);
            }
        }
        result.replay = Some(id);
        Some(result)
    }

    /// Whether it may enter the high scores: begun from nothing and, where time decides, finished.
    fn counts(&self) -> bool {
        let ranked = match self.mode.ranking() {
            Some(Ranking::Score) => true,
            Some(Ranking::Time) => self.is_finished(),
            None => false,
        };
        self.origin == Origin::New && ranked
    }

    fn played(&self, date: &str) -> Played {
        let reached = self.is_finished() || self.winner == Some(0);
        let ending = if reached { Ending::Reached } else { Ending::Over };
        let played = Played::new(date, ending, self.score, self.lines, self.time_us);
        let played = Played { level: self.level, helped: self.helped.into(), ..played };
        played.counted(&self.statistics)
    }

    fn entry(&self, date: &str) -> Entry {
        Entry {
            score: self.score,
            level: self.level,
            lines: self.lines,
            time_us: self.time_us,
            date: date.to_owned(),
            helped: self.helped,
            replay: None,
        }
    }

    fn kept(&self, date: String) -> Kept {
        Kept {
            game: self.game.slug.to_owned(),
            mode: self.mode.slug.to_owned(),
            score: self.score,
            lines: self.lines,
            time_us: self.time_us,
            date,
            ranked: self.placing.is_some(),
            ..Kept::default()
        }
    }
}
