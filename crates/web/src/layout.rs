//! How big things are: the window's size and what fits into it.

use quintet_engine::{GameName, Rules};
use wasm_bindgen::JsValue;
use web_sys::Event;

use crate::dom::on_window;
use crate::page::{self, window};
use crate::signals::prelude::*;

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

/// What the sums beside a Domino board need, on either side so that it stays in the middle.
const SUMS_BESIDE: f64 = 112.0;
/// What the button that turns gravity over needs above the others.
const FLIP_BUTTON: f64 = 80.0;
/// What a phone held sideways needs above and below a board whose numbers stand beside it.
const BESIDE_NUMBERS: f64 = 16.0;
/// From so many pixels on, a duel on the desktop has columns on both sides of each board.
const DUEL_WIDE: f64 = 1200.0;
/// What two boards on the desktop need beside them and above and below: wide, and narrow.
const DUEL_BESIDE: [f64; 2] = [706.0, 390.0];
const DUEL_AROUND: [f64; 2] = [166.0, 226.0];
/// What the name of a player needs above a board on a phone.
const NAME_ABOVE: f64 = 24.0;
/// What two equal boards on a phone need beside them.
const HALVES_BESIDE: f64 = 44.0;
/// The least pixels a cell has where two equal boards share a phone.
const HALF_CELL: f64 = 10.0;

