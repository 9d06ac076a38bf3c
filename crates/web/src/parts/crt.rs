//! The glass in front of everything: scanlines and vignette.

use crate::dom::{El, el};

/// Lies over the whole app and lets every touch through.
pub(crate) fn crt() -> [El; 2] {
    ["scanlines", "vignette"].map(|class| el("div", class).attr("aria-hidden", "true"))
}
