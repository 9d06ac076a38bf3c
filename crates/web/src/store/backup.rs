//! All local data as one file, out and in.

use quintet_words::{Phrase, notices};

use quintet_records::VERSION;

use super::{Json, Replays, Store};

/// The document that says who the device is to a server.
pub(crate) const IDENTITY: &str = "online";

/// What the file says it is.
const FORMAT: &str = "quintet-backup";

/// Every document of the store, word by word.
#[derive(Debug)]
pub(crate) struct Backup {
    documents: Vec<(String, String)>,
}

impl Backup {
    /// Everything there is, set-aside data included; without who the device is to a server, if the file
    /// is not to be the player's identity.
    pub(crate) async fn take(store: Store, with_identity: bool) -> String {
        let replays = Replays::documents(store).await;
        let document = |key: String| {
            // Copies that were set aside have the key in their own.
            if Replays::owns(&key) || !with_identity && key.contains(IDENTITY) {
                return None;
            }
            let text = store.text(&key)?;
            Some((key, Json::Text(text)))
        };
        let others = store.keys().into_iter().filter_map(document);
        let replays = replays.into_iter().map(|(key, text)| (key, Json::Text(text)));
        let documents = others.chain(replays).collect();
        Json::object([
            ("format", FORMAT.into()),
            ("version", VERSION.into()),
            ("documents", Json::Object(documents)),
        ])
        .to_string()
    }

    /// Reads a file, or says what is wrong with it.
    pub(crate) fn parse(text: &str) -> Result<Backup, Phrase> {
        let json = Json::parse(text).map_err(|_| notices::NOT_A_BACKUP)?;
        if json.text("format") != Some(FORMAT) || json.number("version") != Some(VERSION) {
            return Err(notices::UNKNOWN_BACKUP);
        }
        let document = |(key, text): &(String, Json)| {
            text.as_text().map(|text| (key.clone(), text.to_owned()))
        };
        let documents = json.get("documents").and_then(Json::fields).unwrap_or_default();
        Ok(Backup { documents: documents.iter().filter_map(document).collect() })
    }

    /// Replaces everything by what the file holds.
    pub(crate) async fn restore(self, store: Store) {
        Backup::erase(store).await;
        let (replays, others): (Vec<_>, Vec<_>) =
            self.documents.into_iter().partition(|(key, _)| Replays::owns(key));
        for (key, text) in &others {
            store.write_text(key, text);
        }
        Replays::take_in(store, &replays).await;
    }

    /// Takes everything away.
    pub(crate) async fn erase(store: Store) {
        Replays::erase(store).await;
        for key in store.keys() {
            store.remove(&key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_files_are_refused_with_the_reason() {
        for text in ["", "{}", "[1]", r#"{"format":"x","version":1,"documents":{}}"#] {
            assert!(Backup::parse(text).is_err(), "{text}");
        }
        assert!(Backup::parse(r#"{"format":"quintet-backup","version":1,"documents":{}}"#).is_ok());
    }
}
