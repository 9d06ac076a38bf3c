//! Games that were left, one of each kind.

use quintet_frontend::Unfinished;
use quintet_records::Document;
use quintet_words::notices;

use super::Store;

impl Store {
    /// What is kept of a game, if anything.
    pub(crate) fn unfinished(&mut self, game: &str) -> Option<Unfinished> {
        self.load(&Unfinished::key(game), notices::UNFINISHED)
    }

    /// Whether something is kept of a game.
    pub(crate) fn has_unfinished(&self, game: &str) -> bool {
        self.path(&Unfinished::key(game)).exists()
    }

    /// Keeps a game.
    pub(crate) fn keep_unfinished(&mut self, kept: &Unfinished) {
        self.write(&Unfinished::key(&kept.game), kept.to_json());
    }

    /// Lets go what is kept of a game.
    pub(crate) fn forget_unfinished(&self, game: &str) {
        self.remove(&Unfinished::key(game));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;
    use quintet_engine::{GameName, Recorder};
    use quintet_frontend::MatchScore;

    #[test]
    fn an_unfinished_game_is_read_as_it_was_written() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let replay = Recorder::new(&[GameName::Flip.rules()], 3).replay();
        let kept = Unfinished::new("flip", "flip", true, MatchScore::default()).played(&replay);
        assert_eq!(store.unfinished("flip"), None);
        store.keep_unfinished(&kept);
        assert!(store.has_unfinished("flip"));
        assert_eq!(store.unfinished("flip"), Some(kept));
        store.forget_unfinished("flip");
        assert_eq!(store.unfinished("flip"), None);
    }

    /// As the terminal wrote it before matches were kept.
    #[test]
    fn a_game_that_was_left_long_ago_is_read() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let replay = Recorder::new(&[GameName::Flip.rules()], 3).replay();
        let text = quintet_records::to_text(&replay.to_bytes());
        let old = format!(
            r#"{{"version":1,"data":{{"game":"flip","mode":"flip","new":true,"hints":2,"ticket":"7","replay":"{text}"}}}}"#
        );
        let path = store.path(&Unfinished::key("flip"));
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, old).expect("a file");
        let kept = store.unfinished("flip").expect("it is read");
        assert_eq!((kept.hints, kept.ticket, kept.replay()), (2, Some(7), Some(replay)));
    }
}
