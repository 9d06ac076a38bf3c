//! One cell of a board.

use quintet_engine::{CellContent, Tile};
use ratatui::buffer::Buffer;
use ratatui::style::{Modifier, Style};

use super::Look;
use super::palette::{DIM, Depth, GOLD, GRID, INK, WHITE, tile_colour};

/// What a cell shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cell {
    /// Nothing, or a mark of the grid.
    Empty,
    /// A tile of the board or of the piece in play.
    Filled(Tile),
    /// Where the piece would land.
    Ghost(Tile),
    /// Where the computer would put the piece.
    Hint,
    /// A completed row, lit up.
    Lit,
}

/// Draws a cell two characters wide and one high, enlarged by this factor.
pub(super) fn draw(buffer: &mut Buffer, look: &Look, (x, y): (u16, u16), scale: u16, cell: Cell) {
    let (text, style) = content(look, cell);
    let (first, rest) = text;
    for row in 0..scale {
        for column in 0..2 * scale {
            // The letter, number or mark stands once, in the middle.
            let is_middle = row == (scale - 1) / 2 && column / 2 == (scale - 1) / 2;
            let sign = match (is_middle, column % 2) {
                (true, 0) => first,
                (true, _) => rest,
                (false, _) => filler(look, cell),
            };
            buffer[(x + column, y + row)].set_char(sign).set_style(style);
        }
    }
    if let (Cell::Filled(tile), true) = (cell, look.unicode && !look.numbers)
        && let CellContent::Half { pips, .. } = tile.content()
    {
        draw_pips(buffer, (x, y), scale, pips);
    }
}

/// The two characters of a cell and their style.
fn content(look: &Look, cell: Cell) -> ((char, char), Style) {
    let has_colours = look.depth != Depth::None;
    match cell {
        Cell::Empty if look.grid => ((' ', '·'), Style::new().fg(GRID)),
        Cell::Empty => ((' ', ' '), Style::new()),
        Cell::Lit if look.unicode => (('▓', '▓'), Style::new().fg(WHITE)),
        Cell::Lit => (('=', '='), Style::new().fg(WHITE)),
        Cell::Hint if look.unicode => (('▒', '▒'), Style::new().fg(GOLD)),
        Cell::Hint => (('+', '+'), Style::new().fg(GOLD)),
        Cell::Ghost(tile) => {
            let signs = if look.unicode { ('░', '░') } else { (':', ':') };
            (signs, Style::new().fg(tile_colour(look, tile).unwrap_or(DIM)))
        }
        Cell::Filled(tile) => {
            let colour = tile_colour(look, tile).unwrap_or(DIM);
            let sign = tile.to_char();
            let painted = Style::new().fg(INK).bg(colour);
            match tile.content() {
                CellContent::Half { .. } if has_colours => ((sign, ' '), painted),
                CellContent::Half { .. } => {
                    ((sign, '|'), Style::new().add_modifier(Modifier::BOLD))
                }
                CellContent::Garbage if look.unicode => (('▒', '▒'), Style::new().fg(colour)),
                CellContent::Garbage => (('%', '%'), Style::new().fg(colour)),
                _ if !has_colours => ((sign, sign), Style::new().add_modifier(Modifier::BOLD)),
                _ if look.marks => ((sign, ' '), painted),
                _ if look.unicode => (('█', '█'), Style::new().fg(colour)),
                _ => (('[', ']'), Style::new().fg(colour)),
            }
        }
    }
}

