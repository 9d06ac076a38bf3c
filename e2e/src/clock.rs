//! Time that passes when the test says so.

use serde_json::json;

use crate::page::Page;

/// Put before the app's own script where the clock is to be held.
pub(crate) const HELD_CLOCK: &str = include_str!("clock.js");

impl Page {
    /// Lets exactly so many milliseconds pass, in frames of a sixtieth of a second, the last one
    /// shorter. With nothing to pass, one frame is shown all the same.
    pub fn pass(&self, ms: f64) {
        assert!(self.device().held, "the clock of this page runs by itself");
        self.evaluate(&format!("heldClock.pass({})", json!(ms)));
    }

    /// Lets a long time pass in the longest frames that the app counts in full.
    pub fn pass_swiftly(&self, ms: f64) {
        assert!(self.device().held, "the clock of this page runs by itself");
        self.evaluate(&format!("heldClock.pass({}, 100)", json!(ms)));
    }

    /// Waits until so many milliseconds have passed on a clock that runs by itself.
    pub fn wait_for_time(&self, ms: f64) {
        assert!(!self.device().held, "the clock of this page is held");
        let now = self.evaluate("performance.now()").as_f64().expect("a number");
        self.wait_for("time to pass", &format!("performance.now() > {}", json!(now + ms)));
    }

    /// Waits until a clock that runs by itself has shown so many frames.
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

    /// Shows a frame, so that what was pressed can be seen.
    pub(crate) fn show_frame(&self) {
        if self.device().held {
            self.pass(0.0);
        } else {
            self.show_frames(1);
        }
    }
}
