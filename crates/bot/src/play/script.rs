//! A move as timed inputs, tried out on a copy of the game.

use std::collections::VecDeque;

use quintet_engine::{
    Button, Event, Game, Keystroke, Micros, Piece, PlacedPiece, RotateBy, SoftDrop, TimedEvent,
    TimedInput,
};

use crate::movegen::placement::Placement;
use crate::search::Move;

/// How fast buttons are pressed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// Before the first press.
    pub(crate) pause: Micros,
    /// From press to press; zero for all at once.
    pub(crate) tap: Micros,
}

/// An input that is about to be made.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Planned {
    pub(crate) input: TimedInput,
    /// The piece in play right after it.
    pub(crate) after: Option<Piece>,
}

/// More presses than any piece needs.
const MAX_PRESSES: usize = 60;
/// Longer than a button is ever held.
const MAX_HOLD: Micros = Micros::from_secs(20);

/// The inputs that make a move at this pace; `None` if they do not lead there. `path` is the move's
/// finesse as long as the piece has not fallen.
pub(crate) fn script(
    game: &Game,
    made: Move,
    path: &[Keystroke],
    pace: Pace,
) -> Option<VecDeque<Planned>> {
    let mut script = Script {
        game: game.clone(),
        clock: game.now() + pace.pause,
        tap: pace.tap,
        inputs: VecDeque::new(),
        locked: None,
        has_fallen: false,
    };
    let Placement { spin, .. } = made.placement;
    let goal = made.placement.to_engine(game.rules().height);
    let mut left: Vec<Keystroke> = path.iter().rev().copied().collect();
    if made.hold {
        script.tap(Button::Hold);
    }
    for _ in 0..MAX_PRESSES {
        script.advance(script.clock);
        if script.locked.is_some() {
            // Reject: gravity locked it first.
            return None;
        }
        if std::mem::take(&mut script.has_fallen) || left.is_empty() {
            left = script.game.finesse(goal, spin)?;
            left.reverse();
        }
        if !script.press(left.pop()?) {
            left.clear();
        }
        if let Some(locked) = script.locked {
            return (locked == made.placement).then_some(script.inputs);
        }
    }
    None
}

/// Makes the inputs until the piece in play locks, notes where the piece is after each, and drops
/// the inputs after the lock. Returns where it locked; `None` if it did not.
pub(crate) fn run(game: &mut Game, inputs: &mut VecDeque<Planned>) -> Option<Placement> {
    let height = game.rules().height;
    let mut locked = None;
    for index in 0..inputs.len() {
        let planned = &mut inputs[index];
        apply(game, planned.input, &mut |event| note_lock(&mut locked, event, height));
        planned.after = piece_in_play(game);
        if locked.is_some() {
            inputs.truncate(index + 1);
            break;
        }
    }
    locked
}

/// The piece in play as the engine has it.
pub(crate) fn piece_in_play(game: &Game) -> Option<Piece> {
    game.piece_in_play().map(|placed| placed.piece)
}

/// An input dated before the game's own time is made at that time.
fn apply(game: &mut Game, timed: TimedInput, sink: &mut dyn FnMut(TimedEvent)) {
    let at = timed.at.max(game.now());
    // Not before the game's own time, so never refused.
    let _ = game.apply(&TimedInput { at, ..timed }, sink);
}

/// Keeps the first lock.
fn note_lock(locked: &mut Option<Placement>, event: TimedEvent, height: u8) {
    if let Event::Locked { piece, spin, .. } = event.event
        && locked.is_none()
    {
        *locked = Placement::of_lock(piece, spin, height);
    }
}

/// Inputs as they are found, and the copy of the game that they are tried on.
struct Script {
    game: Game,
    /// When the next press comes.
    clock: Micros,
    tap: Micros,
    inputs: VecDeque<Planned>,
    locked: Option<Placement>,
    /// Whether gravity moved the piece since the path was found.
    has_fallen: bool,
}

impl Script {
    fn piece(&self) -> Option<PlacedPiece> {
        self.game.piece_in_play()
    }

    fn is_instant(&self) -> bool {
        self.tap == Micros::ZERO
    }

    /// Does something to the game and keeps track of falls and of the lock.
    fn act(&mut self, act: impl FnOnce(&mut Game, &mut dyn FnMut(TimedEvent))) {
        let Script { game, locked, has_fallen, .. } = self;
        let height = game.rules().height;
        act(game, &mut |event| {
            *has_fallen |= matches!(event.event, Event::Fell);
            note_lock(locked, event, height);
        });
    }

