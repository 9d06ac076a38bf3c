//! Rotation systems: boxes, anchors and kicks.

use crate::board::{Board, Gravity};
use crate::game::Piece;
use crate::kind::Kind;
use crate::shape::{RotateBy, Rotation, Shape, ShapeSet};

/// A rotation system, put together from its parts.
///
/// ```
/// use quintet_engine::{Kicks, RotateBy, RotationSystem, Rules};
///
/// assert!(!RotationSystem::SRS.allows(RotateBy::Half));
/// assert!(RotationSystem::SRS_180.allows(RotateBy::Half));
/// // Marathon without kicks.
/// let rotation = RotationSystem { kicks: Kicks::None, ..RotationSystem::SRS };
/// let rules = Rules { rotation, ..Rules::marathon() };
/// assert!(rules.validate().is_ok());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default, deny_unknown_fields))]
pub struct RotationSystem {
    /// The boxes pieces rotate in.
    pub shapes: ShapeSet,
    /// The corner of the box that stays in place.
    pub anchor: Anchor,
    /// The offsets that are tried.
    pub kicks: Kicks,
    /// Whether pieces also rotate counter-clockwise.
    pub counter_clockwise: bool,
    /// Whether pieces also rotate by half a turn.
    pub half: bool,
}

impl Default for RotationSystem {
    /// What [`Rules::BASE`](crate::Rules::BASE) has.
    fn default() -> RotationSystem {
        crate::rules::Rules::BASE.rotation
    }
}

/// The corner of a box that stays in place when the box changes its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Anchor {
    /// The left corner on the side that pieces come from: above, or below when they fall upwards.
    EntrySide,
    /// The bottom left corner.
    BottomLeft,
}

/// The offsets tried when a piece rotates; the first at which it fits is taken.
///
/// ```
/// use quintet_engine::{Kicks, Kind, RotateBy, Rotation};
///
/// let kicks = Kicks::Srs.offsets(Kind::T, Rotation::SPAWN, RotateBy::Clockwise);
/// assert_eq!(kicks, [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)], "columns right, rows down");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Kicks {
    /// Only the place itself.
    None,
    /// The Super Rotation System's tables.
    Srs,
    /// The place itself, then one and two columns to the left and right.
    Sideways,
    /// The place itself, one column left, one right, one row down.
    Domino,
}

impl RotationSystem {
    /// The Super Rotation System, both ways.
    pub const SRS: RotationSystem = RotationSystem {
        shapes: ShapeSet::Square,
        anchor: Anchor::EntrySide,
        kicks: Kicks::Srs,
        counter_clockwise: true,
        half: false,
    };
    /// SRS with half turns, which have a table of their own.
    pub const SRS_180: RotationSystem = RotationSystem { half: true, ..RotationSystem::SRS };
    /// SRS, clockwise only.
    pub const SRS_CLOCKWISE: RotationSystem =
        RotationSystem { counter_clockwise: false, ..RotationSystem::SRS };
    /// A square matrix rotated clockwise, without kicks.
    pub const MATRIX: RotationSystem =
        RotationSystem { kicks: Kicks::None, ..RotationSystem::SRS_CLOCKWISE };
    /// A closely trimmed matrix rotated clockwise about its entry corner, kicked sideways.
    pub const TRIMMED: RotationSystem = RotationSystem {
        shapes: ShapeSet::Trimmed,
        kicks: Kicks::Sideways,
        ..RotationSystem::SRS_CLOCKWISE
    };
    /// A domino about its left or bottom half.
    pub const DOMINO: RotationSystem = RotationSystem {
        shapes: ShapeSet::Domino,
        anchor: Anchor::BottomLeft,
        kicks: Kicks::Domino,
        ..RotationSystem::SRS_CLOCKWISE
    };

    /// Whether pieces rotate by this much at all.
    pub const fn allows(self, by: RotateBy) -> bool {
        match by {
            RotateBy::Clockwise => true,
            RotateBy::CounterClockwise => self.counter_clockwise,
            RotateBy::Half => self.half,
        }
    }

    /// Where a piece ends up when it rotates; none where it fits nowhere.
    #[expect(
        clippy::inline_always,
        clippy::trivially_copy_pass_by_ref,
        reason = "most instructions would go into packing arguments and result into registers"
    )]
    #[inline(always)]
    pub(crate) fn rotated(
        &self,
        board: &Board,
        piece: &Piece,
        before: &Shape,
        by: RotateBy,
        gravity: Gravity,
    ) -> Option<RotatedPiece> {
        if !self.allows(by) {
            return None;
        }
        let Piece { kind, rotation: from, x, y } = *piece;
        let rotation = match self.shapes {
            // A domino has two states only, whichever way it rotates.
            ShapeSet::Domino => Rotation::new((from.quarter_turns() + 1) % 2),
            _ => from.rotated(by),
        };
        let shape = self.shapes.stored_shape(kind, rotation);
        let mut piece =
            Piece { kind, rotation, x, y: y + self.anchor.shift(before, shape, gravity) };
        // Every table begins with the place itself, which is nearly always free.
        if board.fits(*shape, piece.x, piece.y) {
            return Some(RotatedPiece { piece, shape, kick: 0 });
        }
        let offsets = self.kicks.offsets(kind, from, by);
        let kick = first_fit(board, offsets, shape, (piece.x, piece.y))?;
        let (dx, dy) = offsets[kick];
        (piece.x, piece.y) = (piece.x + dx, piece.y + dy);
        Some(RotatedPiece { piece, shape, kick: kick as u8 })
    }
}

