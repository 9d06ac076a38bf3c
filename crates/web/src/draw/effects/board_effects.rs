//! What an event leaves to be seen for a moment after it happened.

use quintet_engine::{Clear, Event, Gravity, Micros, Phase, Piece, TimedEvent, View};

use super::easing::{cosine, ease_in_out, ease_out, sine, span};
use super::settle::Settling;
use super::sparks::{Seen, Sparks};
use crate::draw::hue::Hue;

/// How long a locked piece flashes.
const FLASH: Micros = Micros::from_millis(160);
/// How long the trace of a hard drop is seen.
const TRACE: Micros = Micros::from_millis(240);
/// How long the field gives way under a hard drop.
const BUMP: Micros = Micros::from_millis(150);
/// How long the field shakes for four rows at once. (A-M29)
const QUAKE: Micros = Micros::from_millis(400);
/// How long a piece that comes to rest glints.
const GLINT: Micros = Micros::from_millis(140);
/// How long garbage takes to push its way in.
const RISE: Micros = Micros::from_millis(140);
/// How long the field takes to turn over.
const TURN: Micros = Micros::from_millis(240);

/// How many of the last locks are remembered; more never overlap.
const LOCKS: usize = 4;

/// A piece that has become part of the board.
#[derive(Clone, Copy, Debug)]
pub(in crate::draw) struct Lock {
    /// Where it locked, lifted by the garbage that has entered since.
    pub(in crate::draw) piece: Piece,
    /// How many rows it was dropped at once.
    pub(in crate::draw) dropped: u8,
    /// Which way it fell.
    pub(in crate::draw) gravity: Gravity,
    /// Whether it completed rows.
    pub(in crate::draw) cleared: bool,
    at: Micros,
}

impl Lock {
    /// How brightly the piece flashes, from 1 to 0.
    pub(in crate::draw) fn flash(&self, now: Micros) -> f64 {
        1.0 - ease_out(span(now, self.at, FLASH))
    }

    /// How brightly the trace of its fall is seen, from 1 to 0.
    pub(in crate::draw) fn trace(&self, now: Micros) -> f64 {
        if self.dropped == 0 { 0.0 } else { 1.0 - ease_out(span(now, self.at, TRACE)) }
    }
}

/// The effects on one board. They are fed by the engine's events and live on game time, so that a
/// paused board stands still.
#[derive(Clone, Debug)]
pub(crate) struct BoardEffects {
    locks: [Option<Lock>; LOCKS],
    next_lock: usize,
    /// Rows of the hard drop whose lock is being told next.
    dropped: u8,
    cleared_at: Option<Micros>,
    /// Whether the rows that go scored, where they are counted by what is on them.
    scored: Option<bool>,
    settling: Option<Settling>,
    risen: Option<(Micros, u8)>,
    turned_at: Option<Micros>,
    landed_at: Option<Micros>,
    quake_at: Option<Micros>,
    sparks: Sparks,
}

impl Default for BoardEffects {
    fn default() -> BoardEffects {
        BoardEffects {
            locks: [None; LOCKS],
            next_lock: 0,
            dropped: 0,
            cleared_at: None,
            scored: None,
            settling: None,
            risen: None,
            turned_at: None,
            landed_at: None,
            quake_at: None,
            sparks: Sparks::none(),
        }
    }
}

impl BoardEffects {
    /// Takes note of what happened on the board, which is seen as it is after it.
    pub(crate) fn start(&mut self, event: &TimedEvent, view: &View<'_>) {
        let at = event.at;
        match event.event {
            Event::HardDropped { rows } => self.dropped = rows,
            Event::Landed => self.landed_at = Some(at),
            Event::Locked { piece, lines, .. } => self.lock(piece, lines > 0, at, view.gravity),
            Event::Cleared(clear) => self.clear_rows(&clear, at, view),
            Event::Fives(fives) => {
                self.cleared_at = Some(at);
                self.scored = Some(fives.points > 0);
            }
            Event::Collapsed { rows } if self.cleared_at == Some(at) => {
                let scored = self.scored.take();
                self.settling = Some(Settling::new(rows, at, view.gravity, scored));
            }
            Event::GarbageEntered { lines } => self.lift(lines, at),
            Event::Flipped { .. } => {
                self.clear();
                self.turned_at = Some(at);
            }
            _ => {}
        }
    }

    /// Forgets everything, as when another game begins or a replay jumps to another moment.
    pub(crate) fn clear(&mut self) {
        *self = BoardEffects::default();
    }

    fn lock(&mut self, piece: Piece, cleared: bool, at: Micros, gravity: Gravity) {
        let dropped = std::mem::take(&mut self.dropped);
        self.locks[self.next_lock] = Some(Lock { piece, dropped, gravity, cleared, at });
        self.next_lock = (self.next_lock + 1) % LOCKS;
        self.landed_at = None;
    }

