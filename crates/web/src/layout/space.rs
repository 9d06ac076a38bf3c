//! What a board needs around it, and how it shares the window.

/// How large a game's board is, and what it needs around it, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Space {
    /// On a desktop.
    pub(crate) desktop: Margins,
    /// On a phone held upright.
    pub(crate) portrait: Margins,
    /// On a phone held sideways.
    pub(crate) landscape: Margins,
    /// A cell in the hold and next boxes on a desktop.
    pub(crate) small_cell: f64,
    /// How many of these cells a box for one piece is high there.
    pub(crate) box_rows: u32,
}

impl Space {
    /// For a board of ten columns with boxes and numbers beside it.
    pub(crate) const STANDARD: Space = Space {
        desktop: Margins::DESKTOP,
        portrait: Margins::PORTRAIT,
        landscape: Margins::LANDSCAPE,
        small_cell: 22.0,
        box_rows: 3,
    };
}

/// What a board needs around it in one of the layouts, in pixels, and how large its cells may be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margins {
    /// Left and right of it.
    pub(crate) horizontal: f64,
    /// Above and below it.
    pub(crate) vertical: f64,
    /// The smallest and the largest cell.
    pub(crate) cell: (f64, f64),
}

impl Margins {
    /// Padding, the hints and the frame above and below; boxes and numbers on either side.
    pub(crate) const DESKTOP: Margins =
        Margins { horizontal: 420.0, vertical: 128.0, cell: (14.0, 40.0) };
    /// Hold and next, numbers and controls above and below. (M-085)
    pub(crate) const PORTRAIT: Margins =
        Margins { horizontal: 0.0, vertical: 84.0 + 56.0 + 112.0 + 20.0, cell: (15.0, 18.0) };
    /// Numbers and controls on either side. (M-085)
    pub(crate) const LANDSCAPE: Margins =
        Margins { horizontal: 400.0, vertical: 8.0, cell: (15.0, 18.0) };
}

/// Space that a board leaves for something else than what a game in play has around it, in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ReservedSpace {
    /// Below it.
    pub(crate) below: f64,
    /// Left and right of it on a phone held sideways, in place of a game's numbers and controls.
    pub(crate) beside: f64,
}

impl ReservedSpace {
    /// Nothing.
    pub(crate) const NOTHING: ReservedSpace = ReservedSpace { below: 0.0, beside: 0.0 };
}

/// How a board shares the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sharing {
    /// Alone.
    Alone,
    /// With an opponent, whose board is small on a phone.
    Own,
    /// As that opponent.
    Other,
    /// With an opponent at the same keyboard: both boards are of a size.
    Half,
}
