//! A replay: watched at any speed, from any moment.

use quintet_engine::{Event, Game, Micros, Playback, TimedEvent};

use super::{News, Source};
use crate::signals::prelude::*;
use crate::table::Followed;

/// Events that there is room for from the start, so that a frame allocates nothing.
const ROOM: usize = 256;

/// A replay that is being watched. A copy is another handle on the same.
#[derive(Clone, Copy)]
pub(crate) struct ReplaySource {
    playback: StoredValue<Playback, LocalStorage>,
    /// The moment that is shown, in whole milliseconds.
    pub(crate) at_ms: Followed<u64>,
    /// The exact moment.
    at: StoredValue<Micros>,
    /// Whether it goes on by itself.
    pub(crate) running: RwSignal<bool>,
    /// How fast it runs, in quarters of the normal speed.
    pub(crate) quarters: RwSignal<u64>,
    news: StoredValue<Pending, LocalStorage>,
    /// When pieces locked on any board, once somebody has asked.
    locks: StoredValue<Vec<Micros>>,
}

/// The normal speed, in quarters.
pub(crate) const NORMAL_SPEED: u64 = 4;

/// What the table has not yet been told.
struct Pending {
    jumped: bool,
    events: Vec<(usize, TimedEvent)>,
}

impl ReplaySource {
    /// Runs from the beginning.
    pub(crate) fn new(playback: Playback) -> ReplaySource {
        let news = Pending { jumped: false, events: Vec::with_capacity(ROOM) };
        let source = ReplaySource {
            playback: StoredValue::new_local(playback),
            at_ms: Followed::new(0),
            at: StoredValue::new(Micros::ZERO),
            running: RwSignal::new(true),
            quarters: RwSignal::new(NORMAL_SPEED),
            news: StoredValue::new_local(news),
            locks: StoredValue::default(),
        };
        source.seek(Micros::ZERO);
        source
    }

    /// Looks at the replay, at the moment that is shown.
    pub(crate) fn with<T>(self, look: impl FnOnce(&Playback) -> T) -> T {
        self.playback.with_value(look)
    }

    /// The moment that is shown.
    pub(crate) fn at(self) -> Micros {
        self.at.get_value()
    }

    /// Moves forward or back by this many microseconds.
    pub(crate) fn step(self, by_us: f64) {
        self.seek(Micros((self.at().0 as f64 + by_us).max(0.0) as u64));
    }

    /// Stops, and moves forward or back by this many frames.
    pub(crate) fn step_frames(self, frames: i32) {
        self.running.set(false);
        self.step(Micros::FRAME.0 as f64 * f64::from(frames));
    }

    /// Stops, and goes to where the next piece has locked, or the one before.
    pub(crate) fn step_piece(self, forward: bool) {
        self.running.set(false);
        if self.locks.with_value(Vec::is_empty) {
            self.locks.set_value(self.with(lock_times));
        }
        let at = self.at();
        let to = self.locks.with_value(|locks| {
            let next = || locks.iter().copied().find(|&lock| lock > at);
            let before = || locks.iter().rev().copied().find(|&lock| lock < at);
            if forward { next() } else { Some(before().unwrap_or_default()) }
        });
        let end = self.with(Playback::duration);
        self.seek(to.unwrap_or(end));
    }

    /// Goes to a moment; at the end, stops.
    pub(crate) fn seek(self, at: Micros) {
        let mut end = Micros::ZERO;
        self.playback.update_value(|playback| {
            end = playback.duration();
            let jump = at < playback.current().now();
            self.news.update_value(|news| {
                if jump {
                    news.jumped = true;
                    news.events.clear();
                }
                // What breaks its rules shows as far as it goes.
                let _ = playback.seek(at, &mut |player, event| {
                    if !jump {
                        news.events.push((player, event));
                    }
                });
            });
        });
        let at = at.min(end);
        self.at.set_value(at);
        self.at_ms.set(at.as_millis());
        if at == end && self.running.get_untracked() {
            self.running.set(false);
        }
    }

    /// Stops, or goes on; from the end, from the beginning.
    pub(crate) fn toggle(self) {
        let at_end = self.with(|playback| playback.current().now() >= playback.duration());
        if at_end && !self.running.get_untracked() {
            self.seek(Micros::ZERO);
        }
        self.running.update(|running| *running = !*running);
    }
}

/// When pieces lock on any board of a replay.
fn lock_times(playback: &Playback) -> Vec<Micros> {
    let mut locks = Vec::new();
    let mut whole = playback.clone();
    let mut note = |_, event: TimedEvent| {
        if let Event::Locked { .. } = event.event {
            locks.push(event.at);
        }
    };
    // What breaks its rules shows as far as it goes.
    let _ = whole.seek(Micros::ZERO, &mut |_, _| {});
    let _ = whole.seek(playback.duration(), &mut note);
    locks
}

impl Source for ReplaySource {
    fn frame(&self, _stamp: f64, elapsed_ms: f64) {
        if self.running.get_untracked() {
            let speed = self.quarters.get_untracked() as f64 / NORMAL_SPEED as f64;
            self.step(elapsed_ms * 1000.0 * speed);
        }
    }

    fn drain(&self, report: &mut dyn FnMut(News<'_>)) {
        self.news.update_value(|news| {
            if std::mem::take(&mut news.jumped) {
                report(News::Jump);
            }
            self.with(|playback| {
                for (board, event) in news.events.drain(..) {
                    if let Some(game) = playback.current().game(board) {
                        report(News::Event { board, event: &event, game, won: false });
                    }
                }
            });
        });
    }

    fn with_game(&self, board: usize, look: &mut dyn FnMut(&Game)) {
        self.with(|playback| playback.current().game(board).map(look));
    }
}