    fn advance(&mut self, until: Micros) {
        self.act(|game, sink| {
            // Not before the game's own time, so never refused.
            let _ = game.advance(until.max(game.now()), sink);
        });
    }

    fn make(&mut self, input: TimedInput) {
        self.act(|game, sink| apply(game, input, sink));
        self.inputs.push_back(Planned { input, after: piece_in_play(&self.game) });
    }

    /// Presses a button and releases it before it repeats.
    fn tap(&mut self, button: Button) {
        self.make(TimedInput::press(button, self.clock));
        let das = self.game.rules().handling.das;
        let held = Micros(self.tap.0 / 2).min(Micros(das.0 / 2));
        self.make(TimedInput::release(button, self.clock + held));
        self.clock += self.tap;
    }

    /// Holds a button until the piece is where it should be; a lock, or [`MAX_HOLD`], ends it too.
    fn hold(&mut self, button: Button, is_done: impl Fn(Piece) -> bool) {
        self.make(TimedInput::press(button, self.clock));
        let end = self.clock + MAX_HOLD;
        while self.locked.is_none()
            && self.piece().is_some_and(|placed| !is_done(placed.piece))
            && let Some(due) = self.game.next_deadline().filter(|&due| due <= end)
        {
            self.advance(due);
        }
        let now = self.game.now();
        self.make(TimedInput::release(button, now));
        self.clock = now + self.tap;
    }

    fn taps(&mut self, button: Button, times: u8) {
        for _ in 0..times {
            if self.locked.is_none() {
                self.tap(button);
            }
        }
    }

    /// Returns whether all of the keystroke was done.
    fn press(&mut self, keystroke: Keystroke) -> bool {
        match keystroke {
            Keystroke::Left => self.tap(Button::Left),
            Keystroke::Right => self.tap(Button::Right),
            Keystroke::Rotate(RotateBy::Clockwise) => self.tap(Button::RotateCw),
            Keystroke::Rotate(RotateBy::CounterClockwise) => self.tap(Button::RotateCcw),
            Keystroke::Rotate(RotateBy::Half) => self.tap(Button::Rotate180),
            Keystroke::HoldLeft(columns) => return self.slide(Button::Left, columns, -1),
            Keystroke::HoldRight(columns) => return self.slide(Button::Right, columns, 1),
            Keystroke::SoftDrop(rows) => self.soft_drop(rows),
            Keystroke::HardDrop if self.game.rules().hard_drop => self.tap(Button::HardDrop),
            Keystroke::HardDrop => self.soft_drop_to_lock(),
        }
        true
    }

    /// Holds a direction, or taps it once where tapping all the way is quicker.
    fn slide(&mut self, button: Button, columns: u8, direction: i8) -> bool {
        let handling = self.game.rules().handling;
        let repeats = u64::from(columns.saturating_sub(2));
        let held = handling.das.0.saturating_add(handling.arr.0.saturating_mul(repeats));
        if self.tap.0 * u64::from(columns) <= held {
            self.tap(button);
            return false;
        }
        if let Some(PlacedPiece { piece, .. }) = self.piece() {
            let goal = piece.x + direction * columns as i8;
            self.hold(button, |now| now.x == goal || now.y != piece.y);
        }
        true
    }

    fn soft_drop(&mut self, rows: u8) {
        let Some(PlacedPiece { piece, .. }) = self.piece() else { return };
        let goal = piece.y + rows as i8;
        let is_instant = match self.game.rules().handling.soft_drop {
            SoftDrop::Every(span) => span == Micros::ZERO,
            SoftDrop::Times(_) => false,
            SoftDrop::OncePerPress => return self.taps(Button::SoftDrop, rows),
        };
        if is_instant || self.is_instant() {
            self.taps(Button::StepDown, rows);
        } else {
            self.hold(Button::SoftDrop, |now| now.y >= goal);
        }
    }

    /// Soft-drops until the piece locks, where there is no hard drop.
    fn soft_drop_to_lock(&mut self) {
        match self.game.rules().handling.soft_drop {
            SoftDrop::OncePerPress => self.tap(Button::SoftDrop),
            _ => self.hold(Button::SoftDrop, |_| false),
        }
    }
}
