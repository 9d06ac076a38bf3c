//! The glass in front of everything: scanlines and vignette.

use leptos::prelude::*;

/// Lies over the whole app and lets every touch through.
pub(crate) fn crt() -> AnyView {
    view! {
        <div class="scanlines" aria-hidden="true"></div>
        <div class="vignette" aria-hidden="true"></div>
    }
    .into_any()
}
