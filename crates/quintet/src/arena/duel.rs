//! One game between two programs.

use std::thread;
use std::time::{Duration, Instant};

use quintet_bot::tbp::piece_to_tbp;
use quintet_bot::tbp::types::BotMessage;
use quintet_bot::tbp::types::data::{Move, Piece as TbpPiece};
use quintet_bot::tbp::types::frontend_msg::{NewPiece, Play, Start, Stop, Suggest};
use quintet_bot::tbp::types::randomizer::{RandomizerState, SevenBag};
use quintet_bot::{Placement, State};
use quintet_engine::{
    Button, EndReason, Event, Fall, Game, Micros, Recorder, Replay, Rules, RulesError, TimedEvent,
    ValidRules,
};

use super::fault::Fault;
use super::legal::{Legal, first_legal};
use super::program::Program;
use super::score::Record;

/// What both programs play under.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditions {
    /// How long a program may take to get ready.
    pub(crate) ready: Duration,
    /// How long a program thinks before it is asked.
    pub(crate) time: Duration,
    /// How long it may take to answer.
    pub(crate) grace: Duration,
    /// From one lock to the next, in game time.
    pub(crate) pace: Micros,
    /// A game is drawn after this many pieces each.
    pub(crate) max_pieces: u32,
    /// Whether the programs' standard error is shown.
    pub(crate) shows_stderr: bool,
}

impl Conditions {
    /// Versus without gravity, which the protocol does not have.
    pub(crate) fn rules() -> ValidRules {
        const RULES: Result<ValidRules, RulesError> =
            Rules { fall: Fall::Every(Micros::from_secs(60)), ..Rules::versus() }.validate();
        RULES.expect("Versus may fall slowly")
    }
}

/// A finished game.
#[derive(Debug)]
pub(crate) struct Finished {
    /// The side that won; `None` for a draw.
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

/// Plays a game between two commands, the first on the left board. Before each round `watch` receives
/// how many pieces each has placed, and returns whether to continue.
pub(crate) fn play(
    commands: [&str; 2],
    conditions: &Conditions,
    seed: u64,
    watch: &mut dyn FnMut(u32) -> bool,
) -> Result<Finished, String> {
    let mut duel = Duel {
        recorder: Recorder::new(&[Conditions::rules(); 2], seed),
        conditions,
        records: [Record::default(); 2],
        names: [None, None],
    };
    let Verdict { winner, reason } = duel.run(commands, watch)?;
    let replay = duel.recorder.replay();
    Ok(Finished { winner, reason, records: duel.records, names: duel.names, replay })
}

struct Verdict {
    winner: Option<usize>,
    reason: String,
}

impl Verdict {
    /// A program with a fault loses; if both have one, nobody wins. `None` if neither has.
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

/// What happened on both boards while each placed a piece.
#[derive(Default)]
struct Round {
    locked: [Option<Placement>; 2],
    garbage_came: [bool; 2],
    attack: [u32; 2],
    out: Option<(usize, EndReason)>,
}

impl Round {
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
                self.out = Some((side, reason));
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
        self.let_time_pass(Micros::ZERO, &mut Round::default())?;
        let mut faults = [None, None];
        for (side, program) in programs.iter().enumerate() {
            faults[side] = program.start_position(start_message(self.game(side)?)?).err();
        }
        for number in 0..self.conditions.max_pieces {
            if !watch(number) {
                return Ok(Verdict { winner: None, reason: "interrupted".into() });
            }
            if let Some(verdict) = Verdict::of_faults(&faults) {
                return Ok(verdict);
            }
            if let Some(verdict) = self.round(&programs, number, &mut faults)? {
                return Ok(verdict);
            }
        }
        let reason = format!("{} pieces each", self.conditions.max_pieces);
        Ok(Verdict { winner: None, reason })
    }

    fn game(&self, side: usize) -> Result<&Game, String> {
        self.recorder.game(side).ok_or_else(|| "a match has two boards".into())
    }

    fn state(&self, side: usize) -> Result<State, String> {
        State::of(self.game(side)?).map_err(|error| error.to_string())
    }

    /// Both sides place a piece.
    fn round(
        &mut self,
        programs: &[Program; 2],
        number: u32,
        faults: &mut [Option<Fault>; 2],
    ) -> Result<Option<Verdict>, String> {
        let states = [self.state(0)?, self.state(1)?];
        let answers = self.ask(programs);
        let mut moves = [None, None];
        for (side, answer) in answers.into_iter().enumerate() {
            let game = self.game(side)?;
            match answer.and_then(|named| choose(game, &states[side], &named)) {
                Ok(legal) => moves[side] = Some(legal),
                Err(fault) => faults[side] = Some(fault),
            }
        }
        let [Some(left), Some(right)] = moves else {
            return Ok(Verdict::of_faults(faults));
        };
        let moves = [left, right];
        let begun = Micros(self.conditions.pace.0 * u64::from(number));
        let round = self.place(&moves, begun)?;
        for (side, legal) in moves.iter().enumerate() {
            self.records[side].attack += round.attack[side];
            self.records[side].pieces = self.game(side)?.pieces_locked();
            if round.locked[side].is_some_and(|locked| locked != legal.placement) {
                return Err(format!("{:?} did not lock where it should", legal.placement));
            }
        }
        if self.recorder.current().is_over() {
            return Ok(Some(self.verdict(&round)));
        }
        for (side, program) in programs.iter().enumerate() {
            let sent = if round.garbage_came[side] {
                // The protocol has no garbage, so the bot gets a new position.
                let start = start_message(self.game(side)?)?;
                program.send(&Stop::new().into()).and_then(|()| program.start_position(start))
            } else {
                send_round(program, &states[side], &moves[side], &self.state(side)?)
            };
            faults[side] = sent.err();
        }
        Ok(None)
    }

