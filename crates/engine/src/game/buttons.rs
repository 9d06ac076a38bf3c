//! What pressing, holding and releasing buttons does.

use super::{Game, Phase, Repeat};
use crate::button::Button;
use crate::event::{Event, Sink};
use crate::rules::Lock;
use crate::shape::RotateBy;
use crate::time::Micros;

/// The change of column of left and right. Computed, not matched: a processor cannot predict which of
/// the two a player presses, and a wrong guess costs more than this.
const fn direction_of(button: Button) -> i8 {
    2 * (button as i8) - (Button::Left as i8 + Button::Right as i8)
}

impl Game {
    pub(super) fn act_on_press(&mut self, button: Button, sink: Sink<'_>) {
        self.held.insert(button);
        match button {
            Button::Left | Button::Right => self.press_direction(direction_of(button), sink),
            Button::StepDown => {
                self.charge_step_down(self.first_repeat());
                self.step_by_player(sink);
            }
            Button::SoftDrop => {
                self.step_by_player(sink);
                self.start_soft_drop(sink);
            }
            Button::RotateCw => self.rotate(RotateBy::Clockwise, sink),
            Button::RotateCcw => self.rotate(RotateBy::CounterClockwise, sink),
            Button::Rotate180 => self.rotate(RotateBy::Half, sink),
            Button::HardDrop => self.hard_drop(sink),
            Button::Hold => self.hold_piece(sink),
            Button::Flip => self.flip_gravity(sink),
        }
    }

    pub(super) fn act_on_release(&mut self, button: Button) {
        self.held.remove(button);
        match button {
            Button::Left | Button::Right => self.release_direction(direction_of(button)),
            Button::StepDown => self.step_down = Repeat::OFF,
            Button::SoftDrop => self.soft_drop = Repeat::OFF,
            // Nothing that falls due depends on the others.
            _ => {}
        }
    }

    /// From a press to the first repeat. Without a charge the repeats follow the press itself.
    fn first_repeat(&self) -> Micros {
        let handling = &self.rules.handling;
        if handling.das == Micros::ZERO { handling.arr } else { handling.das }
    }

    fn press_direction(&mut self, direction: i8, sink: Sink<'_>) {
        self.direction = direction;
        self.charge_shift(self.first_repeat());
        if self.phase == Phase::Falling {
            self.shift_piece(direction, false, sink);
        }
    }

    /// The first repeat of left or right comes after this time.
    fn charge_shift(&mut self, time: Micros) {
        self.shift = Repeat::from(self.now + time);
        self.expect(self.shift.at);
    }

    /// The first repeat of stepping down comes after this time.
    fn charge_step_down(&mut self, time: Micros) {
        self.step_down = Repeat::from(self.now + time);
        self.expect(self.step_down.at);
    }

    /// A-M12: the button that is still held takes over, with a new charge.
    fn release_direction(&mut self, direction: i8) {
        if self.direction != direction {
            return;
        }
        // The other one, since this one is no longer held.
        if self.held.contains(Button::Left) || self.held.contains(Button::Right) {
            self.direction = -direction;
            // Never at this moment: where both are released at once, or during a pause, the
            // piece stays, whichever comes first.
            self.charge_shift(self.first_repeat().max(Micros(1)));
        } else {
            self.direction = 0;
            self.shift = Repeat::OFF;
        }
    }

    pub(super) fn repeat_shift(&mut self, sink: Sink<'_>) {
        if self.phase != Phase::Falling {
            self.shift = Repeat::CHARGED;
            return;
        }
        if self.rules.handling.arr == Micros::ZERO {
            self.shift = Repeat::CHARGED;
            self.slide(sink);
        } else {
            self.shift.at += self.rules.handling.arr;
            if !self.shift_piece_quietly(self.direction, true, sink) {
                self.shift = Repeat::asleep(self.now);
            }
        }
    }

    /// Without delay between repeats the piece goes as far as it can, now and after every change.
    #[inline]
    pub(super) fn slide(&mut self, sink: Sink<'_>) {
        self.wake_shift();
        if self.shift.charged && self.rules.handling.arr == Micros::ZERO {
            self.slide_to_end(sink);
        }
    }

    fn slide_to_end(&mut self, sink: Sink<'_>) {
        while self.piece.is_some() && self.shift_piece_quietly(self.direction, true, sink) {}
    }

    /// A piece has entered or been rotated: left and right pause for the cut delay, charged or not.
    fn cut_repeats(&mut self) {
        let dcd = self.rules.handling.dcd;
        if dcd == Micros::ZERO || self.direction == 0 {
            return;
        }
        self.wake_shift();
        let resumes_at = self.now + dcd;
        let at = if self.shift.charged { resumes_at } else { self.shift.at.max(resumes_at) };
        self.shift = Repeat::from(at);
        self.expect(at);
    }

    /// A charge that was waiting for a piece moves it as it enters.
    pub(super) fn release_charges(&mut self, sink: Sink<'_>) {
        self.cut_repeats();
        let arr = self.rules.handling.arr;
        if self.shift.charged {
            if arr == Micros::ZERO {
                self.slide(sink);
            } else {
                self.charge_shift(arr);
                self.shift_piece(self.direction, true, sink);
            }
        }
        if self.step_down.charged {
            self.charge_step_down(self.step_down_interval());
        }
        if self.held.contains(Button::SoftDrop) {
            self.start_soft_drop(sink);
        }
    }

