//! A value for each seat of a match.

use core::fmt;
use core::ops::{Deref, DerefMut};

use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::limits::{MAX_NAME_BYTES, MAX_SEATS};
use crate::wire::at_most;

/// A list with one small value for each seat of a match. It does not allocate and can be copied.
///
/// ```
/// use quintet_protocol::PerSeat;
///
/// let mut wins = PerSeat::new(0_u8, 3);
/// wins[2] += 1;
/// assert_eq!(*wins, [0, 0, 1]);
/// ```
#[derive(Clone, Copy)]
pub struct PerSeat<T> {
    values: [T; MAX_SEATS],
    seats: u8,
}

impl<T: Copy> PerSeat<T> {
    /// The same value for this many seats, [`MAX_SEATS`] at most.
    pub fn new(value: T, seats: usize) -> PerSeat<T> {
        PerSeat { values: [value; MAX_SEATS], seats: seats.min(MAX_SEATS) as u8 }
    }

    /// What comes of each value.
    pub fn map<U: Copy>(&self, convert: impl FnMut(T) -> U) -> PerSeat<U> {
        PerSeat { values: self.values.map(convert), seats: self.seats }
    }
}

impl<T: Copy + Default> FromIterator<T> for PerSeat<T> {
    /// Takes the first [`MAX_SEATS`] values.
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> PerSeat<T> {
        let mut list = PerSeat::new(T::default(), 0);
        for (place, value) in list.values.iter_mut().zip(values) {
            *place = value;
            list.seats += 1;
        }
        list
    }
}

impl<T> Deref for PerSeat<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.values[..usize::from(self.seats)]
    }
}

impl<T> DerefMut for PerSeat<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..usize::from(self.seats)]
    }
}

impl<T: PartialEq> PartialEq for PerSeat<T> {
    fn eq(&self, other: &PerSeat<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for PerSeat<T> {}

impl<T: fmt::Debug> fmt::Debug for PerSeat<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerSeat<T>, D::Error> {
        Ok(at_most::<MAX_SEATS, T, D>(deserializer)?.into_iter().collect())
    }
}

/// Reads a list with an entry for each seat; one that is too long is refused by its length alone.
pub(crate) fn seats<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    at_most::<MAX_SEATS, T, D>(deserializer)
}

/// Reads the names of those in the seats; one that is too long is refused.
pub(crate) fn names<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let names = at_most::<MAX_SEATS, &str, D>(deserializer)?;
    if names.iter().any(|name| name.len() > MAX_NAME_BYTES) {
        return Err(D::Error::custom("the name is too long"));
    }
    Ok(names.into_iter().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encode;

    #[test]
    fn a_list_of_any_number_of_seats_is_read_back_and_a_longer_one_is_refused() {
        for seats in 0..=MAX_SEATS {
            let list: PerSeat<u8> = (1..).take(seats).collect();
            assert_eq!(list.len(), seats);
            assert_eq!(postcard::from_bytes(&encode(&list)), Ok(list));
        }
        let long = encode(&vec![0_u8; MAX_SEATS + 1]);
        assert!(postcard::from_bytes::<PerSeat<u8>>(&long).is_err());
    }
}
