//! Tables of each piece for the flood fill, derived from the engine's shapes and kicks at compile time.
//!
//! A piece's place is one bit: the leftmost column and the lowest row that it covers. So rotations that
//! cover the same cells have the same place, no part of the piece lies to the left of or below its
//! bit, and a shift that wraps around a wall into another row nearly always lands in columns that are
//! out of bounds for the piece's width.

use quintet_engine::{Kicks, Kind, RotateBy, Rotation, Tetromino};

use crate::movegen::board::{LEFT_COLUMN, WIDTH, WORD_BITS};
use crate::movegen::piece::{distinct_rotations, index_of, shape_of};

/// How many offsets a quarter turn tries.
pub(crate) const QUARTER_TRIES: usize =
    Kicks::Srs.offsets(Kind::T, Rotation::SPAWN, RotateBy::Clockwise).len();
/// How many offsets a half turn tries.
pub(crate) const HALF_TRIES: usize =
    Kicks::Srs.offsets(Kind::T, Rotation::SPAWN, RotateBy::Half).len();

/// One number for each rotation.
pub(crate) type Four = [u64; 4];

/// A shift by this much leaves no bits.
const GONE: u64 = 64;

/// A piece in all its rotations.
pub(crate) struct Tables {
    /// How many of the rotations cover different cells.
    pub(crate) distinct: usize,
    /// The distance in bits from the place to each cell.
    pub(crate) cells: [Four; 4],
    /// The same, for cells that lie in the next higher word.
    pub(crate) carries: [Four; 4],
    /// The cells of the piece in the lowest place.
    pub(crate) masks: Four,
    /// How many rows it covers.
    pub(crate) heights: [u8; 4],
    /// Columns from which the piece would stick out of the board.
    pub(crate) walls: Four,
    /// Whether there is a rotation without any such column.
    pub(crate) is_thin: bool,
    /// In that rotation, the column from which the piece cannot move left.
    pub(crate) leftmost: Four,
    /// Quarter turns clockwise.
    pub(crate) clockwise: [Kick; QUARTER_TRIES],
    /// Quarter turns counter-clockwise.
    pub(crate) counter_clockwise: [Kick; QUARTER_TRIES],
    /// Half turns.
    pub(crate) half: [Kick; HALF_TRIES],
}

/// One offset of a rotation, indexed by the rotation that is turned *to*.
#[derive(Clone, Copy)]
pub(crate) struct Kick {
    /// From the place before to the place after.
    pub(crate) there: Shift,
    /// From the place after to the place before.
    pub(crate) back: Shift,
    /// Places from which the piece would be kicked through the floor.
    pub(crate) through_floor: Four,
    /// Whether there are columns from which the piece would be kicked through a wall and wrap around
    /// to the other.
    pub(crate) wraps: bool,
    /// These columns.
    pub(crate) through_wall: Four,
}

/// A shift of places by a number of bits, up or down; the other direction leaves no bits.
#[derive(Clone, Copy)]
pub(crate) struct Shift {
    /// Towards the higher bits.
    pub(crate) up: Four,
    /// The carry from a word to the next higher one.
    pub(crate) up_carry: Four,
    /// Towards the lower bits.
    pub(crate) down: Four,
    /// The carry from a word to the next lower one.
    pub(crate) down_carry: Four,
}

static TABLES: [Tables; 7] = [
    Tables::new(Tetromino::I),
    Tables::new(Tetromino::J),
    Tables::new(Tetromino::L),
    Tables::new(Tetromino::O),
    Tables::new(Tetromino::S),
    Tables::new(Tetromino::T),
    Tables::new(Tetromino::Z),
];

impl Tables {
    /// The tables of a piece.
    #[inline(always)]
    pub(crate) fn of(piece: Tetromino) -> &'static Tables {
        &TABLES[index_of(piece)]
    }

    const fn new(piece: Tetromino) -> Tables {
        let mut tables = Tables {
            distinct: distinct_rotations(piece),
            cells: [[0; 4]; 4],
            carries: [[0; 4]; 4],
            masks: [0; 4],
            heights: [0; 4],
            walls: [0; 4],
            is_thin: false,
            leftmost: [0; 4],
            clockwise: Kick::all(piece, RotateBy::Clockwise),
            counter_clockwise: Kick::all(piece, RotateBy::CounterClockwise),
            half: Kick::all(piece, RotateBy::Half),
        };
        let mut turns = 0;
        while turns < 4 {
            tables.add_rotation(piece, Rotation::ALL[turns]);
            turns += 1;
        }
        tables
    }

    const fn add_rotation(&mut self, piece: Tetromino, rotation: Rotation) {
        let shape = shape_of(piece, rotation);
        let rotation = rotation as usize;
        let mut cell = 0;
        while cell < 4 {
            let (x, y) = shape.cells[cell];
            let bits = y as u64 * WIDTH as u64 + x as u64;
            self.cells[cell][rotation] = bits;
            self.carries[cell][rotation] = WORD_BITS as u64 - bits;
            self.masks[rotation] |= 1 << bits;
            cell += 1;
        }
        self.heights[rotation] = shape.height as u8;
        let mut x = WIDTH as i8 - shape.width + 1;
        while x < WIDTH as i8 {
            self.walls[rotation] |= LEFT_COLUMN << x;
            x += 1;
        }
        if shape.width == 1 {
            self.is_thin = true;
            self.leftmost[rotation] = LEFT_COLUMN;
        }
    }
}

