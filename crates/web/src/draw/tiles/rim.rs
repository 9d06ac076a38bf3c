//! Which sides of a piece's cells belong to its outline.

use quintet_engine::{Gravity, Shape};

/// The sides of a cell that no other cell of the piece touches.
#[expect(clippy::struct_excessive_bools, reason = "a cell has four sides")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::draw) struct Rim {
    /// The left side.
    pub(in crate::draw) left: bool,
    /// The right side.
    pub(in crate::draw) right: bool,
    /// The upper side.
    pub(in crate::draw) above: bool,
    /// The lower side.
    pub(in crate::draw) below: bool,
}

/// Whether the outline bends inward at the corner of a cell on this side (-1 or 1 each way).
pub(in crate::draw) fn bends_inward(
    shape: Shape,
    (x, y): (i8, i8),
    (right, down): (i8, i8),
) -> bool {
    !is_open(shape, x + right, y)
        && !is_open(shape, x, y + down)
        && is_open(shape, x + right, y + down)
}

fn is_open(shape: Shape, x: i8, y: i8) -> bool {
    match (u8::try_from(x), u8::try_from(y)) {
        (Ok(x), Ok(y)) => !shape.covers(x, y),
        _ => true,
    }
}

impl Rim {
    /// The outline at a cell of a shape.
    pub(in crate::draw) fn of(shape: Shape, x: i8, y: i8) -> Rim {
        Rim {
            left: is_open(shape, x - 1, y),
            right: is_open(shape, x + 1, y),
            above: is_open(shape, x, y - 1),
            below: is_open(shape, x, y + 1),
        }
    }

    /// Whether the side is open that comes last in the fall.
    pub(in crate::draw) const fn behind(self, gravity: Gravity) -> bool {
        match gravity {
            Gravity::Down => self.above,
            Gravity::Up => self.below,
        }
    }

    /// Whether the side is open that comes first in the fall.
    pub(in crate::draw) const fn ahead(self, gravity: Gravity) -> bool {
        self.behind(gravity.flipped())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_sides_without_a_neighbour_are_rim() {
        let shape = Shape::drawn(&[".#.", "###"]);
        let stem = Rim { left: true, right: true, above: true, below: false };
        let middle = Rim { left: false, right: false, above: false, below: true };
        let end = Rim { left: true, right: false, above: true, below: true };
        assert_eq!(Rim::of(shape, 1, 0), stem);
        assert_eq!(Rim::of(shape, 1, 1), middle);
        assert_eq!(Rim::of(shape, 0, 1), end);
    }

    #[test]
    fn an_outline_bends_inward_between_two_arms() {
        let shape = Shape::drawn(&[".#.", "###"]);
        assert!(bends_inward(shape, (1, 1), (-1, -1)));
        assert!(bends_inward(shape, (1, 1), (1, -1)));
        assert!(!bends_inward(shape, (1, 1), (1, 1)));
        assert!(!bends_inward(shape, (0, 1), (1, -1)));
    }

    #[test]
    fn ahead_and_behind_change_places_when_gravity_turns_over() {
        let stem = Rim { left: true, right: true, above: true, below: false };
        assert!(stem.behind(Gravity::Down) && !stem.ahead(Gravity::Down));
        assert!(stem.ahead(Gravity::Up) && !stem.behind(Gravity::Up));
    }
}
