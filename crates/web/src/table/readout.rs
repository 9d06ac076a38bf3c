//! What the page shows of a game beside its board and in words over it.

use quintet_engine::{Gravity, Kind, MAX_PREVIEWS, PlacedPiece, View};
use quintet_frontend::{Celebration, Live};
use quintet_words::ShortText;

/// The coming pieces, as many as can be shown.
pub(crate) type Next = [Option<Kind>; MAX_PREVIEWS as usize];

/// What the locked pips of each row of a Domino board add up to, the top row first.
pub(crate) type Sums = [u8; 16];

/// The numbers, pieces and words shown around a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Readout {
    /// Points.
    pub(crate) score: u64,
    /// The level.
    pub(crate) level: u32,
    /// Rows cleared.
    pub(crate) lines: u32,
    /// Tenths of a second played.
    pub(crate) tenths: u64,
    /// Lives.
    pub(crate) lives: i32,
    /// Whether the streak is on.
    pub(crate) streak: bool,
    /// Milliseconds from row to row of the fall.
    pub(crate) fall_ms: u64,
    /// Which way pieces fall.
    pub(crate) gravity: Gravity,
    /// What the rows add up to.
    pub(crate) sums: Sums,
    /// What is counted.
    pub(crate) live: Live,
    /// The kind put aside.
    pub(crate) hold: Option<Kind>,
    /// Whether hold has been used for this piece.
    pub(crate) hold_used: bool,
    /// The coming pieces.
    pub(crate) next: Next,
    /// Whether the piece in play is in the lower half of the board, or partly.
    pub(crate) piece_low: bool,
    /// The last clear, until its time is over.
    pub(crate) celebration: Option<Flash<Celebration>>,
    /// The last level reached, until its time is over.
    pub(crate) level_up: Option<Flash<u32>>,
    /// The last message, until its time is over; and whether it is good news.
    pub(crate) message: Option<Flash<(ShortText, bool)>>,
    /// How many of these words there have been.
    flashes: u32,
}

/// Words that flash up. The same words another time are others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Flash<T> {
    /// The words, or what they tell of.
    pub(crate) of: T,
    number: u32,
}

impl<T> Flash<T> {
    /// The next words to flash up.
    pub(super) fn next(readout: &mut Readout, of: T) -> Flash<T> {
        readout.flashes += 1;
        Flash { of, number: readout.flashes }
    }
}

impl Readout {
    /// Copies the numbers and pieces of a view.
    pub(super) fn update(&mut self, view: &View<'_>, sums: Sums) {
        let mut next = Next::default();
        for (slot, &kind) in next.iter_mut().zip(view.next) {
            *slot = Some(kind);
        }
        let half = view.board.height() as i8 / 2;
        let mut cells = view.piece.into_iter().flat_map(PlacedPiece::cells);
        *self = Readout {
            score: view.score,
            level: view.level,
            lines: view.lines,
            tenths: view.now.as_millis() / 100,
            lives: view.lives,
            streak: view.streak,
            fall_ms: view.fall_interval.as_millis(),
            gravity: view.gravity,
            sums,
            hold: view.hold,
            hold_used: view.hold_used,
            next,
            piece_low: cells.any(|(_, row, _)| row >= half),
            ..*self
        };
    }
}
