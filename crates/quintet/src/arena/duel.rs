//! One game between two programs.

use std::thread;
use std::time::{Duration, Instant};

use quintet_bot::tbp::letter;
use quintet_bot::tbp::types::BotMessage;
use quintet_bot::tbp::types::data::{Move, Piece as Letter};
use quintet_bot::tbp::types::frontend_msg::{NewPiece, Play, Start, Stop, Suggest};
use quintet_bot::tbp::types::randomizer::{RandomizerState, SevenBag};
use quintet_bot::{Piece, Placement, State};
use quintet_engine::{
    Button, EndReason, Event, Fall, Game, Micros, Recorder, Replay, Rules, RulesError, TimedEvent,
    ValidRules,
};

use super::fault::Fault;
use super::hand::{Legal, first_legal};
use super::program::Program;
use super::tally::Record;

/// What both programs play under.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    /// How long a program may take to introduce itself and get ready.
    pub(crate) ready: Duration,
    /// How long a program thinks before it is asked.
    pub(crate) time: Duration,
    /// How long it may take to answer.
    pub(crate) grace: Duration,
    /// From one lock to the next, in the game's own time.
    pub(crate) pace: Micros,
    /// After so many pieces each the game is drawn.
    pub(crate) most_pieces: u32,
    /// Whether what the programs write to their standard error is shown.
    pub(crate) shows_stderr: bool,
}

impl Conditions {
    /// Versus, but pieces do not fall by themselves: the protocol's bots count on that.
    pub(crate) fn rules() -> ValidRules {
        const RULES: Result<ValidRules, RulesError> =
            Rules { fall: Fall::Every(Micros::from_secs(60)), ..Rules::versus() }.validate();
        RULES.expect("Versus may fall slowly")
    }
}

/// How a game ended.
#[derive(Debug)]
pub(crate) struct Ended {
    /// The side that won; none for a draw.
    pub(crate) winner: Option<usize>,
    /// Why.
    pub(crate) reason: String,
    /// What each side did.
    pub(crate) records: [Record; 2],
    /// What the programs call themselves.
    pub(crate) names: [Option<String>; 2],
    /// The game.
    pub(crate) replay: Replay,
}

/// Plays a game between two commands, the first on the left board. Before each turn `watch` is told
/// how many pieces each has placed, and says whether to go on.
pub(crate) fn play(
    commands: [&str; 2],
    conditions: &Conditions,
    seed: u64,
    watch: &mut dyn FnMut(u32) -> bool,
) -> Result<Ended, String> {
    let mut duel = Duel {
        recorder: Recorder::new(&[Conditions::rules(); 2], seed),
        conditions,
        records: [Record::default(); 2],
        names: [None, None],
    };
    let Verdict { winner, reason } = duel.run(commands, watch)?;
    let replay = duel.recorder.replay();
    Ok(Ended { winner, reason, records: duel.records, names: duel.names, replay })
}

struct Verdict {
    winner: Option<usize>,
    reason: String,
}

impl Verdict {
    /// Whoever did something wrong loses; if both did, nobody wins. None if nobody did.
    fn of_faults(faults: &[Option<Fault>; 2]) -> Option<Verdict> {
        Some(match faults {
            [None, None] => return None,
            [Some(left), None] => Verdict { winner: Some(1), reason: format!("left {left}") },
            [None, Some(right)] => Verdict { winner: Some(0), reason: format!("right {right}") },
            [Some(left), Some(right)] => {
                Verdict { winner: None, reason: format!("left {left}, right {right}") }
            }
        })
    }
}

struct Duel<'a> {
    recorder: Recorder,
    conditions: &'a Conditions,
    records: [Record; 2],
    names: [Option<String>; 2],
}

/// What happened on both boards while pieces were placed.
#[derive(Default)]
struct Turn {
    locked: [Option<Placement>; 2],
    garbage_came: [bool; 2],
    attack: [u32; 2],
    out: Option<(usize, EndReason)>,
}

impl Turn {
    fn note(&mut self, side: usize, event: TimedEvent, height: u8) {
        match event.event {
            Event::Locked { piece, spin, .. } => {
                self.locked[side] = Placement::of_lock(piece, spin, height);
            }
            Event::GarbageEntered { .. } => self.garbage_came[side] = true,
            Event::GarbageSent { lines } | Event::GarbageCancelled { lines } => {
                self.attack[side] += u32::from(lines);
            }
            Event::Over { reason } if reason != EndReason::OpponentOut => {
                self.out = Some((side, reason))
            }
            _ => {}
        }
    }
}

