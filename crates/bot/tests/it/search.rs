//! The moves that the search finds.

use std::sync::atomic::{AtomicU32, Ordering};

use proptest::prelude::*;
use quintet_bot::{
    Bag, Board, Budget, Choice, Falling, MoveRules, Rotation, State, Tetromino, Weights, judge,
    think,
};
use quintet_engine::{Chain, Rules, Spin};

use crate::plain_search::{as_rests, rests, rests_from};

/// Whether a plain search finds the chosen placement too.
fn is_reachable(state: &State, choice: &Choice) -> bool {
    let (made, movement) = (choice.chosen, state.rules.movement);
    let [rest] = as_rests([made.placement])[..] else { return false };
    match state.falling {
        Some(falling) if !made.hold => rests_from(&state.board, falling, movement).contains(&rest),
        _ => rests(&state.board, made.placement.piece, movement, true).contains(&rest),
    }
}

fn state(board: &str, pieces: &[Tetromino], hold: Option<Tetromino>) -> State {
    State {
        board: board.parse().expect("a board"),
        piece: pieces[0],
        falling: None,
        hold,
        can_hold: true,
        queue: pieces[1..].to_vec(),
        bag: Bag::FULL,
        chain: Chain::default(),
        pending: 0,
        rules: MoveRules::of(&Rules::versus()).expect("supported rules"),
    }
}

#[test]
fn four_rows_are_cleared_where_an_i_does_it() {
    let well = "
        #########.
        #########.
        #########.
        #########.";
    for (pieces, hold, holds) in [
        (vec![Tetromino::I, Tetromino::T], None, false),
        (vec![Tetromino::S, Tetromino::Z], Some(Tetromino::I), true),
        (vec![Tetromino::Z, Tetromino::I, Tetromino::S], None, true),
    ] {
        let state = state(well, &pieces, hold);
        let choice = think(&state, &Weights::SOLO, Budget::nodes(3000), &|| false);
        let choice = choice.expect("there is room");
        assert_eq!(choice.chosen.hold, holds);
        assert_eq!(choice.chosen.placement.piece, Tetromino::I);
        assert_eq!(choice.chosen.placement.x, 9);
        assert!(is_reachable(&state, &choice));
    }
}

#[test]
fn a_t_is_spun_into_its_slot() {
    let slot = "
        .....#....
        ###...####
        ####.#####";
    let mut state = state(slot, &[Tetromino::T, Tetromino::O, Tetromino::J], None);
    // Held, it could be spun later as well.
    state.rules.hold = false;
    let choice =
        think(&state, &Weights::VERSUS, Budget::nodes(3000), &|| false).expect("there is room");
    assert_eq!(choice.chosen.placement.spin, Spin::Full);
    assert_eq!(choice.chosen.placement.rotation, Rotation::South);
}

#[test]
fn the_result_does_not_depend_on_the_number_of_threads() {
    let board = "
        ....##....
        #..###..#.
        ##.######.";
    let state = state(
        board,
        &[Tetromino::L, Tetromino::S, Tetromino::T, Tetromino::I, Tetromino::O],
        Some(Tetromino::Z),
    );
    let think =
        |threads| think(&state, &Weights::VERSUS, Budget { nodes: 30_000, threads }, &|| false);
    let one = think(1);
    assert!(one.as_ref().is_some_and(|choice| choice.nodes > 5000 && choice.depth == 5));
    assert_eq!(one, think(1));
    assert_eq!(one, think(2));
    assert_eq!(one, think(5));
}

#[test]
fn it_stops_with_the_best_so_far_when_told_to() {
    let pieces =
        [Tetromino::L, Tetromino::S, Tetromino::T, Tetromino::I, Tetromino::O, Tetromino::J];
    let state = state("..........", &pieces, Some(Tetromino::Z));
    let at_once = think(&state, &Weights::VERSUS, Budget::UNTIL_STOPPED, &|| true);
    assert!(at_once.is_some_and(|choice| choice.nodes < 200));
    let asked = AtomicU32::new(0);
    let soon = || asked.fetch_add(1, Ordering::Relaxed) > 200;
    let choice = think(&state, &Weights::VERSUS, Budget::UNTIL_STOPPED, &soon);
    assert!(choice.is_some_and(|choice| choice.depth == 6 && choice.nodes < 500_000));
}

#[test]
fn a_move_is_judged_by_what_follows_from_it() {
    let pieces = [Tetromino::I, Tetromino::T, Tetromino::L];
    let state = state("#########.\n#########.\n#########.\n#########.", &pieces, None);
    let budget = Budget::nodes(3000);
    let choice = think(&state, &Weights::SOLO, budget, &|| false).expect("there is room");
    let value = |made| judge(&state, made, &Weights::SOLO, budget, &|| false);
    let best = value(choice.chosen).expect("it can be made");
    let (worse, _) = *choice.alternatives.last().expect("there are others");
    assert!(value(worse).expect("it can be made") < best);
    let mut impossible = choice.chosen;
    impossible.placement.y += 1;
    assert_eq!(value(impossible), None);
}

#[test]
fn where_every_move_ends_the_game_there_is_none() {
    let full = ".#########\n".repeat(22);
    let choice = think(
        &state(&full, &[Tetromino::T, Tetromino::I], Some(Tetromino::O)),
        &Weights::VERSUS,
        Budget::nodes(1000),
        &|| false,
    );
    assert_eq!(choice, None);
}

fn pieces() -> impl Strategy<Value = Tetromino> {
    (0..7_usize).prop_map(|index| Tetromino::ALL[index])
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn whatever_the_position_there_is_an_answer_or_none(
        rows in proptest::collection::vec(any::<u16>(), 0..60),
        queue in proptest::collection::vec(pieces(), 1..40),
        hold in proptest::option::of(pieces()),
        falling in proptest::option::of((any::<i8>(), any::<i8>(), 0..4_usize)),
        numbers in (any::<u32>(), any::<u8>(), any::<bool>(), any::<bool>(), 0..4_usize),
        weight in -10_000..10_000_i32,
    ) {
        let (combo, pending, back_to_back, can_hold, rules) = numbers;
        let rules =
            [Rules::versus(), Rules::marathon(), Rules::battle(), Rules::minimal()][rules];
        let piece = queue[0];
        let state = State {
            board: Board::from_rows(rows),
            piece,
            falling: falling.map(|(x, y, turns)| {
                Falling { piece, rotation: Rotation::ALL[turns], x, y }
            }),
            hold,
            can_hold,
            queue: queue[1..].to_vec(),
            bag: Bag::EMPTY,
            chain: Chain { combo, back_to_back },
            pending,
            rules: MoveRules::of(&rules).expect("supported rules"),
        };
        let weights = Weights::from_array([weight; Weights::COUNT]);
        let choice = think(&state, &weights, Budget::nodes(300), &|| false);
        if let Some(choice) = choice {
            prop_assert!(is_reachable(&state, &choice), "{:?}", choice.chosen);
            prop_assert!(state.moves().contains(&choice.chosen), "{:?}", choice.chosen);
            prop_assert_eq!(choice.line.first(), Some(&choice.chosen));
        }
    }
}
