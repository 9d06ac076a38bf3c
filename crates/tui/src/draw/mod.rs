//! Boards and pages as characters. Everything is drawn with full colours and Unicode into a buffer;
//! [`finish`] then reduces both to what the terminal shows.

mod board;
mod cells;
mod layout;
mod palette;
mod panels;
mod text;

pub(crate) use board::{LitRows, draw_board};
pub(crate) use layout::fit;
#[cfg(test)]
pub(crate) use palette::BACKGROUND;
pub use palette::Depth;
pub(crate) use palette::{ACCENT, BAD, DIM, FRAME, GOLD, TEXT};
pub(crate) use panels::{Side, draw_side, draw_values};
pub(crate) use text::{centred, finish, fitting_keys, frame, line, menu, put, wrap};

use quintet_frontend::{PipMode, Settings};

/// How things look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch by itself")]
pub(crate) struct Look {
    pub(crate) depth: Depth,
    pub(crate) unicode: bool,
    pub(crate) ghost: bool,
    pub(crate) grid: bool,
    /// Whether blocks carry their letters.
    pub(crate) marks: bool,
    pub(crate) contrast: bool,
    pub(crate) safe_colours: bool,
    /// Whether dominoes show numbers in place of pips.
    pub(crate) numbers: bool,
    /// Whether clears are shown without effects.
    pub(crate) still: bool,
}

impl Look {
    pub(crate) fn new(settings: &Settings, depth: Depth, unicode: bool) -> Look {
        Look {
            depth,
            unicode,
            ghost: settings.ghost,
            grid: settings.grid,
            marks: settings.marks
                || settings.safe_colours
                || settings.high_contrast
                || depth == Depth::None,
            contrast: settings.high_contrast,
            safe_colours: settings.safe_colours,
            numbers: settings.pips == PipMode::Numbers || !unicode,
            still: settings.is_still(false),
        }
    }
}
