//! What can be reached with a finger or with Tab.

use serde_json::Value;

use crate::element::Element;
use crate::keyboard::Key;
use crate::page::Page;

/// More stops than any screen has.
const MOST_STOPS: usize = 80;

/// Everything that is there to be pressed and can be seen, with its size.
const TARGETS: &str = "[...document.querySelectorAll(
        'button, a[href], input:not([type=file]), select, .file, [role=slider]')]
    .filter((it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((it) => [it.getBoundingClientRect(), it])
    .filter(([{ width, height }]) => width < 43.5 || height < 43.5)
    .map(([{ width, height }, it]) =>
        `${it.getAttribute('aria-label') ?? it.textContent}: ${width} x ${height}`)";

impl Page {
    /// The controls that are narrower or lower than 44 pixels, a fingertip.
    pub fn small_targets(&self) -> Vec<String> {
        let found = self.evaluate(TARGETS);
        let found = found.as_array().expect("a list");
        found.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Presses Tab until this element has the focus.
    pub fn tab_to(&self, wanted: &Element<'_>) {
        for _ in 0..MOST_STOPS {
            if wanted.is_there() && wanted.has_focus() {
                return;
            }
            self.press(Key::TAB);
        }
        panic!("Tab does not lead to {wanted:?}");
    }
}
