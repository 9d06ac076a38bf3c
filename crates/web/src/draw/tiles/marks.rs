//! A mark for each kind of piece, so that colour is never the only difference.

use std::f64::consts::TAU;

use quintet_engine::Kind;
use web_sys::CanvasRenderingContext2d;

use super::block::{fill, polygon};
use crate::draw::colour::Colour;
use crate::draw::surface::Area;

/// The form of a mark, in shares of the block's side from its middle.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Mark {
    /// Bars: left, top, width and height of each.
    Bars(&'static [[f64; 4]]),
    /// A polygon by its corners.
    Corners(&'static [(f64, f64)]),
    /// A ring.
    Ring,
}

/// How far a mark reaches from the middle of its block.
const REACH: f64 = 0.22;
const HALF: f64 = 0.065;
const FULL: f64 = 2.0 * REACH;

/// No two kinds share a mark, and each looks the same to someone who sees no colour.
const fn mark(kind: Kind) -> Mark {
    match kind.number() {
        1 => Mark::Bars(&[[-REACH, -0.17, FULL, 2.0 * HALF], [-REACH, 0.04, FULL, 2.0 * HALF]]),
        2 => Mark::Bars(&[[-HALF, -REACH, 2.0 * HALF, FULL]]),
        3 => Mark::Bars(&[[-REACH, -HALF, FULL, 2.0 * HALF]]),
        4 => Mark::Ring,
        5 => Mark::Corners(&[(0.0, -0.26), (0.26, 0.0), (0.0, 0.26), (-0.26, 0.0)]),
        6 => Mark::Corners(&[(0.0, -0.24), (0.27, 0.21), (-0.27, 0.21)]),
        _ => Mark::Bars(&[[-HALF, -REACH, 2.0 * HALF, FULL], [-REACH, -HALF, FULL, 2.0 * HALF]]),
    }
}

/// Paints the mark of a kind in the middle of a block.
pub(in crate::draw) fn paint(pen: &CanvasRenderingContext2d, block: Area, kind: Kind, ink: Colour) {
    let side = block.width;
    let (x, y) = (block.x + side / 2.0, block.y + side / 2.0);
    fill(pen, ink);
    match mark(kind) {
        Mark::Bars(bars) => {
            pen.begin_path();
            for [left, top, width, height] in bars {
                pen.rect(x + left * side, y + top * side, width * side, height * side);
            }
            pen.fill();
        }
        Mark::Corners(corners) => {
            let mut placed = [(0.0, 0.0); 4];
            for (place, corner) in placed.iter_mut().zip(corners) {
                *place = (x + corner.0 * side, y + corner.1 * side);
            }
            polygon(pen, &placed[..corners.len()]);
        }
        Mark::Ring => {
            pen.set_stroke_style_str(&ink.to_string());
            pen.set_line_width(2.0 * HALF * side);
            pen.begin_path();
            // A radius is refused only if it is negative.
            let _ = pen.arc(x, y, (REACH - HALF / 2.0) * side, 0.0, TAU);
            pen.stroke();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_kinds_share_a_mark() {
        for (index, kind) in Kind::TETROMINOES.iter().enumerate() {
            for other in &Kind::TETROMINOES[..index] {
                assert_ne!(mark(*kind), mark(*other), "{kind} and {other}");
            }
        }
    }
}
