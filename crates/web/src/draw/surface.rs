//! A canvas and the context that draws on it, with calls that cost nothing but the drawing.

use wasm_bindgen::prelude::*;
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement};

use super::colour::Colour;

#[wasm_bindgen]
extern "C" {
    /// The same context by calls that leave no garbage behind. The usual ones make a closure to
    /// catch errors with, or a string of every colour, each time.
    #[derive(Clone, Debug)]
    type Brush;

    #[wasm_bindgen(method, setter, js_name = fillStyle)]
    fn set_fill(this: &Brush, colour: &JsValue);

    // Whole numbers are handed over as they are, others in an object each.
    #[wasm_bindgen(method, js_name = drawImage)]
    fn copy(
        this: &Brush,
        source: &HtmlCanvasElement,
        from_x: i32,
        from_y: i32,
        from_width: i32,
        from_height: i32,
        to_x: i32,
        to_y: i32,
        to_width: i32,
        to_height: i32,
    );

    #[wasm_bindgen(method, js_name = drawImage)]
    fn lay(this: &Brush, source: &HtmlCanvasElement, x: i32, y: i32);

    #[wasm_bindgen(method, js_name = fillRect)]
    fn fill(this: &Brush, x: i32, y: i32, width: i32, height: i32);

    #[wasm_bindgen(method, js_name = setTransform)]
    fn place(this: &Brush, xx: i32, yx: i32, xy: i32, yy: f64, x: i32, y: f64);

    #[wasm_bindgen(method, setter, js_name = globalAlpha)]
    fn set_strength(this: &Brush, strength: f64);

    #[wasm_bindgen(method, setter, js_name = globalAlpha)]
    fn set_full_strength(this: &Brush, strength: i32);
}

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

    /// The rectangle in whole pixels: left, top, width, height.
    fn whole(self) -> [i32; 4] {
        [self.x, self.y, self.width, self.height].map(|side| side.round() as i32)
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
    /// What draws on it when things are readied.
    pub(super) pen: CanvasRenderingContext2d,
    /// What draws on it in a frame.
    brush: Brush,
}

impl Surface {
    /// A canvas of the page; none where the browser gives no context.
    pub(super) fn of(canvas: HtmlCanvasElement) -> Option<Surface> {
        let pen: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
        let brush = pen.clone().unchecked_into();
        Some(Surface { canvas, pen, brush })
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
        self.brush.set_fill(&ink.0);
    }

    /// Fills a rectangle with the chosen colour.
    pub(super) fn fill(&self, area: Area) {
        let [x, y, width, height] = area.whole();
        self.brush.fill(x, y, width, height);
    }

    /// How strongly everything is drawn from now on, 0 to 1.
    pub(super) fn thin(&self, strength: f64) {
        self.brush.set_strength(strength);
    }

    /// Draws everything at its full strength again.
    pub(super) fn thicken(&self) {
        self.brush.set_full_strength(1);
    }

    /// Moves everything that is drawn from now on, and stretches it downward from the top edge.
    pub(super) fn place(&self, x: f64, y: f64, stretch: f64) {
        self.brush.place(1, 0, 0, stretch, x as i32, y);
    }

    /// Draws a part of another surface into a rectangle of this one.
    pub(super) fn copy(&self, source: &Surface, from: Area, to: Area) {
        let [from_x, from_y, from_width, from_height] = from.whole();
        let [x, y, width, height] = to.whole();
        let source = &source.canvas;
        self.brush.copy(source, from_x, from_y, from_width, from_height, x, y, width, height);
    }

    /// Draws another surface of the same size over this one.
    pub(super) fn lay(&self, source: &Surface) {
        self.brush.lay(&source.canvas, 0, 0);
    }
}
