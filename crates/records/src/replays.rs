//! The list of replays: the last games, those that the player pinned, and every game that made a
//! high score.

use crate::{Document, Json};

/// How many of the last games are kept beside the pinned ones and those of the high scores, where
/// room is short.
pub const RECENT: usize = 20;
/// The same in a database and on a disk.
pub const RECENT_WITH_ROOM: usize = 5_000;

/// What the list shows of a replay.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// Its name in addresses and storage.
    pub id: String,
    /// The game's name in addresses.
    pub game: String,
    /// The mode's name in addresses.
    pub mode: String,
    /// Points.
    pub score: u64,
    /// Rows cleared.
    pub lines: u32,
    /// How long it lasted, in microseconds.
    pub time_us: u64,
    /// The day, as YYYY-MM-DD.
    pub date: String,
    /// Whether a high score refers to it.
    pub ranked: bool,
    /// Whether the player wants to keep it.
    pub pinned: bool,
    /// Whose boards they are, in a match.
    pub players: Vec<String>,
    /// Which of them won.
    pub winner: Option<u8>,
    /// Where that server keeps it: the numbers of the match and of the game in it, as in
    /// `MATCH/NUMBER`.
    pub online: Option<String>,
}

impl Kept {
    /// Whether it gives way to newer ones.
    pub const fn is_recent(&self) -> bool {
        !self.ranked && !self.pinned
    }
}

/// Takes off a list, newest first, what goes first where storage is full: the oldest replay that is
/// neither pinned nor a high score's, then the oldest that is not pinned. None if all are pinned.
pub fn first_to_go<T>(list: &mut Vec<T>, kept: impl Fn(&T) -> &Kept) -> Option<T> {
    let recent = list.iter().rposition(|it| kept(it).is_recent());
    let unpinned = || list.iter().rposition(|it| !kept(it).pinned);
    let index = recent.or_else(unpinned)?;
    Some(list.remove(index))
}

/// The list of replays, newest first. The replays themselves are stored by the front end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReplayIndex {
    /// The number in the name of the next replay.
    pub next: u32,
    /// The list, newest first.
    pub kept: Vec<Kept>,
}

impl ReplayIndex {
    /// The name of the next replay.
    pub fn next_id(&self) -> String {
        ["r", &self.next.to_string()].concat()
    }

    /// Adds the newest replay under the next name. Those that give way to it, so that `most` of the
    /// last games are kept, are handed to `dropped`.
    pub fn add(&mut self, mut kept: Kept, most: usize, dropped: &mut dyn FnMut(&Kept)) {
        kept.id = self.next_id();
        self.next = self.next.wrapping_add(1);
        self.add_named(kept, most, dropped);
    }

    /// The same under the name that it has.
    pub fn add_named(&mut self, kept: Kept, most: usize, dropped: &mut dyn FnMut(&Kept)) {
        self.kept.insert(0, kept);
        while self.kept.iter().filter(|kept| kept.is_recent()).count() > most {
            if let Some(kept) = self.take_last(Kept::is_recent) {
                dropped(&kept);
            }
        }
    }

    /// Takes the oldest replay off the list of which this holds.
    pub fn take_last(&mut self, goes: fn(&Kept) -> bool) -> Option<Kept> {
        let last = self.kept.iter().rposition(goes)?;
        Some(self.kept.remove(last))
    }

    /// Takes a replay off the list.
    pub fn remove(&mut self, id: &str) {
        self.kept.retain(|kept| kept.id != id);
    }

    /// A replay by its name.
    pub fn find_mut(&mut self, id: &str) -> Option<&mut Kept> {
        self.kept.iter_mut().find(|kept| kept.id == id)
    }
}

impl Document for Kept {
    fn to_json(&self) -> Json {
        let players = self.players.iter().map(|name| name.as_str().into()).collect();
        Json::object([
            ("id", self.id.as_str().into()),
            ("game", self.game.as_str().into()),
            ("mode", self.mode.as_str().into()),
            ("score", self.score.into()),
            ("lines", self.lines.into()),
            ("time_us", self.time_us.into()),
            ("date", self.date.as_str().into()),
            ("ranked", self.ranked.into()),
            ("pinned", self.pinned.into()),
            ("players", Json::List(players)),
            ("winner", self.winner.map_or(Json::Null, Json::from)),
            ("online", self.online.as_deref().map_or(Json::Null, Json::from)),
        ])
    }

