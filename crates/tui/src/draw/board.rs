//! A board with the piece in play, its ghost and its frame.

use quintet_bot::Hint;
use quintet_engine::{Game, Micros, Phase, PlacedPiece, Tile};
use ratatui::buffer::Buffer;
use ratatui::style::Style;

use super::cells::{self, Cell};
use super::layout::{BoardLayout, CellSize};
use super::palette::{BAD, FRAME};
use super::{Look, text};

/// Rows that are lit for a moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct LitRows {
    /// Those that have just been cleared, from the top.
    pub(crate) rows: Vec<i8>,
    /// Until when.
    pub(crate) until: Micros,
}

/// Draws a board, with the rows that are lit and a hint.
pub(crate) fn draw_board(
    buffer: &mut Buffer,
    look: &Look,
    cell: CellSize,
    layout: &BoardLayout,
    game: &Game,
    (lit_rows, hint): (&LitRows, Option<&Hint>),
) {
    text::frame(buffer, layout.frame, Style::new().fg(FRAME));
    let view = game.view();
    let (width, height) = (view.board.width() as i8, view.board.height() as i8);
    let lit = match view.phase {
        Phase::Clearing { rows, .. } if !look.still => rows.iter().collect(),
        _ => lit_rows.rows.clone(),
    };
    let (left, top) = (layout.frame.x + 1, layout.frame.y + 1);
    let pieces = Pieces::of(game, look, hint);
    let at = |x: i8, y: i8| {
        if lit.contains(&y) {
            return Cell::Lit;
        }
        let tile = view.board.tile(x, y);
        if tile == Tile::EMPTY { pieces.at(x, y) } else { Cell::Filled(tile) }
    };
    match cell {
        CellSize::Whole(scale) => {
            for y in 0..height {
                for x in 0..width {
                    let corner = (left + 2 * scale * x as u16, top + scale * y as u16);
                    cells::draw(buffer, look, corner, scale, at(x, y));
                }
            }
        }
        CellSize::Half => {
            for row in 0..(height as u16).div_ceil(2) {
                for x in 0..width {
                    let y = 2 * row as i8;
                    let below = if y + 1 < height { at(x, y + 1) } else { Cell::Empty };
                    let corner = (left + x as u16, top + row);
                    cells::draw_halves(buffer, look, corner, at(x, y), below);
                }
            }
        }
    }
    if let Some(meter) = layout.meter {
        draw_meter(buffer, meter, layout, view.pending_garbage, look);
    }
}

/// Pending garbage as a bar beside the board, from below.
fn draw_meter(buffer: &mut Buffer, x: u16, layout: &BoardLayout, pending: u8, look: &Look) {
    let bottom = layout.frame.bottom().saturating_sub(2);
    let rows = u16::from(pending).min(layout.frame.height.saturating_sub(2));
    for row in 0..rows {
        let sign = if look.unicode { '█' } else { '!' };
        buffer[(x, bottom - row)].set_char(sign).set_style(Style::new().fg(BAD));
    }
}

/// The cells of the piece in play, of its ghost and of a hint.
struct Pieces<'a> {
    piece: Vec<(i8, i8, Tile)>,
    ghost: Vec<(i8, i8, Tile)>,
    hint: &'a [(i8, i8)],
}

impl<'a> Pieces<'a> {
    fn of(game: &Game, look: &Look, hint: Option<&'a Hint>) -> Pieces<'a> {
        let view = game.view();
        Pieces {
            hint: hint.map_or(&[], |hint| &hint.cells),
            piece: view.piece.into_iter().flat_map(PlacedPiece::cells).collect(),
            ghost: view
                .ghost
                .filter(|_| look.ghost)
                .into_iter()
                .flat_map(PlacedPiece::cells)
                .collect(),
        }
    }

    fn at(&self, x: i8, y: i8) -> Cell {
        let find = |cells: &[(i8, i8, Tile)]| {
            cells.iter().find(|cell| (cell.0, cell.1) == (x, y)).map(|cell| cell.2)
        };
        match (find(&self.piece), find(&self.ghost)) {
            (Some(tile), _) => Cell::Filled(tile),
            _ if self.hint.contains(&(x, y)) => Cell::Hint,
            (None, Some(tile)) => Cell::Ghost(tile),
            (None, None) => Cell::Empty,
        }
    }
}
