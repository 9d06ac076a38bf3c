//! Sets of places for all four rotations, and operations on them.
//!
//! Everything here is inlined into functions compiled for processor extensions. Plain loops are used
//! because closures would not be inlined.

use crate::movegen::board::{WIDTH, WORD_BITS};
use crate::movegen::lanes::Lanes;
use crate::movegen::tables::{Kick, Shift, Tables};

/// Places on the lowest `N` words of a board, by rotation.
pub(crate) type Field<L, const N: usize> = [L; N];

const CARRY: i32 = (WORD_BITS - WIDTH) as i32;
const ROW: i32 = WIDTH as i32;

/// Places in both.
#[inline(always)]
pub(crate) fn and<L: Lanes, const N: usize>(mut a: Field<L, N>, b: Field<L, N>) -> Field<L, N> {
    for w in 0..N {
        a[w] = a[w].and(b[w]);
    }
    a
}

/// Places in either.
#[inline(always)]
pub(crate) fn or<L: Lanes, const N: usize>(mut a: Field<L, N>, b: Field<L, N>) -> Field<L, N> {
    for w in 0..N {
        a[w] = a[w].or(b[w]);
    }
    a
}

/// Places in the first but not in the second.
#[inline(always)]
pub(crate) fn without<L: Lanes, const N: usize>(mut a: Field<L, N>, b: Field<L, N>) -> Field<L, N> {
    for w in 0..N {
        a[w] = a[w].without(b[w]);
    }
    a
}

/// Whether there is any place.
#[inline(always)]
pub(crate) fn any<L: Lanes, const N: usize>(places: Field<L, N>) -> bool {
    let mut all = places[0];
    for w in 1..N {
        all = all.or(places[w]);
    }
    all.any()
}

/// The places of each rotation under the rotation this many quarter turns further.
#[inline(always)]
pub(crate) fn turned<const LANES: i32, L: Lanes, const N: usize>(
    mut places: Field<L, N>,
) -> Field<L, N> {
    for w in 0..N {
        places[w] = places[w].turned::<LANES>();
    }
    places
}

/// Places one column to the left or right of these.
#[inline(always)]
pub(crate) fn sideways<L: Lanes, const N: usize>(
    mut places: Field<L, N>,
    tables: &Tables,
) -> Field<L, N> {
    for w in 0..N {
        let (mut left, mut right) = (places[w], places[w].shl::<1>());
        if tables.is_thin {
            left = left.without(L::new(tables.leftmost));
            right = right.without(L::new(tables.leftmost));
        }
        places[w] = left.shr::<1>().or(right);
    }
    places
}

/// Places one row below these.
#[inline(always)]
pub(crate) fn shifted_down<L: Lanes, const N: usize>(places: Field<L, N>) -> Field<L, N> {
    let mut moved = places;
    for w in 0..N {
        moved[w] = places[w].shr::<ROW>();
        if w + 1 < N {
            moved[w] = moved[w].or(places[w + 1].shl::<CARRY>());
        }
    }
    moved
}

/// Places shifted by each rotation's own number of bits.
#[inline(always)]
pub(crate) fn shifted<L: Lanes, const N: usize>(places: Field<L, N>, by: &Shift) -> Field<L, N> {
    let mut moved = places;
    for w in 0..N {
        moved[w] = places[w].shl_each(by.up).or(places[w].shr_each(by.down));
        if w > 0 {
            moved[w] = moved[w].or(places[w - 1].shr_each(by.up_carry));
        }
        if w + 1 < N {
            moved[w] = moved[w].or(places[w + 1].shl_each(by.down_carry));
        }
    }
    moved
}

/// The places that each kick of a rotation leads to, blocked ones included. `from` has the places
/// before, under the rotations turned to.
#[inline(always)]
pub(crate) fn kicked<L: Lanes, const N: usize, const TRIES: usize>(
    from: Field<L, N>,
    kicks: &[Kick; TRIES],
    blocked: Field<L, N>,
) -> [Field<L, N>; TRIES] {
    let mut arrived = [from; TRIES];
    let mut left = from;
    for (arrived, kick) in arrived.iter_mut().zip(kicks) {
        let mut fails = shifted(blocked, &kick.back);
        fails[0] = fails[0].or(L::new(kick.through_floor));
        if kick.wraps {
            let through_wall = [L::new(kick.through_wall); N];
            fails = or(fails, through_wall);
            *arrived = shifted(without(left, through_wall), &kick.there);
        } else {
            *arrived = shifted(left, &kick.there);
        }
        // The next kick is tried only where this one fails.
        left = and(left, fails);
    }
    arrived
}
