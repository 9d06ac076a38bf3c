//! Replays: rules, seed, inputs and result, enough to play the same game again.

mod format;
mod recorder;
pub(crate) mod tagged;
mod v1;

pub use format::{MAX_BYTES, VERSION};
pub use recorder::{Playback, Recorder};

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::event::{Event, TimedEvent};
use crate::game::InputError;
use crate::hash::StateHash;
use crate::input::TimedInput;
use crate::matchup::Match;
use crate::position::{Position, PositionError};
use crate::rules::{Rules, RulesError, ValidRules};
use crate::time::Micros;

/// The counters of a board at the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardResult {
    /// Points.
    pub score: u64,
    /// The level.
    pub level: u32,
    /// Rows cleared.
    pub lines: u32,
    /// Pieces locked.
    pub pieces: u32,
}

/// How a recorded game ended, or how far it was recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayResult {
    /// The moment up to which the game was played.
    pub end: Micros,
    /// Whether the game was over then.
    pub over: bool,
    /// Who won, where there were several boards.
    pub winner: Option<u8>,
    /// The counters of each board.
    #[serde(deserialize_with = "format::one_per_board")]
    pub boards: Vec<BoardResult>,
    /// The hash of the whole state.
    pub state_hash: u64,
}

/// A recorded game.
///
/// ```
/// use quintet_engine::{Button, GameName, Micros, Recorder, Replay};
///
/// let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 42);
/// recorder.press(0, Button::HardDrop, Micros(300_000), &mut |_, _| {})?;
/// let replay = recorder.replay();
/// let bytes = replay.to_bytes();
/// assert_eq!(Replay::from_bytes(&bytes)?, replay);
/// assert_eq!(Replay::from_json(&replay.to_json())?, replay);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The revision of the engine that recorded it.
    pub revision: u16,
    /// The rules of each board.
    #[serde(deserialize_with = "format::one_per_board")]
    pub rules: Vec<Rules>,
    /// The seed.
    pub seed: u64,
    /// The position that each board began with, where it was not an empty one.
    #[serde(deserialize_with = "format::one_per_board")]
    pub start: Vec<Option<Position>>,
    /// The inputs in the order of time.
    pub inputs: Vec<TimedInput>,
    /// A running check after every lock, so that a mismatch can be traced to the piece.
    pub locks: Vec<u16>,
    /// The result.
    pub result: ReplayResult,
}

/// The most boards a replay has.
pub const MAX_PLAYERS: usize = 8;
/// The longest game a replay holds.
pub const MAX_DURATION: Micros = Micros::from_secs(24 * 60 * 60);

/// Why a replay does not verify: the first thing that differs from what its rules, seed and inputs
/// lead to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// It has no board or too many, or not one start and one result per board.
    #[error(
        "the replay has {0} boards; there must be 1 to {MAX_PLAYERS}, with a start and a result each"
    )]
    Boards(usize),
    /// Its rules cannot be played.
    #[error("the rules of board {player} cannot be played: {error}")]
    Rules {
        /// Which board.
        player: usize,
        /// Why.
        error: RulesError,
    },
    /// Its starting position is impossible.
    #[error("the starting position of board {player} is impossible: {error}")]
    Start {
        /// Which board.
        player: usize,
        /// Why.
        error: PositionError,
    },
    /// It lasts too long.
    #[error("the replay ends at {} us, beyond the longest game of {} us", end.0, MAX_DURATION.0)]
    TooLong {
        /// Its end.
        end: Micros,
    },
    /// An input is refused.
    #[error("input {index} at {} us is refused: {error}", at.0)]
    Refused {
        /// Which input, the first being 0.
        index: usize,
        /// When.
        at: Micros,
        /// Why.
        error: InputError,
    },
    /// An input comes after the end, or for a board that does not exist.
    #[error("input {index} at {} us comes after the end or is for a board that does not exist", at.0)]
    Stray {
        /// Which input.
        index: usize,
        /// When.
        at: Micros,
    },
    /// A piece locks elsewhere, at another time, or not at all.
    #[error("piece {} differs: board {player} locks it at {} us, not as recorded", piece + 1, at.0)]
    Lock {
        /// Which lock, the first being 0.
        piece: usize,
        /// On which board.
        player: usize,
        /// When it locks in the re-simulation.
        at: Micros,
    },
    /// There are fewer locks than recorded.
    #[error("{recorded} pieces are recorded, but only {played} lock by {} us", end.0)]
    LocksMissing {
        /// Locks recorded.
        recorded: usize,
        /// Locks there are.
        played: usize,
        /// The recorded end.
        end: Micros,
    },
    /// The result is not the one recorded.
    #[error(
        "the recorded {what} of board {player} is {recorded}, but re-simulation gives {played}"
    )]
    Result {
        /// What differs.
        what: &'static str,
        /// Which board.
        player: usize,
        /// What is recorded.
        recorded: u64,
        /// What the re-simulation gives.
        played: u64,
    },
}

