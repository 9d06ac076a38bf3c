//! A game in play, paused or over: the board, what stands around it, and the overlays.

use quintet_engine::Rules;
use quintet_words::{games as words, play, results};
use web_sys::{Event, KeyboardEvent};

use super::{game_over, pause};
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, follow, on_window, once_shown, when};
use crate::games::{GameEntry, Hint, Mode};
use crate::keys::{Action, KeyMap, is_key, key_names};
use crate::layout::Sharing;
use crate::page;
use crate::parts::{
    SheetHandle, attack_canvas, game_board, live_numbers, menu, mobile_controls, pause_button,
    player_area, rounds, sides, with_gestures_around,
};
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::table::{LocalGame, Phase, Table};
use quintet_frontend::Opponent;

/// The game that the address names.
pub(crate) fn game_screen() -> El {
    let shared = shared();
    let local = shared.game;
    let route = shared.router.now();
    let (game, mode) = (route.game, route.mode());
    // The game itself decides who plays on which board.
    follow(move || {
        let route = shared.router.get();
        // Another game has a screen of its own, which takes this one's place.
        if route.game == game && route.mode().slug == mode.slug {
            follow_route(shared, &route);
        }
    });
    let table = Table::open(local);
    let screen = screen(table, game, mode);
    shared.notices.hold_while(move || !is_behind_dialog(local, game));
    table.take_inputs(shared.settings.with_untracked(|settings| settings.key_map(game)));
    // Where there is no room to keep the game, the browser asks whether to leave all the same.
    on_window("beforeunload", move |event: Event| {
        if !local.keep_unfinished() {
            event.prevent_default();
        }
    });
    // A-M32: a game waits while the player is on another screen.
    on_cleanup(move || local.pause());
    if game.is_bare {
        begin_again_on_enter(local);
    }
    let bare = game.is_bare;
    screen
        .child(when(move || local.phase.get() == Phase::Paused, pause))
        .child(when(move || !bare && local.phase.get() == Phase::Over, game_over))
}

/// Whether a dialog lies over the boards: then they are seen, and nothing else. The bare game has no
/// dialog at its end: the board itself says so, and takes a click.
fn is_behind_dialog(local: &LocalGame, game: &GameEntry) -> bool {
    match local.phase.get() {
        Phase::Paused => true,
        Phase::Over => !game.is_bare,
        Phase::Idle | Phase::Playing | Phase::Counting(_) => false,
    }
}

/// What is on the screen of a game but its dialogs, for the boards of a table.
pub(super) fn screen(table: Table, game: &'static GameEntry, mode: &'static Mode) -> El {
    let shared = shared();
    let local = shared.game;
    let rules = shared.settings.with_untracked(|settings| settings.apply(mode.rules(), game));
    let map = shared.settings.with_untracked(|settings| settings.key_map(game));
    let left_handed = shared.settings.with_untracked(|settings| settings.left_handed);
    let build = if game.is_duel() { arena } else { cabinet };
    let behind = move || is_behind_dialog(local, game);
    let cabinet = build(table, mode, rules, &map).live_flag("inert", behind);
    let touch = move || {
        let hint = if rules.hard_drop { play::TAP_AND_SWIPE_HINT } else { play::TAP_HINT };
        let hint = el("p", "touch-hint").text(&hint);
        // Two share a keyboard: there is no room for the thumbs of both.
        let alone = !game.is_duel()
            || local.match_score.with_untracked(|score| score.opponent != Opponent::Person);
        let thumbs = alone.then(|| [hint, mobile_controls(table, 0, &rules)]);
        el("div", "live")
            .live_flag("inert", behind)
            .child(pause_button(table))
            .children(thumbs.into_iter().flatten())
    };
    let place = if game.is_duel() { Sharing::Own } else { Sharing::Alone };
    with_gestures_around(el("main", "screen game-screen"), table, rules, place)
        .attr("data-game", game.slug)
        .live_class("left-handed", move || left_handed)
        .live_attr("data-screen", move || screen_name(local.phase.get()).to_owned())
        .live_attr("data-layout", move || shared.viewport.get().layout().name().to_owned())
        .on("contextmenu", |event: Event| event.prevent_default())
        .child(el("h1", "unseen").text(&game.name))
        .child(cabinet)
        .child(when(move || shared.mobile.get(), touch))
}

