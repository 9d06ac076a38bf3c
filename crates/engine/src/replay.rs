//! Replays: rules, seed, inputs and result, enough to play the very same game again.

use alloc::string::String;
use alloc::vec::Vec;

use serde::{Deserialize, Serialize};

use crate::button::Button;
use crate::event::{Event, What};
use crate::game::InputError;
use crate::hash::StateHash;
use crate::matchup::{Match, MatchSink};
use crate::position::{Position, PositionError};
use crate::rules::{Rules, RulesError};
use crate::time::Micros;

/// Something that came from outside a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A button went down.
    Press(Button),
    /// A button went up.
    Release(Button),
    /// Garbage was delivered, one row a gap.
    Garbage(Vec<u8>),
}

/// An input, when it came, and to which board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "InputLine", into = "InputLine")]
pub struct TimedInput {
    /// When.
    pub at: Micros,
    /// The board's number, 0 where there is only one.
    pub player: u8,
    /// What.
    pub input: Input,
}

/// An input as a line of JSON has it: `{"at":120000,"press":"left"}`.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct InputLine {
    at: Micros,
    #[serde(default, skip_serializing_if = "is_first")]
    player: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    press: Option<Button>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    release: Option<Button>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    garbage: Option<Vec<u8>>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_first(player: &u8) -> bool {
    *player == 0
}

impl TryFrom<InputLine> for TimedInput {
    type Error = &'static str;

    fn try_from(line: InputLine) -> Result<TimedInput, Self::Error> {
        let input = match (line.press, line.release, line.garbage) {
            (Some(button), None, None) => Input::Press(button),
            (None, Some(button), None) => Input::Release(button),
            (None, None, Some(gaps)) => Input::Garbage(gaps),
            _ => return Err("an input is one of press, release and garbage"),
        };
        Ok(TimedInput { at: line.at, player: line.player, input })
    }
}

impl From<TimedInput> for InputLine {
    fn from(timed: TimedInput) -> InputLine {
        let mut line = InputLine {
            at: timed.at,
            player: timed.player,
            press: None,
            release: None,
            garbage: None,
        };
        match timed.input {
            Input::Press(button) => line.press = Some(button),
            Input::Release(button) => line.release = Some(button),
            Input::Garbage(gaps) => line.garbage = Some(gaps),
        }
        line
    }
}

/// How a board stood at the end.
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
    /// How each board stood.
    #[serde(deserialize_with = "crate::replay_format::one_a_board")]
    pub boards: Vec<BoardResult>,
    /// The hash of the whole state.
    pub state_hash: u64,
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// The revision of the engine that recorded it.
    pub revision: u16,
    /// The rules of each board.
    #[serde(deserialize_with = "crate::replay_format::one_a_board")]
    pub rules: Vec<Rules>,
    /// The seed.
    pub seed: u64,
    /// The position that each board began with, where it was not an empty one.
    #[serde(deserialize_with = "crate::replay_format::one_a_board")]
    pub start: Vec<Option<Position>>,
    /// What came from outside, in the order of time.
    pub inputs: Vec<TimedInput>,
    /// A running check after every lock, so that a departure can be traced to the piece.
    pub locks: Vec<u16>,
    /// What came of it.
    pub result: ReplayResult,
}

/// The most boards a replay has.
pub const MAX_PLAYERS: usize = 8;
/// The longest game a replay holds.
pub const MAX_DURATION: Micros = Micros::from_secs(24 * 60 * 60);

