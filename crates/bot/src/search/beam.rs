//! A beam search: move by move, only the best positions are followed.

use std::collections::HashSet;

use quintet_engine::{Chain, Tetromino};

use crate::movegen::board::Board;
use crate::movegen::falling::StepSearch;
use crate::movegen::machine::Machine;
use crate::movegen::moves::Moves;
use crate::movegen::piece::index_of;
use crate::search::bag::Bag;
use crate::search::lock::{Carried, LockResult};
use crate::search::options::{PieceOption, options};
use crate::search::state::{MAX_QUEUE, State};
use crate::search::weights::Weights;
use crate::search::{Budget, Choice, Move};

/// Positions followed in the first, narrowest pass, unless the budget allows fewer.
const FIRST_WIDTH: usize = 12;
/// Roughly how many placements a position has, those of the held piece included.
const USUAL_MOVES: usize = 64;
/// How much wider each pass is than the one before.
const WIDENING: usize = 4;
/// Candidates kept per position followed, since some of them are the same position.
const KEPT: usize = 3;
/// More threads than this do not help.
const MAX_THREADS: usize = 64;
/// Fewer positions than this are searched on one thread.
const MIN_FOR_THREADS: usize = 40;
/// Of the positions at the end, one in this many is searched one unknown piece further.
const EXTENDED: usize = 6;
/// How many first moves are reported.
const ALTERNATIVES: usize = 5;
/// Added to the value of a position in which the next piece ends the game.
const LOST: i32 = -1_000_000;

/// A position that is followed.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    carried: Carried,
    hold: Option<Tetromino>,
    /// Which piece of the sequence is in play.
    next: u8,
    /// The rewards of the moves up to here.
    reward: i32,
    value: i32,
    /// The first move's number.
    first: u32,
    /// The index in the trail of the move that led here.
    step: u32,
}

/// A move that was made somewhere, and the one before it.
#[derive(Clone, Copy)]
struct Step {
    made: Move,
    before: u32,
}

const NO_STEP: u32 = u32::MAX;

/// A position that may be followed.
#[derive(Clone, Copy)]
struct Candidate {
    value: i32,
    reward: i32,
    hash: u64,
    parent: u32,
    made: Move,
    held: Option<Tetromino>,
    next: u8,
}

impl Candidate {
    /// The best first. The rest of the key makes the order total, so that the result does not depend
    /// on which thread found a candidate first.
    fn key(&self) -> (std::cmp::Reverse<i32>, std::cmp::Reverse<i32>, u64, u32, Move) {
        use std::cmp::Reverse;
        (Reverse(self.value), Reverse(self.reward), self.hash, self.parent, self.made)
    }
}

/// A search.
pub(crate) struct Beam<'a> {
    state: &'a State,
    weights: &'a Weights,
    budget: Budget,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The piece in play and those to come.
    sequence: Vec<Tetromino>,
    machine: Machine,
    nodes: u64,
    /// If given, all other first moves are ignored.
    among: Option<&'a [Move]>,
}

