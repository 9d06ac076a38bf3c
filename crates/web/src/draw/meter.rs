//! The garbage that waits beside a board.

use quintet_engine::{Rules, View};
use web_sys::HtmlCanvasElement;

use super::layout::Grid;
use super::look::Palette;
use super::surface::{Area, Ink, Surface};

/// The number of pending rows from which the meter shows an urgent colour.
const PRESSING: u8 = 4;

/// Shows waiting garbage as a column that grows from the floor, a segment a row.
#[derive(Debug)]
pub(crate) struct Meter {
    screen: Surface,
    empty: Ink,
    waiting: Ink,
    pressing: Ink,
    edge: Ink,
    grid: Grid,
    shown: Option<u8>,
}

impl Meter {
    /// Ready to stand beside a board of these rules with this many device pixels a cell. Sets the
    /// size of the canvas: as high as the board, a third of a cell wide.
    pub(crate) fn new(canvas: &HtmlCanvasElement, rules: &Rules, cell: u32) -> Option<Meter> {
        let grid = Grid { cell: cell.max(3), columns: 1, rows: rules.height };
        let palette = Palette::read();
        let screen = Surface::of(canvas.clone())?;
        screen.resize(grid.cell / 3, grid.height());
        Some(Meter {
            screen,
            empty: Ink::of(palette.field),
            waiting: Ink::of(palette.gold),
            pressing: Ink::of(palette.danger),
            edge: Ink::of(palette.danger.lighter(0.55)),
            grid,
            shown: None,
        })
    }

    /// Shows how much waits; draws only when that has changed.
    pub(crate) fn paint(&mut self, view: &View<'_>) {
        let waiting = view.pending_garbage.min(self.grid.rows);
        if self.shown == Some(waiting) {
            return;
        }
        self.shown = Some(waiting);
        let all = self.screen.area();
        self.screen.dip(&self.empty);
        self.screen.fill(all);
        let gap = (all.width / 8.0).round().max(1.0);
        for number in 0..waiting {
            let at = segment(self.grid, number, all.width).inset(gap);
            self.screen.dip(if waiting < PRESSING { &self.waiting } else { &self.pressing });
            self.screen.fill(at);
            if number + 1 == waiting {
                self.screen.dip(&self.edge);
                self.screen.fill(Area { height: gap, ..at });
            }
        }
    }
}

/// Where the segment of a waiting row stands, the first on the floor.
fn segment(grid: Grid, number: u8, width: f64) -> Area {
    let row = grid.rows as i8 - 1 - number as i8;
    Area::new(0.0, grid.y(row), width, f64::from(grid.cell))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waiting_rows_pile_up_from_the_floor() {
        let grid = Grid { cell: 30, columns: 1, rows: 20 };
        assert_eq!(segment(grid, 0, 10.0), Area::new(0.0, 570.0, 10.0, 30.0));
        assert_eq!(segment(grid, 19, 10.0), Area::new(0.0, 0.0, 10.0, 30.0));
    }
}
