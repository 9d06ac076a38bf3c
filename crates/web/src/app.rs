//! The whole app: which screen is shown, and what all of them share.

use leptos::prelude::*;

use crate::parts::Crt;
use crate::route::Router;
use crate::screens::Start;

/// What every screen may reach.
#[derive(Clone, Copy)]
pub(crate) struct Shared {
    /// Where the player is.
    pub(crate) router: Router,
}

/// What every screen may reach.
pub(crate) fn shared() -> Shared {
    expect_context()
}

/// The root of everything on the page.
#[component]
pub(crate) fn App() -> impl IntoView {
    provide_context(Shared { router: Router::start() });
    view! {
        <Start />
        <Crt />
    }
}
