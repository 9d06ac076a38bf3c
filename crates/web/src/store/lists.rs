//! The lists that every front end keeps, in this browser.

use quintet_engine::Replay;
use quintet_frontend::{
    MatchScore, Origin, Scores, Storage, Unfinished, count_match, history, match_tallies,
};
use quintet_records::{History, MatchTallies};
use quintet_words::{Phrase, notices as words};

use super::{Json, Kept, Replays, Store, open, seal};
use crate::games::{GameEntry, Mode};

impl Storage for Store {
    fn read_document(&mut self, key: &str, what: Phrase) -> Option<Json> {
        let text = self.text(key)?;
        match open(&text) {
            Ok(data) => Some(data),
            Err(reason) => {
                self.refuse(key, &text, what, &reason);
                None
            }
        }
    }

    fn refuse_document(&mut self, key: &str, what: Phrase) {
        if let Some(text) = self.text(key) {
            self.refuse(key, &text, what, &words::INVALID);
        }
    }

    fn write_document(&mut self, key: &str, data: Json) {
        self.write_text(key, &seal(data));
    }

    fn remove_document(&mut self, key: &str) {
        self.remove(key);
    }

    fn listed_replays(&mut self) -> Vec<Kept> {
        Replays::local(*self)
    }

    fn keep_replay(&mut self, replay: &Replay, kept: Kept) -> String {
        Replays::keep(*self, replay, kept)
    }

    fn unrank_replay(&mut self, id: &str) {
        Replays::unrank(*self, id);
    }
}

impl Store {
    /// The high scores of a mode.
    pub(crate) fn scores(mut self, game: &GameEntry, mode: &Mode) -> Scores {
        Scores::load(&mut self, game, mode)
    }

    /// The high scores by older editions of a mode's rules.
    pub(crate) fn older_scores(mut self, game: &GameEntry, mode: &Mode) -> Vec<Scores> {
        Scores::older(&mut self, game, mode)
    }

    /// What is kept of every finished game of a mode.
    pub(crate) fn history(mut self, game: &GameEntry, mode: &Mode) -> History {
        history(&mut self, game, mode)
    }

    /// The matches of a mode against the computer.
    pub(crate) fn match_tallies(mut self, mode: &Mode) -> MatchTallies {
        match_tallies(&mut self, mode)
    }

    /// Counts a match against the computer, if it does count.
    pub(crate) fn count_match(mut self, mode: &Mode, score: MatchScore, origin: Origin) {
        count_match(&mut self, mode, score, origin);
    }

    /// The game of a kind that was left, if there is one.
    pub(crate) fn unfinished(mut self, game: &str) -> Option<Unfinished> {
        Unfinished::load(&mut self, game)
    }

    /// Keeps a game that is left, and says whether there was room for it.
    pub(crate) fn keep_unfinished(mut self, kept: &Unfinished) -> bool {
        kept.keep(&mut self);
        !self.does_not_fit(&Unfinished::key(&kept.game))
    }

    /// Removes the game of a kind that was left.
    pub(crate) fn forget_unfinished(mut self, game: &str) {
        Unfinished::forget(&mut self, game);
    }
}