    /// Strikes sparks from the rows that go, in the colours of their cells where they still stand.
    fn clear_rows(&mut self, clear: &Clear, at: Micros, view: &View<'_>) {
        self.cleared_at = Some(at);
        let is_four = clear.lines >= 4;
        if is_four {
            self.quake_at = Some(at);
        }
        let (count, spread, lift) = if is_four { (4, 15.0, 17.0) } else { (3, 11.0, 12.0) };
        let standing = matches!(view.phase, Phase::Clearing { .. });
        let born = match view.phase {
            // The flash comes first.
            Phase::Clearing { since, until, .. } => since + Micros((until - since).0 / 3),
            _ => at,
        };
        for row in clear.rows.iter() {
            for column in 0..view.board.width() as i8 {
                let tile = view.board.tile(column, row);
                let own = Hue::of_tile(tile).filter(|_| standing && !is_four);
                let hue = own.unwrap_or(if is_four { Hue::GOLD } else { Hue::WHITE });
                let place = (f64::from(column) + 0.5, f64::from(row) + 0.5);
                self.sparks.strike(count, place, (spread, lift), hue, born);
            }
        }
    }

    fn lift(&mut self, lines: u8, at: Micros) {
        self.risen = Some((at, lines));
        for lock in self.locks.iter_mut().flatten() {
            lock.piece.y -= lines as i8;
        }
        if let Some(settling) = &mut self.settling {
            settling.lift(lines as i8);
        }
    }

    /// The locks that can still be seen.
    pub(in crate::draw) fn locks(&self, now: Micros) -> impl Iterator<Item = &Lock> {
        let seen = move |lock: &&Lock| now >= lock.at && now < lock.at + TRACE.max(FLASH);
        self.locks.iter().flatten().filter(seen)
    }

    /// The piece that locked last.
    pub(in crate::draw) fn last_locked(&self) -> Option<Piece> {
        self.locks[(self.next_lock + LOCKS - 1) % LOCKS].map(|lock| lock.piece)
    }

    /// The rows that went at once and are still seen to go.
    pub(in crate::draw) fn settling(&self, now: Micros) -> Option<&Settling> {
        self.settling.as_ref().filter(|settling| settling.is_seen(now))
    }

    /// How far below its place everything is still seen, in rows, while garbage pushes in.
    pub(in crate::draw) fn rise(&self, now: Micros) -> f64 {
        let Some((at, lines)) = self.risen.filter(|&(at, _)| now >= at) else { return 0.0 };
        f64::from(lines) * (1.0 - ease_out(span(now, at, RISE)))
    }

    /// How brightly a piece that came to rest glints, from 1 to 0.
    pub(in crate::draw) fn glint(&self, now: Micros) -> f64 {
        self.landed_at.filter(|&at| now >= at).map_or(0.0, |at| 1.0 - span(now, at, GLINT))
    }

    /// How the field stands while it turns over: -1 upside down, 0 edge on, 1 as it should.
    pub(in crate::draw) fn turn(&self, now: Micros) -> f64 {
        let Some(at) = self.turned_at.filter(|&at| now >= at) else { return 1.0 };
        -cosine(ease_in_out(span(now, at, TURN)) * std::f64::consts::PI)
    }

    /// How far the field is thrown off its place, in cells.
    pub(in crate::draw) fn shake(&self, now: Micros) -> (f64, f64) {
        let (mut x, mut y) = (0.0, 0.0);
        for lock in self.locks(now).filter(|lock| lock.dropped > 0) {
            let left = 1.0 - span(now, lock.at, BUMP);
            let weight = 0.05 + 0.006 * f64::from(lock.dropped.min(20));
            y += weight * left * left * f64::from(lock.gravity.step());
        }
        if let Some(at) = self.quake_at.filter(|&at| now >= at) {
            let passed = span(now, at, QUAKE);
            let left = (1.0 - passed) * (1.0 - passed);
            x += 0.17 * left * sine(passed * 44.0);
            y += 0.1 * left * cosine(passed * 37.0);
        }
        (x, y)
    }

    /// The sparks in the air.
    pub(in crate::draw) fn sparks(&self, now: Micros) -> impl Iterator<Item = Seen> {
        let flying = !self.sparks.are_out(now);
        flying.then(|| self.sparks.at(now)).into_iter().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, Game, GameName, Kind, Position, Rules};

    /// Plays a button and feeds what happens to the effects, as a front end does.
    fn press(game: &mut Game, effects: &mut BoardEffects, button: Button, millis: u64) {
        let mut happened = Vec::new();
        let at = Micros::from_millis(millis);
        game.press(button, at, &mut |event| happened.push(event)).expect("time runs on");
        game.release(button, at, &mut |event| happened.push(event)).expect("time runs on");
        for event in &happened {
            effects.start(event, &game.view());
        }
    }

    fn game(rules: Rules, position: &Position) -> Game {
        let rules = rules.validate().expect("valid rules");
        Game::from_position(rules, 1, position).expect("a possible position")
    }

