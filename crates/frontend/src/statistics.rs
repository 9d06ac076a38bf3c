//! What statistics tell of the games of a mode.

use quintet_engine::{Ranking, Scoring};
use quintet_records::{Entry, History};
use quintet_words::{
    Phrase, exact_time, hundredths, percent, results, statistics as words, thousands,
};

use crate::games::{GameEntry, Mode};

/// A time as long as an evening.
pub fn duration(us: u64) -> String {
    let seconds = (us / 1_000_000) as u32;
    match seconds {
        0..60 => words::seconds(seconds),
        60..3600 => words::minutes(seconds / 60),
        _ => words::hours(seconds / 3600, seconds / 60 % 60),
    }
}

/// The best result of a list as a player reads it; none where nothing ranks.
pub fn best_result(mode: &Mode, scores: &[Entry]) -> Option<String> {
    let best = scores.first()?;
    Some(match mode.ranking()? {
        Ranking::Time => exact_time(best.time_us).to_string(),
        Ranking::Score => thousands(best.score).to_string(),
    })
}

/// The sums and rates of a mode, each with its name.
pub fn sums(
    game: &GameEntry,
    mode: &Mode,
    history: &History,
    best: Option<String>,
) -> Vec<(Phrase, String)> {
    let (sum, known) = (history.sum(), history.counted());
    let mut sums = vec![
        (words::GAMES, thousands(history.count()).to_string()),
        (words::TIME_PLAYED, duration(sum.time_us)),
    ];
    sums.extend(best.map(|best| (words::BEST, best)));
    let share = words::share(sum.reached.into(), history.count());
    if game.is_duel() {
        sums.push((words::WON, share));
    } else if mode.ranking() == Some(Ranking::Time) {
        sums.push((words::FINISHED, share));
    }
    sums.push((words::LINES, thousands(sum.lines.into()).to_string()));
    if known.is_counted() {
        let keys = u64::from(known.keys) * 100 / u64::from(known.pieces);
        sums.push((words::PIECES, thousands(known.pieces.into()).to_string()));
        sums.push((words::SPEED, hundredths(known.speed().into()).to_string()));
        sums.push((words::KEYS_PER_PIECE, hundredths(keys).to_string()));
        if game.own_handling {
            sums.push((words::FINESSE, percent(known.finesse()).to_string()));
        }
        if game.is_duel() {
            sums.push((words::ATTACK, hundredths(known.attack().into()).to_string()));
        }
    }
    sums
}

/// The clears of a mode by their kinds, each with its name.
pub fn clears(mode: &Mode, history: &History) -> Vec<(Phrase, u32)> {
    let sum = history.counted();
    let [single, double, triple, tetris] = sum.clears;
    let mut all = vec![(results::SINGLES, single), (results::DOUBLES, double)];
    if mode.rules().scoring == Scoring::Fives {
        all.push((results::ROWS_OF_FIVES, sum.fives));
        all.push((results::OTHER_ROWS, sum.not_fives));
    } else {
        all.extend([(results::TRIPLES, triple), (results::TETRISES, tetris)]);
        all.push((words::SPINS, sum.spins));
    }
    all
}
