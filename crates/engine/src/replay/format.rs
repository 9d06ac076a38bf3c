//! A replay as bytes and as JSON.
//!
//! The bytes are: `QNTR`, the format's version (one byte), the content, and the CRC-32 of all that
//! comes before it. The content is written by postcard, with two exceptions. The inputs are packed:
//! the time since the previous input as a variable-length number, then one byte for player, press or
//! release, and button. The rules and the starting position of a board are the fields in which they
//! differ from [`Rules::BASE`] and from an empty position, each preceded by its number.
//!
//! Without a new version of the format the following may change: new games, new rules and new
//! fields of a position (with a new number, and a base value that changes nothing), new variants at
//! the end of an enum, new buttons at the end (up to 15), and the rules of a named game. Everything
//! else needs a new version. [`v1`] reads what version 1 wrote.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::{MAX_PLAYERS, Replay, ReplayError, ReplayResult, v1};
use crate::button::Button;
use crate::garbage::{Gaps, MAX_PENDING_GARBAGE};
use crate::input::{Input, TimedInput};
use crate::position::Position;
use crate::rules::Rules;
use crate::time::Micros;

/// The version of the format that this program writes.
pub const VERSION: u8 = 2;
/// No game makes a replay larger than this.
pub const MAX_BYTES: usize = 4 << 20;

const MAGIC: &[u8; 4] = b"QNTR";
pub(super) const HEAD: usize = MAGIC.len() + 1;
const CHECKSUM: usize = 4;

/// Bits of an input's code byte: three for the player, one for release, four for the button.
const RELEASE: u8 = 0x10;
/// In place of a button, so that there is room for 15 of them.
const GARBAGE: u8 = 0x0f;
const _: () = assert!(Button::ALL.len() <= GARBAGE as usize, "the code of garbage is no button");

/// The content of version 2. The bytes are owned when they are written and borrowed when read.
#[derive(Serialize, Deserialize)]
#[serde(bound(deserialize = "B: Deserialize<'de>"))]
struct Content<B> {
    revision: u16,
    #[serde(deserialize_with = "one_per_board")]
    rules: Vec<B>,
    seed: u64,
    #[serde(deserialize_with = "one_per_board")]
    start: Vec<Option<B>>,
    inputs: B,
    locks: Vec<u16>,
    result: ReplayResult,
}

/// A replay's JSON says what it is and of which version.
#[derive(Serialize, Deserialize)]
struct Json<R> {
    quintet_replay: u8,
    replay: R,
}

#[derive(Deserialize)]
struct JsonVersion {
    quintet_replay: u32,
}

/// CRC-32 by the nibble. The crates for it bring tables of kilobytes, which every player of the web
/// app would have to download.
fn checksum(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 16] = {
        let mut table = [0; 16];
        let mut nibble = 0;
        while nibble < 16 {
            let mut crc = nibble as u32;
            let mut bit = 0;
            while bit < 4 {
                crc = if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 };
                bit += 1;
            }
            table[nibble] = crc;
            nibble += 1;
        }
        table
    };
    let step = |crc: u32| crc >> 4 ^ TABLE[(crc & 15) as usize];
    !bytes.iter().fold(u32::MAX, |crc, &byte| step(step(crc ^ u32::from(byte))))
}

impl Replay {
    /// The replay as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let start = |position: &Option<Position>| position.as_ref().map(Position::differing_fields);
        let content = Content {
            revision: self.revision,
            rules: self.rules.iter().map(Rules::differing_fields).collect(),
            seed: self.seed,
            start: self.start.iter().map(start).collect(),
            inputs: pack(&self.inputs),
            locks: self.locks.clone(),
            result: self.result.clone(),
        };
        let mut bytes = MAGIC.to_vec();
        bytes.push(VERSION);
        // Writing to memory fails only where memory does.
        bytes.extend(postcard::to_allocvec(&content).unwrap_or_default());
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a replay of any version, or says what is wrong with the bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Replay, ReplayError> {
        if bytes.len() > MAX_BYTES {
            return Err(ReplayError::TooLarge(bytes.len()));
        }
        if bytes.len() < HEAD + CHECKSUM || !bytes.starts_with(MAGIC) {
            return Err(ReplayError::NotAReplay);
        }
        let read = match bytes[MAGIC.len()] {
            1 => v1::read,
            2 => read,
            version => return Err(ReplayError::Version(version.into())),
        };
        let (body, found) = bytes.split_at(bytes.len() - CHECKSUM);
        let found = found.iter().rev().fold(0, |sum, &byte| sum << 8 | u32::from(byte));
        let computed = checksum(body);
        if found != computed {
            return Err(ReplayError::Checksum { found, computed });
        }
        read(&body[HEAD..])
    }

    /// The replay as JSON.
    pub fn to_json(&self) -> String {
        let json = Json { quintet_replay: VERSION, replay: self };
        serde_json::to_string_pretty(&json).unwrap_or_default()
    }

    /// Reads a replay of any version from JSON, or says what is wrong with it.
    pub fn from_json(text: &str) -> Result<Replay, ReplayError> {
        if text.len() > MAX_BYTES {
            return Err(ReplayError::TooLarge(text.len()));
        }
        let wrong = |error: &serde_json::Error| ReplayError::Json {
            line: error.line(),
            column: error.column(),
            problem: error.to_string(),
        };
        let JsonVersion { quintet_replay: version } =
            serde_json::from_str(text).map_err(|error| wrong(&error))?;
        if !(1..=u32::from(VERSION)).contains(&version) {
            return Err(ReplayError::Version(version));
        }
        let json: Json<Replay> = serde_json::from_str(text).map_err(|error| wrong(&error))?;
        let mut replay = json.replay;
        if version == 1 {
            replay.rules.iter_mut().for_each(v1::upgrade);
        }
        Ok(replay)
    }
}

