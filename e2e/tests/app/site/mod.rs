//! How the app is loaded, addressed and stored.

mod addresses;
pub(crate) mod hosting;
mod language;
mod late;
mod local_data;
