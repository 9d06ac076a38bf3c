//! How big things are: the window's size and what fits into it.

use quintet_engine::Rules;
use wasm_bindgen::JsValue;
use web_sys::Event;

use crate::dom::on_window;
use crate::games;
use crate::page::{self, window};
use crate::signals::prelude::*;

/// M-079: narrower than this is mobile, whatever the device.
const MOBILE_WIDTH: f64 = 768.0;
/// Pixels of a cell in the hold and next boxes of a phone.
const PHONE_SMALL_CELL: f64 = 12.0;
/// The window width from which a duel on the desktop has columns on both sides of each board.
const DUEL_WIDE: f64 = 1200.0;
/// What two boards on the desktop need beside them and above and below: wide, and narrow.
const DUEL_BESIDE: [f64; 2] = [706.0, 390.0];
const DUEL_AROUND: [f64; 2] = [166.0, 226.0];
/// What the name of a player needs above a board on a phone.
const NAME_ABOVE: f64 = 24.0;
/// What two equal boards on a phone need beside them.
const HALVES_BESIDE: f64 = 44.0;
/// The least pixels a cell has where two equal boards share a phone, and where one stands beside
/// the controls of a replay.
const LEAST_CELL: f64 = 6.0;
/// What each of two equal boards needs beside it on a phone held sideways, with room for pause.
const HALF_SIDE: f64 = 132.0;
/// What stands above each of two equal boards on a phone held upright.
const HALF_ABOVE: f64 = 272.0;
/// What the controls for the thumbs need above and below an opponent's small board.
const THUMBS: f64 = 152.0;

/// How large a game's board is, and what it needs around it, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    /// On a desktop.
    pub(crate) desktop: Room,
    /// On a phone held upright.
    pub(crate) portrait: Room,
    /// On a phone held sideways.
    pub(crate) landscape: Room,
    /// A cell in the hold and next boxes on a desktop.
    pub(crate) small_cell: f64,
    /// How many of these cells a box for one piece is high there.
    pub(crate) box_rows: u32,
}

impl Space {
    /// For a board of ten columns with boxes and numbers beside it.
    pub(crate) const STANDARD: Space = Space {
        desktop: Room::DESKTOP,
        portrait: Room::PORTRAIT,
        landscape: Room::LANDSCAPE,
        small_cell: 22.0,
        box_rows: 3,
    };
}

/// What a board needs in one of the layouts, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Room {
    /// Left and right of it.
    pub(crate) beside: f64,
    /// Above and below it.
    pub(crate) around: f64,
    /// The smallest and the largest cell.
    pub(crate) cell: (f64, f64),
}

impl Room {
    /// Padding, the hints and the frame above and below; boxes and numbers on either side.
    pub(crate) const DESKTOP: Room = Room { beside: 420.0, around: 128.0, cell: (14.0, 40.0) };
    /// Hold and next, numbers and controls above and below. (M-085)
    pub(crate) const PORTRAIT: Room =
        Room { beside: 0.0, around: 84.0 + 56.0 + 112.0 + 20.0, cell: (15.0, 18.0) };
    /// Numbers and controls on either side. (M-085)
    pub(crate) const LANDSCAPE: Room = Room { beside: 400.0, around: 8.0, cell: (15.0, 18.0) };
}

/// Room that a board leaves for something else than what a game in play has around it, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Kept {
    /// Below it.
    pub(crate) below: f64,
    /// Left and right of it on a phone held sideways, in place of a game's numbers and controls.
    pub(crate) beside: f64,
}

impl Kept {
    /// Nothing.
    pub(crate) const NOTHING: Kept = Kept { below: 0.0, beside: 0.0 };
}

