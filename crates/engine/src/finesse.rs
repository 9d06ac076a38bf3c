//! Finesse: the fewest presses that place a piece.
//!
//! One press moves a piece a column, or holds a direction until the piece stops, or rotates it, or
//! soft-drops it some rows. A breadth-first search over these presses, with the rules' own rotation
//! system and the board as it is, finds a shortest way. Gravity is ignored.

use alloc::vec::Vec;

use crate::board::{Board, Gravity, MAX_ROWS, MAX_WIDTH};
use crate::button::Button;
use crate::event::Spin;
use crate::game::{Game, Piece, spin};
use crate::rules::{Rules, ValidRules};
use crate::shape::{RotateBy, Rotation, Shape};
use crate::time::Micros;

/// One press of one button, and what it does to the piece in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keystroke {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// Left, held until the piece stops after this many columns.
    HoldLeft(u8),
    /// Right, held until the piece stops after this many columns.
    HoldRight(u8),
    /// One rotation.
    Rotate(RotateBy),
    /// Soft drop, released after this many rows.
    SoftDrop(u8),
    /// All the way down, and lock.
    HardDrop,
}

impl Keystroke {
    /// The same by taps alone: which button, and how often. A held button is tapped as often as it
    /// would repeat.
    pub const fn taps(self) -> (Button, u8) {
        match self {
            Keystroke::Left => (Button::Left, 1),
            Keystroke::Right => (Button::Right, 1),
            Keystroke::HoldLeft(columns) => (Button::Left, columns),
            Keystroke::HoldRight(columns) => (Button::Right, columns),
            Keystroke::Rotate(RotateBy::Clockwise) => (Button::RotateCw, 1),
            Keystroke::Rotate(RotateBy::CounterClockwise) => (Button::RotateCcw, 1),
            Keystroke::Rotate(RotateBy::Half) => (Button::Rotate180, 1),
            Keystroke::SoftDrop(rows) => (Button::StepDown, rows),
            Keystroke::HardDrop => (Button::HardDrop, 1),
        }
    }
}

impl Game {
    /// A shortest sequence of presses that locks the piece in play at `goal`, the hard drop at its
    /// end included. `None` if `goal` is another kind of piece or cannot be reached.
    ///
    /// A goal of a T includes the spin it must score; other pieces are never spun.
    ///
    /// ```
    /// use quintet_engine::{Game, GameName, Keystroke, Micros, Piece, Spin};
    ///
    /// let mut game = Game::new(GameName::Marathon.rules(), 42);
    /// game.advance(Micros::ZERO, &mut |_| {})?;
    /// let piece = game.view().piece.expect("a piece is in play").piece;
    /// let goal = Piece { x: piece.x - 1, y: 18, ..piece };
    /// let presses = game.finesse(goal, Spin::None);
    /// assert_eq!(presses, Some(vec![Keystroke::Left, Keystroke::HardDrop]));
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub fn finesse(&self, goal: Piece, spin: Spin) -> Option<Vec<Keystroke>> {
        let piece = self.piece.filter(|piece| piece.kind == goal.kind)?;
        let from = Pose { rotation: piece.rotation, x: piece.x, y: piece.y, spin: self.spin() };
        self.paths(goal).shortest(from, goal, spin)
    }

    /// The same from where a piece of the goal's kind enters, as hold would bring it into play.
    pub fn finesse_from_entry(&self, goal: Piece, spin: Spin) -> Option<Vec<Keystroke>> {
        let Piece { rotation, x, y, .. } = self.rules.spawn_place(goal.kind, self.gravity);
        let from = Pose { rotation, x, y, spin: Spin::None };
        self.paths(goal).shortest(from, goal, spin)
    }

    fn paths(&self, goal: Piece) -> Paths<'_> {
        Paths { rules: &self.rules, board: &self.board, gravity: self.gravity, goal }
    }
}

