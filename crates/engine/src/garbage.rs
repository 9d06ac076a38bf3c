//! Garbage that waits to enter.

use crate::time::Micros;

/// The most rows that wait; no board is higher, so more of them would change nothing.
pub const MAX_PENDING: usize = 24;

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

    /// Takes the rows that are due; the gaps are in the first places of the array.
    pub(crate) fn take_due(&mut self, now: Micros) -> ([u8; MAX_PENDING], usize) {
        let gaps = self.gaps;
        let due = self.due[..usize::from(self.len)].iter().take_while(|&&due| due <= now).count();
        self.drop_first(due as u8);
        (gaps, due)
    }

    fn drop_first(&mut self, count: u8) {
        self.gaps.copy_within(usize::from(count).., 0);
        self.due.copy_within(usize::from(count).., 0);
        self.len -= count;
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u8, Micros)> {
        self.gaps.iter().copied().zip(self.due.iter().copied()).take(usize::from(self.len))
    }
}
