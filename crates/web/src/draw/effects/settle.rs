//! Animates how the stack closes up after an instant clear, in games without a pause for it, while
//! the game goes on.

use quintet_engine::{Gravity, Micros, RowSet};

use super::easing::{ease_out, span};

/// How long the rows that went are still seen.
const AFTERGLOW: Micros = Micros::from_millis(200);
/// When the others begin to close up.
const HESITATION: Micros = Micros::from_millis(50);
/// How long rows stay to be read before that, where they are counted by what is on them.
const READING: Micros = Micros::from_millis(500);
/// How long the others take to close up.
const CLOSING: Micros = Micros::from_millis(150);

/// Rows that have just gone.
#[derive(Clone, Copy, Debug)]
pub(in crate::draw) struct Settling {
    /// Which rows went.
    pub(in crate::draw) rows: RowSet,
    /// Whether they scored, where rows are counted by what is on them.
    pub(in crate::draw) scored: Option<bool>,
    /// When they went.
    pub(in crate::draw) at: Micros,
    gravity: Gravity,
    /// Rows of garbage that have lifted everything since.
    lifted: i8,
}

impl Settling {
    /// Rows go at this moment.
    pub(in crate::draw) const fn new(
        rows: RowSet,
        at: Micros,
        gravity: Gravity,
        scored: Option<bool>,
    ) -> Settling {
        Settling { rows, scored, at, gravity, lifted: 0 }
    }

    /// Whether the rows are still to be read.
    pub(in crate::draw) fn is_read(&self, now: Micros) -> bool {
        now >= self.at && now < self.gone_at()
    }

    /// When the rows are seen to go.
    fn gone_at(&self) -> Micros {
        if self.scored.is_some() { self.at + READING } else { self.at }
    }

    /// Garbage has entered below.
    pub(in crate::draw) fn lift(&mut self, rows: i8) {
        self.lifted += rows;
    }

    /// Whether anything of it is still to be seen.
    pub(in crate::draw) fn is_seen(&self, now: Micros) -> bool {
        now >= self.at && now < self.gone_at() + AFTERGLOW.max(HESITATION + CLOSING)
    }

    /// How many rows what is left has been lifted since.
    pub(in crate::draw) const fn lifted(&self) -> i8 {
        self.lifted
    }

    /// How brightly the rows that went still glow, from 1 to 0.
    pub(in crate::draw) fn afterglow(&self, now: Micros) -> f64 {
        if self.is_read(now) { 0.0 } else { 1.0 - span(now, self.gone_at(), AFTERGLOW) }
    }

    /// How far from its place a row is still seen, in rows.
    pub(in crate::draw) fn offset(&self, row: i8, rows: i8, now: Micros) -> f64 {
        let moved = ease_out(span(now, self.gone_at() + HESITATION, CLOSING));
        let from = came_from(self.rows, row + self.lifted, rows, self.gravity);
        f64::from(from - (row + self.lifted)) * (1.0 - moved)
    }
}

/// The row in which what now stands in a row stood before these rows went.
fn came_from(gone: RowSet, row: i8, rows: i8, gravity: Gravity) -> i8 {
    if !(0..rows).contains(&row) {
        return row;
    }
    // The floor is where pieces fall to; count from there.
    let (floor, up) = match gravity {
        Gravity::Down => (rows - 1, -1),
        Gravity::Up => (0, 1),
    };
    let mut before = floor;
    let mut after = floor;
    loop {
        while gone.contains(before) {
            before += up;
        }
        if after == row {
            return before;
        }
        before += up;
        after += up;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Board, Tile};

    fn full(rows: &[i8]) -> RowSet {
        let mut board = Board::new(&quintet_engine::GameName::DominoEasy.rules());
        for &row in rows {
            for column in 0..8 {
                board.set(column, row, Tile::GARBAGE);
            }
        }
        board.full_rows()
    }

    #[test]
    fn every_row_is_seen_to_come_from_where_it_stood() {
        let gone = full(&[12, 14]);
        let origins: Vec<i8> =
            (11..16).map(|row| came_from(gone, row, 16, Gravity::Down)).collect();
        assert_eq!(origins, [9, 10, 11, 13, 15]);
        let gone = full(&[0, 2]);
        let origins: Vec<i8> = (0..4).map(|row| came_from(gone, row, 16, Gravity::Up)).collect();
        assert_eq!(origins, [1, 3, 4, 5]);
    }

    #[test]
    fn rows_wait_a_moment_then_close_up() {
        let settling = Settling::new(full(&[15]), Micros::from_secs(1), Gravity::Down, None);
        let offset = |millis| settling.offset(15, 16, Micros::from_millis(millis));
        assert_eq!(offset(1000), -1.0);
        assert_eq!(offset(1050), -1.0);
        assert!(offset(1100) > -0.5);
        assert_eq!(offset(1200), 0.0);
        assert!(settling.is_seen(Micros::from_millis(1199)));
        assert!(!settling.is_seen(Micros::from_millis(1200)));
        assert!(!settling.is_seen(Micros::from_millis(999)));
    }

    #[test]
    fn rows_that_are_counted_stay_to_be_read_and_then_go_like_others() {
        let rows = full(&[15]);
        let counted = Settling::new(rows, Micros::from_secs(1), Gravity::Down, Some(false));
        let plain = Settling::new(rows, Micros::from_millis(1500), Gravity::Down, None);
        let at = Micros::from_millis;
        assert!(counted.is_read(at(1000)) && counted.is_read(at(1499)));
        assert!(!counted.is_read(at(1500)) && !plain.is_read(at(1500)));
        assert_eq!(counted.offset(15, 16, at(1499)), -1.0);
        assert_eq!(counted.afterglow(at(1499)), 0.0);
        for millis in (1500..1750).step_by(10) {
            assert_eq!(counted.afterglow(at(millis)), plain.afterglow(at(millis)));
            assert_eq!(counted.offset(15, 16, at(millis)), plain.offset(15, 16, at(millis)));
            assert_eq!(counted.is_seen(at(millis)), plain.is_seen(at(millis)));
        }
    }

    #[test]
    fn garbage_below_is_not_seen_to_settle() {
        let mut settling = Settling::new(full(&[15]), Micros::ZERO, Gravity::Down, None);
        settling.lift(2);
        assert_eq!(settling.offset(13, 16, Micros::ZERO), -1.0);
        assert_eq!(settling.offset(15, 16, Micros::ZERO), 0.0);
    }
}
