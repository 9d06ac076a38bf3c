//! Where things are on a canvas, in whole device pixels.

use quintet_engine::Shape;

/// A grid of square cells whose edges all lie on device pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    /// The side of a cell in device pixels.
    pub(super) cell: u32,
    /// Columns.
    pub(super) columns: u8,
    /// Rows.
    pub(super) rows: u8,
}

impl Grid {
    /// Its width in device pixels.
    pub(super) const fn width(self) -> u32 {
        self.cell * self.columns as u32
    }

    /// Its height in device pixels.
    pub(super) const fn height(self) -> u32 {
        self.cell * self.rows as u32
    }

    /// Where a column begins.
    pub(super) fn x(self, column: i8) -> f64 {
        f64::from(column) * f64::from(self.cell)
    }

    /// Where a row begins; rows above the visible ones lie above the canvas.
    pub(super) fn y(self, row: i8) -> f64 {
        f64::from(row) * f64::from(self.cell)
    }
}

/// Where the box of a shape must begin so that its cells stand in the middle of an area.
pub(super) fn centred(shape: Shape, cell: f64, width: f64, height: f64) -> (f64, f64) {
    let (mut left, mut right, mut top, mut bottom) = (i8::MAX, i8::MIN, i8::MAX, i8::MIN);
    for (x, y) in shape.cells() {
        (left, right) = (left.min(x), right.max(x + 1));
        (top, bottom) = (top.min(y), bottom.max(y + 1));
    }
    let begin = |first: i8, end: i8, room: f64| {
        let middle = f64::midpoint(f64::from(first), f64::from(end));
        (room / 2.0 - middle * cell).round()
    };
    (begin(left, right, width), begin(top, bottom, height))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_above_the_field_lie_above_the_canvas() {
        let grid = Grid { cell: 23, columns: 10, rows: 20 };
        assert_eq!((grid.width(), grid.height()), (230, 460));
        assert_eq!((grid.x(3), grid.y(-1)), (69.0, -23.0));
    }

    #[test]
    fn a_small_piece_stands_in_the_middle_of_its_box() {
        let bar = Shape::drawn(&["....", "####"]);
        assert_eq!(centred(bar, 10.0, 60.0, 30.0), (10.0, 0.0));
        let corner = Shape::drawn(&["#..", "###"]);
        assert_eq!(centred(corner, 10.0, 60.0, 30.0), (15.0, 5.0));
        let square = Shape::drawn(&["##", "##"]);
        assert_eq!(centred(square, 11.0, 60.0, 30.0), (19.0, 4.0));
    }
}
