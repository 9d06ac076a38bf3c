//! How boards look: the colours of the style sheets and what the player has chosen.

use quintet_engine::Kind;
use quintet_frontend::{PIP_RENDER_MODE, PipMode, Settings};
use web_sys::CssStyleDeclaration;

use super::colour::Colour;

/// The colours of a board. They are read from the style sheets, which alone say what they are.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Palette {
    /// By kind, in the order of the kinds' numbers.
    pieces: [Colour; 7],
    /// Cells that an opponent sent.
    pub(super) garbage: Colour,
    /// Where a piece would land.
    pub(super) ghost: Colour,
    /// Behind everything.
    pub(super) void: Colour,
    /// The field.
    pub(super) field: Colour,
    /// Marks on empty cells.
    pub(super) grid: Colour,
    /// Four rows at once.
    pub(super) gold: Colour,
    /// Garbage that waits.
    pub(super) danger: Colour,
    /// Signs on the field.
    pub(super) accent: Colour,
}

impl Palette {
    /// The palette of the style sheets as they apply now.
    pub(crate) fn read() -> Palette {
        let style = page_style();
        let read = |name: &str, otherwise: Colour| {
            let value = style.as_ref().and_then(|style| style.get_property_value(name).ok());
            value.as_deref().and_then(Colour::parse).unwrap_or(otherwise)
        };
        let piece = |name, otherwise| read(name, otherwise);
        Palette {
            pieces: [
                piece("--color-piece-i", Colour::rgb(23, 227, 255)),
                piece("--color-piece-j", Colour::rgb(77, 116, 255)),
                piece("--color-piece-l", Colour::rgb(255, 154, 43)),
                piece("--color-piece-o", Colour::rgb(255, 219, 58)),
                piece("--color-piece-s", Colour::rgb(57, 240, 109)),
                piece("--color-piece-t", Colour::rgb(187, 92, 255)),
                piece("--color-piece-z", Colour::rgb(255, 68, 99)),
            ],
            garbage: read("--color-piece-garbage", Colour::rgb(128, 136, 168)),
            ghost: read("--color-ghost", Colour::WHITE.with_alpha(0.32)),
            void: read("--color-void", Colour::rgb(5, 6, 15)),
            field: read("--color-grid-bg", Colour::rgb(9, 11, 24)),
            grid: read("--color-grid-mark", Colour::rgb(27, 32, 66)),
            gold: read("--color-accent-gold", Colour::rgb(255, 210, 63)),
            danger: read("--color-accent-error", Colour::rgb(255, 79, 109)),
            accent: read("--color-accent-primary", Colour::rgb(25, 230, 255)),
        }
    }

    /// The colour of a kind of piece.
    pub(super) fn piece(&self, kind: Kind) -> Colour {
        self.pieces[usize::from(kind.number() - 1) % self.pieces.len()]
    }
}

fn page_style() -> Option<CssStyleDeclaration> {
    let window = web_sys::window()?;
    window.get_computed_style(&window.document()?.document_element()?).ok().flatten()
}

/// How a game's cells are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Skin {
    /// Bevelled blocks that glow.
    Neon,
    /// White halves of dominoes.
    Domino,
    /// Plain squares on black, a pixel apart.
    Plain,
}

/// What a player chose about looks.
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the settings by itself")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Look {
    /// Whether a piece shows where it would land.
    pub(crate) ghost: bool,
    /// Whether empty cells carry their mark.
    pub(crate) grid: bool,
    /// Whether each kind of piece carries a mark of its own.
    pub(crate) marks: bool,
    /// Whether blocks are outlined and do not glow.
    pub(crate) contrast: bool,
    /// Whether the colours are those that everyone can tell apart. The colours are the style
    /// sheets' and are read from the page when something is made ready to draw; this only makes
    /// another palette another look.
    pub(crate) safe_colours: bool,
    /// Whether nothing may flash, shake or fly.
    pub(crate) still: bool,
    /// How dominoes show their values.
    pub(crate) pips: PipMode,
}

impl Look {
    /// What the settings say; `still` says whether the device asks for little motion.
    pub(crate) fn of(settings: &Settings, still: bool) -> Look {
        Look {
            ghost: settings.ghost,
            grid: settings.grid,
            marks: settings.marks || settings.safe_colours || settings.high_contrast,
            contrast: settings.high_contrast,
            safe_colours: settings.safe_colours,
            still: settings.is_still(still),
            pips: settings.pips,
        }
    }
}

impl Default for Look {
    fn default() -> Look {
        Look {
            ghost: true,
            grid: true,
            marks: false,
            contrast: false,
            safe_colours: false,
            still: false,
            pips: PIP_RENDER_MODE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_records::Document;

    /// D-91
    #[test]
    fn dominoes_show_what_the_parameter_says_until_the_player_chooses() {
        let mut settings = Settings::default();
        assert_eq!(Look::of(&settings, false).pips, PIP_RENDER_MODE);
        settings.pips = PipMode::Numbers;
        let read = Settings::from_json(&settings.to_json()).expect("it was just written");
        assert_eq!(Look::of(&read, false).pips, PipMode::Numbers);
    }
}
