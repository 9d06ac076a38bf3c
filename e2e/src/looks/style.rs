//! Design tokens, and colours as the browser computed them.

use serde_json::{Value, json};

use crate::browser::element::Element;
use crate::browser::page::Page;

/// Red, green and blue, from 0 to 255.
pub type Colour = [f64; 3];

impl Page {
    /// A design token as it is written, or nothing where there is none.
    pub fn token(&self, name: &str) -> String {
        let value = self.evaluate(&format!(
            "getComputedStyle(document.documentElement).getPropertyValue('--{name}').trim()"
        ));
        value.as_str().unwrap_or_default().to_owned()
    }

    /// A token that is a length, in pixels.
    pub fn token_px(&self, name: &str) -> f64 {
        pixels(&self.token_as("width", name))
    }

    /// A property as the browser computes it where its value is this token.
    pub fn token_as(&self, property: &str, name: &str) -> String {
        let value = self.evaluate(&format!(
            "(() => {{
                const probe = document.body.appendChild(document.createElement('i'));
                probe.style.position = 'absolute';
                probe.style.setProperty('{property}', 'var(--{name})');
                const value = getComputedStyle(probe).getPropertyValue('{property}');
                probe.remove();
                return value;
            }})()"
        ));
        value.as_str().unwrap_or_default().to_owned()
    }

    /// A token that is a colour.
    pub fn token_colour(&self, name: &str) -> Colour {
        self.colour(&self.token(name))
    }

    /// Any colour that styles may name.
    fn colour(&self, written: &str) -> Colour {
        let parts = self.evaluate(&format!(
            "(() => {{
                const pen = new OffscreenCanvas(1, 1).getContext('2d');
                pen.fillStyle = {};
                pen.fillRect(0, 0, 1, 1);
                return [...pen.getImageData(0, 0, 1, 1).data];
            }})()",
            json!(written)
        ));
        colour(&parts)
    }
}

impl Element<'_> {
    /// A property of its style that is a colour.
    pub fn colour(&self, property: &str) -> Colour {
        self.page().colour(&self.style(property))
    }

    /// A property of its style that is a length, in pixels.
    pub fn px(&self, property: &str) -> f64 {
        pixels(&self.style(property))
    }

    /// How much of it can be seen through everything it is in: the product of all opacities.
    pub fn opacity(&self) -> f64 {
        let product = self.ask(
            "function() {
                let product = 1;
                for (let at = this; at; at = at.parentElement) product *= getComputedStyle(at).opacity;
                return product;
            }",
        );
        product.as_f64().unwrap_or(f64::NAN)
    }
}

fn pixels(written: &str) -> f64 {
    written.trim_end_matches("px").parse().unwrap_or(f64::NAN)
}

/// The three parts of a colour that a script has found.
pub(crate) fn colour(parts: &Value) -> Colour {
    [0, 1, 2].map(|part: usize| parts[part].as_f64().expect("a colour has three parts"))
}

/// A colour's hue in degrees.
pub fn hue([red, green, blue]: Colour) -> f64 {
    let most = red.max(green).max(blue);
    let spread = most - red.min(green).min(blue);
    let sixths = if spread == 0.0 {
        0.0
    } else if (most - red).abs() < f64::EPSILON {
        (green - blue) / spread
    } else if (most - green).abs() < f64::EPSILON {
        (blue - red) / spread + 2.0
    } else {
        (red - green) / spread + 4.0
    };
    (sixths * 60.0).rem_euclid(360.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hues_go_round_the_circle() {
        let near =
            |colour, degrees: f64| assert!((hue(colour) - degrees).abs() < 1.0, "{colour:?}");
        near([255.0, 0.0, 0.0], 0.0);
        near([255.0, 255.0, 0.0], 60.0);
        near([0.0, 0.0, 255.0], 240.0);
        near([255.0, 0.0, 64.0], 345.0);
        near([7.0, 7.0, 7.0], 0.0);
    }
}
