//! Move generation as plain as it can be, to hold the fast one against: one state after the other,
//! one cell after the other.
//!
//! Pieces turn about a cell of their own, and each rotation has offsets of its own; a kick is the
//! difference of two of them. That is another way to write the Super Rotation System's tables down
//! than the one that the generator uses.

#![allow(dead_code, reason = "every test uses the part that it needs")]

pub(crate) mod boards;

use std::collections::{BTreeSet, HashSet, VecDeque};

use quintet_bot::{Board, Movement, Piece, Placement, Press, Spin};

/// The cells that a piece ends on, in order, and how it was spun there.
pub(crate) type Rest = ([(i8, i8); 4], Spin);

/// A falling piece: quarter turns clockwise, the cell it turns about, and what the last turn was if
/// nothing was done since.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct State {
    turns: usize,
    x: i8,
    y: i8,
    spin: Spin,
}

/// Everything that can be had for a piece on a board.
pub(crate) fn rests(
    board: &Board,
    piece: Piece,
    movement: Movement,
    spins: bool,
) -> BTreeSet<Rest> {
    let search = Search { board, piece, movement };
    let mut found = BTreeSet::new();
    let mut seen = HashSet::new();
    let mut queue = VecDeque::from([search.entering()]);
    while let Some(state) = queue.pop_front() {
        if !search.fits(state) || !seen.insert(state) {
            continue;
        }
        let moved = |dx, dy| State { x: state.x + dx, y: state.y + dy, spin: Spin::None, ..state };
        if !search.fits(moved(0, -1)) {
            let mut cells = search.cells(state);
            cells.sort_unstable();
            found.insert((cells, if spins { state.spin } else { Spin::None }));
        }
        queue.extend([moved(-1, 0), moved(1, 0), moved(0, -1)]);
        for turn in 1..=3 {
            if turn != 2 || movement.half_turns {
                queue.extend(search.turned(state, turn));
            }
        }
    }
    found
}

/// What the generator says, in the same form.
pub(crate) fn as_rests(moves: impl IntoIterator<Item = Placement>) -> Vec<Rest> {
    let mut rests: Vec<Rest> = moves
        .into_iter()
        .map(|placement| {
            let mut cells = placement.cells();
            cells.sort_unstable();
            (cells, placement.spin)
        })
        .collect();
    rests.sort_unstable();
    rests
}

/// Where these presses put a piece; none if one of them does nothing, or another thing than it says.
pub(crate) fn played(
    board: &Board,
    piece: Piece,
    movement: Movement,
    presses: &[Press],
) -> Option<Rest> {
    let search = Search { board, piece, movement };
    let mut state = search.entering();
    let (last, presses) = presses.split_last()?;
    for press in presses {
        let moved = |dx, dy| State { x: state.x + dx, y: state.y + dy, spin: Spin::None, ..state };
        let stops = |dx: i8, columns: u8| {
            let way = (1..=columns as i8).all(|column| search.fits(moved(dx * column, 0)));
            let end = moved(dx * columns as i8, 0);
            (way && !search.fits(moved(dx * (columns as i8 + 1), 0))).then_some(end)
        };
        state = match *press {
            Press::Left => Some(moved(-1, 0)),
            Press::Right => Some(moved(1, 0)),
            Press::HoldLeft(columns) => stops(-1, columns),
            Press::HoldRight(columns) => stops(1, columns),
            Press::Clockwise => search.turned(state, 1),
            Press::HalfTurn => search.turned(state, 2),
            Press::CounterClockwise => search.turned(state, 3),
            Press::SoftDrop(rows) => (1..=rows as i8)
                .all(|row| search.fits(moved(0, -row)))
                .then_some(moved(0, -(rows as i8))),
            Press::HardDrop => None,
        }?;
        search.fits(state).then_some(())?;
    }
    let lower = |state: State| State { y: state.y - 1, spin: Spin::None, ..state };
    while search.fits(lower(state)) {
        state = lower(state);
    }
    let mut cells = search.cells(state);
    cells.sort_unstable();
    (*last == Press::HardDrop).then_some((cells, state.spin))
}

