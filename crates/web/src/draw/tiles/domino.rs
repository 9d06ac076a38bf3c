//! How half a domino is made. This runs when tiles are readied, never in a frame.

use std::f64::consts::TAU;

use quintet_engine::Neighbour;
use web_sys::CanvasRenderingContext2d;

use super::block::fill;
use super::pips;
use crate::draw::colour::Colour;
use crate::draw::surface::Area;
use quintet_frontend::PipMode;

/// The font of numerals: the app's own.
const NUMERALS: &str = "Oxanium, sans-serif";

/// Half a domino: its value, and the side on which its other half still stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draw) struct Half {
    /// 0 to 6.
    pub(in crate::draw) pips: u8,
    /// Where the other half is.
    pub(in crate::draw) joined: Option<Neighbour>,
}

impl Half {
    /// How many different halves there are.
    pub(in crate::draw) const COUNT: u8 = 7 * Half::SIDES;
    const SIDES: u8 = 5;

    /// Every half.
    pub(in crate::draw) fn all() -> impl Iterator<Item = Half> {
        let sides = [
            None,
            Some(Neighbour::Left),
            Some(Neighbour::Right),
            Some(Neighbour::Above),
            Some(Neighbour::Below),
        ];
        (0..7).flat_map(move |pips| sides.into_iter().map(move |joined| Half { pips, joined }))
    }

    /// Its number, below [`Half::COUNT`].
    pub(in crate::draw) const fn number(self) -> u8 {
        let side = match self.joined {
            None => 0,
            Some(Neighbour::Left) => 1,
            Some(Neighbour::Right) => 2,
            Some(Neighbour::Above) => 3,
            Some(Neighbour::Below) => 4,
        };
        self.pips % 7 * Half::SIDES + side
    }

    /// Paints the half into a cell: white, a thin black border, and its share of the line between
    /// the halves. (D-87, D-88, D-89)
    pub(in crate::draw) fn paint(self, pen: &CanvasRenderingContext2d, cell: Area, mode: PipMode) {
        let side = cell.width;
        let border = (side / 30.0).round().max(1.0);
        let gap = (side / 36.0).round().max(1.0);
        let outer = self.body(cell, gap);
        let inner = self.body(cell, gap + border);
        pen.save();
        fill(pen, Colour::BLACK);
        self.outline(pen, outer, side * 0.17);
        pen.fill();
        self.outline(pen, inner, side * 0.17 - border);
        pen.clip();
        fill(pen, Colour::WHITE);
        pen.fill_rect(inner.x, inner.y, inner.width, inner.height);
        if self.joined != Some(Neighbour::Below) {
            // In shade, so that a tile looks as thick as it would in the hand.
            let edge = (side / 13.0).round().max(1.0);
            fill(pen, Colour::rgb(190, 197, 220));
            pen.fill_rect(inner.x, inner.y + inner.height - edge, inner.width, edge);
        }
        pen.restore();
        self.paint_divider(pen, cell, border, gap);
        match mode {
            PipMode::Pips => self.paint_pips(pen, cell),
            PipMode::Numbers => self.paint_number(pen, cell),
        }
    }

    /// The cell without an edge on every side but the one where the other half joins on.
    fn body(self, cell: Area, edge: f64) -> Area {
        let Area { mut x, mut y, mut width, mut height } = cell.inset(edge);
        match self.joined {
            None => {}
            Some(Neighbour::Left) => (x, width) = (x - edge, width + edge),
            Some(Neighbour::Right) => width += edge,
            Some(Neighbour::Above) => (y, height) = (y - edge, height + edge),
            Some(Neighbour::Below) => height += edge,
        }
        Area { x, y, width, height }
    }

    /// A square that is rounded only where the domino ends.
    fn outline(self, pen: &CanvasRenderingContext2d, area: Area, radius: f64) {
        let (right, bottom) = (area.x + area.width, area.y + area.height);
        let round = |sides: [Neighbour; 2]| {
            let is_inner = sides.into_iter().any(|side| self.joined == Some(side));
            if is_inner { 0.0 } else { radius.max(0.0) }
        };
        let left_up = round([Neighbour::Left, Neighbour::Above]);
        pen.begin_path();
        pen.move_to(area.x + left_up, area.y);
        // A radius is refused only if it is negative.
        let _ =
            pen.arc_to(right, area.y, right, bottom, round([Neighbour::Right, Neighbour::Above]));
        let _ =
            pen.arc_to(right, bottom, area.x, bottom, round([Neighbour::Right, Neighbour::Below]));
        let _ =
            pen.arc_to(area.x, bottom, area.x, area.y, round([Neighbour::Left, Neighbour::Below]));
        let _ = pen.arc_to(area.x, area.y, right, area.y, left_up);
        pen.close_path();
    }

    /// This half's share of the line between the halves: the thin border, which they have in
    /// common there, and on it a heavier bar that stops short of the sides. (A-D12)
    fn paint_divider(self, pen: &CanvasRenderingContext2d, cell: Area, border: f64, gap: f64) {
        let side = cell.width;
        let bar = (side / 17.0).round().max(1.0);
        fill(pen, Colour::BLACK);
        for (line, short, is_border) in [(border, gap, true), (bar, (side * 0.2).round(), false)] {
            let long = side - 2.0 * short;
            let (x, y, width, height) = match self.joined {
                None => return,
                Some(Neighbour::Left) => (0.0, short, line, long),
                Some(Neighbour::Above) => (short, 0.0, long, line),
                // The border is the other half's to draw.
                _ if is_border => continue,
                Some(Neighbour::Right) => (side - line, short, line, long),
                Some(Neighbour::Below) => (short, side - line, long, line),
            };
            pen.fill_rect(cell.x + x, cell.y + y, width, height);
        }
    }

    fn paint_pips(self, pen: &CanvasRenderingContext2d, cell: Area) {
        let side = cell.width;
        let (x, y) = (cell.x + side / 2.0, cell.y + side / 2.0);
        fill(pen, Colour::BLACK);
        for (right, down) in pips::places(self.pips, self.joined) {
            pen.begin_path();
            let _ = pen.arc(x + right * side, y + down * side, pips::RADIUS * side, 0.0, TAU);
            pen.fill();
        }
    }

    /// The value as a numeral. (D-92)
    fn paint_number(self, pen: &CanvasRenderingContext2d, cell: Area) {
        let side = cell.width;
        pen.set_font(&format!("700 {}px {NUMERALS}", (side * 0.62).round() as u32));
        pen.set_text_align("center");
        pen.set_text_baseline("middle");
        fill(pen, Colour::BLACK);
        let numeral = char::from(b'0' + self.pips % 7);
        let (x, y) = (cell.x + side / 2.0, cell.y + side * 0.53);
        // Text is refused only where there is no canvas.
        let _ = pen.fill_text(numeral.encode_utf8(&mut [0; 4]), x, y);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_has_a_number_of_its_own() {
        let mut numbers: Vec<u8> = Half::all().map(Half::number).collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..Half::COUNT).collect::<Vec<u8>>());
    }
}
