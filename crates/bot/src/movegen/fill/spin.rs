//! T-spins: which landings of a T were reached by a rotation as the last move. This is the rule of
//! [`Spin::from_corners`](quintet_engine::Spin::from_corners) for all places at once; tests compare the
//! two at every place of random boards, and all placements with those of the engine.

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
        let [front_left, front_right, back_right, back_left] = corners;
        let (front, back) = (and(front_left, front_right), and(back_left, back_right));
        let any_front = or(front_left, front_right);
        let any_back = or(back_left, back_right);
        SpinPlaces { any: or(and(front, any_back), and(back, any_front)), full: front }
    }

    /// Whether any of these places can score a spin.
    #[inline(always)]
    pub(crate) fn meets(&self, places: Field<L, N>) -> bool {
        crate::movegen::field::any(and(self.any, places))
    }

    /// The landings by spin, for a flood that is complete.
    #[inline(always)]
    pub(crate) fn landings_by_spin(
        &self,
        reach: &Reach<L, N>,
        half_turns: bool,
    ) -> [Field<L, N>; 3] {
        let tables = reach.tables;
        let moved = or(sideways(reach.reached, tables), shifted_down(reach.reached));
        let mut by_spin = [or(reach.start, moved), [L::splat(0); N], [L::splat(0); N]];
        let clockwise = kicked(turned::<1, L, N>(reach.reached), &tables.clockwise, reach.blocked);
        self.add(&mut by_spin, &clockwise);
        let counter =
            kicked(turned::<3, L, N>(reach.reached), &tables.counter_clockwise, reach.blocked);
        self.add(&mut by_spin, &counter);
        if half_turns {
            self.add(
                &mut by_spin,
                &kicked(turned::<2, L, N>(reach.reached), &tables.half, reach.blocked),
            );
        }
        for places in &mut by_spin {
            *places = and(*places, reach.landings);
        }
        by_spin
    }

    #[inline(always)]
    fn add<const TRIES: usize>(
        &self,
        by_spin: &mut [Field<L, N>; 3],
        kicked: &[Field<L, N>; TRIES],
    ) {
        let [none, mini, full] = by_spin;
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use quintet_engine::{Rotation, Spin, Tetromino};

    use super::*;
    use crate::movegen::board::{Board, WIDTH, WORD_ROWS};
    use crate::movegen::falling::{PieceState, StepSearch};
    use crate::movegen::lanes::Plain;
    use crate::movegen::movement::Movement;
    use crate::movegen::piece::shape_of;
    use crate::movegen::tables::HALF_TRIES;

    const N: usize = 3;

    /// The spins of a rotation that arrives at every place by its offset with this number.
    fn spins<const TRIES: usize>(board: &Board, offset: usize) -> [Field<Plain, N>; 3] {
        let mut arrived = [[Plain::splat(0); N]; TRIES];
        arrived[offset] = [Plain::splat(u64::MAX); N];
        let mut by_spin = [[Plain::splat(0); N]; 3];
        SpinPlaces::new(board.lowest_words()).add(&mut by_spin, &arrived);
        by_spin
    }

    fn check(board: &Board, by_spin: &[Field<Plain, N>; 3], by_last_kick: bool) {
        let search = StepSearch::new(board, Tetromino::T, Movement::PERFT);
        for rotation in Rotation::ALL {
            let width = shape_of(Tetromino::T, rotation).width;
            for (x, y) in (0..=WIDTH as i8 - width).flat_map(|x| (0..18).map(move |y| (x, y))) {
                let state = PieceState { rotation, x, y, spin: Spin::None };
                let expected = search.spin(state, by_last_kick);
                let (word, row) = (y as usize / WORD_ROWS, y as usize % WORD_ROWS);
                let bit = row * WIDTH + x as usize;
                let found = Spin::ALL.map(|spin| {
                    by_spin[spin as usize][word].words()[rotation as usize] >> bit & 1 == 1
                });
                assert_eq!(found, Spin::ALL.map(|spin| spin == expected), "{state:?} on\n{board}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_spin_at_any_place_is_what_the_engine_calls_it(
            rows in prop::collection::vec(0..1_u16 << WIDTH, 0..=N * WORD_ROWS),
        ) {
            let board = Board::from_rows(rows);
            for offset in 0..QUARTER_TRIES {
                let is_last = offset + 1 == QUARTER_TRIES;
                check(&board, &spins::<QUARTER_TRIES>(&board, offset), is_last);
            }
            for offset in 0..HALF_TRIES {
                check(&board, &spins::<HALF_TRIES>(&board, offset), false);
            }
        }
    }
}
