//! The best game of a mode, to race against.

use quintet_engine::Playback;
use quintet_frontend::{Origin, Pace, Session};
use wasm_bindgen_futures::spawn_local;

use super::LocalGame;
use crate::signals::prelude::*;
use crate::store::Replays;

impl LocalGame {
    /// Takes the best game of a mode as the one to race against, where the player wants to see that.
    pub(super) fn set_pace(&self, session: &Session) {
        self.pace_wanted.update_value(|count| *count += 1);
        let wanted = self.settings.with_untracked(|settings| settings.live_pace);
        let scores = self.store.scores(session.game, session.mode);
        let best = scores.entries().first().and_then(|entry| entry.replay.clone());
        let ranking = session.mode.ranking().filter(|_| session.origin == Origin::New);
        let (Some(id), Some(ranking), true) = (best, ranking, wanted) else {
            return self.pace.set_value(Pace::default());
        };
        if self.pace.with_value(|pace| pace.replay == id) {
            return;
        }
        self.pace.set_value(Pace::default());
        let (store, pace, wanted) = (self.store, self.pace, self.pace_wanted);
        let asked = wanted.get_value();
        spawn_local(async move {
            let playback = Replays::find(store, &id).await.and_then(|it| Playback::new(it).ok());
            // Another game may have begun meanwhile.
            if let Some(playback) = playback.filter(|_| wanted.get_value() == asked) {
                pace.set_value(Pace::of(&id, playback, ranking));
            }
        });
    }
}
