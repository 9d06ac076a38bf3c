//! How big things are: the window's size and what fits into it.

use quintet_engine::Rules;
use quintet_frontend::{BoardSize, LayoutChoice};
use wasm_bindgen::JsValue;
use web_sys::{Event, PointerEvent};

use crate::dom::{follow, on_window, on_window_first};
use crate::games;
use crate::page::{self, window};
use crate::signals::prelude::*;
use crate::store::Settings;

/// M-079: narrower than this is mobile, whatever the device.
const MOBILE_WIDTH: f64 = 768.0;
/// A window of at least this many pixels in both directions is no phone's.
const LARGE_PX: f64 = 600.0;
/// No cell is larger than this.
const LARGEST_CELL: f64 = 400.0;
/// Pixels of a cell in the hold and next boxes of a phone.
const PHONE_SMALL_CELL: f64 = 12.0;
/// The window width from which a duel on the desktop has columns on both sides of each board.
const DUEL_WIDE: f64 = 1200.0;
/// What two boards on the desktop need beside them and above and below: wide, and narrow.
const DUEL_BESIDE: [f64; 2] = [706.0, 390.0];
const DUEL_AROUND: [f64; 2] = [166.0, 226.0];
/// What they need above and below at least, where they are fitted into a wide window.
const DUEL_AROUND_LEAST: f64 = 132.0;
/// What stands beside the own and an opponent's board on a phone held upright.
const OPPONENT_BESIDE: f64 = 56.0;
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

/// What a player chose about sizes and the layout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Chosen {
    /// How large boards are.
    pub(crate) size: BoardSize,
    /// Per cent of the standard size.
    pub(crate) zoom: u32,
    /// What games are laid out for.
    pub(crate) layout: LayoutChoice,
}

