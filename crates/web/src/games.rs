//! What the app adds to the games that all front ends offer: how they look, and how much room they
//! need.

pub(crate) use quintet_frontend::games::{GAMES, duel, find, first, of};
pub(crate) use quintet_frontend::{GameEntry, HelpGroup, Hint, Mode, Panel};

use quintet_engine::GameName;
use quintet_frontend::Look;

use crate::draw::Skin;
use crate::layout::{Margins, Space};

/// How a game's cells look.
pub(crate) fn skin(game: GameName) -> Skin {
    match of(game).0.look {
        Look::Standard | Look::Flip => Skin::Neon,
        Look::Domino => Skin::Domino,
        Look::Plain => Skin::Plain,
    }
}

/// How large a game's board is, and what it needs around it.
pub(crate) fn space(game: GameName) -> &'static Space {
    match of(game).0.look {
        Look::Standard => &Space::STANDARD,
        Look::Domino => &DOMINO,
        Look::Plain => &MINIMAL,
        Look::Flip => &FLIP,
    }
}

/// Larger cells, and the sums beside the board, on either side so that it stays in the middle.
const DOMINO: Space = Space {
    desktop: Margins {
        horizontal: Margins::DESKTOP.horizontal + 112.0,
        cell: (14.0, 44.0),
        ..Margins::DESKTOP
    },
    portrait: Margins {
        horizontal: 112.0,
        vertical: Margins::PORTRAIT.vertical - 20.0,
        cell: (15.0, 32.0),
    },
    landscape: Margins { cell: (15.0, 32.0), ..Margins::LANDSCAPE },
    ..Space::STANDARD
};

/// S-08: cells of 32 pixels. Nothing stands around them but fingers.
const MINIMAL: Space = Space {
    desktop: Margins { horizontal: 16.0, vertical: 32.0, cell: (14.0, 32.0) },
    portrait: Margins { horizontal: 4.0, vertical: 184.0, cell: (10.0, 32.0) },
    landscape: Margins { cell: (10.0, 32.0), ..Margins::LANDSCAPE },
    ..Space::STANDARD
};

/// F-E5: blocks of 30 pixels, and a canvas of 120 by 120 pixels for the next piece. On a phone the
/// button that reverses gravity stands above the others.
const FLIP: Space = Space {
    desktop: Margins { cell: (14.0, 30.0), ..Margins::DESKTOP },
    portrait: Margins {
        vertical: Margins::PORTRAIT.vertical + 80.0,
        cell: (15.0, 30.0),
        ..Margins::PORTRAIT
    },
    landscape: Margins { cell: (15.0, 30.0), ..Margins::LANDSCAPE },
    small_cell: 24.0,
    box_rows: 5,
};
