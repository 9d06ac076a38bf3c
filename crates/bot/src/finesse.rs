//! The fewest presses that put a piece where one wants it.

use crate::board::{Board, ROWS, WIDTH};
use crate::kicks::{QUARTER_TRIES, offsets};
use crate::movement::Movement;
use crate::piece::{Piece, Rotation, Turn};
use crate::placement::{Placement, Spin};

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

/// A shortest sequence of presses from where a piece enters to a placement, the hard drop at its end
/// included; none if the placement cannot be had. Nothing falls by itself meanwhile.
///
/// A placement of a T must say how it is spun; other pieces are never spun.
pub fn finesse(board: &Board, placement: Placement, movement: Movement) -> Option<Vec<Press>> {
    let mut search = Search::new(board, placement.piece, movement);
    let goal = search.goal(placement)?;
    let (x, y) = movement.entry(placement.piece);
    search.visit(State { rotation: Rotation::North, x, y, spin: Spin::None }, None);
    let mut next = 0;
    while let Some(&Visit { state, .. }) = search.visits.get(next) {
        if search.dropped(state) == goal {
            return Some(search.presses_to(next));
        }
        search.visit_neighbours(state, next);
        next += 1;
    }
    None
}

/// A falling piece.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    rotation: Rotation,
    x: i8,
    y: i8,
    /// How it counts as spun if it locks without being moved any more.
    spin: Spin,
}

/// A state, and the press that led there from an earlier visit.
struct Visit {
    state: State,
    from: Option<(usize, Press)>,
}

/// A breadth-first search over presses.
struct Search<'a> {
    board: &'a Board,
    piece: Piece,
    movement: Movement,
    visits: Vec<Visit>,
    seen: Vec<bool>,
}

impl<'a> Search<'a> {
    fn new(board: &'a Board, piece: Piece, movement: Movement) -> Self {
        let seen = vec![false; Rotation::ALL.len() * Spin::ALL.len() * ROWS * WIDTH];
        Search { board, piece, movement, visits: Vec::new(), seen }
    }

    /// The placement as a state whose rotation is the first that covers its cells; none if the piece
    /// cannot rest there.
    fn goal(&self, placement: Placement) -> Option<State> {
        let Placement { rotation, x, y, spin, .. } = placement;
        let state = self.canonical(State { rotation, x, y, spin });
        let inside = (0..WIDTH as i8).contains(&x) && (0..ROWS as i8).contains(&y);
        let rests = inside && self.fits(state) && !self.fits(State { y: y - 1, ..state });
        rests.then_some(state)
    }

    fn canonical(&self, state: State) -> State {
        let index = state.rotation as usize % self.piece.distinct_rotations();
        State { rotation: Rotation::ALL[index], ..state }
    }

    /// What comes of a hard drop.
    fn dropped(&self, state: State) -> State {
        let rows = self.drop_height(state);
        let spin = if rows == 0 { state.spin } else { Spin::None };
        self.canonical(State { y: state.y - rows, spin, ..state })
    }

    fn drop_height(&self, state: State) -> i8 {
        let fits = |rows: &i8| self.fits(State { y: state.y - rows, ..state });
        (1..=state.y).take_while(fits).count() as i8
    }

    fn fits(&self, state: State) -> bool {
        let cells = self.piece.shape(state.rotation).cells;
        cells.into_iter().all(|(dx, dy)| {
            let (x, y) = (state.x + dx, state.y + dy);
            y < self.movement.ceiling && !self.board.is_filled(x, y)
        })
    }

    /// Notes a state for later, if the piece fits there and it is new.
    fn visit(&mut self, state: State, from: Option<(usize, Press)>) {
        if !self.fits(state) {
            return;
        }
        let layer = state.rotation as usize * Spin::ALL.len() + state.spin as usize;
        let index = (layer * ROWS + state.y as usize) * WIDTH + state.x as usize;
        if let Some(seen @ false) = self.seen.get_mut(index) {
            *seen = true;
            self.visits.push(Visit { state, from });
        }
    }

    fn visit_neighbours(&mut self, state: State, index: usize) {
        let moved = |dx, dy| State { x: state.x + dx, y: state.y + dy, spin: Spin::None, ..state };
        self.visit(moved(-1, 0), Some((index, Press::Left)));
        self.visit(moved(1, 0), Some((index, Press::Right)));
        for (turn, press) in [
            (Turn::Clockwise, Press::Clockwise),
            (Turn::CounterClockwise, Press::CounterClockwise),
            (Turn::Half, Press::HalfTurn),
        ] {
            if let Some(turned) = self.turned(state, turn) {
                self.visit(turned, Some((index, press)));
            }
        }
        for (dx, hold) in [(-1, Press::HoldLeft as fn(u8) -> Press), (1, Press::HoldRight)] {
            let columns =
                (1..WIDTH as i8).take_while(|columns| self.fits(moved(dx * columns, 0))).count();
            if columns > 1 {
                let stopped = moved(dx * columns as i8, 0);
                self.visit(stopped, Some((index, hold(columns as u8))));
            }
        }
        for rows in 1..=self.drop_height(state) {
            self.visit(moved(0, -rows), Some((index, Press::SoftDrop(rows as u8))));
        }
    }

    /// Where a turn leads; none if the piece fits nowhere.
    fn turned(&self, state: State, turn: Turn) -> Option<State> {
        if self.piece == Piece::O || turn == Turn::Half && !self.movement.half_turns {
            return None;
        }
        let rotation = state.rotation.turned(turn);
        let before = self.piece.shape(state.rotation).corner;
        let after = self.piece.shape(rotation).corner;
        let (x, y) = (state.x + after.0 - before.0, state.y + after.1 - before.1);
        let kicks = offsets(self.piece, state.rotation as usize, turn);
        kicks.iter().enumerate().find_map(|(index, &(dx, dy))| {
            let turned = State { rotation, x: x + dx, y: y + dy, spin: Spin::None };
            let last = turn != Turn::Half && index + 1 == QUARTER_TRIES;
            self.fits(turned).then(|| State { spin: self.spin(turned, last), ..turned })
        })
    }

    /// What a turn to this state counts as.
    fn spin(&self, state: State, by_last_kick: bool) -> Spin {
        if self.piece != Piece::T {
            return Spin::None;
        }
        let corner = self.piece.shape(state.rotation).corner;
        let (x, y) = (state.x + 1 - corner.0, state.y + 1 - corner.1);
        let corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)];
        let filled = corners.map(|(dx, dy)| self.board.is_filled(x + dx, y + dy));
        let stem = state.rotation as usize;
        let both_beside_stem = filled[stem] && filled[(stem + 1) % 4];
        match filled.into_iter().filter(|&filled| filled).count() {
            0..3 => Spin::None,
            _ if both_beside_stem || by_last_kick => Spin::Full,
            _ => Spin::Mini,
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