impl ValidRules {
    /// How many presses, the drop not counted, bring a piece from where it enters to the column and
    /// rotation of `goal` on an empty board. `None` where they do not lead there. Does not allocate.
    ///
    /// ```
    /// use quintet_engine::{GameName, Kind, Piece, Rotation};
    ///
    /// let at_the_wall = Piece { kind: Kind::T, rotation: Rotation::SPAWN, x: 0, y: 18 };
    /// assert_eq!(GameName::Marathon.rules().fewest_presses_on_empty_board(at_the_wall), Some(1));
    /// ```
    pub fn fewest_presses_on_empty_board(&self, goal: Piece) -> Option<u32> {
        let board = Board::new(self);
        let paths = Paths { rules: self, board: &board, gravity: Gravity::Down, goal };
        let entry = self.spawn_place(goal.kind, Gravity::Down);
        // In the middle of the board neither floor nor ceiling is in the way of a rotation.
        let middle = self.height as i8 / 2;
        let start = Pose { rotation: entry.rotation, x: entry.x, y: middle, spin: Spin::None };
        let goal = paths.footprint(Pose { rotation: goal.rotation, x: goal.x, ..start });
        let mut reached = [start; PLACES_ON_EMPTY];
        let mut count = 1;
        let mut from = 0;
        for presses in 0..=MOST_PRESSES_ON_EMPTY {
            let is_goal = |&pose: &Pose| {
                let Footprint { shape, x, .. } = paths.footprint(pose);
                (shape, x) == (goal.shape, goal.x)
            };
            if reached[from..count].iter().any(is_goal) {
                return Some(presses);
            }
            let to = count;
            for index in from..to {
                paths.for_each_sideways(reached[index], |_, next| {
                    if !reached[..count].contains(&next)
                        && let Some(slot) = reached.get_mut(count)
                    {
                        *slot = next;
                        count += 1;
                    }
                });
            }
            from = to;
        }
        None
    }
}

/// Room for every column and rotation of the widest board.
const PLACES_ON_EMPTY: usize = 4 * (MAX_WIDTH as usize + 3);
/// No placement is further than four presses away where pieces rotate both ways; without
/// auto-repeat, and clockwise only, some are.
const MOST_PRESSES_ON_EMPTY: u32 = 10;

/// Where a piece is, and the spin it scores if it locks without another move.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Pose {
    rotation: Rotation,
    x: i8,
    y: i8,
    spin: Spin,
}

/// Boxes of pieces reach beyond the board by this much.
const MARGIN: i16 = 4;
const COLUMNS: usize = MAX_WIDTH as usize + 2 * MARGIN as usize;
const ROWS: usize = MAX_ROWS as usize + 2 * MARGIN as usize;
const SPINS: usize = 3;

impl Pose {
    /// How many indices there are.
    const COUNT: usize = 4 * SPINS * ROWS * COLUMNS;

    /// This pose's own number below [`Pose::COUNT`].
    const fn index(self, hidden: u8) -> usize {
        let layer = self.rotation.quarter_turns() as usize * SPINS + self.spin as usize;
        let row = (self.y as i16 + hidden as i16 + MARGIN) as usize;
        (layer * ROWS + row) * COLUMNS + (self.x as i16 + MARGIN) as usize
    }

    const fn moved(self, columns: i8, rows: i8) -> Pose {
        Pose { x: self.x + columns, y: self.y + rows, spin: Spin::None, ..self }
    }
}

/// The cells that a piece covers: the same for rotations that look the same.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Footprint {
    shape: Shape,
    x: i8,
    y: i8,
}

/// All ways of one piece on one board.
#[derive(Clone, Copy)]
struct Paths<'a> {
    rules: &'a Rules,
    board: &'a Board,
    gravity: Gravity,
    /// Its kind is that of the piece.
    goal: Piece,
}

