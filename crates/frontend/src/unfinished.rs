//! The game, or the match on this device, that was being played when the front end went away.

use quintet_engine::Replay;
use quintet_records::{Document, Json, from_text, to_text};
use quintet_words::notices;

use crate::duel::{MatchScore, MatchTerms, Opponent};
use crate::storage::{Storage, load};

/// A game that has not ended, as it was played so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Unfinished {
    /// The game's name in addresses.
    pub game: String,
    /// The mode's name in addresses.
    pub mode: String,
    /// Whether it began with an empty board.
    pub is_new: bool,
    /// How often the player asked for a hint.
    pub hints: u32,
    /// The ticket of a ranked game.
    pub ticket: Option<u64>,
    /// The match that it is a round of, where two play.
    pub score: MatchScore,
    /// The recording, as text; empty where the next round of a match has not begun.
    replay: String,
}

impl Unfinished {
    /// A game to be kept.
    pub fn new(game: &str, mode: &str, is_new: bool, score: MatchScore) -> Unfinished {
        let (game, mode) = (game.to_owned(), mode.to_owned());
        Unfinished { game, mode, is_new, score, ..Unfinished::default() }
    }

    /// The same with what has been played of it.
    #[must_use]
    pub fn played(mut self, replay: &Replay) -> Unfinished {
        self.replay = to_text(&replay.to_bytes());
        self
    }

    /// Whether a match waits for its next round.
    pub fn is_between_rounds(&self) -> bool {
        self.replay.is_empty()
    }

    /// Its recording; none if this version cannot read it.
    pub fn replay(&self) -> Option<Replay> {
        Replay::from_bytes(&from_text(&self.replay)?).ok()
    }

    /// What is kept of a game, if anything.
    pub fn load(storage: &mut dyn Storage, game: &str) -> Option<Unfinished> {
        let kept: Unfinished = load(storage, &Unfinished::key(game), notices::UNFINISHED);
        Some(kept).filter(|kept| kept.game == game)
    }

    /// Keeps it in place of another one of its game.
    pub fn keep(&self, storage: &mut dyn Storage) {
        storage.write_document(&Unfinished::key(&self.game), self.to_json());
    }

    /// Removes what is kept of a game.
    pub fn forget(storage: &mut dyn Storage, game: &str) {
        storage.remove_document(&Unfinished::key(game));
    }

    /// Its place in storage.
    pub fn key(game: &str) -> String {
        ["unfinished/", game].concat()
    }
}

impl Document for Unfinished {
    fn to_json(&self) -> Json {
        Json::object([
            ("game", self.game.as_str().into()),
            ("mode", self.mode.as_str().into()),
            ("new", self.is_new.into()),
            ("hints", self.hints.into()),
            ("ticket", self.ticket.map_or(Json::Null, |ticket| Json::Text(ticket.to_string()))),
            ("opponent", self.score.opponent.number().into()),
            ("best_of", self.score.best_of.into()),
            ("own_garbage", self.score.handicap[0].into()),
            ("other_garbage", self.score.handicap[1].into()),
            ("won", self.score.wins[0].into()),
            ("lost", self.score.wins[1].into()),
            ("replay", self.replay.as_str().into()),
        ])
    }

    fn from_json(json: &Json) -> Option<Unfinished> {
        let text = |name: &str| json.text(name).map(str::to_owned);
        // Games that were kept before matches were have no terms.
        let terms = MatchTerms::default();
        let mut score = MatchScore::new(MatchTerms {
            opponent: json.number("opponent").map_or(terms.opponent, Opponent::from_number),
            best_of: json.number("best_of").unwrap_or(terms.best_of),
            ..terms
        });
        let pair = |names: [&str; 2]| names.map(|name| json.number(name).unwrap_or(0));
        score.wins = pair(["won", "lost"]);
        score.handicap = pair(["own_garbage", "other_garbage"]);
        Some(Unfinished {
            game: text("game")?,
            mode: text("mode")?,
            is_new: json.bool("new")?,
            hints: json.number("hints").unwrap_or(0),
            ticket: json.text("ticket").and_then(|text| text.parse().ok()),
            score,
            replay: text("replay")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::storage::Memory;
    use quintet_engine::{Button, GameName, Micros, Recorder};

    #[test]
    fn an_unfinished_game_is_read_as_it_was_written() {
        let mut recorder = Recorder::new(&[GameName::Flip.rules()], 3);
        recorder.press(0, Button::Left, Micros(7), &mut |_, _| {}).expect("time goes on");
        let terms = MatchTerms { opponent: Opponent::Person, best_of: 3, ..MatchTerms::default() };
        let mut score = MatchScore { handicap: [2, 0], ..MatchScore::new(terms) };
        score.count(1);
        let mut kept = Unfinished::new("flip", "flip", true, score).played(&recorder.replay());
        kept.ticket = Some(u64::MAX);
        let read = Unfinished::from_json(&kept.to_json()).expect("it was just written");
        assert_eq!(read, kept);
        assert_eq!(read.replay(), Some(recorder.replay()));
        assert_eq!(Unfinished::from_json(&Json::Null), None);
    }

    #[test]
    fn one_of_each_game_is_kept() {
        let mut memory = Memory::default();
        let kept = Unfinished::new("flip", "flip", true, MatchScore::default());
        kept.keep(&mut memory);
        assert_eq!(Unfinished::load(&mut memory, "flip"), Some(kept));
        assert_eq!(Unfinished::load(&mut memory, "domino"), None);
        Unfinished::forget(&mut memory, "flip");
        assert_eq!(Unfinished::load(&mut memory, "flip"), None);
    }

    /// As the terminal wrote it before matches were kept.
    #[test]
    fn a_game_that_was_left_long_ago_is_read() {
        let mut memory = Memory::default();
        let replay = Recorder::new(&[GameName::Flip.rules()], 3).replay();
        let text = to_text(&replay.to_bytes());
        let old = format!(
            r#"{{"version":1,"data":{{"game":"flip","mode":"flip","new":true,"hints":2,"ticket":"7","replay":"{text}"}}}}"#
        );
        let data = quintet_records::open(&old).expect("a document");
        memory.write_document(&Unfinished::key("flip"), data);
        let kept = Unfinished::load(&mut memory, "flip").expect("it is read");
        assert_eq!((kept.hints, kept.ticket, kept.replay()), (2, Some(7), Some(replay)));
    }
}