/// How a board shares the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// With nobody.
    Alone,
    /// With an opponent, whose board is small on a phone.
    Own,
    /// As that opponent.
    Other,
    /// With an opponent at the same keyboard: both boards are of a size.
    Half,
}

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
    pub(crate) fn follow() -> RwSignal<Viewport> {
        let viewport = RwSignal::new(Viewport::now());
        let look = move || {
            let now = Viewport::now();
            if viewport.get_untracked() != now {
                viewport.set(now);
            }
        };
        on_window("resize", move |_: Event| look());
        viewport
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
    pub(crate) fn cell(&self, rules: &Rules, kept: f64, place: Sharing) -> u32 {
        let (mut columns, rows) = (f64::from(rules.width), f64::from(rules.height));
        let (mut beside, mut around, (mut least, most)) = self.room(rules);
        match (self.layout(), place) {
            // The bare game too has something below its board then.
            (Layout::Desktop, Sharing::Alone) if kept > 0.0 => around = DESKTOP_AROUND,
            (_, Sharing::Alone) => {}
            (Layout::Desktop, _) => {
                let narrow = usize::from(self.width < DUEL_WIDE);
                (beside, around) = (DUEL_BESIDE[narrow], DUEL_AROUND[narrow]);
                columns *= 2.0;
            }
            (_, Sharing::Own | Sharing::Other) => around += NAME_ABOVE,
            (_, Sharing::Half) => {
                (beside, around, least) = (HALVES_BESIDE, around + NAME_ABOVE, HALF_CELL);
                columns *= 2.0;
            }
        }
        let fits = ((self.width - beside) / columns).min((self.height - around - kept) / rows);
        // Not `clamp`, which would bring along the machinery that prints floating-point numbers.
        let mut cell = fits.floor().min(most).max(least);
        if place == Sharing::Other && self.layout() != Layout::Desktop {
            cell = (cell * 0.55).floor();
            least = cell;
        }
        // Whole device pixels keep edges sharp; a broken ratio must not push a cell off its limits.
        let device = (cell * self.density).floor();
        if device / self.density < least { device as u32 + 1 } else { device as u32 }
    }

    /// What a game needs beside its board, and above and below it; and the least and the most
    /// pixels that one of its cells has.
    fn room(&self, rules: &Rules) -> (f64, f64, (f64, f64)) {
        let (beside, around, (least, most)) = match self.layout() {
            Layout::Desktop => (DESKTOP_BESIDE, DESKTOP_AROUND, DESKTOP_CELL),
            Layout::Portrait => (0.0, PORTRAIT_AROUND, MOBILE_CELL),
            Layout::Landscape => (0.0, LANDSCAPE_AROUND, MOBILE_CELL),
        };
        let is_desktop = self.layout() == Layout::Desktop;
        match rules.game {
            GameName::DominoEasy | GameName::DominoHard => {
                let around = match self.layout() {
                    Layout::Desktop => around,
                    Layout::Portrait => around - 20.0,
                    Layout::Landscape => BESIDE_NUMBERS,
                };
                (beside + SUMS_BESIDE, around, (least, if is_desktop { 44.0 } else { 32.0 }))
            }
            GameName::Flip => {
                let around = match self.layout() {
                    Layout::Desktop => around,
                    Layout::Portrait => around + FLIP_BUTTON,
                    Layout::Landscape => BESIDE_NUMBERS,
                };
                // F-E5: blocks of 30 pixels.
                (beside, around, (least, 30.0))
            }
            // S-08: cells of 32 pixels. Nothing stands around them but fingers.
            GameName::Minimal => match self.layout() {
                Layout::Desktop => (16.0, 32.0, (least, 32.0)),
                Layout::Portrait => (4.0, 184.0, (10.0, 32.0)),
                Layout::Landscape => (4.0, 16.0, (10.0, 32.0)),
            },
            _ => (beside, around, (least, most)),
        }
    }

    /// Device pixels of a cell in the hold and next boxes.
    pub(crate) fn small_cell(&self, rules: &Rules) -> u32 {
        let cell = match (self.layout(), rules.game) {
            (Layout::Desktop, GameName::Flip) => 24.0,
            (Layout::Desktop, _) => 22.0,
            (Layout::Portrait | Layout::Landscape, _) => 12.0,
        };
        (cell * self.density).round() as u32
    }

    /// How many small cells a box for one piece is high; it is five wide.
    pub(crate) fn box_rows(&self, rules: &Rules) -> u32 {
        // F-E5: the next piece has a canvas of 120 by 120 pixels.
        if (self.layout(), rules.game) == (Layout::Desktop, GameName::Flip) { 5 } else { 3 }
    }

    /// Tells the styles how big a board of these rules is.
    pub(crate) fn apply(&self, rules: &Rules, kept: f64, place: Sharing) {
        page::set_token("--cell-size", &self.px(self.cell(rules, kept, place)));
        page::set_token("--cell-small", &self.px(self.small_cell(rules)));
        page::set_token("--piece-rows", &self.box_rows(rules).to_string());
        page::set_token("--board-columns", &rules.width.to_string());
        page::set_token("--board-rows", &rules.height.to_string());
    }

    /// Device pixels as a length for the styles: thousandths of a pixel, spelt without the
    /// machinery that prints floating-point numbers.
    pub(crate) fn px(&self, device: u32) -> String {
        let thousandths = (f64::from(device) * 1000.0 / self.density).round() as u64;
        format!("{}.{:03}px", thousandths / 1000, thousandths % 1000)
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
                let cell =
                    f64::from(viewport.cell(&Rules::marathon(), 0.0, Sharing::Alone)) / density;
                assert!((15.0..=18.0).contains(&cell), "{width}x{height}@{density}: {cell}");
            }
        }
        assert_eq!(viewport(390.0, 844.0, true).cell(&Rules::marathon(), 0.0, Sharing::Alone), 18);
    }

    /// S-03 S-08 F-10.4 F-E2 F-E5
    #[test]
    fn some_boards_have_the_size_that_is_asked_for() {
        for (width, height) in [(1440.0, 900.0), (1280.0, 720.0)] {
            let desktop = viewport(width, height, false);
            assert_eq!(desktop.cell(&Rules::minimal(), 0.0, Sharing::Alone), 32, "320 by 640");
        }
        let desktop = viewport(1440.0, 900.0, false);
        assert_eq!(desktop.cell(&Rules::flip(), 0.0, Sharing::Alone), 30, "300 by 600");
        let (cell, rows) = (desktop.small_cell(&Rules::flip()), desktop.box_rows(&Rules::flip()));
        assert_eq!((cell * 5, cell * rows), (120, 120));
        assert_eq!(viewport(390.0, 844.0, true).cell(&Rules::minimal(), 0.0, Sharing::Alone), 32);
    }

    #[test]
    fn a_desktop_board_fills_the_height() {
        assert_eq!(
            viewport(1440.0, 900.0, false).cell(&Rules::marathon(), 0.0, Sharing::Alone),
            38
        );
        assert_eq!(
            viewport(1024.0, 640.0, false).cell(&Rules::marathon(), 0.0, Sharing::Alone),
            25
        );
    }

    #[test]
    fn two_boards_fit_beside_each_other() {
        let rules = Rules::battle();
        let desktop = viewport(1440.0, 900.0, false);
        assert_eq!(
            desktop.cell(&rules, 0.0, Sharing::Own),
            desktop.cell(&rules, 0.0, Sharing::Other)
        );
        for (width, height) in [(320.0, 568.0), (390.0, 844.0), (844.0, 390.0), (1440.0, 900.0)] {
            let phone = viewport(width, height, true);
            let [own, other, half] = [Sharing::Own, Sharing::Other, Sharing::Half]
                .map(|place| f64::from(phone.cell(&rules, 0.0, place)));
            assert!(other <= own * 0.6, "{width}x{height}");
            assert!((own + other) * 10.0 < width && half * 20.0 < width, "{width}x{height}");
        }
    }
}
