//! What is kept of every finished game, for the statistics: the last games of each mode one by one,
//! and the sum of all.
//!
//! A mode's history is stored as rows of whole numbers, which any front end can write. A row may
//! have more numbers in later versions: those that are missing are 0, those that are unknown are
//! left out.

use crate::{Document, Entry, Json, Kept, Statistics, list_key};

/// How many games of a mode are kept one by one. Older ones remain in the sum.
pub const GAMES_KEPT: usize = 400;

/// How a game ended, as far as statistics tell games apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ending {
    /// It is over; or a duel is lost.
    #[default]
    Over,
    /// The goal was reached; or a duel is won.
    Reached,
}

/// One finished game, or the sum of several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// The day, as the number YYYYMMDD; 0 where it is not known.
    pub day: u32,
    /// 1 where the goal was reached or a duel was won, otherwise 0.
    pub reached: u32,
    /// 1 where the player asked for hints, otherwise 0.
    pub helped: u32,
    /// Points.
    pub score: u64,
    /// The level reached.
    pub level: u32,
    /// Rows cleared.
    pub lines: u32,
    /// Time played, in microseconds.
    pub time_us: u64,
    /// Pieces locked; 0 where it is not known, as for the numbers below.
    pub pieces: u32,
    /// Presses of any button.
    pub keys: u32,
    /// Unnecessary presses.
    pub faults: u32,
    /// Pieces placed with unnecessary presses.
    pub faulty: u32,
    /// Clears of one, two, three and four lines.
    pub clears: [u32; 4],
    /// Clears with a spin.
    pub spins: u32,
    /// Rows of Domino that added up to fives.
    pub fives: u32,
    /// Rows of Domino that did not.
    pub not_fives: u32,
    /// How often gravity was turned over.
    pub flips: u32,
    /// Rows sent to an opponent.
    pub sent: u32,
}

impl Played {
    /// The numbers of a row.
    const NUMBERS: usize = 20;

    /// A game of which only the result is known.
    pub fn new(date: &str, ending: Ending, score: u64, lines: u32, time_us: u64) -> Played {
        let reached = u32::from(ending == Ending::Reached);
        Played { day: day_number(date), reached, score, lines, time_us, ..Played::default() }
    }

    /// The same with what was counted in it.
    #[must_use]
    pub fn counted(mut self, statistics: &Statistics) -> Played {
        self.pieces = statistics.placed;
        self.keys = statistics.keys;
        self.faults = statistics.finesse_faults;
        self.faulty = statistics.faulty;
        self.clears = statistics.clears;
        self.spins = statistics.spins;
        self.fives = statistics.fives;
        self.not_fives = statistics.not_fives;
        self.flips = statistics.flips;
        self.sent = statistics.sent;
        self
    }

    /// The same on this day, as YYYY-MM-DD.
    #[must_use]
    pub fn on(self, date: &str) -> Played {
        Played { day: day_number(date), ..self }
    }

    /// The day, as YYYY-MM-DD.
    pub fn date(&self) -> String {
        let digits = (100_000_000 + u64::from(self.day)).to_string();
        [&digits[1..5], &digits[5..7], &digits[7..9]].join("-")
    }

    /// Whether more than its result is known.
    pub const fn is_counted(&self) -> bool {
        self.pieces > 0
    }

    /// The share of pieces placed without an unnecessary press, in thousandths.
    pub fn finesse(&self) -> u32 {
        let clean = u64::from(self.pieces.saturating_sub(self.faulty));
        (clean * 1000).checked_div(self.pieces.into()).unwrap_or(0) as u32
    }

    /// Pieces per second, in hundredths.
    pub fn speed(&self) -> u32 {
        let hundredths = (u64::from(self.pieces) * 100_000_000).checked_div(self.time_us);
        hundredths.unwrap_or(0) as u32
    }

    /// Rows sent per minute, in hundredths.
    pub fn attack(&self) -> u32 {
        let hundredths = (u64::from(self.sent) * 6_000_000_000).checked_div(self.time_us);
        hundredths.unwrap_or(0) as u32
    }

    /// Adds another game to a sum. A sum's day and level are the last and the highest.
    fn add(&mut self, other: &Played) {
        let before = *self;
        let (mine, theirs) = (self.row(), other.row());
        let mut sum = [0; Played::NUMBERS];
        for (sum, (mine, theirs)) in sum.iter_mut().zip(mine.into_iter().zip(theirs)) {
            *sum = mine.saturating_add(theirs);
        }
        *self = Played::from_row(&sum);
        self.day = before.day.max(other.day);
        self.level = before.level.max(other.level);
    }

