//! Which key does what, and changing it.

use quintet_words::{keys as words, play};
use web_sys::KeyboardEvent;

use crate::app::shared;
use crate::dom::{El, button, el, live, on_window};
use crate::games::{self, GAMES, GameEntry};
use crate::keys::{Action, KeyMap, code_of, key_name};
use crate::signals::prelude::*;

/// The action that waits for its new key: game, seat and action.
type Waiting = Option<(&'static str, usize, Action)>;

/// Every key of every game.
pub(crate) fn key_settings() -> El {
    let waiting: RwSignal<Waiting> = RwSignal::new(None);
    let settings = shared().settings;
    // This key is a name now, not a command.
    on_window("keydown", move |event: KeyboardEvent| {
        let Some((slug, seat, action)) = waiting.get_untracked() else { return };
        event.prevent_default();
        waiting.set(None);
        let code = code_of(&event);
        if let Some(game) = games::find(slug).filter(|_| !code.is_empty()) {
            settings.update(|settings| {
                let mut codes = settings.key_map(game).keys(seat, action).to_vec();
                codes.retain(|other| other.as_str() != code.as_str());
                codes.push(code.to_string());
                settings.set_keys(game, seat, action, codes);
            });
        }
    });
    let table = |game: &'static GameEntry| {
        let reset = move || settings.update(|settings| settings.reset_keys(game));
        el("div", "key-table")
            .child(el("h3", "").text(&game.name))
            .child(live(move || Some(el("div", "live").children(rows(game, waiting)))))
            .child(button("button small", &words::RESET, reset))
    };
    el("div", "live").children(GAMES.iter().filter(|game| game.is_ready()).map(table))
}

fn rows(game: &'static GameEntry, waiting: RwSignal<Waiting>) -> Vec<El> {
    let map = shared().settings.with(|settings| settings.key_map(game));
    let mut rows = Vec::new();
    let several = game.seats.len() > 1;
    for seat in 0..game.seats.len() {
        if several {
            rows.push(el("h4", "key-player").text(&play::player(seat as u8 + 1)));
        }
        for (action, codes) in map.seat(seat) {
            let chips = codes.iter().map(|code| chip(game, &map, seat, *action, code));
            let chips =
                el("span", "chips").children(chips).child(adder(game, seat, *action, waiting));
            let name = el("span", "option-name").text(&action.label());
            rows.push(el("div", "key-row").child(name).child(chips));
        }
    }
    rows
}

/// The button that waits for another key.
fn adder(game: &'static GameEntry, seat: usize, action: Action, waiting: RwSignal<Waiting>) -> El {
    let this = Some((game.slug, seat, action));
    let listening = waiting.get() == this;
    let (class, label) = if listening {
        ("chip add listening", words::PRESS_A_KEY.text())
    } else {
        ("chip add", "+")
    };
    button(class, label, move || {
        waiting.set(if waiting.get_untracked() == this { None } else { this });
    })
    .attr("aria-label", &words::add(&owned(game, seat, action)))
}

/// A key, which a click takes away. One that another action has too says so.
fn chip(game: &'static GameEntry, map: &KeyMap, seat: usize, action: Action, code: &str) -> El {
    let settings = shared().settings;
    let name = key_name(code);
    let clash = map.conflict(seat, action, code);
    let code = code.to_owned();
    let remove = move || {
        settings.update(|settings| {
            let mut codes = settings.key_map(game).keys(seat, action).to_vec();
            codes.retain(|other| other.as_str() != code.as_str());
            settings.set_keys(game, seat, action, codes);
        });
    };
    let chip = button("chip", &format!("{name} ×"), remove)
        .attr("aria-label", &words::remove(&name, &owned(game, seat, action)));
    let warning = clash.map(|(seat, other)| {
        let other = owned(game, seat, other);
        el("span", "clash").attr("role", "alert").text(&words::conflict(&other))
    });
    let class = if clash.is_some() { "chip-box clashing" } else { "chip-box" };
    el("span", class).child(chip).children(warning)
}

/// What an action is called, with its player where there are several.
fn owned(game: &GameEntry, seat: usize, action: Action) -> String {
    if game.seats.len() > 1 {
        words::of_player(action.label(), &play::player_lower(seat as u8 + 1))
    } else {
        action.label().into()
    }
}