/// What surrounds the middle of a large cell.
fn filler(look: &Look, cell: Cell) -> char {
    match cell {
        Cell::Empty => ' ',
        Cell::Filled(tile) if look.depth != Depth::None && look.marks && tile.pips().is_none() => {
            if tile == Tile::GARBAGE {
                garbage(look)
            } else {
                ' '
            }
        }
        Cell::Filled(tile) if tile.pips().is_some() => {
            if look.depth == Depth::None {
                '|'
            } else {
                ' '
            }
        }
        Cell::Filled(tile) if tile == Tile::GARBAGE => garbage(look),
        Cell::Filled(tile) if look.depth == Depth::None => tile.to_char(),
        Cell::Filled(_) if look.unicode => '█',
        Cell::Filled(_) => '#',
        Cell::Ghost(_) if look.unicode => '░',
        Cell::Ghost(_) => ':',
        Cell::Hint if look.unicode => '▒',
        Cell::Hint => '+',
        Cell::Lit if look.unicode => '▓',
        Cell::Lit => '=',
    }
}

const fn garbage(look: &Look) -> char {
    if look.unicode { '▒' } else { '%' }
}

/// Where the pips of each value are, on a grid of three by three, as columns and rows.
const PIPS: [&[(u16, u16)]; 7] = [
    &[],
    &[(1, 1)],
    &[(0, 0), (2, 2)],
    &[(0, 0), (1, 1), (2, 2)],
    &[(0, 0), (2, 0), (0, 2), (2, 2)],
    &[(0, 0), (2, 0), (1, 1), (0, 2), (2, 2)],
    &[(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)],
];

/// The bit of each dot of a braille character, by column and row.
const DOTS: [[u32; 4]; 2] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]];

/// Draws the pips of half a domino as dots of braille characters, which have two by four each.
fn draw_pips(buffer: &mut Buffer, (x, y): (u16, u16), scale: u16, pips: u8) {
    let (columns, rows) = (2 * scale, scale);
    let mut signs = vec![0_u32; usize::from(columns * rows)];
    let (width, height) = (2 * columns, 4 * rows);
    for &(column, row) in PIPS[usize::from(pips.min(6))] {
        // A pip is a square of dots, larger in a larger cell.
        let left = (width - scale) * column / 2;
        let top = (height - scale) * row / 2;
        for dot_x in left..left + scale {
            for dot_y in top..top + scale {
                let place = usize::from(dot_y / 4 * columns + dot_x / 2);
                signs[place] |= DOTS[usize::from(dot_x % 2)][usize::from(dot_y % 4)];
            }
        }
    }
    for (place, &dots) in (0..).zip(&signs) {
        let sign = char::from_u32(0x2800 + dots).filter(|_| dots != 0).unwrap_or(' ');
        buffer[(x + place % columns, y + place / columns)].set_char(sign);
    }
}

/// Draws two cells, one above the other, as one character.
pub(super) fn draw_halves(
    buffer: &mut Buffer,
    look: &Look,
    (x, y): (u16, u16),
    above: Cell,
    below: Cell,
) {
    let colour = |cell: Cell| match cell {
        Cell::Empty => None,
        Cell::Filled(tile) => tile_colour(look, tile),
        Cell::Ghost(_) => Some(GRID),
        Cell::Hint => Some(GOLD),
        Cell::Lit => Some(WHITE),
    };
    let is_solid = |cell| matches!(cell, Cell::Filled(_) | Cell::Lit);
    let has_colours = look.depth != Depth::None;
    let (sign, style) = match (colour(above), colour(below)) {
        (None, None) => (' ', Style::new()),
        (Some(top), Some(bottom)) if has_colours && top != bottom => {
            ('▀', Style::new().fg(top).bg(bottom))
        }
        (top, bottom) if has_colours => {
            let sign = match (top, bottom) {
                (Some(_), Some(_)) => '█',
                (Some(_), None) => '▀',
                _ => '▄',
            };
            (sign, Style::new().fg(top.or(bottom).unwrap_or(DIM)))
        }
        _ => match (is_solid(above), is_solid(below)) {
            (true, true) => ('█', Style::new()),
            (true, false) => ('▀', Style::new()),
            (false, true) => ('▄', Style::new()),
            (false, false) => ('░', Style::new()),
        },
    };
    buffer[(x, y)].set_char(sign).set_style(style);
}
