//! The devices that the app runs on.

use serde_json::{Value, json};

use crate::browser::page::Page;
use crate::game::clock::HELD_CLOCK;

/// A screen, its abilities and its owner's preferences.
#[derive(Clone, Copy, Debug)]
pub struct Device {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Device pixels per pixel.
    pub density: f64,
    /// Whether it is a touch screen.
    pub touch: bool,
    /// Whether its owner prefers reduced motion.
    pub reduced_motion: bool,
    /// Whether time passes only as the test says.
    pub held: bool,
    /// A script that runs before the app's own, to replace parts of the browser.
    pub script: &'static str,
}

impl Device {
    /// A desktop with a keyboard and a mouse.
    pub const DESKTOP: Device = Device {
        width: 1440,
        height: 900,
        density: 1.0,
        touch: false,
        reduced_motion: false,
        held: true,
        script: "",
    };
    /// A phone held upright.
    pub const PHONE: Device =
        Device { width: 390, height: 844, density: 2.0, touch: true, ..Device::DESKTOP };
    /// The same phone held sideways.
    pub const PHONE_SIDEWAYS: Device = Device { width: 844, height: 390, ..Device::PHONE };

    /// The same with another size.
    #[must_use]
    pub const fn sized(self, width: u32, height: u32) -> Device {
        Device { width, height, ..self }
    }

    /// The same with a running clock.
    #[must_use]
    pub const fn running(self) -> Device {
        Device { held: false, ..self }
    }

    /// The same with a script that runs before the app's own.
    #[must_use]
    pub const fn with_script(self, script: &'static str) -> Device {
        Device { script, ..self }
    }

    /// Opens the app at an address after the `#`, as in `/marathon/play?seed=7`.
    pub fn open(self, address: &str) -> Page {
        let page = self.window();
        page.go(address);
        page
    }

    /// Opens an empty window with storage of its own.
    pub fn window(self) -> Page {
        let page = Page::blank(self);
        page.call("Page.enable", &json!({}));
        page.call("Runtime.enable", &json!({}));
        page.call("Log.enable", &json!({}));
        page.call("Network.enable", &json!({}));
        page.call("Emulation.setFocusEmulationEnabled", &json!({ "enabled": true }));
        let motion = if self.reduced_motion { "reduce" } else { "no-preference" };
        let features = json!([{ "name": "prefers-reduced-motion", "value": motion }]);
        page.call("Emulation.setEmulatedMedia", &json!({ "features": features }));
        self.apply_size(&page);
        self.apply_touch(&page);
        for script in [if self.held { HELD_CLOCK } else { "" }, self.script] {
            page.before_every_load(script);
        }
        page
    }

    pub(crate) fn apply_size(self, page: &Page) {
        page.call("Emulation.setDeviceMetricsOverride", &self.metrics());
    }

    pub(crate) fn apply_touch(self, page: &Page) {
        let touch = json!({ "enabled": self.touch, "maxTouchPoints": 5 });
        page.call("Emulation.setTouchEmulationEnabled", &touch);
    }

    fn metrics(self) -> Value {
        json!({
            "width": self.width,
            "height": self.height,
            "deviceScaleFactor": self.density,
            "mobile": self.touch,
        })
    }
}
