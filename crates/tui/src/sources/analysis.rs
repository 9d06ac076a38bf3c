//! How well a replay was played. The computer judges piece by piece in a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use quintet_bot::{Analyst, Budget, Hint, JudgedMove, Move};
use quintet_engine::Replay;
use quintet_frontend::MoveClass;

use super::Answer;

/// Placements searched per piece, as in the app: a few hundredths of a second.
const NODES: u64 = 4000;

/// How far the computer has come.
#[derive(Debug)]
pub(crate) enum Progress {
    /// It thinks. How many pieces there are, once it knows.
    Running { all: u32 },
    /// It has judged the whole game.
    Done(Box<quintet_bot::Analysis>),
    /// The replay cannot be analysed.
    Failed,
}

/// The analysis of one player's game. The thread ends when it is dropped.
#[derive(Debug)]
pub(crate) struct Analysis {
    pub(crate) player: usize,
    pub(crate) progress: Progress,
    /// The pieces that have been judged.
    pub(crate) pieces: Vec<JudgedMove>,
    /// The line that is selected, while the analysis is open.
    pub(crate) chosen: Option<usize>,
    /// Tells this analysis from an earlier one.
    number: u64,
    /// The number of the piece in play, and where the computer would put it.
    hint: Option<Hint>,
    /// The rows of the board.
    height: i8,
    stops: Arc<AtomicBool>,
}

impl Analysis {
    /// Begins to judge the pieces of a player.
    pub(crate) fn start(
        replay: Replay,
        player: usize,
        number: u64,
        answers: impl Fn(Answer) + Send + 'static,
    ) -> Analysis {
        let stops = Arc::new(AtomicBool::new(false));
        let height = replay.rules.get(player).map_or(0, |rules| rules.height as i8);
        let stopped = Arc::clone(&stops);
        thread::spawn(move || judge(&replay, player, number, &stopped, &answers));
        Analysis {
            player,
            progress: Progress::Running { all: 0 },
            pieces: Vec::new(),
            chosen: Some(0),
            number,
            hint: None,
            height,
            stops,
        }
    }

    /// Takes what the computer says, if it is about this analysis.
    pub(super) fn take(&mut self, answer: Answer) {
        match answer {
            Answer::Judged { number, all, piece } if number == self.number => {
                self.pieces.push(*piece);
                self.progress = Progress::Running { all };
            }
            Answer::Analysed { number, analysis } if number == self.number => {
                self.progress = analysis.map_or(Progress::Failed, Progress::Done);
            }
            _ => {}
        }
    }

    /// The judgement of the piece before which this many have locked.
    pub(crate) fn piece(&self, number: u32) -> Option<&JudgedMove> {
        let place = self.pieces.binary_search_by_key(&number, |piece| piece.number).ok()?;
        self.pieces.get(place)
    }

    /// Finds where the computer would put the piece before which this many have locked.
    pub(super) fn look(&mut self, number: u32) {
        self.hint = self.piece(number).map(|piece| {
            let Move { hold, placement } = piece.best;
            Hint { hold, cells: placement.cells().map(|(x, y)| (x, self.height - 1 - y)) }
        });
    }

    /// Where the computer would put the piece in play.
    pub(super) fn hint(&self) -> Option<&Hint> {
        self.hint.as_ref()
    }
}

impl Drop for Analysis {
    fn drop(&mut self) {
        self.stops.store(true, Ordering::Relaxed);
    }
}

/// How good a move was.
pub(crate) fn class(piece: &JudgedMove) -> MoveClass {
    MoveClass::of(piece.accuracy(), piece.loss > 0)
}

/// A move in words, with a better one.
pub(crate) fn told(piece: &JudgedMove) -> String {
    let Move { hold, placement } = piece.best;
    let columns = placement.cells().map(|(x, _)| x);
    class(piece).told(
        piece.number + 1,
        quintet_engine::Kind::Tetromino(placement.piece),
        hold,
        columns,
    )
}

fn judge(
    replay: &Replay,
    player: usize,
    number: u64,
    stops: &AtomicBool,
    answers: &(impl Fn(Answer) + Send),
) {
    let stop = || stops.load(Ordering::Relaxed);
    let Ok(mut analyst) = Analyst::new(replay, player, Budget::nodes(NODES)) else {
        return answers(Answer::Analysed { number, analysis: None });
    };
    while analyst.step(&stop) {
        let (_, all) = analyst.progress();
        if let Some(piece) = analyst.last() {
            answers(Answer::Judged { number, all, piece: Box::new(piece.clone()) });
        }
    }
    if !stop() {
        answers(Answer::Analysed { number, analysis: Some(Box::new(analyst.analysis())) });
    }
}
