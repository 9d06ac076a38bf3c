//! Leptos' reactive core: values, and what follows them. The rest of Leptos stays out (see `dom`).

/// What every screen uses of it.
pub(crate) mod prelude {
    pub(crate) use reactive_graph::computed::Memo;
    pub(crate) use reactive_graph::owner::{LocalStorage, StoredValue, on_cleanup};
    pub(crate) use reactive_graph::prelude::*;
    pub(crate) use reactive_graph::signal::RwSignal;
}
