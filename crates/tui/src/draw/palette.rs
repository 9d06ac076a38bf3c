//! Colours, and how they are reduced to what the terminal has.

use quintet_engine::{Face, Kind, Tile};
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

/// Words.
pub(crate) const TEXT: Color = rgb(0xd8_dc_f0);
/// Words that matter less, and the grid.
pub(crate) const DIM: Color = rgb(0x5a_61_80);
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
const OTHERS: [(Color, Color); 7] = [
    (TEXT, Color::White),
    (DIM, Color::DarkGray),
    (FRAME, Color::Gray),
    (ACCENT, Color::Cyan),
    (GOLD, Color::Yellow),
    (BAD, Color::Red),
    (GARBAGE, Color::Gray),
];

/// The colour of a tile; none for an empty one. Each value of a domino has a colour of its own.
pub(super) fn tile_colour(look: &Look, tile: Tile) -> Option<Color> {
    match tile.face() {
        Face::Empty => None,
        Face::Piece(kind) => Some(piece_colour(look, kind)),
        Face::Garbage => Some(GARBAGE),
        Face::Half { pips: 0, .. } => Some(TEXT),
        Face::Half { pips, .. } => Some(numbered(look, usize::from(pips) - 1)),
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

/// A style reduced to the terminal's colours.
pub(super) fn reduced(style: Style, look: &Look) -> Style {
    let reduce = |colour: Option<Color>| colour.map(|colour| reduce(colour, look.depth));
    let mut reduced = Style { fg: reduce(style.fg), bg: reduce(style.bg), ..style };
    if look.contrast && style.fg == Some(DIM) {
        reduced.fg = reduce(Some(FRAME));
    }
    if look.depth == Depth::None && style.fg == Some(ACCENT) {
        // The selection must stay visible.
        reduced = reduced.add_modifier(Modifier::BOLD);
    }
    reduced
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
}
