//! What happens, in words, for those who hear the page instead of seeing it.

use web_sys::Text;

use crate::dom::{El, el};
use crate::signals::prelude::*;

/// Says things politely: after what is being read, never over it.
#[derive(Clone, Copy)]
pub(crate) struct Announcer(StoredValue<Text, LocalStorage>);

impl Announcer {
    /// Silent as yet, and the element that it speaks through.
    pub(crate) fn new() -> (Announcer, El) {
        let voice = el("p", "unseen").attr("role", "status").attr("aria-live", "polite");
        (Announcer(StoredValue::new_local(voice.blank())), voice)
    }

    /// Says something.
    pub(crate) fn say(self, text: &str) {
        self.0.with_value(|voice| voice.set_data(text));
    }
}
