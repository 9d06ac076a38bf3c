//! A game in play, paused or over: the board, what stands around it, and the overlays.

use leptos::ev;
use leptos::prelude::*;

use super::{game_over, pause};
use crate::app::{Shared, shared};
use crate::games::{GameEntry, Hint};
use crate::keys::{Action, KeyMap, key_names};
use crate::parts::{
    SheetHandle, follow, game_board, hold_box, mobile_controls, pause_button, preview_box,
    score_panel, when, words,
};
use crate::play::{Frames, Gamepads, Keyboard, PadInput, Phase, Stage};
use crate::route::{Route, Screen};

/// The game that the address names.
pub(crate) fn game_screen() -> AnyView {
    let shared = shared();
    let stage = shared.stage;
    let route = shared.router.now();
    let (game, mode) = (route.game, route.mode());
    let rules = shared.settings.with_untracked(|settings| settings.apply(mode.rules, game));
    let map = shared.settings.with_untracked(|settings| settings.key_map(game));
    let hints = hints(game, &map);

    follow(move || follow_route(shared, &shared.router.get()));
    run_frames(shared);
    listen(stage, map);
    on_cleanup(move || stage.pause());

    let sheet = SheetHandle::follow(rules);
    let seat = stage.seats[0];
    let screen = words(move || {
        let name = match stage.phase.get() {
            Phase::Paused => "paused",
            Phase::Over => "over",
            Phase::Idle | Phase::Playing | Phase::Counting(_) => "play",
        };
        name.to_owned()
    });
    let layout = words(move || shared.viewport.get().layout().name().to_owned());
    let left_handed = shared.settings.with_untracked(|settings| settings.left_handed);
    let stats: Vec<AnyView> =
        mode.panels.iter().map(|&panel| score_panel(seat, panel, &rules)).collect();
    let hold = rules.hold.then(|| hold_box(seat, 0, rules, sheet));
    let next = (rules.previews > 0).then(|| preview_box(seat, rules, sheet));
    view! {
        <main
            class=if left_handed { "screen game-screen left-handed" } else { "screen game-screen" }
            data-screen=screen
            data-layout=layout
            on:contextmenu=|event| event.prevent_default()
        >
            <h1 class="unseen">{game.name}</h1>
            <div class="cabinet">
                <div class="side left">{hold}<div class="stats">{stats}</div></div>
                {game_board(seat, 0, rules, game.name)}
                <div class="side right">{next}</div>
                <ul class="hints" aria-label="Keys">{hints}</ul>
            </div>
            {when(move || shared.mobile.get(), move || {
                vec![pause_button(), mobile_controls(0, &rules)].into_any()
            })}
            {when(move || stage.phase.get() == Phase::Paused, pause)}
            {when(move || stage.phase.get() == Phase::Over, game_over)}
        </main>
    }
    .into_any()
}

fn hints(game: &GameEntry, map: &KeyMap) -> Vec<AnyView> {
    let line = |hint: &Hint| view! { <li>{hint_text(hint, map)}</li> }.into_any();
    game.hints.iter().map(line).collect()
}

fn hint_text(hint: &Hint, map: &KeyMap) -> String {
    let names = |action| key_names(map.keys(0, action));
    match *hint {
        Hint::KeysFirst(actions, word) => {
            let first = |&action: &Action| names(action).into_iter().next();
            let keys: Vec<String> = actions.iter().filter_map(first).collect();
            format!("{} {word}", keys.join(" "))
        }
        Hint::KeyLast(word, action) => {
            format!("{word} → {}", names(action).first().cloned().unwrap_or_default())
        }
        Hint::KeysLast(word, action) => {
            let mut keys = names(action);
            keys.reverse();
            format!("{word} → {}", keys.join(" / "))
        }
    }
}

/// Makes the stage do what the address says, or leads home where there is no such game.
fn follow_route(shared: &'static Shared, route: &Route) {
    let stage = shared.stage;
    let phase = stage.phase.get_untracked();
    let home = || shared.router.replace(Route::to(route.game, Screen::Start));
    match (&route.screen, phase, stage.holds(route)) {
        (Screen::Play, Phase::Playing | Phase::Counting(_), true)
        | (Screen::Paused, Phase::Paused, true)
        | (Screen::Over, Phase::Over, true) => {}
        (Screen::Play, Phase::Paused, true) => stage.resume(),
        (Screen::Paused, Phase::Playing | Phase::Counting(_), true) => stage.pause(),
        (Screen::Play, ..) if stage.begin(route) => {}
        (Screen::Play | Screen::Paused | Screen::Over, ..) => home(),
        _ => {}
    }
}

/// Runs the game frame by frame for as long as the screen is there.
fn run_frames(shared: &'static Shared) {
    let stage = shared.stage;
    let mut pads = Gamepads::default();
    let frames = StoredValue::new_local(Some(Frames::run(move |stamp| {
        if shared.settings.with_untracked(|settings| settings.gamepad) {
            pads.poll(|seat, input, down| match (input, down) {
                (PadInput::Button(button), true) => stage.press(seat, button, stamp),
                (PadInput::Button(button), false) => stage.release(seat, button, stamp),
                (PadInput::Pause, true) => stage.command(Action::Pause),
                (PadInput::Pause, false) => {}
            });
        }
        stage.frame(stamp);
    })));
    on_cleanup(move || drop(frames.try_update_value(Option::take)));
}

/// Listens to the keyboard, and to the player going away.
fn listen(stage: &'static Stage, map: KeyMap) {
    let keyboard = StoredValue::new_local(Some(Keyboard::listen(stage, map)));
    let blur = window_event_listener(ev::blur, move |_| stage.step_away());
    let hidden = window_event_listener_untyped("visibilitychange", move |_| {
        if document().hidden() {
            stage.step_away();
        }
    });
    on_cleanup(move || {
        if let Some(keyboard) = keyboard.try_update_value(Option::take).flatten() {
            keyboard.stop();
        }
        blur.remove();
        hidden.remove();
    });
}
