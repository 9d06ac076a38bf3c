//! One replay: watched, scrubbed, and played on from.

use std::cell::RefCell;
use std::rc::Rc;

use quintet_engine::{Micros, Playback, Replay, Rules};
use quintet_online::shown_name;
use quintet_protocol::http::{Answer as _, MatchGame};
use quintet_words::{Phrase, menu, notices, number, numerals, play, replays as words, time};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Event, HtmlInputElement, KeyboardEvent};

use super::analysis::Analysis;
use super::replay_list::OPENED;
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, follow, live, on_escape, on_window, once_shown, target, when};
use crate::files;
use crate::games::{self, GameEntry, Mode};
use crate::keys::code_of;
use crate::layout::{Layout, ReservedSpace, Sharing};
use crate::online::request_bytes;
use crate::page;
use crate::parts::{
    SheetHandle, attack_canvas, board_canvas, player_area, question, row_sums, sides,
};
use crate::route::{Route, Screen, ServerReplay};
use crate::share::copy_link;
use crate::signals::prelude::*;
use crate::store::Replays;
use crate::table::sources::NORMAL_SPEED;
use crate::table::{ReplaySource, Session, Table, goes_into_field, position};
use quintet_frontend::player_name;

/// What hints need below the board of a game on a desktop, where a replay has its controls, and the
/// space between board and controls.
const HINTS_PX: f64 = 56.0;
/// The height of the controls for the thumbs, which a replay has not.
const THUMBS_PX: f64 = 88.0;
/// What boxes and numbers need left of a board on a phone held sideways.
const SIDE_PX: f64 = 128.0;
/// The controls on a phone held sideways: their share of the width, and their limits; the style
/// sheets have the same numbers.
const CONTROLS_SHARE: f64 = 0.4;
const CONTROLS_PX: (f64, f64) = (180.0, 290.0);
/// How much of the window's height the analysis may have below the boards; the style sheet has the
/// same number.
const ANALYSIS_SHARE: f64 = 0.4;
/// How far the arrow keys go.
const STEP_US: f64 = 2_000_000.0;
/// How fast a replay can run, in quarters.
const SPEEDS: [u64; 6] = [1, 2, 4, 8, 16, 32];

/// What is known of a replay beside what is in it.
#[derive(Clone, Default)]
struct About {
    /// Whose boards they are.
    names: Vec<String>,
    /// What the server keeps it as.
    on_server: Option<ServerReplay>,
}

/// Shows the replay with this name.
pub(crate) fn viewer(id: &str) -> El {
    let shared = shared();
    if id == OPENED {
        return replay_or_none(shared, shared.opened.get_value(), About::default());
    }
    let id = id.to_owned();
    loading(shared, async move {
        let about = Replays::about(shared.store, &id).await;
        let about = about.map_or_else(About::default, |kept| About {
            names: kept.players,
            on_server: kept.online.map(ServerReplay::Match),
        });
        (Replays::find(shared.store, &id).await, about)
    })
}

/// Shows a replay that the server keeps.
pub(crate) fn online_viewer(kept: &ServerReplay) -> El {
    let kept = kept.clone();
    loading(shared(), async move {
        let is_match = matches!(kept, ServerReplay::Match(_));
        let (path, tail) = (kept.path(), if is_match { "/replay" } else { "" });
        let bytes = request_bytes(&["api/", &path, tail].concat(), None, None).await;
        let replay = bytes.ok().and_then(|bytes| Replay::from_bytes(&bytes).ok());
        let mut names = Vec::new();
        if is_match
            && let Ok(bytes) = request_bytes(&["api/", &path].concat(), None, None).await
            && let Some(game) = MatchGame::decode(&bytes)
        {
            names = game.players.iter().map(|it| shown_name(&it.name, it.bot)).collect();
        }
        (replay, About { names, on_server: Some(kept) })
    })
}

