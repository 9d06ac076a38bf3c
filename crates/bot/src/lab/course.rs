//! Games without a clock that end in a number: how well the bot plays.

use quintet_engine::{Chain, LINE_POINTS, Rules};

use crate::movegen::board::{Board, LOW_ROW, WIDTH};
use crate::play::rng::Rng;
use crate::search::bag::Bag;
use crate::search::state::{MoveRules, State, StateError};
use crate::search::weights::Weights;
use crate::search::{Budget, Move, think};

/// What is played.
///
/// ```
/// use quintet_bot::{Budget, Course};
///
/// let course = Course::Versus { pieces: 20 };
/// let score = course.play(&course.weights(), Budget::nodes(500), 1, &|| false)?;
/// assert_eq!(score.pieces, 20);
/// # Ok::<(), quintet_bot::StateError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Course {
    /// Marathon's rules: points for lines, and whether the bot survives.
    Marathon {
        /// How many pieces.
        pieces: u32,
    },
    /// Versus's rules without an opponent: rows sent.
    Versus {
        /// How many pieces.
        pieces: u32,
    },
    /// Rows of garbage with one gap each, never below that of the row above: the fewer pieces until
    /// all are cleared, the better. Up to ten rows are on the board at a time; others rise as soon as
    /// there is room.
    Cheese {
        /// How many rows.
        rows: u32,
    },
}

/// The result of a course.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// Pieces locked.
    pub pieces: u32,
    /// Rows cleared.
    pub lines: u32,
    /// Points for the rows cleared, at level 1.
    pub points: u64,
    /// Rows sent.
    pub attack: u32,
    /// Rows of garbage cleared.
    pub garbage: u32,
    /// Whether the course was played to its end.
    pub finished: bool,
    /// Placements searched.
    pub nodes: u64,
}

/// How many rows of garbage are on the board at a time.
const GARBAGE_ON_BOARD: u32 = 10;
/// Pieces per row of garbage after which a game is given up.
const MAX_PIECES_PER_ROW: u32 = 10;

impl Course {
    /// The rules it is played by.
    pub const fn rules(self) -> Rules {
        match self {
            Course::Marathon { .. } => Rules::marathon(),
            Course::Versus { .. } | Course::Cheese { .. } => Rules::versus(),
        }
    }

    /// The bot's own weights for it.
    pub const fn weights(self) -> Weights {
        match self {
            Course::Marathon { .. } => Weights::SOLO,
            Course::Versus { .. } => Weights::VERSUS,
            Course::Cheese { .. } => Weights::CHEESE,
        }
    }