impl Chosen {
    fn of(settings: &Settings) -> Chosen {
        Chosen { size: settings.board_size, zoom: settings.zoom, layout: settings.layout }
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
    /// Whether the player used keys last, and not the screen.
    pub(crate) used_keys: bool,
    /// What the player chose.
    pub(crate) chosen: Chosen,
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
            used_keys: false,
            chosen: Chosen::default(),
        }
    }

    /// Follows the window, what the player chose, and what is used to play.
    pub(crate) fn follow(settings: RwSignal<Settings>) -> RwSignal<Viewport> {
        let viewport = RwSignal::new(Viewport::now());
        let change = move |change: &dyn Fn(&mut Viewport)| {
            let before = viewport.get_untracked();
            let mut now = before;
            change(&mut now);
            if before != now {
                viewport.set(now);
            }
        };
        on_window("resize", move |_: Event| {
            change(&|viewport| {
                let Viewport { used_keys, chosen, .. } = *viewport;
                *viewport = Viewport { used_keys, chosen, ..Viewport::now() };
            });
        });
        follow(move || {
            let chosen = settings.with(Chosen::of);
            change(&|viewport| viewport.chosen = chosen);
        });
        on_window_first("keydown", move |_: Event| change(&|viewport| viewport.used_keys = true));
        on_window_first("pointerdown", move |event: PointerEvent| {
            if event.pointer_type() == "touch" {
                change(&|viewport| viewport.used_keys = false);
            }
        });
        viewport
    }

    /// A-M18: touch, or narrow. A large screen with touch may be used with keys all the same.
    pub(crate) fn is_mobile(&self) -> bool {
        let is_large = self.width.min(self.height) >= LARGE_PX;
        let touched = match self.chosen.layout {
            LayoutChoice::Automatic => self.touch && !(self.used_keys && is_large),
            LayoutChoice::Keys => false,
            LayoutChoice::Touch => true,
        };
        touched || self.width < MOBILE_WIDTH
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
        let (cell, least) = self.cell_px(rules, kept, place);
        // Whole device pixels keep edges sharp; a broken ratio must not push a cell off its limits.
        let device = (cell * self.density).floor();
        if device / self.density < least { device as u32 + 1 } else { device as u32 }
    }

    /// The same board with its documented size.
    fn standard(&self) -> Viewport {
        Viewport { chosen: Chosen { size: BoardSize::Standard, ..self.chosen }, ..*self }
    }

    /// How much larger than documented the board of a game in play is here.
    fn scale(&self, rules: &Rules) -> f64 {
        if self.layout() != Layout::Desktop || self.chosen.size == BoardSize::Standard {
            return 1.0;
        }
        let is_duel = games::of(rules.game).0.is_duel();
        let place = if is_duel { Sharing::Own } else { Sharing::Alone };
        let (cell, _) = self.cell_px(rules, Kept::NOTHING, place);
        let (standard, _) = self.standard().cell_px(rules, Kept::NOTHING, place);
        (cell / standard).max(1.0)
    }

    /// Whether the board of a game for one covers less than half of the height, and could be larger.
    pub(crate) fn is_board_small(&self, rules: &Rules) -> bool {
        let (cell, _) = self.cell_px(rules, Kept::NOTHING, Sharing::Alone);
        self.chosen.size == BoardSize::Standard
            && cell * f64::from(rules.height) * 2.0 < self.height
    }

    /// Pixels of a cell, and the least it may have.
    fn cell_px(&self, rules: &Rules, kept: Kept, place: Sharing) -> (f64, f64) {
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
        let free = self.height - around - kept.below;
        let fits = ((self.width - beside) / columns).min(free / rows);
        // Not `clamp`, which would bring along the machinery that prints floating-point numbers.
        let mut cell = fits.floor().min(most).max(least);
        if self.chosen.size != BoardSize::Standard {
            let is_wide_duel =
                place != Sharing::Alone && layout == Layout::Desktop && self.width >= DUEL_WIDE;
            let spare = if is_wide_duel { around - DUEL_AROUND_LEAST } else { 0.0 };
            let high = (free + spare) / rows;
            // The boxes beside a board on a desktop grow with it.
            let wide = match (layout, place) {
                (Layout::Desktop, _) => self.width / (columns + beside / cell),
                (Layout::Portrait, Sharing::Own | Sharing::Other) => {
                    (self.width - OPPONENT_BESIDE) / (columns * 1.55)
                }
                (Layout::Portrait | Layout::Landscape, _) => (self.width - beside) / columns,
            };
            let largest = high.min(wide).min(LARGEST_CELL).max(cell);
            let wanted = match self.chosen.size {
                BoardSize::Zoom => cell * f64::from(self.chosen.zoom) / 100.0,
                BoardSize::Standard | BoardSize::Fit => largest,
            };
            least = least.min(LEAST_CELL);
            cell = wanted.min(largest).max(least).floor();
        }
        if place == Sharing::Other && layout != Layout::Desktop {
            cell = (cell * 0.55).floor();
            if layout == Layout::Landscape {
                cell = cell.min(((self.height - THUMBS) / rows).floor());
            }
            least = cell;
        }
        (cell, least)
    }

    /// What a game needs here.
    fn room(&self, rules: &Rules) -> Room {
        let space = games::space(rules.game);
        match self.layout() {
            Layout::Desktop => space.desktop,
            Layout::Portrait => space.portrait,
            Layout::Landscape => space.landscape,
        }
    }

    /// Device pixels of a cell in the hold and next boxes.
    pub(crate) fn small_cell(&self, rules: &Rules) -> u32 {
        let cell = match self.layout() {
            Layout::Desktop => games::space(rules.game).small_cell,
            Layout::Portrait | Layout::Landscape => PHONE_SMALL_CELL,
        };
        (cell * self.scale(rules) * self.density).round() as u32
    }

    /// How many small cells a box for one piece is high; it is five wide.
    pub(crate) fn box_rows(&self, rules: &Rules) -> u32 {
        match self.layout() {
            Layout::Desktop => games::space(rules.game).box_rows,
            Layout::Portrait | Layout::Landscape => Space::STANDARD.box_rows,
        }
    }

    /// Tells the styles how big a board of these rules is.
    pub(crate) fn apply(&self, rules: &Rules, kept: Kept, place: Sharing) {
        page::set_token("--cell-size", &self.px(self.cell(rules, kept, place)));
        page::set_token("--cell-small", &self.px(self.small_cell(rules)));
        let thousandths = (self.scale(rules) * 1000.0) as u32;
        page::set_token("--board-scale", &format!("calc({thousandths} / 1000)"));
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
    use quintet_engine::GameName;

    fn viewport(width: f64, height: f64, touch: bool) -> Viewport {
        let (used_keys, chosen) = (false, Chosen::default());
        Viewport { width, height, density: 1.0, touch, used_keys, chosen }
    }

    /// M-079
    #[test]
    fn touch_or_less_than_768_pixels_is_mobile() {
        assert!(viewport(1440.0, 900.0, true).is_mobile());
        assert!(viewport(767.0, 900.0, false).is_mobile());
        assert!(!viewport(768.0, 900.0, false).is_mobile());
    }

    #[test]
    fn a_large_screen_with_touch_is_laid_out_for_what_is_used_or_chosen() {
        let mut laptop = viewport(1280.0, 800.0, true);
        assert!(laptop.is_mobile());
        laptop.used_keys = true;
        assert!(!laptop.is_mobile());
        laptop.chosen.layout = LayoutChoice::Touch;
        assert!(laptop.is_mobile());
        let mut phone = viewport(844.0, 390.0, true);
        phone.used_keys = true;
        assert!(phone.is_mobile(), "a phone stays one");
        phone.chosen.layout = LayoutChoice::Keys;
        assert!(!phone.is_mobile());
        assert!(Viewport { width: 390.0, ..phone }.is_mobile(), "narrow");
    }

    #[test]
    fn a_fitted_board_covers_85_per_cent_of_a_large_window_and_stays_on_whole_pixels() {
        for (width, height) in [(1920.0, 1080.0), (2560.0, 1440.0)] {
            for density in [1.0, 1.25, 1.5, 2.0] {
                let mut large = Viewport { density, ..viewport(width, height, false) };
                large.chosen.size = BoardSize::Fit;
                for game in GameName::ALL {
                    let rules = &*game.rules();
                    let place = if game.boards() > 1 { Sharing::Own } else { Sharing::Alone };
                    let cell = f64::from(large.cell(rules, Kept::NOTHING, place)) / density;
                    let covered = cell * f64::from(rules.height) / height;
                    assert!((0.85..=1.0).contains(&covered), "{game:?} {width}: {covered}");
                }
            }
        }
    }

    #[test]
    fn a_zoomed_board_has_its_share_of_the_standard_size_as_far_as_it_fits() {
        let mut large = viewport(2560.0, 1440.0, false);
        large.chosen = Chosen { size: BoardSize::Zoom, zoom: 150, ..Chosen::default() };
        let cell = |it: Viewport| it.cell(&Rules::marathon(), Kept::NOTHING, Sharing::Alone);
        assert_eq!(cell(large), 60);
        large.chosen.zoom = 300;
        assert_eq!(cell(large), 65, "what the height allows");
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