/// A page that says so until a replay is here.
fn loading(
    shared: &'static Shared,
    load: impl Future<Output = (Option<Replay>, About)> + 'static,
) -> El {
    let loaded: Rc<RefCell<Option<About>>> = Rc::default();
    let arrived = Rc::clone(&loaded);
    let changed = RwSignal::new(0_u64);
    spawn_local(async move {
        let (replay, about) = load.await;
        // By now the player may have left, and everything of this screen with it.
        if changed.try_get_untracked().is_some() {
            shared.opened.set_value(replay);
            arrived.replace(Some(about));
            changed.set(1);
        }
    });
    live(move || {
        changed.get();
        Some(match loaded.take() {
            Some(about) => replay_or_none(shared, shared.opened.get_value(), about),
            None => message_page(shared, words::LOADING),
        })
    })
}

fn replay_or_none(shared: &'static Shared, replay: Option<Replay>, about: About) -> El {
    let playback = replay.and_then(|replay| Playback::new(replay).ok());
    match playback.filter(|playback| playback.current().players() > 0) {
        Some(playback) => replay_screen(shared, playback, about),
        None => message_page(shared, words::MISSING),
    }
}

/// A page in the place of a replay.
fn message_page(shared: &'static Shared, message: Phrase) -> El {
    let back = move || shared.router.go(Route::to(games::first(), Screen::Replays));
    on_escape(back);
    el("main", "screen page")
        .attr("data-screen", "watch")
        .child(el("h1", "page-title").text(&words::TITLE))
        .child(el("div", "page-body").child(el("p", "no-scores panel").text(&message)))
        .child(button("button back", &words::BACK, back))
}

fn replay_screen(shared: &'static Shared, playback: Playback, about: About) -> El {
    let all_rules = playback.replay().rules.clone();
    let rules = all_rules[0];
    let (game, mode) = games::of(rules.game);
    let replay = ReplaySource::new(playback);
    let table = Table::open(replay);
    on_window("keydown", move |event: KeyboardEvent| {
        let with_others = event.ctrl_key() || event.meta_key() || event.alt_key();
        let is_asked = || page::document().query_selector("[role=dialog]");
        if with_others || event.default_prevented() || is_asked().is_ok_and(|it| it.is_some()) {
            return;
        }
        match code_of(&event).as_str() {
            // It presses whatever has the focus.
            "Space" if page::focused().is_some() => return,
            "Space" => replay.toggle(),
            // They move the slider that has the focus.
            arrow if arrow.starts_with("Arrow") && goes_into_field(&event) => return,
            "ArrowLeft" => replay.step(-STEP_US),
            "ArrowRight" => replay.step(STEP_US),
            "Comma" => replay.step_frames(-1),
            "Period" => replay.step_frames(1),
            "ArrowUp" => replay.step_piece(false),
            "ArrowDown" => replay.step_piece(true),
            _ => return,
        }
        event.prevent_default();
    });

    let analysis = Analysis::of(shared, (replay, table), &all_rules);
    // Listens after the analysis does, which Escape closes.
    on_escape(move || shared.router.go(Route::to(game, Screen::Replays)));
    let below = RwSignal::new(HINTS_PX);
    follow(move || {
        shared.viewport.track();
        if let Some(analysis) = &analysis {
            analysis.track();
        }
        once_shown(move || measure(shared, below));
    });
    let reserved = move || {
        let viewport = shared.viewport.get();
        let (least, most) = CONTROLS_PX;
        let mut reserved = match viewport.layout() {
            Layout::Desktop => {
                ReservedSpace { below: (below.get() - HINTS_PX).max(1.0), beside: 0.0 }
            }
            Layout::Portrait => {
                ReservedSpace { below: (below.get() - THUMBS_PX).max(1.0), beside: 0.0 }
            }
            Layout::Landscape => {
                let controls = (viewport.width * CONTROLS_SHARE).max(least).min(most);
                ReservedSpace { below: 0.0, beside: SIDE_PX + controls }
            }
        };
        reserved.below += shared.notices.height.get();
        reserved
    };
    let cabinet = match all_rules.get(1) {
        None => alone(table, game, mode, rules, reserved),
        Some(_) => side_by_side(table, mode, &all_rules, &about.names, reserved),
    };
    let analyse = analysis
        .map_or_else(|| el("span", "caption-line").text(&words::NO_ANALYSIS), Analysis::opener);
    el("main", "screen game-screen watch")
        .attr("data-screen", "watch")
        .attr("data-game", game.slug)
        .live_attr("data-layout", move || shared.viewport.get().layout().name().to_owned())
        .child(el("h1", "unseen").text(&words::replay_of(&mode.title)))
        .child(cabinet)
        .child(transport(shared, replay, (game, mode), about.on_server, analyse))
        .children(analysis.map(Analysis::panel))
}

