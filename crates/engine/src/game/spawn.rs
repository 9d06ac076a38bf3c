//! Spawning, holding, and reversing gravity.

use super::{Game, LockTimer, Phase, Piece, Repeat};
use crate::board::Gravity;
use crate::button::Button;
use crate::event::{EndReason, Event, Sink};
use crate::kind::Kind;
use crate::rules::{Lock, Rules};
use crate::shape::{RotateBy, Rotation, Shape};

impl Rules {
    /// Where a piece of this kind enters.
    ///
    /// ```
    /// use quintet_engine::{Gravity, Kind, Rules};
    ///
    /// let flip = Rules::flip();
    /// assert_eq!(flip.spawn_place(Kind::T, Gravity::Down).y, 0);
    /// assert_eq!(flip.spawn_place(Kind::T, Gravity::Up).y, 18, "it enters from below");
    /// ```
    pub fn spawn_place(&self, kind: Kind, gravity: Gravity) -> Piece {
        let shape = self.rotation.shapes.shape(kind, Rotation::SPAWN);
        let (x, y) = self.entry(kind, shape, gravity);
        Piece { kind, rotation: Rotation::SPAWN, x, y }
    }

    /// The column and row at which a box of this shape enters.
    pub(crate) fn entry(&self, kind: Kind, shape: Shape, gravity: Gravity) -> (i8, i8) {
        let half =
            if self.spawn.right_of_middle { shape.width() / 2 } else { shape.width().div_ceil(2) };
        let row = if matches!(kind, Kind::I) { self.spawn.row_of_i } else { self.spawn.row };
        let y = match gravity {
            Gravity::Down => row,
            Gravity::Up => (self.height as i8 - shape.height() as i8).saturating_sub(row),
        };
        ((self.width / 2) as i8 - half as i8, y)
    }
}

impl Game {
    /// The next piece from the queue enters.
    pub(crate) fn spawn_next(&mut self, sink: Sink<'_>) {
        self.hold_used = false;
        let mut kind = self.queue.take();
        let holds = self.rules.initial_actions || self.rules.handling.initial_hold;
        if holds && self.rules.hold && self.held.contains(Button::Hold) {
            self.emit(sink, Event::Held { kind });
            kind = self.exchange_hold(kind);
        }
        self.enter(kind, sink);
    }

    /// A piece of this kind enters; where its place is taken, the game is over.
    fn enter(&mut self, kind: Kind, sink: Sink<'_>) {
        if !self.place_at_entry(kind) {
            self.piece = None;
            self.end(EndReason::BlockOut, sink);
            return;
        }
        self.emit(sink, Event::Spawned { kind });
        if self.rules.initial_actions || self.rules.handling.initial_rotation {
            self.rotate_as_held(sink);
        }
        self.find_footing(sink);
        self.release_charges(sink);
        self.find_due();
    }

    /// Rotates a piece that has just entered by the first rotation whose button is held, if it fits.
    fn rotate_as_held(&mut self, sink: Sink<'_>) {
        for (button, by) in [
            (Button::RotateCw, RotateBy::Clockwise),
            (Button::RotateCcw, RotateBy::CounterClockwise),
            (Button::Rotate180, RotateBy::Half),
        ] {
            if self.held.contains(button) && self.rotate_piece(by) {
                self.emit_rotated(sink);
                break;
            }
        }
    }

    /// Puts a piece of this kind into play where it enters; false where it does not fit.
    #[inline]
    fn place_at_entry(&mut self, kind: Kind) -> bool {
        let shape = self.rules.rotation.shapes.shape(kind, Rotation::SPAWN);
        let (x, y) = self.rules.entry(kind, shape, self.gravity);
        self.place(Piece { kind, rotation: Rotation::SPAWN, x, y }, shape)
    }

    /// Puts a piece of this shape into play with fresh timers; false where it does not fit.
    pub(crate) fn place(&mut self, piece: Piece, shape: Shape) -> bool {
        self.shape = shape;
        self.piece = Some(piece);
        self.begin_phase(Phase::Falling);
        self.last_rotation = None;
        let resets_left = match self.rules.lock {
            Lock::Delay { resets, .. } => resets,
            Lock::FailedStep { .. } => 0,
        };
        self.lock = LockTimer::new(resets_left);
        self.soft_drop = Repeat::OFF;
        self.wake_shift();
        self.wake_step_down();
        self.restart_fall();
        self.board.fits(self.shape, piece.x, piece.y)
    }

    pub(super) fn hold_piece(&mut self, sink: Sink<'_>) {
        let Some(piece) = self.piece else { return };
        if !self.rules.hold || self.hold_used {
            return;
        }
        self.emit(sink, Event::Held { kind: piece.kind });
        let kind = self.exchange_hold(piece.kind);
        self.enter(kind, sink);
    }

    /// Puts a kind aside and gives back the one that was there, or the next from the queue.
    fn exchange_hold(&mut self, kind: Kind) -> Kind {
        self.hold_used = true;
        match self.hold.replace(kind) {
            Some(held) => held,
            None => self.queue.take(),
        }
    }

    /// Reverses gravity: flips the board, mirrors the kinds on it, and lets the piece in play, mirrored
    /// too, enter again from the other side. (A-F7, A-F8)
    pub(super) fn flip_gravity(&mut self, sink: Sink<'_>) {
        // Rows that are about to go keep their places until they are gone.
        if !self.rules.flip || matches!(self.phase, Phase::Clearing { .. }) {
            return;
        }
        self.gravity = self.gravity.flipped();
        self.board.flip();
        self.board.mirror_kinds();
        self.emit(sink, Event::Flipped { gravity: self.gravity });
        if let Some(piece) = self.piece {
            if self.place_at_entry(piece.kind.mirrored()) {
                self.find_footing(sink);
                self.release_charges(sink);
            } else {
                self.piece = None;
                self.end(EndReason::BlockOut, sink);
            }
        }
    }
}
