//! Finesse, on boards that the generator knows.

use quintet_bot::{
    Board, MoveRules, Movement, Moves, Placement, Rotation, Tetromino, distinct_rotations,
};
use quintet_engine::{Keystroke, RotationSystem, Rules, Spin};

use crate::game;
use crate::plain_search::boards::Boards;
use crate::plain_search::{as_rests, played};

/// Marathon, without half turns and with them.
fn rules() -> [Rules; 2] {
    let rules = Rules::marathon();
    [rules, Rules { rotation: RotationSystem::SRS_180, ..rules }]
}

/// The fewest presses for a placement.
fn finesse(rules: Rules, board: &Board, placement: Placement) -> Option<Vec<Keystroke>> {
    let goal = placement.to_engine(rules.height);
    game(rules, board, placement.piece)?.finesse(goal, placement.spin)
}

fn movement(rules: &Rules) -> Movement {
    MoveRules::of(rules).expect("supported rules").movement
}

fn rest(piece: Tetromino, rotation: Rotation, x: i8, y: i8) -> Placement {
    Placement { piece, rotation, x, y, spin: Spin::None }
}

/// How many presses the placements of a piece on the empty board take, the hard drop included.
fn counts(piece: Tetromino, rules: Rules) -> Vec<usize> {
    let moves = Moves::new(&Board::EMPTY, piece, movement(&rules));
    let presses = moves.iter().map(|placement| finesse(rules, &Board::EMPTY, placement));
    presses.map(|presses| presses.expect("it can be reached").len()).collect()
}

#[test]
fn few_presses_are_needed_on_an_empty_board() {
    let [plain, half_turns] = rules();
    assert_eq!(counts(Tetromino::O, plain), [2, 3, 3, 2, 1, 2, 3, 3, 2]);
    for (piece, presses, with_half_turns) in [
        (Tetromino::I, 3, 3),
        (Tetromino::J, 5, 4),
        (Tetromino::L, 5, 4),
        (Tetromino::O, 3, 3),
        (Tetromino::S, 4, 4),
        (Tetromino::T, 5, 4),
        (Tetromino::Z, 4, 4),
    ] {
        let most = |rules| counts(piece, rules).into_iter().max();
        assert_eq!(most(plain), Some(presses), "{piece:?}");
        assert_eq!(most(half_turns), Some(with_half_turns), "{piece:?}");
    }
}

#[test]
fn a_wall_is_reached_by_holding() {
    let corner = rest(Tetromino::T, Rotation::West, 8, 0);
    let presses = finesse(Rules::marathon(), &Board::EMPTY, corner).expect("it can be reached");
    assert_eq!(presses.len(), 3);
    assert!(
        presses.contains(&Keystroke::HoldRight(5)) || presses.contains(&Keystroke::HoldRight(4))
    );
}

#[test]
fn a_tuck_drops_softly_first() {
    let board: Board = "
        ###.......
        ..........
        .........."
        .parse()
        .expect("a board");
    let below = rest(Tetromino::O, Rotation::North, 0, 0);
    let presses = finesse(Rules::marathon(), &board, below).expect("it can be reached");
    assert_eq!(presses, [Keystroke::SoftDrop(18), Keystroke::HoldLeft(4), Keystroke::HardDrop]);
}

#[test]
fn a_spin_ends_with_a_turn() {
    let board: Board = "
        ..##......
        ###...####
        ####.#####"
        .parse()
        .expect("a board");
    let spun = Placement { spin: Spin::Full, ..rest(Tetromino::T, Rotation::South, 3, 0) };
    let presses = finesse(Rules::marathon(), &board, spun).expect("it can be reached");
    assert!(matches!(presses[presses.len() - 2..], [Keystroke::Rotate(_), Keystroke::HardDrop]));
    let not_spun = Placement { spin: Spin::None, ..spun };
    assert_eq!(finesse(Rules::marathon(), &board, not_spun), None);
}

#[test]
fn there_are_presses_for_exactly_the_placements_there_are() {
    let mut boards = Boards::new(4);
    for rules in rules() {
        let movement = movement(&rules);
        for _ in 0..8 {
            let board = boards.played();
            for piece in Tetromino::ALL {
                let moves = Moves::with_spins(&board, piece, movement);
                let moves: Vec<_> = moves.iter().collect();
                for placement in places(piece, &board) {
                    let presses = finesse(rules, &board, placement);
                    assert_eq!(presses.is_some(), moves.contains(&placement), "{placement:?}");
                    if let Some(presses) = presses {
                        let played = played(&board, piece, movement, &presses);
                        assert_eq!(played, as_rests([placement]).pop(), "{presses:?} on\n{board}");
                    }
                }
            }
        }
    }
}

/// Everywhere a piece might conceivably rest.
fn places(piece: Tetromino, board: &Board) -> impl Iterator<Item = Placement> {
    let rotations = Rotation::ALL.into_iter().take(distinct_rotations(piece));
    let height = board.height() as i8;
    let spins = if piece == Tetromino::T { &Spin::ALL[..] } else { &Spin::ALL[..1] };
    rotations.flat_map(move |rotation| {
        (0..10).flat_map(move |x| {
            (0..=height).flat_map(move |y| {
                spins.iter().map(move |&spin| Placement { piece, rotation, x, y, spin })
            })
        })
    })
}

#[test]
fn a_place_out_of_reach_has_no_presses() {
    let rules = Rules::marathon();
    let floating = rest(Tetromino::T, Rotation::North, 3, 5);
    assert_eq!(finesse(rules, &Board::EMPTY, floating), None);
    let outside = rest(Tetromino::I, Rotation::East, 127, -128);
    assert_eq!(finesse(rules, &Board::EMPTY, outside), None);
    let spun = Placement { spin: Spin::Full, ..rest(Tetromino::T, Rotation::North, 3, 0) };
    assert_eq!(finesse(rules, &Board::EMPTY, spun), None);
}
