//! Numbers in play that the player has switched on.

use quintet_engine::{Playback, Ranking};
use quintet_frontend::statistics::best_result;
use quintet_frontend::{LiveNumber, Origin, Pace, Scores};
use quintet_words::{Phrase, ShortText};

use super::App;
use crate::games;
use crate::screens::Screen;
use crate::sources::Source;
use crate::store::Replays;

impl App {
    /// Takes the best game of the mode as the one to race against, where the player wants that.
    pub(super) fn set_pace(&mut self) {
        let (entry, mode) = (self.entry(), self.mode());
        self.best_result = String::new();
        let Some(local) = &mut self.local else { return };
        local.pace = Pace::default();
        let Some(ranking) = mode.ranking().filter(|_| self.settings.live_pace) else { return };
        let scores = Scores::load(&mut self.store, entry, mode);
        self.best_result = best_result(mode, scores.entries()).unwrap_or_default();
        let best = scores.entries().first().and_then(|entry| entry.replay.clone());
        let Some(id) = best.filter(|_| local.session.origin == Origin::New) else { return };
        let replay = Replays::find(&mut self.store, &id);
        if let Some(playback) = replay.and_then(|replay| Playback::new(replay).ok()) {
            local.pace = Pace::of(&id, playback, ranking);
        }
    }

    /// Whether a number beside the board changes with time alone.
    pub(super) fn has_rates(&self) -> bool {
        matches!(self.screen, Screen::Play)
            && LiveNumber::wanted(&self.settings, self.entry(), self.mode()).next().is_some()
    }

    /// The numbers of a board, with their labels.
    pub(crate) fn live_numbers(
        &self,
        source: &dyn Source,
        board: usize,
    ) -> Vec<(Phrase, ShortText)> {
        let (Some(live), Some(game)) = (source.live(board), source.game(board)) else {
            return Vec::new();
        };
        let (entry, mode) = games::of(game.rules().game);
        let entry = &games::all()[entry];
        let mode = &entry.modes[mode];
        let view = game.view();
        let tenths = view.now.as_millis() / 100;
        let own = match mode.ranking() {
            Some(Ranking::Time) => view.lines.into(),
            _ => view.score,
        };
        let row = |number: LiveNumber| {
            let value = match number {
                LiveNumber::Best => ShortText::from(&self.best_result).unwrap_or_default(),
                LiveNumber::Speed => live.speed(tenths),
                LiveNumber::Keys => live.keys_per_piece(),
                LiveNumber::Finesse => live.finesse(),
                LiveNumber::Attack => live.attack(tenths),
                LiveNumber::Pace => live.distance(own),
            };
            (number.label(), value)
        };
        let rows = LiveNumber::wanted(&self.settings, entry, mode).map(row);
        // Without a best game there is nothing to compare with.
        rows.filter(|(_, value)| !value.is_empty()).collect()
    }
}