    /// Lets both think, then asks both and waits for the answers.
    fn ask(&mut self, programs: &[Program; 2]) -> [Result<Vec<Move>, Fault>; 2] {
        let Conditions { time, grace, .. } = *self.conditions;
        thread::sleep(time);
        let asked = programs.each_ref().map(|program| program.send(&Suggest::new().into()));
        let begun = Instant::now();
        let mut side = 0;
        asked.map(|asked| {
            let program = &programs[side];
            let record = &mut self.records[side];
            side += 1;
            asked?;
            loop {
                match program.receive(begun + grace) {
                    Ok((at, BotMessage::Suggestion(suggestion))) => {
                        record.thinking += time + at.saturating_duration_since(begun);
                        return Ok(suggestion.moves);
                    }
                    Ok(_) => {}
                    Err(Fault::Late(_)) => return Err(Fault::Late(grace)),
                    Err(fault) => return Err(fault),
                }
            }
        })
    }

    /// Taps the buttons of both moves, spread evenly over the round, so that both pieces lock at its
    /// end.
    fn place(&mut self, moves: &[Legal; 2], begun: Micros) -> Result<Round, String> {
        let pace = self.conditions.pace.0;
        let mut taps: Vec<(Micros, usize, Button)> = Vec::new();
        for (side, legal) in moves.iter().enumerate() {
            let count = legal.taps.len() as u64;
            let at = |number: u64| begun + Micros(pace * number / count.max(1));
            taps.extend((1..).zip(&legal.taps).map(|(number, &tap)| (at(number), side, tap)));
        }
        taps.sort_by_key(|&(at, side, _)| (at, side));
        let height = Conditions::rules().height;
        let mut round = Round::default();
        for (at, side, button) in taps {
            let sink = &mut |side, event| round.note(side, event, height);
            self.recorder.press(side, button, at, sink).map_err(|error| error.to_string())?;
            self.recorder.release(side, button, at, sink).map_err(|error| error.to_string())?;
        }
        self.let_time_pass(begun + Micros(pace), &mut round)?;
        Ok(round)
    }

    fn let_time_pass(&mut self, until: Micros, round: &mut Round) -> Result<(), String> {
        let height = Conditions::rules().height;
        let sink = &mut |side, event| round.note(side, event, height);
        self.recorder.advance(until, sink).map_err(|error| error.to_string())
    }

    fn verdict(&self, round: &Round) -> Verdict {
        let winner = self.recorder.current().winner();
        let reason = match round.out {
            Some((side, why)) => {
                let how = match why {
                    EndReason::BlockOut => "is blocked out",
                    EndReason::LockOut => "is locked out",
                    _ => "is out",
                };
                format!("{} {how}", ["left", "right"][side])
            }
            None => "the game is over".to_owned(),
        };
        Verdict { winner, reason }
    }
}

/// The first legal move of a suggestion.
fn choose(game: &Game, state: &State, named: &[Move]) -> Result<Legal, Fault> {
    if named.is_empty() {
        return Err(Fault::GaveUp);
    }
    first_legal(game, state, named).ok_or_else(|| {
        let first = named.first().and_then(|made| serde_json::to_string(&made.location).ok());
        Fault::Illegal(printable(&first.unwrap_or_default()))
    })
}

/// Text from a program, shortened and without control characters.
fn printable(words: &str) -> String {
    words.chars().filter(|letter| !letter.is_control()).take(80).collect()
}

/// Tells a program that its move was made and which pieces are newly revealed.
fn send_round(program: &Program, before: &State, made: &Legal, after: &State) -> Result<(), Fault> {
    program.send(&Play::new(made.to_tbp()).into())?;
    let held_first = made.taps.first() == Some(&Button::Hold) && before.hold.is_none();
    let gone = 1 + usize::from(held_first);
    let known = (1 + before.queue.len()).saturating_sub(gone);
    for piece in std::iter::once(after.piece).chain(after.queue.iter().copied()).skip(known) {
        program.send(&NewPiece::new(piece_to_tbp(piece).into()).into())?;
    }
    Ok(())
}

/// A game's position in the protocol's form.
fn start_message(game: &Game) -> Result<Start, String> {
    let state = State::of(game).map_err(|error| error.to_string())?;
    let board = game.view().board;
    let rows = (-(board.hidden() as i8)..board.height() as i8).rev();
    let cell = |x, y| board.is_taken(x, y).then(|| board.tile(x, y).to_char());
    let rows = rows.map(|y| (0..board.width() as i8).map(|x| cell(x, y)).collect()).collect();
    let queue = std::iter::once(state.piece).chain(state.queue.iter().copied());
    let queue = queue.map(|piece| piece_to_tbp(piece).into()).collect();
    let hold = state.hold.map(|piece| piece_to_tbp(piece).into());
    let mut start = Start::new(hold, queue, state.chain.combo, state.chain.back_to_back, rows);
    let left: Vec<TbpPiece> = state.bag.iter().map(piece_to_tbp).collect();
    start.randomizer = RandomizerState::SevenBag(SevenBag::new(left));
    Ok(start)
}
