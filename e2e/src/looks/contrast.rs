//! Whether all text stands out from what is behind it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::browser::page::Page;

const FAINT: &str = include_str!("contrast.js");

/// Scrolls what scrolls furthest by most of its height, and says whether it has moved. What lies
/// behind a dialog stays where it is.
const SCROLL_ON: &str = "(() => {
    const dialog = [...document.querySelectorAll('[role=dialog]')].pop();
    const root = dialog?.parentElement ?? document.body;
    const below = (it) => it.scrollHeight - it.clientHeight;
    const scrolls = (it) => below(it) > 1 && /auto|scroll/.test(getComputedStyle(it).overflowY);
    const found = [root, ...root.querySelectorAll('*')].filter(scrolls);
    const furthest = found.sort((one, other) => below(other) - below(one))[0];
    if (!furthest) return false;
    const before = furthest.scrollTop;
    furthest.scrollTo({ top: before + furthest.clientHeight * 0.8, behavior: 'instant' });
    return furthest.scrollTop > before + 0.5;
})()";

impl Page {
    /// Texts whose contrast on the screen is below what WCAG asks for at level AA: 4.5, or 3 for
    /// large letters. Scrolls down to those that are out of view.
    pub fn faint(&self) -> Vec<String> {
        let mut faults = self.faint_now();
        while self.evaluate(SCROLL_ON) == true {
            faults.extend(self.faint_now());
        }
        faults
    }

    /// The same of what is in view.
    fn faint_now(&self) -> Vec<String> {
        let picture = STANDARD.encode(self.screenshot());
        let faults = self.evaluate(&format!("({FAINT})({})", json!(picture)));
        let faults = faults.as_array().expect("a list").iter();
        faults.map(|fault| fault.as_str().unwrap_or_default().to_owned()).collect()
    }
}
