//! What a finger on the board means.

use quintet_engine::Button;

/// A tap moves less than this far,
const TAP_PX: f64 = 12.0;
/// and lasts less than this long. (A-M21)
const TAP_MS: f64 = 300.0;
/// A swipe goes at least this far,
const SWIPE_PX: f64 = 30.0;
/// within this long. (A-M21)
const SWIPE_MS: f64 = 500.0;
/// With full gestures: faster than this downward on release is a hard drop.
const FLICK_PX_PER_MS: f64 = 0.9;

/// Where a finger is, and when.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct TouchPoint {
    /// Pixels from the left.
    pub(crate) x: f64,
    /// Pixels from the top.
    pub(crate) y: f64,
    /// Milliseconds of the page's clock.
    pub(crate) at: f64,
}

/// A finger on the board, from its touch to its release.
#[derive(Clone, Debug)]
pub(crate) struct Gesture {
    first: TouchPoint,
    last: TouchPoint,
    /// Pixels a cell, where drags move the piece.
    cell: Option<f64>,
    /// From where the next column or row is counted.
    anchor: (f64, f64),
    dragged: bool,
    /// Speed downward, smoothed.
    fall: f64,
}

impl Gesture {
    /// A finger touches. With a cell's size given, full gestures are on.
    pub(crate) fn begin(touch: TouchPoint, cell: Option<f64>) -> Gesture {
        Gesture {
            first: touch,
            last: touch,
            cell,
            anchor: (touch.x, touch.y),
            dragged: false,
            fall: 0.0,
        }
    }

    /// The finger moves; says which buttons to tap, one for each column or row.
    pub(crate) fn move_to(&mut self, touch: TouchPoint, mut tap: impl FnMut(Button)) {
        let since = (touch.at - self.last.at).max(1.0);
        self.fall = self.fall * 0.4 + (touch.y - self.last.y) / since * 0.6;
        self.last = touch;
        let Some(cell) = self.cell else { return };
        while touch.x - self.anchor.0 >= cell {
            self.anchor.0 += cell;
            self.dragged = true;
            tap(Button::Right);
        }
        while self.anchor.0 - touch.x >= cell {
            self.anchor.0 -= cell;
            self.dragged = true;
            tap(Button::Left);
        }
        // Slow is soft; what is fast waits for the release.
        if self.fall >= FLICK_PX_PER_MS || touch.y < self.anchor.1 {
            self.anchor.1 = touch.y;
        }
        while touch.y - self.anchor.1 >= cell {
            self.anchor.1 += cell;
            self.dragged = true;
            tap(Button::StepDown);
        }
    }

    /// The finger lets go; says which buttons to tap, the last columns and rows included.
    pub(crate) fn end(mut self, touch: TouchPoint, mut tap: impl FnMut(Button)) {
        self.move_to(touch, &mut tap);
        if let Some(button) = self.meant(touch) {
            tap(button);
        }
    }

    /// Which button the whole gesture meant, if any.
    fn meant(&self, touch: TouchPoint) -> Option<Button> {
        let (dx, dy) = (touch.x - self.first.x, touch.y - self.first.y);
        let lasted = touch.at - self.first.at;
        let flicked = self.cell.is_some() && self.fall >= FLICK_PX_PER_MS && dy >= SWIPE_PX;
        if flicked {
            return Some(Button::HardDrop);
        }
        if self.dragged {
            return None;
        }
        if dx.abs() < TAP_PX && dy.abs() < TAP_PX {
            return (lasted < TAP_MS).then_some(Button::RotateCw);
        }
        let swiped = dy.abs() >= SWIPE_PX && dy.abs() > dx.abs() && lasted <= SWIPE_MS;
        match (swiped, dy > 0.0, self.cell) {
            (true, true, _) => Some(Button::HardDrop),
            (true, false, Some(_)) => Some(Button::Hold),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(x: f64, y: f64, at: f64) -> TouchPoint {
        TouchPoint { x, y, at }
    }

    fn plain(to: TouchPoint) -> Option<Button> {
        let mut meant = None;
        Gesture::begin(touch(100.0, 100.0, 0.0), None).end(to, |button| meant = Some(button));
        meant
    }

    /// M-098
    #[test]
    fn a_short_touch_in_one_place_turns_the_piece() {
        assert_eq!(plain(touch(105.0, 111.0, 299.0)), Some(Button::RotateCw));
        assert_eq!(plain(touch(100.0, 100.0, 300.0)), None, "too long");
        assert_eq!(plain(touch(112.0, 100.0, 100.0)), None, "too far");
    }

    /// M-102
    #[test]
    fn a_swipe_down_drops_the_piece() {
        assert_eq!(plain(touch(100.0, 130.0, 500.0)), Some(Button::HardDrop));
        assert_eq!(plain(touch(100.0, 129.0, 100.0)), None, "too short");
        assert_eq!(plain(touch(140.0, 135.0, 100.0)), None, "more sideways than down");
        assert_eq!(plain(touch(100.0, 200.0, 501.0)), None, "too slow");
        assert_eq!(plain(touch(100.0, 50.0, 100.0)), None, "up means nothing");
    }

    fn drag(path: &[(f64, f64, f64)]) -> Vec<Button> {
        let mut gesture = Gesture::begin(touch(100.0, 100.0, 0.0), Some(18.0));
        let mut taps = Vec::new();
        let (last, moves) = path.split_last().expect("a path has an end");
        for &(x, y, at) in moves {
            gesture.move_to(touch(x, y, at), |button| taps.push(button));
        }
        gesture.end(touch(last.0, last.1, last.2), |button| taps.push(button));
        taps
    }

    #[test]
    fn with_full_gestures_a_drag_moves_a_column_a_cell() {
        let taps = drag(&[(119.0, 100.0, 60.0), (137.0, 100.0, 120.0), (137.0, 100.0, 200.0)]);
        assert_eq!(taps, [Button::Right; 2]);
        let taps = drag(&[(119.0, 100.0, 60.0), (99.0, 100.0, 120.0), (99.0, 100.0, 200.0)]);
        assert_eq!(taps, [Button::Right, Button::Left]);
    }

    #[test]
    fn columns_and_rows_that_the_release_is_beyond_count() {
        let taps = drag(&[(119.0, 100.0, 60.0), (155.0, 100.0, 90.0)]);
        assert_eq!(taps, [Button::Right; 3]);
        assert_eq!(drag(&[(100.0, 110.0, 100.0), (100.0, 119.0, 200.0)]), [Button::StepDown]);
    }

    #[test]
    fn with_full_gestures_slow_is_soft_fast_is_hard_and_up_is_hold() {
        let taps = drag(&[(100.0, 110.0, 100.0), (100.0, 120.0, 200.0), (100.0, 121.0, 300.0)]);
        assert_eq!(taps, [Button::StepDown]);
        let taps = drag(&[(100.0, 130.0, 16.0), (100.0, 170.0, 32.0), (100.0, 200.0, 48.0)]);
        assert_eq!(taps, [Button::HardDrop]);
        let taps = drag(&[(100.0, 80.0, 30.0), (100.0, 50.0, 60.0), (100.0, 40.0, 80.0)]);
        assert_eq!(taps, [Button::Hold]);
    }
}
