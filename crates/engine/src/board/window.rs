//! Four rows of a board as one word, so that a box is compared with all its rows at once.

/// Rows in a window, as many as a box can have.
pub(crate) const WINDOW: usize = 4;

/// Four rows as one word, the first lowest.
pub(crate) fn window([first, second, third, fourth]: [u16; WINDOW]) -> u64 {
    u64::from(first) | u64::from(second) << 16 | u64::from(third) << 32 | u64::from(fourth) << 48
}

/// The four rows of a window.
pub(crate) fn rows_of(window: u64) -> [u16; WINDOW] {
    [window as u16, (window >> 16) as u16, (window >> 32) as u16, (window >> 48) as u16]
}

/// The last bit of each row of a window that is full.
pub(crate) const fn full_rows_of(window: u64) -> u64 {
    const LAST: u64 = 0x8000_8000_8000_8000;
    // Adding to the other bits of a row that has a gap carries into the last one.
    let gaps = !window;
    !(((gaps & !LAST) + !LAST) | gaps) & LAST
}

/// How far the cells of a box can fall through these rows, the first of which is the one below the
/// top of the box.
///
/// Twenty rows are compared without a branch, first by fives, since how far a piece falls can hardly
/// be predicted.
pub(crate) fn free_fall(mut below: &[u16], mask: u64) -> usize {
    const STEPS: usize = WINDOW + 1;
    const GROUPS: usize = 4;
    // The cells of eight rows that the box covers somewhere on its way through five windows.
    let near = mask | mask << 16 | mask << 32 | mask << 48;
    let far = mask | mask >> 16 | mask >> 32 | mask >> 48;
    let mut fallen = 0;
    while let Some(rows) = below.first_chunk::<{ GROUPS * STEPS + WINDOW - 1 }>() {
        let at = |row: usize| window([rows[row], rows[row + 1], rows[row + 2], rows[row + 3]]);
        let is_taken = |group| at(group * STEPS) & near | at(group * STEPS + WINDOW) & far != 0;
        let taken = first_of([is_taken(0), is_taken(1), is_taken(2), is_taken(3)]);
        let group = taken * STEPS;
        if let Some(&[a, b, c, d, e, f, g, h]) = rows.get(group..).and_then(<[u16]>::first_chunk) {
            let windows = [[a, b, c, d], [b, c, d, e], [c, d, e, f], [d, e, f, g], [e, f, g, h]];
            return fallen + group + first_of(windows.map(|rows| window(rows) & mask != 0));
        }
        below = &below[GROUPS * STEPS..];
        fallen += GROUPS * STEPS;
    }
    fallen + below.array_windows().take_while(|&&rows| window(rows) & mask == 0).count()
}

/// The number of the first that is true, without a branch; as many as there are if none is.
fn first_of<const COUNT: usize>(flags: [bool; COUNT]) -> usize {
    let bits = flags
        .iter()
        .enumerate()
        .fold(1 << COUNT, |bits, (number, &flag)| bits | u32::from(flag) << number);
    bits.trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_full_rows_of_a_window_are_those_without_a_gap(
            rows in prop::array::uniform4(prop_oneof![Just(u16::MAX), Just(u16::MAX - 1), any::<u16>()]),
        ) {
            let full = full_rows_of(window(rows));
            prop_assert_eq!(rows_of(full), rows.map(|row| if row == u16::MAX { 1 << 15 } else { 0 }));
        }

        #[test]
        fn a_box_falls_until_the_first_row_where_a_cell_is_taken(
            rows in prop::collection::vec(prop_oneof![3 => Just(0), 1 => any::<u16>()], 0..48),
            cells in any::<u64>(),
        ) {
            let steps = rows.array_windows().take_while(|&&rows| window(rows) & cells == 0).count();
            prop_assert_eq!(free_fall(&rows, cells), steps);
        }
    }
}
