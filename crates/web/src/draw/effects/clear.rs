//! The three phases in which completed rows go. (M-143 to M-146)

use quintet_engine::{Gravity, Micros, Phase, RowSet};

use super::easing::ease_out;

/// How completed rows look at a moment of their clear.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::draw) enum ClearStage {
    /// They flash; from 0 to 1.
    Flash(f64),
    /// They are gone and leave a gap; from 0 to 1.
    Gap(f64),
    /// The others drop into the gap; from 0, not moved, to 1, arrived.
    Drop(f64),
}

/// A clear in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::draw) struct Clearing {
    /// The completed rows.
    pub(in crate::draw) rows: RowSet,
    /// How they look.
    pub(in crate::draw) stage: ClearStage,
}

impl Clearing {
    /// The clear that a game is pausing for, if it is.
    pub(in crate::draw) fn of(phase: Phase, now: Micros) -> Option<Clearing> {
        let Phase::Clearing { rows, since, until } = phase else { return None };
        let whole = (until - since).0.max(1) as f64;
        Some(Clearing { rows, stage: ClearStage::at((now - since).0 as f64 / whole) })
    }

    /// How many rows a row that stays drops, so far.
    pub(in crate::draw) fn drop(&self, row: i8, gravity: Gravity) -> f64 {
        match self.stage {
            ClearStage::Drop(share) => share * f64::from(rows_beyond(self.rows, row, gravity)),
            ClearStage::Flash(_) | ClearStage::Gap(_) => 0.0,
        }
    }

    /// Whether four rows go at once.
    pub(in crate::draw) const fn is_four(&self) -> bool {
        self.rows.count() >= 4
    }
}

impl ClearStage {
    /// A third of the time each, and each slows down towards its end.
    fn at(share: f64) -> ClearStage {
        let thirds = share.clamp(0.0, 1.0) * 3.0;
        if thirds < 1.0 {
            ClearStage::Flash(ease_out(thirds))
        } else if thirds < 2.0 {
            ClearStage::Gap(ease_out(thirds - 1.0))
        } else {
            ClearStage::Drop(ease_out(thirds - 2.0))
        }
    }
}

/// How many of these rows lie ahead of a row on its way down, or up where gravity is turned over.
pub(in crate::draw) fn rows_beyond(rows: RowSet, row: i8, gravity: Gravity) -> i8 {
    let ahead = |&other: &i8| match gravity {
        Gravity::Down => other > row,
        Gravity::Up => other < row,
    };
    rows.iter().filter(ahead).count() as i8 * gravity.step()
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Board, Tile};

    fn full(rows: &[i8]) -> RowSet {
        let mut board = Board::new(&quintet_engine::GameName::Marathon.rules());
        for &row in rows {
            for column in 0..10 {
                board.set(column, row, Tile::GARBAGE);
            }
        }
        board.full_rows()
    }

    fn stage(millis: u64) -> ClearStage {
        let since = Micros::from_millis(1000);
        let until = since + Micros::from_millis(400);
        let phase = Phase::Clearing { rows: full(&[19]), since, until };
        let now = since + Micros::from_millis(millis);
        Clearing::of(phase, now).expect("rows are going").stage
    }

    #[test]
    fn rows_flash_then_leave_a_gap_then_the_others_drop() {
        assert_eq!(stage(0), ClearStage::Flash(0.0));
        assert!(matches!(stage(133), ClearStage::Flash(_)));
        assert!(matches!(stage(134), ClearStage::Gap(_)));
        assert!(matches!(stage(266), ClearStage::Gap(_)));
        assert!(matches!(stage(267), ClearStage::Drop(share) if share < 0.01));
        assert!(matches!(stage(300), ClearStage::Drop(share) if share > 0.25));
        assert_eq!(stage(400), ClearStage::Drop(1.0));
    }

    #[test]
    fn a_row_drops_as_far_as_rows_have_gone_below_it() {
        let rows = full(&[15, 17, 18]);
        let clearing = Clearing { rows, stage: ClearStage::Drop(0.5) };
        assert_eq!(clearing.drop(19, Gravity::Down), 0.0);
        assert_eq!(clearing.drop(16, Gravity::Down), 1.0);
        assert_eq!(clearing.drop(0, Gravity::Down), 1.5);
        assert_eq!(clearing.drop(0, Gravity::Up), 0.0);
        assert_eq!(clearing.drop(16, Gravity::Up), -0.5);
        let waiting = Clearing { rows, stage: ClearStage::Gap(0.5) };
        assert_eq!(waiting.drop(0, Gravity::Down), 0.0);
    }

    #[test]
    fn a_game_that_is_not_clearing_shows_no_clear() {
        assert_eq!(Clearing::of(Phase::Falling, Micros::ZERO), None);
    }
}
