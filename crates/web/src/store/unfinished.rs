//! Games that were left, one of each kind.

use quintet_frontend::Unfinished;
use quintet_words::notices;

use super::Store;

impl Store {
    /// What is kept of a game, if anything.
    pub(crate) fn unfinished(self, game: &str) -> Option<Unfinished> {
        let kept: Unfinished = self.read(&Unfinished::key(game), notices::UNFINISHED);
        Some(kept).filter(|kept| kept.game == game)
    }

    /// Keeps a game.
    pub(crate) fn keep_unfinished(self, kept: &Unfinished) {
        self.write(&Unfinished::key(&kept.game), kept);
    }

    /// Lets go what is kept of a game.
    pub(crate) fn forget_unfinished(self, game: &str) {
        self.remove(&Unfinished::key(game));
    }
}