impl Paths<'_> {
    fn shape(&self, rotation: Rotation) -> Shape {
        self.rules.rotation.shapes.shape(self.goal.kind, rotation)
    }

    fn fits(&self, pose: Pose) -> bool {
        self.board.fits(self.shape(pose.rotation), pose.x, pose.y)
    }

    fn footprint(&self, pose: Pose) -> Footprint {
        let shape = self.shape(pose.rotation);
        let (left, top) = shape.corner();
        Footprint { shape: shape.trimmed(), x: pose.x + left, y: pose.y + top }
    }

    fn drop_distance(&self, pose: Pose) -> u8 {
        self.board.drop_distance(self.shape(pose.rotation), pose.x, pose.y, self.gravity)
    }

    /// The footprint and the spin after a hard drop.
    fn dropped(&self, pose: Pose) -> (Footprint, Spin) {
        let rows = self.drop_distance(pose) as i8;
        let spin = if rows == 0 { pose.spin } else { Spin::None };
        (self.footprint(pose.moved(0, self.gravity.step() * rows)), spin)
    }

    fn rotated(&self, pose: Pose, by: RotateBy) -> Option<Pose> {
        let Pose { rotation, x, y, .. } = pose;
        let before = self.shape(rotation);
        let piece = Piece { kind: self.goal.kind, rotation, x, y };
        let rotated = self.rules.rotation.rotated(self.board, &piece, &before, by, self.gravity)?;
        let Piece { rotation, x, y, .. } = rotated.piece;
        let spin = spin(self.board, rotated.piece, *rotated.shape, (by, rotated.kick));
        // An O rotates without moving.
        (*rotated.shape != before).then_some(Pose { rotation, x, y, spin })
    }

    /// Every pose that one press of left, right or a rotation leads to.
    fn for_each_sideways(&self, pose: Pose, mut visit: impl FnMut(Keystroke, Pose)) {
        for (step, stroke) in [(-1, Keystroke::Left), (1, Keystroke::Right)] {
            let next = pose.moved(step, 0);
            if self.fits(next) {
                visit(stroke, next);
            }
        }
        for by in [RotateBy::Clockwise, RotateBy::CounterClockwise, RotateBy::Half] {
            if let Some(next) = self.rotated(pose, by) {
                visit(Keystroke::Rotate(by), next);
            }
        }
        if self.rules.handling.das == Micros::NEVER {
            return;
        }
        for (step, stroke) in
            [(-1, Keystroke::HoldLeft as fn(u8) -> Keystroke), (1, Keystroke::HoldRight)]
        {
            let fits = |columns: &i8| self.fits(pose.moved(step * columns, 0));
            let columns = (1..MAX_WIDTH as i8).take_while(fits).count() as i8;
            if columns > 1 {
                visit(stroke(columns as u8), pose.moved(step * columns, 0));
            }
        }
    }

    /// A breadth-first search for the goal.
    fn shortest(&self, from: Pose, goal: Piece, spin: Spin) -> Option<Vec<Keystroke>> {
        let Piece { rotation, x, y, .. } = goal;
        let goal = Pose { rotation, x, y, spin };
        if !self.fits(from) || !self.fits(goal) || self.drop_distance(goal) > 0 {
            return None;
        }
        let goal = (self.footprint(goal), spin);
        let hidden = self.board.hidden();
        let mut seen = [0_u64; Pose::COUNT.div_ceil(64)];
        let mut visits = Vec::new();
        let mut note = |visits: &mut Vec<Visit>, pose: Pose, from| {
            let index = pose.index(hidden);
            let (word, bit) = (&mut seen[index / 64], 1 << (index % 64));
            if *word & bit == 0 {
                *word |= bit;
                visits.push(Visit { pose, from });
            }
        };
        note(&mut visits, from, None);
        let mut next = 0;
        while let Some(&Visit { pose, .. }) = visits.get(next) {
            if self.dropped(pose) == goal {
                return Some(path(&visits, next));
            }
            self.for_each_sideways(pose, |stroke, to| {
                note(&mut visits, to, Some((next as u16, stroke)));
            });
            for rows in 1..=self.drop_distance(pose) {
                let to = pose.moved(0, self.gravity.step() * rows as i8);
                note(&mut visits, to, Some((next as u16, Keystroke::SoftDrop(rows))));
            }
            next += 1;
        }
        None
    }
}