/// A rotation that succeeded.
pub(crate) struct RotatedPiece {
    pub(crate) piece: Piece,
    pub(crate) shape: &'static Shape,
    /// Which of the offsets was taken, the first being 0.
    pub(crate) kick: u8,
}

impl Anchor {
    /// How far the box's top moves when its height changes and the anchored corner stays.
    pub(crate) const fn shift(self, before: &Shape, after: &Shape, gravity: Gravity) -> i8 {
        match (self, gravity) {
            (Anchor::EntrySide, Gravity::Down) => 0,
            _ => before.height() as i8 - after.height() as i8,
        }
    }
}

impl Kicks {
    /// The offsets in the order in which they are tried: columns to the right, rows down.
    pub const fn offsets(self, kind: Kind, from: Rotation, by: RotateBy) -> &'static [(i8, i8)] {
        const STAY: [(i8, i8); 1] = [(0, 0)];
        const SIDEWAYS: [(i8, i8); 5] = [(0, 0), (-1, 0), (1, 0), (-2, 0), (2, 0)];
        const DOMINO: [(i8, i8); 4] = [(0, 0), (-1, 0), (1, 0), (0, 1)];
        let state = from.quarter_turns() as usize;
        match (self, kind, by) {
            (Kicks::None, ..) | (Kicks::Srs, Kind::O, _) => &STAY,
            (Kicks::Sideways, ..) => &SIDEWAYS,
            (Kicks::Domino, ..) => &DOMINO,
            (Kicks::Srs, Kind::I, RotateBy::Clockwise) => &I_CLOCKWISE[state],
            (Kicks::Srs, Kind::I, RotateBy::CounterClockwise) => &I_COUNTER_CLOCKWISE[state],
            (Kicks::Srs, _, RotateBy::Clockwise) => &JLSTZ_CLOCKWISE[state],
            (Kicks::Srs, _, RotateBy::CounterClockwise) => &JLSTZ_COUNTER_CLOCKWISE[state],
            (Kicks::Srs, _, RotateBy::Half) => &HALF[state],
        }
    }
}

/// The number of the first offset at which the shape fits.
#[cold]
fn first_fit(
    board: &Board,
    offsets: &[(i8, i8)],
    shape: &Shape,
    (x, y): (i8, i8),
) -> Option<usize> {
    offsets.iter().position(|&(dx, dy)| board.fits(*shape, x + dx, y + dy))
}

/// Offsets by the rotation a piece starts from, rows counted downward.
type KickTable<const TRIES: usize> = [[(i8, i8); TRIES]; 4];

const JLSTZ_CLOCKWISE: KickTable<5> = [
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
    [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
];
const JLSTZ_COUNTER_CLOCKWISE: KickTable<5> = [
    [(0, 0), (1, 0), (1, -1), (0, 2), (1, 2)],
    [(0, 0), (1, 0), (1, 1), (0, -2), (1, -2)],
    [(0, 0), (-1, 0), (-1, -1), (0, 2), (-1, 2)],
    [(0, 0), (-1, 0), (-1, 1), (0, -2), (-1, -2)],
];
const I_CLOCKWISE: KickTable<5> = [
    [(0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)],
    [(0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)],
    [(0, 0), (2, 0), (-1, 0), (2, -1), (-1, 2)],
    [(0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)],
];
const I_COUNTER_CLOCKWISE: KickTable<5> = [
    [(0, 0), (-1, 0), (2, 0), (-1, -2), (2, 1)],
    [(0, 0), (2, 0), (-1, 0), (2, -1), (-1, 2)],
    [(0, 0), (1, 0), (-2, 0), (1, 2), (-2, -1)],
    [(0, 0), (-2, 0), (1, 0), (-2, 1), (1, -2)],
];
/// SRS does not define half turns; these offsets are the ones widely played today.
const HALF: KickTable<6> = [
    [(0, 0), (0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0)],
    [(0, 0), (1, 0), (1, -2), (1, -1), (0, -2), (0, -1)],
    [(0, 0), (0, 1), (-1, 1), (1, 1), (-1, 0), (1, 0)],
    [(0, 0), (-1, 0), (-1, -2), (-1, -1), (0, -2), (0, -1)],
];

#[cfg(test)]
mod tests {
    use super::*;

    /// M-022
    #[test]
    fn turning_back_undoes_each_kick_of_the_tables() {
        for kind in [Kind::T, Kind::I] {
            for state in 0..4 {
                let from = Rotation::new(state);
                let there = Kicks::Srs.offsets(kind, from, RotateBy::Clockwise);
                let back = Kicks::Srs.offsets(
                    kind,
                    from.rotated(RotateBy::Clockwise),
                    RotateBy::CounterClockwise,
                );
                for (there, back) in there.iter().zip(back) {
                    assert_eq!((there.0 + back.0, there.1 + back.1), (0, 0));
                }
            }
        }
        for by in [RotateBy::Clockwise, RotateBy::CounterClockwise] {
            assert_eq!(Kicks::Srs.offsets(Kind::O, Rotation::SPAWN, by), [(0, 0)]);
        }
    }
}