/// The running check over locks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LockCheck(StateHash);

impl LockCheck {
    pub(crate) const fn new() -> LockCheck {
        LockCheck(StateHash::new())
    }

    /// Adds a lock and returns the check after it; none for other events.
    pub(crate) fn take(&mut self, player: usize, event: &TimedEvent) -> Option<u16> {
        let Event::Locked { piece, lines, .. } = event.event else { return None };
        self.0.add(event.at.0);
        let turns = piece.rotation.quarter_turns();
        let bytes =
            [player as u8, piece.kind.number(), turns, piece.x as u8, piece.y as u8, lines, 0, 0];
        self.0.add(u64::from_le_bytes(bytes));
        Some(self.0.finish() as u16)
    }
}

impl Replay {
    /// The match at the beginning.
    pub fn opening(&self) -> Result<Match, VerifyError> {
        let boards = self.rules.len();
        if !(1..=MAX_PLAYERS).contains(&boards)
            || self.start.len() != boards
            || self.result.boards.len() != boards
        {
            return Err(VerifyError::Boards(boards));
        }
        let valid = |(player, rules): (usize, &Rules)| {
            rules.validate().map_err(|error| VerifyError::Rules { player, error })
        };
        let rules: Vec<ValidRules> =
            self.rules.iter().enumerate().map(valid).collect::<Result<_, _>>()?;
        let mut opening = Match::new(&rules, self.seed);
        for (player, position) in self.start.iter().enumerate() {
            if let Some(position) = position {
                opening
                    .set_up(player, position)
                    .map_err(|error| VerifyError::Start { player, error })?;
            }
        }
        Ok(opening)
    }

    /// Re-simulates the replay and reports the first mismatch in locks or result.
    ///
    /// ```
    /// use quintet_engine::{Button, GameName, Micros, Recorder};
    ///
    /// let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 42);
    /// recorder.press(0, Button::HardDrop, Micros(300_000), &mut |_, _| {})?;
    /// let mut replay = recorder.replay();
    /// replay.result.boards[0].score += 1000;
    /// let error = replay.verify().expect_err("nobody scored that much");
    /// assert!(error.to_string().starts_with("the recorded score of board 0 is"));
    /// # Ok::<(), quintet_engine::InputError>(())
    /// ```
    pub fn verify(&self) -> Result<(), VerifyError> {
        let mut game = self.opening()?;
        let end = self.result.end;
        if end > MAX_DURATION {
            return Err(VerifyError::TooLong { end });
        }
        let mut check = LockCheck::new();
        let mut played = 0;
        let mut mismatch = None;
        let mut compare = |player: usize, event: TimedEvent| {
            if let Some(sum) = check.take(player, &event) {
                if self.locks.get(played) != Some(&sum) && mismatch.is_none() {
                    mismatch = Some(VerifyError::Lock { piece: played, player, at: event.at });
                }
                played += 1;
            }
        };
        let mut refused = None;
        for (index, timed) in self.inputs.iter().enumerate() {
            let at = timed.at;
            if at > end || usize::from(timed.player) >= self.rules.len() {
                refused = Some(VerifyError::Stray { index, at });
                break;
            }
            if let Err(error) = game.apply(timed, &mut compare) {
                refused = Some(VerifyError::Refused { index, at, error });
                break;
            }
        }
        if refused.is_none() {
            // The end is no earlier than any input, so that this is never refused.
            let _ = game.advance(end, &mut compare);
        }
        if let Some(mismatch) = mismatch.or(refused) {
            return Err(mismatch);
        }
        if played < self.locks.len() {
            return Err(VerifyError::LocksMissing { recorded: self.locks.len(), played, end });
        }
        self.compare_result(&ReplayResult::of(&game))
    }

