//! Messages at the edge of the screen.

use leptos::prelude::*;

use super::{button, live};
use crate::app::shared;

/// Shows what the player should know, until it is dismissed.
pub(crate) fn notice_list() -> AnyView {
    let notices = shared().notices;
    let list = live(move || {
        let list: Vec<AnyView> = notices
            .list()
            .into_iter()
            .map(|notice| {
                let accept = notice.offer.map(|offer| {
                    button("button small primary", offer, move || notices.accept(notice.id))
                });
                let dismiss = button("button small", "DISMISS", move || notices.dismiss(notice.id));
                view! { <div class="notice panel"><p>{notice.text}</p>{accept}{dismiss}</div> }
                    .into_any()
            })
            .collect();
        list.into_any()
    });
    view! { <div class="notices" role="region" aria-label="Notices" aria-live="polite">{list}</div> }
        .into_any()
}
