//! Whether everything on the page is where it can be seen, read and used.

use serde_json::Value;

use crate::browser::device::Device;
use crate::browser::page::Page;

const MISPLACED: &str = include_str!("geometry.js");
/// The smallest text in pixels: on a phone, and elsewhere.
const SMALLEST_TEXT: [u32; 2] = [12, 14];
/// Windows below this in either direction are phones.
const PHONE_PX: u32 = 600;

impl Page {
    /// What is outside the window, cut off, covered, overlapping or too small to read.
    pub fn misplaced(&self) -> Vec<String> {
        let Device { width, height, .. } = self.device();
        let smallest = SMALLEST_TEXT[usize::from(width.min(height) >= PHONE_PX)];
        let faults = self.evaluate_laid_out(&format!("({MISPLACED})({smallest})"));
        let faults = faults.as_array().expect("a list").iter();
        faults.map(|fault| fault.as_str().unwrap_or_default().to_owned()).collect()
    }

    /// Waits until the page is laid out for its window.
    pub fn wait_for_layout(&self) {
        self.evaluate_laid_out("true");
    }

    /// Runs a script as soon as the page is laid out for its window.
    fn evaluate_laid_out(&self, script: &str) -> Value {
        let Device { width, height, held, .. } = self.device();
        // The browser tells of a new size with its next frame, which may be a while.
        self.evaluate(&format!(
            "(async () => {{
                while (innerWidth !== {width} || innerHeight !== {height}) {{
                    await new Promise((later) => setTimeout(later));
                }}
                dispatchEvent(new Event('resize'));
                if ({held}) await heldClock.pass(0);
                // The page knows by the next frame, and is laid out for it by the one after.
                else for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
                return {script};
            }})()"
        ))
    }
}
