//! JSON as far as the app's documents need it: whole numbers, text, lists and objects.
//!
//! The general-purpose library would be a third of the whole download; these documents are our own.

use std::fmt;

/// Maximum nesting depth; no document of ours comes near it.
const DEPTH: u32 = 16;

/// A JSON value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Json {
    /// Nothing.
    Null,
    /// Yes or no.
    Bool(bool),
    /// A whole number, of 64 bits without its sign.
    Number(i128),
    /// Text.
    Text(String),
    /// Values in a row.
    List(Vec<Json>),
    /// Values by name, in the order in which they were written.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text; says at which byte it stops making sense.
    pub fn parse(text: &str) -> Result<Json, usize> {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        let value = reader.value(DEPTH).filter(|_| {
            reader.skip_blanks();
            reader.at == reader.text.len()
        });
        value.ok_or(reader.at)
    }

    /// An object's field.
    pub fn get(&self, name: &str) -> Option<&Json> {
        match self {
            Json::Object(fields) => fields.iter().find(|(key, _)| key == name).map(|(_, it)| it),
            _ => None,
        }
    }

    /// A field that is a number of this type.
    pub fn number<T: TryFrom<i128>>(&self, name: &str) -> Option<T> {
        match self.get(name)? {
            Json::Number(number) => T::try_from(*number).ok(),
            _ => None,
        }
    }

    /// A field that is yes or no.
    pub fn bool(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            Json::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// A field that is text.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.get(name)?.as_text()
    }

    /// This value, if it is text.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// This value's items, if it is a list.
    pub fn items(&self) -> Option<&[Json]> {
        match self {
            Json::List(items) => Some(items),
            _ => None,
        }
    }

    /// This value's fields, if it is an object.
    pub fn fields(&self) -> Option<&[(String, Json)]> {
        match self {
            Json::Object(fields) => Some(fields),
            _ => None,
        }
    }

    /// An object of these fields.
    pub fn object<const N: usize>(fields: [(&str, Json); N]) -> Json {
        Json::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Json {
        Json::Bool(value)
    }
}

impl From<u64> for Json {
    fn from(value: u64) -> Json {
        Json::Number(value.into())
    }
}

impl From<u32> for Json {
    fn from(value: u32) -> Json {
        Json::Number(value.into())
    }
}

impl From<u8> for Json {
    fn from(value: u8) -> Json {
        Json::Number(value.into())
    }
}

impl From<&str> for Json {
    fn from(value: &str) -> Json {
        Json::Text(value.to_owned())
    }
}

