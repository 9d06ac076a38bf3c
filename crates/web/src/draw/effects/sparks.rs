//! Sparks that fly off and fade: a fixed number of them, each a plain function of time.

use quintet_engine::Micros;

use crate::draw::hue::Hue;

/// The most sparks at a time; when more are struck, the oldest go first.
const MOST: usize = 192;
/// How hard sparks are pulled down, in cells a second each second.
const PULL: f64 = 22.0;

/// One spark. Places are in cells from the top left of the field.
#[derive(Clone, Copy, Debug)]
struct Spark {
    x: f32,
    y: f32,
    /// Cells a second.
    right: f32,
    down: f32,
    born: Micros,
    life: Micros,
    hue: Hue,
    size: f32,
}

/// A spark as it is seen at a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::draw) struct Seen {
    /// Cells from the left.
    pub(in crate::draw) x: f64,
    /// Cells from the top.
    pub(in crate::draw) y: f64,
    /// Its size in cells.
    pub(in crate::draw) size: f64,
    /// How bright, 0 to 1.
    pub(in crate::draw) strength: f64,
    /// Its colour.
    pub(in crate::draw) hue: Hue,
}

/// All the sparks of a board.
#[derive(Clone, Debug)]
pub(in crate::draw) struct Sparks {
    pool: [Option<Spark>; MOST],
    next: usize,
    dice: u32,
    last: Micros,
}

impl Sparks {
    /// None.
    pub(in crate::draw) fn none() -> Sparks {
        Sparks { pool: [None; MOST], next: 0, dice: 0x9e37_79b9, last: Micros::ZERO }
    }

    /// A number from 0 to 1 that need not be fair, only lively.
    fn roll(&mut self) -> f64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 17;
        self.dice ^= self.dice << 5;
        f64::from(self.dice >> 8) / f64::from(1 << 24)
    }

    /// Strikes sparks from a point: they fly mostly sideways, away from the middle of the field,
    /// and `lift` cells a second upward.
    pub(in crate::draw) fn strike(
        &mut self,
        count: u8,
        (x, y): (f64, f64),
        (spread, lift): (f64, f64),
        hue: Hue,
        born: Micros,
    ) {
        for _ in 0..count {
            let right = (self.roll() - 0.5) * 2.0 * spread;
            let down = -lift * (0.25 + self.roll());
            let life = Micros::from_millis(300 + (self.roll() * 420.0) as u64);
            let spark = Spark {
                x: (x + (self.roll() - 0.5) * 0.8) as f32,
                y: (y + (self.roll() - 0.5) * 0.8) as f32,
                right: right as f32,
                down: down as f32,
                born,
                life,
                hue,
                size: (0.3 + self.roll() * 0.5) as f32,
            };
            self.pool[self.next] = Some(spark);
            self.next = (self.next + 1) % MOST;
            self.last = self.last.max(born + life);
        }
    }

    /// Whether none will be seen from this moment on.
    pub(in crate::draw) fn are_out(&self, now: Micros) -> bool {
        now >= self.last
    }

    /// The sparks that are seen at a moment.
    pub(in crate::draw) fn at(&self, now: Micros) -> impl Iterator<Item = Seen> {
        self.pool.iter().flatten().filter_map(move |spark| spark.at(now))
    }
}

impl Spark {
    fn at(&self, now: Micros) -> Option<Seen> {
        if now < self.born || now >= self.born + self.life {
            return None;
        }
        let seconds = (now - self.born).0 as f64 / 1e6;
        let left = 1.0 - (now - self.born).0 as f64 / self.life.0 as f64;
        // The air takes the speed out of them.
        let flown = (1.0 - fading(3.0 * seconds)) / 3.0;
        Some(Seen {
            x: f64::from(self.x) + f64::from(self.right) * flown,
            y: f64::from(self.y) + f64::from(self.down) * flown + PULL * seconds * seconds / 2.0,
            size: f64::from(self.size) * (0.4 + 0.6 * left),
            strength: left.sqrt(),
            hue: self.hue,
        })
    }
}

/// Close to e to the power of minus this, and simpler.
fn fading(x: f64) -> f64 {
    1.0 / (1.0 + x + x * x / 2.0 + x * x * x / 6.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Micros = Micros::from_secs(1);

    #[test]
    fn sparks_begin_where_they_are_struck_and_go_out() {
        let mut sparks = Sparks::none();
        assert!(sparks.are_out(Micros::ZERO));
        sparks.strike(20, (5.0, 10.0), (8.0, 6.0), Hue::GOLD, SECOND);
        assert_eq!(sparks.at(Micros(999_999)).count(), 0);
        assert_eq!(sparks.at(SECOND).count(), 20);
        for seen in sparks.at(SECOND) {
            assert!((seen.x - 5.0).abs() < 0.5 && (seen.y - 10.0).abs() < 0.5);
            assert_eq!((seen.strength, seen.hue), (1.0, Hue::GOLD));
        }
        assert!(!sparks.are_out(SECOND));
        assert!(sparks.are_out(Micros::from_secs(2)));
        assert_eq!(sparks.at(Micros::from_secs(2)).count(), 0);
    }

    #[test]
    fn there_are_never_more_sparks_than_the_pool_holds() {
        let mut sparks = Sparks::none();
        for _ in 0..10 {
            sparks.strike(200, (0.0, 0.0), (1.0, 1.0), Hue::WHITE, SECOND);
        }
        assert_eq!(sparks.at(SECOND).count(), MOST);
    }
}
