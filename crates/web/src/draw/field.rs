//! The empty field behind the blocks.

use quintet_engine::Gravity;

use super::layout::Grid;
use super::look::{Look, Palette, Skin};
use super::surface::Surface;
use super::tiles::block::{fill, polygon, stops};
use super::tiles::plain;

/// Draws the empty field once, with a sign of which way pieces fall if one is wanted; none where
/// the browser gives no canvas.
pub(super) fn paint(
    grid: Grid,
    skin: Skin,
    palette: &Palette,
    look: Look,
    sign: Option<Gravity>,
) -> Option<Surface> {
    let surface = Surface::offscreen(grid.width(), grid.height())?;
    let pen = &surface.pen;
    let (width, height) = (f64::from(grid.width()), f64::from(grid.height()));
    if skin == Skin::Plain {
        pen.set_fill_style_str(plain::FIELD);
        pen.fill_rect(0.0, 0.0, width, height);
        return Some(surface);
    }
    let depth = pen.create_linear_gradient(0.0, 0.0, 0.0, height);
    stops(&depth, &[(0.0, palette.field.mix(palette.void, 0.6)), (1.0, palette.field)]);
    pen.set_fill_style_canvas_gradient(&depth);
    pen.fill_rect(0.0, 0.0, width, height);
    if look.grid {
        paint_marks(&surface, grid, palette, look);
    }
    if let Some(gravity) = sign {
        paint_sign(&surface, grid, palette, gravity);
    }
    Some(surface)
}

/// Thin lines between the cells, with a small cross where they meet.
fn paint_marks(surface: &Surface, grid: Grid, palette: &Palette, look: Look) {
    let pen = &surface.pen;
    let line = (f64::from(grid.cell) / 40.0).round().max(1.0);
    let arm = (f64::from(grid.cell) / 9.0).round().max(1.0);
    let (width, height) = (f64::from(grid.width()), f64::from(grid.height()));
    let faint = if look.contrast { 1.0 } else { 0.55 };
    fill(pen, palette.grid.with_alpha(faint));
    let before = (line / 2.0).ceil();
    for column in 1..grid.columns as i8 {
        pen.fill_rect(grid.x(column) - before, 0.0, line, height);
    }
    for row in 1..grid.rows as i8 {
        pen.fill_rect(0.0, grid.y(row) - before, width, line);
    }
    fill(pen, palette.grid.lighter(0.1));
    for row in 1..grid.rows as i8 {
        for column in 1..grid.columns as i8 {
            let (x, y) = (grid.x(column) - before, grid.y(row) - before);
            pen.fill_rect(x - arm, y, 2.0 * arm + line, line);
            pen.fill_rect(x, y - arm, line, 2.0 * arm + line);
        }
    }
}

/// Three chevrons in the middle of the field, brighter the further the fall has gone.
fn paint_sign(surface: &Surface, grid: Grid, palette: &Palette, gravity: Gravity) {
    let pen = &surface.pen;
    let cell = f64::from(grid.cell);
    let (x, y) = (f64::from(grid.width()) / 2.0, f64::from(grid.height()) / 2.0);
    let onward = f64::from(gravity.step());
    for (step, strength) in [(-1.0, 0.07), (0.0, 0.12), (1.0, 0.18)] {
        let tip = y + onward * cell * (step * 1.4 + 0.7);
        let (back, thick) = (onward * cell, onward * cell * 0.62);
        fill(pen, palette.accent.with_alpha(strength));
        polygon(
            pen,
            &[
                (x, tip),
                (x + 1.9 * cell, tip - 1.3 * back),
                (x + 1.9 * cell, tip - 1.3 * back - thick),
                (x, tip - thick),
                (x - 1.9 * cell, tip - 1.3 * back - thick),
                (x - 1.9 * cell, tip - 1.3 * back),
            ],
        );
    }
}
