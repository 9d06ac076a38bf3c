//! Replays in the browser's database, which has room for thousands.

use js_sys::{Array, Uint8Array};
use quintet_records::{Kept, RECENT_WITH_ROOM, first_to_go};
use wasm_bindgen::{JsCast, JsValue};

use super::Listed;
use crate::store::database::{ABOUT, Database, Failure, REPLAYS};
use crate::store::{Document, Json};

/// Where the database is full, no more is dropped for a replay than this many times its size: what
/// does not fit then never will.
const WORTH: usize = 4;

/// The replays in the database.
#[derive(Clone)]
pub(super) struct Archive(Database);

impl Archive {
    /// Opens it; none where the browser has no database for us.
    pub(super) async fn open() -> Option<Archive> {
        Database::open().await.map(Archive)
    }

    /// Writes a replay and lets the oldest go where there are too many, or where it needs the room. What
    /// makes room goes together with the writing, so that nothing goes for a replay that never fits.
    pub(super) async fn add(&self, new: &Kept, bytes: &[u8]) -> Result<(), Failure> {
        let mut list = Vec::new();
        let mut gone: Vec<Listed> = Vec::new();
        loop {
            let ids: Vec<&str> = gone.iter().map(|listed| listed.kept.id.as_str()).collect();
            let freed: usize = gone.iter().map(|listed| listed.size.max(1)).sum();
            match self.replace(&ids, &[(new, bytes)]).await {
                Err(Failure::Full) if freed < WORTH * bytes.len() => {}
                other => {
                    other?;
                    break;
                }
            }
            if gone.is_empty() {
                list = self.list().await?;
            }
            gone.push(first_to_go(&mut list, |listed| &listed.kept).ok_or(Failure::Full)?);
        }
        let count = self.0.read(ABOUT, &|table| table.count()).await?;
        if count.as_f64().unwrap_or(0.0) > RECENT_WITH_ROOM as f64 {
            let mut recent = self.list().await?;
            recent.retain(|listed| listed.kept.is_recent());
            let gone = recent.split_off(RECENT_WITH_ROOM.min(recent.len()));
            let ids: Vec<&str> = gone.iter().map(|listed| listed.kept.id.as_str()).collect();
            self.remove(&ids).await?;
        }
        Ok(())
    }

    /// Writes replays, all or none.
    pub(super) async fn put(&self, replays: &[(&Kept, &[u8])]) -> Result<(), Failure> {
        self.replace(&[], replays).await
    }

    /// Lets replays go and writes others, all or nothing.
    async fn replace(&self, gone: &[&str], replays: &[(&Kept, &[u8])]) -> Result<(), Failure> {
        let act = |about: &super::Table, bodies: &super::Table| {
            for id in gone {
                about.delete(id)?;
                bodies.delete(id)?;
            }
            for (new, bytes) in replays {
                about.put(&written(new, bytes.len()), &new.id)?;
                bodies.put(&Uint8Array::from(*bytes), &new.id)?;
            }
            Ok(())
        };
        self.0.write(&act).await
    }

    /// Everything that is kept, newest first.
    pub(super) async fn list(&self) -> Result<Vec<Listed>, Failure> {
        let all = self.0.read(ABOUT, &|table| table.get_all()).await?;
        let all = all.unchecked_into::<Array>();
        let mut list: Vec<Listed> = all.iter().filter_map(|text| read(&text)).collect();
        list.sort_by_key(|listed| std::cmp::Reverse(number(&listed.kept.id)));
        Ok(list)
    }

    /// What lists show of a replay.
    pub(super) async fn about(&self, id: &str) -> Option<Listed> {
        read(&self.0.read(ABOUT, &|table| table.get(id)).await.ok()?)
    }

    /// A replay's bytes.
    pub(super) async fn bytes(&self, id: &str) -> Option<Vec<u8>> {
        let bytes = self.0.read(REPLAYS, &|table| table.get(id)).await.ok()?;
        Some(bytes.dyn_into::<Uint8Array>().ok()?.to_vec())
    }

    /// Changes what is kept about a replay.
    pub(super) async fn change(&self, id: &str, change: &dyn Fn(&mut Kept)) -> Result<(), Failure> {
        let Some(mut listed) = self.about(id).await else { return Ok(()) };
        change(&mut listed.kept);
        let text = written(&listed.kept, listed.size);
        self.0.write(&|about, _| about.put(&text, id).map(drop)).await
    }

    /// Lets replays go.
    pub(super) async fn remove(&self, ids: &[&str]) -> Result<(), Failure> {
        self.replace(ids, &[]).await
    }

    /// Lets everything go.
    pub(super) async fn erase(&self) -> Result<(), Failure> {
        self.0.write(&|about, bodies| about.clear().and(bodies.clear()).map(drop)).await
    }
}

/// The number in a replay's name: the larger, the newer.
pub(super) fn number(id: &str) -> u64 {
    id.trim_start_matches(|letter: char| !letter.is_ascii_digit()).parse().unwrap_or(0)
}

fn written(new: &Kept, size: usize) -> JsValue {
    let Json::Object(mut fields) = new.to_json() else { return JsValue::NULL };
    fields.push(("bytes".to_owned(), (size as u64).into()));
    JsValue::from_str(&Json::Object(fields).to_string())
}

fn read(text: &JsValue) -> Option<Listed> {
    let json = Json::parse(&text.as_string()?).ok()?;
    Some(Listed { kept: Kept::from_json(&json)?, size: json.number("bytes").unwrap_or(0) })
}
