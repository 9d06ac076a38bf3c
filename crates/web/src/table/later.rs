//! What a screen with boards needs besides its elements: made in the frames after the screen was
//! built, one part after the other. All of it at once would keep the page from answering for longer
//! than a player notices.

use super::driver::BOARDS;

/// A part that is made later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// What paints a board.
    Board(usize),
    /// What paints the pieces in the boxes beside a board.
    Boxes(usize),
    /// What paints attacks between the boards.
    Attacks,
    /// The next picture for the boxes beside a board.
    BoxPicture(usize),
}

/// How many parts come before the pictures, which need not be there at once.
const BEFORE_PICTURES: usize = 2 * BOARDS + 1;
const PARTS: usize = BEFORE_PICTURES + BOARDS;

impl Part {
    /// Its place in the order in which parts are made.
    fn place(self) -> usize {
        match self {
            Part::Board(board) => board.min(BOARDS - 1),
            Part::Boxes(board) => BOARDS + board.min(BOARDS - 1),
            Part::Attacks => BEFORE_PICTURES - 1,
            Part::BoxPicture(board) => BEFORE_PICTURES + board.min(BOARDS - 1),
        }
    }
}

type Make = Box<dyn FnOnce()>;

/// The parts that are wanted and not made yet.
#[derive(Default)]
pub(super) struct Later {
    parts: [Option<Make>; PARTS],
    has_waited: bool,
}

impl Later {
    /// Has a part made in place of what was wanted for it before.
    pub(super) fn want(&mut self, part: Part, make: Make) {
        self.parts[part.place()] = Some(make);
        self.has_waited &= part.place() >= BEFORE_PICTURES;
    }

    /// No longer wants a part.
    pub(super) fn forget(&mut self, part: Part) {
        self.parts[part.place()] = None;
    }

    /// What makes the next part that is no picture.
    pub(super) fn next(&mut self) -> Option<Make> {
        self.parts[..BEFORE_PICTURES].iter_mut().find_map(Option::take)
    }

    /// What draws the next picture for the boxes beside each board.
    pub(super) fn next_pictures(&mut self) -> [Option<Make>; BOARDS] {
        std::array::from_fn(|board| self.parts[BEFORE_PICTURES + board].take())
    }

    /// Whether what is wanted may wait for another frame: once, so that it is made however slow the
    /// device is.
    pub(super) fn may_wait(&mut self) -> bool {
        self.parts[..BEFORE_PICTURES].iter().any(Option::is_some)
            && !std::mem::replace(&mut self.has_waited, true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::RefCell;
    use std::rc::Rc;

    #[test]
    fn boards_come_first_and_what_is_wanted_again_or_forgotten_is_not_made() {
        let made = Rc::new(RefCell::new(Vec::new()));
        let mut later = Later::default();
        let want = |later: &mut Later, part, word| {
            let made = Rc::clone(&made);
            later.want(part, Box::new(move || made.borrow_mut().push(word)));
        };
        want(&mut later, Part::Attacks, "attacks");
        want(&mut later, Part::Boxes(0), "boxes");
        want(&mut later, Part::Board(1), "another board");
        want(&mut later, Part::Board(0), "a board of the old size");
        want(&mut later, Part::Board(0), "a board");
        want(&mut later, Part::Boxes(1), "other boxes");
        later.forget(Part::Boxes(1));
        while let Some(make) = later.next() {
            make();
        }
        assert_eq!(*made.borrow(), ["a board", "another board", "boxes", "attacks"]);
    }

    #[test]
    fn what_is_wanted_waits_for_one_frame_at_most() {
        let mut later = Later::default();
        assert!(!later.may_wait(), "nothing is wanted");
        later.want(Part::Board(0), Box::new(|| {}));
        assert!(later.may_wait());
        assert!(!later.may_wait());
        later.want(Part::BoxPicture(0), Box::new(|| {}));
        assert!(!later.may_wait());
        later.want(Part::Boxes(0), Box::new(|| {}));
        assert!(later.may_wait());
    }
}
