//! A beam search: move by move, only the best positions are followed.

use std::collections::HashSet;

use crate::movegen::board::Board;
use crate::movegen::falling::Room;
use crate::movegen::machine::Machine;
use crate::movegen::moves::Moves;
use crate::movegen::piece::Piece;
use crate::search::bag::Bag;
use crate::search::lock::Streak;
use crate::search::state::{MAX_QUEUE, State};
use crate::search::weights::Weights;
use crate::search::{Budget, Move};

/// The positions followed in the first, narrowest pass, unless that is more than the budget allows.
const FIRST_WIDTH: usize = 12;
/// The placements that a position has, with those of the piece put aside, more or less.
const USUAL_MOVES: usize = 64;
/// How much wider every pass is than the one before.
const WIDENING: usize = 4;
/// How many times as many candidates are kept as positions are followed, since some are the same.
const KEPT: usize = 3;
/// More threads than this do not help.
const MOST_THREADS: usize = 64;
/// So many positions are worth the trouble of starting threads.
const WORTH_A_THREAD: usize = 40;
/// Of the positions at the end, one in so many is looked at for what may come next.
const GUESSED: usize = 6;
/// How many rivals are named.
const RIVALS: usize = 5;
/// What a position is worth in which the next piece ends the game.
const LOST: i32 = -1_000_000;

/// A position on the way.
#[derive(Clone, Copy)]
struct Node {
    board: Board,
    streak: Streak,
    hold: Option<Piece>,
    /// Which piece of the sequence is in play.
    next: u8,
    /// What the moves up to here were worth.
    reward: i32,
    value: i32,
    /// The first move's number.
    first: u32,
    /// Where in the trail the move is that led here.
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
    held: Option<Piece>,
    next: u8,
    streak: Streak,
}

impl Candidate {
    /// The best first; the rest of the key makes the order whole, so that nothing depends on who
    /// found it first.
    fn key(&self) -> (std::cmp::Reverse<i32>, std::cmp::Reverse<i32>, u64, u32, Move) {
        use std::cmp::Reverse;
        (Reverse(self.value), Reverse(self.reward), self.hash, self.parent, self.made)
    }
}

/// What a search came to.
pub(crate) struct Found {
    pub(crate) line: Vec<Move>,
    pub(crate) value: i32,
    pub(crate) nodes: u64,
    pub(crate) rivals: Vec<(Move, i32)>,
}

