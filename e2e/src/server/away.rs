//! Hides a page behind another tab.

use serde_json::json;

use crate::browser::page::Page;

/// Another tab in front of a page, until it is dropped.
pub struct OtherTab<'p> {
    page: &'p Page,
    target: String,
}

impl Page {
    /// Opens another tab in front of this page, which is hidden and loses the focus.
    pub fn look_away(&self) -> OtherTab<'_> {
        self.call("Emulation.setFocusEmulationEnabled", &json!({ "enabled": false }));
        let blank = json!({ "url": "about:blank", "browserContextId": self.context() });
        let answer = self.call_browser("Target.createTarget", &blank);
        let target = answer["targetId"].as_str().expect("it is part of the protocol").to_owned();
        self.call_browser("Target.activateTarget", &json!({ "targetId": target }));
        OtherTab { page: self, target }
    }
}

impl Drop for OtherTab<'_> {
    fn drop(&mut self) {
        self.page.call_browser("Target.closeTarget", &json!({ "targetId": self.target }));
        self.page.call("Page.bringToFront", &json!({}));
        self.page.call("Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }));
    }
}
