//! Replays: the last games, and every game that made a high score.

use std::fs;

use quintet_engine::Replay;
use quintet_words::notices;
use serde_json::{Value, json};

use super::{REPLAYS, Store};

/// How many of the last games are kept beside those of the high scores.
const RECENT: usize = 20;
const INDEX: &str = "replays";

/// What the list shows of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Kept {
    /// Its name.
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) mode: String,
    pub(crate) score: u64,
    pub(crate) lines: u32,
    pub(crate) time_us: u64,
    /// The day, as YYYY-MM-DD.
    pub(crate) date: String,
    /// Whether a high score refers to it.
    pub(crate) ranked: bool,
}

/// The list of replays, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Replays {
    next: u32,
    kept: Vec<Kept>,
}

impl Replays {
    /// What is kept.
    pub(crate) fn load(store: &mut Store) -> Replays {
        let Some(data) = store.read(INDEX, notices::REPLAYS) else { return Replays::default() };
        from_json(&data).unwrap_or_else(|| {
            store.refuse(&store.path(INDEX), notices::REPLAYS, &notices::INVALID);
            Replays::default()
        })
    }

    /// The list, newest first.
    pub(crate) fn list(&self) -> &[Kept] {
        &self.kept
    }

    /// Keeps a replay, lets the oldest one go where there are too many, and gives it a name.
    pub(crate) fn add(&mut self, store: &mut Store, replay: &Replay, mut kept: Kept) -> String {
        // Another program may have added one, and an index that was set aside names none.
        let lock = store.lock();
        *self = Replays::load(store);
        let is_taken = |store: &Store, next: u32| store.path(&place(&format!("r{next}"))).exists();
        while is_taken(store, self.next) {
            self.next = self.next.wrapping_add(1);
        }
        let id = format!("r{}", self.next);
        self.next = self.next.wrapping_add(1);
        kept.id.clone_from(&id);
        self.kept.insert(0, kept);
        store.write_bytes(&store.path(&place(&id)), &replay.to_bytes());
        while self.kept.iter().filter(|kept| !kept.ranked).count() > RECENT {
            let oldest = self.kept.iter().rposition(|kept| !kept.ranked && kept.id != id);
            let Some(oldest) = oldest else { break };
            store.remove(&place(&self.kept.remove(oldest).id));
        }
        store.write(INDEX, &self.to_json());
        drop(lock);
        id
    }

    /// A replay by its name; one that cannot be read is set aside.
    pub(crate) fn find(store: &mut Store, id: &str) -> Option<Replay> {
        let path = store.path(&place(id));
        let replay = Replay::from_bytes(&fs::read(&path).ok()?);
        if let Err(error) = &replay {
            store.refuse(&path, notices::REPLAY, &error.to_string());
        }
        replay.ok()
    }

    /// Lets a replay go.
    pub(crate) fn remove(&mut self, store: &mut Store, id: &str) {
        self.kept.retain(|kept| kept.id != id);
        store.remove(&place(id));
        store.write(INDEX, &self.to_json());
    }

    /// A high score no longer refers to this replay.
    pub(crate) fn unrank(&mut self, store: &mut Store, id: &str) {
        for kept in self.kept.iter_mut().filter(|kept| kept.id == id) {
            kept.ranked = false;
        }
        store.write(INDEX, &self.to_json());
    }

    fn to_json(&self) -> Value {
        let kept = |kept: &Kept| {
            json!({
                "id": kept.id,
                "game": kept.game,
                "mode": kept.mode,
                "score": kept.score,
                "lines": kept.lines,
                "time_us": kept.time_us,
                "date": kept.date,
                "ranked": kept.ranked,
            })
        };
        let list: Vec<Value> = self.kept.iter().map(kept).collect();
        json!({ "next": self.next, "kept": list })
    }
}

fn from_json(json: &Value) -> Option<Replays> {
    let kept = |json: &Value| {
        let text = |name: &str| Some(json.get(name)?.as_str()?.to_owned());
        let number = |name: &str| json.get(name).and_then(Value::as_u64);
        let is_plain = |id: &String| id.bytes().all(|sign| sign.is_ascii_alphanumeric());
        Some(Kept {
            id: text("id").filter(is_plain)?,
            game: text("game")?,
            mode: text("mode")?,
            score: number("score")?,
            lines: number("lines")? as u32,
            time_us: number("time_us")?,
            date: text("date")?,
            ranked: json.get("ranked")?.as_bool()?,
        })
    };
    let list = json.get("kept")?.as_array()?.iter().map(kept).collect::<Option<Vec<Kept>>>()?;
    Some(Replays { next: json.get("next")?.as_u64()? as u32, kept: list })
}

fn place(id: &str) -> String {
    format!("{REPLAYS}{id}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::testing::Scratch;
    use quintet_engine::{Button, GameName, Micros, Recorder};

    fn kept(ranked: bool) -> Kept {
        Kept {
            id: String::new(),
            game: "marathon".to_owned(),
            mode: "sprint".to_owned(),
            score: 4200,
            lines: 40,
            time_us: 61_000_000,
            date: "2026-01-05".to_owned(),
            ranked,
        }
    }

    fn replay() -> Replay {
        let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 3);
        recorder.press(0, Button::Left, Micros(7), &mut |_, _| {}).expect("time goes on");
        recorder.replay()
    }

    #[test]
    fn replays_are_files_that_anything_of_ours_opens() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let id = Replays::default().add(store, &replay(), kept(true));
        assert_eq!(Replays::find(store, &id), Some(replay()));
        let bytes = fs::read(store.path(&place(&id))).expect("it is a file");
        assert_eq!(Replay::from_bytes(&bytes), Ok(replay()));
        assert_eq!(Replays::load(store).list().len(), 1);
    }

    #[test]
    fn the_last_games_are_kept_and_those_of_high_scores() {
        let mut scratch = Scratch::new();
        let store = &mut scratch.store;
        let best = Replays::default().add(store, &replay(), kept(true));
        for _ in 0..RECENT + 5 {
            Replays::load(store).add(store, &replay(), kept(false));
        }
        let replays = Replays::load(store);
        assert_eq!(replays.list().len(), RECENT + 1);
        assert!(Replays::find(store, &best).is_some());
        let files = fs::read_dir(scratch.folder.join("data/replays")).expect("a folder").count();
        assert_eq!(files, RECENT + 1);
    }

    #[test]
    fn an_index_that_names_files_elsewhere_is_refused() {
        let json = json!({ "next": 1, "kept": [{ "id": "../../x", "game": "a", "mode": "b",
            "score": 1, "lines": 1, "time_us": 1, "date": "", "ranked": false }] });
        assert_eq!(from_json(&json), None);
    }
}
