//! How large the cells of boards and boxes are in a window.

use quintet_engine::Rules;
use quintet_frontend::BoardSize;

use super::{Chosen, Layout, Margins, ReservedSpace, Sharing, Space, Viewport};
use crate::{games, page};

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
/// Of what one board, or two, need above and below: lines of text, which grow with the board up to
/// a limit (`--hint-scale` in the styles).
const LINES: [f64; 2] = [56.0, 76.0];
const LINES_LARGEST: f64 = 1.4;
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
/// What stands above each of two equal boards on a phone held upright, and the live numbers below.
const HALF_AROUND: f64 = 284.0;
/// What the controls for the thumbs need above and below an opponent's small board.
const THUMBS: f64 = 152.0;

impl Viewport {
    /// Device pixels of a board's cell here, where some space is reserved for something else.
    pub(crate) fn cell(&self, rules: &Rules, reserved: ReservedSpace, place: Sharing) -> u32 {
        let (cell, least) = self.cell_px(rules, reserved, place);
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
        let (cell, _) = self.cell_px(rules, ReservedSpace::NOTHING, place);
        let (standard, _) = self.standard().cell_px(rules, ReservedSpace::NOTHING, place);
        (cell / standard).max(1.0)
    }

    /// Whether the board of a game in play covers less than half of the height, and could be larger.
    pub(crate) fn is_board_small(&self, rules: &Rules, place: Sharing) -> bool {
        let fitted = Viewport { chosen: Chosen { size: BoardSize::Fit, ..self.chosen }, ..*self };
        let (cell, _) = self.cell_px(rules, ReservedSpace::NOTHING, place);
        let (largest, _) = fitted.cell_px(rules, ReservedSpace::NOTHING, place);
        self.chosen.size == BoardSize::Standard
            && cell * f64::from(rules.height) * 2.0 < self.height
            && largest >= cell + 1.0
    }

