//! What an event leaves to be seen for a moment after it happened.

use quintet_engine::{Event, View};

/// The effects on one board. They are fed by the engine's events and live on game time, so that a
/// paused board stands still.
#[derive(Clone, Debug, Default)]
pub(crate) struct Effects {
    last: Option<Event>,
}

impl Effects {
    /// Takes note of what happened on the board, which is seen as it is after it.
    pub(crate) fn listen(&mut self, event: &Event, _view: &View<'_>) {
        self.last = Some(*event);
    }

    /// Forgets everything, as when another game begins or a replay jumps to another moment.
    pub(crate) fn clear(&mut self) {
        *self = Effects::default();
    }
}
