//! Weights tuned by self-play with the cross-entropy method.
//!
//! Each generation samples weights around the current mean, plays the same games with each sample,
//! and moves the mean and the standard deviation to those of the best quarter.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::lab::course::Course;
use crate::play::rng::Rng;
use crate::search::Budget;
use crate::search::state::StateError;
use crate::search::weights::Weights;

/// How to tune.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// What is played.
    pub course: Course,
    /// Where to begin.
    pub start: Weights,
    /// Placements searched per piece.
    pub nodes: u64,
    /// Samples per generation.
    pub population: usize,
    /// Games per sample.
    pub games: u64,
    /// Random seed of pieces and samples.
    pub seed: u64,
    /// How many games are played in parallel. The result does not depend on it.
    pub threads: usize,
}

/// The result of a generation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Generation {
    /// Its number, the first being 1.
    pub number: u32,
    /// The mean of the best quarter: the weights so far.
    pub weights: Weights,
    /// The merit of the best sample.
    pub best: f64,
    /// The mean merit of the best quarter.
    pub elite: f64,
    /// The mean merit of all samples.
    pub mean: f64,
}

/// Initial standard deviation as a fraction of the weight.
const FIRST_SPREAD: f64 = 0.35;
/// Minimum standard deviation, initially and later.
const MIN_FIRST_SPREAD: f64 = 12.0;
const MIN_SPREAD: f64 = 2.0;
/// How much of the old standard deviation is kept.
const INERTIA: f64 = 0.3;
/// Weights stay within plus and minus this.
const LIMIT: f64 = 10_000.0;

impl Tuning {
    /// Tunes for this many generations and reports each. Once `stop` returns true, the result is that
    /// of the last whole generation.
    pub fn run(
        &self,
        generations: u32,
        report: &mut dyn FnMut(&Generation),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Weights, StateError> {
        crate::search::state::MoveRules::of(&self.course.rules())?;
        let mut rng = Rng::new(self.seed);
        let mut mean = self.start.to_array().map(f64::from);
        let mut spread = mean.map(|value| (value.abs() * FIRST_SPREAD).max(MIN_FIRST_SPREAD));
        for number in 1..=generations {
            let drawn: Vec<Weights> = (0..self.population.max(4))
                // The first sample is the mean itself.
                .map(|index| {
                    let width = if index == 0 { 0.0 } else { 1.0 };
                    let mut values = [0; Weights::COUNT];
                    for (place, value) in values.iter_mut().enumerate() {
                        let drawn = mean[place] + width * spread[place] * rng.normal();
                        *value = drawn.clamp(-LIMIT, LIMIT).round() as i32;
                    }
                    Weights::from_array(values)
                })
                .collect();
            let mut merits = self.merits(&drawn, u64::from(number), stop);
            if stop() {
                break;
            }
            merits.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
            let elite = &merits[..(merits.len() / 4).max(2)];
            for place in 0..Weights::COUNT {
                let of_elite = || elite.iter().map(|&(n, _)| f64::from(drawn[n].to_array()[place]));
                let middle = of_elite().sum::<f64>() / elite.len() as f64;
                let variance =
                    of_elite().map(|value| (value - middle) * (value - middle)).sum::<f64>()
                        / elite.len() as f64;
                mean[place] = middle;
                let width = INERTIA * spread[place] + (1.0 - INERTIA) * variance.sqrt();
                spread[place] = width.max(MIN_SPREAD);
            }
            let average = |part: &[(usize, f64)]| {
                part.iter().map(|merit| merit.1).sum::<f64>() / part.len() as f64
            };
            report(&Generation {
                number,
                weights: rounded(&mean),
                best: merits[0].1,
                elite: average(elite),
                mean: average(&merits),
            });
        }
        Ok(rounded(&mean))
    }

    /// The index of each sample and its mean merit.
    fn merits(
        &self,
        drawn: &[Weights],
        generation: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Vec<(usize, f64)> {
        let games = self.games.max(1);
        let merit = |weights: &Weights| {
            let play = |game: u64| {
                // Other games in every generation, so that the weights do not overfit.
                let seed = self.seed.wrapping_add(generation * 1000 + game);
                let score = self.course.play(weights, Budget::nodes(self.nodes), seed, stop);
                score.map_or(f64::NEG_INFINITY, |score| score.merit(self.course))
            };
            (0..games).map(play).sum::<f64>() / games as f64
        };
        let next = AtomicUsize::new(0);
        let merits = Mutex::new(Vec::new());
        let work = || {
            while let index = next.fetch_add(1, Ordering::Relaxed)
                && let Some(weights) = drawn.get(index)
            {
                let merit = merit(weights);
                if let Ok(mut merits) = merits.lock() {
                    merits.push((index, merit));
                }
            }
        };
        in_parallel(self.threads, &work);
        merits.into_inner().unwrap_or_default()
    }
}

/// Runs `work` on several threads, where there are threads.
fn in_parallel(threads: usize, work: &(dyn Fn() + Sync)) {
    #[cfg(not(target_family = "wasm"))]
    if threads > 1 {
        std::thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(work);
            }
        });
        return;
    }
    let _ = threads;
    work();
}

fn rounded(mean: &[f64; Weights::COUNT]) -> Weights {
    Weights::from_array(mean.map(|value| value.round() as i32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuning_gives_the_same_weights_on_any_number_of_threads() {
        let tuning = Tuning {
            course: Course::Versus { pieces: 15 },
            start: Weights::SOLO,
            nodes: 1,
            population: 6,
            games: 1,
            seed: 3,
            threads: 1,
        };
        let mut reports = 0;
        let one = tuning.run(2, &mut |_| reports += 1, &|| false);
        let two = Tuning { threads: 2, ..tuning }.run(2, &mut |_| {}, &|| false);
        assert_eq!(one, two);
        assert_eq!(reports, 2);
        assert_ne!(one, Ok(Weights::SOLO));
    }
}