impl Kick {
    const NONE: Kick = Kick {
        there: Shift::NONE,
        back: Shift::NONE,
        through_floor: [0; 4],
        wraps: false,
        through_wall: [0; 4],
    };

    const fn all<const TRIES: usize>(piece: Tetromino, turn: RotateBy) -> [Kick; TRIES] {
        let mut kicks = [Kick::NONE; TRIES];
        let mut index = 0;
        while index < TRIES {
            kicks[index] = Kick::new(piece, turn, index);
            index += 1;
        }
        kicks
    }

    const fn new(piece: Tetromino, turn: RotateBy, index: usize) -> Kick {
        let mut kick = Kick::NONE;
        let mut to = 0;
        while to < 4 {
            let from = Rotation::ALL[(to + 4 - turn as usize) % 4];
            let offsets = Kicks::Srs.offsets(Kind::Tetromino(piece), from, turn);
            if index < offsets.len() {
                let (before, after) = (shape_of(piece, from), shape_of(piece, Rotation::ALL[to]));
                // The engine counts rows downwards.
                let dx = offsets[index].0 + after.corner.0 - before.corner.0;
                let dy = -offsets[index].1 + after.corner.1 - before.corner.1;
                let bits = dy as i64 * WIDTH as i64 + dx as i64;
                kick.there.set(to, bits);
                kick.back.set(to, -bits);
                kick.through_floor[to] = if bits < 0 { (1 << -bits) - 1 } else { 0 };
                kick.through_wall[to] = wrapping_columns(dx, before.width, after.width);
                kick.wraps |= kick.through_wall[to] != 0;
            }
            to += 1;
        }
        kick
    }
}

/// The columns from which a sideways kick wraps into another row at a place within the walls.
const fn wrapping_columns(dx: i8, width_before: i8, width_after: i8) -> u64 {
    let mut columns = 0;
    let mut x = 0;
    while x <= WIDTH as i8 - width_before {
        let lands = x + dx;
        let inside = lands >= 0 && lands < WIDTH as i8;
        if !inside && lands.rem_euclid(WIDTH as i8) <= WIDTH as i8 - width_after {
            columns |= LEFT_COLUMN << x;
        }
        x += 1;
    }
    columns
}

impl Shift {
    const NONE: Shift =
        Shift { up: [GONE; 4], up_carry: [GONE; 4], down: [GONE; 4], down_carry: [GONE; 4] };

    /// Shifts one rotation's places by this many bits, up if positive.
    const fn set(&mut self, lane: usize, bits: i64) {
        if bits >= 0 {
            self.up[lane] = bits as u64;
            self.up_carry[lane] = WORD_BITS as u64 - bits as u64;
        } else {
            self.down[lane] = -bits as u64;
            self.down_carry[lane] = (WORD_BITS as i64 + bits) as u64;
        }
    }
}

/// The corners of the square around a T's centre, clockwise: columns to the right, rows up. The two
/// in front of a T are the one with the number of its quarter turns and the next.
pub(crate) const T_CORNERS: [(i8, i8); 4] = [(-1, 1), (1, 1), (1, -1), (-1, -1)];

/// A corner of the square around a T's centre, relative to the T's place.
pub(crate) struct Corner {
    /// From the corner to the T's place.
    pub(crate) back: Shift,
    /// Places from which the corner lies below the floor.
    pub(crate) in_floor: Four,
    /// Columns from which the corner lies in a wall.
    pub(crate) in_wall: Four,
}

/// The corners around a T: the two in front, then the two behind.
pub(crate) static CORNERS: [Corner; 4] =
    [Corner::new(0), Corner::new(1), Corner::new(2), Corner::new(3)];

impl Corner {
    /// Corners are counted clockwise from the one in front on the left.
    const fn new(index: usize) -> Corner {
        let mut corner = Corner { back: Shift::NONE, in_floor: [0; 4], in_wall: [0; 4] };
        let mut rotation = 0;
        while rotation < 4 {
            // The centre of the T is the centre of the box that it rotates in.
            let (left, low) = shape_of(Tetromino::T, Rotation::ALL[rotation]).corner;
            let (dx, dy) = T_CORNERS[(rotation + index) % 4];
            let (dx, dy) = (1 - left + dx, 1 - low + dy);
            let bits = dy as i64 * WIDTH as i64 + dx as i64;
            corner.back.set(rotation, -bits);
            if dy < 0 {
                corner.in_floor[rotation] = (1 << (WIDTH as i8 * -dy)) - 1;
            }
            let mut x = 0;
            while x < WIDTH as i8 {
                if x + dx < 0 || x + dx >= WIDTH as i8 {
                    corner.in_wall[rotation] |= LEFT_COLUMN << x;
                }
                x += 1;
            }
            rotation += 1;
        }
        corner
    }
}
