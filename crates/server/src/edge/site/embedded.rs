//! The app as a part of the program. `tests/embedding.rs` builds this file into a program of its own.

/// The app in `dist`: in a release as it was when the program was built, else as it is when the
/// program runs.
#[derive(rust_embed::RustEmbed)]
#[folder = "../../dist"]
#[allow_missing = true]
pub(crate) struct Embedded;
