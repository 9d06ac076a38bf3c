//! One replay: watched, scrubbed, and played on from.

use quintet_engine::{Micros, Playback, Rules};
use quintet_words::time;
use web_sys::{Event, HtmlInputElement, KeyboardEvent};

use super::analysis::Analysis;
use super::replay_list::OPENED;
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, follow, live, on_window, target};
use crate::duel::player_name;
use crate::files;
use crate::games::{self, GameEntry, Mode};
use crate::keys::code_of;
use crate::layout::Place;
use crate::page;
use crate::parts::{SheetHandle, attack_canvas, board_canvas, row_sums, seat_area, sides};
use crate::play::{Attacks, Frames, Seat, Session};
use crate::route::{Route, Screen};
use crate::share::copy_link;
use crate::signals::prelude::*;
use crate::store::Replays;

/// What the controls need below the board, beyond what the hints of a game in play do.
const TRANSPORT_PX: f64 = 76.0;
/// How far the arrow keys go.
const STEP_US: f64 = 2_000_000.0;
/// How fast a replay can run, in quarters.
const SPEEDS: [u32; 6] = [1, 2, 4, 8, 16, 32];
const NORMAL: u32 = 4;

/// What is being watched.
#[derive(Clone, Copy)]
pub(super) struct Watched {
    /// The replay, at the moment that is shown.
    pub(super) playback: StoredValue<Playback, LocalStorage>,
    /// Kept apart, since they are much to pass about.
    pub(super) seats: StoredValue<[Seat; 2]>,
    attacks: Attacks,
    /// Whole milliseconds, for the timeline.
    pub(super) at_ms: RwSignal<u64>,
    /// The exact moment, in microseconds.
    at_us: StoredValue<f64>,
    /// Whether it goes on by itself.
    pub(super) running: RwSignal<bool>,
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
    pub(super) fn seek(self, at_us: f64) {
        let (mut end, seats) = (Micros::ZERO, self.seats.get_value());
        let at = Micros(at_us.max(0.0) as u64);
        self.playback.update_value(|playback| {
            end = playback.duration();
            let jump = at < playback.current().now();
            if jump {
                for seat in seats {
                    seat.clear();
                }
                self.attacks.clear();
            }
            let mut happened = Vec::new();
            // What departs from its rules shows as far as it goes.
            let _ = playback.seek(at, &mut |player, event| {
                if !jump {
                    happened.push((player, event));
                }
            });
            for (player, event) in &happened {
                if let (Some(game), Some(seat)) =
                    (playback.current().game(*player), seats.get(*player))
                {
                    seat.listen(event, &game.view());
                    self.attacks.listen(&seats, *player, event, game.rules().height);
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
            for (game, seat) in playback.current().games().iter().zip(self.seats.get_value()) {
                seat.show(&game.view());
            }
            self.attacks.paint(playback.current().now());
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
pub(crate) fn viewer(id: &str) -> El {
    let shared = shared();
    let replay =
        if id == OPENED { shared.opened.get_value() } else { Replays::find(shared.store, id) };
    let playback = replay.and_then(|replay| Playback::new(replay).ok());
    if let Some(playback) = playback.filter(|playback| playback.current().players() > 0) {
        return theatre(shared, playback);
    }
    let back = move || shared.router.go(Route::to(games::first(), Screen::Replays));
    el("main", "screen page")
        .attr("data-screen", "watch")
        .child(el("h1", "page-title").text("REPLAY"))
        .child(el("div", "page-body").child(
            el("p", "no-scores panel").text("This replay is not here, or cannot be played."),
        ))
        .child(button("button back", "BACK TO REPLAYS", back))
}

fn theatre(shared: &'static Shared, playback: Playback) -> El {
    let all_rules = playback.replay().rules.clone();
    let rules = all_rules[0];
    let (game, mode) = games::of(rules.game);
    let watched = Watched {
        playback: StoredValue::new_local(playback),
        seats: StoredValue::new([Seat::new(), Seat::new()]),
        attacks: Attacks::new(),
        at_ms: RwSignal::new(0),
        at_us: StoredValue::new(0.0),
        running: RwSignal::new(true),
        quarters: RwSignal::new(NORMAL),
    };
    watched.seek(0.0);
    run_frames(watched);
    on_window("keydown", move |event: KeyboardEvent| {
        if page::focused().is_some() {
            return;
        }
        match code_of(&event).as_str() {
            "Space" => watched.toggle(),
            "ArrowLeft" => watched.seek(watched.at_us.get_value() - STEP_US),
            "ArrowRight" => watched.seek(watched.at_us.get_value() + STEP_US),
            _ => return,
        }
        event.prevent_default();
    });

    let cabinet = match all_rules.get(1) {
        None => alone(watched, game, mode, rules),
        Some(_) => side_by_side(watched, mode, &all_rules),
    };
    let analysis = Analysis::of(shared, watched, &all_rules);
    el("main", "screen game-screen watch")
        .attr("data-screen", "watch")
        .attr("data-game", game.slug)
        .live_attr("data-layout", move || shared.viewport.get().layout().name().to_owned())
        .child(el("h1", "unseen").text(&format!("Replay of {}", mode.title)))
        .child(cabinet)
        .child(transport(shared, watched, game, mode, analysis))
        .children(analysis.map(Analysis::panel))
}

fn alone(watched: Watched, game: &GameEntry, mode: &Mode, rules: Rules) -> El {
    let sheet = SheetHandle::follow(rules);
    let seat = watched.seats.get_value()[0];
    let [left, right] = sides(seat, 0, mode, rules, sheet);
    let place = (Place::Alone, TRANSPORT_PX);
    let board = board_canvas(seat, rules, &game.name, place, move || watched.show());
    el("div", "cabinet").children([
        left,
        el("div", "board").child(board).children(row_sums(seat, &rules)),
        right,
    ])
}

/// Both boards of a duel; of a larger match, the first two.
fn side_by_side(watched: Watched, mode: &Mode, rules: &[Rules]) -> El {
    let areas = [(0, Place::Own), (1, Place::Other)].map(|(player, place)| {
        let (seat, rules, name) =
            (watched.seats.get_value()[player], rules[player], player_name(player));
        let canvas =
            board_canvas(seat, rules, &name, (place, TRANSPORT_PX), move || watched.show());
        let board = el("div", "board").child(canvas);
        seat_area(seat, player, mode, rules, place, (&name, None), board)
    });
    el("div", "cabinet duel").children(areas).child(attack_canvas(
        watched.attacks,
        rules[0],
        Place::Own,
    ))
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
    analysis: Option<Analysis>,
) -> El {
    let length = watched.playback.with_value(|playback| playback.duration().as_millis());
    let router = shared.router;
    let play = live(move || {
        let label = if watched.running.get() { "PAUSE" } else { "PLAY" };
        Some(button("button small primary", label, move || watched.toggle()))
    });
    let play_on = move || {
        let at = Micros(watched.at_us.get_value() as u64);
        let session =
            watched.playback.with_value(|playback| Session::from_replay(game, mode, playback, at));
        match session {
            Some(session) => {
                shared.stage.play_on(session);
                router.go(Route::to(game, Screen::Play).in_mode(mode));
            }
            None => shared.notices.warn(quintet_words::replays::CANNOT_PLAY_ON),
        }
    };
    let save = move || {
        let bytes = watched.playback.with_value(|playback| playback.replay().to_bytes());
        files::save("quintet.replay", "application/octet-stream", &bytes);
    };
    let back = move || router.go(Route::to(game, Screen::Replays));
    let alone = watched.playback.with_value(|playback| playback.current().players() == 1);
    let share = alone.then(|| {
        button("link", "Share this position", move || {
            let at = Micros(watched.at_us.get_value() as u64);
            let session = watched
                .playback
                .with_value(|playback| Session::from_replay(game, mode, playback, at));
            if let Some(link) = session.as_ref().and_then(Session::link) {
                copy_link(shared.notices, &link, quintet_words::notices::POSITION_COPIED);
            }
        })
    });
    let speeds = el("div", "speeds")
        .attr("role", "radiogroup")
        .attr("aria-label", "Speed")
        .children(SPEEDS.map(|quarters| speed(watched, quarters)));
    let buttons = el("div", "transport-buttons").children([
        play,
        speeds,
        button("button small", "PLAY ON FROM HERE", play_on),
    ]);
    let analyse = analysis.map_or_else(
        || el("span", "caption-line").text("The computer cannot judge this game."),
        Analysis::opener,
    );
    let buttons = buttons
        .child(analyse)
        .child(button("link", "Download", save))
        .children(share)
        .children([button("link", "All replays", back)]);
    el("section", "transport panel")
        .attr("aria-label", "Replay controls")
        .child(timeline(watched, length))
        .child(buttons)
}

fn timeline(watched: Watched, length: u64) -> El {
    let clock = move || format!("{} / {}", time(watched.at_ms.get() * 1000), time(length * 1000));
    let range = el("input", "")
        .attr("type", "range")
        .attr("min", "0")
        .attr("max", &length.to_string())
        .attr("aria-label", "Time")
        .live_attr("aria-valuetext", clock);
    let input: HtmlInputElement = range.get();
    follow(move || input.set_value(&watched.at_ms.get().to_string()));
    let range = range.on("input", move |event: Event| {
        let at: u32 = target::<HtmlInputElement>(&event).value().parse().unwrap_or(0);
        watched.seek(f64::from(at) * 1000.0);
    });
    el("div", "timeline").child(range).child(el("output", "number").words(clock))
}

fn speed(watched: Watched, quarters: u32) -> El {
    let name = match quarters {
        1 => "¼×".to_owned(),
        2 => "½×".to_owned(),
        _ => format!("{}×", quarters / NORMAL),
    };
    button("speed", &name, move || watched.quarters.set(quarters))
        .attr("role", "radio")
        .live_attr("aria-checked", move || (watched.quarters.get() == quarters).to_string())
}