    /// As a row of numbers.
    fn row(&self) -> [u64; Played::NUMBERS] {
        let [one, two, three, four] = self.clears.map(u64::from);
        [
            self.day.into(),
            self.reached.into(),
            self.helped.into(),
            self.score,
            self.level.into(),
            self.lines.into(),
            self.time_us,
            self.pieces.into(),
            self.keys.into(),
            self.faults.into(),
            self.faulty.into(),
            one,
            two,
            three,
            four,
            self.spins.into(),
            self.fives.into(),
            self.not_fives.into(),
            self.flips.into(),
            self.sent.into(),
        ]
    }

    fn from_row(row: &[u64]) -> Played {
        let wide = |index: usize| row.get(index).copied().unwrap_or(0);
        let number = |index| u32::try_from(wide(index)).unwrap_or(u32::MAX);
        Played {
            day: number(0),
            reached: number(1),
            helped: number(2),
            score: wide(3),
            level: number(4),
            lines: number(5),
            time_us: wide(6),
            pieces: number(7),
            keys: number(8),
            faults: number(9),
            faulty: number(10),
            clears: [number(11), number(12), number(13), number(14)],
            spins: number(15),
            fives: number(16),
            not_fives: number(17),
            flips: number(18),
            sent: number(19),
        }
    }
}

/// The games of one mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// How many games there were.
    count: u64,
    /// Their sum.
    sum: Played,
    /// The sum of those whose pieces were counted.
    counted: Played,
    /// The last of them, oldest first.
    games: Vec<Played>,
}

impl History {
    /// What high scores and replays tell of games before histories were kept.
    pub fn from_former(scores: &[Entry], replays: &[&Kept], by_time: bool) -> History {
        let score = |entry: &Entry| {
            let ending = if by_time { Ending::Reached } else { Ending::Over };
            let played = Played::new(&entry.date, ending, entry.score, entry.lines, entry.time_us);
            Played { level: entry.level, helped: entry.helped.into(), ..played }
        };
        let is_scored = |kept: &Kept| {
            scores.iter().any(|entry| entry.replay.as_deref() == Some(kept.id.as_str()))
        };
        let replay = |kept: &&Kept| {
            let ending = if kept.winner == Some(0) { Ending::Reached } else { Ending::Over };
            Played::new(&kept.date, ending, kept.score, kept.lines, kept.time_us)
        };
        let mut games: Vec<Played> = scores.iter().map(score).collect();
        // The list of replays has the newest first.
        games.extend(replays.iter().rev().filter(|kept| !is_scored(kept)).map(replay));
        games.sort_by_key(|played| played.day);
        let mut history = History::default();
        for played in games {
            history.add(played);
        }
        history
    }

    /// Adds the game that was played last.
    pub fn add(&mut self, played: Played) {
        self.count += 1;
        self.sum.add(&played);
        if played.is_counted() {
            self.counted.add(&played);
        }
        self.games.push(played);
        let old = self.games.len().saturating_sub(GAMES_KEPT);
        self.games.drain(..old);
    }

    /// How many games there were.
    pub const fn count(&self) -> u64 {
        self.count
    }

    /// The sum of all games.
    pub const fn sum(&self) -> &Played {
        &self.sum
    }

    /// The sum of those games whose pieces were counted.
    pub const fn counted(&self) -> &Played {
        &self.counted
    }

    /// The last games, oldest first.
    pub fn games(&self) -> &[Played] {
        &self.games
    }

    /// As it is stored: how many games, their sum and the sum of the counted, then the games.
    pub fn rows(&self) -> Vec<Vec<u64>> {
        let sums = [vec![self.count], self.sum.row().to_vec(), self.counted.row().to_vec()];
        let games = self.games.iter().map(|played| played.row().to_vec());
        sums.into_iter().chain(games).collect()
    }

    /// As it was stored; none where that is invalid.
    pub fn from_rows(rows: &[Vec<u64>]) -> Option<History> {
        let [count, sum, counted, games @ ..] = rows else { return None };
        let games: Vec<Played> = games.iter().map(|row| Played::from_row(row)).collect();
        let old = games.len().saturating_sub(GAMES_KEPT);
        Some(History {
            count: (*count.first()?).max(games.len() as u64),
            sum: Played::from_row(sum),
            counted: Played::from_row(counted),
            games: games[old..].to_vec(),
        })
    }
}

/// A day as the number YYYYMMDD; 0 where the text is none.
fn day_number(date: &str) -> u32 {
    date.bytes()
        .filter(u8::is_ascii_digit)
        .take(8)
        .fold(0, |number, digit| number * 10 + u32::from(digit - b'0'))
}

