//! How big things are: the window's size and what fits into it.

use leptos::prelude::*;
use quintet_engine::Rules;
use wasm_bindgen::JsValue;
use web_sys::Event;

use crate::dom::on_window;
use crate::page;

/// M-079: narrower than this is mobile, whatever the device.
const MOBILE_WIDTH: f64 = 768.0;
/// M-085: the least and the most pixels a cell has in mobile mode.
const MOBILE_CELL: (f64, f64) = (15.0, 18.0);
/// The same for the desktop.
const DESKTOP_CELL: (f64, f64) = (14.0, 40.0);

/// What the desktop needs above and below the board: padding, the hints and the frame.
const DESKTOP_AROUND: f64 = 128.0;
/// What the desktop needs left and right of the board.
const DESKTOP_BESIDE: f64 = 420.0;
/// What a phone held upright needs above and below the board: hold and next, numbers, controls.
const PORTRAIT_AROUND: f64 = 84.0 + 56.0 + 112.0 + 20.0;
/// What a phone held sideways needs above and below the board: the numbers.
const LANDSCAPE_AROUND: f64 = 46.0;

/// The three ways in which a game is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Three columns.
    Desktop,
    /// A phone held upright.
    Portrait,
    /// A phone held sideways.
    Landscape,
}

impl Layout {
    /// Its name for the styles.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Layout::Desktop => "desktop",
            Layout::Portrait => "portrait",
            Layout::Landscape => "landscape",
        }
    }
}

/// The window as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Viewport {
    /// Pixels across.
    pub(crate) width: f64,
    /// Pixels down.
    pub(crate) height: f64,
    /// Device pixels in one of these.
    pub(crate) density: f64,
    /// Whether the device can be touched.
    pub(crate) touch: bool,
}

impl Viewport {
    fn now() -> Viewport {
        let window = window();
        let number = |value: Result<JsValue, JsValue>| value.ok().and_then(|value| value.as_f64());
        let handler = js_sys::Reflect::has(&window, &"ontouchstart".into()).unwrap_or(false);
        Viewport {
            width: number(window.inner_width()).unwrap_or(1024.0),
            height: number(window.inner_height()).unwrap_or(768.0),
            density: window.device_pixel_ratio().clamp(0.5, 4.0),
            touch: handler || window.navigator().max_touch_points() > 0,
        }
    }

    /// Follows the window.
    pub(crate) fn follow() -> Signal<Viewport> {
        let viewport = RwSignal::new(Viewport::now());
        let look = move || {
            let now = Viewport::now();
            if viewport.get_untracked() != now {
                viewport.set(now);
            }
        };
        on_window("resize", move |_: Event| look());
        viewport.into()
    }

    /// A-M18: touch, or narrow.
    pub(crate) fn is_mobile(&self) -> bool {
        self.touch || self.width < MOBILE_WIDTH
    }

    /// How a game is laid out here.
    pub(crate) fn layout(&self) -> Layout {
        match (self.is_mobile(), self.height >= self.width) {
            (false, _) => Layout::Desktop,
            (true, true) => Layout::Portrait,
            // A large tablet held sideways has room enough for the upright layout.
            (true, false) if self.height >= MOBILE_WIDTH => Layout::Portrait,
            (true, false) => Layout::Landscape,
        }
    }

    /// Device pixels of a board's cell here, where so many pixels of height are kept for something
    /// else.
    pub(crate) fn cell(&self, rules: &Rules, kept: f64) -> u32 {
        let (columns, rows) = (f64::from(rules.width), f64::from(rules.height));
        let (beside, around, (least, most)) = match self.layout() {
            Layout::Desktop => (DESKTOP_BESIDE, DESKTOP_AROUND, DESKTOP_CELL),
            Layout::Portrait => (0.0, PORTRAIT_AROUND, MOBILE_CELL),
            Layout::Landscape => (0.0, LANDSCAPE_AROUND, MOBILE_CELL),
        };
        let fits = ((self.width - beside) / columns).min((self.height - around - kept) / rows);
        let cell = fits.floor().clamp(least, most);
        // Whole device pixels keep edges sharp; a broken ratio must not push a cell off its limits.
        let device = (cell * self.density).floor();
        if device / self.density < least { device as u32 + 1 } else { device as u32 }
    }

    /// Device pixels of a cell in the hold and next boxes.
    pub(crate) fn small_cell(&self) -> u32 {
        let cell = match self.layout() {
            Layout::Desktop => 22.0,
            Layout::Portrait | Layout::Landscape => 12.0,
        };
        (cell * self.density).round() as u32
    }

    /// Tells the styles how big a board of these rules is.
    pub(crate) fn apply(&self, rules: &Rules, kept: f64) {
        // Thousandths of a pixel, spelt without the machinery that prints floating-point numbers.
        let px = |device: u32| {
            let thousandths = (f64::from(device) * 1000.0 / self.density).round() as u64;
            format!("{}.{:03}px", thousandths / 1000, thousandths % 1000)
        };
        page::set_token("--cell-size", &px(self.cell(rules, kept)));
        page::set_token("--cell-small", &px(self.small_cell()));
        page::set_token("--board-columns", &rules.width.to_string());
        page::set_token("--board-rows", &rules.height.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn viewport(width: f64, height: f64, touch: bool) -> Viewport {
        Viewport { width, height, density: 1.0, touch }
    }

    /// M-079
    #[test]
    fn touch_or_less_than_768_pixels_is_mobile() {
        assert!(viewport(1440.0, 900.0, true).is_mobile());
        assert!(viewport(767.0, 900.0, false).is_mobile());
        assert!(!viewport(768.0, 900.0, false).is_mobile());
    }

    /// M-085
    #[test]
    fn a_mobile_cell_has_15_to_18_pixels_at_any_density() {
        for (width, height) in [(320.0, 568.0), (390.0, 844.0), (844.0, 390.0), (1366.0, 1024.0)] {
            for density in [1.0, 1.5, 2.0, 2.625, 2.75, 3.0] {
                let viewport = Viewport { density, ..viewport(width, height, true) };
                let cell = f64::from(viewport.cell(&Rules::marathon(), 0.0)) / density;
                assert!((15.0..=18.0).contains(&cell), "{width}x{height}@{density}: {cell}");
            }
        }
        assert_eq!(viewport(390.0, 844.0, true).cell(&Rules::marathon(), 0.0), 18);
    }

    #[test]
    fn a_desktop_board_fills_the_height() {
        assert_eq!(viewport(1440.0, 900.0, false).cell(&Rules::marathon(), 0.0), 38);
        assert_eq!(viewport(1024.0, 640.0, false).cell(&Rules::marathon(), 0.0), 25);
    }
}