/// Where a replay departs from what its rules, seed and inputs lead to.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Departure {
    /// It has no board, too many, or other lists of another length.
    #[error(
        "the replay has {0} boards; there must be 1 to {MAX_PLAYERS}, with a start and a result each"
    )]
    Boards(usize),
    /// Its rules cannot be played.
    #[error("the rules of board {player} cannot be played: {error}")]
    Rules {
        /// Whose.
        player: usize,
        /// Why.
        error: RulesError,
    },
    /// Its starting position is impossible.
    #[error("the starting position of board {player} is impossible: {error}")]
    Start {
        /// Whose.
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
    /// An input comes after the end, or for a board that is not there.
    #[error("input {index} at {} us comes after the end or is for a board that is not there", at.0)]
    Stray {
        /// Which input.
        index: usize,
        /// When.
        at: Micros,
    },
    /// A piece locks elsewhere, at another time, or not at all.
    #[error("piece {piece} departs: it locks on board {player} at {} us otherwise than recorded", at.0)]
    Lock {
        /// Which lock, the first being 0.
        piece: usize,
        /// On which board.
        player: usize,
        /// When it locks in truth.
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
    #[error("the recorded {what} of board {player} is {recorded}, but the game comes to {played}")]
    Result {
        /// What differs.
        what: &'static str,
        /// Whose.
        player: usize,
        /// What is recorded.
        recorded: u64,
        /// What is true.
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

    /// Takes in a lock and says what the check comes to; none for other events.
    pub(crate) fn take(&mut self, player: usize, event: &Event) -> Option<u16> {
        let What::Locked { piece, lines, .. } = event.what else { return None };
        self.0.add(event.at.0);
        let turns = piece.rotation.quarter_turns();
        let bytes =
            [player as u8, piece.kind.number(), turns, piece.x as u8, piece.y as u8, lines, 0, 0];
        self.0.add(u64::from_le_bytes(bytes));
        Some(self.0.finish() as u16)
    }
}

impl Replay {
    /// The match as it stood at the beginning.
    pub fn opening(&self) -> Result<Match, Departure> {
        let boards = self.rules.len();
        if !(1..=MAX_PLAYERS).contains(&boards)
            || self.start.len() != boards
            || self.result.boards.len() != boards
        {
            return Err(Departure::Boards(boards));
        }
        for (player, rules) in self.rules.iter().enumerate() {
            rules.check().map_err(|error| Departure::Rules { player, error })?;
        }
        let mut opening = Match::new(&self.rules, self.seed);
        for (player, position) in self.start.iter().enumerate() {
            if let Some(position) = position {
                opening
                    .set_up(player, position)
                    .map_err(|error| Departure::Start { player, error })?;
            }
        }
        Ok(opening)
    }

    /// Plays the whole replay again and compares every lock and the result with what is recorded.
    pub fn verify(&self) -> Result<(), Departure> {
        let mut game = self.opening()?;
        let end = self.result.end;
        if end > MAX_DURATION {
            return Err(Departure::TooLong { end });
        }
        let mut check = LockCheck::new();
        let mut played = 0;
        let mut departure = None;
        let mut compare = |player: usize, event: Event| {
            if let Some(sum) = check.take(player, &event) {
                if self.locks.get(played) != Some(&sum) && departure.is_none() {
                    departure = Some(Departure::Lock { piece: played, player, at: event.at });
                }
                played += 1;
            }
        };
        let mut refused = None;
        for (index, timed) in self.inputs.iter().enumerate() {
            let at = timed.at;
            if at > end || usize::from(timed.player) >= self.rules.len() {
                refused = Some(Departure::Stray { index, at });
                break;
            }
            if let Err(error) = game.apply(timed, &mut compare) {
                refused = Some(Departure::Refused { index, at, error });
                break;
            }
        }
        if refused.is_none() {
            // The end is no earlier than any input, so that this is never refused.
            let _ = game.advance(end, &mut compare);
        }
        if let Some(departure) = departure.or(refused) {
            return Err(departure);
        }
        if played < self.locks.len() {
            return Err(Departure::LocksMissing { recorded: self.locks.len(), played, end });
        }
        self.compare_result(&ReplayResult::of(&game))
    }

    fn compare_result(&self, played: &ReplayResult) -> Result<(), Departure> {
        let recorded = &self.result;
        let differs = |what, player, recorded: u64, played: u64| {
            if recorded == played {
                Ok(())
            } else {
                Err(Departure::Result { what, player, recorded, played })
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

impl Match {
    /// Does what an input says, at its time.
    pub fn apply(&mut self, timed: &TimedInput, sink: MatchSink<'_>) -> Result<(), InputError> {
        let player = usize::from(timed.player);
        match &timed.input {
            Input::Press(button) => self.press(player, *button, timed.at, sink),
            Input::Release(button) => self.release(player, *button, timed.at, sink),
            Input::Garbage(gaps) => self.receive_garbage(player, gaps, timed.at, sink),
        }
    }
}

/// Why bytes or text are no replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// They do not begin like a replay.
    #[error("this is no Quintet replay")]
    NotAReplay,
    /// They are of a version that this program does not know.
    #[error("this replay is of version {0}; this program reads up to {latest}", latest = crate::replay_format::VERSION)]
    Version(u32),
    /// They are too many.
    #[error("a replay of {0} bytes is larger than any game makes")]
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
    /// The content breaks off or makes no sense.
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