/// Reads the content of version 2.
fn read(content: &[u8]) -> Result<Replay, ReplayError> {
    let Content::<&[u8]> { revision, rules, seed, start, inputs, locks, result } = decode(content)?;
    let unknown = |_| ReplayError::Content { offset: HEAD, problem: UNKNOWN_FIELD };
    let rules = rules.into_iter().map(|rules| Rules::from_differing_fields(rules).map_err(unknown));
    let start = start
        .into_iter()
        .map(|position| position.map(Position::from_differing_fields).transpose().map_err(unknown));
    Ok(Replay {
        revision,
        rules: rules.collect::<Result<_, _>>()?,
        seed,
        start: start.collect::<Result<_, _>>()?,
        inputs: unpack(inputs, content)?,
        locks,
        result,
    })
}

const UNKNOWN_FIELD: &str = "it has a rule that this program does not know";

/// Reads the whole content; anything after it is refused.
pub(super) fn decode<'a, T: Deserialize<'a>>(content: &'a [u8]) -> Result<T, ReplayError> {
    let (value, rest) = postcard::take_from_bytes(content).map_err(|_| ReplayError::Content {
        offset: HEAD,
        problem: "the content cannot be decoded",
    })?;
    if !rest.is_empty() {
        let offset = HEAD + content.len() - rest.len();
        return Err(ReplayError::Content {
            offset,
            problem: "there are bytes after the end of the content",
        });
    }
    Ok(value)
}

/// Reads a list with an entry for each board. An entry may be a single byte and take a hundred in
/// memory, so a list that is too long is refused as soon as that shows.
pub(crate) fn one_per_board<'de, D, T>(list: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    struct OnePerBoard<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for OnePerBoard<T> {
        type Value = Vec<T>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "at most {MAX_PLAYERS} boards")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
            let mut entries = Vec::new();
            while let Some(entry) = list.next_element()? {
                entries.push(entry);
                if entries.len() > MAX_PLAYERS {
                    return Err(A::Error::invalid_length(entries.len(), &self));
                }
            }
            Ok(entries)
        }
    }

    list.deserialize_seq(OnePerBoard(PhantomData))
}

fn pack(inputs: &[TimedInput]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(inputs.len() * 4);
    let mut before = Micros::ZERO;
    for timed in inputs {
        push_number(&mut bytes, (timed.at - before).0);
        before = timed.at;
        let player = timed.player << 5;
        match &timed.input {
            Input::Press(button) => bytes.push(player | *button as u8),
            Input::Release(button) => bytes.push(player | RELEASE | *button as u8),
            Input::Garbage(gaps) => {
                bytes.push(player | GARBAGE);
                push_number(&mut bytes, gaps.len() as u64);
                bytes.extend_from_slice(gaps);
            }
        }
    }
    bytes
}

fn push_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// The inputs that these bytes, a part of the content, are.
pub(super) fn unpack(bytes: &[u8], content: &[u8]) -> Result<Vec<TimedInput>, ReplayError> {
    let offset = HEAD + bytes.as_ptr().addr() - content.as_ptr().addr();
    let mut reader = Reader { bytes, read: 0, offset };
    let mut inputs = Vec::new();
    let mut at = Micros::ZERO;
    while reader.read < bytes.len() {
        at += Micros(reader.number()?);
        let code = reader.byte()?;
        let input = match (code & 0x0f, code & RELEASE != 0) {
            (GARBAGE, false) => {
                let count = reader.number()?;
                if count > MAX_PENDING_GARBAGE as u64 {
                    return Err(reader.problem("there is more garbage than can wait"));
                }
                Input::Garbage(reader.bytes(count)?.iter().copied().collect::<Gaps>())
            }
            (button, is_release) => {
                let button = Button::ALL.get(usize::from(button)).copied();
                let button = button.ok_or_else(|| reader.problem("there is no such button"))?;
                if is_release { Input::Release(button) } else { Input::Press(button) }
            }
        };
        inputs.push(TimedInput { at, player: code >> 5, input });
    }
    Ok(inputs)
}

struct Reader<'a> {
    bytes: &'a [u8],
    read: usize,
    offset: usize,
}

impl<'a> Reader<'a> {
    fn problem(&self, problem: &'static str) -> ReplayError {
        ReplayError::Content { offset: self.offset + self.read, problem }
    }

    fn byte(&mut self) -> Result<u8, ReplayError> {
        let byte = self.bytes.get(self.read).copied();
        let byte = byte.ok_or_else(|| self.problem("an input is incomplete"))?;
        self.read += 1;
        Ok(byte)
    }

    fn bytes(&mut self, count: u64) -> Result<&'a [u8], ReplayError> {
        let end = usize::try_from(count).ok().and_then(|count| self.read.checked_add(count));
        let bytes = end.and_then(|end| self.bytes.get(self.read..end));
        let bytes = bytes.ok_or_else(|| self.problem("an input is incomplete"))?;
        self.read += bytes.len();
        Ok(bytes)
    }

    fn number(&mut self) -> Result<u64, ReplayError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(self.problem("a number is too large"))
    }
}