    const MILLI: Micros = Micros::from_millis(1);

    #[test]
    fn a_hard_drop_leaves_a_flash_a_trace_and_a_bump() {
        let mut game = Game::new(GameName::Marathon.rules(), 1);
        let mut effects = BoardEffects::default();
        press(&mut game, &mut effects, Button::HardDrop, 100);
        let now = Micros::from_millis(100);
        let lock = effects.locks(now).next().expect("a lock to be seen");
        assert!(lock.dropped > 10 && !lock.cleared);
        assert_eq!((lock.flash(now), lock.trace(now)), (1.0, 1.0));
        assert!(effects.shake(now).1 > 0.0);
        let later = Micros::from_millis(400);
        assert_eq!(effects.locks(later).count(), 0);
        assert_eq!(effects.shake(later), (0.0, 0.0));
    }

    #[test]
    fn sparks_fly_after_the_flash_in_the_colours_of_the_row() {
        let position = Position::new().board(&["SSSSSSSS.."]).active(Kind::O, 0, 8, 2);
        let mut game = game(Rules::marathon(), &position);
        let mut effects = BoardEffects::default();
        press(&mut game, &mut effects, Button::HardDrop, 100);
        assert_eq!(effects.sparks(Micros::from_millis(200)).count(), 0);
        let sparks: Vec<Seen> = effects.sparks(Micros::from_millis(234)).collect();
        assert_eq!(sparks.len(), 30);
        let green = |seen: &&Seen| seen.hue == Hue::of_kind(Kind::S);
        assert_eq!(sparks.iter().filter(green).count(), 24);
        assert!(effects.settling(Micros::from_millis(234)).is_none());
    }

    #[test]
    fn four_rows_shake_the_field_for_as_long_as_they_take_to_go() {
        let rows = ["IIIIIIIII.", "IIIIIIIII.", "IIIIIIIII.", "IIIIIIIII."];
        let position = Position::new().board(&rows).active(Kind::I, 1, 7, 5);
        let mut game = game(Rules::marathon(), &position);
        let mut effects = BoardEffects::default();
        press(&mut game, &mut effects, Button::HardDrop, 0);
        assert_eq!(game.view().lines, 4);
        let shaken = |millis| effects.shake(Micros::from_millis(millis)) != (0.0, 0.0);
        assert!(shaken(20) && shaken(200) && shaken(390) && !shaken(400));
    }

    #[test]
    fn rows_that_go_at_once_are_seen_to_settle() {
        let position = Position::new().board(&["ZZZZZZZZ.."]).active(Kind::O, 0, 8, 2);
        let mut game = game(Rules::flip(), &position);
        let mut effects = BoardEffects::default();
        press(&mut game, &mut effects, Button::HardDrop, 100);
        assert!(effects.settling(Micros::from_millis(110)).is_some());
        assert!(effects.settling(Micros::from_millis(900)).is_none());
    }

    #[test]
    fn the_field_turns_over_once_when_gravity_does() {
        let mut game = Game::new(GameName::Flip.rules(), 1);
        let mut effects = BoardEffects::default();
        assert_eq!(effects.turn(Micros::ZERO), 1.0);
        press(&mut game, &mut effects, Button::Flip, 50);
        let start = Micros::from_millis(50);
        assert_eq!(effects.turn(start), -1.0);
        assert!(effects.turn(start + TURN) > 0.999);
        let mut before = -1.0;
        for step in 1..=240 {
            let stands = effects.turn(start + Micros(step * MILLI.0));
            assert!(stands >= before);
            before = stands;
        }
    }

    #[test]
    fn garbage_pushes_everything_up_from_below() {
        let mut game = Game::new(GameName::Battle.rules(), 1);
        let mut effects = BoardEffects::default();
        let at = Micros::from_millis(10);
        game.receive_garbage(&[3, 4], at, &mut |_| {}).expect("two gaps on the board");
        press(&mut game, &mut effects, Button::HardDrop, 20);
        let now = Micros::from_millis(20);
        assert_eq!(effects.rise(now), 2.0);
        assert_eq!(effects.rise(now + RISE), 0.0);
        let lock = effects.locks(now).next().expect("a lock to be seen");
        for (x, y) in
            Rules::battle().rotation.shapes.shape(lock.piece.kind, lock.piece.rotation).cells()
        {
            assert!(game.view().board.is_taken(lock.piece.x + x, lock.piece.y + y));
        }
    }

    #[test]
    fn nothing_is_seen_of_what_has_not_happened_yet() {
        let mut game = Game::new(GameName::Marathon.rules(), 1);
        let mut effects = BoardEffects::default();
        press(&mut game, &mut effects, Button::HardDrop, 5000);
        let before = Micros::from_millis(4000);
        assert_eq!(effects.locks(before).count(), 0);
        assert_eq!(effects.shake(before), (0.0, 0.0));
        assert_eq!(effects.glint(before), 0.0);
    }
}