/// A search.
pub(crate) struct Beam<'a> {
    state: &'a State,
    weights: &'a Weights,
    budget: Budget,
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The piece in play and those to come.
    sequence: Vec<Piece>,
    machine: Machine,
    nodes: u64,
    /// The only first moves there are, if they are given.
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

    /// With these first moves and no others.
    pub(crate) fn among(self, first: &'a [Move]) -> Beam<'a> {
        Beam { among: Some(first), ..self }
    }

    /// Every first move that does not end the game at once, in no particular order.
    pub(crate) fn first_moves(&self) -> Vec<Move> {
        let mut found = Vec::new();
        self.expand(&self.root(), 0, true, &mut found);
        found.into_iter().map(|candidate| candidate.made).collect()
    }

    /// Searches in wider and wider passes until the budget is spent or somebody says stop.
    pub(crate) fn run(mut self) -> Option<Found> {
        let most = self.budget.nodes.min(Budget::MOST_NODES);
        let narrow = most / (USUAL_MOVES * self.sequence.len()) as u64;
        let mut width = narrow.clamp(RIVALS as u64, FIRST_WIDTH as u64) as usize;
        let mut best: Option<Found> = None;
        loop {
            let before = self.nodes;
            let (found, is_whole) = self.pass(width);
            // A pass that was broken off has seen less than the one before it.
            if is_whole || best.is_none() {
                best = found;
            }
            let spent = (self.nodes - before).max(1);
            let left = most.saturating_sub(self.nodes);
            if best.is_none() || !is_whole || left < spent * 3 / 2 {
                break;
            }
            // As wide as what is left allows, unless that allows several passes.
            let widest = (left.saturating_mul(width as u64) / spent) as usize;
            let wider = width.saturating_mul(WIDENING);
            width = if widest > wider.saturating_mul(WIDENING) { wider } else { widest };
        }
        best.map(|found| Found { nodes: self.nodes, ..found })
    }

    fn root(&self) -> Node {
        let state = self.state;
        Node {
            board: state.board,
            streak: Streak {
                combo: state.combo.min(u32::from(u8::MAX)) as u8,
                back_to_back: state.back_to_back,
                pending: state.pending,
            },
            hold: state.hold.filter(|_| state.terms.hold),
            next: 0,
            reward: 0,
            value: 0,
            first: 0,
            step: NO_STEP,
        }
    }

    /// One pass that follows so many positions a move; says whether it got to the end.
    fn pass(&mut self, width: usize) -> (Option<Found>, bool) {
        let mut trail: Vec<Step> = Vec::new();
        let mut beam = vec![self.root()];
        let mut rivals: Vec<(Move, i32)> = Vec::new();
        let mut is_whole = true;
        for ply in 0..self.sequence.len() {
            let Some(candidates) = self.candidates(&beam, ply, width) else {
                is_whole = false;
                break;
            };
            if candidates.is_empty() {
                break;
            }
            let next: Vec<Node> =
                candidates.iter().map(|candidate| follow(&beam, candidate, &mut trail)).collect();
            beam = next;
            if ply == 0 {
                for (index, node) in beam.iter_mut().enumerate() {
                    node.first = index as u32;
                }
                rivals = candidates.iter().map(|first| (first.made, first.value)).collect();
            } else {
                for node in beam.iter().rev() {
                    if let Some(rival) = rivals.get_mut(node.first as usize) {
                        rival.1 = node.value;
                    }
                }
            }
        }
        if is_whole {
            is_whole = self.guess(&mut beam, width);
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
        rivals.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
        rivals.truncate(RIVALS);
        (Some(Found { line, value: best.value, nodes: 0, rivals }), is_whole)
    }

    /// What follows from the positions of the beam, the best of it, no two the same; none if
    /// somebody said stop.
    fn candidates(&mut self, beam: &[Node], ply: usize, width: usize) -> Option<Vec<Candidate>> {
        let parts = self.in_parts(beam, &|first, part| {
            let mut found = Vec::new();
            let mut nodes = 0;
            for (index, node) in part.iter().enumerate() {
                // The first move is always looked at whole, so that there is something to answer.
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

    /// Does work on all parts of the beam, on as many threads as there may be; what comes of each
    /// part is given back in order.
    fn in_parts<T: Send>(
        &self,
        beam: &[Node],
        work: &(dyn Fn(usize, &[Node]) -> T + Sync),
    ) -> Vec<T> {
        let threads = self.budget.threads.min(MOST_THREADS);
        // A browser's worker is one thread.
        if cfg!(not(target_family = "wasm")) && threads > 1 && beam.len() >= WORTH_A_THREAD {
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
        let sequence = &self.sequence;
        let next = usize::from(node.next);
        let Some(&piece) = sequence.get(next) else {
            // What is in play is not known, but it can be put aside for what is.
            if let Some(held) = node.hold {
                self.place(node, parent, held, true, (None, node.next + 1), found);
            }
            return;
        };
        match self.state.falling.filter(|_| is_root) {
            Some(falling) => {
                let room = Room::new(&node.board, piece, self.state.terms.movement);
                for placement in room.rests_from(falling) {
                    let made = Move { hold: false, placement };
                    self.lock(node, parent, made, (node.hold, node.next + 1), found);
                }
            }
            None => self.place(node, parent, piece, false, (node.hold, node.next + 1), found),
        }
        let can_hold = self.state.terms.hold && (!is_root || self.state.can_hold);
        if !can_hold {
            return;
        }
        match node.hold {
            Some(held) if held != piece || is_root && self.state.falling.is_some() => {
                self.place(node, parent, held, true, (Some(piece), node.next + 1), found);
            }
            Some(_) => {}
            None => {
                if let Some(&following) = sequence.get(next + 1) {
                    self.place(node, parent, following, true, (Some(piece), node.next + 2), found);
                }
            }
        }
    }

    fn place(
        &self,
        node: &Node,
        parent: u32,
        piece: Piece,
        hold: bool,
        after: (Option<Piece>, u8),
        found: &mut Vec<Candidate>,
    ) {
        let moves = Moves::with_spins(&node.board, piece, self.state.terms.movement);
        moves.for_each(|placement| {
            self.lock(node, parent, Move { hold, placement }, after, found);
        });
    }

    fn lock(
        &self,
        node: &Node,
        parent: u32,
        made: Move,
        (held, next): (Option<Piece>, u8),
        found: &mut Vec<Candidate>,
    ) {
        if self.state.terms.is_locked_out(made.placement) {
            return;
        }
        let mut board = node.board;
        let lines = board.place(made.placement);
        let mut streak = node.streak;
        let attack = self.state.terms.attack;
        let outcome = streak.lock(made.placement, lines, &board, attack, self.weights);
        let reward = node.reward + outcome.reward;
        let kept = if streak.back_to_back { self.weights.back_to_back } else { 0 };
        let value = reward + kept + self.machine.evaluate(&board, streak.pending, self.weights);
        let hash = hash(&board, streak, held, next);
        found.push(Candidate { value, reward, hash, parent, made, held, next, streak });
    }

    /// Values the best positions at the end by what may come next: for each piece that may come the
    /// best it can do, or the piece put aside can. The others are left out.
    fn guess(&mut self, beam: &mut Vec<Node>, width: usize) -> bool {
        beam.truncate((width / GUESSED).max(4));
        let bag = if self.state.bag.is_empty() { Bag::FULL } else { self.state.bag };
        let parts = self.in_parts(beam, &|_, part| {
            let mut found = Vec::new();
            let mut nodes = 0;
            let mut values = Vec::with_capacity(part.len());
            for node in part {
                if (self.stop)() {
                    return None;
                }
                let mut best_of = |piece: Option<Piece>| {
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

/// The best of the candidates, in no order.
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

fn follow(beam: &[Node], candidate: &Candidate, trail: &mut Vec<Step>) -> Node {
    let parent = &beam[candidate.parent as usize];
    let mut board = parent.board;
    board.place(candidate.made.placement);
    trail.push(Step { made: candidate.made, before: parent.step });
    Node {
        board,
        streak: candidate.streak,
        hold: candidate.held,
        next: candidate.next,
        reward: candidate.reward,
        value: candidate.value,
        first: parent.first,
        step: trail.len() as u32 - 1,
    }
}

/// A number that tells positions apart.
fn hash(board: &Board, streak: Streak, held: Option<Piece>, next: u8) -> u64 {
    let rest = u64::from(streak.combo)
        | u64::from(streak.back_to_back) << 8
        | u64::from(streak.pending) << 16
        | held.map_or(7, |piece| piece as u64) << 24
        | u64::from(next) << 32;
    let mut hash = rest.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for &word in &board.words {
        hash = (hash.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93);
    }
    hash ^ hash >> 32
}