    fn from_json(json: &Json) -> Option<Kept> {
        // It may become the name of a file.
        let is_plain = |id: &String| id.bytes().all(|sign| sign.is_ascii_alphanumeric());
        let text = |name: &str| json.text(name).map(str::to_owned);
        let names = |list: &Json| {
            list.items()?.iter().map(|name| name.as_text().map(str::to_owned)).collect()
        };
        Some(Kept {
            id: text("id").filter(is_plain)?,
            game: text("game")?,
            mode: text("mode")?,
            score: json.number("score")?,
            lines: json.number("lines")?,
            time_us: json.number("time_us")?,
            date: text("date")?,
            ranked: json.bool("ranked")?,
            // Lists of older versions have neither pins nor players.
            pinned: json.bool("pinned").unwrap_or(false),
            players: json.get("players").and_then(names).unwrap_or_default(),
            winner: json.number("winner"),
            online: text("online"),
        })
    }
}

impl Document for ReplayIndex {
    fn to_json(&self) -> Json {
        let list = Json::List(self.kept.iter().map(Kept::to_json).collect());
        Json::object([("next", self.next.into()), ("kept", list)])
    }

    fn from_json(json: &Json) -> Option<ReplayIndex> {
        let list = json.get("kept")?.items()?.iter().map(Kept::from_json);
        Some(ReplayIndex { next: json.number("next")?, kept: list.collect::<Option<Vec<Kept>>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(ranked: bool, pinned: bool) -> Kept {
        Kept { ranked, pinned, ..Kept::default() }
    }

    #[test]
    fn what_goes_first_is_old_unranked_and_never_pinned() {
        let mut list: Vec<Kept> = [
            ("newest", false, false),
            ("ranked", true, false),
            ("middle", false, false),
            ("pinned", false, true),
            ("old, ranked", true, false),
        ]
        .map(|(id, ranked, pinned)| Kept { id: id.to_owned(), ..kept(ranked, pinned) })
        .into();
        let mut gone = Vec::new();
        while let Some(kept) = first_to_go(&mut list, |kept| kept) {
            gone.push(kept.id);
        }
        assert_eq!(gone, ["middle", "newest", "old, ranked", "ranked"]);
        assert_eq!(list.len(), 1);
    }

    #[test]
    fn the_oldest_of_the_last_games_give_way_and_no_others() {
        let mut index = ReplayIndex::default();
        let mut dropped = Vec::new();
        index.add(kept(true, false), RECENT, &mut |_| unreachable!("there is room"));
        index.add(kept(false, true), RECENT, &mut |_| unreachable!("there is room"));
        for _ in 0..RECENT + 3 {
            index.add(kept(false, false), RECENT, &mut |kept| dropped.push(kept.id.clone()));
        }
        assert_eq!(dropped, ["r2", "r3", "r4"]);
        assert_eq!(index.kept.len(), RECENT + 2);
        let oldest: Vec<&str> =
            index.kept.iter().rev().take(2).map(|kept| kept.id.as_str()).collect();
        assert_eq!(oldest, ["r0", "r1"]);
    }

    #[test]
    fn the_list_is_read_as_it_was_written() {
        let kept = Kept {
            id: "r3".to_owned(),
            game: "marathon".to_owned(),
            mode: "sprint".to_owned(),
            score: 4200,
            lines: 40,
            time_us: 61_000_000,
            date: "2026-01-05".to_owned(),
            ranked: true,
            pinned: true,
            players: vec!["Ada#4821".to_owned(), "Grace#0007".to_owned()],
            winner: Some(1),
            online: Some("77/0".to_owned()),
        };
        let index = ReplayIndex { next: 4, kept: vec![kept] };
        assert_eq!(ReplayIndex::from_json(&index.to_json()), Some(index));
    }

    #[test]
    fn an_index_that_names_files_elsewhere_is_refused() {
        let text = r#"{"next":1,"kept":[{"id":"../../x","game":"a","mode":"b","score":1,"lines":1,
            "time_us":1,"date":"","ranked":false}]}"#;
        let index = |text: &str| ReplayIndex::from_json(&Json::parse(text).expect("it is JSON"));
        assert_eq!(index(text), None);
        assert!(index(&text.replace("../../", "")).is_some());
    }
}