/// Takes the height of what stands below the boards, whole, though some of it may have to scroll; of
/// the analysis, as much as it may have.
fn measure(shared: &Shared, below: RwSignal<f64>) {
    let find = |what: &str| page::document().query_selector(what).ok().flatten();
    let analysis = find(".analysis:not(.beside)");
    let most = analysis.is_some().then(|| shared.viewport.get_untracked().height * ANALYSIS_SHARE);
    if let Some(lower) = analysis.or_else(|| find(".transport")) {
        let hidden = lower.scroll_height() - lower.client_height();
        let whole = lower.get_bounding_client_rect().height() + f64::from(hidden);
        let height = most.unwrap_or(whole).min(whole).ceil();
        // The screen may have been left meanwhile.
        if below.try_get_untracked().is_some_and(|before| (before - height).abs() >= 1.0) {
            below.set(height);
        }
    }
}

fn alone(
    table: Table,
    game: &GameEntry,
    mode: &Mode,
    rules: Rules,
    reserved: impl Fn() -> ReservedSpace + 'static,
) -> El {
    let sheet = SheetHandle::follow(table, 0, rules);
    let [left, right] = sides(table, 0, mode, rules, sheet);
    let place = (Sharing::Alone, reserved);
    let board = board_canvas(table, 0, rules, &game.name, place);
    el("div", "cabinet").children([
        left,
        el("div", "board").child(board).children(row_sums(table.display(0), &rules)),
        right,
    ])
}

/// Both boards of a duel; of a larger match, the first two.
fn side_by_side(
    table: Table,
    mode: &Mode,
    rules: &[Rules],
    names: &[String],
    reserved: impl Fn() -> ReservedSpace + Copy + 'static,
) -> El {
    let areas = [(0, Sharing::Own), (1, Sharing::Other)].map(|(player, place)| {
        let rules = rules[player];
        let name = names.get(player).cloned().unwrap_or_else(|| player_name(player));
        let canvas = board_canvas(table, player, rules, &name, (place, reserved));
        let board = el("div", "board").child(canvas);
        player_area(table, player, mode, rules, place, (&name, None), board)
    });
    el("div", "cabinet duel").children(areas).child(attack_canvas(table, rules[0], Sharing::Own))
}

