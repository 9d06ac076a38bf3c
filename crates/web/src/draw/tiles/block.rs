//! How a single block is made. This runs when tiles are readied, never in a frame.

use quintet_engine::Kind;
use web_sys::{CanvasGradient, CanvasRenderingContext2d};

use super::marks;
use crate::draw::colour::Colour;
use crate::draw::surface::Area;

/// How a block is lit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draw) enum Light {
    /// Part of the stack.
    Resting,
    /// Part of the piece in play.
    Falling,
}

/// What a block is made of.
#[derive(Clone, Copy, Debug)]
pub(in crate::draw) struct Block {
    /// Its colour.
    pub(in crate::draw) colour: Colour,
    /// How it is lit.
    pub(in crate::draw) light: Light,
    /// Whether it is outlined instead of shaded softly.
    pub(in crate::draw) contrast: bool,
}

/// The space between two blocks.
pub(in crate::draw) fn gap(cell: f64) -> f64 {
    (cell / 26.0).round().max(1.0)
}

/// The part of a cell that its block covers.
pub(in crate::draw) fn body(cell: Area) -> Area {
    let gap = gap(cell.width);
    let before = (gap / 2.0).floor();
    Area::new(cell.x + before, cell.y + before, cell.width - gap, cell.height - gap)
}

impl Block {
    /// Paints the block into a cell.
    pub(in crate::draw) fn paint(self, pen: &CanvasRenderingContext2d, cell: Area) {
        let body = body(cell);
        let side = body.width;
        let edge = (side * 0.11).round().max(1.0);
        let colour = match self.light {
            Light::Resting => self.colour.deeper(0.1),
            Light::Falling => self.colour,
        };
        pen.save();
        rounded(pen, body, (side * 0.1).max(1.0));
        pen.clip();
        paint_edges(pen, body, edge, colour);
        self.paint_face(pen, body.inset(edge), colour);
        pen.restore();
        if self.contrast {
            let line = (side / 16.0).round().max(1.0);
            pen.set_line_width(line);
            pen.set_stroke_style_str(&Colour::WHITE.to_string());
            rounded(pen, body.inset(line / 2.0), (side * 0.1).max(1.0));
            pen.stroke();
        }
    }

    /// The face: brighter towards the top, with a light from within.
    fn paint_face(self, pen: &CanvasRenderingContext2d, face: Area, colour: Colour) {
        let (top, bottom) = match self.light {
            Light::Resting => (colour.lighter(0.05), colour.deeper(0.34)),
            Light::Falling => (colour.lighter(0.16), colour.deeper(0.2)),
        };
        let down = pen.create_linear_gradient(0.0, face.y, 0.0, face.y + face.height);
        stops(&down, &[(0.0, top), (1.0, bottom)]);
        pen.set_fill_style_canvas_gradient(&down);
        pen.fill_rect(face.x, face.y, face.width, face.height);

        let middle = (face.x + face.width / 2.0, face.y + face.height * 0.42);
        let reach = face.width * 0.62;
        if let Ok(core) =
            pen.create_radial_gradient(middle.0, middle.1, 0.0, middle.0, middle.1, reach)
        {
            let strength = if self.light == Light::Falling { 0.34 } else { 0.16 };
            let light = colour.lighter(0.6);
            stops(&core, &[(0.0, light.with_alpha(strength)), (1.0, light.with_alpha(0.0))]);
            pen.set_fill_style_canvas_gradient(&core);
            pen.fill_rect(face.x, face.y, face.width, face.height);
        }
    }