impl<'a> Beam<'a> {
    pub(crate) fn new(
        state: &'a State,
        weights: &'a Weights,
        budget: Budget,
        stop: &'a (dyn Fn() -> bool + Sync),
    ) -> Beam<'a> {
        let queue = state.queue.iter().take(MAX_QUEUE);
        let sequence = std::iter::once(&state.piece).chain(queue).copied().collect();
        Beam {
            state,
            weights,
            budget,
            stop,
            sequence,
            machine: Machine::best(),
            nodes: 0,
            among: None,
        }
    }

    /// Searches these first moves and no others.
    pub(crate) fn among(self, first: &'a [Move]) -> Beam<'a> {
        Beam { among: Some(first), ..self }
    }

    /// Searches in wider and wider passes until the budget is spent or `stop` returns true.
    pub(crate) fn run(mut self) -> Option<Choice> {
        let max_nodes = self.budget.nodes.min(Budget::MAX_NODES);
        let narrow = max_nodes / (USUAL_MOVES * self.sequence.len()) as u64;
        let mut width = narrow.clamp(ALTERNATIVES as u64, FIRST_WIDTH as u64) as usize;
        let mut best: Option<Choice> = None;
        loop {
            let before = self.nodes;
            let (found, is_whole) = self.pass(width);
            // A pass that was interrupted has seen less than the one before it.
            if is_whole || best.is_none() {
                best = found;
            }
            let spent = (self.nodes - before).max(1);
            let left = max_nodes.saturating_sub(self.nodes);
            if best.is_none() || !is_whole || left < spent * 3 / 2 {
                break;
            }
            // As wide as what is left allows, unless that allows several passes.
            let widest = (left.saturating_mul(width as u64) / spent) as usize;
            let wider = width.saturating_mul(WIDENING);
            width = if widest > wider.saturating_mul(WIDENING) { wider } else { widest };
        }
        best.map(|found| Choice { nodes: self.nodes, ..found })
    }

    fn root(&self) -> Node {
        let state = self.state;
        Node {
            board: state.board,
            carried: Carried { chain: state.chain, pending: state.pending },
            hold: state.hold.filter(|_| state.rules.hold),
            next: 0,
            reward: 0,
            value: 0,
            first: 0,
            step: NO_STEP,
        }
    }

    /// One pass that follows this many positions per move, and whether it was completed.
    fn pass(&mut self, width: usize) -> (Option<Choice>, bool) {
        let mut trail: Vec<Step> = Vec::new();
        let mut beam = vec![self.root()];
        let mut alternatives: Vec<(Move, i32)> = Vec::new();
        let mut is_whole = true;
        for ply in 0..self.sequence.len() {
            let Some(candidates) = self.candidates(&beam, ply, width) else {
                is_whole = false;
                break;
            };
            if candidates.is_empty() {
                break;
            }
            let next: Vec<Node> = candidates
                .iter()
                .map(|candidate| self.follow(&beam, candidate, &mut trail))
                .collect();
            beam = next;
            if ply == 0 {
                for (index, node) in beam.iter_mut().enumerate() {
                    node.first = index as u32;
                }
                alternatives = candidates.iter().map(|first| (first.made, first.value)).collect();
            } else {
                for node in beam.iter().rev() {
                    if let Some(first) = alternatives.get_mut(node.first as usize) {
                        first.1 = node.value;
                    }
                }
            }
        }
        if is_whole {
            is_whole = self.extend(&mut beam, width);
        }
        let best = beam.iter().filter(|node| node.step != NO_STEP).max_by_key(|node| {
            (node.value, std::cmp::Reverse(node.first), std::cmp::Reverse(node.step))
        });
        let Some(best) = best else { return (None, is_whole) };
        let mut line = Vec::new();
        let mut step = best.step;
        while let Some(&Step { made, before }) = trail.get(step as usize) {
            line.push(made);
            step = before;
        }
        line.reverse();
        alternatives.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        alternatives.truncate(ALTERNATIVES);
        let Some(&chosen) = line.first() else { return (None, is_whole) };
        let (value, depth) = (best.value, line.len());
        (Some(Choice { chosen, value, nodes: 0, depth, line, alternatives }), is_whole)
    }

    /// The best positions that follow from those of the beam, without duplicates; `None` if `stop`
    /// returned true.
    fn candidates(&mut self, beam: &[Node], ply: usize, width: usize) -> Option<Vec<Candidate>> {
        let parts = self.in_parts(beam, &|first, part| {
            let mut found = Vec::new();
            let mut nodes = 0;
            for (index, node) in part.iter().enumerate() {
                // All first moves are always searched, so that there is an answer.
                if ply > 0 && index % 8 == 0 && (self.stop)() {
                    return None;
                }
                let before = found.len();
                self.expand(node, (first + index) as u32, ply == 0, &mut found);
                nodes += (found.len() - before) as u64;
                if found.len() > width.saturating_mul(16) {
                    keep_best(&mut found, width.saturating_mul(KEPT));
                }
            }
            Some((found, nodes))
        });
        let mut all = Vec::new();
        for part in parts {
            let (found, nodes) = part?;
            self.nodes += nodes;
            all.extend(found);
        }
        if let Some(first) = self.among.filter(|_| ply == 0) {
            all.retain(|candidate| first.contains(&candidate.made));
        }
        Some(best_of(all, width))
    }

    /// Splits the beam among the threads and returns the results in order.
    fn in_parts<T: Send>(
        &self,
        beam: &[Node],
        work: &(dyn Fn(usize, &[Node]) -> T + Sync),
    ) -> Vec<T> {
        let threads = self.budget.threads.min(MAX_THREADS);
        // A browser's worker is one thread.
        if cfg!(not(target_family = "wasm")) && threads > 1 && beam.len() >= MIN_FOR_THREADS {
            let size = beam.len().div_ceil(threads);
            return std::thread::scope(|scope| {
                let parts: Vec<_> = beam
                    .chunks(size)
                    .enumerate()
                    .map(|(index, part)| scope.spawn(move || work(index * size, part)))
                    .collect();
                let join = |part: std::thread::ScopedJoinHandle<'_, T>| match part.join() {
                    Ok(done) => done,
                    Err(panic) => std::panic::resume_unwind(panic),
                };
                parts.into_iter().map(join).collect()
            });
        }
        vec![work(0, beam)]
    }

    /// Every move from a position.
    fn expand(&self, node: &Node, parent: u32, is_root: bool, found: &mut Vec<Candidate>) {
        let sequence = self.sequence.get(usize::from(node.next)..).unwrap_or_default();
        let can_hold = self.state.rules.hold && (!is_root || self.state.can_hold);
        let falling = self.state.falling.filter(|_| is_root);
        for option in options(sequence, node.hold, can_hold, falling.is_some()) {
            let Some(PieceOption { piece, hold, held, used }) = option else { continue };
            let after = (held, node.next + used);
            match falling.filter(|_| !hold) {
                Some(falling) => {
                    let search = StepSearch::new(&node.board, piece, self.state.rules.movement);
                    for placement in search.landings_from(falling) {
                        self.lock(node, parent, Move { hold, placement }, after, found);
                    }
                }
                None => self.place(node, parent, piece, hold, after, found),
            }
        }
    }

    fn place(
        &self,
        node: &Node,
        parent: u32,
        piece: Tetromino,
        hold: bool,
        after: (Option<Tetromino>, u8),
        found: &mut Vec<Candidate>,
    ) {
        let moves = Moves::with_spins(&node.board, piece, self.state.rules.movement);
        moves.for_each(|placement| {
            self.lock(node, parent, Move { hold, placement }, after, found);
        });
    }

    fn lock(
        &self,
        node: &Node,
        parent: u32,
        made: Move,
        (held, next): (Option<Tetromino>, u8),
        found: &mut Vec<Candidate>,
    ) {
        if self.state.rules.is_locked_out(made.placement) {
            return;
        }
        let (board, carried, result) = self.locked(node, made);
        let reward = node.reward + result.reward(made.placement, self.weights);
        let back_to_back = if carried.chain.back_to_back { self.weights.back_to_back } else { 0 };
        let value =
            reward + back_to_back + self.machine.evaluate(&board, carried.pending, self.weights);
        let hash = hash(&board, carried, held, next);
        found.push(Candidate { value, reward, hash, parent, made, held, next });
    }

    /// The board and what carries over after a lock, and what it earned.
    #[inline]
    fn locked(&self, node: &Node, made: Move) -> (Board, Carried, LockResult) {
        let (mut board, mut carried) = (node.board, node.carried);
        let lines = board.place(made.placement);
        let attack = self.state.rules.attack;
        let result = carried.lock(made.placement, lines, &board, attack);
        (board, carried, result)
    }

    /// The position that a candidate stands for.
    fn follow(&self, beam: &[Node], candidate: &Candidate, trail: &mut Vec<Step>) -> Node {
        let parent = &beam[candidate.parent as usize];
        let (board, carried, _) = self.locked(parent, candidate.made);
        trail.push(Step { made: candidate.made, before: parent.step });
        Node {
            board,
            carried,
            hold: candidate.held,
            next: candidate.next,
            reward: candidate.reward,
            value: candidate.value,
            first: parent.first,
            step: trail.len() as u32 - 1,
        }
    }

    /// Revalues the best positions at the end by the mean, over the pieces that may come next, of
    /// the best that each of them or the held piece can do. The other positions are dropped.
    fn extend(&mut self, beam: &mut Vec<Node>, width: usize) -> bool {
        beam.truncate((width / EXTENDED).max(4));
        let bag = if self.state.bag.is_empty() { Bag::FULL } else { self.state.bag };
        let parts = self.in_parts(beam, &|_, part| {
            let mut found = Vec::new();
            let mut nodes = 0;
            let mut values = Vec::with_capacity(part.len());
            for node in part {
                if (self.stop)() {
                    return None;
                }
                let mut best_of = |piece: Option<Tetromino>| {
                    found.clear();
                    if let Some(piece) = piece {
                        self.place(node, 0, piece, false, (None, 0), &mut found);
                    }
                    nodes += found.len() as u64;
                    let best = found.iter().map(|candidate| candidate.value).max();
                    best.unwrap_or(node.value.saturating_add(LOST))
                };
                let of_held = best_of(node.hold);
                let values_of = bag.iter().map(|piece| best_of(Some(piece)).max(of_held));
                let sum: i64 = values_of.map(i64::from).sum();
                values.push((sum / i64::from(bag.len())) as i32);
            }
            Some((values, nodes))
        });
        let mut nodes_to_value = beam.iter_mut();
        for part in parts {
            let Some((values, nodes)) = part else { return false };
            self.nodes += nodes;
            for (node, value) in nodes_to_value.by_ref().zip(values) {
                node.value = value;
            }
        }
        true
    }
}

/// Keeps the best candidates, in no order.
fn keep_best(found: &mut Vec<Candidate>, count: usize) {
    if found.len() > count {
        found.select_nth_unstable_by_key(count, Candidate::key);
        found.truncate(count);
    }
}

/// The best of the candidates, the best first, each position once.
fn best_of(mut found: Vec<Candidate>, width: usize) -> Vec<Candidate> {
    keep_best(&mut found, width.saturating_mul(KEPT));
    found.sort_unstable_by_key(Candidate::key);
    let mut seen = HashSet::with_capacity(found.len());
    found.retain(|candidate| seen.insert(candidate.hash));
    found.truncate(width);
    found
}

/// Positions with the same hash count as one.
fn hash(board: &Board, carried: Carried, held: Option<Tetromino>, next: u8) -> u64 {
    let Chain { combo, back_to_back } = carried.chain;
    let rest = u64::from(combo.min(0xff))
        | u64::from(back_to_back) << 8
        | u64::from(carried.pending) << 16
        | held.map_or(7, |piece| index_of(piece) as u64) << 24
        | u64::from(next) << 32;
    let mut hash = rest.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for &word in &board.words {
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    hash ^ hash >> 32
}