    /// Pixels of a cell, and the least it may have.
    fn cell_px(&self, rules: &Rules, reserved: ReservedSpace, place: Sharing) -> (f64, f64) {
        let (mut columns, rows) = (f64::from(rules.width), f64::from(rules.height));
        let Margins { horizontal: mut beside, vertical: mut around, cell: (mut least, most) } =
            self.margins(rules);
        let layout = self.layout();
        if reserved != ReservedSpace::NOTHING {
            least = LEAST_CELL;
            if layout == Layout::Landscape {
                beside = reserved.beside;
                columns *= if place == Sharing::Alone { 1.0 } else { 1.7 };
            }
        }
        match (layout, place) {
            // The bare game too has something below its board then.
            (Layout::Desktop, Sharing::Alone) if reserved.below > 0.0 => {
                around = Margins::DESKTOP.vertical;
            }
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
                (beside, around, least) = (HALVES_BESIDE, HALF_AROUND, LEAST_CELL);
                columns *= 2.0;
            }
        }
        let free = self.height - around - reserved.below;
        let fits = ((self.width - beside) / columns).min(free / rows);
        // Not `clamp`, which would bring along the machinery that prints floating-point numbers.
        let mut cell = fits.floor().min(most).max(least);
        if self.chosen.size != BoardSize::Standard {
            let is_wide_duel =
                place != Sharing::Alone && layout == Layout::Desktop && self.width >= DUEL_WIDE;
            let spare = if is_wide_duel { around - DUEL_AROUND_LEAST } else { 0.0 };
            let high = self.high_cell(rules, free + spare, (rows, cell), place);
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
            cell = wanted.min(largest).max(least);
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

    /// The largest cell of a fitted board by the height that is free, with lines of text above and
    /// below that grow with it, from those of the standard cell.
    fn high_cell(
        &self,
        rules: &Rules,
        free: f64,
        (rows, standard): (f64, f64),
        place: Sharing,
    ) -> f64 {
        if self.layout() != Layout::Desktop || games::of(rules.game).0.is_bare {
            return free / rows;
        }
        let lines = LINES[usize::from(place != Sharing::Alone)];
        let growing = (free + lines) / (rows + lines / standard);
        growing.max((free - lines * (LINES_LARGEST - 1.0)) / rows)
    }

    /// What a game needs here.
    fn margins(&self, rules: &Rules) -> Margins {
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
    pub(crate) fn apply(&self, rules: &Rules, reserved: ReservedSpace, place: Sharing) {
        page::set_token("--cell-size", &self.px(self.cell(rules, reserved, place)));
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

    use crate::layout::viewport::tests::viewport;

    #[test]
    fn a_fitted_board_covers_85_per_cent_of_a_large_window_and_stays_on_whole_pixels() {
        for (width, height) in [(1920.0, 1080.0), (2560.0, 1440.0)] {
            for density in [1.0, 1.25, 1.5, 2.0] {
                let mut large = Viewport { density, ..viewport(width, height, false) };
                large.chosen.size = BoardSize::Fit;
                for game in GameName::ALL {
                    let rules = &*game.rules();
                    let place = if game.boards() > 1 { Sharing::Own } else { Sharing::Alone };
                    let cell =
                        f64::from(large.cell(rules, ReservedSpace::NOTHING, place)) / density;
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
        let cell =
            |it: Viewport| it.cell(&Rules::marathon(), ReservedSpace::NOTHING, Sharing::Alone);
        assert_eq!(cell(large), 60);
        large.chosen.zoom = 300;
        assert_eq!(cell(large), 64, "what the height allows");
    }

    /// M-085
    #[test]
    fn a_mobile_cell_has_15_to_18_pixels_at_any_density() {
        for (width, height) in [(320.0, 568.0), (390.0, 844.0), (844.0, 390.0), (1366.0, 1024.0)] {
            for density in [1.0, 1.5, 2.0, 2.625, 2.75, 3.0] {
                let viewport = Viewport { density, ..viewport(width, height, true) };
                let cell = f64::from(viewport.cell(
                    &Rules::marathon(),
                    ReservedSpace::NOTHING,
                    Sharing::Alone,
                )) / density;
                assert!((15.0..=18.0).contains(&cell), "{width}x{height}@{density}: {cell}");
            }
        }
        assert_eq!(
            viewport(390.0, 844.0, true).cell(
                &Rules::marathon(),
                ReservedSpace::NOTHING,
                Sharing::Alone
            ),
            18
        );
    }

    /// S-03 S-08 F-10.4 F-E2 F-E5
    #[test]
    fn some_boards_have_the_size_that_is_asked_for() {
        for (width, height) in [(1440.0, 900.0), (1280.0, 720.0)] {
            let desktop = viewport(width, height, false);
            assert_eq!(
                desktop.cell(&Rules::minimal(), ReservedSpace::NOTHING, Sharing::Alone),
                32,
                "320 by 640"
            );
        }
        let desktop = viewport(1440.0, 900.0, false);
        assert_eq!(
            desktop.cell(&Rules::flip(), ReservedSpace::NOTHING, Sharing::Alone),
            30,
            "300 by 600"
        );
        let (cell, rows) = (desktop.small_cell(&Rules::flip()), desktop.box_rows(&Rules::flip()));
        assert_eq!((cell * 5, cell * rows), (120, 120));
        assert_eq!(
            viewport(390.0, 844.0, true).cell(
                &Rules::minimal(),
                ReservedSpace::NOTHING,
                Sharing::Alone
            ),
            32
        );
    }

    #[test]
    fn a_desktop_board_fills_the_height() {
        assert_eq!(
            viewport(1440.0, 900.0, false).cell(
                &Rules::marathon(),
                ReservedSpace::NOTHING,
                Sharing::Alone
            ),
            38
        );
        assert_eq!(
            viewport(1024.0, 640.0, false).cell(
                &Rules::marathon(),
                ReservedSpace::NOTHING,
                Sharing::Alone
            ),
            25
        );
    }

    #[test]
    fn a_board_is_small_only_where_it_could_be_larger() {
        let small = |it: Viewport, rules, place| it.is_board_small(rules, place);
        let (battle, flip) = (&Rules::battle(), &Rules::flip());
        let phone = viewport(390.0, 844.0, true);
        assert!(small(phone, battle, Sharing::Own), "360 of 844 pixels");
        assert!(!small(phone, battle, Sharing::Half), "the width is taken");
        assert!(small(viewport(2560.0, 1440.0, false), flip, Sharing::Alone));
        assert!(!small(viewport(1440.0, 900.0, false), flip, Sharing::Alone));
    }

    #[test]
    fn two_boards_fit_beside_each_other() {
        let rules = Rules::battle();
        let desktop = viewport(1440.0, 900.0, false);
        assert_eq!(
            desktop.cell(&rules, ReservedSpace::NOTHING, Sharing::Own),
            desktop.cell(&rules, ReservedSpace::NOTHING, Sharing::Other)
        );
        for (width, height) in [(320.0, 568.0), (390.0, 844.0), (844.0, 390.0), (1440.0, 900.0)] {
            let phone = viewport(width, height, true);
            let [own, other, half] = [Sharing::Own, Sharing::Other, Sharing::Half]
                .map(|place| f64::from(phone.cell(&rules, ReservedSpace::NOTHING, place)));
            assert!(other <= own * 0.6, "{width}x{height}");
            assert!((own + other) * 10.0 < width && half * 20.0 < width, "{width}x{height}");
        }
    }
}
