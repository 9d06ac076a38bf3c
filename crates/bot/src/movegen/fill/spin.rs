//! T-spins: which landings of a T were reached by a rotation as the last move. This is the rule of
//! [`Spin::from_corners`](quintet_engine::Spin::from_corners) for all places at once; tests compare it
//! with the engine's own.

use crate::movegen::field::{
    Field, and, kicked, or, shifted, shifted_down, sideways, turned, without,
};
use crate::movegen::flood::Reach;
use crate::movegen::lanes::Lanes;
use crate::movegen::tables::{CORNERS, QUARTER_TRIES};

/// Places where a rotation of a T scores a spin.
pub(crate) struct SpinPlaces<L, const N: usize> {
    /// Three corners or more are filled.
    any: Field<L, N>,
    /// Both corners in front are filled.
    full: Field<L, N>,
}

impl<L: Lanes, const N: usize> SpinPlaces<L, N> {
    #[inline(always)]
    pub(crate) fn new(filled: [u64; N]) -> Self {
        let mut cells = [L::splat(0); N];
        for w in 0..N {
            cells[w] = L::splat(filled[w]);
        }
        let mut corners = [cells; 4];
        for index in 0..4 {
            let corner = &CORNERS[index];
            let mut places = shifted(cells, &corner.back);
            places[0] = places[0].or(L::new(corner.in_floor));
            // Shifts that wrap around a wall land in columns for which the corner is in the wall.
            corners[index] = or(places, [L::new(corner.in_wall); N]);
        }
        let [left, right, behind_right, behind_left] = corners;
        let (stem, back) = (and(left, right), and(behind_left, behind_right));
        let (one_beside, one_behind) = (or(left, right), or(behind_left, behind_right));
        SpinPlaces { any: or(and(stem, one_behind), and(back, one_beside)), full: stem }
    }

    /// Whether any of these places can score a spin.
    #[inline(always)]
    pub(crate) fn meets(&self, places: Field<L, N>) -> bool {
        crate::movegen::field::any(and(self.any, places))
    }

    /// The landings by spin, for a flood that is complete.
    #[inline(always)]
    pub(crate) fn rests(&self, reach: &Reach<L, N>, half_turns: bool) -> [Field<L, N>; 3] {
        let tables = reach.tables;
        let moved = or(sideways(reach.reached, tables), shifted_down(reach.reached));
        let mut rests = [or(reach.start, moved), [L::splat(0); N], [L::splat(0); N]];
        let clockwise = kicked(turned::<1, L, N>(reach.reached), &tables.clockwise, reach.blocked);
        self.add(&mut rests, &clockwise);
        let counter =
            kicked(turned::<3, L, N>(reach.reached), &tables.counter_clockwise, reach.blocked);
        self.add(&mut rests, &counter);
        if half_turns {
            self.add(
                &mut rests,
                &kicked(turned::<2, L, N>(reach.reached), &tables.half, reach.blocked),
            );
        }
        for places in &mut rests {
            *places = and(*places, reach.landings);
        }
        rests
    }

    #[inline(always)]
    fn add<const TRIES: usize>(&self, rests: &mut [Field<L, N>; 3], kicked: &[Field<L, N>; TRIES]) {
        let [none, mini, full] = rests;
        for index in 0..TRIES {
            let spun = and(kicked[index], self.any);
            *none = or(*none, without(kicked[index], self.any));
            // The last kick of a quarter turn makes any spin a full one.
            if TRIES == QUARTER_TRIES && index + 1 == TRIES {
                *full = or(*full, spun);
            } else {
                *full = or(*full, and(spun, self.full));
                *mini = or(*mini, without(spun, self.full));
            }
        }
    }
}
