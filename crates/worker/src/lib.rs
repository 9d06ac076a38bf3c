//! What the app and the computer player say to each other.
//!
//! The player thinks in a worker, so that no frame ever waits for it, and keeps a copy of the match
//! there: the app sends the recording once and then every input. Whenever a piece
//! enters, the app asks, and the answer is all inputs for that piece, each with its time. A hash
//! of the board goes with every question, so a copy that is out of step is noticed and sent anew.
//!
//! Messages are bytes. Decoding returns `None` for malformed ones.

mod bytes;
mod judged;

use quintet_engine::{Micros, TimedInput};

use bytes::{Reader, Writer};
pub use judged::{Judged, Spot, Verdict};

/// What the app asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Play in a match from here on.
    Sit {
        /// On which board.
        player: u8,
        /// How well, from 1 to 5.
        level: u8,
        /// What luck is drawn from.
        seed: u64,
        /// The match so far, as a replay's bytes.
        replay: Vec<u8>,
    },
    /// A piece has entered: what to do with it?
    Play {
        /// How many pieces had locked before it.
        piece: u32,
        /// What time it is.
        now: Micros,
        /// The hash of the board.
        hash: u64,
        /// Every input on any board since the last message.
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
}

/// What the player answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Do this with the piece.
    Inputs {
        /// How many pieces had locked before it.
        piece: u32,
        /// In the order of time.
        inputs: Vec<TimedInput>,
    },
    /// The copy of the match is not what the app has.
    OutOfStep,
    /// Put the piece there.
    Hint {
        /// How many pieces had locked before it.
        piece: u32,
        /// Whether hold is pressed first.
        hold: bool,
        /// The cells it would fill, column and row.
        cells: Vec<(i8, i8)>,
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
}

impl Request {
    /// As it is sent.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(&mut bytes);
        bytes
    }

    /// As it is sent, after what the buffer holds already.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let mut out = Writer(bytes);
        match self {
            Request::Sit { player, level, seed, replay } => {
                out.byte(0);
                out.byte(*player);
                out.byte(*level);
                out.number(*seed);
                out.rest(replay);
            }
            Request::Play { piece, now, hash, inputs } => {
                out.byte(1);
                out.number(u64::from(*piece));
                out.number(now.0);
                out.number(*hash);
                out.inputs(inputs);
            }
            Request::Hint { replay } => {
                out.byte(2);
                out.rest(replay);
            }
            Request::Analyse { player, replay } => {
                out.byte(3);
                out.byte(*player);
                out.rest(replay);
            }
        }
    }

    /// As it arrives.
    pub fn from_bytes(bytes: &[u8]) -> Option<Request> {
        let mut bytes = Reader::new(bytes);
        Some(match bytes.byte()? {
            0 => Request::Sit {
                player: bytes.byte()?,
                level: bytes.byte()?,
                seed: bytes.number()?,
                replay: bytes.rest(),
            },
            1 => Request::Play {
                piece: bytes.number()? as u32,
                now: Micros(bytes.number()?),
                hash: bytes.number()?,
                inputs: bytes.inputs(Vec::new())?,
            },
            2 => Request::Hint { replay: bytes.rest() },
            3 => Request::Analyse { player: bytes.byte()?, replay: bytes.rest() },
            _ => return None,
        })
    }
}

impl Answer {
    /// As it is sent.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut out = Writer(&mut bytes);
        match self {
            Answer::Inputs { piece, inputs } => {
                out.byte(0);
                out.number(u64::from(*piece));
                out.inputs(inputs);
            }
            Answer::OutOfStep => out.byte(1),
            Answer::Hint { piece, hold, cells } => {
                out.byte(2);
                out.number(u64::from(*piece));
                out.byte(u8::from(*hold));
                for &(x, y) in cells {
                    out.rest(&[x as u8, y as u8]);
                }
            }
            Answer::Judged { all, judged } => {
                out.byte(3);
                out.number(u64::from(*all));
                judged.write(&mut out);
            }
            Answer::Analysed(verdict) => {
                out.byte(4);
                verdict.write(&mut out);
            }
            Answer::NoAnalysis => out.byte(5),
        }
        bytes
    }

    /// As it arrives.
    pub fn from_bytes(bytes: &[u8]) -> Option<Answer> {
        Answer::read(bytes, Vec::new())
    }

    /// As it arrives, with the inputs in this list, so that a list that is passed on again and
    /// again does not allocate.
    pub fn read(bytes: &[u8], inputs: Vec<TimedInput>) -> Option<Answer> {
        let mut bytes = Reader::new(bytes);
        Some(match bytes.byte()? {
            0 => Answer::Inputs { piece: bytes.number()? as u32, inputs: bytes.inputs(inputs)? },
            1 => Answer::OutOfStep,
            2 => Answer::Hint {
                piece: bytes.number()? as u32,
                hold: bytes.byte()? != 0,
                cells: bytes.rest().chunks_exact(2).map(|at| (at[0] as i8, at[1] as i8)).collect(),
            },
            3 => Answer::Judged { all: bytes.number()? as u32, judged: Judged::read(&mut bytes)? },
            4 => Answer::Analysed(Verdict::read(&mut bytes)?),
            5 => Answer::NoAnalysis,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Button, Kind};

    fn inputs() -> Vec<TimedInput> {
        let up = TimedInput::release(Button::StepDown, Micros(1 << 40)).to_board(1);
        vec![TimedInput::press(Button::Left, Micros(7)), up]
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
            Answer::Hint { piece: 2, hold: true, cells: vec![(0, -1), (9, 19)] },
            Answer::Judged { all: 12, judged: judged() },
            Answer::Analysed(Verdict {
                accuracy: 930,
                faults: 4,
                without_fault: 9,
                worst: vec![7, 0, 3],
            }),
            Answer::NoAnalysis,
        ];
        for answer in answers {
            assert_eq!(Answer::from_bytes(&answer.to_bytes()), Some(answer));
        }
    }

    #[test]
    fn what_makes_no_sense_is_no_message() {
        for bytes in [&[][..], &[9], &[0, 1], &[3], &[1, 0, 0, 0]] {
            assert_eq!(Request::from_bytes(bytes), None);
            assert_eq!(Answer::from_bytes(bytes).filter(|it| *it != Answer::OutOfStep), None);
        }
        let mut cut = Answer::Inputs { piece: 1, inputs: inputs() }.to_bytes();
        cut.pop();
        assert_eq!(Answer::from_bytes(&cut), None);
    }
}
