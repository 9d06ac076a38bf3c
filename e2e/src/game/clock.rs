//! A clock that the test controls.

use serde_json::json;

use crate::browser::page::Page;

/// Runs before the app's own script where the clock is held.
pub(crate) const HELD_CLOCK: &str = include_str!("clock.js");

impl Page {
    /// Lets exactly this many milliseconds pass, in frames of 1/60 s, the last one shorter. With 0
    /// it shows one frame.
    pub fn pass(&self, ms: f64) {
        assert!(self.device().held, "the clock of this page is running");
        self.evaluate(&format!("heldClock.pass({})", json!(ms)));
    }

    /// Lets a long time pass, in the longest frames that the app counts in full.
    pub fn pass_swiftly(&self, ms: f64) {
        assert!(self.device().held, "the clock of this page is running");
        self.evaluate(&format!("heldClock.pass({}, 100)", json!(ms)));
    }

    /// Waits until this many milliseconds have passed on a running clock.
    pub fn wait_for_time(&self, ms: f64) {
        assert!(!self.device().held, "the clock of this page is held");
        let now = self.evaluate("performance.now()").as_f64().expect("a number");
        self.wait_for("time to pass", &format!("performance.now() > {}", json!(now + ms)));
    }

    /// Waits until a running clock has shown this many frames.
    pub fn show_frames(&self, frames: u32) {
        assert!(!self.device().held, "the clock of this page is held");
        self.evaluate(&format!(
            "new Promise((shown) => {{
                let left = {frames};
                const frame = () => (left-- > 0 ? requestAnimationFrame(frame) : shown());
                frame();
            }})"
        ));
    }

    /// Shows a frame, so that the effect of a press is visible.
    pub fn show_frame(&self) {
        if self.device().held {
            self.pass(0.0);
        } else {
            self.show_frames(1);
        }
    }
}
