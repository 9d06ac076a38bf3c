//! A game's first page: its name, its modes, and the way to everything else.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::controls;
use crate::app::shared;
use crate::games::{GAMES, GameEntry};
use crate::page;
use crate::parts::{banner, button, click, follow, menu, when, words};
use crate::route::{Route, Router, Screen};

/// The start screen of the game that the address names.
pub(crate) fn start() -> AnyView {
    let shared = shared();
    let router = shared.router;
    let game = router.now().game;
    let to = move |screen: Screen| router.go(Route::to(game, screen).in_mode(router.now().mode()));
    let at_start = move || router.now().screen == Screen::Start;

    // A focused button keeps its own Enter; otherwise Enter starts. (A-M10)
    let enter = window_event_listener(ev::keydown, move |event| {
        if at_start() && event.code() == "Enter" && !event.repeat() && page::focused().is_none() {
            to(Screen::Play);
        }
    });
    on_cleanup(move || enter.remove());
    follow(|| page::focus(".menu .primary"));

    // A-M19: a button does its own job; any other spot starts.
    let tap = move |event: ev::MouseEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
        let button = target.and_then(|target| target.closest("button").ok().flatten());
        if shared.mobile.get_untracked() && at_start() && button.is_none() {
            to(Screen::Play);
        }
    };
    let hint = words(move || {
        if shared.mobile.get() { "Tap anywhere to start" } else { "PRESS ENTER TO START" }
            .to_owned()
    });
    let touch = when(
        move || shared.mobile.get(),
        || view! { <p class="touch-note">"Touch controls enabled"</p> }.into_any(),
    );
    let buttons = vec![
        button("button wide primary", "START GAME", move || to(Screen::Play)),
        button("button wide", "HIGH SCORES", move || to(Screen::Scores)),
        button("button wide", "CONTROLS", move || to(Screen::Controls)),
    ];
    view! {
        <main class="screen start" data-screen="start" on:click=tap>
            <div class="horizon" aria-hidden="true"></div>
            {top_bar(router)}
            <div class="start-body">
                {banner(game.banner)}
                {modes(router, game)}
                {menu("Main menu", buttons)}
                <p class="press">{hint}</p>
                {touch}
            </div>
            {when(move || router.get().screen == Screen::Controls, move || controls(game))}
        </main>
    }
    .into_any()
}

/// The slim row along the top: the games, replays and settings.
fn top_bar(router: Router) -> AnyView {
    let now = router.now().game;
    let tab = |game: &'static GameEntry| {
        let current = (game == now).then_some("page");
        let go = click(move || router.go(Route::to(game, Screen::Start)));
        view! {
            <button class="tab" disabled=!game.is_ready() title=game.blurb aria-current=current on:click=go>
                {game.name}
            </button>
        }
        .into_any()
    };
    let tabs: Vec<AnyView> = GAMES.iter().map(tab).collect();
    view! {
        <header class="top-bar">
            <nav class="tabs" aria-label="Games">{tabs}</nav>
            <nav class="extras" aria-label="More">
                {button("link", "Replays", move || router.go(Route::to(now, Screen::Replays)))}
                {button("link", "Settings", move || router.go(Route::to(now, Screen::Settings)))}
            </nav>
        </header>
    }
    .into_any()
}

/// The choice of mode, where a game has more than one.
fn modes(router: Router, game: &'static GameEntry) -> AnyView {
    if game.modes.len() < 2 {
        return ().into_any();
    }
    let choose = |mode: &'static crate::games::Mode| {
        let chosen = words(move || (router.get().mode().slug == mode.slug).to_string());
        let go = click(move || router.replace(Route::to(game, Screen::Start).in_mode(mode)));
        view! {
            <button class="mode" role="radio" aria-checked=chosen on:click=go>{mode.name}</button>
        }
        .into_any()
    };
    let choices: Vec<AnyView> = game.modes.iter().map(choose).collect();
    let goal = words(move || router.get().mode().goal.to_owned());
    view! {
        <div class="modes">
            <div class="mode-row" role="radiogroup" aria-label="Mode">{choices}</div>
            <p class="goal">{goal}</p>
        </div>
    }
    .into_any()
}
