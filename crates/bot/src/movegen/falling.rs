//! A piece in play anywhere on a board, moved one step at a time.

use quintet_engine::{Kind, PlacedPiece, RotateBy, Rotation, Spin, Tetromino};

use crate::movegen::board::{Board, ROWS, WIDTH};
use crate::movegen::movement::Movement;
use crate::movegen::piece::{canonical_rotation, shape_of};
use crate::movegen::placement::Placement;
use crate::movegen::tables::{QUARTER_TRIES, T_CORNERS};

/// A piece in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Falling {
    /// The piece.
    pub piece: Tetromino,
    /// Which way it faces.
    pub rotation: Rotation,
    /// The leftmost column that it covers.
    pub x: i8,
    /// The lowest row that it covers.
    pub y: i8,
}

impl Falling {
    /// A piece as it enters.
    pub const fn entering(piece: Tetromino, movement: Movement) -> Falling {
        let (x, y) = movement.entry(piece);
        Falling { piece, rotation: Rotation::SPAWN, x, y }
    }

    /// The engine's piece on a board with this many visible rows; `None` for a domino.
    pub(crate) fn from_engine(placed: PlacedPiece, height: u8) -> Option<Falling> {
        let piece = placed.piece.kind.tetromino()?;
        let x = placed.cells().map(|(x, ..)| x).min()?;
        let lowest = placed.cells().map(|(_, y, _)| y).max()?;
        let rotation = placed.piece.rotation;
        Some(Falling { piece, rotation, x, y: height as i8 - 1 - lowest })
    }
}

/// A place, a rotation, and the spin that the piece scores if it locks without another move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceState {
    pub(crate) rotation: Rotation,
    pub(crate) x: i8,
    pub(crate) y: i8,
    pub(crate) spin: Spin,
}

impl PieceState {
    /// A unique index for every state on the board.
    pub(crate) const fn index(self) -> usize {
        let layer = self.rotation as usize * Spin::ALL.len() + self.spin as usize;
        (layer * ROWS + self.y as usize) * WIDTH + self.x as usize
    }

    /// How many indices there are.
    pub(crate) const COUNT: usize = Rotation::ALL.len() * Spin::ALL.len() * ROWS * WIDTH;

    /// The state this many columns to the right and rows up.
    pub(crate) const fn moved(self, columns: i8, rows: i8) -> PieceState {
        PieceState { x: self.x + columns, y: self.y + rows, spin: Spin::None, ..self }
    }
}

impl From<Falling> for PieceState {
    fn from(Falling { rotation, x, y, .. }: Falling) -> PieceState {
        PieceState { rotation, x, y, spin: Spin::None }
    }
}

/// A search for the landings of a piece, one step at a time.
pub(crate) struct StepSearch<'a> {
    board: &'a Board,
    piece: Tetromino,
    movement: Movement,
    /// For every rotation and row, the columns in which the piece fits, as bits.
    free: [[u16; ROWS]; 4],
}

impl<'a> StepSearch<'a> {
    pub(crate) fn new(board: &'a Board, piece: Tetromino, movement: Movement) -> StepSearch<'a> {
        let mut free = [[0; ROWS]; 4];
        let ceiling = (movement.ceiling.max(0) as usize).min(ROWS);
        for (rotation, rows) in Rotation::ALL.into_iter().zip(&mut free) {
            let shape = shape_of(piece, rotation);
            let inside = (1_u16 << (WIDTH as i8 - shape.width + 1)) - 1;
            for y in 0..(ceiling + 1).saturating_sub(shape.height as usize) {
                let taken = |(dx, dy): (i8, i8)| board.row(y + dy as usize) >> dx;
                rows[y] = inside & !shape.cells.into_iter().fold(0, |all, cell| all | taken(cell));
            }
        }
        StepSearch { board, piece, movement, free }
    }

    fn fits(&self, state: PieceState) -> bool {
        let PieceState { rotation, x, y, .. } = state;
        (0..WIDTH as i8).contains(&x)
            && (0..ROWS as i8).contains(&y)
            && self.free[rotation as usize][y as usize] >> x & 1 == 1
    }

    fn is_landed(&self, state: PieceState) -> bool {
        !self.fits(state.moved(0, -1))
    }

    /// Where a rotation leads; `None` if the rules lack it, or the piece fits nowhere.
    fn turned(&self, state: PieceState, turn: RotateBy) -> Option<PieceState> {
        if self.piece == Tetromino::O || !self.movement.rotation.allows(turn) {
            return None;
        }
        let rotation = state.rotation.rotated(turn);
        let before = shape_of(self.piece, state.rotation).corner;
        let after = shape_of(self.piece, rotation).corner;
        let (x, y) = (state.x + after.0 - before.0, state.y + after.1 - before.1);
        let kicks = self.movement.rotation.kicks;
        let offsets = kicks.offsets(Kind::Tetromino(self.piece), state.rotation, turn);
        offsets.iter().enumerate().find_map(|(index, &(dx, dy))| {
            // The engine counts rows downwards.
            let turned = PieceState { rotation, x: x + dx, y: y - dy, spin: Spin::None };
            let last = turn != RotateBy::Half && index + 1 == QUARTER_TRIES;
            self.fits(turned).then(|| PieceState { spin: self.spin(turned, last), ..turned })
        })
    }

    /// The spin that a rotation to this state scores.
    pub(crate) fn spin(&self, state: PieceState, by_last_kick: bool) -> Spin {
        if self.piece != Tetromino::T {
            return Spin::None;
        }
        let corner = shape_of(self.piece, state.rotation).corner;
        let (x, y) = (state.x + 1 - corner.0, state.y + 1 - corner.1);
        let filled = T_CORNERS.map(|(dx, dy)| self.board.is_filled(x + dx, y + dy));
        let turns = state.rotation as usize;
        let both_in_front = filled[turns] && filled[(turns + 1) % 4];
        let taken = filled.into_iter().filter(|&filled| filled).count();
        Spin::from_corners(taken, both_in_front, by_last_kick)
    }

    /// The same cells in the first rotation that covers them.
    fn canonical(&self, state: PieceState) -> PieceState {
        PieceState { rotation: canonical_rotation(self.piece, state.rotation), ..state }
    }

    /// Every landing that the piece can reach from where it is, in the order of
    /// [`Moves::iter`](crate::Moves::iter).
    pub(crate) fn landings_from(&self, from: Falling) -> Vec<Placement> {
        let mut seen = vec![false; PieceState::COUNT];
        let mut open = vec![PieceState::from(from)];
        let mut found = Vec::new();
        while let Some(state) = open.pop() {
            if !self.fits(state) || std::mem::replace(&mut seen[state.index()], true) {
                continue;
            }
            if self.is_landed(state) {
                let PieceState { rotation, x, y, spin } = self.canonical(state);
                found.push(Placement { piece: self.piece, rotation, x, y, spin });
            }
            open.extend([state.moved(-1, 0), state.moved(1, 0), state.moved(0, -1)]);
            open.extend(RotateBy::ALL.into_iter().filter_map(|turn| self.turned(state, turn)));
        }
        found.sort_unstable_by_key(|at| (at.spin, at.rotation, at.y, at.x));
        found.dedup();
        found
    }
}
