//! Which places a piece can reach: a flood fill over all places and rotations at once.
//!
//! Most of the board is open to the sky, and there every place is reached by rotating and moving the
//! piece above the stack and dropping it. Only the rest, the pockets below overhangs, is flooded:
//! sideways and downwards, and by rotations with their kicks.

use quintet_engine::Tetromino;

use crate::movegen::board::{FULL, LOW_ROW, WIDTH, WORD_BITS, WORD_ROWS};
use crate::movegen::field::{
    Field, and, any, or, shifted, shifted_down, sideways, turned, without,
};
use crate::movegen::lanes::Lanes;
use crate::movegen::movement::Movement;
use crate::movegen::tables::{Kick, Tables};

const CARRY: i32 = (WORD_BITS - WIDTH) as i32;
const ROW: i32 = WIDTH as i32;

/// How many rows above the stack a flood from the sky must include.
pub(crate) const fn room_above(piece: Tetromino) -> usize {
    // Rotations from any higher up succeed without a kick, above the stack.
    match piece {
        Tetromino::I => 2,
        _ => 1,
    }
}

/// When a flood may stop.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// Once every landing is reachable.
    AllLandings,
    /// Once no further place is reachable.
    Complete,
}

/// The places of a piece on a board that it can reach.
pub(crate) struct Reach<L, const N: usize> {
    pub(crate) tables: &'static Tables,
    /// Places where the piece overlaps the stack or sticks out of the board.
    pub(crate) blocked: Field<L, N>,
    /// Places where it fits and can fall no further.
    pub(crate) landings: Field<L, N>,
    /// Places from which the flood starts.
    pub(crate) start: Field<L, N>,
    /// Places reached so far.
    pub(crate) reached: Field<L, N>,
    /// Places where it fits that are not reached yet.
    unreached: Field<L, N>,
}

impl<L: Lanes, const N: usize> Reach<L, N> {
    /// A piece that moves freely above the stack before it drops.
    #[inline(always)]
    pub(crate) fn from_sky(filled: [u64; N], piece: Tetromino) -> Self {
        let tables = Tables::of(piece);
        let blocked = blocked(tables, filled);
        let start = without([L::splat(FULL); N], with_everything_below(blocked));
        Reach::new(tables, blocked, start)
    }

    /// A piece that enters where the stack may block it.
    #[inline(always)]
    pub(crate) fn from_entry(filled: [u64; N], piece: Tetromino, movement: Movement) -> Self {
        let tables = Tables::of(piece);
        let mut blocked = blocked(tables, filled);
        block_ceiling(&mut blocked, tables, movement.ceiling);
        let mut start = [L::splat(0); N];
        let (x, y) = movement.entry(piece);
        if let Some(word) = start.get_mut(y as usize / WORD_ROWS) {
            let bit = y as usize % WORD_ROWS * WIDTH + x as usize;
            *word = L::new([1 << bit, 0, 0, 0]);
        }
        Reach::new(tables, blocked, without(start, blocked))
    }

    #[inline(always)]
    fn new(tables: &'static Tables, blocked: Field<L, N>, start: Field<L, N>) -> Self {
        let unreached = without(without([L::splat(FULL); N], blocked), start);
        Reach { tables, blocked, landings: landings(blocked), start, reached: start, unreached }
    }

    /// Floods the board.
    #[inline(always)]
    pub(crate) fn flood(&mut self, half_turns: bool, until: Until) {
        if until == Until::AllLandings && !any(self.unreached_landings()) {
            return;
        }
        self.spread();
        while until == Until::Complete || any(self.unreached_landings()) {
            if !self.turn(half_turns) {
                break;
            }
            self.spread();
        }
    }

    /// Moves left, right and down until nothing new is reached.
    #[inline(always)]
    fn spread(&mut self) {
        loop {
            // Two steps at a time: testing more often costs more than a wasted step.
            self.step();
            if !self.step() {
                break;
            }
        }
    }

    /// Moves left, right and down by one; returns whether that reached anything new.
    #[inline(always)]
    fn step(&mut self) -> bool {
        let moved = or(sideways(self.reached, self.tables), shifted_down(self.reached));
        self.take(moved)
    }

    /// Rotates at every reached place; returns whether that reached anything new.
    #[inline(always)]
    fn turn(&mut self, half_turns: bool) -> bool {
        let tables = self.tables;
        if tables.distinct == 1 {
            return false;
        }
        let clockwise = self.arrived(turned::<1, L, N>(self.reached), &tables.clockwise);
        let counter = self.arrived(turned::<3, L, N>(self.reached), &tables.counter_clockwise);
        let mut arrived = or(clockwise, counter);
        if half_turns {
            arrived = or(arrived, self.arrived(turned::<2, L, N>(self.reached), &tables.half));
        }
        self.take(arrived)
    }

