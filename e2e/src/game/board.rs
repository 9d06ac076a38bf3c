//! Reads the board from its colours.

use std::fmt;

use serde_json::Value;

use crate::browser::page::Page;
use crate::looks::style::{Colour, colour, hue};

const READ: &str = include_str!("board.js");
const COLUMNS: usize = 10;
const ROWS: usize = 20;
/// Kinds in the order in which `piece_hues` lists them.
const KINDS: [char; 7] = ['I', 'J', 'L', 'O', 'S', 'T', 'Z'];

/// What is painted: `.` nothing, a capital a block of that kind, a small letter its ghost, `G`
/// garbage, `*` white.
#[derive(Clone, PartialEq, Eq)]
pub struct Board(Vec<String>);

impl Board {
    /// A board from its rows.
    pub(crate) fn from_rows(rows: impl IntoIterator<Item = String>) -> Board {
        Board(rows.into_iter().collect())
    }

    /// All rows, top first.
    pub fn rows(&self) -> Vec<&str> {
        self.0.iter().map(String::as_str).collect()
    }

    /// The lowest rows, top first.
    pub fn bottom(&self, rows: usize) -> Vec<&str> {
        self.rows().split_off(ROWS - rows)
    }

    /// Where these signs are painted, as (column, row), row by row.
    pub fn places(&self, sign: char) -> Vec<(usize, usize)> {
        let rows = self.0.iter().enumerate();
        let cells = rows.flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (x, y, c)));
        cells.filter(|&(_, _, found)| found == sign).map(|(x, y, _)| (x, y)).collect()
    }

    /// The leftmost column in which this sign is painted.
    pub fn left_of(&self, sign: char) -> Option<usize> {
        self.places(sign).iter().map(|&(x, _)| x).min()
    }

    /// The topmost row in which this sign is painted.
    pub fn top_of(&self, sign: char) -> Option<usize> {
        self.places(sign).iter().map(|&(_, y)| y).min()
    }

    /// In how many cells this sign is painted.
    pub fn count(&self, sign: char) -> usize {
        self.places(sign).len()
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{}\n", self.0.join("\n"))
    }
}

impl Page {
    /// The board as it is painted after the next frame.
    pub fn board(&self) -> Board {
        self.show_frame();
        let cells = self.signs(&self.evaluate(&format!("({READ})({COLUMNS}, {ROWS})")));
        Board(cells.chunks(COLUMNS).map(|row| row.iter().collect()).collect())
    }

    /// The colour that a cell of the board is painted in.
    pub fn painted(&self, column: usize, row: usize) -> Colour {
        let cells = self.evaluate(&format!("({READ})({COLUMNS}, {ROWS})"));
        colour(&cells[row * COLUMNS + column])
    }

    /// Cells whose colours a script has found, as signs.
    pub(super) fn signs(&self, cells: &Value) -> Vec<char> {
        let hues = self.piece_hues();
        let cells = cells.as_array().expect("a list of colours");
        cells.iter().map(|cell| sign(colour(cell), &hues)).collect()
    }

    /// The hue of each kind, as the design tokens give it.
    fn piece_hues(&self) -> Vec<f64> {
        KINDS
            .iter()
            .map(|kind| {
                hue(self.token_colour(&format!("color-piece-{}", kind.to_ascii_lowercase())))
            })
            .collect()
    }
}

fn sign(cell: Colour, hues: &[f64]) -> char {
    let most = cell.iter().copied().fold(0.0, f64::max);
    let least = cell.iter().copied().fold(255.0, f64::min);
    let colourfulness = if most > 0.0 { (most - least) / most } else { 0.0 };
    if most < 45.0 {
        return '.';
    }
    if colourfulness < 0.12 && most > 215.0 {
        return '*';
    }
    if colourfulness < 0.3 {
        return 'G';
    }
    let away = |kind: &f64| {
        let apart = (kind - hue(cell)).abs();
        apart.min(360.0 - apart)
    };
    let nearest = (0..hues.len()).min_by(|&a, &b| away(&hues[a]).total_cmp(&away(&hues[b])));
    let kind = KINDS[nearest.expect("there are seven kinds")];
    if most > 140.0 { kind } else { kind.to_ascii_lowercase() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_told_apart_by_hue_and_light() {
        let hues = [187.0, 227.0, 32.0, 49.0, 137.0, 272.0, 350.0];
        assert_eq!(sign([9.0, 11.0, 24.0], &hues), '.');
        assert_eq!(sign([255.0, 255.0, 255.0], &hues), '*');
        assert_eq!(sign([255.0, 154.0, 43.0], &hues), 'L');
        assert_eq!(sign([60.0, 52.0, 20.0], &hues), 'o');
        assert_eq!(sign([128.0, 136.0, 168.0], &hues), 'G');
    }
}
