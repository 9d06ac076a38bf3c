//! The messages between the app and the computer player, which thinks in a worker so that no frame
//! waits for it. The worker also does what is too large for the app: it reads replays in JSON and
//! draws QR codes.
//!
//! The worker keeps a copy of the match: the app sends the recording once and then every input. When a
//! piece enters, the app asks, and the answer is all inputs for that piece, each with its time. Every
//! request carries a hash of the board, so that a copy that is out of step is noticed and replaced.
//!
//! Messages are encoded with postcard; inputs follow the rest of a message, so that they can be read
//! into a list that is used again. Decoding returns `None` for malformed input.

mod judged;

use quintet_engine::{Micros, TimedInput};
use serde::{Deserialize, Serialize};

pub use judged::{Judged, Spot, Verdict};

/// What the app asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Request {
    /// Play in a match from here on.
    Sit {
        /// The board to play on.
        player: u8,
        /// How well, from 1 to 5.
        level: u8,
        /// Random seed.
        seed: u64,
        /// The match so far, as a replay's bytes.
        replay: Vec<u8>,
    },
    /// A piece has entered: which inputs for it?
    Play {
        /// How many pieces had locked before it.
        piece: u32,
        /// The current time.
        now: Micros,
        /// The hash of the board.
        hash: u64,
        /// Every input on any board since the last message.
        #[serde(skip)]
        inputs: Vec<TimedInput>,
    },
    /// What would a good player do with the piece in play?
    Hint {
        /// The game so far, as a replay's bytes.
        replay: Vec<u8>,
    },
    /// How well was a game played? The answers are every piece, one by one, and then a verdict.
    Analyse {
        /// By whom.
        player: u8,
        /// The game, as a replay's bytes.
        replay: Vec<u8>,
    },
    /// What is this replay in JSON as bytes?
    Read {
        /// The text.
        json: String,
    },
    /// What is this link as a QR code?
    QrCode {
        /// The link.
        link: String,
    },
}

/// What the worker answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// Make these inputs with the piece.
    Inputs {
        /// How many pieces had locked before it.
        piece: u32,
        /// In the order of time.
        #[serde(skip)]
        inputs: Vec<TimedInput>,
    },
    /// The copy of the match is out of step.
    OutOfStep,
    /// Put the piece there.
    Hint {
        /// How many pieces had locked before it.
        piece: u32,
        /// Whether hold is pressed first.
        hold: bool,
        /// The cells it would fill, column and row.
        cells: [(i8, i8); 4],
    },
    /// A piece of a game that is being analysed.
    Judged {
        /// How many pieces there are.
        all: u32,
        /// This one.
        judged: Judged,
    },
    /// A game has been analysed.
    Analysed(Verdict),
    /// A game cannot be analysed.
    NoAnalysis,
    /// A replay that was JSON.
    Read {
        /// Its bytes.
        replay: Vec<u8>,
    },
    /// A text is not a replay, or not one that verifies.
    Unreadable(Unreadable),
    /// A link as a QR code.
    QrCode {
        /// An SVG picture; none if the link is too long.
        picture: Option<String>,
    },
}

/// Why a text is not a replay that can be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Unreadable {
    /// It is longer than any replay.
    TooLarge,
    /// Its version is not known.
    Version(u32),
    /// It is not the JSON of a replay.
    Json {
        /// The line of the mistake, from 1.
        line: u32,
        /// The column of the mistake, from 1.
        column: u32,
    },
    /// Its inputs do not lead to the recorded game.
    Differs,
}

impl Request {
    /// Encodes the request.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    /// Appends the encoded request to a buffer.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        append(self, bytes);
        if let Request::Play { inputs, .. } = self {
            append_inputs(inputs, bytes);
        }
    }

    /// Decodes a request.
    pub fn from_bytes(bytes: &[u8]) -> Option<Request> {
        let (mut request, rest) = postcard::take_from_bytes(bytes).ok()?;
        match &mut request {
            Request::Play { inputs, .. } => read_inputs(rest, inputs)?,
            _ if !rest.is_empty() => return None,
            _ => {}
        }
        Some(request)
    }
}

