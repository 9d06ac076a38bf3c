//! Where boards and what stands beside them go.

use quintet_engine::Rules;
use ratatui::layout::Rect;

use super::Look;

/// How large a cell of a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellSize {
    /// One character for two cells, one above the other.
    Half,
    /// Two characters wide and one high, enlarged by this factor.
    Whole(u16),
}

impl CellSize {
    /// Characters that this many columns and rows of cells need.
    pub(crate) const fn area(self, columns: u16, rows: u16) -> (u16, u16) {
        match self {
            CellSize::Half => (columns, rows.div_ceil(2)),
            CellSize::Whole(scale) => (2 * scale * columns, scale * rows),
        }
    }
}

/// A board and what belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardLayout {
    /// The board with its frame.
    pub(crate) frame: Rect,
    /// Numbers and hold.
    pub(crate) numbers: Rect,
    /// The coming pieces; none where they stand below the numbers.
    pub(crate) next: Option<Rect>,
    /// The column for pending garbage.
    pub(crate) meter: Option<u16>,
}

/// A whole table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TableLayout {
    pub(crate) cell: CellSize,
    pub(crate) boards: Vec<BoardLayout>,
    /// The line above everything.
    pub(crate) title: Rect,
    /// The line below everything.
    pub(crate) footer: Rect,
}

/// Columns for numbers and pieces beside a board.
const SIDE: u16 = 14;
const NARROW_SIDE: u16 = 11;
/// The largest cells that still look like blocks.
const LARGEST: u16 = 4;
/// Columns between what stands beside a board and the next board.
const GAP: u16 = 1;
/// The lines above and below the boards.
const LINES: u16 = 2;

/// Columns for the sums of the rows.
const fn sums(rules: &Rules) -> u16 {
    if rules.row_sums { 3 } else { 0 }
}

/// How much a table of these boards needs with such cells: columns and rows.
fn needed(rules: &Rules, boards: u16, cell: CellSize) -> (u16, u16) {
    let (width, height) = cell.area(rules.width.into(), rules.height.into());
    let (frame_width, frame_height) = (width + 2, height + 2);
    let columns = match (boards, cell) {
        (1, CellSize::Half) => frame_width + 1 + NARROW_SIDE + 4,
        (1, CellSize::Whole(_)) => frame_width + 2 * (SIDE + 1) + sums(rules),
        (_, CellSize::Half) => boards * (frame_width + 1 + NARROW_SIDE) + 1,
        (_, CellSize::Whole(_)) => boards * (frame_width + 1 + SIDE + GAP),
    };
    (columns, frame_height + LINES)
}

/// The largest table that fits; else the least columns and rows that would do.
pub(crate) fn fit(
    area: Rect,
    rules: &Rules,
    boards: usize,
    look: &Look,
) -> Result<TableLayout, (u16, u16)> {
    let boards = boards as u16;
    let mut sizes: Vec<CellSize> = (1..=LARGEST).rev().map(CellSize::Whole).collect();
    // Half blocks are not ASCII, and no number fits into one.
    if look.unicode {
        sizes.push(CellSize::Half);
    }
    let fits = |&size: &CellSize| {
        let (columns, rows) = needed(rules, boards, size);
        columns <= area.width && rows <= area.height
    };
    let Some(cell) = sizes.iter().copied().find(fits) else {
        let smallest = sizes.last().copied().unwrap_or(CellSize::Whole(1));
        return Err(needed(rules, boards, smallest));
    };
    let (columns, rows) = needed(rules, boards, cell);
    let left = area.x + (area.width - columns) / 2;
    let top = area.y + (area.height - rows) / 2 + 1;
    let (width, height) = cell.area(rules.width.into(), rules.height.into());
    let (width, height) = (width + 2, height + 2);
    let (side, gap) = if cell == CellSize::Half { (NARROW_SIDE, 0) } else { (SIDE, GAP) };
    let column = |x: u16, wide: u16| Rect::new(x, top, wide, height);
    let boards = match (boards, cell) {
        (1, CellSize::Half) => vec![BoardLayout {
            frame: column(left, width),
            numbers: column(left + width + 1, side + 4),
            next: None,
            meter: None,
        }],
        (1, CellSize::Whole(_)) => vec![BoardLayout {
            frame: column(left + side + 1, width),
            numbers: column(left, side),
            next: Some(column(left + side + 1 + width + 1 + sums(rules), side)),
            meter: None,
        }],
        _ => (0..boards)
            .map(|board| {
                let x = left + board * (width + 1 + side + gap);
                BoardLayout {
                    frame: column(x, width),
                    numbers: column(x + width + 1, side),
                    next: None,
                    meter: Some(x + width),
                }
            })
            .collect(),
    };
    let line = |y: u16| Rect::new(area.x, y, area.width, 1);
    Ok(TableLayout { cell, boards, title: line(top - 1), footer: line(top + height) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Depth;
    use quintet_engine::GameName;
    use quintet_frontend::Settings;

    fn look(unicode: bool) -> Look {
        Look::new(&Settings::default(), Depth::True, unicode)
    }

    #[test]
    fn every_game_fits_into_80_by_24_with_whole_cells() {
        for game in GameName::ALL {
            let area = Rect::new(0, 0, 80, 24);
            let layout = fit(area, &game.rules(), game.boards(), &look(false));
            let layout = layout.unwrap_or_else(|needs| panic!("{game} needs {needs:?}"));
            assert_eq!(layout.cell, CellSize::Whole(1));
            assert_eq!(layout.boards.len(), game.boards());
        }
    }

    #[test]
    fn nothing_overlaps_and_nothing_leaves_the_terminal() {
        for game in GameName::ALL {
            for (width, height) in [(28, 14), (60, 20), (80, 24), (120, 40), (300, 120)] {
                let area = Rect::new(0, 0, width, height);
                let Ok(layout) = fit(area, &game.rules(), game.boards(), &look(true)) else {
                    continue;
                };
                let mut parts = vec![layout.title, layout.footer];
                for place in &layout.boards {
                    parts.extend([place.frame, place.numbers]);
                    parts.extend(place.next);
                }
                for (number, part) in parts.iter().enumerate() {
                    assert_eq!(area.intersection(*part), *part, "{game} at {width}x{height}");
                    for other in &parts[number + 1..] {
                        assert!(!part.intersects(*other), "{game}: {part:?} {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn small_terminals_have_half_blocks_and_large_ones_large_cells() {
        let rules = GameName::Marathon.rules();
        let cell = |width, height| {
            fit(Rect::new(0, 0, width, height), &rules, 1, &look(true)).map(|layout| layout.cell)
        };
        assert_eq!(cell(40, 16), Ok(CellSize::Half));
        assert_eq!(cell(80, 24), Ok(CellSize::Whole(1)));
        assert_eq!(cell(120, 44), Ok(CellSize::Whole(2)));
        assert_eq!(cell(20, 10), Err((28, 14)));
    }
}
