//! A move as timed presses and releases, tried out on a copy of the game.

use quintet_engine::{Button, Event, Game, Micros, PlacedPiece, Shapes, SoftDrop, TimedEvent};

use crate::movegen::falling::{Falling, Stand};
use crate::movegen::movement::Movement;
use crate::movegen::piece::{Piece, Rotation};
use crate::movegen::placement::{Placement, Spin};
use crate::play::finesse::{Press, finesse_from_stand};
use crate::search::Move;
use crate::search::state::{board, falling};

/// A button goes down or up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stroke {
    /// When.
    pub at: Micros,
    /// Which button.
    pub button: Button,
    /// Whether it goes down.
    pub down: bool,
}

impl Stroke {
    /// Does it on a game. A stroke dated before the game's own time is done at that time.
    pub fn apply(self, game: &mut Game, sink: &mut dyn FnMut(TimedEvent)) {
        let at = self.at.max(game.now());
        // Not before the game's own time, so never refused.
        let _ = if self.down {
            game.press(self.button, at, sink)
        } else {
            game.release(self.button, at, sink)
        };
    }
}

/// The pace of a hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Before the first press.
    pub(crate) pause: Micros,
    /// From press to press; nothing for all at once.
    pub(crate) tap: Micros,
}

/// More presses than any piece needs.
const MOST_PRESSES: usize = 60;
/// Longer than a button is ever held.
const LONGEST: Micros = Micros::from_secs(20);

/// The strokes that bring the piece in play where the move says, at this pace; none if they do not.
pub(crate) fn script(
    game: &Game,
    movement: Movement,
    made: Move,
    pace: Pace,
) -> Option<Vec<Stroke>> {
    let mut script = Script {
        game: game.clone(),
        clock: game.now() + pace.pause,
        tap: pace.tap,
        strokes: Vec::new(),
        locked: None,
    };
    if made.hold {
        script.tap(Button::Hold);
    }
    for _ in 0..MOST_PRESSES {
        script.pass(script.clock);
        if script.locked.is_some() {
            break;
        }
        let stand = script.stand(made.placement.piece)?;
        let board = board(script.game.view().board);
        let presses = finesse_from_stand(&board, stand, made.placement, movement)?;
        script.press(*presses.first()?);
    }
    // A piece that locked by itself, between two strokes, is not counted on.
    (outcome(game, &script.strokes) == Some(made.placement)).then_some(script.strokes)
}

/// Where the piece in play locks if these strokes are made; none if it does not.
pub(crate) fn outcome(game: &Game, strokes: &[Stroke]) -> Option<Placement> {
    let mut game = game.clone();
    let height = game.rules().height;
    let mut locked = None;
    for stroke in strokes {
        stroke.apply(&mut game, &mut |event| note(&mut locked, event, height));
        if locked.is_some() {
            break;
        }
    }
    locked
}

/// Keeps the first lock.
fn note(locked: &mut Option<Placement>, event: TimedEvent, height: u8) {
    if let Event::Locked { piece, spin, .. } = event.event
        && locked.is_none()
    {
        *locked = Placement::of_lock(piece, spin, height);
    }
}

impl Placement {
    /// Where a piece locked on an engine's board with so many visible rows; none for a domino.
    pub fn of_lock(
        piece: quintet_engine::Piece,
        spin: quintet_engine::Spin,
        height: u8,
    ) -> Option<Placement> {
        let shape = Shapes::Square.shape(piece.kind, piece.rotation);
        let Falling { piece, rotation, x, y } = falling(PlacedPiece { piece, shape }, height)?;
        let spin = match spin {
            quintet_engine::Spin::None => Spin::None,
            quintet_engine::Spin::Mini => Spin::Mini,
            quintet_engine::Spin::Full => Spin::Full,
        };
        let rotation = Rotation::ALL[rotation as usize % piece.distinct_rotations()];
        Some(Placement { piece, rotation, x, y, spin })
    }
}

/// Strokes as they are made, and the copy that they are tried on.
struct Script {
    game: Game,
    /// When the next press comes.
    clock: Micros,
    tap: Micros,
    strokes: Vec<Stroke>,
    locked: Option<Placement>,
}

impl Script {
    fn falling(&self) -> Option<Falling> {
        falling(self.game.view().piece?, self.game.rules().height)
    }

    /// Where this piece stands, and how it is spun; none if another one is in play.
    fn stand(&self, piece: Piece) -> Option<Stand> {
        let falling = self.falling().filter(|falling| falling.piece == piece)?;
        let spin = if piece == Piece::T { self.spin(falling) } else { Spin::None };
        Some(Stand { spin, ..falling.into() })
    }

