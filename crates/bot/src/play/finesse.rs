//! The fewest presses that put a piece where one wants it.

use quintet_engine::Button;

use crate::movegen::board::{Board, WIDTH};
use crate::movegen::falling::{Falling, Room, Stand};
use crate::movegen::movement::Movement;
use crate::movegen::piece::Turn;
use crate::movegen::placement::{Placement, Spin};

/// Something a player does with one press of one button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Press {
    /// One column to the left.
    Left,
    /// One column to the right.
    Right,
    /// Left, held until the piece stops after so many columns.
    HoldLeft(u8),
    /// Right, held until the piece stops after so many columns.
    HoldRight(u8),
    /// A quarter turn clockwise.
    Clockwise,
    /// A quarter turn counter-clockwise.
    CounterClockwise,
    /// A half turn.
    HalfTurn,
    /// Down, let go after so many rows.
    SoftDrop(u8),
    /// All the way down, and lock.
    HardDrop,
}

impl Press {
    /// The same by taps alone: which button, and how often. What would be held is tapped as often
    /// as it would repeat.
    pub const fn taps(self) -> (Button, u8) {
        match self {
            Press::Left => (Button::Left, 1),
            Press::Right => (Button::Right, 1),
            Press::HoldLeft(columns) => (Button::Left, columns),
            Press::HoldRight(columns) => (Button::Right, columns),
            Press::Clockwise => (Button::RotateCw, 1),
            Press::CounterClockwise => (Button::RotateCcw, 1),
            Press::HalfTurn => (Button::Rotate180, 1),
            Press::SoftDrop(rows) => (Button::StepDown, rows),
            Press::HardDrop => (Button::HardDrop, 1),
        }
    }
}

/// A shortest sequence of presses from where a piece enters to a placement, the hard drop at its end
/// included; none if the placement cannot be had. Nothing falls by itself meanwhile.
///
/// A placement of a T must say how it is spun; other pieces are never spun.
pub fn finesse(board: &Board, placement: Placement, movement: Movement) -> Option<Vec<Press>> {
    finesse_from(board, Falling::entering(placement.piece, movement), placement, movement)
}

/// The same from wherever the piece is now.
pub fn finesse_from(
    board: &Board,
    from: Falling,
    placement: Placement,
    movement: Movement,
) -> Option<Vec<Press>> {
    let is_same = from.piece == placement.piece;
    is_same.then(|| finesse_from_stand(board, from.into(), placement, movement)).flatten()
}

/// The same from a stand of the piece that may be spun already.
pub(crate) fn finesse_from_stand(
    board: &Board,
    from: Stand,
    placement: Placement,
    movement: Movement,
) -> Option<Vec<Press>> {
    let room = Room::new(board, placement.piece, movement);
    let mut search = Search { room, visits: Vec::new(), seen: vec![false; Stand::COUNT] };
    let goal = search.goal(placement)?;
    search.visit(from, None);
    let mut next = 0;
    while let Some(&Visit { stand, .. }) = search.visits.get(next) {
        if search.dropped(stand) == goal {
            return Some(search.presses_to(next));
        }
        search.visit_neighbours(stand, next);
        next += 1;
    }
    None
}

/// A stand, and the press that led there from an earlier visit.
struct Visit {
    stand: Stand,
    from: Option<(usize, Press)>,
}

/// A breadth-first search over presses.
struct Search<'a> {
    room: Room<'a>,
    visits: Vec<Visit>,
    seen: Vec<bool>,
}

impl Search<'_> {
    /// The placement as a stand whose rotation is the first that covers its cells; none if the piece
    /// cannot rest there.
    fn goal(&self, placement: Placement) -> Option<Stand> {
        let Placement { rotation, x, y, spin, .. } = placement;
        let stand = Stand { rotation, x, y, spin };
        let rests = self.room.fits(stand) && self.room.rests(stand);
        rests.then(|| self.room.canonical(stand))
    }

    /// What comes of a hard drop.
    fn dropped(&self, stand: Stand) -> Stand {
        let rows = self.room.drop_height(stand);
        let spin = if rows == 0 { stand.spin } else { Spin::None };
        self.room.canonical(Stand { y: stand.y - rows, spin, ..stand })
    }

    /// Notes a stand for later, if the piece fits there and it is new.
    fn visit(&mut self, stand: Stand, from: Option<(usize, Press)>) {
        if self.room.fits(stand) && !std::mem::replace(&mut self.seen[stand.index()], true) {
            self.visits.push(Visit { stand, from });
        }
    }

    fn visit_neighbours(&mut self, stand: Stand, index: usize) {
        self.visit(stand.moved(-1, 0), Some((index, Press::Left)));
        self.visit(stand.moved(1, 0), Some((index, Press::Right)));
        for (turn, press) in [
            (Turn::Clockwise, Press::Clockwise),
            (Turn::CounterClockwise, Press::CounterClockwise),
            (Turn::Half, Press::HalfTurn),
        ] {
            if let Some(turned) = self.room.turned(stand, turn) {
                self.visit(turned, Some((index, press)));
            }
        }
        for (dx, hold) in [(-1, Press::HoldLeft as fn(u8) -> Press), (1, Press::HoldRight)] {
            let fits = |columns: &i8| self.room.fits(stand.moved(dx * columns, 0));
            let columns = (1..WIDTH as i8).take_while(fits).count();
            if columns > 1 {
                let stopped = stand.moved(dx * columns as i8, 0);
                self.visit(stopped, Some((index, hold(columns as u8))));
            }
        }
        for rows in 1..=self.room.drop_height(stand) {
            self.visit(stand.moved(0, -rows), Some((index, Press::SoftDrop(rows as u8))));
        }
    }

    /// The presses that led to a visit, and the hard drop after them.
    fn presses_to(&self, index: usize) -> Vec<Press> {
        let mut presses = vec![Press::HardDrop];
        let mut from = self.visits[index].from;
        while let Some((earlier, press)) = from {
            presses.push(press);
            from = self.visits[earlier].from;
        }
        presses.reverse();
        presses
    }
}
