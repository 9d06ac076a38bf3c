//! Documents: what is kept is JSON with a version round it, the same in a browser's storage and in
//! files.

use quintet_words::notices;

use crate::Json;

/// The version of all documents.
pub const VERSION: u32 = 1;

/// What can be kept.
pub trait Document: Default {
    /// As it is written.
    fn to_json(&self) -> Json;
    /// As it is read; none where it is invalid.
    fn from_json(json: &Json) -> Option<Self>;
}

/// A document's text.
pub fn seal(data: Json) -> String {
    Json::object([("version", VERSION.into()), ("data", data)]).to_string()
}

/// A document's data, or a sentence that says why it cannot be read.
pub fn open(text: &str) -> Result<Json, String> {
    let envelope = Json::parse(text).map_err(|place| notices::damaged_at(place as u32))?;
    match (envelope.number::<u32>("version"), envelope) {
        (Some(VERSION), Json::Object(fields)) => {
            let data = fields.into_iter().find(|(name, _)| name == "data");
            data.map(|(_, data)| data).ok_or_else(|| notices::EMPTY.into())
        }
        (Some(version), _) => Err(notices::unknown_version(version)),
        (None, _) => Err(notices::NO_VERSION.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_is_read_as_it_was_written() {
        let data = Json::List(vec![Json::Number(1)]);
        assert_eq!(open(&seal(data.clone())), Ok(data.clone()));
        assert_eq!(open(r#"{"version":1,"data":[1]}"#), Ok(data));
    }

    #[test]
    fn damage_and_unknown_versions_are_told_apart_from_data() {
        for text in ["", "{", "null", "[]", r#"{"version":1}"#, r#"{"data":1}"#] {
            assert!(open(text).is_err(), "{text}");
        }
        let newer = open(r#"{"version":2,"data":[]}"#);
        assert_eq!(newer, Err(notices::unknown_version(2)));
    }
}
