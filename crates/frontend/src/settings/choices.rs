//! Settings that are one of a few values.

#[cfg(feature = "terminal")]
use quintet_words::terminal;
use quintet_words::{Phrase, settings as words};

/// A setting that is one of a few values.
pub trait Choice: Copy + PartialEq + 'static {
    /// The values in the order of the screen.
    const ALL: &'static [Self];
    /// What they are called, in the same order.
    const LABELS: &'static [Phrase];
    /// What they are stored as, in the same order.
    const SLUGS: &'static [&'static str];

    /// Which of the values this is.
    fn index(self) -> usize {
        Self::ALL.iter().position(|other| *other == self).unwrap_or(0)
    }

    /// The value at this index; the first where there is none.
    fn at(index: usize) -> Self {
        Self::ALL[if index < Self::ALL.len() { index } else { 0 }]
    }
}

/// How much may move on the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Motion {
    /// As the device asks.
    #[default]
    System,
    /// Everything.
    Full,
    /// As little as possible.
    Reduced,
}

/// How the value of half a domino is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipMode {
    /// By dots, as on a real domino.
    Pips,
    /// By a numeral.
    Numbers,
}

/// How the value of half a domino is shown unless the player chooses otherwise: the one parameter
/// to change for another default. (D-91)
pub const PIP_RENDER_MODE: PipMode = PipMode::Pips;

/// How large boards are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardSize {
    /// As each game is documented.
    #[default]
    Standard,
    /// As large as the window allows.
    Fit,
    /// A share of the standard size, as far as the window allows.
    Zoom,
}

/// What games are laid out for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LayoutChoice {
    /// What the device has, and what the player used last.
    #[default]
    Automatic,
    /// Keys, where the window is wide enough.
    Keys,
    /// Touch.
    Touch,
}

/// Which tune plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TuneChoice {
    /// The first, in D minor.
    #[default]
    Evening,
    /// A faster one, in A minor.
    Chase,
    /// A slower one, in F major.
    Garden,
}

/// How many colours a terminal shows.
#[cfg(feature = "terminal")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// As the environment says.
    #[default]
    Automatic,
    /// 24 bits.
    True,
    /// The palette of 256.
    Indexed,
    /// The palette of 16.
    Sixteen,
    /// None: letters.
    None,
}

/// Which characters a terminal shows.
#[cfg(feature = "terminal")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Characters {
    /// As the locale says.
    #[default]
    Automatic,
    /// Blocks, lines and arrows.
    Unicode,
    /// Nothing but ASCII.
    Ascii,
}

impl Choice for Motion {
    const ALL: &'static [Motion] = &[Motion::System, Motion::Full, Motion::Reduced];
    const LABELS: &'static [Phrase] =
        &[words::MOTION_SYSTEM, words::MOTION_FULL, words::MOTION_REDUCED];
    const SLUGS: &'static [&'static str] = &["system", "full", "reduced"];
}

impl Choice for PipMode {
    const ALL: &'static [PipMode] = &[PipMode::Pips, PipMode::Numbers];
    const LABELS: &'static [Phrase] = &[words::PIPS, words::NUMBERS];
    const SLUGS: &'static [&'static str] = &["pips", "numbers"];
}

impl Choice for BoardSize {
    const ALL: &'static [BoardSize] = &[BoardSize::Standard, BoardSize::Fit, BoardSize::Zoom];
    const LABELS: &'static [Phrase] = &[words::BOARD_STANDARD, words::BOARD_FIT, words::BOARD_ZOOM];
    const SLUGS: &'static [&'static str] = &["standard", "fit", "zoom"];
}

impl Choice for TuneChoice {
    const ALL: &'static [TuneChoice] =
        &[TuneChoice::Evening, TuneChoice::Chase, TuneChoice::Garden];
    const LABELS: &'static [Phrase] = &[words::TUNE_EVENING, words::TUNE_CHASE, words::TUNE_GARDEN];
    const SLUGS: &'static [&'static str] = &["evening", "chase", "garden"];
}

impl Choice for LayoutChoice {
    const ALL: &'static [LayoutChoice] =
        &[LayoutChoice::Automatic, LayoutChoice::Keys, LayoutChoice::Touch];
    const LABELS: &'static [Phrase] =
        &[words::LAYOUT_AUTOMATIC, words::LAYOUT_KEYS, words::LAYOUT_TOUCH];
    const SLUGS: &'static [&'static str] = &["automatic", "keys", "touch"];
}

#[cfg(feature = "terminal")]
impl Choice for Colours {
    const ALL: &'static [Colours] =
        &[Colours::Automatic, Colours::True, Colours::Indexed, Colours::Sixteen, Colours::None];
    const LABELS: &'static [Phrase] = &[
        terminal::AUTOMATIC,
        terminal::TRUE_COLOUR,
        terminal::INDEXED,
        terminal::SIXTEEN,
        terminal::NONE,
    ];
    const SLUGS: &'static [&'static str] = &["auto", "truecolor", "256", "16", "none"];
}

#[cfg(feature = "terminal")]
impl Choice for Characters {
    const ALL: &'static [Characters] =
        &[Characters::Automatic, Characters::Unicode, Characters::Ascii];
    const LABELS: &'static [Phrase] = &[terminal::AUTOMATIC, terminal::UNICODE, terminal::ASCII];
    const SLUGS: &'static [&'static str] = &["auto", "unicode", "ascii"];
}
