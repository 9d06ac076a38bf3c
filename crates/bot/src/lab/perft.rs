//! Perft: all ways to place a queue of pieces, counted. The check and the speed of a move generator.

use quintet_engine::Tetromino;

use crate::movegen::board::{Board, BoardError};
use crate::movegen::machine::Machine;
use crate::movegen::movement::Movement;

/// How many ways there are to place all pieces of a queue one after the other, with full rows
/// removed. With `spins`, placements of a T that differ only in the spin count as different.
///
/// ```
/// use quintet_bot::{Board, Movement, Tetromino, perft};
///
/// assert_eq!(perft(&Board::EMPTY, &[Tetromino::I, Tetromino::O], Movement::PERFT, false), 17 * 9);
/// ```
pub fn perft(board: &Board, queue: &[Tetromino], movement: Movement, spins: bool) -> u64 {
    perft_on(Machine::best(), board, queue, movement, spins)
}

/// The same without processor extensions, for comparison.
pub fn perft_portable(board: &Board, queue: &[Tetromino], movement: Movement, spins: bool) -> u64 {
    perft_on(Machine::Plain, board, queue, movement, spins)
}

pub(crate) fn perft_on(
    machine: Machine,
    board: &Board,
    queue: &[Tetromino],
    movement: Movement,
    spins: bool,
) -> u64 {
    let counts_spins = |piece| spins && piece == Tetromino::T;
    match *queue {
        [] => 1,
        [piece] if counts_spins(piece) => machine.moves(board, piece, movement, true).len() as u64,
        [piece] => machine.count(board, piece, movement),
        [piece, next] if !counts_spins(next) => {
            let moves = machine.moves(board, piece, movement, spins);
            machine.count_next(board, &moves, next, movement)
        }
        [piece, ref rest @ ..] => {
            let nodes_after = |placement| {
                let mut board = *board;
                board.place(placement);
                perft_on(machine, &board, rest, movement, spins)
            };
            machine.moves(board, piece, movement, spins).iter().map(nodes_after).sum()
        }
    }
}

/// A position with known node counts.
///
/// In a file each case is a line; `#` begins a comment, and empty lines are ignored. Columns are
/// separated by blanks:
///
/// 1. the queue, as letters;
/// 2. `-`, or options: `180` (half turns), `spins` (counted separately), or both as `180+spins`;
/// 3. `-` for the empty board, or its rows from the top, separated by `/`, `.` for an empty cell and
///    `X` for a filled one;
/// 4. the nodes after one piece, after two, and so on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PerftCase {
    /// The pieces.
    pub queue: Vec<Tetromino>,
    /// How they move.
    pub movement: Movement,
    /// Whether placements that differ only in the spin count as different.
    pub spins: bool,
    /// The board.
    pub board: Board,
    /// The nodes after each piece of the queue, as far as they are known.
    pub nodes: Vec<u64>,
}

/// Why a line is not a valid case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PerftCaseError {
    /// A column is missing.
    #[error("line {0}: queue, options, board and at least one number are needed")]
    Columns(usize),
    /// The queue has a letter that does not name a piece.
    #[error("line {0}: a queue is made of the letters IJLOSTZ")]
    Queue(usize),
    /// An option is unknown.
    #[error("line {0}: options are -, 180, spins or 180+spins")]
    Options(usize),
    /// The board cannot be read.
    #[error("line {0}: {1}")]
    Board(usize, BoardError),
    /// A number cannot be read, or there are more than the queue has pieces.
    #[error("line {0}: there must be a number for each piece, or fewer")]
    Nodes(usize),
}

impl PerftCase {
    /// Reads all cases of a file.
    pub fn read_all(text: &str) -> Result<Vec<PerftCase>, PerftCaseError> {
        let lines = (1..)
            .zip(text.lines())
            .map(|(number, line)| (number, line.split('#').next().unwrap_or_default().trim()));
        lines
            .filter(|(_, line)| !line.is_empty())
            .map(|(number, line)| read(number, line))
            .collect()
    }

    /// Counts the nodes after this many pieces of the queue.
    pub fn count(&self, depth: usize) -> u64 {
        let depth = depth.min(self.queue.len());
        perft(&self.board, &self.queue[..depth], self.movement, self.spins)
    }
}

fn read(number: usize, line: &str) -> Result<PerftCase, PerftCaseError> {
    let mut columns = line.split_whitespace();
    let (Some(queue), Some(options), Some(board)) =
        (columns.next(), columns.next(), columns.next())
    else {
        return Err(PerftCaseError::Columns(number));
    };
    let queue: Option<Vec<Tetromino>> = queue.chars().map(Tetromino::from_letter).collect();
    let queue = queue.ok_or(PerftCaseError::Queue(number))?;
    let (movement, spins) = match options {
        "-" => (Movement::PERFT, false),
        "180" => (Movement::PERFT.with_half_turns(), false),
        "spins" => (Movement::PERFT, true),
        "180+spins" => (Movement::PERFT.with_half_turns(), true),
        _ => return Err(PerftCaseError::Options(number)),
    };
    let board = match board {
        "-" => Board::EMPTY,
        drawing => drawing.parse().map_err(|error| PerftCaseError::Board(number, error))?,
    };
    let nodes: Result<Vec<u64>, _> = columns.map(str::parse).collect();
    let nodes = nodes.map_err(|_| PerftCaseError::Nodes(number))?;
    match nodes.len() {
        0 => Err(PerftCaseError::Columns(number)),
        counted if counted > queue.len() => Err(PerftCaseError::Nodes(number)),
        _ => Ok(PerftCase { queue, movement, spins, board, nodes }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_case_is_a_line() {
        let text = "# a comment\n\nTI 180+spins X.........\t34 600 # and another\n";
        let [case] = &PerftCase::read_all(text).expect("one case")[..] else {
            panic!("expected one case");
        };
        assert_eq!(case.queue, [Tetromino::T, Tetromino::I]);
        assert!(case.movement.rotation.half && case.spins);
        assert_eq!(case.board.height(), 1);
        assert_eq!(case.nodes, [34, 600]);
    }

    #[test]
    fn a_broken_case_is_named_by_its_line() {
        let read = |line: &str| PerftCase::read_all(&format!("\n{line}"));
        assert_eq!(read("TI - -"), Err(PerftCaseError::Columns(2)));
        assert_eq!(read("TX - - 34"), Err(PerftCaseError::Queue(2)));
        assert_eq!(read("TI 90 - 34"), Err(PerftCaseError::Options(2)));
        assert_eq!(
            read("TI - .. 34"),
            Err(PerftCaseError::Board(2, BoardError::Width { row: 1, cells: 2 }))
        );
        assert_eq!(read("TI - - 34 600 7"), Err(PerftCaseError::Nodes(2)));
        assert_eq!(read("TI - - many"), Err(PerftCaseError::Nodes(2)));
    }

    #[test]
    fn every_machine_counts_the_same() {
        let queue = [Tetromino::T, Tetromino::S, Tetromino::I, Tetromino::J];
        for movement in [Movement::PERFT, Movement::GUIDELINE.with_half_turns()] {
            for spins in [false, true] {
                for depth in 0..=queue.len() {
                    let count = |machine| {
                        perft_on(machine, &Board::EMPTY, &queue[..depth], movement, spins)
                    };
                    for machine in Machine::all() {
                        assert_eq!(count(machine), count(Machine::Plain), "{machine:?}");
                    }
                }
            }
        }
    }
}
