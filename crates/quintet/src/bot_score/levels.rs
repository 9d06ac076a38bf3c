//! The five levels compared.

use std::io::Write;

use quintet_bot::{Bout, BoutStats, Budget, Level, analyse};
use quintet_engine::{GameName, Micros};

use crate::arena::share;
use crate::interrupt::Interrupt;
use crate::output::is_written;
use crate::progress::Progress;

/// A game without a winner by then is a draw.
const TIME_LIMIT: Micros = Micros::from_secs(600);
/// Placements searched per piece when a game is analysed.
const ANALYSIS_NODES: u64 = 2000;

/// What a level did in all its games.
#[derive(Clone, Copy, Default)]
struct Record {
    pieces: f64,
    attack: f64,
    holes: f64,
    seconds: f64,
    /// The sum of the accuracies of its games, and how many there are.
    accuracy: f64,
    games: f64,
}

impl Record {
    fn add(&mut self, stats: BoutStats, duration: Micros, accuracy: u32) {
        self.pieces += f64::from(stats.pieces);
        self.attack += f64::from(stats.attack);
        self.holes += stats.holes as f64;
        self.seconds += duration.as_millis() as f64 / 1000.0;
        self.accuracy += f64::from(accuracy) / 10.0;
        self.games += 1.0;
    }
}

/// Lets each level play the one below it, every seed with sides swapped, and prints a table.
pub(super) fn run(
    games: u64,
    first_seed: u64,
    interrupt: &Interrupt,
    out: &mut impl Write,
) -> Result<(), String> {
    let mut records = [Record::default(); Level::ALL.len()];
    let mut progress = Progress::new();
    let mut ladder = vec![String::new()];
    for above in 1..Level::ALL.len() {
        let mut points = 0.0;
        let mut played = 0;
        for game in 0..games {
            let mut places = [above - 1, above];
            if game % 2 == 1 {
                places.reverse();
            }
            let words = || format!("level {} against {above}: game {}", above + 1, game + 1);
            progress.show(words);
            let levels = places.map(|place| Level::ALL[place]);
            let seed = first_seed.wrapping_add(game / 2);
            let stop = || interrupt.is_requested();
            let bout = Bout::play(levels, GameName::Versus.rules(), seed, TIME_LIMIT, &stop)
                .map_err(|error| error.to_string())?;
            if interrupt.is_requested() {
                break;
            }
            for (side, place) in places.into_iter().enumerate() {
                let budget = Budget::nodes(ANALYSIS_NODES);
                let judged = analyse(&bout.replay, side, budget, &mut |_, _| {}, &|| false)
                    .map_err(|error| error.to_string())?;
                records[place].add(bout.stats[side], bout.duration, judged.accuracy);
            }
            points += bout.winner.map_or(0.5, |side| f64::from(u8::from(places[side] == above)));
            played += 1;
        }
        let (share, low, high) = share(points, f64::from(played));
        let [share, low, high] = [share, low, high].map(|part| part * 100.0);
        ladder.push(format!("{share:.0} % of {played} games ({low:.0} to {high:.0})"));
    }
    progress.clear();
    let mut lines = vec![
        "level  pieces/s  attack/piece  attack/minute  holes  accuracy  beats the one below".into(),
    ];
    lines.extend(records.iter().zip(Level::ALL).zip(ladder).map(|((record, level), won)| {
        let line = format!(
            "{:>5}  {:>8.2}  {:>12.3}  {:>13.1}  {:>5.1}  {:>6.1} %  {won}",
            level.number,
            record.pieces / record.seconds.max(1e-9),
            record.attack / record.pieces.max(1.0),
            record.attack / record.seconds.max(1e-9) * 60.0,
            record.holes / record.pieces.max(1.0),
            record.accuracy / record.games.max(1.0),
        );
        line.trim_end().to_owned()
    }));
    is_written(writeln!(out, "{}", lines.join("\n"))).map(drop)
}