impl Duel<'_> {
    fn run(
        &mut self,
        commands: [&str; 2],
        watch: &mut dyn FnMut(u32) -> bool,
    ) -> Result<Verdict, String> {
        let started = commands.map(|command| Program::start(command, self.conditions.shows_stderr));
        let ready = started.map(|program| {
            let program = program?;
            let info = program.get_ready(self.conditions.ready)?;
            Ok((program, info))
        });
        let programs = match ready {
            [Ok((left, left_info)), Ok((right, right_info))] => {
                self.names = [left_info, right_info].map(|info| {
                    Some(format!("{} {}", printable(&info.name), printable(&info.version)))
                });
                [left, right]
            }
            failed => {
                let faults = failed.map(Result::err);
                return Verdict::of_faults(&faults).ok_or_else(|| "nobody failed".into());
            }
        };
        self.let_time_pass(Micros::ZERO, &mut Turn::default())?;
        let mut faults = [None, None];
        for (side, program) in programs.iter().enumerate() {
            faults[side] = program.give(start_message(self.game(side)?)?).err();
        }
        for turn in 0..self.conditions.most_pieces {
            if !watch(turn) {
                return Ok(Verdict { winner: None, reason: "broken off".into() });
            }
            if let Some(verdict) = Verdict::of_faults(&faults) {
                return Ok(verdict);
            }
            if let Some(verdict) = self.turn(&programs, turn, &mut faults)? {
                return Ok(verdict);
            }
        }
        let reason = format!("{} pieces each", self.conditions.most_pieces);
        Ok(Verdict { winner: None, reason })
    }

    fn game(&self, side: usize) -> Result<&Game, String> {
        self.recorder.game(side).ok_or_else(|| "a match has two boards".into())
    }

    fn state(&self, side: usize) -> Result<State, String> {
        State::of(self.game(side)?).map_err(|error| error.to_string())
    }

    /// Both sides place a piece.
    fn turn(
        &mut self,
        programs: &[Program; 2],
        number: u32,
        faults: &mut [Option<Fault>; 2],
    ) -> Result<Option<Verdict>, String> {
        let states = [self.state(0)?, self.state(1)?];
        let answers = self.ask(programs);
        let mut moves = [None, None];
        for (side, answer) in answers.into_iter().enumerate() {
            match answer.and_then(|named| choose(&states[side], &named)) {
                Ok(legal) => moves[side] = Some(legal),
                Err(fault) => faults[side] = Some(fault),
            }
        }
        let [Some(left), Some(right)] = moves else {
            return Ok(Verdict::of_faults(faults));
        };
        let moves = [left, right];
        let begun = Micros(self.conditions.pace.0 * u64::from(number));
        let turn = self.place(&moves, begun)?;
        for (side, legal) in moves.iter().enumerate() {
            self.records[side].attack += turn.attack[side];
            self.records[side].pieces = self.game(side)?.view().pieces;
            if turn.locked[side].is_some_and(|locked| locked != legal.placement) {
                return Err(format!("{:?} did not lock where it should", legal.placement));
            }
        }
        if self.recorder.current().is_over() {
            return Ok(Some(self.outcome(&turn)));
        }
        for (side, program) in programs.iter().enumerate() {
            let told = if turn.garbage_came[side] {
                // The protocol has no word for garbage, so the position is given anew.
                let start = start_message(self.game(side)?)?;
                program.tell(&Stop::new().into()).and_then(|()| program.give(start))
            } else {
                tell_turn(program, &states[side], &moves[side], &self.state(side)?)
            };
            faults[side] = told.err();
        }
        Ok(None)
    }

    /// Lets both think, then asks both and waits for the answers.
    fn ask(&mut self, programs: &[Program; 2]) -> [Result<Vec<Move>, Fault>; 2] {
        let Conditions { time, grace, .. } = *self.conditions;
        thread::sleep(time);
        let asked = programs.each_ref().map(|program| program.tell(&Suggest::new().into()));
        let begun = Instant::now();
        let mut side = 0;
        asked.map(|asked| {
            let program = &programs[side];
            let record = &mut self.records[side];
            side += 1;
            asked?;
            loop {
                match program.hear(begun + grace) {
                    Ok((at, BotMessage::Suggestion(suggestion))) => {
                        record.thought += time + at.saturating_duration_since(begun);
                        return Ok(suggestion.moves);
                    }
                    Ok(_) => {}
                    Err(Fault::Late(_)) => return Err(Fault::Late(grace)),
                    Err(fault) => return Err(fault),
                }
            }
        })
    }

    /// Taps the buttons of both moves, spread evenly over the time that a piece has, so that both
    /// pieces lock at its end.
    fn place(&mut self, moves: &[Legal; 2], begun: Micros) -> Result<Turn, String> {
        let pace = self.conditions.pace.0;
        let mut strokes: Vec<(Micros, usize, Button)> = Vec::new();
        for (side, legal) in moves.iter().enumerate() {
            let count = legal.taps.len() as u64;
            let at = |number: u64| begun + Micros(pace * number / count.max(1));
            strokes.extend((1..).zip(&legal.taps).map(|(number, &tap)| (at(number), side, tap)));
        }
        strokes.sort_by_key(|&(at, side, _)| (at, side));
        let height = Conditions::rules().height;
        let mut turn = Turn::default();
        for (at, side, button) in strokes {
            let sink = &mut |side, event| turn.note(side, event, height);
            self.recorder.press(side, button, at, sink).map_err(|error| error.to_string())?;
            self.recorder.release(side, button, at, sink).map_err(|error| error.to_string())?;
        }
        self.let_time_pass(begun + Micros(pace), &mut turn)?;
        Ok(turn)
    }

    fn let_time_pass(&mut self, until: Micros, turn: &mut Turn) -> Result<(), String> {
        let height = Conditions::rules().height;
        let sink = &mut |side, event| turn.note(side, event, height);
        self.recorder.advance(until, sink).map_err(|error| error.to_string())
    }

    fn outcome(&self, turn: &Turn) -> Verdict {
        let winner = self.recorder.current().winner();
        let reason = match turn.out {
            Some((side, why)) => {
                let how = match why {
                    EndReason::BlockOut => "has no room for a piece",
                    EndReason::LockOut => "locks above the field",
                    _ => "is out",
                };
                format!("{} {how}", ["left", "right"][side])
            }
            None => "the game is over".to_owned(),
        };
        Verdict { winner, reason }
    }
}

