//! One replay: watched, scrubbed, and played on from.

use leptos::ev;
use leptos::prelude::*;
use quintet_engine::{Micros, Playback};

use super::replay_list::OPENED;
use crate::app::{Shared, shared};
use crate::files;
use crate::games::{self, GameEntry, Mode};
use crate::parts::{
    SheetHandle, board_canvas, button, click, hold_box, live, preview_box, score_panel, words,
};
use crate::play::{Frames, Seat, Session};
use crate::route::{Route, Screen};
use crate::store::Replays;
use crate::text;

/// How fast a replay can run, in quarters.
const SPEEDS: [u32; 6] = [1, 2, 4, 8, 16, 32];
const NORMAL: u32 = 4;

/// What is being watched.
#[derive(Clone, Copy)]
struct Watched {
    playback: StoredValue<Playback, LocalStorage>,
    seat: Seat,
    /// Whole milliseconds, for the timeline.
    at_ms: RwSignal<u64>,
    /// The exact moment, in microseconds.
    at_us: StoredValue<f64>,
    running: RwSignal<bool>,
    quarters: RwSignal<u32>,
}

impl Watched {
    /// Lets the replay run on.
    fn frame(self, ms: f64) {
        if self.running.get_untracked() {
            let speed = f64::from(self.quarters.get_untracked()) / f64::from(NORMAL);
            self.at_us.update_value(|at| *at += ms * 1000.0 * speed);
            self.seek(self.at_us.get_value());
        }
        self.show();
    }

    /// Goes to a moment; at the end, stops.
    fn seek(self, at_us: f64) {
        let mut end = Micros::ZERO;
        let at = Micros(at_us.max(0.0) as u64);
        self.playback.update_value(|playback| {
            end = playback.duration();
            let jump = at < playback.current().now();
            if jump {
                self.seat.clear();
            }
            let mut happened = Vec::new();
            // What departs from its rules shows as far as it goes.
            let _ = playback.seek(at, &mut |player, event| {
                if player == 0 && !jump {
                    happened.push(event);
                }
            });
            if let Some(game) = playback.current().game(0) {
                for event in &happened {
                    self.seat.listen(event, &game.view());
                }
            }
        });
        let at = at.min(end);
        self.at_us.set_value(at.0 as f64);
        self.at_ms.set(at.as_millis());
        if at == end {
            self.running.set(false);
        }
    }

    fn show(self) {
        self.playback.with_value(|playback| {
            if let Some(game) = playback.current().game(0) {
                self.seat.show(&game.view());
            }
        });
    }

    fn toggle(self) {
        let at_end =
            self.playback.with_value(|playback| playback.current().now() >= playback.duration());
        if at_end && !self.running.get_untracked() {
            self.seek(0.0);
        }
        self.running.update(|running| *running = !*running);
    }
}

/// Shows the replay with this name.
pub(crate) fn viewer(id: &str) -> AnyView {
    let shared = shared();
    let replay =
        if id == OPENED { shared.opened.get_value() } else { Replays::find(shared.store, id) };
    let playback = replay.and_then(|replay| Playback::new(replay).ok());
    if let Some(playback) = playback.filter(|playback| playback.current().players() > 0) {
        return theatre(shared, playback);
    }
    let back = move || shared.router.go(Route::to(games::first(), Screen::Replays));
    view! {
        <main class="screen page" data-screen="watch">
            <h1 class="page-title">"REPLAY"</h1>
            <p class="no-scores panel">"This replay is not here, or cannot be played."</p>
            {button("button back", "BACK TO REPLAYS", back)}
        </main>
    }
    .into_any()
}