/// A-S9: Enter starts the bare game again. Listens after the game's keys do.
fn begin_again_on_enter(local: &'static LocalGame) {
    on_window("keydown", move |event: KeyboardEvent| {
        let over = local.phase.get_untracked() == Phase::Over;
        let is_free = page::focused().is_none() && !event.default_prevented() && !event.repeat();
        if over && is_key(&event, "Enter") && is_free {
            event.prevent_default();
            local.restart();
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
fn cabinet(table: Table, mode: &Mode, rules: Rules, map: &KeyMap) -> El {
    let game = shared().router.now().game;
    let sheet = SheetHandle::follow(table, 0, rules);
    let [left, right] = sides(table, 0, mode, rules, sheet);
    let board = board(table, 0, rules, &game.name, Sharing::Alone);
    let right = right.children(live_numbers(table.display(0), game, mode, true));
    el("div", "cabinet").children([left, board, right, hints(game, map, 0, &rules)])
}

/// Two boards, and the attacks between them. The player with the keys on the right has the board on the right.
fn arena(table: Table, mode: &Mode, rules: Rules, map: &KeyMap) -> El {
    let shared = shared();
    let score = shared.game.match_score;
    let two = score.with_untracked(|score| score.opponent == Opponent::Person);
    let game = shared.router.now().game;
    let areas = [0, 1].map(|player| {
        let place = match (two, player) {
            (true, _) => Sharing::Half,
            (false, 0) => Sharing::Own,
            (false, _) => Sharing::Other,
        };
        let name = score.with_untracked(|score| score.name(player));
        let board = board(table, player, rules, &name, place);
        let head = (name.as_str(), rounds(score, player));
        let here = two || player == 0;
        player_area(table, player, mode, rules, place, head, board)
            .children(live_numbers(table.display(player), game, mode, true))
            .children(here.then(|| hints(game, map, player, &rules)))
    });
    el("div", if two { "cabinet duel swapped" } else { "cabinet duel" })
        .children(areas)
        .child(attack_canvas(table, rules, Sharing::Own))
}

/// A board with the count after a pause; the bare game's says when it is over, and a click starts
/// it again.
fn board(table: Table, player: usize, rules: Rules, name: &str, place: Sharing) -> El {
    let shared = shared();
    let local = shared.game;
    let count = el("p", "count").words(move || match local.phase.get() {
        Phase::Counting(count) => count.to_string(),
        _ => String::new(),
    });
    let held = el("p", "restart-hold").text(&play::HOLD_TO_RESTART);
    let bar = held.clone();
    local.restarting.follow(|held| *held, move |&held| bar.class("on", held));
    let board = game_board(table, player, rules, name, place)
        .child(el("div", "words").attr("aria-hidden", "true").child(count).child(held));
    if !shared.router.now().game.is_bare {
        return board;
    }
    let restart = move || {
        if local.phase.get_untracked() == Phase::Over {
            local.restart();
        }
    };
    board.on_click(restart).child(when(move || local.phase.get() == Phase::Over, bare_end))
}

/// The end of the bare game, over the middle of its board (S-42), and below it what comes next.
fn bare_end() -> El {
    let local = shared().game;
    let buttons = vec![
        button("button small", &results::PLAY_AGAIN, move || local.restart()),
        button("button small", &results::MAIN_MENU, move || local.leave()),
    ];
    once_shown(|| page::focus(".bare-ways button"));
    el("div", "live")
        .child(el("p", "bare-end").attr("role", "status").text(&play::GAME_OVER_BARE))
        .child(el("div", "bare-ways").child(menu(&results::GAME_OVER, buttons)))
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

/// Makes the game do what the address says, or leads home where there is no such game.
fn follow_route(shared: &'static Shared, route: &Route) {
    let local = shared.game;
    let phase = local.phase.get_untracked();
    let home = || shared.router.replace(Route::to(route.game, Screen::Start));
    match (&route.screen, phase, local.holds(route)) {
        (Screen::Play, Phase::Playing | Phase::Counting(_), true)
        | (Screen::Paused, Phase::Paused, true)
        | (Screen::Over, Phase::Over, true) => {}
        (Screen::Play, Phase::Paused, true) => local.resume(),
        (Screen::Paused, Phase::Playing | Phase::Counting(_), true) => local.pause(),
        // Nothing takes the place of a game that waits: the start screen offers it. Unless the page was
        // just loaded in the middle of that game, somebody wants a new one, and is asked.
        (Screen::Play, ..) if local.would_discard(route.game) => {
            local.new_wanted.set_value(phase != Phase::Idle);
            shared.router.replace(Route { screen: Screen::Start, ..route.clone() });
        }
        (Screen::Play, ..) if local.begin(route) => {}
        (Screen::Play | Screen::Paused | Screen::Over, ..) => home(),
        _ => {}
    }
}
