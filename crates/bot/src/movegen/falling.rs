//! A piece in play: where it is, and where one press takes it.

use crate::movegen::board::{Board, ROWS, WIDTH};
use crate::movegen::kicks::{QUARTER_TRIES, offsets};
use crate::movegen::movement::Movement;
use crate::movegen::piece::{Piece, Rotation, Turn};
use crate::movegen::placement::{Placement, Spin};

/// A piece in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Falling {
    /// The piece.
    pub piece: Piece,
    /// Which way it faces.
    pub rotation: Rotation,
    /// The leftmost column that it covers.
    pub x: i8,
    /// The lowest row that it covers.
    pub y: i8,
}

impl Falling {
    /// A piece as it enters.
    pub const fn entering(piece: Piece, movement: Movement) -> Falling {
        let (x, y) = movement.entry(piece);
        Falling { piece, rotation: Rotation::North, x, y }
    }
}

/// A place, a rotation, and how the piece counts as spun if it locks without being moved any more.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Stand {
    pub(crate) rotation: Rotation,
    pub(crate) x: i8,
    pub(crate) y: i8,
    pub(crate) spin: Spin,
}

impl Stand {
    /// A number of its own for every stand on the board.
    pub(crate) const fn index(self) -> usize {
        let layer = self.rotation as usize * Spin::ALL.len() + self.spin as usize;
        (layer * ROWS + self.y as usize) * WIDTH + self.x as usize
    }

    /// How many numbers there are.
    pub(crate) const COUNT: usize = Rotation::ALL.len() * Spin::ALL.len() * ROWS * WIDTH;

    /// So many columns to the right and rows up of here.
    pub(crate) const fn moved(self, columns: i8, rows: i8) -> Stand {
        Stand { x: self.x + columns, y: self.y + rows, spin: Spin::None, ..self }
    }
}

impl From<Falling> for Stand {
    fn from(Falling { rotation, x, y, .. }: Falling) -> Stand {
        Stand { rotation, x, y, spin: Spin::None }
    }
}

/// The room that a board leaves for a piece.
pub(crate) struct Room<'a> {
    board: &'a Board,
    piece: Piece,
    movement: Movement,
    /// For every rotation and row the columns where the piece fits, as bits.
    free: [[u16; ROWS]; 4],
}

impl<'a> Room<'a> {
    pub(crate) fn new(board: &'a Board, piece: Piece, movement: Movement) -> Room<'a> {
        let mut free = [[0; ROWS]; 4];
        let ceiling = (movement.ceiling.max(0) as usize).min(ROWS);
        for (rotation, rows) in Rotation::ALL.into_iter().zip(&mut free) {
            let shape = piece.shape(rotation);
            let inside = (1_u16 << (WIDTH as i8 - shape.width + 1)) - 1;
            for y in 0..(ceiling + 1).saturating_sub(shape.height as usize) {
                let taken = |(dx, dy): (i8, i8)| board.row(y + dy as usize) >> dx;
                rows[y] = inside & !shape.cells.into_iter().fold(0, |all, cell| all | taken(cell));
            }
        }
        Room { board, piece, movement, free }
    }

    pub(crate) fn fits(&self, stand: Stand) -> bool {
        let Stand { rotation, x, y, .. } = stand;
        (0..WIDTH as i8).contains(&x)
            && (0..ROWS as i8).contains(&y)
            && self.free[rotation as usize][y as usize] >> x & 1 == 1
    }

    pub(crate) fn rests(&self, stand: Stand) -> bool {
        !self.fits(stand.moved(0, -1))
    }

    /// How many rows the piece falls from here.
    pub(crate) fn drop_height(&self, stand: Stand) -> i8 {
        (1..=stand.y).take_while(|&rows| self.fits(stand.moved(0, -rows))).count() as i8
    }

    /// Where a turn leads; none if there is no such turn, or the piece fits nowhere.
    pub(crate) fn turned(&self, stand: Stand, turn: Turn) -> Option<Stand> {
        if self.piece == Piece::O || !self.movement.allows(turn) {
            return None;
        }
        let rotation = stand.rotation.turned(turn);
        let before = self.piece.shape(stand.rotation).corner;
        let after = self.piece.shape(rotation).corner;
        let (x, y) = (stand.x + after.0 - before.0, stand.y + after.1 - before.1);
        let kicks = offsets(self.piece, stand.rotation as usize, turn);
        let tries = if self.movement.kicks { kicks.len() } else { 1 };
        kicks[..tries].iter().enumerate().find_map(|(index, &(dx, dy))| {
            let turned = Stand { rotation, x: x + dx, y: y + dy, spin: Spin::None };
            let last = turn != Turn::Half && index + 1 == QUARTER_TRIES;
            self.fits(turned).then(|| Stand { spin: self.spin(turned, last), ..turned })
        })
    }

    /// What a turn to this stand counts as.
    fn spin(&self, stand: Stand, by_last_kick: bool) -> Spin {
        if self.piece != Piece::T {
            return Spin::None;
        }
        let corner = self.piece.shape(stand.rotation).corner;
        let (x, y) = (stand.x + 1 - corner.0, stand.y + 1 - corner.1);
        let corners = [(-1, 1), (1, 1), (1, -1), (-1, -1)];
        let filled = corners.map(|(dx, dy)| self.board.is_filled(x + dx, y + dy));
        let stem = stand.rotation as usize;
        let both_beside_stem = filled[stem] && filled[(stem + 1) % 4];
        match filled.into_iter().filter(|&filled| filled).count() {
            0..3 => Spin::None,
            _ if both_beside_stem || by_last_kick => Spin::Full,
            _ => Spin::Mini,
        }
    }

    /// Of rotations that cover the same cells the first.
    pub(crate) fn canonical(&self, stand: Stand) -> Stand {
        let index = stand.rotation as usize % self.piece.distinct_rotations();
        Stand { rotation: Rotation::ALL[index], ..stand }
    }

    /// Every place where the piece can come to rest that is where it says, in the order of
    /// [`Moves::iter`](crate::Moves::iter).
    pub(crate) fn rests_from(&self, from: Falling) -> Vec<Placement> {
        let mut seen = vec![false; Stand::COUNT];
        let mut open = vec![Stand::from(from)];
        let mut found = Vec::new();
        while let Some(stand) = open.pop() {
            if !self.fits(stand) || std::mem::replace(&mut seen[stand.index()], true) {
                continue;
            }
            if self.rests(stand) {
                let Stand { rotation, x, y, spin } = self.canonical(stand);
                found.push(Placement { piece: self.piece, rotation, x, y, spin });
            }
            open.extend([stand.moved(-1, 0), stand.moved(1, 0), stand.moved(0, -1)]);
            open.extend(Turn::ALL.into_iter().filter_map(|turn| self.turned(stand, turn)));
        }
        found.sort_unstable_by_key(|rest| (rest.spin, rest.rotation, rest.y, rest.x));
        found.dedup();
        found
    }
}
