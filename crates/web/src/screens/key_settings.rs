//! Which key does what, and changing it.

use leptos::ev;
use leptos::prelude::*;

use crate::app::shared;
use crate::games::GAMES;
use crate::games::GameEntry;
use crate::keys::{Action, key_name};
use crate::parts::{button, click, live};

/// The action that waits for its new key: game, seat and action.
type Waiting = Option<(&'static str, usize, Action)>;

/// Every key of every game.
pub(crate) fn key_settings() -> AnyView {
    let waiting: RwSignal<Waiting> = RwSignal::new(None);
    let shared = shared();
    // Captured before anybody else hears of it: this key is a name now, not a command.
    let catch = window_event_listener(ev::keydown, move |event| {
        let Some((slug, seat, action)) = waiting.get_untracked() else { return };
        event.prevent_default();
        event.stop_propagation();
        waiting.set(None);
        if let Some(game) = crate::games::find(slug) {
            shared.settings.update(|settings| {
                let mut codes = settings.key_map(game).keys(seat, action).to_vec();
                let code = event.code();
                if !code.is_empty() && !codes.contains(&code) {
                    codes.push(code);
                    settings.set_keys(game, seat, action, codes);
                }
            });
        }
    });
    on_cleanup(move || catch.remove());
    let games: Vec<AnyView> = GAMES
        .iter()
        .filter(|game| game.is_ready())
        .map(|game| {
            view! {
                <div class="key-table">
                    <h3>{game.name}</h3>
                    {live(move || rows(game, waiting).into_any())}
                    {button("button small", "RESET KEYS", move || {
                        shared.settings.update(|settings| settings.reset_keys(game));
                    })}
                </div>
            }
            .into_any()
        })
        .collect();
    games.into_any()
}

fn rows(game: &'static GameEntry, waiting: RwSignal<Waiting>) -> Vec<AnyView> {
    let settings = shared().settings;
    let map = settings.with(|settings| settings.key_map(game));
    let mut rows = Vec::new();
    for seat in 0..game.seats.len() {
        for (action, codes) in map.seat(seat) {
            let action = *action;
            let chips: Vec<AnyView> = codes
                .iter()
                .map(|code| {
                    let clash = map.conflict(seat, action, code).map(Action::label);
                    chip(game, seat, action, code.clone(), clash)
                })
                .collect();
            let this = (game.slug, seat, action);
            let listening = waiting.get() == Some(this);
            let listen = click(move || {
                let next = (waiting.get_untracked() != Some(this)).then_some(this);
                waiting.set(next);
            });
            let label = format!("Add a key for {}", action.label());
            rows.push(
                view! {
                    <div class="key-row">
                        <span class="option-name">{action.label()}</span>
                        <span class="chips">
                            {chips}
                            <button
                                class=if listening { "chip add listening" } else { "chip add" }
                                aria-label=label
                                on:click=listen
                            >
                                {if listening { "Press a key" } else { "+" }}
                            </button>
                        </span>
                    </div>
                }
                .into_any(),
            );
        }
    }
    rows
}

/// A key, which a click takes away. One that another action has too says so.
fn chip(
    game: &'static GameEntry,
    seat: usize,
    action: Action,
    code: String,
    clash: Option<&'static str>,
) -> AnyView {
    let settings = shared().settings;
    let name = key_name(&code);
    let label = format!("Remove {name} from {}", action.label());
    let remove = click(move || {
        settings.update(|settings| {
            let mut codes = settings.key_map(game).keys(seat, action).to_vec();
            codes.retain(|other| *other != code);
            settings.set_keys(game, seat, action, codes);
        });
    });
    let warning = clash.map(|other| {
        view! { <span class="clash" role="alert">{format!("also {other}")}</span> }.into_any()
    });
    view! {
        <span class=if clash.is_some() { "chip-box clashing" } else { "chip-box" }>
            <button class="chip" aria-label=label on:click=remove>{name} <span aria-hidden="true">" ×"</span></button>
            {warning}
        </span>
    }
    .into_any()
}
