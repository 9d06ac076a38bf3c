//! Garbage that waits to enter.

use core::fmt;
use core::ops::Deref;

use crate::time::Micros;

/// The most rows that wait; no board is higher, so more of them would change nothing.
pub const MAX_PENDING: usize = 24;

/// The columns of the gaps in rows of garbage, in the order in which the rows enter.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Gaps {
    columns: [u8; MAX_PENDING],
    len: u8,
}

impl Deref for Gaps {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.columns[..usize::from(self.len)]
    }
}

/// Takes the first [`MAX_PENDING`] columns.
impl FromIterator<u8> for Gaps {
    fn from_iter<I: IntoIterator<Item = u8>>(columns: I) -> Gaps {
        let mut gaps = Gaps::default();
        for (place, column) in gaps.columns.iter_mut().zip(columns) {
            *place = column;
            gaps.len += 1;
        }
        gaps
    }
}

impl fmt::Debug for Gaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}

/// Rows of garbage that have been sent and not yet entered, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pending {
    gaps: [u8; MAX_PENDING],
    due: [Micros; MAX_PENDING],
    len: u8,
}

impl Pending {
    pub(crate) const fn len(&self) -> u8 {
        self.len
    }

    /// Adds a row with this gap that may enter from `due` on; false when there is no room.
    pub(crate) fn push(&mut self, gap: u8, due: Micros) -> bool {
        let at = usize::from(self.len);
        if at == MAX_PENDING {
            return false;
        }
        self.gaps[at] = gap;
        self.due[at] = due;
        self.len += 1;
        true
    }

    /// Turns away the oldest rows and says how many there were to turn away.
    pub(crate) fn cancel(&mut self, lines: u8) -> u8 {
        let cancelled = lines.min(self.len);
        self.drop_first(cancelled);
        cancelled
    }

    /// Takes the rows that are due.
    pub(crate) fn take_due(&mut self, now: Micros) -> Gaps {
        let gaps: Gaps =
            self.iter().take_while(|&(_, due)| due <= now).map(|(gap, _)| gap).collect();
        self.drop_first(gaps.len() as u8);
        gaps
    }

    fn drop_first(&mut self, count: u8) {
        if count == 0 {
            return;
        }
        self.gaps.copy_within(usize::from(count).., 0);
        self.due.copy_within(usize::from(count).., 0);
        self.len -= count;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, Micros)> {
        self.gaps.iter().copied().zip(self.due.iter().copied()).take(usize::from(self.len))
    }
}