    fn compare_result(&self, played: &ReplayResult) -> Result<(), VerifyError> {
        let recorded = &self.result;
        let differs = |what, player, recorded: u64, played: u64| {
            if recorded == played {
                Ok(())
            } else {
                Err(VerifyError::Result { what, player, recorded, played })
            }
        };
        for (player, (board, truth)) in recorded.boards.iter().zip(&played.boards).enumerate() {
            differs("score", player, board.score, truth.score)?;
            differs("level", player, board.level.into(), truth.level.into())?;
            differs("number of lines", player, board.lines.into(), truth.lines.into())?;
            differs("number of pieces", player, board.pieces.into(), truth.pieces.into())?;
        }
        let winner =
            |result: &ReplayResult| result.winner.map_or(0, |winner| u64::from(winner) + 1);
        differs("winner", 0, winner(recorded), winner(played))?;
        differs("end", 0, recorded.over.into(), played.over.into())?;
        differs("time of the end", 0, recorded.end.0, played.end.0)?;
        differs("state", 0, recorded.state_hash, played.state_hash)
    }
}

impl ReplayResult {
    pub(crate) fn of(game: &Match) -> ReplayResult {
        let boards = game.games().iter().map(|game| {
            let view = game.view();
            let (score, level, lines) = (view.score, view.level, view.lines);
            BoardResult { score, level, lines, pieces: view.pieces }
        });
        ReplayResult {
            end: game.now(),
            over: game.is_over(),
            winner: game.winner().map(|winner| winner as u8),
            boards: boards.collect(),
            state_hash: game.state_hash(),
        }
    }
}

/// Why bytes or text cannot be read as a replay.
///
/// ```
/// use quintet_engine::{Replay, ReplayError};
///
/// assert_eq!(Replay::from_bytes(b"PNG"), Err(ReplayError::NotAReplay));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// They do not begin like a replay.
    #[error("this is not a Quintet replay")]
    NotAReplay,
    /// They are of a version that this program does not know.
    #[error("this replay is of version {0}; this program reads up to {latest}", latest = format::VERSION)]
    Version(u32),
    /// There are too many bytes.
    #[error("a replay of {0} bytes is larger than the limit")]
    TooLarge(usize),
    /// The checksum does not fit: something was lost or changed on the way.
    #[error(
        "the replay is damaged: its checksum is {found:08x}, but its content comes to {computed:08x}"
    )]
    Checksum {
        /// The checksum at the end.
        found: u32,
        /// What it should be.
        computed: u32,
    },
    /// The content is incomplete or cannot be decoded.
    #[error("the replay cannot be read beyond byte {offset}: {problem}")]
    Content {
        /// How far it could be read.
        offset: usize,
        /// What is wrong there.
        problem: &'static str,
    },
    /// The text is not the JSON of a replay.
    #[error("the replay's JSON is wrong at line {line}, column {column}: {problem}")]
    Json {
        /// The line, from 1 on.
        line: usize,
        /// The column, from 1 on.
        column: usize,
        /// What is wrong there.
        problem: String,
    },
}
