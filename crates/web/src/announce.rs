//! What happens, in words, for those who hear the page instead of seeing it.

use crate::signals::prelude::*;

/// Says things politely: after what is being read, never over it.
#[derive(Clone, Copy)]
pub(crate) struct Announcer(RwSignal<String>);

impl Announcer {
    /// Silent as yet.
    pub(crate) fn new() -> Announcer {
        Announcer(RwSignal::default())
    }

    /// Says something.
    pub(crate) fn say(self, text: &str) {
        self.0.set(text.to_owned());
    }

    /// What was said last.
    pub(crate) fn get(self) -> String {
        self.0.get()
    }
}
