//! The game that was being played when the page went away.

use quintet_engine::Replay;
use quintet_words::notices;

use super::replays::{from_text, to_text};
use super::{Document, Json, Store};

/// A game that has not ended, as it was played so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unfinished {
    /// The game's name in addresses.
    pub(crate) game: String,
    /// The mode's name in addresses.
    pub(crate) mode: String,
    /// Whether it began with an empty board.
    pub(crate) is_new: bool,
    /// How often the player asked for a hint.
    pub(crate) hints: u32,
    /// The recording, as text.
    replay: String,
}

impl Unfinished {
    /// A game to be kept.
    pub(crate) fn new(game: &str, mode: &str, is_new: bool, replay: &Replay) -> Unfinished {
        let replay = to_text(&replay.to_bytes());
        Unfinished { game: game.to_owned(), mode: mode.to_owned(), is_new, hints: 0, replay }
    }

    /// What is kept of this game, if anything.
    pub(crate) fn load(store: Store, game: &str) -> Option<Unfinished> {
        let kept: Unfinished = store.read(&key(game), notices::UNFINISHED);
        Some(kept).filter(|kept| kept.game == game)
    }

    /// Its recording; none if this version of the app cannot read it.
    pub(crate) fn replay(&self) -> Option<Replay> {
        Replay::from_bytes(&from_text(&self.replay)?).ok()
    }

    /// Keeps it.
    pub(crate) fn save(&self, store: Store) {
        store.write(&key(&self.game), self);
    }

    /// Lets go what is kept of this game.
    pub(crate) fn forget(store: Store, game: &str) {
        store.remove(&key(game));
    }
}

fn key(game: &str) -> String {
    ["unfinished/", game].concat()
}

impl Document for Unfinished {
    fn to_json(&self) -> Json {
        Json::object([
            ("game", self.game.as_str().into()),
            ("mode", self.mode.as_str().into()),
            ("new", self.is_new.into()),
            ("hints", self.hints.into()),
            ("replay", self.replay.as_str().into()),
        ])
    }

    fn from_json(json: &Json) -> Option<Unfinished> {
        let text = |name: &str| json.text(name).map(str::to_owned);
        Some(Unfinished {
            game: text("game")?,
            mode: text("mode")?,
            is_new: json.bool("new")?,
            hints: json.number("hints").unwrap_or(0),
            replay: text("replay")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, GameName, Micros, Recorder};

    #[test]
    fn an_unfinished_game_is_read_as_it_was_written() {
        let mut recorder = Recorder::new(&[GameName::Flip.rules()], 3);
        recorder.press(0, Button::Left, Micros(7), &mut |_, _| {}).expect("time goes on");
        let kept = Unfinished::new("flip", "flip", true, &recorder.replay());
        let read = Unfinished::from_json(&kept.to_json()).expect("it was just written");
        assert_eq!(read, kept);
        assert_eq!(read.replay(), Some(recorder.replay()));
        assert_eq!(Unfinished::from_json(&Json::Null), None);
    }
}