    /// How the piece would count as spun if it locked where it is: only the game knows.
    fn spin(&self, falling: Falling) -> Spin {
        let drop = Stroke { at: self.game.now(), button: Button::HardDrop, down: true };
        let dropped = outcome(&self.game, &[drop]);
        dropped.filter(|dropped| dropped.y == falling.y).map_or(Spin::None, |dropped| dropped.spin)
    }

    fn is_instant(&self) -> bool {
        self.tap == Micros::ZERO
    }

    fn pass(&mut self, until: Micros) {
        let height = self.game.rules().height;
        let locked = &mut self.locked;
        let until = until.max(self.game.now());
        // Not before the game's own time, so never refused.
        let _ = self.game.advance(until, &mut |event| note(locked, event, height));
    }

    fn stroke(&mut self, at: Micros, button: Button, down: bool) {
        let height = self.game.rules().height;
        let stroke = Stroke { at, button, down };
        let locked = &mut self.locked;
        stroke.apply(&mut self.game, &mut |event| note(locked, event, height));
        self.strokes.push(stroke);
    }

    /// Presses a button and lets it go before it repeats.
    fn tap(&mut self, button: Button) {
        self.stroke(self.clock, button, true);
        let handling = self.game.rules().handling;
        let held = Micros(self.tap.0 / 2).min(Micros(handling.das.0 / 2));
        self.stroke(self.clock + held, button, false);
        self.clock += self.tap;
    }

    /// Holds a button until something is so; a piece that locks, or too long a time, ends it too.
    fn hold(&mut self, button: Button, is_done: impl Fn(Falling) -> bool) {
        self.stroke(self.clock, button, true);
        let end = self.clock + LONGEST;
        while self.locked.is_none()
            && self.falling().is_some_and(|falling| !is_done(falling))
            && let Some(due) = self.game.next_deadline().filter(|&due| due <= end)
        {
            self.pass(due);
        }
        let now = self.game.now();
        self.stroke(now, button, false);
        self.clock = now + self.tap;
    }

    fn taps(&mut self, button: Button, times: u8) {
        for _ in 0..times {
            if self.locked.is_none() {
                self.tap(button);
            }
        }
    }

    fn press(&mut self, press: Press) {
        match press {
            Press::Left => self.tap(Button::Left),
            Press::Right => self.tap(Button::Right),
            Press::Clockwise => self.tap(Button::RotateCw),
            Press::CounterClockwise => self.tap(Button::RotateCcw),
            Press::HalfTurn => self.tap(Button::Rotate180),
            Press::HoldLeft(columns) => self.slide(Button::Left, columns, -1),
            Press::HoldRight(columns) => self.slide(Button::Right, columns, 1),
            Press::SoftDrop(rows) => self.soft_drop(rows),
            Press::HardDrop if self.game.rules().hard_drop => self.tap(Button::HardDrop),
            Press::HardDrop => self.sink(),
        }
    }

    /// To the wall: held, or tapped where that is quicker.
    fn slide(&mut self, button: Button, columns: u8, direction: i8) {
        let handling = self.game.rules().handling;
        let repeats = u64::from(columns.saturating_sub(2));
        let held = handling.das.0.saturating_add(handling.arr.0.saturating_mul(repeats));
        let Some(falling) = self.falling() else { return };
        if self.tap.0 * u64::from(columns) <= held {
            // One at a time, so that a fall on the way is noticed.
            self.tap(button);
        } else {
            let goal = falling.x + direction * columns as i8;
            self.hold(button, |now| now.x == goal || now.y != falling.y);
        }
    }

    fn soft_drop(&mut self, rows: u8) {
        let Some(falling) = self.falling() else { return };
        let goal = falling.y - rows as i8;
        let instant = match self.game.rules().handling.soft_drop {
            SoftDrop::Every(span) => span == Micros::ZERO,
            SoftDrop::Times(_) => false,
            SoftDrop::OncePerPress => return self.taps(Button::SoftDrop, rows),
        };
        if instant || self.is_instant() {
            self.taps(Button::StepDown, rows);
        } else {
            self.hold(Button::SoftDrop, |now| now.y <= goal);
        }
    }

    /// Down until it locks, where there is no hard drop.
    fn sink(&mut self) {
        match self.game.rules().handling.soft_drop {
            SoftDrop::OncePerPress => self.tap(Button::SoftDrop),
            _ => self.hold(Button::SoftDrop, |_| false),
        }
    }
}