/// The first of the named moves that can be made.
fn choose(state: &State, named: &[Move]) -> Result<Legal, Fault> {
    if named.is_empty() {
        return Err(Fault::GaveUp);
    }
    first_legal(state, named).ok_or_else(|| {
        let first = named.first().and_then(|made| serde_json::to_string(&made.location).ok());
        Fault::Illegal(printable(&first.unwrap_or_default()))
    })
}

/// A program's words, short and without anything that would upset a terminal.
fn printable(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_control()).take(80).collect()
}

/// Tells a program that its move was made and which pieces have come into sight.
fn tell_turn(program: &Program, before: &State, made: &Legal, after: &State) -> Result<(), Fault> {
    program.tell(&Play::new(made.told()).into())?;
    let held_first = made.taps.first() == Some(&Button::Hold) && before.hold.is_none();
    let gone = 1 + usize::from(held_first);
    let known = (1 + before.queue.len()).saturating_sub(gone);
    for piece in std::iter::once(after.piece).chain(after.queue.iter().copied()).skip(known) {
        program.tell(&NewPiece::new(letter(piece).into()).into())?;
    }
    Ok(())
}

/// A game's position in the protocol's words.
fn start_message(game: &Game) -> Result<Start, String> {
    let state = State::of(game).map_err(|error| error.to_string())?;
    let board = game.view().board;
    let rows = (-(board.hidden() as i8)..board.height() as i8).rev();
    let cell = |x, y| board.is_taken(x, y).then(|| board.tile(x, y).to_char());
    let rows = rows.map(|y| (0..board.width() as i8).map(|x| cell(x, y)).collect()).collect();
    let queue = std::iter::once(state.piece).chain(state.queue.iter().copied());
    let queue = queue.map(|piece| letter(piece).into()).collect();
    let hold = state.hold.map(|piece| letter(piece).into());
    let mut start = Start::new(hold, queue, state.combo, state.back_to_back, rows);
    let left: Vec<Letter> = state.bag.iter().map(|piece: Piece| letter(piece)).collect();
    start.randomizer = RandomizerState::SevenBag(SevenBag::new(left));
    Ok(start)
}