    /// The unreached places that a rotation leads to. `from` has the places before, under the
    /// rotations turned to.
    #[inline(always)]
    fn arrived<const TRIES: usize>(&self, from: Field<L, N>, kicks: &[Kick; TRIES]) -> Field<L, N> {
        let mut left = from;
        let mut leads = [[L::splat(0); N]; TRIES];
        let mut lead = [L::splat(0); N];
        for index in 0..TRIES {
            let kick = &kicks[index];
            let mut fails = shifted(self.blocked, &kick.back);
            fails[0] = fails[0].or(L::new(kick.through_floor));
            leads[index] = and(left, shifted(self.unreached, &kick.back));
            if kick.wraps {
                let through_wall = [L::new(kick.through_wall); N];
                fails = or(fails, through_wall);
                leads[index] = without(leads[index], through_wall);
            }
            lead = or(lead, leads[index]);
            // The next kick is tried only where this one fails.
            left = and(left, fails);
        }
        let mut arrived = [L::splat(0); N];
        if any(lead) {
            for index in 0..TRIES {
                arrived = or(arrived, shifted(leads[index], &kicks[index].there));
            }
        }
        arrived
    }

    /// Adds those of the places that are free; returns whether any was new.
    #[inline(always)]
    fn take(&mut self, places: Field<L, N>) -> bool {
        let new = and(places, self.unreached);
        self.reached = or(self.reached, new);
        self.unreached = without(self.unreached, new);
        any(new)
    }

    /// The unreached landings, unless another rotation reaches the same cells.
    #[inline(always)]
    fn unreached_landings(&self) -> Field<L, N> {
        let unreached = and(self.landings, self.unreached);
        if self.tables.distinct == 2 {
            and(unreached, turned::<2, L, N>(unreached))
        } else {
            unreached
        }
    }

    /// The reachable landings; rotations beyond the distinct ones repeat them.
    #[inline(always)]
    pub(crate) fn reachable_landings(&self) -> Field<L, N> {
        without(self.landings, self.unreached_landings())
    }

    /// How many landings are reachable.
    #[inline(always)]
    pub(crate) fn count(&self) -> u64 {
        let mut bits = 0;
        for word in self.reachable_landings() {
            bits += word.count_ones();
        }
        u64::from(bits) * self.tables.distinct as u64 / 4
    }
}

/// Places where the piece overlaps a filled cell or a wall.
#[inline(always)]
fn blocked<L: Lanes, const N: usize>(tables: &Tables, filled: [u64; N]) -> Field<L, N> {
    let mut blocked = [L::new(tables.walls); N];
    for w in 0..N {
        for cell in 0..4 {
            blocked[w] = blocked[w].or(L::splat(filled[w]).shr_each(tables.cells[cell]));
            if w + 1 < N {
                let carried = L::splat(filled[w + 1]).shl_each(tables.carries[cell]);
                blocked[w] = blocked[w].or(carried);
            }
        }
        if w + 1 < N {
            blocked[w] = blocked[w].and(L::splat(FULL));
        }
    }
    blocked
}

/// Adds the places from which the piece would stick out above the ceiling.
#[inline(always)]
fn block_ceiling<L: Lanes, const N: usize>(
    blocked: &mut Field<L, N>,
    tables: &Tables,
    ceiling: i8,
) {
    for (w, word) in blocked.iter_mut().enumerate() {
        let mut above = [0; 4];
        for (above, height) in above.iter_mut().zip(tables.heights) {
            let rows = i32::from(ceiling) - i32::from(height) + 1 - (w * WORD_ROWS) as i32;
            let bits = rows.clamp(0, WORD_ROWS as i32) * ROW;
            *above = FULL & !((1 << bits) - 1);
        }
        *word = word.or(L::new(above));
    }
}

/// These places and all places below them.
#[inline(always)]
fn with_everything_below<L: Lanes, const N: usize>(mut places: Field<L, N>) -> Field<L, N> {
    for w in (0..N).rev() {
        if w + 1 < N {
            let lowest_above = places[w + 1].shl::<CARRY>().and(L::splat(FULL));
            places[w] = places[w].or(lowest_above);
        }
        places[w] = places[w].or(places[w].shr::<ROW>());
        places[w] = places[w].or(places[w].shr::<{ 2 * ROW }>());
        places[w] = places[w].or(places[w].shr::<{ 4 * ROW }>());
    }
    places
}

/// Free places with a blocked one or the floor below.
#[inline(always)]
fn landings<L: Lanes, const N: usize>(blocked: Field<L, N>) -> Field<L, N> {
    let mut landings = blocked;
    for w in 0..N {
        let below = if w == 0 { L::splat(LOW_ROW) } else { blocked[w - 1].shr::<CARRY>() };
        let onto = blocked[w].shl::<ROW>().or(below);
        landings[w] = onto.and(L::splat(FULL)).without(blocked[w]);
    }
    landings
}
