//! Which pictures of a sheet are drawn. Each is drawn when it is first needed, or ahead of that in
//! one of the first frames: all of them at once would take longer than a frame has.

use std::cell::Cell;

/// The pictures of a sheet by their numbers, 64 at most.
#[derive(Debug)]
pub(super) struct Pictures {
    drawn: Cell<u64>,
    count: u8,
}

impl Pictures {
    /// Sheets have no more pictures than this.
    const MOST: u8 = 64;

    /// None of them is drawn yet.
    pub(super) fn new(count: u8) -> Pictures {
        Pictures { drawn: Cell::new(0), count: count.min(Pictures::MOST) }
    }

    /// Whether a picture has to be drawn now; says so once.
    pub(super) fn take(&self, number: u8) -> bool {
        let drawn = self.drawn.get();
        let bit = 1_u64.checked_shl(number.into()).unwrap_or(0);
        self.drawn.set(drawn | bit);
        drawn & bit != bit
    }

    /// The first picture that is not drawn yet.
    pub(super) fn next(&self) -> Option<u8> {
        let number = self.drawn.get().trailing_ones() as u8;
        (number < self.count).then_some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_is_drawn_once_whether_it_is_needed_or_its_turn_has_come() {
        let pictures = Pictures::new(Pictures::MOST);
        assert!(pictures.take(2) && !pictures.take(2));
        let mut drawn = Vec::new();
        while let Some(next) = pictures.next() {
            assert!(pictures.take(next));
            drawn.push(next);
        }
        assert_eq!(drawn, (0..64).filter(|&number| number != 2).collect::<Vec<u8>>());
        assert!(!pictures.take(64), "there is no such picture");
    }
}
