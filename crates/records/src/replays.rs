//! The list of replays: the last games, those that the player pinned, and every game that made a
//! high score.

/// How many of the last games are kept beside the pinned ones and those of the high scores.
pub const RECENT: usize = 20;

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

    /// Adds the newest replay under the next name. Those that give way to it are handed to `dropped`.
    pub fn add(&mut self, mut kept: Kept, dropped: &mut dyn FnMut(&Kept)) {
        kept.id = self.next_id();
        self.next = self.next.wrapping_add(1);
        self.kept.insert(0, kept);
        while self.kept.iter().filter(|kept| kept.is_recent()).count() > RECENT {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(ranked: bool, pinned: bool) -> Kept {
        Kept { ranked, pinned, ..Kept::default() }
    }

    #[test]
    fn the_oldest_of_the_last_games_give_way_and_no_others() {
        let mut index = ReplayIndex::default();
        let mut dropped = Vec::new();
        index.add(kept(true, false), &mut |_| unreachable!("there is room"));
        index.add(kept(false, true), &mut |_| unreachable!("there is room"));
        for _ in 0..RECENT + 3 {
            index.add(kept(false, false), &mut |kept| dropped.push(kept.id.clone()));
        }
        assert_eq!(dropped, ["r2", "r3", "r4"]);
        assert_eq!(index.kept.len(), RECENT + 2);
        let oldest: Vec<&str> =
            index.kept.iter().rev().take(2).map(|kept| kept.id.as_str()).collect();
        assert_eq!(oldest, ["r0", "r1"]);
    }
}