/// A pose, and the press that led there from an earlier visit.
#[derive(Clone, Copy)]
struct Visit {
    pose: Pose,
    from: Option<(u16, Keystroke)>,
}

/// The presses that led to a visit, and the hard drop after them.
fn path(visits: &[Visit], last: usize) -> Vec<Keystroke> {
    let mut strokes = alloc::vec![Keystroke::HardDrop];
    let mut from = visits[last].from;
    while let Some((earlier, stroke)) = from {
        strokes.push(stroke);
        from = visits[usize::from(earlier)].from;
    }
    strokes.reverse();
    strokes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::GameName;
    use crate::kind::Kind;

    fn fewest(game: GameName, kind: Kind, turns: u8, x: i8) -> Option<u32> {
        game.rules().fewest_presses_on_empty_board(Piece {
            kind,
            rotation: Rotation::new(turns),
            x,
            y: 10,
        })
    }

    fn in_marathon(kind: Kind, turns: u8, x: i8) -> Option<u32> {
        fewest(GameName::Marathon, kind, turns, x)
    }

    #[test]
    fn a_piece_dropped_where_it_enters_needs_no_press() {
        assert_eq!(in_marathon(Kind::T, 0, 3), Some(0));
        assert_eq!(in_marathon(Kind::O, 0, 4), Some(0));
    }

    #[test]
    fn a_wall_is_one_press_away_and_its_neighbour_two() {
        assert_eq!(in_marathon(Kind::T, 0, 0), Some(1));
        assert_eq!(in_marathon(Kind::T, 0, 1), Some(2));
        assert_eq!(in_marathon(Kind::T, 0, 7), Some(1));
    }

    #[test]
    fn rotations_that_cover_the_same_cells_count_as_one() {
        // An S rotated twice lies as an S that was not rotated.
        assert_eq!(in_marathon(Kind::S, 2, 3), Some(0));
        assert_eq!(in_marathon(Kind::I, 3, 4), in_marathon(Kind::I, 1, 3));
    }

    #[test]
    fn every_place_on_an_empty_board_takes_at_most_four_presses() {
        let rules = GameName::Marathon.rules();
        let board = Board::new(&rules);
        for kind in Kind::TETROMINOES {
            for turns in 0..4 {
                let shape = rules.rotation.shapes.shape(kind, Rotation::new(turns));
                for x in (-3..10).filter(|&x| board.fits(shape, x, 10)) {
                    let presses = in_marathon(kind, turns, x);
                    assert!(presses.is_some_and(|n| n <= 4), "{kind} {turns} {x}: {presses:?}");
                }
            }
        }
    }

    #[test]
    fn only_rotations_that_the_rules_allow_are_counted() {
        // Pointing left takes three rotations where there is only one direction.
        assert_eq!(in_marathon(Kind::T, 3, 3), Some(1));
        assert_eq!(fewest(GameName::Minimal, Kind::T, 3, 3), Some(3));
        // Upside down is one press where there are half turns.
        assert_eq!(in_marathon(Kind::T, 2, 3), Some(2));
        assert_eq!(fewest(GameName::Versus, Kind::T, 2, 3), Some(1));
    }

    #[test]
    fn every_game_has_a_way_to_every_column() {
        let domino = Kind::domino(2, 5).expect("a domino");
        for (game, kind) in [
            (GameName::Minimal, Kind::L),
            (GameName::Battle, Kind::L),
            (GameName::Flip, Kind::L),
            (GameName::DominoEasy, domino),
        ] {
            let rules = game.rules();
            let shape = rules.rotation.shapes.shape(kind, Rotation::SPAWN);
            for x in 0..=(rules.width - shape.width()) as i8 {
                assert!(fewest(game, kind, 0, x).is_some(), "{game} {x}");
            }
        }
    }
}