fn theatre(shared: &'static Shared, playback: Playback) -> AnyView {
    let rules = playback.replay().rules[0];
    let (game, mode) = games::of(rules.game);
    let length = playback.duration().as_millis();
    let bytes = playback.replay().to_bytes();
    let watched = Watched {
        playback: StoredValue::new_local(playback),
        seat: Seat::new(),
        at_ms: RwSignal::new(0),
        at_us: StoredValue::new(0.0),
        running: RwSignal::new(true),
        quarters: RwSignal::new(NORMAL),
    };
    watched.seek(0.0);
    run_frames(watched);
    let space = window_event_listener(ev::keydown, move |event| {
        let from_page = crate::page::focused().is_none();
        match event.code().as_str() {
            "Space" if from_page => {
                event.prevent_default();
                watched.toggle();
            }
            "ArrowLeft" if from_page => watched.seek(watched.at_us.get_value() - 2_000_000.0),
            "ArrowRight" if from_page => watched.seek(watched.at_us.get_value() + 2_000_000.0),
            _ => {}
        }
    });
    on_cleanup(move || space.remove());

    let sheet = SheetHandle::follow(rules);
    let seat = watched.seat;
    let layout = words(move || shared.viewport.get().layout().name().to_owned());
    let stats: Vec<AnyView> =
        mode.panels.iter().map(|&panel| score_panel(seat, panel, &rules)).collect();
    let hold = rules.hold.then(|| hold_box(seat, 0, rules, sheet));
    let next = (rules.previews > 0).then(|| preview_box(seat, rules, sheet));
    view! {
        <main class="screen game-screen watch" data-screen="watch" data-layout=layout>
            <h1 class="unseen">{format!("Replay of {}", mode.name)}</h1>
            <div class="cabinet">
                <div class="side left">{hold}<div class="stats">{stats}</div></div>
                <div class="board">
                    {board_canvas(seat, rules, game.name, move || watched.show())}
                </div>
                <div class="side right">{next}</div>
            </div>
            {transport(shared, watched, game, mode, length, bytes)}
        </main>
    }
    .into_any()
}

fn run_frames(watched: Watched) {
    let mut last: Option<f64> = None;
    let frames = StoredValue::new_local(Some(Frames::run(move |stamp| {
        let passed = last.map_or(0.0, |last| (stamp - last).clamp(0.0, 100.0));
        last = Some(stamp);
        watched.frame(passed);
    })));
    on_cleanup(move || drop(frames.try_update_value(Option::take)));
}

/// Play, speed, the timeline, and the way out.
fn transport(
    shared: &'static Shared,
    watched: Watched,
    game: &'static GameEntry,
    mode: &'static Mode,
    length: u64,
    bytes: Vec<u8>,
) -> AnyView {
    let router = shared.router;
    let scrub = move |event: ev::Event| {
        let at: u64 = event_target_value(&event).parse().unwrap_or(0);
        watched.seek(at as f64 * 1000.0);
    };
    let value = words(move || watched.at_ms.get().to_string());
    let clock = words(move || {
        format!("{} / {}", text::time(watched.at_ms.get() * 1000), text::time(length * 1000))
    });
    let play = live(move || {
        let label = if watched.running.get() { "PAUSE" } else { "PLAY" };
        button("button small primary", label, move || watched.toggle())
    });
    let speeds: Vec<AnyView> = SPEEDS
        .iter()
        .map(|&quarters| {
            let chosen = words(move || (watched.quarters.get() == quarters).to_string());
            let choose = click(move || watched.quarters.set(quarters));
            let name = match quarters {
                1 => "¼×".to_owned(),
                2 => "½×".to_owned(),
                _ => format!("{}×", quarters / NORMAL),
            };
            view! {
                <button class="speed" role="radio" aria-checked=chosen on:click=choose>{name}</button>
            }
            .into_any()
        })
        .collect();
    let play_on = move || {
        let at = Micros(watched.at_us.get_value() as u64);
        let session =
            watched.playback.with_value(|playback| Session::from_replay(game, mode, playback, at));
        match session {
            Some(session) => {
                shared.stage.play(session);
                router.go(Route::to(game, Screen::Play).in_mode(mode));
            }
            None => shared.notices.warn("This replay cannot be played on from here."),
        }
    };
    let save = move || files::save("quintet.replay", "application/octet-stream", &bytes);
    let back = move || router.go(Route::to(game, Screen::Replays));
    view! {
        <section class="transport panel" aria-label="Replay controls">
            <div class="timeline">
                <input
                    type="range"
                    min="0"
                    max=length.to_string()
                    prop:value=value
                    aria-label="Time"
                    aria-valuetext=clock
                    on:input=scrub
                />
                <output class="number">{clock}</output>
            </div>
            <div class="transport-buttons">
                {play}
                <div class="speeds" role="radiogroup" aria-label="Speed">{speeds}</div>
                {button("button small", "PLAY ON FROM HERE", play_on)}
                {button("link", "Download", save)}
                {button("link", "All replays", back)}
            </div>
        </section>
    }
    .into_any()
}
