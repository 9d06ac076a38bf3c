//! Recording a game as it is played, and playing a recording.

use alloc::vec;
use alloc::vec::Vec;

use super::{LockCheck, Replay, ReplayResult, VerifyError};
use crate::button::Button;
use crate::event::TimedEvent;
use crate::game::{Game, InputError, REVISION};
use crate::input::{Input, TimedInput};
use crate::matchup::{Match, MatchSink, board_number};
use crate::position::{Position, PositionError};
use crate::rules::ValidRules;
use crate::time::Micros;

/// A game, or a match, that records its inputs.
///
/// ```
/// use quintet_engine::{Button, GameName, Micros, Recorder};
///
/// let mut recorder = Recorder::new(&[GameName::Sprint.rules()], 42);
/// recorder.press(0, Button::HardDrop, Micros(300_000), &mut |_, _| {})?;
/// recorder.advance(Micros::from_secs(2), &mut |_, _| {})?;
/// let replay = recorder.replay();
/// assert_eq!((replay.inputs.len(), replay.locks.len()), (1, 1));
/// assert_eq!(replay.verify(), Ok(()));
/// # Ok::<(), quintet_engine::InputError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    game: Match,
    check: LockCheck,
    replay: Replay,
}

impl Recorder {
    /// A new match on one board for each of the rules; one board makes a game.
    pub fn new(rules: &[ValidRules], seed: u64) -> Recorder {
        let game = Match::new(rules, seed);
        let replay = Replay {
            revision: REVISION,
            rules: rules.iter().map(|rules| rules.get()).collect(),
            seed,
            start: vec![None; rules.len()],
            inputs: Vec::new(),
            locks: Vec::new(),
            result: ReplayResult::default(),
        };
        Recorder { game, check: LockCheck::new(), replay }
    }

    /// A new match whose boards begin with positions, or why one of those is impossible.
    pub fn from_positions(
        boards: &[(ValidRules, Position)],
        seed: u64,
    ) -> Result<Recorder, PositionError> {
        let rules: Vec<ValidRules> = boards.iter().map(|&(rules, _)| rules).collect();
        let mut recorder = Recorder::new(&rules, seed);
        for (player, (_, position)) in boards.iter().enumerate() {
            recorder.game.set_up(player, position)?;
            recorder.replay.start[player] = Some(position.clone());
        }
        Ok(recorder)
    }

    /// Reserves memory for this many more inputs and locks.
    pub fn reserve(&mut self, inputs: usize, locks: usize) {
        self.replay.inputs.reserve(inputs);
        self.replay.locks.reserve(locks);
    }

    /// The match being recorded.
    pub const fn current(&self) -> &Match {
        &self.game
    }

    /// A player's board.
    pub fn game(&self, player: usize) -> Option<&Game> {
        self.game.game(player)
    }

    /// Lets time pass.
    pub fn advance(&mut self, now: Micros, sink: MatchSink<'_>) -> Result<(), InputError> {
        let Recorder { game, check, replay } = self;
        game.advance(now, &mut |player, event| note(check, replay, sink, player, event))
    }

    /// Takes an input at its time and records it.
    ///
    /// During a pause a release takes effect at the moment of the pause, and other inputs are
    /// dropped. So are inputs after the end and for boards that do not exist.
    pub fn apply(&mut self, timed: &TimedInput, sink: MatchSink<'_>) -> Result<(), InputError> {
        let Recorder { game, check, replay } = self;
        let mut timed = *timed;
        if game.is_paused() {
            let Input::Release(_) = timed.input else { return Ok(()) };
            timed.at = game.now();
        }
        if game.is_over() || usize::from(timed.player) >= game.players() {
            return Ok(());
        }
        game.apply(&timed, &mut |player, event| note(check, replay, sink, player, event))?;
        // An input after the end of the game is no part of it.
        if timed.at <= game.now() {
            replay.inputs.push(timed);
        }
        Ok(())
    }

    /// A player presses a button: [`Recorder::apply`] in short.
    pub fn press(
        &mut self,
        player: usize,
        button: Button,
        at: Micros,
        sink: MatchSink<'_>,
    ) -> Result<(), InputError> {
        self.apply(&TimedInput::press(button, at).to_board(board_number(player)), sink)
    }

    /// A player releases a button: [`Recorder::apply`] in short.
    pub fn release(
        &mut self,
        player: usize,
        button: Button,
        at: Micros,
        sink: MatchSink<'_>,
    ) -> Result<(), InputError> {
        self.apply(&TimedInput::release(button, at).to_board(board_number(player)), sink)
    }

    /// Releases every button that is held on any board.
    pub fn release_all(&mut self, at: Micros, sink: MatchSink<'_>) -> Result<(), InputError> {
        for player in 0..self.game.players() {
            let held = self.game.games()[player].held_buttons();
            for button in held.iter() {
                self.release(player, button, at, sink)?;
            }
        }
        Ok(())
    }

    /// Pauses the game; a replay does not contain pauses.
    pub fn pause(&mut self) {
        self.game.pause();
    }

