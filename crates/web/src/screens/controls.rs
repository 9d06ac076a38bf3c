//! The keys of a game, over its start screen.

use leptos::prelude::*;

use crate::app::shared;
use crate::games::GameEntry;
use crate::keys::{Action, KeyMap, key_names};
use crate::parts::{button, overlay};
use crate::route::{Route, Screen};

/// Lists what each key does; GOT IT closes it.
pub(crate) fn controls(game: &'static GameEntry) -> AnyView {
    let shared = shared();
    let close = move || {
        let route = shared.router.now();
        shared.router.replace(Route { screen: Screen::Start, ..route });
    };
    let map = shared.settings.with_untracked(|settings| settings.key_map(game));
    let group = |group: &crate::games::HelpGroup| {
        let line = |&(actions, what): &(&[Action], &'static str)| {
            view! { <div class="key-line"><dt>{keys(&map, actions)}</dt><dd>{what}</dd></div> }
                .into_any()
        };
        let lines: Vec<AnyView> = group.lines.iter().map(line).collect();
        view! { <section class="key-group"><h3>{group.title}</h3><dl>{lines}</dl></section> }
            .into_any()
    };
    let groups: Vec<AnyView> = game.help.iter().map(group).collect();
    let content = vec![
        view! { <h2 class="controls-title">"CONTROLS"</h2> }.into_any(),
        view! { <div class="panel key-groups">{groups}</div> }.into_any(),
        button("button primary", "GOT IT", close),
    ];
    overlay("Controls", "overlay controls-overlay", Some(Box::new(close)), content)
}

/// The keys of actions that stand together: "or" between keys for the same thing.
fn keys(map: &KeyMap, actions: &[Action]) -> Vec<AnyView> {
    let mut views = Vec::new();
    for &action in actions {
        for (index, name) in key_names(map.keys(0, action)).into_iter().enumerate() {
            if index > 0 {
                views.push(" or ".into_any());
            }
            views.push(view! { <kbd>{name}</kbd> }.into_any());
        }
    }
    views
}