/// Play, speed, the timeline, and the way out.
fn transport(
    shared: &'static Shared,
    replay: ReplaySource,
    (game, mode): (&'static GameEntry, &'static Mode),
    on_server: Option<ServerReplay>,
    analyse: El,
) -> El {
    let length = replay.with(|playback| playback.duration().as_millis());
    let router = shared.router;
    // The same element whatever it says, or it would lose the focus when it is pressed.
    let toggle = el("button", "button small primary")
        .words(move || if replay.running.get() { words::PAUSE } else { words::PLAY }.into())
        .on_click(move || replay.toggle());
    let asking = RwSignal::new(false);
    let go_on = move || {
        let at = replay.at();
        let session = replay.with(|playback| Session::from_replay(game, mode, playback, at));
        match session {
            Some(session) => {
                shared.game.play_on(session);
                router.go(Route::to(game, Screen::Play).in_mode(mode));
            }
            None => shared.notices.warn(words::CANNOT_PLAY_ON),
        }
    };
    let play_on = move || {
        if shared.game.would_discard(game) {
            replay.running.set(false);
            asking.set(true);
        } else {
            go_on();
        }
    };
    let resume = move || {
        let route = shared.game.unfinished(game);
        if let Some(route) = route.filter(|_| shared.game.take_up(game)) {
            router.go(route);
        }
    };
    let ask = move || {
        let answers = vec![
            button("button wide primary", &menu::RESUME, resume),
            button("button wide", &menu::START_NEW, move || {
                shared.game.give_up(game);
                go_on();
            }),
        ];
        let close = Box::new(move || asking.set(false));
        question(menu::GAME_WAITS, menu::GAME_WAITS_NOTE, close, answers)
    };
    let save = move || {
        let bytes = replay.with(|playback| playback.replay().to_bytes());
        files::save("quintet.replay", "application/octet-stream", &bytes);
    };
    let back = move || router.go(Route::to(game, Screen::Replays));
    let alone = replay.with(|playback| playback.current().players() == 1);
    let share = alone.then(|| {
        button("link", &play::SHARE_POSITION, move || {
            let at = replay.at();
            let session = replay.with(|playback| Session::from_replay(game, mode, playback, at));
            if let Some(link) = session.as_ref().and_then(position::link) {
                copy_link(shared.notices, &link, notices::POSITION_COPIED);
            }
        })
    });
    let share_replay = on_server.map(|kept| {
        button("link", &words::SHARE, move || {
            let route = Route::to(games::duel(), Screen::WatchOnline(kept.clone()));
            copy_link(shared.notices, &route, notices::REPLAY_COPIED);
        })
    });
    let speeds = el("div", "speeds")
        .attr("role", "radiogroup")
        .attr("aria-label", &words::SPEED)
        .children(SPEEDS.map(|quarters| speed(replay, quarters)));
    let steps = el("div", "steps").attr("role", "group").attr("aria-label", &words::STEPS);
    let steps = steps.children([
        step("«", words::PREVIOUS_PIECE, move || replay.step_piece(false)),
        step("◂", words::PREVIOUS_FRAME, move || replay.step_frames(-1)),
        step("▸", words::NEXT_FRAME, move || replay.step_frames(1)),
        step("»", words::NEXT_PIECE, move || replay.step_piece(true)),
    ]);
    let buttons = el("div", "transport-buttons").children([
        toggle,
        steps,
        button("button small", &words::PLAY_ON, play_on),
        speeds,
    ]);
    let buttons = buttons
        .child(analyse)
        .child(button("link", &words::DOWNLOAD, save))
        .children(share)
        .children(share_replay)
        .children([button("link", &words::ALL, back)]);
    el("section", "transport panel")
        .attr("aria-label", &words::CONTROLS)
        .child(timeline(replay, length))
        .child(buttons)
        .child(when(move || asking.get(), ask))
}

/// A button that moves by one frame or piece.
fn step(sign: &str, label: Phrase, act: impl FnMut() + 'static) -> El {
    button("speed", sign, act).attr("aria-label", &label).attr("title", &label)
}

fn timeline(replay: ReplaySource, length_ms: u64) -> El {
    let range = el("input", "")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", &length_ms.to_string())
        .attr("aria-label", &words::TIME);
    let clock = el("output", "number");
    let (slider, input, shown) = (range.clone(), range.get::<HtmlInputElement>(), clock.blank());
    replay.at_ms.follow(
        |at| *at,
        move |&at| {
            let clock = words::moment(&time(at * 1000), &time(length_ms * 1000));
            input.set_value(&number(at as u32));
            slider.set("aria-valuetext", &clock);
            shown.set_data(&clock);
        },
    );
    let range = range.on("input", move |event: Event| {
        let at: u32 = target::<HtmlInputElement>(&event).value().parse().unwrap_or(0);
        replay.seek(Micros::from_millis(at.into()));
    });
    el("div", "timeline").child(range).child(clock)
}

fn speed(replay: ReplaySource, quarters: u64) -> El {
    let name = match quarters {
        1 => numerals::times("¼"),
        2 => numerals::times("½"),
        _ => numerals::times(&number((quarters / NORMAL_SPEED) as u32)),
    };
    button("speed", &name, move || replay.quarters.set(quarters))
        .attr("role", "radio")
        .live_attr("aria-checked", move || (replay.quarters.get() == quarters).to_string())
}
