//! What can be reached with a finger or with Tab.

use serde_json::Value;

use crate::browser::element::Element;
use crate::browser::keyboard::Key;
use crate::browser::page::Page;

/// More stops than any screen has.
const MOST_STOPS: usize = 400;

/// Everything that is there to be pressed and can be seen, with its size.
const TARGETS: &str = "[...document.querySelectorAll(
        'button, a[href], input:not([type=file]), select, .file, [role=slider]')]
    .filter((it) => it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((it) => [it.getBoundingClientRect(), it])
    .filter(([{ width, height }]) => width < 43.5 || height < 43.5)
    .map(([{ width, height }, it]) =>
        `${it.getAttribute('aria-label') ?? it.textContent}: ${width} x ${height}`)";

const FOCUS_STOP: &str = include_str!("focus_stop.js");

/// Whatever Tab should reach: all controls that can be seen, but for those behind a dialog. Of
/// a group of which one is chosen, Tab may reach one or all.
const REACHABLE: &str = "[...document.querySelectorAll(
        'button:not([disabled]), a[href], input:not([disabled]), select:not([disabled])')]
    .filter((it) => it.tabIndex >= 0 && !it.closest('[inert]'))
    .filter((it) => (it.type === 'file' ? it.closest('label') : it)
        .checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .filter((it) => !window.focusStops.has(it))
    .filter((it) => !document.querySelector('[role=dialog]') || it.closest('[role=dialog], .notices'))
    .map((it) => it.getAttribute('aria-label') || it.textContent)";

impl Page {
    /// The controls that are narrower or lower than 44 pixels, a fingertip.
    pub fn small_targets(&self) -> Vec<String> {
        let found = self.evaluate(TARGETS);
        let found = found.as_array().expect("a list");
        found.iter().filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// What is wrong with the order in which Tab leads through the controls: a control that is not
    /// reached, one that is not seen when it has the focus, or one before which another is read.
    pub fn misordered(&self) -> Vec<String> {
        let mut faults = Vec::new();
        self.evaluate(
            "window.focusStops = new Set();
            window.focusedBefore = null;
            document.activeElement?.blur();
            getSelection().removeAllRanges()",
        );
        // Tab begins where the focus was last: from the first control of the page instead.
        self.evaluate(
            "{
                const start = document.createElement('span');
                start.tabIndex = -1;
                const place = [...document.querySelectorAll('[role=dialog]')].pop() ?? document.body;
                place.prepend(start);
                start.focus();
                start.remove();
            }",
        );
        let mut reached = false;
        for step in 0..=MOST_STOPS {
            self.press(Key::TAB);
            let stop = self.evaluate(FOCUS_STOP);
            if stop.is_null() {
                // The browser's own controls come before the page's first and after its last.
                if reached {
                    break;
                }
                continue;
            }
            reached = true;
            let name = stop["name"].as_str().unwrap_or_default();
            if stop["again"] == true {
                break;
            }
            let found = stop["faults"].as_array().into_iter().flatten().filter_map(Value::as_str);
            faults.extend(found.map(|fault| format!("{name}: {fault}")));
            if step == MOST_STOPS {
                faults.push("Tab does not come to an end".to_owned());
            }
        }
        let missed = self.evaluate(REACHABLE);
        let missed = missed.as_array().expect("a list").iter().filter_map(Value::as_str);
        faults.extend(missed.map(|name| format!("not reached: {name}")));
        faults
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
