//! Recording a game as it is played, and playing a recording.

use alloc::vec;
use alloc::vec::Vec;

use crate::button::Button;
use crate::event::Event;
use crate::game::{Game, InputError, REVISION};
use crate::matchup::{Match, MatchSink};
use crate::position::{Position, PositionError};
use crate::replay::{Departure, Input, LockCheck, Replay, ReplayResult, TimedInput};
use crate::rules::Rules;
use crate::time::Micros;

/// A game, or a match, that writes down what comes from outside.
#[derive(Clone, Debug)]
pub struct Recorder {
    game: Match,
    check: LockCheck,
    replay: Replay,
}

impl Recorder {
    /// A new match on one board for each of the rules; one board makes a game.
    pub fn new(rules: &[Rules], seed: u64) -> Recorder {
        let game = Match::new(rules, seed);
        let replay = Replay {
            revision: REVISION,
            rules: rules.to_vec(),
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
        boards: &[(Rules, Position)],
        seed: u64,
    ) -> Result<Recorder, PositionError> {
        let rules: Vec<Rules> = boards.iter().map(|&(rules, _)| rules).collect();
        let mut recorder = Recorder::new(&rules, seed);
        for (player, (_, position)) in boards.iter().enumerate() {
            recorder.game.set_up(player, position)?;
            recorder.replay.start[player] = Some(position.clone());
        }
        Ok(recorder)
    }

    /// Makes room for so many more inputs and locks at once.
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

    /// A player presses a button.
    pub fn press(
        &mut self,
        player: usize,
        button: Button,
        at: Micros,
        sink: MatchSink<'_>,
    ) -> Result<(), InputError> {
        if self.game.is_paused() {
            return Ok(());
        }
        self.record(player, Input::Press(button), at, sink)
    }

    /// A player releases a button; during a pause, at the moment of the pause.
    pub fn release(
        &mut self,
        player: usize,
        button: Button,
        at: Micros,
        sink: MatchSink<'_>,
    ) -> Result<(), InputError> {
        let at = if self.game.is_paused() { self.game.now() } else { at };
        self.record(player, Input::Release(button), at, sink)
    }

    /// A player takes delivery of garbage from outside.
    pub fn receive_garbage(
        &mut self,
        player: usize,
        gaps: &[u8],
        at: Micros,
        sink: MatchSink<'_>,
    ) -> Result<(), InputError> {
        if self.game.is_paused() {
            return Ok(());
        }
        self.record(player, Input::Garbage(gaps.to_vec()), at, sink)
    }

    fn record(
        &mut self,
        player: usize,
        input: Input,
        at: Micros,
        sink: MatchSink<'_>,
    ) -> Result<(), InputError> {
        let timed = TimedInput { at, player: player as u8, input };
        let Recorder { game, check, replay } = self;
        if game.is_over() || player >= game.players() {
            return Ok(());
        }
        game.apply(&timed, &mut |player, event| note(check, replay, sink, player, event))?;
        // An input that the end of the game came before is no part of it.
        if at <= game.now() {
            replay.inputs.push(timed);
        }
        Ok(())
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

    /// Halts the game; a replay knows nothing of pauses.
    pub fn pause(&mut self) {
        self.game.pause();
    }

    /// Goes on after a pause.
    pub fn resume(&mut self) {
        self.game.resume();
    }

    /// The replay of what has been played so far.
    pub fn replay(&self) -> Replay {
        // A replay knows neither pauses nor games that have not begun: what is due by now happens.
        // Going on from the moment already reached is never refused.
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
    event: Event,
) {
    replay.locks.extend(check.take(player, &event));
    sink(player, event);
}

/// A recording being played.
#[derive(Clone, Debug)]
pub struct Playback {
    replay: Replay,
    game: Match,
    next_input: usize,
}

impl Playback {
    /// Ready to play from the beginning, or why the recording cannot be played.
    pub fn new(replay: Replay) -> Result<Playback, Departure> {
        let game = replay.opening()?;
        Ok(Playback { replay, game, next_input: 0 })
    }

    /// The recording.
    pub const fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The match at the moment it has been played to.
    pub const fn current(&self) -> &Match {
        &self.game
    }

    /// How long the recording is.
    pub const fn duration(&self) -> Micros {
        self.replay.result.end
    }

    /// Plays on, or back from the beginning, to this moment; no further than the end.
    ///
    /// A recording that departs from its rules stops where an input is refused.
    pub fn seek(&mut self, at: Micros, sink: MatchSink<'_>) -> Result<(), Departure> {
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
            apply.map_err(|error| Departure::Refused { index, at, error })?;
            self.next_input += 1;
        }
        let index = self.next_input;
        self.game.advance(at, sink).map_err(|error| Departure::Refused { index, at, error })
    }

    /// A new recording that shares the past of this one up to this moment and goes on from there.
    /// No button is held when it goes on.
    pub fn play_on_from(&self, at: Micros) -> Result<Recorder, Departure> {
        let at = at.min(self.duration());
        let mut recorder = Recorder::new(&self.replay.rules, self.replay.seed);
        recorder.game = self.replay.opening()?;
        recorder.replay.start.clone_from(&self.replay.start);
        let ignore: MatchSink<'_> = &mut |_, _| {};
        for (index, timed) in self.replay.inputs.iter().enumerate() {
            if timed.at > at {
                break;
            }
            let player = usize::from(timed.player);
            recorder
                .record(player, timed.input.clone(), timed.at, ignore)
                .map_err(|error| Departure::Refused { index, at: timed.at, error })?;
        }
        let index = recorder.replay.inputs.len();
        recorder
            .advance(at, ignore)
            .and_then(|()| recorder.release_all(at, ignore))
            .map_err(|error| Departure::Refused { index, at, error })?;
        Ok(recorder)
    }
}
