//! The numbers by which stored replays know the rules.

use super::{Handling, Messiness, Rules, Spawn};
use crate::rotation::RotationSystem;
use crate::tagged::tagged_fields;

// A number is never given to another rule. A new rule takes the next number; it fails to compile
// until it is listed here.
tagged_fields! {
    Rules = Rules::BASE;
    1 game, 2 width, 3 height, 4 hidden, 5 open_sky, 6 deal, 15 fall, 16 fall_clock_runs_on,
    17 lock, 18 lock_out, 19 clear_pause, 20 entry_delay, 21 scoring, 22 soft_drop_points,
    23 hard_drop_points, 24 start_level, 25 goal, 26 hard_drop, 27 hold, 28 flip, 29 ghost,
    30 previews, 31 initial_actions, 32 attack, 36 row_sums,
    37 attacks_leave, 38 level_rises;
    rotation: RotationSystem { 7 shapes, 8 anchor, 9 kicks, 10 counter_clockwise, 11 half }
    spawn: Spawn { 12 row, 13 row_of_i, 14 right_of_middle }
    handling: Handling {
        33 das, 34 arr, 35 soft_drop, 41 dcd, 42 initial_rotation, 43 initial_hold
    }
    messiness: Messiness { 39 between_rows, 40 between_attacks }
}
