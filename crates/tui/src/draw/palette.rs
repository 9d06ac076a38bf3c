//! Colours, and how they are reduced to what the terminal has.

use quintet_engine::{CellContent, Kind, Tile};
use ratatui::style::{Color, Modifier, Style};

use super::Look;

/// How many colours the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// 24 bits.
    True,
    /// The palette of 256.
    Indexed,
    /// The palette of 16.
    Sixteen,
    /// None.
    None,
}

const fn rgb(hex: u32) -> Color {
    Color::Rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

/// Behind everything: the terminal's own background may be as light as the words.
pub(crate) const BACKGROUND: Color = rgb(0x0b_0e_1a);
/// Letters on blocks.
pub(super) const INK: Color = rgb(0x00_00_00);
/// Completed rows, and everything dim or plain where contrast is high.
pub(super) const WHITE: Color = rgb(0xff_ff_ff);
/// Words.
pub(crate) const TEXT: Color = rgb(0xd8_dc_f0);
/// Words that matter less.
pub(crate) const DIM: Color = rgb(0x86_8f_b4);
/// The grid.
pub(super) const GRID: Color = rgb(0x5a_61_80);
/// Frames.
pub(crate) const FRAME: Color = rgb(0x80_88_a8);
/// What is chosen.
pub(crate) const ACCENT: Color = rgb(0x19_e6_ff);
/// Four lines, records.
pub(crate) const GOLD: Color = rgb(0xff_d2_3f);
/// Bad news, and garbage on its way.
pub(crate) const BAD: Color = rgb(0xff_4f_6d);
const GARBAGE: Color = rgb(0x80_88_a9);

/// The pieces in the order I J L O S T Z, in both palettes, and in the palette of 16.
const PIECES: [(char, Color, Color, Color); 7] = [
    ('I', rgb(0x17_e3_ff), rgb(0x56_c8_ff), Color::LightCyan),
    ('J', rgb(0x4d_74_ff), rgb(0x1f_6f_d6), Color::LightBlue),
    ('L', rgb(0xff_9a_2b), rgb(0xe0_86_0b), Color::Yellow),
    ('O', rgb(0xff_db_3a), rgb(0xff_f0_6b), Color::LightYellow),
    ('S', rgb(0x39_f0_6d), rgb(0x00_b9_8a), Color::LightGreen),
    ('T', rgb(0xbb_5c_ff), rgb(0xe0_8c_c4), Color::LightMagenta),
    ('Z', rgb(0xff_44_63), rgb(0xd8_42_0f), Color::LightRed),
];

/// What the other colours become in the palette of 16.
const OTHERS: [(Color, Color); 11] = [
    (BACKGROUND, Color::Black),
    (INK, Color::Black),
    (WHITE, Color::White),
    (TEXT, Color::White),
    (DIM, Color::Gray),
    (GRID, Color::DarkGray),
    (FRAME, Color::Gray),
    (ACCENT, Color::Cyan),
    (GOLD, Color::Yellow),
    (BAD, Color::Red),
    (GARBAGE, Color::Gray),
];

/// The colour of a tile; none for an empty one. Each value of a domino has a colour of its own.
pub(super) fn tile_colour(look: &Look, tile: Tile) -> Option<Color> {
    match tile.content() {
        CellContent::Empty => None,
        CellContent::Piece(kind) => Some(piece_colour(look, kind)),
        CellContent::Garbage => Some(GARBAGE),
        CellContent::Half { pips: 0, .. } => Some(TEXT),
        CellContent::Half { pips, .. } => Some(numbered(look, usize::from(pips) - 1)),
    }
}

fn piece_colour(look: &Look, kind: Kind) -> Color {
    let letter = kind.letter().unwrap_or('?');
    let place = PIECES.iter().position(|&(other, ..)| other == letter);
    numbered(look, place.unwrap_or(0))
}

fn numbered(look: &Look, place: usize) -> Color {
    let (_, usual, safe, _) = PIECES[place % PIECES.len()];
    if look.safe_colours { safe } else { usual }
}

/// A style reduced to the terminal's colours. What has no colour of its own gets one, so that neither
/// words nor pieces depend on the terminal's theme; only the palette of 16 is the theme's.
pub(super) fn reduced(style: Style, look: &Look) -> Style {
    let own = |colour: Option<Color>, default: Color| {
        let colour = colour.filter(|&colour| colour != Color::Reset).unwrap_or(default);
        reduce(if look.contrast { contrasting(colour) } else { colour }, look.depth)
    };
    let (fg, bg) = (own(style.fg, TEXT), own(style.bg, BACKGROUND));
    let mut reduced = Style { fg: Some(fg), bg: Some(bg), ..style };
    if look.depth == Depth::None && style.fg == Some(ACCENT) {
        // The selection must stay visible.
        reduced = reduced.add_modifier(Modifier::BOLD);
    }
    reduced
}

/// The colour where contrast is high: white on black, and what is dim less so.
fn contrasting(colour: Color) -> Color {
    match colour {
        BACKGROUND => INK,
        TEXT | FRAME => WHITE,
        DIM => TEXT,
        GRID => FRAME,
        other => other,
    }
}

fn reduce(colour: Color, depth: Depth) -> Color {
    let Color::Rgb(red, green, blue) = colour else { return colour };
    match depth {
        Depth::True => colour,
        Depth::None => Color::Reset,
        Depth::Indexed => {
            let step = |channel: u8| u8::try_from((u16::from(channel) + 25) / 51).unwrap_or(5);
            Color::Indexed(16 + 36 * step(red) + 6 * step(green) + step(blue))
        }
        Depth::Sixteen => {
            let piece = PIECES.iter().find(|&&(_, usual, safe, _)| [usual, safe].contains(&colour));
            let other = OTHERS.iter().find(|(other, _)| *other == colour);
            piece.map(|it| it.3).or(other.map(|it| it.1)).unwrap_or(Color::Reset)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn pieces_are_told_apart_at_every_depth_that_has_colours() {
        for depth in [Depth::True, Depth::Indexed, Depth::Sixteen] {
            let usual: HashSet<Color> = PIECES.iter().map(|it| reduce(it.1, depth)).collect();
            let safe: HashSet<Color> = PIECES.iter().map(|it| reduce(it.2, depth)).collect();
            assert_eq!((usual.len(), safe.len()), (7, 7), "{depth:?}");
        }
        assert_eq!(reduce(ACCENT, Depth::None), Color::Reset);
    }

    /// The ratio of two colours' luminances, as the WCAG define it.
    fn contrast(one: Color, other: Color) -> f64 {
        let luminance = |colour: Color| {
            let Color::Rgb(red, green, blue) = colour else {
                panic!("{colour} is no plain colour")
            };
            let linear = |channel: u8| {
                let share = f64::from(channel) / 255.0;
                if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
            };
            0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
        };
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn words_and_pieces_stand_out_from_the_background() {
        for colour in [TEXT, DIM, FRAME, ACCENT, GOLD, BAD] {
            assert!(contrast(colour, BACKGROUND) >= 4.5, "{colour}");
        }
        for colour in [TEXT, DIM, FRAME, ACCENT, GOLD] {
            assert!(contrast(contrasting(colour), contrasting(BACKGROUND)) >= 7.0, "{colour}");
        }
        for (letter, usual, safe, _) in PIECES {
            for colour in [usual, safe] {
                assert!(contrast(colour, BACKGROUND) >= 3.0, "{letter}");
                assert!(contrast(colour, INK) >= 3.0, "{letter}: its letter");
            }
        }
    }
}
