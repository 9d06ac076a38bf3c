//! A game's first page: its name, its modes, and the way to everything else.

use leptos::ev;
use leptos::prelude::*;

use crate::app::shared;
use crate::games::GAMES;
use crate::page;
use crate::parts::{Banner, Menu};
use crate::route::{Route, Screen};

/// The start screen of the game that the address names.
#[component]
pub(crate) fn Start() -> impl IntoView {
    let router = shared().router;
    let game = router.now().game;
    let mode = move || router.get().mode();
    let start = move || router.go(Route::to(game, Screen::Play).in_mode(mode()));
    let to = move |screen: Screen| router.go(Route::to(game, screen).in_mode(mode()));

    // A focused button keeps its own Enter; otherwise Enter starts. (A-M10)
    let enter = window_event_listener(ev::keydown, move |event| {
        let start_shown = router.now().screen == Screen::Start;
        if start_shown && event.code() == "Enter" && !event.repeat() && page::focused().is_none() {
            start();
        }
    });
    on_cleanup(move || enter.remove());
    Effect::new(|| page::focus(".menu .primary"));

    view! {
        <main class="screen start" data-screen="start">
            <GameRow />
            <div class="start-body">
                <Banner word=game.banner />
                <div class="modes" role="radiogroup" aria-label="Mode">
                    {game.modes.iter().map(|entry| {
                        let chosen = move || mode().slug == entry.slug;
                        view! {
                            <button
                                class="mode"
                                role="radio"
                                aria-checked=move || chosen().to_string()
                                on:click=move |_| router.replace(Route::to(game, Screen::Start).in_mode(entry))
                            >
                                {entry.name}
                            </button>
                        }
                    }).collect_view()}
                    <p class="goal">{move || mode().goal}</p>
                </div>
                <Menu label="Main menu">
                    <button class="button wide primary" on:click=move |_| start()>"START GAME"</button>
                    <button class="button wide" on:click=move |_| to(Screen::Scores)>"HIGH SCORES"</button>
                    <button class="button wide" on:click=move |_| to(Screen::Controls)>"CONTROLS"</button>
                </Menu>
                <p class="press">"PRESS ENTER TO START"</p>
            </div>
        </main>
    }
}

/// The slim row along the top from which a game is chosen.
#[component]
fn GameRow() -> impl IntoView {
    let router = shared().router;
    view! {
        <nav class="games" aria-label="Games">
            {GAMES.iter().map(|game| view! {
                <button
                    class="game"
                    disabled=!game.is_ready()
                    title=game.blurb
                    aria-current=move || (router.get().game == game).then_some("page")
                    on:click=move |_| router.go(Route::to(game, Screen::Start))
                >
                    {game.name}
                </button>
            }).collect_view()}
        </nav>
    }
}