impl Document for History {
    fn to_json(&self) -> Json {
        let row = |row: Vec<u64>| Json::List(row.into_iter().map(Json::from).collect());
        Json::List(self.rows().into_iter().map(row).collect())
    }

    fn from_json(json: &Json) -> Option<History> {
        let number = |json: &Json| match json {
            Json::Number(number) => u64::try_from(*number).ok(),
            _ => None,
        };
        let row = |json: &Json| json.items()?.iter().map(number).collect::<Option<Vec<u64>>>();
        let rows = json.items()?.iter().map(row).collect::<Option<Vec<_>>>()?;
        History::from_rows(&rows)
    }
}

/// Where the history of a mode is kept, by the edition of its rules.
pub fn history_key(game: &str, mode: &str, edition: u8) -> String {
    list_key(game, mode, edition).replacen("scores", "history", 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(score: u64) -> Played {
        let mut statistics = Statistics::default();
        (statistics.placed, statistics.keys, statistics.sent) = (40, 120, 6);
        Played::new("2026-01-05", Ending::Reached, score, 10, 20_000_000).counted(&statistics)
    }

    #[test]
    fn a_history_is_stored_as_a_document() {
        let mut history = History::default();
        history.add(Played::new("2026-01-05", Ending::Over, u64::MAX / 2, 40, 61_000_000));
        assert_eq!(History::from_json(&history.to_json()), Some(history));
        assert_eq!(History::from_json(&Json::List(Vec::new())), None);
        assert_eq!(history_key("a", "b", 1), "history/a/b");
    }

    #[test]
    fn a_history_is_read_as_it_was_written() {
        let mut history = History::default();
        history.add(Played { clears: [1, 2, 3, 4], faulty: 7, ..played(100) });
        history.add(Played::new("", Ending::Over, 0, 0, 1));
        assert_eq!(History::from_rows(&history.rows()), Some(history));
        assert_eq!(History::from_rows(&[]), None);
    }

    #[test]
    fn rows_of_other_versions_are_read_as_far_as_they_are_known() {
        let mut history = History::default();
        history.add(played(100));
        let mut rows = history.rows();
        for row in &mut rows {
            row.push(99);
        }
        assert_eq!(History::from_rows(&rows), Some(history.clone()), "a number too many");
        rows[3].truncate(4);
        let read = History::from_rows(&rows).expect("it has a count and sums");
        assert_eq!((read.games()[0].score, read.games()[0].sent), (100, 0));
    }

    #[test]
    fn old_games_stay_in_the_sum() {
        let mut history = History::default();
        for number in 0..GAMES_KEPT as u64 + 5 {
            history.add(played(number));
        }
        assert_eq!(history.games().len(), GAMES_KEPT);
        assert_eq!(history.games()[0].score, 5, "the oldest went");
        assert_eq!(history.count(), GAMES_KEPT as u64 + 5);
        assert_eq!(history.sum().pieces, 40 * (GAMES_KEPT as u32 + 5));
        assert_eq!(history.sum().date(), "2026-01-05");
    }

    #[test]
    fn rates_are_of_the_games_that_were_counted() {
        let mut history = History::default();
        history.add(played(1));
        history.add(Played::new("2026-01-06", Ending::Over, 9, 3, 60_000_000));
        assert_eq!(history.sum().time_us, 80_000_000);
        let counted = history.counted();
        assert_eq!((counted.speed(), counted.attack(), counted.finesse()), (200, 1800, 1000));
        assert_eq!(Played::default().speed(), 0, "nothing is divided by nothing");
    }

    #[test]
    fn former_scores_and_replays_are_games_and_none_counts_twice() {
        let entry = |score, replay: Option<&str>| Entry {
            score,
            level: 2,
            lines: 4,
            time_us: 5,
            date: "2026-01-02".to_owned(),
            helped: false,
            replay: replay.map(str::to_owned),
        };
        let kept = |id: &str, date: &str| Kept {
            id: id.to_owned(),
            date: date.to_owned(),
            score: 7,
            ..Kept::default()
        };
        let (old, listed) = (kept("r1", "2026-01-01"), kept("r2", "2026-01-02"));
        let scores = [entry(50, Some("r2")), entry(40, None)];
        let history = History::from_former(&scores, &[&listed, &old], false);
        let points: Vec<u64> = history.games().iter().map(|played| played.score).collect();
        assert_eq!(points, [7, 50, 40]);
        assert_eq!((history.count(), history.counted().pieces), (3, 0));
    }
}