    /// Paints the light that the block throws on what surrounds it.
    pub(in crate::draw) fn paint_glow(self, pen: &CanvasRenderingContext2d, cell: Area, halo: f64) {
        if self.contrast {
            return;
        }
        let (strength, reach) = match self.light {
            Light::Resting => (0.34, 0.75),
            Light::Falling => (0.8, 1.0),
        };
        pen.save();
        pen.set_shadow_color(&self.colour.with_alpha(strength).to_string());
        pen.set_shadow_blur(halo * reach);
        // Only the shadow is wanted: the block that casts it stands far outside the canvas.
        let far = 10_000.0;
        pen.set_shadow_offset_x(far);
        fill(pen, self.colour);
        let body = body(cell);
        pen.fill_rect(body.x - far, body.y, body.width, body.height);
        pen.restore();
    }

    /// Paints the mark of a kind on its block, in whichever of dark and light stands out.
    pub(in crate::draw) fn paint_mark(
        self,
        pen: &CanvasRenderingContext2d,
        cell: Area,
        kind: Kind,
    ) {
        let ink = if self.colour.brightness() > 0.5 {
            Colour::BLACK.with_alpha(0.72)
        } else {
            Colour::WHITE.with_alpha(0.92)
        };
        marks::paint(pen, body(cell), kind, ink);
    }
}

/// Four slanted edges: lit above, in shade below.
fn paint_edges(pen: &CanvasRenderingContext2d, body: Area, edge: f64, colour: Colour) {
    let (left, top) = (body.x, body.y);
    let (right, bottom) = (left + body.width, top + body.height);
    let inner = body.inset(edge);
    let (inner_right, inner_bottom) = (inner.x + inner.width, inner.y + inner.height);
    let slopes = [
        (
            colour.lighter(0.66),
            [(left, top), (right, top), (inner_right, inner.y), (inner.x, inner.y)],
        ),
        (
            colour.lighter(0.28),
            [(left, top), (inner.x, inner.y), (inner.x, inner_bottom), (left, bottom)],
        ),
        (
            colour.deeper(0.5),
            [(right, top), (right, bottom), (inner_right, inner_bottom), (inner_right, inner.y)],
        ),
        (
            colour.deeper(0.95),
            [(left, bottom), (inner.x, inner_bottom), (inner_right, inner_bottom), (right, bottom)],
        ),
    ];
    fill(pen, colour);
    pen.fill_rect(body.x, body.y, body.width, body.height);
    for (shade, corners) in slopes {
        fill(pen, shade);
        polygon(pen, &corners);
    }
}

/// Chooses a plain colour for fills.
pub(in crate::draw) fn fill(pen: &CanvasRenderingContext2d, colour: Colour) {
    pen.set_fill_style_str(&colour.to_string());
}

/// Sets the colours of a gradient.
pub(in crate::draw) fn stops(gradient: &CanvasGradient, stops: &[(f32, Colour)]) {
    for &(at, colour) in stops {
        // Every stop lies between 0 and 1 and every colour is well formed.
        let _ = gradient.add_color_stop(at, &colour.to_string());
    }
}

/// Begins a path round a rectangle with rounded corners.
pub(in crate::draw) fn rounded(pen: &CanvasRenderingContext2d, area: Area, radius: f64) {
    let (right, bottom) = (area.x + area.width, area.y + area.height);
    let radius = radius.min(area.width / 2.0).max(0.0);
    pen.begin_path();
    pen.move_to(area.x + radius, area.y);
    // A radius is refused only if it is negative.
    let _ = pen.arc_to(right, area.y, right, bottom, radius);
    let _ = pen.arc_to(right, bottom, area.x, bottom, radius);
    let _ = pen.arc_to(area.x, bottom, area.x, area.y, radius);
    let _ = pen.arc_to(area.x, area.y, right, area.y, radius);
    pen.close_path();
}

/// Fills a polygon.
pub(in crate::draw) fn polygon(pen: &CanvasRenderingContext2d, corners: &[(f64, f64)]) {
    pen.begin_path();
    for (index, &(x, y)) in corners.iter().enumerate() {
        if index == 0 {
            pen.move_to(x, y);
        } else {
            pen.line_to(x, y);
        }
    }
    pen.close_path();
    pen.fill();
}