    /// Resumes after a pause.
    pub fn resume(&mut self) {
        self.game.resume();
    }

    /// The seed that it began with.
    pub const fn seed(&self) -> u64 {
        self.replay.seed
    }

    /// The inputs so far.
    pub fn inputs(&self) -> &[TimedInput] {
        &self.replay.inputs
    }

    /// The replay of what has been played so far.
    pub fn replay(&self) -> Replay {
        // A replay contains neither pauses nor games that have not begun: what is due by now happens.
        // Advancing to the moment already reached is never refused.
        let mut settled = self.clone();
        settled.resume();
        let _ = settled.advance(settled.game.now(), &mut |_, _| {});
        Replay { result: ReplayResult::of(&settled.game), ..settled.replay }
    }
}

fn note(
    check: &mut LockCheck,
    replay: &mut Replay,
    sink: MatchSink<'_>,
    player: usize,
    event: TimedEvent,
) {
    replay.locks.extend(check.take(player, &event));
    sink(player, event);
}

/// A replay being played.
///
/// ```
/// use quintet_engine::{Button, GameName, Micros, Playback, Recorder};
///
/// let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 42);
/// for second in 1..=3 {
///     recorder.press(0, Button::HardDrop, Micros::from_secs(second), &mut |_, _| {})?;
/// }
/// let mut playback = Playback::new(recorder.replay())?;
/// playback.seek(Micros::from_millis(2500), &mut |_, _| {})?;
/// assert_eq!(playback.current().games()[0].view().pieces, 2);
/// playback.seek(Micros::from_millis(1500), &mut |_, _| {})?;
/// assert_eq!(playback.current().games()[0].view().pieces, 1, "it also goes back");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Playback {
    replay: Replay,
    game: Match,
    next_input: usize,
}

impl Playback {
    /// Ready to play from the beginning, or why the replay cannot be played.
    pub fn new(replay: Replay) -> Result<Playback, VerifyError> {
        let game = replay.opening()?;
        Ok(Playback { replay, game, next_input: 0 })
    }

    /// The replay.
    pub const fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The match at the moment it has been played up to.
    pub const fn current(&self) -> &Match {
        &self.game
    }

    /// How long the replay is.
    pub const fn duration(&self) -> Micros {
        self.replay.result.end
    }

    /// Plays forward to this moment, or restarts from the beginning if it has passed; no further than
    /// the end.
    ///
    /// A replay that does not follow its rules stops where an input is refused.
    pub fn seek(&mut self, at: Micros, sink: MatchSink<'_>) -> Result<(), VerifyError> {
        let at = at.min(self.duration());
        if at < self.game.now() {
            self.game = self.replay.opening()?;
            self.next_input = 0;
        }
        while let Some(timed) = self.replay.inputs.get(self.next_input)
            && timed.at <= at
        {
            let (index, at) = (self.next_input, timed.at);
            let apply = self.game.apply(timed, sink);
            apply.map_err(|error| VerifyError::Refused { index, at, error })?;
            self.next_input += 1;
        }
        let index = self.next_input;
        self.game.advance(at, sink).map_err(|error| VerifyError::Refused { index, at, error })
    }

    /// A new recording that shares the past of this one up to this moment and continues from there,
    /// with no button held.
    ///
    /// ```
    /// use quintet_engine::{Button, GameName, Micros, Playback, Recorder};
    ///
    /// let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 42);
    /// recorder.press(0, Button::HardDrop, Micros::from_secs(1), &mut |_, _| {})?;
    /// recorder.press(0, Button::HardDrop, Micros::from_secs(2), &mut |_, _| {})?;
    /// // Take back the second piece and put it elsewhere.
    /// let mut again = Playback::new(recorder.replay())?.play_on_from(Micros::from_millis(1999))?;
    /// again.press(0, Button::Left, Micros::from_secs(2), &mut |_, _| {})?;
    /// again.press(0, Button::HardDrop, Micros::from_secs(2), &mut |_, _| {})?;
    /// assert_eq!(again.replay().verify(), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play_on_from(&self, at: Micros) -> Result<Recorder, VerifyError> {
        let at = at.min(self.duration());
        let mut recorder = Recorder {
            game: self.replay.opening()?,
            check: LockCheck::new(),
            replay: Replay {
                revision: REVISION,
                rules: self.replay.rules.clone(),
                seed: self.replay.seed,
                start: self.replay.start.clone(),
                inputs: Vec::new(),
                locks: Vec::new(),
                result: ReplayResult::default(),
            },
        };
        let ignore: MatchSink<'_> = &mut |_, _| {};
        for (index, timed) in self.replay.inputs.iter().enumerate() {
            if timed.at > at {
                break;
            }
            recorder.apply(timed, ignore).map_err(|error| VerifyError::Refused {
                index,
                at: timed.at,
                error,
            })?;
        }
        let index = recorder.replay.inputs.len();
        recorder
            .advance(at, ignore)
            .and_then(|()| recorder.release_all(at, ignore))
            .map_err(|error| VerifyError::Refused { index, at, error })?;
        Ok(recorder)
    }
}
