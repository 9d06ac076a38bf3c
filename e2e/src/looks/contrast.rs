//! Whether all text stands out from what is behind it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;

use crate::browser::page::Page;

const FAINT: &str = include_str!("contrast.js");

impl Page {
    /// Texts whose contrast on the screen is below what WCAG asks for at level AA: 4.5, or 3 for
    /// large letters.
    pub fn faint(&self) -> Vec<String> {
        let picture = STANDARD.encode(self.screenshot());
        let faults = self.evaluate(&format!("({FAINT})({})", json!(picture)));
        let faults = faults.as_array().expect("a list").iter();
        faults.map(|fault| fault.as_str().unwrap_or_default().to_owned()).collect()
    }
}
