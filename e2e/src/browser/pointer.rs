//! The mouse, and fingers.

use serde_json::{Value, json};

use crate::browser::page::Page;

impl Page {
    /// Clicks a place.
    pub fn click_at(&self, x: f64, y: f64) {
        for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let event = json!({
                "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": 1,
            });
            self.call("Input.dispatchMouseEvent", &event);
        }
    }

    /// Touches a place for a moment.
    pub fn tap_at(&self, x: f64, y: f64) {
        self.touch(x, y);
        self.lift();
    }

    /// Puts a finger down.
    pub fn touch(&self, x: f64, y: f64) {
        self.touch_event("touchStart", &json!([{ "x": x, "y": y, "id": 1 }]));
    }

    /// Moves the finger, and waits until the page has felt it: browsers hold moves back until the
    /// next frame.
    pub fn slide(&self, x: f64, y: f64) {
        self.evaluate(
            "{ onpointermove = ({ clientX, clientY }) => { window.finger = [clientX, clientY]; }; }",
        );
        self.touch_event("touchMove", &json!([{ "x": x, "y": y, "id": 1 }]));
        let felt = format!("Math.hypot(finger[0] - {}, finger[1] - {}) < 1", json!(x), json!(y));
        self.wait_for("the finger to be felt", &felt);
    }

    /// Lifts the finger.
    pub fn lift(&self) {
        self.touch_event("touchEnd", &json!([]));
    }

    /// Slides a finger from one place to another within this many milliseconds of held time.
    pub fn swipe(&self, from: (f64, f64), to: (f64, f64), ms: f64) {
        const STEPS: u32 = 5;
        self.touch(from.0, from.1);
        for step in 1..=STEPS {
            let share = f64::from(step) / f64::from(STEPS);
            self.pass(ms / f64::from(STEPS));
            let along = |from: f64, to: f64| from + (to - from) * share;
            self.slide(along(from.0, to.0), along(from.1, to.1));
        }
        self.lift();
    }

    fn touch_event(&self, kind: &str, points: &Value) {
        let event = json!({ "type": kind, "touchPoints": points });
        self.call("Input.dispatchTouchEvent", &event);
    }
}