    /// Plays the course. The same seed deals the same pieces and gaps. `stop` is polled before every
    /// piece and ends the game.
    pub fn play(
        self,
        weights: &Weights,
        budget: Budget,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Score, StateError> {
        self.watch(weights, budget, seed, &mut |_| {}, stop)
    }

    /// The same; `progress` receives the score after every piece.
    pub fn watch(
        self,
        weights: &Weights,
        budget: Budget,
        seed: u64,
        progress: &mut dyn FnMut(&Score),
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Score, StateError> {
        let mut trial = Trial::new(self, seed)?;
        while !trial.is_done() && !stop() {
            let Some(choice) = think(&trial.state, weights, budget, stop) else { break };
            trial.score.nodes += choice.nodes;
            trial.make(choice.chosen);
            progress(&trial.score);
        }
        trial.score.finished = trial.is_done();
        Ok(trial.score)
    }
}

impl Score {
    /// How good it is; more is better.
    pub fn merit(&self, course: Course) -> f64 {
        let per_piece = |number: f64, pieces: u32| number / f64::from(pieces.max(1));
        match course {
            // A game that ends early is divided by all the pieces it should have had.
            Course::Marathon { pieces } => per_piece(self.points as f64, pieces),
            Course::Versus { pieces } => per_piece(f64::from(self.attack), pieces),
            Course::Cheese { rows } => {
                let left = rows - self.garbage.min(rows);
                -f64::from(self.pieces + left * MAX_PIECES_PER_ROW)
            }
        }
    }
}

/// A game in progress.
struct Trial {
    course: Course,
    state: State,
    rng: Rng,
    score: Score,
    /// Rows of garbage at the bottom of the board.
    garbage: u32,
    /// Rows of garbage that have not risen yet.
    to_come: u32,
    gap: u64,
}

impl Trial {
    fn new(course: Course, seed: u64) -> Result<Trial, StateError> {
        let rules = course.rules();
        let mut rng = Rng::new(seed);
        let piece = rng.deal(Bag::FULL);
        let state = State {
            board: Board::EMPTY,
            piece,
            falling: None,
            hold: None,
            can_hold: rules.hold,
            queue: Vec::new(),
            bag: Bag::FULL.after(piece),
            chain: Chain::default(),
            pending: 0,
            rules: MoveRules::of(&rules)?,
        };
        let to_come = if let Course::Cheese { rows } = course { rows } else { 0 };
        let score = Score::default();
        let gap = WIDTH as u64;
        let mut trial = Trial { course, state, rng, score, garbage: 0, to_come, gap };
        trial.deal();
        trial.rise();
        Ok(trial)
    }

    fn is_done(&self) -> bool {
        match self.course {
            Course::Marathon { pieces } | Course::Versus { pieces } => self.score.pieces >= pieces,
            Course::Cheese { rows } => {
                self.garbage + self.to_come == 0 || self.score.pieces > rows * MAX_PIECES_PER_ROW
            }
        }
    }

    /// Deals until as many pieces are shown as the rules say.
    fn deal(&mut self) {
        let shown = usize::from(self.course.rules().previews);
        while self.state.queue.len() < shown {
            let piece = self.rng.deal(self.state.bag);
            self.state.queue.push(piece);
            self.state.bag = self.state.bag.after(piece);
        }
    }

    /// Adds rows of garbage at the bottom, up to [`GARBAGE_ON_BOARD`].
    fn rise(&mut self) {
        while self.garbage < GARBAGE_ON_BOARD && self.to_come > 0 {
            // Any column but the last gap's.
            let gap = if self.gap < WIDTH as u64 {
                (self.gap + 1 + self.rng.below(WIDTH as u64 - 1)) % WIDTH as u64
            } else {
                self.rng.below(WIDTH as u64)
            };
            self.gap = gap;
            let rows = (0..self.state.board.height()).map(|y| self.state.board.row(y));
            let garbage = LOW_ROW as u16 & !(1 << gap);
            self.state.board = Board::from_rows(std::iter::once(garbage).chain(rows));
            self.garbage += 1;
            self.to_come -= 1;
        }
    }

    fn make(&mut self, made: Move) {
        let before = self.state.board;
        let cells = made.placement.cells();
        let is_full = |&y: &u32| {
            let row = cells.iter().filter(|cell| cell.1 == y as i8);
            row.fold(before.row(y as usize), |row, cell| row | 1 << cell.0) == LOW_ROW as u16
        };
        let garbage = (0..self.garbage).filter(is_full).count() as u32;
        let Some((lines, attack)) = self.state.make(made) else { return };
        self.score.pieces += 1;
        self.score.lines += u32::from(lines);
        self.score.points += LINE_POINTS[usize::from(lines).min(4)];
        self.score.attack += u32::from(attack);
        self.score.garbage += garbage;
        self.garbage -= garbage;
        self.deal();
        self.rise();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(course: Course) -> Score {
        let weights = course.weights();
        course.play(&weights, Budget::nodes(500), 1, &|| false).expect("supported rules")
    }

    #[test]
    fn a_course_is_played_to_its_end_and_the_same_way_again() {
        let marathon = score(Course::Marathon { pieces: 60 });
        assert!(marathon.finished && marathon.lines >= 20, "{marathon:?}");
        assert_eq!(score(Course::Marathon { pieces: 60 }), marathon);
        let versus = score(Course::Versus { pieces: 40 });
        assert!(versus.finished && versus.pieces == 40 && versus.attack > 0, "{versus:?}");
        let cheese = score(Course::Cheese { rows: 12 });
        assert!(cheese.finished && cheese.garbage == 12, "{cheese:?}");
    }
}
