//! Flashes, beams and sparks, drawn once at the size in use.

use web_sys::CanvasRenderingContext2d;

use crate::draw::colour::Colour;
use crate::draw::hue::Hue;
use crate::draw::look::Palette;
use crate::draw::pictures::Pictures;
use crate::draw::surface::{Area, Surface};
use crate::draw::tiles::block::{body, fill, rounded, stops};

/// A picture made of light.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draw) enum Light {
    /// A block that is nothing but bright.
    Flash,
    /// A band that is bright along its middle line.
    Bloom,
    /// A trace that brightens from its upper end to its lower.
    BeamDown,
    /// A trace that brightens from its lower end to its upper.
    BeamUp,
    /// A point.
    Spark,
}

impl Light {
    const ALL: [Light; 5] =
        [Light::Flash, Light::Bloom, Light::BeamDown, Light::BeamUp, Light::Spark];
}

/// Empty pixels between two pictures, so that a stretched one takes nothing from its neighbour.
const MARGIN: u32 = 2;

/// Every picture of light in every hue.
#[derive(Debug)]
pub(in crate::draw) struct Lights {
    surface: Surface,
    palette: Palette,
    pictures: Pictures,
    cell: u32,
}

impl Lights {
    /// At this many device pixels a cell.
    pub(in crate::draw) fn new(cell: u32, palette: &Palette) -> Option<Lights> {
        let pitch = cell + 2 * MARGIN;
        let rows = Light::ALL.len() as u32;
        let surface = Surface::offscreen(pitch * u32::from(Hue::COUNT), pitch * rows)?;
        let pictures = Pictures::new(Light::ALL.len() as u8 * Hue::COUNT);
        Some(Lights { surface, palette: palette.clone(), pictures, cell })
    }

    /// Draws a picture ahead of its use; says whether there was one left to draw.
    pub(in crate::draw) fn draw_next(&self) -> bool {
        let next = self.pictures.next();
        if let Some(number) = next {
            let light = Light::ALL[usize::from(number / Hue::COUNT) % Light::ALL.len()];
            self.ready(light, Hue::new(number % Hue::COUNT));
        }
        next.is_some()
    }

    /// Draws a picture, unless it is there already.
    fn ready(&self, light: Light, hue: Hue) {
        if self.pictures.take(light as u8 * Hue::COUNT + hue.number()) {
            let slot = self.slot(light, hue);
            paint(&self.surface.pen, slot, light, hue.colour(&self.palette));
        }
    }

    fn slot(&self, light: Light, hue: Hue) -> Area {
        let pitch = f64::from(self.cell + 2 * MARGIN);
        let side = f64::from(self.cell);
        let x = f64::from(hue.number()) * pitch + f64::from(MARGIN);
        Area::new(x, light as u8 as f64 * pitch + f64::from(MARGIN), side, side)
    }

    /// Draws a light into a rectangle, stretched as need be, as strong as `strength` from 0 to 1.
    /// What is drawn after it is as strong, until the surface is told otherwise.
    pub(in crate::draw) fn draw(
        &self,
        onto: &Surface,
        light: Light,
        hue: Hue,
        to: Area,
        strength: f64,
    ) {
        if strength > 0.0 {
            self.ready(light, hue);
            onto.thin(strength.min(1.0));
            onto.copy(&self.surface, self.slot(light, hue), to);
        }
    }
}

fn paint(pen: &CanvasRenderingContext2d, cell: Area, light: Light, colour: Colour) {
    let Area { x, y, width, height } = cell;
    let clear = colour.with_alpha(0.0);
    match light {
        Light::Flash => {
            let body = body(cell);
            rounded(pen, body, (body.width * 0.1).max(1.0));
            let (middle_x, middle_y) = (x + width / 2.0, y + height / 2.0);
            fill(pen, colour.lighter(0.5));
            if let Ok(core) =
                pen.create_radial_gradient(middle_x, middle_y, 0.0, middle_x, middle_y, width * 0.7)
            {
                stops(&core, &[(0.0, colour.lighter(0.85)), (1.0, colour.lighter(0.1))]);
                pen.set_fill_style_canvas_gradient(&core);
            }
            pen.fill();
        }
        Light::Bloom => {
            let band = pen.create_linear_gradient(0.0, y, 0.0, y + height);
            let soft = colour.with_alpha(0.28);
            stops(
                &band,
                &[
                    (0.0, clear),
                    (0.3, soft),
                    (0.5, colour.with_alpha(0.7)),
                    (0.7, soft),
                    (1.0, clear),
                ],
            );
            pen.set_fill_style_canvas_gradient(&band);
            pen.fill_rect(x, y, width, height);
        }
        Light::BeamDown | Light::BeamUp => {
            let (from, to) =
                if light == Light::BeamDown { (y, y + height) } else { (y + height, y) };
            let trace = pen.create_linear_gradient(0.0, from, 0.0, to);
            let bright = colour.lighter(0.5);
            stops(
                &trace,
                &[(0.0, clear), (0.55, colour.with_alpha(0.18)), (1.0, bright.with_alpha(0.62))],
            );
            pen.set_fill_style_canvas_gradient(&trace);
            pen.fill_rect(x, y, width, height);
        }
        Light::Spark => {
            let (middle_x, middle_y) = (x + width / 2.0, y + height / 2.0);
            let Ok(point) = pen.create_radial_gradient(
                middle_x,
                middle_y,
                0.0,
                middle_x,
                middle_y,
                width / 2.0,
            ) else {
                return;
            };
            stops(
                &point,
                &[
                    (0.0, Colour::WHITE),
                    (0.22, colour.lighter(0.55)),
                    (0.45, colour.with_alpha(0.4)),
                    (1.0, clear),
                ],
            );
            pen.set_fill_style_canvas_gradient(&point);
            pen.fill_rect(x, y, width, height);
        }
    }
}