impl<T: Into<Json>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Json {
        value.map_or(Json::Null, Into::into)
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => f.write_str(if *value { "true" } else { "false" }),
            Json::Number(number) => {
                // Sign and size apart: writing 128 bits takes code of its own.
                f.write_str(if *number < 0 { "-" } else { "" })?;
                (number.unsigned_abs() as u64).fmt(f)
            }
            Json::Text(text) => quoted(text, f),
            Json::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    f.write_str(if index == 0 { "[" } else { "," })?;
                    item.fmt(f)?;
                }
                f.write_str(if items.is_empty() { "[]" } else { "]" })
            }
            Json::Object(fields) => {
                for (index, (name, value)) in fields.iter().enumerate() {
                    f.write_str(if index == 0 { "{" } else { "," })?;
                    quoted(name, f)?;
                    f.write_str(":")?;
                    value.fmt(f)?;
                }
                f.write_str(if fields.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn quoted(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("\"")?;
    for sign in text.chars() {
        match sign {
            '"' | '\\' => write!(f, "\\{sign}")?,
            '\0'..'\u{20}' => write!(f, "\\u{:04x}", sign as u32)?,
            _ => write!(f, "{sign}")?,
        }
    }
    f.write_str("\"")
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        while matches!(self.text.get(self.at), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    /// Takes this byte if it comes next, after blanks.
    fn take(&mut self, byte: u8) -> bool {
        self.skip_blanks();
        let next = self.text.get(self.at) == Some(&byte);
        self.at += usize::from(next);
        next
    }

    fn word(&mut self, word: &str, value: Json) -> Option<Json> {
        let found = self.text[self.at..].starts_with(word.as_bytes());
        found.then(|| {
            self.at += word.len();
            value
        })
    }

    fn value(&mut self, depth: u32) -> Option<Json> {
        self.skip_blanks();
        match *self.text.get(self.at)? {
            b'n' => self.word("null", Json::Null),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'"' => self.string().map(Json::Text),
            b'[' => self.list(depth.checked_sub(1)?),
            b'{' => self.object(depth.checked_sub(1)?),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Option<Json> {
        let begin = self.at;
        while matches!(self.text.get(self.at), Some(b'-' | b'0'..=b'9')) {
            self.at += 1;
        }
        let digits = str::from_utf8(&self.text[begin..self.at]).ok()?;
        let fraction = matches!(self.text.get(self.at), Some(b'.' | b'e' | b'E'));
        let (sign, size) = digits.strip_prefix('-').map_or((1, digits), |size| (-1, size));
        let size: u64 = size.parse().ok().filter(|_| !fraction)?;
        Some(Json::Number(sign * i128::from(size)))
    }

    fn list(&mut self, depth: u32) -> Option<Json> {
        let mut items = Vec::new();
        self.at += 1;
        if self.take(b']') {
            return Some(Json::List(items));
        }
        loop {
            items.push(self.value(depth)?);
            if self.take(b']') {
                return Some(Json::List(items));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn object(&mut self, depth: u32) -> Option<Json> {
        let mut fields = Vec::new();
        self.at += 1;
        if self.take(b'}') {
            return Some(Json::Object(fields));
        }
        loop {
            self.skip_blanks();
            let name = self.string()?;
            if !self.take(b':') {
                return None;
            }
            fields.push((name, self.value(depth)?));
            if self.take(b'}') {
                return Some(Json::Object(fields));
            }
            if !self.take(b',') {
                return None;
            }
        }
    }

    fn string(&mut self) -> Option<String> {
        if self.text.get(self.at) != Some(&b'"') {
            return None;
        }
        self.at += 1;
        let mut bytes = Vec::new();
        loop {
            let byte = *self.text.get(self.at)?;
            self.at += 1;
            match byte {
                b'"' => return String::from_utf8(bytes).ok(),
                b'\\' => {
                    bytes.extend_from_slice(self.escape()?.encode_utf8(&mut [0; 4]).as_bytes());
                }
                0..0x20 => return None,
                _ => bytes.push(byte),
            }
        }
    }

    fn escape(&mut self) -> Option<char> {
        let byte = *self.text.get(self.at)?;
        self.at += 1;
        Some(match byte {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let first = self.hex()?;
                // A character beyond the first plane comes as two halves.
                let code = if (0xD800..0xDC00).contains(&first) {
                    self.word("\\u", Json::Null)?;
                    let second = self.hex()?.checked_sub(0xDC00).filter(|&half| half < 0x400)?;
                    0x10000 + ((first - 0xD800) << 10 | second)
                } else {
                    first
                };
                char::from_u32(code)?
            }
            b'"' | b'\\' | b'/' => byte.into(),
            _ => return None,
        })
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = str::from_utf8(self.text.get(self.at..self.at + 4)?).ok()?;
        self.at += 4;
        u32::from_str_radix(digits, 16).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_again() {
        let value = Json::object([
            ("list", Json::List(vec![Json::Null, Json::Bool(true), Json::Number(-7)])),
            ("text", "quote \" slash \\ line \n bell \u{7} é 🎮".into()),
            ("empty", Json::List(Vec::new())),
            ("nothing", Json::object([])),
            ("big", u64::MAX.into()),
        ]);
        assert_eq!(Json::parse(&value.to_string()), Ok(value));
    }

    #[test]
    fn other_peoples_json_is_understood() {
        let value =
            Json::parse(" { \"a\" : [ 1 , \"\\u00e9\\ud83c\\udfae\\/\" ] , \"b\" : false } ");
        let value = value.expect("it is JSON");
        assert_eq!(value.get("a").and_then(Json::items).map(<[Json]>::len), Some(2));
        assert_eq!(value.get("a").unwrap().items().unwrap()[1].as_text(), Some("é🎮/"));
        assert_eq!(value.bool("b"), Some(false));
        assert_eq!(value.number::<u8>("b"), None);
    }

    #[test]
    fn what_is_no_json_of_ours_is_refused_with_its_place() {
        for text in [
            "",
            "{",
            "[1,]",
            "{\"a\"}",
            "1.5",
            "1e9",
            "nul",
            "\"",
            "\"\\x\"",
            "\"\\ud800\"",
            "[1]x",
            "--1",
            "{a:1}",
            "\"\n\"",
        ] {
            assert!(Json::parse(text).is_err(), "{text}");
        }
        assert_eq!(Json::parse("[1, oops]"), Err(4));
        assert!(Json::parse(&"[".repeat(100_000)).is_err(), "too deep");
    }
}
