//! The bot put to the test: games without a clock, played for a number.

use quintet_engine::{LINE_POINTS, Rules};

use crate::movegen::board::{Board, WIDTH};
use crate::play::rng::Chance;
use crate::search::bag::Bag;
use crate::search::lock::Streak;
use crate::search::state::{State, StateError, Terms};
use crate::search::weights::Weights;
use crate::search::{Budget, Move, think};

/// What is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Course {
    /// So many pieces by Marathon's rules: lines, and to be still there at the end.
    Marathon {
        /// How many.
        pieces: u32,
    },
    /// So many pieces by Versus's rules, with nobody attacking: rows sent.
    Versus {
        /// How many.
        pieces: u32,
    },
    /// So many rows of garbage, each with one gap, in a column other than that of the row above it:
    /// the fewer pieces until all are cleared the better. Up to ten rows are on the board at a time;
    /// others rise as soon as there is room.
    Cheese {
        /// How many.
        rows: u32,
    },
}

/// What came of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Pieces locked.
    pub pieces: u32,
    /// Rows cleared.
    pub lines: u32,
    /// Points for the rows cleared, as on level 1.
    pub points: u64,
    /// Rows sent.
    pub attack: u32,
    /// Rows of garbage cleared.
    pub garbage: u32,
    /// Whether the course was played to its end.
    pub finished: bool,
    /// Placements looked at.
    pub nodes: u64,
}

/// How many rows of garbage are on the board at a time.
const SHOWN: u32 = 10;
/// Pieces a row of garbage after which a player has lost his way.
const TOO_MANY: u32 = 10;

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

    /// Plays the course. The same seed deals the same pieces and gaps. `stop` is asked before every
    /// piece and breaks it off.
    pub fn play(
        self,
        weights: &Weights,
        budget: Budget,
        seed: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Score, StateError> {
        self.watch(weights, budget, seed, &mut |_| {}, stop)
    }

    /// The same, and `progress` is told how it stands after every piece.
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
            // A game that ends early has earned its points but not the pieces it missed.
            Course::Marathon { pieces } => per_piece(self.points as f64, pieces),
            Course::Versus { pieces } => per_piece(f64::from(self.attack), pieces),
            Course::Cheese { rows } => {
                let left = rows - self.garbage.min(rows);
                -f64::from(self.pieces + left * TOO_MANY)
            }
        }
    }
}

/// A game on the way.
struct Trial {
    course: Course,
    state: State,
    chance: Chance,
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
        let mut chance = Chance::new(seed);
        let piece = chance.deal(Bag::FULL);
        let state = State {
            board: Board::EMPTY,
            piece,
            falling: None,
            hold: None,
            can_hold: rules.hold,
            queue: Vec::new(),
            bag: Bag::FULL.after(piece),
            combo: 0,
            back_to_back: false,
            pending: 0,
            terms: Terms::of(&rules)?,
        };
        let to_come = if let Course::Cheese { rows } = course { rows } else { 0 };
        let score = Score::default();
        let gap = WIDTH as u64;
        let mut trial = Trial { course, state, chance, score, garbage: 0, to_come, gap };
        trial.deal();
        trial.rise();
        Ok(trial)
    }

    fn is_done(&self) -> bool {
        match self.course {
            Course::Marathon { pieces } | Course::Versus { pieces } => self.score.pieces >= pieces,
            Course::Cheese { rows } => {
                self.garbage + self.to_come == 0 || self.score.pieces > rows * TOO_MANY
            }
        }
    }

    /// Deals until as many pieces are shown as the rules say.
    fn deal(&mut self) {
        let shown = usize::from(self.course.rules().previews);
        while self.state.queue.len() < shown {
            let piece = self.chance.deal(self.state.bag);
            self.state.queue.push(piece);
            self.state.bag = self.state.bag.after(piece);
        }
    }

    /// Garbage rises as long as there is room for it.
    fn rise(&mut self) {
        while self.garbage < SHOWN && self.to_come > 0 {
            // Any column but the last gap's.
            let gap = if self.gap < WIDTH as u64 {
                (self.gap + 1 + self.chance.below(WIDTH as u64 - 1)) % WIDTH as u64
            } else {
                self.chance.below(WIDTH as u64)
            };
            self.gap = gap;
            let rows = (0..self.state.board.height()).map(|y| self.state.board.row(y));
            let garbage = 0x3ff & !(1_u16 << gap);
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
            row.fold(before.row(y as usize), |row, cell| row | 1 << cell.0) == 0x3ff
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

impl State {
    /// Makes a move: how many rows it cleared, and how many it sent or turned away. None, and
    /// nothing changes, where the next piece is not known; the move itself is not checked.
    pub fn make(&mut self, made: Move) -> Option<(u8, u8)> {
        let mut queue = self.queue.iter().copied();
        let hold = match (made.hold, self.hold) {
            (false, hold) => hold,
            (true, Some(_)) => Some(self.piece),
            (true, None) => {
                queue.next()?;
                Some(self.piece)
            }
        };
        let piece = queue.next()?;
        self.queue = queue.collect();
        (self.piece, self.hold, self.falling) = (piece, hold, None);
        self.can_hold = self.terms.hold;
        let mut streak = Streak {
            combo: self.combo.min(u32::from(u8::MAX)) as u8,
            back_to_back: self.back_to_back,
            pending: self.pending,
        };
        let lines = self.board.place(made.placement);
        let attack = self.terms.attack;
        let outcome = streak.lock(made.placement, lines, &self.board, attack, &Weights::VERSUS);
        self.combo = u32::from(streak.combo);
        self.back_to_back = streak.back_to_back;
        self.pending = streak.pending;
        Some((outcome.lines, outcome.attack))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(course: Course) -> Score {
        let weights = course.weights();
        course.play(&weights, Budget::nodes(500), 1, &|| false).expect("rules it knows")
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
