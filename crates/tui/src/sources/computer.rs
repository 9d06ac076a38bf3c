//! The computer as a player. It thinks in a thread of its own, so that no picture waits for it.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Instant;

use quintet_bot::{Analysis, Hand, Hint, JudgedMove, Level};
use quintet_engine::{Game, Micros, TimedInput};

use super::Session;

/// A question: which inputs for the piece in play?
struct Request {
    board: usize,
    game: Box<Game>,
    asked: Instant,
}

/// What a computer player decided. `pieces` counts the pieces that locked before the one it is for.
#[derive(Debug)]
pub(crate) enum Answer {
    /// All inputs for a piece, from the computer player with this number.
    Inputs { number: u64, pieces: u32, inputs: Vec<TimedInput> },
    /// Where the strongest level would put a piece; none where it has no idea.
    Hint { pieces: u32, hint: Option<Hint> },
    /// A piece of the replay that is analysed under this number, which has `all` pieces.
    Judged { number: u64, all: u32, piece: Box<JudgedMove> },
    /// The whole analysis with this number; none where the replay cannot be analysed.
    Analysed { number: u64, analysis: Option<Box<Analysis>> },
}

/// Asks for a hint in a thread of its own.
pub(super) fn ask_hint(game: &Game, answers: impl Fn(Answer) + Send + 'static) {
    let game = Box::new(game.clone());
    thread::spawn(move || {
        answers(Answer::Hint { pieces: game.pieces_locked(), hint: Hint::of(&game) });
    });
}

/// Chooses inputs for the piece in play, none earlier than the closure returns.
type Player = Box<dyn FnMut(&Game, &dyn Fn() -> Micros) -> Vec<TimedInput> + Send>;

/// Which piece a computer player plays, as the number of pieces that locked before it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turn {
    /// No piece has entered yet.
    Before,
    /// It was asked for the inputs of this piece.
    Thinks(u32),
    /// The inputs of this piece are planned.
    Planned(u32),
}

/// A computer player at a board.
pub(crate) struct Computer {
    number: u64,
    board: usize,
    turn: Turn,
    requests: Sender<Request>,
}

impl Computer {
    /// Plays at a level on a board. Answers go to the channel.
    pub(crate) fn at_level(
        level: Level,
        seed: u64,
        board: usize,
        answers: impl Fn(Answer) + Send + 'static,
    ) -> Computer {
        let mut hand = Hand::new(level, seed);
        let play: Player =
            Box::new(move |game, earliest| hand.inputs_for_piece(game, earliest, &|| false));
        Computer::start(seed, board, play, answers)
    }

    /// Plays by a function of the game.
    pub(crate) fn start(
        number: u64,
        board: usize,
        play: Player,
        answers: impl Fn(Answer) + Send + 'static,
    ) -> Computer {
        let (requests, asked) = channel();
        // The thread ends when this computer is dropped and the channel closes.
        thread::spawn(move || think(number, play, &asked, &answers));
        Computer { number, board, turn: Turn::Before, requests }
    }

    /// Asks for inputs if a piece has entered.
    pub(crate) fn watch(&mut self, session: &Session) {
        let Some(game) = session.board(self.board).filter(|game| !game.is_over()) else { return };
        let view = game.view();
        let is_asked = [Turn::Thinks(view.pieces), Turn::Planned(view.pieces)].contains(&self.turn);
        if view.piece.is_some() && !is_asked && !game.is_paused() {
            self.turn = Turn::Thinks(view.pieces);
            let request =
                Request { board: self.board, game: Box::new(game.clone()), asked: Instant::now() };
            // The thread lives as long as this end of the channel.
            let _ = self.requests.send(request);
        }
    }

    /// Takes an answer that came for this computer.
    pub(crate) fn take(&mut self, answer: Answer, session: &mut Session) {
        if let Answer::Inputs { number, pieces, inputs } = answer
            && number == self.number
            && self.turn == Turn::Thinks(pieces)
        {
            session.plan(&inputs);
            self.turn = Turn::Planned(pieces);
        }
    }

    /// Whether it was asked for inputs and has not answered.
    #[cfg(test)]
    pub(crate) fn thinks(&self) -> bool {
        matches!(self.turn, Turn::Thinks(_))
    }
}

fn think(
    number: u64,
    mut play: Player,
    requests: &Receiver<Request>,
    answers: &(impl Fn(Answer) + Send),
) {
    while let Ok(Request { board, game, asked }) = requests.recv() {
        let earliest = || game.now() + Micros(asked.elapsed().as_micros() as u64);
        let mut inputs = play(&game, &earliest);
        for input in &mut inputs {
            *input = input.to_board(board as u8);
        }
        answers(Answer::Inputs { number, pieces: game.pieces_locked(), inputs });
    }
}
