//! Colours as the style sheets write them, and the shades a block is made of.

use std::fmt;

/// A colour with its opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Colour {
    /// Red, green and blue, 0 to 255.
    channels: [f32; 3],
    /// Opacity, 0 to 1.
    alpha: f32,
}

impl Colour {
    /// Black.
    pub(super) const BLACK: Colour = Colour::rgb(0, 0, 0);
    /// White.
    pub(super) const WHITE: Colour = Colour::rgb(255, 255, 255);

    /// An opaque colour.
    pub(super) const fn rgb(red: u8, green: u8, blue: u8) -> Colour {
        Colour { channels: [red as f32, green as f32, blue as f32], alpha: 1.0 }
    }

    /// Reads `#rgb`, `#rrggbb`, `#rrggbbaa`, and `rgb(...)` with blanks or commas.
    pub(super) fn parse(text: &str) -> Option<Colour> {
        let text = text.trim();
        match text.strip_prefix('#') {
            Some(digits) => parse_hex(digits),
            None => parse_function(text),
        }
    }

    /// This colour with another opacity.
    #[must_use]
    pub(super) const fn with_alpha(self, alpha: f32) -> Colour {
        Colour { alpha, ..self }
    }

    /// Its opacity.
    pub(super) const fn alpha(self) -> f32 {
        self.alpha
    }

    /// A colour between this one (at 0) and another (at 1).
    #[must_use]
    pub(super) fn mix(self, other: Colour, share: f32) -> Colour {
        let between = |a: f32, b: f32| a + (b - a) * share;
        let channels =
            std::array::from_fn(|channel| between(self.channels[channel], other.channels[channel]));
        Colour { channels, alpha: between(self.alpha, other.alpha) }
    }

    /// A lighter shade.
    #[must_use]
    pub(super) fn lighter(self, share: f32) -> Colour {
        self.mix(Colour::WHITE.with_alpha(self.alpha), share)
    }

    /// A shade as under coloured light: dark, but richer than a mixture with black.
    #[must_use]
    pub(super) fn deeper(self, share: f32) -> Colour {
        let [red, green, blue] = self.channels;
        let deep = Colour { channels: [red * 0.48, green * 0.32, blue * 0.44], alpha: self.alpha };
        self.mix(deep, share)
    }

    /// How bright it looks, 0 to 1.
    pub(super) fn brightness(self) -> f32 {
        let [red, green, blue] = self.channels;
        (0.299 * red + 0.587 * green + 0.114 * blue) / 255.0
    }
}

/// The form that a canvas understands.
impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, green, blue] = self.channels.map(|channel| channel.round() as u8);
        if self.alpha >= 0.9995 {
            write!(f, "#{red:02x}{green:02x}{blue:02x}")
        } else {
            // Thousandths: the machinery that prints fractions would weigh more than all colours.
            let alpha = (self.alpha.max(0.0) * 1000.0).round() as u32;
            write!(f, "rgba({red},{green},{blue},0.{alpha:03})")
        }
    }
}

fn parse_hex(digits: &str) -> Option<Colour> {
    if !digits.is_ascii() {
        return None;
    }
    let pair = |index: usize| u8::from_str_radix(digits.get(index * 2..index * 2 + 2)?, 16).ok();
    match digits.len() {
        3 => {
            let digit = |index| u8::from_str_radix(digits.get(index..=index)?, 16).ok();
            Some(Colour::rgb(digit(0)? * 17, digit(1)? * 17, digit(2)? * 17))
        }
        6 => Some(Colour::rgb(pair(0)?, pair(1)?, pair(2)?)),
        8 => {
            let alpha = f32::from(pair(3)?) / 255.0;
            Some(Colour::rgb(pair(0)?, pair(1)?, pair(2)?).with_alpha(alpha))
        }
        _ => None,
    }
}

fn parse_function(text: &str) -> Option<Colour> {
    let inside = text.strip_prefix("rgba(").or_else(|| text.strip_prefix("rgb("))?;
    let inside = inside.strip_suffix(')')?;
    let is_between = |letter: char| letter.is_whitespace() || letter == ',' || letter == '/';
    let mut parts = inside.split(is_between).filter(|part| !part.is_empty());
    let mut channel = || decimal(parts.next()?);
    let channels = [channel()?, channel()?, channel()?].map(|value| value.clamp(0.0, 255.0));
    let alpha = match parts.next() {
        None => 1.0,
        Some(share) => match share.strip_suffix('%') {
            Some(percent) => decimal(percent)? / 100.0,
            None => decimal(share)?,
        },
    };
    Some(Colour { channels, alpha: alpha.clamp(0.0, 1.0) })
}

/// A number such as `255` or `0.32`.
fn decimal(text: &str) -> Option<f32> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let mut value = whole.parse::<u16>().ok().or(whole.is_empty().then_some(0)).map(f32::from)?;
    let mut place = 1.0;
    for digit in fraction.chars() {
        place /= 10.0;
        value += place * digit.to_digit(10)? as f32;
    }
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_the_style_sheets_write_a_colour_is_read() {
        let cyan = Colour::rgb(0x17, 0xe3, 0xff);
        assert_eq!(Colour::parse(" #17e3ff"), Some(cyan));
        assert_eq!(Colour::parse("#fff"), Some(Colour::WHITE));
        assert_eq!(Colour::parse("#17e3ff00"), Some(cyan.with_alpha(0.0)));
        assert_eq!(Colour::parse("rgb(23 227 255 / 0.5)"), Some(cyan.with_alpha(0.5)));
        assert_eq!(Colour::parse("rgb(23 227 255 / 50%)"), Some(cyan.with_alpha(0.5)));
        assert_eq!(Colour::parse("rgba(23, 227, 255, 0.5)"), Some(cyan.with_alpha(0.5)));
        assert_eq!(Colour::parse("rgb(23, 227, 255)"), Some(cyan));
        for wrong in
            ["", "#12", "#ggg", "rgb(1 2)", "rgb(1 2 x)", "rgb(1 2 3 / 0.x)", "cyan", "#1é3"]
        {
            assert_eq!(Colour::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_colour_is_written_as_a_canvas_reads_it() {
        assert_eq!(Colour::rgb(1, 2, 255).to_string(), "#0102ff");
        assert_eq!(Colour::WHITE.with_alpha(0.25).to_string(), "rgba(255,255,255,0.250)");
    }

    #[test]
    fn shades_keep_to_their_side_of_the_colour() {
        let grey = Colour::rgb(100, 100, 100);
        assert_eq!(grey.lighter(0.0), grey);
        assert_eq!(grey.lighter(1.0), Colour::WHITE);
        assert_eq!(grey.mix(Colour::BLACK, 0.5), Colour::rgb(50, 50, 50));
        assert_eq!(grey.with_alpha(0.5).deeper(1.0).alpha(), 0.5);
        assert!(grey.deeper(0.5).brightness() < grey.brightness());
        assert!(grey.lighter(0.2).brightness() > grey.brightness());
    }
}