/// How a board shares the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// Alone.
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

    /// Device pixels of a board's cell here, where some room is kept for something else.
    pub(crate) fn cell(&self, rules: &Rules, kept: Kept, place: Sharing) -> u32 {
        let (mut columns, rows) = (f64::from(rules.width), f64::from(rules.height));
        let Room { mut beside, mut around, cell: (mut least, most) } = self.room(rules);
        let layout = self.layout();
        if kept != Kept::NOTHING {
            least = LEAST_CELL;
            if layout == Layout::Landscape {
                beside = kept.beside;
                columns *= if place == Sharing::Alone { 1.0 } else { 1.7 };
            }
        }
        match (layout, place) {
            // The bare game too has something below its board then.
            (Layout::Desktop, Sharing::Alone) if kept.below > 0.0 => around = Room::DESKTOP.around,
            (_, Sharing::Alone) | (Layout::Landscape, Sharing::Own | Sharing::Other) => {}
            (Layout::Desktop, _) => {
                let narrow = usize::from(self.width < DUEL_WIDE);
                (beside, around) = (DUEL_BESIDE[narrow], DUEL_AROUND[narrow]);
                columns *= 2.0;
            }
            (Layout::Portrait, Sharing::Own | Sharing::Other) => around += NAME_ABOVE,
            (Layout::Landscape, Sharing::Half) => {
                (beside, around, least) = (2.0 * HALF_SIDE, 8.0 + NAME_ABOVE, LEAST_CELL);
                columns *= 2.0;
            }
            (Layout::Portrait, Sharing::Half) => {
                (beside, around, least) = (HALVES_BESIDE, HALF_ABOVE, LEAST_CELL);
                columns *= 2.0;
            }
        }
        let fits =
            ((self.width - beside) / columns).min((self.height - around - kept.below) / rows);
        // Not `clamp`, which would bring along the machinery that prints floating-point numbers.
        let mut cell = fits.floor().min(most).max(least);
        if place == Sharing::Other && layout != Layout::Desktop {
            cell = (cell * 0.55).floor();
            if layout == Layout::Landscape {
                cell = cell.min(((self.height - THUMBS) / rows).floor());
            }
            least = cell;
        }
        // Whole device pixels keep edges sharp; a broken ratio must not push a cell off its limits.
        let device = (cell * self.density).floor();
        if device / self.density < least { device as u32 + 1 } else { device as u32 }
    }

    /// What a game needs here.
    fn room(&self, rules: &Rules) -> Room {
        let space = &games::of(rules.game).0.space;
        match self.layout() {
            Layout::Desktop => space.desktop,
            Layout::Portrait => space.portrait,
            Layout::Landscape => space.landscape,
        }
    }

    /// Device pixels of a cell in the hold and next boxes.
    pub(crate) fn small_cell(&self, rules: &Rules) -> u32 {
        let cell = match self.layout() {
            Layout::Desktop => games::of(rules.game).0.space.small_cell,
            Layout::Portrait | Layout::Landscape => PHONE_SMALL_CELL,
        };
        (cell * self.density).round() as u32
    }

    /// How many small cells a box for one piece is high; it is five wide.
    pub(crate) fn box_rows(&self, rules: &Rules) -> u32 {
        match self.layout() {
            Layout::Desktop => games::of(rules.game).0.space.box_rows,
            Layout::Portrait | Layout::Landscape => Space::STANDARD.box_rows,
        }
    }

    /// Tells the styles how big a board of these rules is.
    pub(crate) fn apply(&self, rules: &Rules, kept: Kept, place: Sharing) {
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
                    f64::from(viewport.cell(&Rules::marathon(), Kept::NOTHING, Sharing::Alone))
                        / density;
                assert!((15.0..=18.0).contains(&cell), "{width}x{height}@{density}: {cell}");
            }
        }
        assert_eq!(
            viewport(390.0, 844.0, true).cell(&Rules::marathon(), Kept::NOTHING, Sharing::Alone),
            18
        );
    }

    /// S-03 S-08 F-10.4 F-E2 F-E5
    #[test]
    fn some_boards_have_the_size_that_is_asked_for() {
        for (width, height) in [(1440.0, 900.0), (1280.0, 720.0)] {
            let desktop = viewport(width, height, false);
            assert_eq!(
                desktop.cell(&Rules::minimal(), Kept::NOTHING, Sharing::Alone),
                32,
                "320 by 640"
            );
        }
        let desktop = viewport(1440.0, 900.0, false);
        assert_eq!(desktop.cell(&Rules::flip(), Kept::NOTHING, Sharing::Alone), 30, "300 by 600");
        let (cell, rows) = (desktop.small_cell(&Rules::flip()), desktop.box_rows(&Rules::flip()));
        assert_eq!((cell * 5, cell * rows), (120, 120));
        assert_eq!(
            viewport(390.0, 844.0, true).cell(&Rules::minimal(), Kept::NOTHING, Sharing::Alone),
            32
        );
    }

    #[test]
    fn a_desktop_board_fills_the_height() {
        assert_eq!(
            viewport(1440.0, 900.0, false).cell(&Rules::marathon(), Kept::NOTHING, Sharing::Alone),
            38
        );
        assert_eq!(
            viewport(1024.0, 640.0, false).cell(&Rules::marathon(), Kept::NOTHING, Sharing::Alone),
            25
        );
    }

    #[test]
    fn two_boards_fit_beside_each_other() {
        let rules = Rules::battle();
        let desktop = viewport(1440.0, 900.0, false);
        assert_eq!(
            desktop.cell(&rules, Kept::NOTHING, Sharing::Own),
            desktop.cell(&rules, Kept::NOTHING, Sharing::Other)
        );
        for (width, height) in [(320.0, 568.0), (390.0, 844.0), (844.0, 390.0), (1440.0, 900.0)] {
            let phone = viewport(width, height, true);
            let [own, other, half] = [Sharing::Own, Sharing::Other, Sharing::Half]
                .map(|place| f64::from(phone.cell(&rules, Kept::NOTHING, place)));
            assert!(other <= own * 0.6, "{width}x{height}");
            assert!((own + other) * 10.0 < width && half * 20.0 < width, "{width}x{height}");
        }
    }
}
