//! A list of high scores: the best ten of a mode.

use quintet_engine::Ranking;

use crate::{Document, Json};

/// M-076: how many are kept.
const KEPT: usize = 10;

/// The key of the list of a mode. Scores by another edition of the rules have a list of their own.
pub fn list_key(game: &str, mode: &str, edition: u8) -> String {
    let key = format!("scores/{game}/{mode}");
    if edition == 1 { key } else { format!("{key}-{edition}") }
}

/// One line of a list of high scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Points.
    pub score: u64,
    /// The level reached.
    pub level: u32,
    /// Rows cleared.
    pub lines: u32,
    /// Time played, in microseconds.
    pub time_us: u64,
    /// The day, as YYYY-MM-DD.
    pub date: String,
    /// Whether the player asked for hints.
    pub helped: bool,
    /// The replay's name, if one is kept.
    pub replay: Option<String>,
}

/// Where a game came in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placing {
    /// 0 is the first place.
    pub rank: usize,
    /// Whether it beats a former best, or is the first at all. (A-M28)
    pub is_best: bool,
}

/// Puts a game where it belongs in a list, after equals; none if it is not among the best. (A-M27)
pub fn insert(entries: &mut Vec<Entry>, ranking: Option<Ranking>, entry: Entry) -> Option<Placing> {
    let counts = match ranking {
        Some(Ranking::Score) => entry.score > 0,
        Some(Ranking::Time) => entry.time_us > 0,
        None => false,
    };
    let key = rank_key(ranking, &entry);
    let rank = entries.partition_point(|other| rank_key(ranking, other) <= key);
    if !counts || rank >= KEPT {
        return None;
    }
    entries.insert(rank, entry);
    entries.truncate(KEPT);
    Some(Placing { rank, is_best: rank == 0 })
}

/// Smaller is better.
fn rank_key(ranking: Option<Ranking>, entry: &Entry) -> u64 {
    match ranking {
        Some(Ranking::Score) | None => u64::MAX - entry.score,
        Some(Ranking::Time) => entry.time_us,
    }
}

impl Document for Vec<Entry> {
    fn to_json(&self) -> Json {
        let entry = |entry: &Entry| {
            Json::object([
                ("score", entry.score.into()),
                ("level", entry.level.into()),
                ("lines", entry.lines.into()),
                ("time_us", entry.time_us.into()),
                ("date", entry.date.as_str().into()),
                ("helped", entry.helped.into()),
                ("replay", entry.replay.as_deref().into()),
            ])
        };
        Json::List(self.iter().map(entry).collect())
    }

    fn from_json(json: &Json) -> Option<Vec<Entry>> {
        let entry = |json: &Json| {
            Some(Entry {
                score: json.number("score")?,
                level: json.number("level")?,
                lines: json.number("lines").unwrap_or(0),
                time_us: json.number("time_us").unwrap_or(0),
                date: json.text("date")?.to_owned(),
                helped: json.bool("helped").unwrap_or(false),
                replay: json.text("replay").map(str::to_owned),
            })
        };
        json.items()?.iter().map(entry).collect()
    }
}