struct Search<'a> {
    board: &'a Board,
    piece: Piece,
    movement: Movement,
}

impl Search<'_> {
    fn entering(&self) -> State {
        let y = if self.piece == Piece::I {
            self.movement.entry_row_of_i
        } else {
            self.movement.entry_row
        };
        State { turns: 0, x: 4, y, spin: Spin::None }
    }

    fn cells(&self, state: State) -> [(i8, i8); 4] {
        let cells = match self.piece {
            Piece::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
            Piece::J => [(-1, 1), (-1, 0), (0, 0), (1, 0)],
            Piece::L => [(1, 1), (-1, 0), (0, 0), (1, 0)],
            Piece::O => [(0, 1), (1, 1), (0, 0), (1, 0)],
            Piece::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
            Piece::T => [(0, 1), (-1, 0), (0, 0), (1, 0)],
            Piece::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
        };
        cells.map(|(x, y)| {
            let (x, y) = match state.turns {
                0 => (x, y),
                1 => (y, -x),
                2 => (-x, -y),
                _ => (-y, x),
            };
            (state.x + x, state.y + y)
        })
    }

    fn fits(&self, state: State) -> bool {
        self.cells(state)
            .into_iter()
            .all(|(x, y)| y < self.movement.ceiling && !self.board.is_filled(x, y))
    }

    fn offsets(&self, turns: usize) -> [(i8, i8); 5] {
        match (self.piece, turns) {
            (Piece::O, 0) => [(0, 0); 5],
            (Piece::O, 1) => [(0, -1); 5],
            (Piece::O, 2) => [(-1, -1); 5],
            (Piece::O, _) => [(-1, 0); 5],
            (Piece::I, 0) => [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
            (Piece::I, 1) => [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
            (Piece::I, 2) => [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
            (Piece::I, _) => [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
            (_, 1) => [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
            (_, 3) => [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
            (_, _) => [(0, 0); 5],
        }
    }

    /// Where a half turn tries to go, beyond what the offsets of the rotations say.
    fn half_turn_kicks(&self, turns: usize) -> &'static [(i8, i8)] {
        match (self.piece, turns) {
            (Piece::O, _) => &[(0, 0)],
            (_, 0) => &[(0, 0), (0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0)],
            (_, 1) => &[(0, 0), (1, 0), (1, 2), (1, 1), (0, 2), (0, 1)],
            (_, 2) => &[(0, 0), (0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0)],
            (_, _) => &[(0, 0), (-1, 0), (-1, 2), (-1, 1), (0, 2), (0, 1)],
        }
    }

    fn turned(&self, state: State, turn: usize) -> Option<State> {
        let turns = (state.turns + turn) % 4;
        let (before, after) = (self.offsets(state.turns), self.offsets(turns));
        let difference =
            |index: usize| (before[index].0 - after[index].0, before[index].1 - after[index].1);
        let kicks: Vec<(i8, i8)> = if turn == 2 {
            let (x, y) = difference(0);
            self.half_turn_kicks(state.turns).iter().map(|kick| (x + kick.0, y + kick.1)).collect()
        } else {
            (0..5).map(difference).collect()
        };
        kicks.into_iter().enumerate().find_map(|(index, (dx, dy))| {
            let mut turned = State { turns, x: state.x + dx, y: state.y + dy, spin: Spin::None };
            self.fits(turned).then(|| {
                turned.spin = self.spin(turned, turn != 2 && index == 4);
                turned
            })
        })
    }

    fn spin(&self, state: State, by_last_kick: bool) -> Spin {
        let corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)];
        let filled = corners.map(|(x, y)| self.board.is_filled(state.x + x, state.y + y));
        let beside_stem = filled[state.turns] && filled[(state.turns + 1) % 4];
        if self.piece != Piece::T || filled.iter().filter(|&&filled| filled).count() < 3 {
            Spin::None
        } else if beside_stem || by_last_kick {
            Spin::Full
        } else {
            Spin::Mini
        }
    }
}