impl Answer {
    /// Encodes the answer.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        append(self, &mut bytes);
        if let Answer::Inputs { inputs, .. } = self {
            append_inputs(inputs, &mut bytes);
        }
        bytes
    }

    /// Decodes an answer.
    pub fn from_bytes(bytes: &[u8]) -> Option<Answer> {
        Answer::read(bytes, Vec::new())
    }

    /// Decodes an answer with its inputs in this list, which does not allocate if the list is large
    /// enough.
    pub fn read(bytes: &[u8], list: Vec<TimedInput>) -> Option<Answer> {
        let (mut answer, rest) = postcard::take_from_bytes(bytes).ok()?;
        match &mut answer {
            Answer::Inputs { inputs, .. } => {
                *inputs = list;
                read_inputs(rest, inputs)?;
            }
            _ if !rest.is_empty() => return None,
            _ => {}
        }
        Some(answer)
    }
}

fn append(message: &impl Serialize, bytes: &mut Vec<u8>) {
    // Nothing in a message refuses to be encoded, and a buffer grows as needed.
    if let Ok(written) = postcard::to_extend(message, std::mem::take(bytes)) {
        *bytes = written;
    }
}

fn append_inputs(inputs: &[TimedInput], bytes: &mut Vec<u8>) {
    for input in inputs {
        append(input, bytes);
    }
}

/// Reads inputs up to the end of a message.
fn read_inputs(mut bytes: &[u8], inputs: &mut Vec<TimedInput>) -> Option<()> {
    inputs.clear();
    while !bytes.is_empty() {
        let (input, rest) = postcard::take_from_bytes(bytes).ok()?;
        inputs.push(input);
        bytes = rest;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, Kind};

    fn inputs() -> Vec<TimedInput> {
        vec![
            TimedInput::press(Button::Left, Micros(7)),
            TimedInput::release(Button::StepDown, Micros(1 << 40)).to_board(1),
        ]
    }

    fn judged() -> Judged {
        let cells = [(0, -1), (1, -1), (2, 0), (3, 19)];
        let played = Spot { kind: Kind::T, hold: false, cells };
        let best = Spot { kind: Kind::I, hold: true, cells };
        Judged { number: 3, entered: Micros(1 << 33), loss: 10_000, accuracy: 24, played, best }
    }

    #[test]
    fn every_message_arrives_as_it_was_sent() {
        let requests = [
            Request::Sit { player: 1, level: 5, seed: u64::MAX, replay: vec![1, 2, 3] },
            Request::Play { piece: 9, now: Micros(77), hash: 3, inputs: inputs() },
            Request::Hint { replay: Vec::new() },
            Request::Analyse { player: 1, replay: vec![9] },
        ];
        for request in requests {
            assert_eq!(Request::from_bytes(&request.to_bytes()), Some(request));
        }
        let answers = [
            Answer::Inputs { piece: 300, inputs: inputs() },
            Answer::OutOfStep,
            Answer::Hint { piece: 2, hold: true, cells: [(0, -1), (9, 19), (0, 0), (1, 0)] },
            Answer::Judged { all: 12, judged: judged() },
            Answer::Analysed(Verdict {
                accuracy: 930,
                faults: 4,
                without_fault: 9,
                worst: vec![7, 0, 3],
            }),
            Answer::NoAnalysis,
            Answer::Unreadable(Unreadable::Json { line: 3, column: 400 }),
            Answer::Unreadable(Unreadable::Differs),
        ];
        for answer in answers {
            assert_eq!(Answer::from_bytes(&answer.to_bytes()), Some(answer));
        }
    }

    #[test]
    fn a_list_for_inputs_is_used_again() {
        let bytes = Answer::Inputs { piece: 300, inputs: inputs() }.to_bytes();
        let list = Vec::with_capacity(40);
        let (start, capacity) = (list.as_ptr(), list.capacity());
        let Some(Answer::Inputs { inputs: read, .. }) = Answer::read(&bytes, list) else {
            panic!("it was written so")
        };
        assert_eq!(read, inputs());
        assert_eq!((read.as_ptr(), read.capacity()), (start, capacity));
    }

    #[test]
    fn malformed_messages_are_refused() {
        for bytes in [&[][..], &[9], &[0, 1], &[3], &[1, 0]] {
            assert_eq!(Request::from_bytes(bytes), None, "{bytes:?}");
        }
        for bytes in [&[][..], &[9], &[0], &[2, 1], &[3, 0], &[1, 0]] {
            assert_eq!(Answer::from_bytes(bytes), None, "{bytes:?}");
        }
        let mut cut = Answer::Inputs { piece: 1, inputs: inputs() }.to_bytes();
        cut.pop();
        assert_eq!(Answer::from_bytes(&cut), None);
    }
}