    #[inline]
    fn shift_piece(&mut self, direction: i8, repeated: bool, sink: Sink<'_>) {
        if !self.shift_piece_quietly(direction, repeated, sink) && !repeated {
            self.emit(sink, Event::Blocked);
        }
    }

    #[inline]
    fn shift_piece_quietly(&mut self, direction: i8, repeated: bool, sink: Sink<'_>) -> bool {
        if direction == 0 || !self.shift_by(direction, 0) {
            return false;
        }
        self.emit(sink, Event::Moved { columns: direction, repeated });
        self.piece_moved(sink);
        true
    }

    fn rotate(&mut self, by: RotateBy, sink: Sink<'_>) {
        if self.rotate_piece(by) {
            self.emit_rotated(sink);
            self.piece_moved(sink);
            self.cut_repeats();
            self.slide(sink);
        } else if self.piece.is_some() && self.rules.rotation.allows(by) {
            self.emit(sink, Event::Blocked);
        }
    }

    /// Rotates the piece in play, if it fits.
    #[inline]
    pub(super) fn rotate_piece(&mut self, by: RotateBy) -> bool {
        let Some(piece) = &mut self.piece else { return false };
        let rotation = &self.rules.rotation;
        let rotated = rotation.rotated(&self.board, piece, &self.shape, by, self.gravity);
        let Some(rotated) = rotated else { return false };
        *piece = rotated.piece;
        self.shape = *rotated.shape;
        self.last_rotation = Some((by, rotated.kick));
        true
    }

    pub(super) fn emit_rotated(&self, sink: Sink<'_>) {
        let kick = self.last_rotation.map_or(0, |(_, kick)| kick);
        self.emit(sink, Event::Rotated { kick, spin: self.spin() });
    }

    /// What follows from a move or rotation that succeeded.
    #[inline]
    fn piece_moved(&mut self, sink: Sink<'_>) {
        let waits = self.step_down.is_asleep() || self.held.contains(Button::SoftDrop);
        if waits || !self.floats() {
            self.follow_move(sink);
        }
    }

    /// Restarts what a move restarts: the lock delay, and the repeats that could do nothing before.
    #[inline(never)]
    fn follow_move(&mut self, sink: Sink<'_>) {
        if self.lock.is_running() {
            self.reset_lock();
        }
        self.find_footing(sink);
        self.wake_step_down();
        if self.held.contains(Button::SoftDrop) {
            self.wake_soft_drop(sink);
        }
    }

    /// M-025, M-026: a fixed number of resets per piece, never refilled.
    fn reset_lock(&mut self) {
        if let Lock::Delay { delay, .. } = self.rules.lock
            && self.lock.resets_left > 0
        {
            self.lock.resets_left -= 1;
            self.lock.left = delay;
            self.lock.at = self.now + delay;
            self.expect(self.lock.at);
        }
    }

    fn wake_soft_drop(&mut self, sink: Sink<'_>) {
        let interval = self.soft_drop_interval();
        if interval == Micros::ZERO {
            self.drop_to_rest(sink);
        } else if self.soft_drop.is_asleep() {
            self.soft_drop = self.soft_drop.woken(self.now, interval);
            self.expect(self.soft_drop.at);
        }
    }

    fn soft_drop_interval(&self) -> Micros {
        self.rules.handling.soft_drop.interval(self.fall_interval)
    }

    /// A-M22: as left and right repeat, or as fast as gravity if that is faster.
    fn step_down_interval(&self) -> Micros {
        self.rules.handling.arr.min(self.fall_interval).max(Micros(1))
    }

    /// The piece has changed its place, and with it what the repeats of left and right can do.
    pub(super) fn wake_shift(&mut self) {
        if self.shift.is_asleep() {
            self.shift = self.shift.woken(self.now, self.rules.handling.arr);
            self.expect(self.shift.at);
        }
    }

    pub(super) fn wake_step_down(&mut self) {
        if self.step_down.is_asleep() {
            self.step_down = self.step_down.woken(self.now, self.step_down_interval());
            self.expect(self.step_down.at);
        }
    }

    fn start_soft_drop(&mut self, sink: Sink<'_>) {
        if self.phase == Phase::Falling {
            let interval = self.soft_drop_interval();
            if interval == Micros::ZERO {
                self.drop_to_rest(sink);
            } else {
                self.soft_drop = Repeat::from(self.now + interval);
                self.expect(self.soft_drop.at);
            }
        }
    }

    pub(super) fn repeat_soft_drop(&mut self, sink: Sink<'_>) {
        if self.phase == Phase::Falling {
            self.soft_drop = Repeat::from(self.now + self.soft_drop_interval());
            if !self.step_by_player(sink) && !self.player_locks() {
                self.soft_drop = Repeat::asleep(self.now);
            }
        } else {
            self.soft_drop = Repeat::OFF;
        }
    }

    pub(super) fn repeat_step_down(&mut self, sink: Sink<'_>) {
        if self.phase == Phase::Falling {
            self.step_down = Repeat::from(self.now + self.step_down_interval());
            if !self.step_by_player(sink) && !self.player_locks() {
                self.step_down = Repeat::asleep(self.now);
            }
        } else {
            self.step_down = Repeat::CHARGED;
        }
    }
}
