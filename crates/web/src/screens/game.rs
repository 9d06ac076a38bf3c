//! A game in play, paused or over: the board, what stands around it, and the overlays.

use quintet_engine::Rules;
use quintet_words::games as words;
use web_sys::{Event, KeyboardEvent};

use super::{game_over, pause};
use crate::app::{Shared, shared};
use crate::dom::{El, el, follow, on_window, when};
use crate::duel::Opponent;
use crate::games::{GameEntry, Hint, Mode, Ranking};
use crate::keys::{Action, KeyMap, is_key, key_names};
use crate::layout::Place;
use crate::page::document;
use crate::parts::{
    SheetHandle, attack_canvas, game_board, mobile_controls, pause_button, rounds, seat_area, sides,
};
use crate::play::{Frames, Gamepads, PadInput, Phase, Stage, listen_to_keys};
use crate::route::{Route, Screen};
use crate::signals::prelude::*;

/// The game that the address names.
pub(crate) fn game_screen() -> El {
    let shared = shared();
    let stage = shared.stage;
    let route = shared.router.now();
    let (game, mode) = (route.game, route.mode());
    let rules = shared.settings.with_untracked(|settings| settings.apply(mode.rules, game));
    let map = shared.settings.with_untracked(|settings| settings.key_map(game));
    let left_handed = shared.settings.with_untracked(|settings| settings.left_handed);

    // What stands on the stage decides who sits where.
    follow(move || {
        let route = shared.router.get();
        // Another game has a screen of its own, which takes this one's place.
        if route.game == game && route.mode().slug == mode.slug {
            follow_route(shared, &route);
        }
    });
    let cabinet =
        if game.is_duel() { arena(stage, mode, rules, &map) } else { cabinet(mode, rules, &map) };
    // The bare game has no dialog at its end: the board itself says so, and takes a click.
    let bare = mode.ranking == Ranking::Nothing;
    // What lies behind a dialog is seen, and nothing else.
    let behind = move || match stage.phase.get() {
        Phase::Paused => true,
        Phase::Over => !bare,
        _ => false,
    };
    let cabinet = cabinet.live_flag("inert", behind);
    let touch = move || {
        let swipe = if rules.hard_drop { ", swipe down to drop" } else { "" };
        let hint = el("p", "touch-hint").text("Tap the board to rotate").text(swipe);
        let controls = [hint, pause_button(), mobile_controls(0, &rules)];
        el("div", "live").live_flag("inert", behind).children(controls)
    };

    run_frames(shared);
    listen_to_keys(stage, map);
    leave_politely(stage);
    if bare {
        begin_again_on_enter(stage);
    }
    el("main", "screen game-screen")
        .attr("data-game", game.slug)
        .live_class("left-handed", move || left_handed)
        .live_attr("data-screen", move || screen_name(stage.phase.get()).to_owned())
        .live_attr("data-layout", move || shared.viewport.get().layout().name().to_owned())
        .on("contextmenu", |event: Event| event.prevent_default())
        .child(el("h1", "unseen").text(&game.name))
        .child(cabinet)
        .child(when(move || shared.mobile.get(), touch))
        .child(when(move || stage.phase.get() == Phase::Paused, pause))
        .child(when(move || !bare && stage.phase.get() == Phase::Over, game_over))
}

/// A-S9: Enter starts the bare game again. Listens after the game's keys do.
fn begin_again_on_enter(stage: &'static Stage) {
    on_window("keydown", move |event: KeyboardEvent| {
        let over = stage.phase.get_untracked() == Phase::Over;
        if over && is_key(&event, "Enter") && !event.default_prevented() && !event.repeat() {
            event.prevent_default();
            stage.restart();
        }
    });
}

fn screen_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Paused => "paused",
        Phase::Over => "over",
        Phase::Idle | Phase::Playing | Phase::Counting(_) => "play",
    }
}

/// One board and what stands around it.
fn cabinet(mode: &Mode, rules: Rules, map: &KeyMap) -> El {
    let shared = shared();
    let game = shared.router.now().game;
    let sheet = SheetHandle::follow(rules);
    let seat = shared.stage.seats[0];
    let [left, right] = sides(seat, 0, mode, rules, sheet);
    el("div", "cabinet").children([
        left,
        game_board(seat, 0, rules, &game.name, Place::Alone),
        right,
        hints(game, map, 0, &rules),
    ])
}

/// Two boards, and the attacks between them. Whoever has the keys on the right sits on the right.
fn arena(stage: &'static Stage, mode: &Mode, rules: Rules, map: &KeyMap) -> El {
    let series = stage.series;
    let two = series.with_untracked(|series| series.opponent == Opponent::Person);
    let game = shared().router.now().game;
    let areas = [0, 1].map(|player| {
        let seat = stage.seats[player];
        let place = match (two, player) {
            (true, _) => Place::Half,
            (false, 0) => Place::Own,
            (false, _) => Place::Other,
        };
        let name = series.with_untracked(|series| series.name(player));
        let board = game_board(seat, player, rules, &name, place);
        let head = (name.as_str(), rounds(series, player));
        let here = two || player == 0;
        seat_area(seat, player, mode, rules, place, head, board)
            .children(here.then(|| hints(game, map, player, &rules)))
    });
    el("div", if two { "cabinet duel swapped" } else { "cabinet duel" })
        .children(areas)
        .child(attack_canvas(stage.volley, rules, Place::Own))
}

fn hints(game: &GameEntry, map: &KeyMap, seat: usize, rules: &Rules) -> El {
    let has = |hint: &&Hint| rules.hold || !matches!(hint, Hint::KeyLast(_, Action::Hold));
    let hints = game.hints.iter().filter(has);
    el("ul", "hints")
        .attr("aria-label", &words::HINTS)
        .children(hints.map(|hint| el("li", "").text(&hint_text(hint, map, seat))))
}

fn hint_text(hint: &Hint, map: &KeyMap, seat: usize) -> String {
    let names = |action| key_names(map.keys(seat, action));
    match *hint {
        Hint::KeysFirst(actions, word) => {
            let first = |&action: &Action| names(action).into_iter().next();
            let keys: Vec<String> = actions.iter().filter_map(first).collect();
            words::hint_keys_first(&keys.join(" "), word)
        }
        Hint::KeyLast(word, action) => {
            words::hint_keys_last(word, names(action).first().map_or("", String::as_str))
        }
        Hint::KeysLast(word, action) => {
            let mut keys = names(action);
            keys.reverse();
            words::hint_keys_last(word, &keys.join(" / "))
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
        // The page was loaded anew in the middle of a game: the start screen offers to go on.
        (Screen::Play, Phase::Idle, _)
            if (route.seed, &route.position) == (None, &None)
                && stage.unfinished(route.game).is_some() =>
        {
            home();
        }
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
                (PadInput::Button(button), true) => {
                    let player = stage.player_of(seat);
                    stage.press(player, button, stamp);
                    stage.repeat_while_held(player, button, stamp);
                }
                (PadInput::Button(button), false) => {
                    stage.release(stage.player_of(seat), button, stamp);
                }
                (PadInput::Pause, true) => stage.command(Action::Pause),
                (PadInput::Pause, false) => {}
            });
        }
        stage.frame(stamp);
    })));
    on_cleanup(move || drop(frames.try_update_value(Option::take)));
}

/// Halts the game when the player goes away from the page or from this screen. (A-M32)
fn leave_politely(stage: &'static Stage) {
    on_window("blur", move |_: Event| stage.step_away());
    on_window("visibilitychange", move |_: Event| {
        if document().hidden() {
            stage.step_away();
        }
    });
    on_cleanup(move || stage.pause());
}
