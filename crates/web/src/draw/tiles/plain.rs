//! Minimal's blocks: plain squares in the colours that CSS has names for.

use quintet_engine::Kind;
use web_sys::CanvasRenderingContext2d;

use crate::draw::surface::Area;

/// The field. (S-04)
pub(in crate::draw) const FIELD: &str = "black";

/// The colours by the kinds' numbers. (S-13)
const COLORS: [&str; 7] = ["cyan", "blue", "orange", "yellow", "green", "purple", "red"];

/// The name of a kind's colour.
fn color(kind: Kind) -> &'static str {
    COLORS[usize::from(kind.number() - 1) % COLORS.len()]
}

/// The side of a block: a cell of 32 pixels holds one of 31. (S-07)
fn side(cell: f64) -> f64 {
    (cell * 31.0 / 32.0).round()
}

/// Paints a block into a cell.
pub(in crate::draw) fn paint(pen: &CanvasRenderingContext2d, cell: Area, kind: Kind) {
    pen.set_fill_style_str(color(kind));
    pen.fill_rect(cell.x, cell.y, side(cell.width), side(cell.height));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// S-14 S-15 S-16 S-17 S-18 S-19 S-20
    #[test]
    fn every_kind_has_its_named_colour() {
        let named = [
            (Kind::I, "cyan"),
            (Kind::O, "yellow"),
            (Kind::T, "purple"),
            (Kind::S, "green"),
            (Kind::Z, "red"),
            (Kind::J, "blue"),
            (Kind::L, "orange"),
        ];
        for (kind, name) in named {
            assert_eq!(color(kind), name, "{kind}");
        }
    }

    /// S-07 S-08
    #[test]
    fn a_block_leaves_one_pixel_of_thirty_two() {
        assert_eq!(side(32.0), 31.0);
        assert_eq!(side(64.0), 62.0);
    }
}
