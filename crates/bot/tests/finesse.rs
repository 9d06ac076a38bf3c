//! The presses that `finesse` gives.

mod plain_search;

use plain_search::boards::Boards;
use plain_search::{as_rests, played};
use quintet_bot::{Board, Movement, Moves, Piece, Placement, Press, Rotation, Spin, finesse};

fn rest(piece: Piece, rotation: Rotation, x: i8, y: i8) -> Placement {
    Placement { piece, rotation, x, y, spin: Spin::None }
}

/// How many presses the placements of a piece on the empty board take, the hard drop included.
fn counts(piece: Piece, movement: Movement) -> Vec<usize> {
    let moves = Moves::new(&Board::EMPTY, piece, movement);
    let presses = moves.iter().map(|placement| finesse(&Board::EMPTY, placement, movement));
    presses.map(|presses| presses.expect("it can be had").len()).collect()
}

#[test]
fn on_an_empty_board_few_presses_do() {
    assert_eq!(counts(Piece::O, Movement::GUIDELINE), [2, 3, 3, 2, 1, 2, 3, 3, 2]);
    for (piece, presses, with_half_turns) in [
        (Piece::I, 3, 3),
        (Piece::J, 5, 4),
        (Piece::L, 5, 4),
        (Piece::O, 3, 3),
        (Piece::S, 4, 4),
        (Piece::T, 5, 4),
        (Piece::Z, 4, 4),
    ] {
        let most = |movement| counts(piece, movement).into_iter().max();
        assert_eq!(most(Movement::GUIDELINE), Some(presses), "{piece:?}");
        let half_turns = Movement::GUIDELINE.with_half_turns();
        assert_eq!(most(half_turns), Some(with_half_turns), "{piece:?}");
    }
}

#[test]
fn a_wall_is_reached_by_holding() {
    let corner = rest(Piece::T, Rotation::West, 8, 0);
    let presses = finesse(&Board::EMPTY, corner, Movement::GUIDELINE).expect("it can be had");
    assert_eq!(presses.len(), 3);
    assert!(presses.contains(&Press::HoldRight(5)) || presses.contains(&Press::HoldRight(4)));
}

#[test]
fn a_tuck_drops_softly_first() {
    let board: Board = "
        ###.......
        ..........
        .........."
        .parse()
        .expect("a board");
    let below = rest(Piece::O, Rotation::North, 0, 0);
    let presses = finesse(&board, below, Movement::GUIDELINE).expect("it can be had");
    assert_eq!(presses, [Press::SoftDrop(18), Press::HoldLeft(4), Press::HardDrop]);
}

#[test]
fn a_spin_ends_with_a_turn() {
    let board: Board = "
        ..##......
        ###...####
        ####.#####"
        .parse()
        .expect("a board");
    let spun = Placement { spin: Spin::Full, ..rest(Piece::T, Rotation::South, 3, 0) };
    let presses = finesse(&board, spun, Movement::GUIDELINE).expect("it can be had");
    assert!(matches!(
        presses[presses.len() - 2..],
        [Press::Clockwise | Press::CounterClockwise, Press::HardDrop]
    ));
    let not_spun = Placement { spin: Spin::None, ..spun };
    assert_eq!(finesse(&board, not_spun, Movement::GUIDELINE), None);
}

#[test]
fn there_are_presses_for_exactly_the_placements_there_are() {
    let mut boards = Boards::new(4);
    for movement in [Movement::GUIDELINE, Movement::GUIDELINE.with_half_turns()] {
        for _ in 0..8 {
            let board = boards.played();
            for piece in Piece::ALL {
                let moves = Moves::with_spins(&board, piece, movement);
                let moves: Vec<_> = moves.iter().collect();
                for placement in places(piece, &board) {
                    let presses = finesse(&board, placement, movement);
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
fn places(piece: Piece, board: &Board) -> impl Iterator<Item = Placement> {
    let rotations = Rotation::ALL.into_iter().take(piece.distinct_rotations());
    let height = board.height() as i8;
    let spins = if piece == Piece::T { &Spin::ALL[..] } else { &Spin::ALL[..1] };
    rotations.flat_map(move |rotation| {
        (0..10).flat_map(move |x| {
            (0..=height).flat_map(move |y| {
                spins.iter().map(move |&spin| Placement { piece, rotation, x, y, spin })
            })
        })
    })
}

#[test]
fn what_cannot_be_had_has_no_presses() {
    let movement = Movement::GUIDELINE;
    let floating = rest(Piece::T, Rotation::North, 3, 5);
    assert_eq!(finesse(&Board::EMPTY, floating, movement), None);
    let outside = rest(Piece::I, Rotation::East, 127, -128);
    assert_eq!(finesse(&Board::EMPTY, outside, movement), None);
    let spun = Placement { spin: Spin::Full, ..rest(Piece::T, Rotation::North, 3, 0) };
    assert_eq!(finesse(&Board::EMPTY, spun, movement), None);
}
