//! A screen as an SVG picture, for the README.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::Color;

use crate::draw::BACKGROUND;

/// A character's width and height.
const CELL: (u16, u16) = (9, 18);

fn hex(colour: Color) -> String {
    let Color::Rgb(red, green, blue) = colour else { panic!("{colour} is no plain colour") };
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// How much of a cell a sign fills, where it is a block.
fn coverage(cell: &Cell) -> Option<f32> {
    match cell.symbol() {
        "█" => Some(1.0),
        "▓" => Some(0.75),
        "▒" => Some(0.5),
        "░" => Some(0.25),
        _ => None,
    }
}

/// The picture.
pub(crate) fn svg(buffer: &Buffer) -> String {
    let (width, height) = (buffer.area.width * CELL.0, buffer.area.height * CELL.1);
    let background = hex(BACKGROUND);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"{background}\"/>\n"
    );
    for y in 0..buffer.area.height {
        for x in 0..buffer.area.width {
            let cell = &buffer[(x, y)];
            let (left, top) = (x * CELL.0, y * CELL.1);
            let mut fill = |colour: &str, opacity: f32| {
                let _ = writeln!(
                    svg,
                    "<rect x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\" fill=\"{colour}\" \
                     fill-opacity=\"{opacity}\"/>",
                    CELL.0, CELL.1
                );
            };
            if cell.bg != BACKGROUND {
                fill(&hex(cell.bg), 1.0);
            }
            let colour = hex(cell.fg);
            if let Some(opacity) = coverage(cell) {
                fill(&colour, opacity);
            } else if !cell.symbol().trim().is_empty() {
                let sign = match cell.symbol() {
                    "<" => "&lt;",
                    ">" => "&gt;",
                    "&" => "&amp;",
                    other => other,
                };
                let baseline = top + CELL.1 - 5;
                let _ = writeln!(
                    svg,
                    "<text x=\"{left}\" y=\"{baseline}\" fill=\"{colour}\">{sign}</text>"
                );
            }
        }
    }
    svg.push_str("</svg>\n");
    svg
}
