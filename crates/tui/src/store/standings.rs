//! Matches won and lost against the computer, level by level.

use quintet_words::notices;
use serde_json::{Value, json};

use super::Store;
use crate::duel::LEVEL_NAMES;

/// Won and lost at each level of a mode.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standings([(u64, u64); LEVEL_NAMES.len()]);

impl Standings {
    /// What has been counted in a mode.
    pub(crate) fn load(store: &mut Store, mode: &str) -> Standings {
        let key = key(mode);
        let Some(data) = store.read(&key, notices::MATCHES) else { return Standings::default() };
        from_json(&data).unwrap_or_else(|| {
            store.refuse(&store.path(&key), notices::MATCHES, &notices::INVALID);
            Standings::default()
        })
    }

    /// Counts a match.
    pub(crate) fn count(store: &mut Store, mode: &str, level: u8, won: bool) {
        let mut standings = Standings::load(store, mode);
        if let Some((wins, losses)) = standings.0.get_mut(usize::from(level).wrapping_sub(1)) {
            *(if won { wins } else { losses }) += 1;
        }
        let level = |&(won, lost): &(u64, u64)| json!({ "won": won, "lost": lost });
        let list: Vec<Value> = standings.0.iter().map(level).collect();
        store.write(&key(mode), &list.into());
    }

    /// Won and lost at each level, the first being 1.
    pub(crate) fn levels(&self) -> &[(u64, u64)] {
        &self.0
    }
}

fn key(mode: &str) -> String {
    format!("matches/{mode}")
}

fn from_json(json: &Value) -> Option<Standings> {
    let mut standings = Standings::default();
    for (tally, level) in standings.0.iter_mut().zip(json.as_array()?) {
        *tally = (level.get("won")?.as_u64()?, level.get("lost")?.as_u64()?);
    }
    Some(standings)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;

    #[test]
    fn matches_are_counted_by_level() {
        let mut scratch = Scratch::new();
        for (level, won) in [(1, true), (5, false), (5, true), (9, true)] {
            Standings::count(&mut scratch.store, "versus", level, won);
        }
        let read = Standings::load(&mut scratch.store, "versus");
        assert_eq!(read.levels(), [(1, 0), (0, 0), (0, 0), (0, 0), (1, 1)]);
    }
}
