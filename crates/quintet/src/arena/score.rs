//! The results of all games so far.

use std::time::Duration;

/// What one program did in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Record {
    /// Pieces locked.
    pub(crate) pieces: u32,
    /// Rows of garbage sent or cancelled.
    pub(crate) attack: u32,
    /// Time given to think, plus the time that the answers took.
    pub(crate) thinking: Duration,
}

impl Record {
    /// Attack per piece.
    pub(crate) fn attack_per_piece(&self) -> f64 {
        f64::from(self.attack) / f64::from(self.pieces.max(1))
    }

    /// Pieces per second of thinking.
    pub(crate) fn pieces_per_second(&self) -> f64 {
        f64::from(self.pieces) / self.thinking.as_secs_f64().max(1e-6)
    }

    fn add(&mut self, other: Record) {
        self.pieces += other.pieces;
        self.attack += other.attack;
        self.thinking += other.thinking;
    }
}

/// All games so far, by program rather than by side.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ArenaScore {
    pub(crate) wins: [u32; 2],
    pub(crate) draws: u32,
    pub(crate) records: [Record; 2],
}

impl ArenaScore {
    pub(crate) fn add(&mut self, winner: Option<usize>, records: [Record; 2]) {
        match winner {
            Some(winner) => self.wins[winner] += 1,
            None => self.draws += 1,
        }
        for (sum, record) in self.records.iter_mut().zip(records) {
            sum.add(record);
        }
    }

    /// The first program's share of the points, a draw being half a point, and its 95 % confidence
    /// interval.
    pub(crate) fn share(&self) -> (f64, f64, f64) {
        let points = f64::from(self.wins[0]) + f64::from(self.draws) / 2.0;
        share(points, f64::from(self.wins[0] + self.wins[1] + self.draws))
    }
}

/// The share of the points in this many games, and its 95 % confidence interval (Wilson).
pub(crate) fn share(points: f64, games: f64) -> (f64, f64, f64) {
    const Z: f64 = 1.96;
    let games = games.max(1.0);
    let share = points / games;
    let square = Z * Z / games;
    let middle = share + square / 2.0;
    let half = Z * (share * (1.0 - share) / games + square / (4.0 * games)).sqrt();
    let low = (middle - half) / (1.0 + square);
    let high = (middle + half) / (1.0 + square);
    (share, low.max(0.0), high.min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_narrows_with_games() {
        let mut score = ArenaScore::default();
        let mut width = f64::INFINITY;
        for _ in 0..6 {
            score.add(Some(0), [Record::default(); 2]);
            score.add(Some(1), [Record::default(); 2]);
            score.add(None, [Record::default(); 2]);
            let (share, low, high) = score.share();
            assert!((share - 0.5).abs() < 1e-9 && low < share && share < high);
            assert!(high - low < width);
            width = high - low;
        }
        // Ten games, all won: between 72 % and all of them.
        let sweep = ArenaScore { wins: [10, 0], ..ArenaScore::default() };
        let (share, low, high) = sweep.share();
        assert!((share - 1.0).abs() < 1e-9 && (low - 0.722).abs() < 1e-3 && high > 0.999);
    }
}
