//! A game that plays itself.

use quintet_bot::{Level, State};
use quintet_engine::{Board, Button, Game, Micros, TimedEvent, TimedInput};
use quintet_frontend::LongStep;

use super::{Answer, Computer, Phase, Session, Source};

/// Fast enough to watch, slow enough to follow.
const LEVEL: usize = 3;
/// From press to press of the plain player.
const TAP: Micros = Micros::from_millis(90);

/// A computer player and its game, which begins again when it is over.
pub(crate) struct Demo {
    session: Session,
    computer: Computer,
}

impl Demo {
    /// The bot plays, or a plain player in games that the bot does not know.
    pub(crate) fn new(
        session: Session,
        seed: u64,
        answers: impl Fn(Answer) + Send + 'static,
    ) -> Demo {
        let knows = session.board(0).is_some_and(|game| {
            let mut game = game.clone();
            // The current time is always accepted.
            let _ = game.advance(Micros::ZERO, &mut |_| {});
            State::of(&game).is_ok()
        });
        let computer = if knows {
            Computer::at_level(Level::ALL[LEVEL], seed, 0, answers)
        } else {
            Computer::start(seed, 0, Box::new(plain_inputs), answers)
        };
        Demo { session: session.with_long_step(LongStep::SLEEP), computer }
    }

    /// Takes what the computer chose.
    pub(crate) fn take(&mut self, answer: Answer) {
        self.computer.take(answer, &mut self.session);
    }

    #[cfg(test)]
    pub(crate) fn computer(&self) -> &Computer {
        &self.computer
    }
}

impl Source for Demo {
    fn advance(&mut self, stamp: Micros) {
        self.session.advance(stamp);
        self.computer.watch(&self.session);
    }

    fn wake(&self) -> Option<Micros> {
        self.session.wake()
    }

    fn drain(&mut self, report: &mut dyn FnMut(usize, &TimedEvent)) {
        self.session.drain(&mut |_, board, event| report(board, event));
    }

    fn game(&self, board: usize) -> Option<&Game> {
        self.session.board(board)
    }

    fn phase(&self) -> Phase {
        if self.session.is_over() { Phase::Over } else { Phase::Playing }
    }
}

/// Puts the piece where a straight drop leaves the fewest holes.
fn plain_inputs(game: &Game, earliest: &dyn Fn() -> Micros) -> Vec<TimedInput> {
    let mut best: Option<(i32, Vec<Button>)> = None;
    let reach = i32::from(game.rules().width);
    for turns in 0..4 {
        for sideways in -reach..=reach {
            let side = if sideways < 0 { Button::Left } else { Button::Right };
            let mut buttons = vec![Button::RotateCw; turns];
            buttons.extend(vec![side; sideways.unsigned_abs() as usize]);
            buttons.push(if game.rules().hard_drop { Button::HardDrop } else { Button::SoftDrop });
            let mut trial = game.clone();
            for &button in &buttons {
                tap(&mut trial, button);
            }
            let loss = badness(trial.view().board) + if trial.is_over() { 10_000 } else { 0 };
            if best.as_ref().is_none_or(|(least, _)| loss < *least) {
                best = Some((loss, buttons));
            }
        }
    }
    let mut at = earliest();
    let mut inputs = Vec::new();
    for button in best.map(|(_, buttons)| buttons).unwrap_or_default() {
        at += TAP;
        inputs.extend([TimedInput::press(button, at), TimedInput::release(button, at)]);
    }
    inputs
}

fn tap(game: &mut Game, button: Button) {
    let at = game.now();
    // The current time is always accepted.
    let _ = game.press(button, at, &mut |_| {});
    let _ = game.release(button, at, &mut |_| {});
}

/// Holes weigh most, then the heights of the columns.
fn badness(board: &Board) -> i32 {
    let height = i32::from(board.height());
    let mut badness = 0;
    for x in 0..board.width() as i8 {
        let top = (0..height as i8).find(|&y| board.is_taken(x, y)).map_or(height, i32::from);
        let holes = (top..height).filter(|&y| !board.is_taken(x, y as i8)).count();
        let tall = height - top;
        badness += 40 * holes as i32 + tall * tall;
    }
    badness
}
