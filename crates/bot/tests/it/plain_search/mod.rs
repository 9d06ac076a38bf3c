//! Move generation as plain as possible, to check the fast one: state by state, cell by cell.
//!
//! Pieces rotate about a cell, and each rotation has its own offsets; a kick is the difference of two
//! of them. That is another way to write the Super Rotation System than the engine's kick tables.

pub(crate) mod boards;

use std::collections::{BTreeSet, HashSet, VecDeque};

use quintet_bot::{Board, Falling, Movement, Placement, Rotation, Tetromino};
use quintet_engine::{Keystroke, Kicks, RotateBy, Spin};

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

/// Every landing that a piece can reach from where it enters.
pub(crate) fn rests(
    board: &Board,
    piece: Tetromino,
    movement: Movement,
    spins: bool,
) -> BTreeSet<Rest> {
    let search = Search { board, piece, movement };
    search.rests(search.entering(), spins)
}

/// Every landing that a piece can reach from where it is.
pub(crate) fn rests_from(board: &Board, from: Falling, movement: Movement) -> BTreeSet<Rest> {
    let search = Search { board, piece: from.piece, movement };
    search.at(from).map_or(BTreeSet::new(), |state| search.rests(state, true))
}

/// The generator's placements in the same form.
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

/// Where these presses put a piece; `None` if one of them does not do exactly what it says.
pub(crate) fn played(
    board: &Board,
    piece: Tetromino,
    movement: Movement,
    presses: &[Keystroke],
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
            Keystroke::Left => Some(moved(-1, 0)),
            Keystroke::Right => Some(moved(1, 0)),
            Keystroke::HoldLeft(columns) => stops(-1, columns),
            Keystroke::HoldRight(columns) => stops(1, columns),
            Keystroke::Rotate(RotateBy::Clockwise) => search.turned(state, 1),
            Keystroke::Rotate(RotateBy::Half) => search.turned(state, 2),
            Keystroke::Rotate(RotateBy::CounterClockwise) => search.turned(state, 3),
            Keystroke::SoftDrop(rows) => (1..=rows as i8)
                .all(|row| search.fits(moved(0, -row)))
                .then_some(moved(0, -(rows as i8))),
            Keystroke::HardDrop => None,
        }?;
        search.fits(state).then_some(())?;
    }
    let lower = |state: State| State { y: state.y - 1, spin: Spin::None, ..state };
    while search.fits(lower(state)) {
        state = lower(state);
    }
    let mut cells = search.cells(state);
    cells.sort_unstable();
    (*last == Keystroke::HardDrop).then_some((cells, state.spin))
}

struct Search<'a> {
    board: &'a Board,
    piece: Tetromino,
    movement: Movement,
}

impl Search<'_> {
    fn rests(&self, from: State, spins: bool) -> BTreeSet<Rest> {
        let mut found = BTreeSet::new();
        let mut seen = HashSet::new();
        let mut queue = VecDeque::from([from]);
        while let Some(state) = queue.pop_front() {
            if !self.fits(state) || !seen.insert(state) {
                continue;
            }
            let moved =
                |dx, dy| State { x: state.x + dx, y: state.y + dy, spin: Spin::None, ..state };
            if !self.fits(moved(0, -1)) {
                let mut cells = self.cells(state);
                cells.sort_unstable();
                found.insert((cells, if spins { state.spin } else { Spin::None }));
            }
            queue.extend([moved(-1, 0), moved(1, 0), moved(0, -1)]);
            for (turns, by) in
                [(1, RotateBy::Clockwise), (2, RotateBy::Half), (3, RotateBy::CounterClockwise)]
            {
                if self.movement.rotation.allows(by) {
                    queue.extend(self.turned(state, turns));
                }
            }
        }
        found
    }

    /// The state of a piece that covers these cells; `None` off the board.
    fn at(&self, Falling { rotation, x, y, .. }: Falling) -> Option<State> {
        if !(0..10).contains(&x) || !(0..48).contains(&y) {
            return None;
        }
        let turns = Rotation::ALL.into_iter().position(|it| it == rotation)?;
        let origin = State { turns, x: 0, y: 0, spin: Spin::None };
        let cells = self.cells(origin);
        let left = cells.iter().map(|cell| cell.0).min()?;
        let low = cells.iter().map(|cell| cell.1).min()?;
        Some(State { x: x - left, y: y - low, ..origin })
    }

    fn entering(&self) -> State {
        let y = if self.piece == Tetromino::I {
            self.movement.entry_row_of_i
        } else {
            self.movement.entry_row
        };
        State { turns: 0, x: 4, y, spin: Spin::None }
    }

    fn cells(&self, state: State) -> [(i8, i8); 4] {
        let cells = match self.piece {
            Tetromino::I => [(-1, 0), (0, 0), (1, 0), (2, 0)],
            Tetromino::J => [(-1, 1), (-1, 0), (0, 0), (1, 0)],
            Tetromino::L => [(1, 1), (-1, 0), (0, 0), (1, 0)],
            Tetromino::O => [(0, 1), (1, 1), (0, 0), (1, 0)],
            Tetromino::S => [(-1, 0), (0, 0), (0, 1), (1, 1)],
            Tetromino::T => [(0, 1), (-1, 0), (0, 0), (1, 0)],
            Tetromino::Z => [(-1, 1), (0, 1), (0, 0), (1, 0)],
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
            (Tetromino::O, 0) => [(0, 0); 5],
            (Tetromino::O, 1) => [(0, -1); 5],
            (Tetromino::O, 2) => [(-1, -1); 5],
            (Tetromino::O, _) => [(-1, 0); 5],
            (Tetromino::I, 0) => [(0, 0), (-1, 0), (2, 0), (-1, 0), (2, 0)],
            (Tetromino::I, 1) => [(-1, 0), (0, 0), (0, 0), (0, 1), (0, -2)],
            (Tetromino::I, 2) => [(-1, 1), (1, 1), (-2, 1), (1, 0), (-2, 0)],
            (Tetromino::I, _) => [(0, 1), (0, 1), (0, 1), (0, -1), (0, 2)],
            (_, 1) => [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
            (_, 3) => [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
            (_, _) => [(0, 0); 5],
        }
    }

    /// Where a half turn tries to go, beyond what the offsets of the rotations say.
    fn half_turn_kicks(&self, turns: usize) -> &'static [(i8, i8)] {
        match (self.piece, turns) {
            (Tetromino::O, _) => &[(0, 0)],
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
        let tries = if self.movement.rotation.kicks == Kicks::None { 1 } else { kicks.len() };
        kicks.into_iter().take(tries).enumerate().find_map(|(index, (dx, dy))| {
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
        if self.piece != Tetromino::T || filled.iter().filter(|&&filled| filled).count() < 3 {
            Spin::None
        } else if beside_stem || by_last_kick {
            Spin::Full
        } else {
            Spin::Mini
        }
    }
}
