//! Time on the stage: frames, pauses, and the count that ends them.

use quintet_engine::Button;

use super::{Phase, Stage};
use crate::page;
use crate::play::Session;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;
use crate::sound::Cue;

/// One number of the count after a pause.
const COUNT_MS: f64 = 600.0;
/// So many are counted.
const COUNT_FROM: u8 = 3;

impl Stage {
    /// A frame is about to be shown.
    pub(crate) fn frame(&self, stamp: f64) {
        let mut passed = 0.0;
        self.pulse.update_value(|pulse| {
            passed = pulse.last_stamp.map_or(0.0, |last| (stamp - last).clamp(0.0, 100.0));
            pulse.last_stamp = Some(stamp);
        });
        match self.phase.get_untracked() {
            Phase::Playing => {
                self.repeat_touched(stamp);
                self.on_session(|session| session.frame(stamp));
                self.move_computer();
                self.settle();
                let silent = self.pulse.with_value(|pulse| pulse.silent);
                self.audio.update_value(|audio| {
                    audio.set_playing(!silent);
                    audio.keep_playing();
                });
            }
            Phase::Counting(count) => self.count(count, passed),
            Phase::Idle | Phase::Paused | Phase::Over => {}
        }
        if self.phase.get_untracked() != Phase::Paused {
            self.pass(passed);
        }
        self.show();
    }

    /// Halts the game, if it is running.
    pub(crate) fn pause(&self) {
        if !matches!(self.phase.get_untracked(), Phase::Playing | Phase::Counting(_)) {
            return;
        }
        self.on_session(Session::pause);
        self.phase.set(Phase::Paused);
        self.audio.update_value(|audio| audio.set_playing(false));
        let route = self.router.now();
        // On leaving for another game the address is that game's already.
        if route.screen == Screen::Play && self.holds(&route) {
            self.router.replace(Route { screen: Screen::Paused, ..route });
        }
    }

    /// Goes on after a pause, at once or after the count.
    pub(crate) fn resume(&self) {
        if self.phase.get_untracked() != Phase::Paused {
            return;
        }
        page::blur();
        let route = self.router.now();
        if route.screen == Screen::Paused {
            self.router.replace(Route { screen: Screen::Play, ..route });
        }
        if self.settings.with_untracked(|settings| settings.count_in) {
            self.begin_count();
        } else {
            self.go_on();
        }
    }

    pub(super) fn begin_count(&self) {
        self.pulse.update_value(|pulse| pulse.count_left_ms = COUNT_MS * f64::from(COUNT_FROM));
        self.phase.set(Phase::Counting(COUNT_FROM));
        self.cue(Cue::Count);
    }

    fn count(&self, count: u8, passed: f64) {
        self.pulse.update_value(|pulse| pulse.count_left_ms -= passed);
        let left = self.pulse.with_value(|pulse| pulse.count_left_ms);
        let next = (left / COUNT_MS).ceil().max(0.0) as u8;
        if next == 0 {
            self.cue(Cue::Go);
            self.go_on();
        } else if next < count {
            self.phase.set(Phase::Counting(next));
            self.cue(Cue::Count);
        }
    }

    fn go_on(&self) {
        self.on_session(Session::resume);
        self.phase.set(Phase::Playing);
        // What fingers hold down counts from now on.
        let held = self.pulse.with_value(|pulse| pulse.held);
        let stamp = self.pulse.with_value(|pulse| pulse.last_stamp).unwrap_or(0.0);
        for (seat, counts) in held.iter().enumerate() {
            for button in [Button::Left, Button::Right, Button::SoftDrop, Button::StepDown] {
                if counts[button as usize] > 0 {
                    self.on_session(|session| {
                        let board = session.board(seat);
                        if board.is_some_and(|board| !board.held_buttons().contains(button)) {
                            session.press(seat, button, stamp);
                        }
                    });
                }
            }
        }
    }

    /// The page lost the focus: nothing is held any more, and the game waits. (A-M32)
    pub(crate) fn step_away(&self) {
        self.pulse.update_value(|pulse| pulse.held = Default::default());
        self.on_session(Session::release_all);
        self.pause();
    }

    /// Passing words go on.
    fn pass(&self, ms: f64) {
        for (player, seat) in self.seats.iter().enumerate() {
            let (mut celebrated, mut levelled) = (false, false);
            self.pulse.update_value(|pulse| {
                celebrated = run_out(&mut pulse.celebration_left_ms[player], ms);
                levelled = run_out(&mut pulse.level_up_left_ms[player], ms);
            });
            if celebrated {
                seat.flash(|shown| &mut shown.celebration, None);
            }
            if levelled {
                seat.flash(|shown| &mut shown.level_up, None);
            }
        }
        let mut told = false;
        self.pulse.update_value(|pulse| told = run_out(&mut pulse.told_left_ms, ms));
        if told {
            self.seats[0].flash(|shown| &mut shown.told, None);
        }
    }

    /// Paints the boards and brings the numbers up to date.
    pub(crate) fn show(&self) {
        self.session.with_value(|session| {
            let Some(session) = session else { return };
            for (player, seat) in self.seats.iter().enumerate() {
                if let Some(view) = session.view(player) {
                    seat.show(&view);
                }
            }
            self.volley.paint(session.now());
        });
    }
}

/// Counts down, and says whether this was when it reached nothing.
fn run_out(left_ms: &mut f64, ms: f64) -> bool {
    let before = *left_ms;
    *left_ms = (before - ms).max(0.0);
    before > 0.0 && *left_ms == 0.0
}
