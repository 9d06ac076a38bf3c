//! A canvas and the context that draws on it, with calls that cost nothing but the drawing.

use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::colour::Colour;

/// A colour ready for the canvas: the text is made once, not in every frame.
#[derive(Clone, Debug)]
pub(super) struct Ink(JsValue);

impl Ink {
    /// Readies a colour.
    pub(super) fn of(colour: Colour) -> Ink {
        Ink::named(&colour.to_string())
    }

    /// Readies a colour by its name in CSS.
    pub(super) fn named(name: &str) -> Ink {
        Ink(JsValue::from_str(name))
    }
}

/// A rectangle in device pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Area {
    /// The left edge.
    pub(super) x: f64,
    /// The top edge.
    pub(super) y: f64,
    /// How wide.
    pub(super) width: f64,
    /// How high.
    pub(super) height: f64,
}

impl Area {
    /// The rectangle with these edges and sizes.
    pub(super) const fn new(x: f64, y: f64, width: f64, height: f64) -> Area {
        Area { x, y, width, height }
    }

    /// This rectangle moved inward on all sides.
    #[must_use]
    pub(super) fn inset(self, by: f64) -> Area {
        Area::new(self.x + by, self.y + by, self.width - 2.0 * by, self.height - 2.0 * by)
    }
}

/// A canvas with its context.
#[derive(Clone, Debug)]
pub(super) struct Surface {
    canvas: HtmlCanvasElement,
    /// What draws on it.
    pub(super) pen: CanvasRenderingContext2d,
}

impl Surface {
    /// A canvas of the page; none where the browser gives no context.
    pub(super) fn of(canvas: HtmlCanvasElement) -> Option<Surface> {
        let context = canvas.get_context("2d").ok().flatten()?;
        Some(Surface { canvas, pen: context.dyn_into().ok()? })
    }

    /// A canvas that is not on the page.
    pub(super) fn offscreen(width: u32, height: u32) -> Option<Surface> {
        let canvas = web_sys::window()?.document()?.create_element("canvas").ok()?;
        let surface = Surface::of(canvas.dyn_into().ok()?)?;
        surface.resize(width, height);
        Some(surface)
    }

    /// Sets the size in device pixels and empties the canvas.
    pub(super) fn resize(&self, width: u32, height: u32) {
        self.canvas.set_width(width);
        self.canvas.set_height(height);
    }

    /// The whole canvas.
    pub(super) fn area(&self) -> Area {
        Area::new(0.0, 0.0, f64::from(self.canvas.width()), f64::from(self.canvas.height()))
    }

    /// Empties the canvas.
    pub(super) fn clear(&self) {
        let Area { x, y, width, height } = self.area();
        self.pen.clear_rect(x, y, width, height);
    }

    /// Chooses the colour of fills.
    pub(super) fn dip(&self, ink: &Ink) {
        #[expect(deprecated, reason = "the other setters make a new string of every colour")]
        self.pen.set_fill_style(&ink.0);
    }

    /// Fills a rectangle with the chosen colour.
    pub(super) fn fill(&self, area: Area) {
        self.pen.fill_rect(area.x, area.y, area.width, area.height);
    }

    /// Draws a part of another surface into a rectangle of this one.
    pub(super) fn copy(&self, source: &Surface, from: Area, to: Area) {
        // Empty sources are refused with an error, and there is nothing to see of them.
        let _ =
            self.pen.draw_image_with_html_canvas_element_and_sw_and_sh_and_dx_and_dy_and_dw_and_dh(
                &source.canvas,
                from.x,
                from.y,
                from.width,
                from.height,
                to.x,
                to.y,
                to.width,
                to.height,
            );
    }

    /// Draws another surface of the same size over this one.
    pub(super) fn lay(&self, source: &Surface) {
        let _ = self.pen.draw_image_with_html_canvas_element(&source.canvas, 0.0, 0.0);
    }
}
