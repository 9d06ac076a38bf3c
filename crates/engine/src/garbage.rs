//! Garbage that waits to enter.

use core::fmt;
use core::ops::Deref;

use crate::rules::Messiness;
use crate::time::Micros;

/// The most rows of garbage that wait on a board; rows beyond these are dropped.
pub const MAX_PENDING_GARBAGE: usize = 24;

/// The columns of the gaps in rows of garbage, in the order in which the rows enter.
///
/// ```
/// use quintet_engine::Gaps;
///
/// let gaps = Gaps::from([4, 4, 4]);
/// assert_eq!(gaps.len(), 3);
/// assert_eq!(gaps, [4; 3].into_iter().collect::<Gaps>());
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct Gaps {
    columns: [u8; MAX_PENDING_GARBAGE],
    len: u8,
}

impl Deref for Gaps {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.columns[..usize::from(self.len)]
    }
}

impl<const ROWS: usize> From<[u8; ROWS]> for Gaps {
    fn from(columns: [u8; ROWS]) -> Gaps {
        const { assert!(ROWS <= MAX_PENDING_GARBAGE, "no more rows than can wait") };
        columns.into_iter().collect()
    }
}

/// Takes the first [`MAX_PENDING_GARBAGE`] columns.
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

#[cfg(feature = "serde")]
impl serde::Serialize for Gaps {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Refuses more than [`MAX_PENDING_GARBAGE`] columns.
#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Gaps {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Gaps, D::Error> {
        struct Columns;

        impl<'de> serde::de::Visitor<'de> for Columns {
            type Value = Gaps;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "at most {MAX_PENDING_GARBAGE} rows of garbage")
            }

            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut list: A,
            ) -> Result<Gaps, A::Error> {
                let mut gaps = Gaps::default();
                while let Some(column) = list.next_element()? {
                    let Some(place) = gaps.columns.get_mut(usize::from(gaps.len)) else {
                        return Err(serde::de::Error::invalid_length(
                            MAX_PENDING_GARBAGE + 1,
                            &self,
                        ));
                    };
                    *place = column;
                    gaps.len += 1;
                }
                Ok(gaps)
            }
        }

        deserializer.deserialize_seq(Columns)
    }
}

impl fmt::Debug for Gaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.deref().fmt(f)
    }
}

impl Messiness {
    /// The gaps of an attack on a board of this width. `last` is the gap of the row that the board
    /// received last, if it matters; `below` draws a number below its argument.
    pub fn draw_gaps(
        self,
        last: Option<u8>,
        rows: u8,
        width: u8,
        mut below: impl FnMut(u8) -> u8,
    ) -> Gaps {
        let (mut gap, mut percent) = (last, self.between_attacks);
        (0..rows)
            .map(|_| {
                let changes = match percent {
                    0 => false,
                    100.. => true,
                    _ => below(100) < percent,
                };
                percent = self.between_rows;
                let column = gap.filter(|_| !changes).unwrap_or_else(|| below(width));
                gap = Some(column);
                column
            })
            .collect()
    }
}

/// Rows of garbage that have been sent and not yet entered, oldest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pending {
    gaps: [u8; MAX_PENDING_GARBAGE],
    due: [Micros; MAX_PENDING_GARBAGE],
    len: u8,
}

impl Pending {
    pub(crate) const fn len(&self) -> u8 {
        self.len
    }

    /// Adds a row with this gap that may enter from `due` on; false when there is no room.
    pub(crate) fn push(&mut self, gap: u8, due: Micros) -> bool {
        let at = usize::from(self.len);
        if at == MAX_PENDING_GARBAGE {
            return false;
        }
        self.gaps[at] = gap;
        self.due[at] = due;
        self.len += 1;
        true
    }

    /// Cancels up to this many of the oldest rows and returns how many.
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
