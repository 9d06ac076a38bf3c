//! The hand's inputs, applied to the engine's own game.

use proptest::prelude::*;
use quintet_bot::{Hand, Level, Placement};
use quintet_engine::{
    Event, Game, GameName, Kind, Micros, Position, Rules, Spin, TimedEvent, ValidRules,
};

/// A game of every kind that the bot supports.
fn supported() -> [ValidRules; 4] {
    [GameName::Marathon, GameName::Versus, GameName::Battle, GameName::Minimal].map(GameName::rules)
}

/// A game with these rows, drawn from their bits, the lowest last.
fn game(rules: ValidRules, rows: &[u16], kind: Kind, next: &[Kind], level: u32) -> Option<Game> {
    let row = |bits: &u16| -> String {
        (0..10).map(|x| if bits >> x & 1 == 1 { 'G' } else { '.' }).collect()
    };
    let drawn: Vec<String> = rows.iter().map(row).collect();
    let drawn: Vec<&str> = drawn.iter().map(String::as_str).collect();
    let position = Position::new().board(&drawn).entering(kind).next(next).level(level);
    let mut game = Game::from_position(rules, 3, &position).ok()?;
    game.advance(Micros(1), &mut |_| {}).ok()?;
    (!game.is_over()).then_some(game)
}

fn kinds() -> impl Strategy<Value = Kind> {
    (0..7_usize).prop_map(|index| Kind::TETROMINOES[index])
}

/// Rows that are neither full nor empty, up to twelve of them.
fn rows() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec((1..1023_u16, any::<u16>()).prop_map(|(a, b)| a & (b | 0x155)), 0..12)
}

/// Lets the hand play until a piece locks; returns where it meant to put it and where it went.
fn play_piece(game: &mut Game, hand: &mut Hand) -> (Option<Placement>, Option<Placement>) {
    let height = game.rules().height;
    let mut locked = None;
    let mut meant = None;
    for _ in 0..500 {
        let Some(input) = hand.next(game, &|| false) else { break };
        meant = hand.choice().map(|choice| choice.chosen.placement);
        assert!(input.at >= game.now());
        let mut listen = |event: TimedEvent| {
            if let Event::Locked { piece, spin, .. } = event.event {
                locked = Placement::of_lock(piece, spin, height);
            }
        };
        game.apply(&input, &mut listen).expect("it is not dated back");
        if locked.is_some() {
            break;
        }
    }
    (meant, locked)
}

/// This many boards, or as many as `PROPTEST_CASES` says.
fn cases(usual: u32) -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(usual), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_piece_locks_exactly_where_the_hand_meant_it_to(
        rows in rows(),
        kind in kinds(),
        next in proptest::collection::vec(kinds(), 6),
        number in 1..=5_u8,
        fall in 1..=15_u32,
        seed: u64,
    ) {
        for rules in supported() {
            let Some(mut game) = game(rules, &rows, kind, &next, fall) else { continue };
            let mut hand = Hand::new(Level::new(number).expect("a level"), seed);
            let (meant, locked) = play_piece(&mut game, &mut hand);
            prop_assert!(meant.is_some(), "{:?}", rules.game);
            prop_assert_eq!(meant, locked, "{:?}", rules.game);
        }
    }

    #[test]
    fn late_inputs_do_not_stop_the_hand(
        rows in rows(),
        kind in kinds(),
        next in proptest::collection::vec(kinds(), 6),
        lateness in proptest::collection::vec(0..400_000_u64, 8),
    ) {
        let Some(mut game) = game(GameName::Marathon.rules(), &rows, kind, &next, 3) else { return Ok(()) };
        let mut hand = Hand::new(Level::ALL[3], 5);
        let mut late = lateness.iter().cycle();
        for _ in 0..400 {
            if game.view().pieces >= 6 || game.is_over() {
                break;
            }
            if let Some(mut input) = hand.next(&game, &|| false) {
                input.at += Micros(*late.next().unwrap_or(&0));
                game.apply(&input, &mut |_| {}).expect("it is not dated back");
            } else if let Some(due) = game.next_deadline() {
                game.advance(due, &mut |_| {}).expect("time goes on");
            }
        }
        prop_assert!(game.view().pieces >= 6 || game.is_over());
    }
}

#[test]
fn a_chosen_spin_is_made() {
    let next = [Kind::T, Kind::Z, Kind::I, Kind::I, Kind::I, Kind::L];
    let mut game =
        game(GameName::Marathon.rules(), &[68, 64, 788], Kind::I, &next, 1).expect("a game");
    let mut hand = Hand::new(Level::ALL[2], 10_936_925_784_568_211_278);
    let (meant, locked) = play_piece(&mut game, &mut hand);
    assert!(meant.is_some_and(|meant| meant.spin != Spin::None), "{meant:?}");
    assert_eq!(meant, locked);
}

/// Plays this many pieces: the hash of the game, lines, and whether it is over.
fn played(rules: ValidRules, level: Level, seed: u64, pieces: u32) -> (u64, u32, bool) {
    let mut game = Game::new(rules, seed);
    game.advance(Micros::ZERO, &mut |_| {}).expect("time goes on");
    let mut hand = Hand::new(level, seed);
    while game.view().pieces < pieces && !game.is_over() {
        match hand.next(&game, &|| false) {
            Some(input) => game.apply(&input, &mut |_| {}).expect("it is not dated back"),
            None => match game.next_deadline() {
                Some(due) => game.advance(due, &mut |_| {}).expect("time goes on"),
                None => break,
            },
        }
    }
    (game.state_hash(), game.view().lines, game.is_over())
}

#[test]
fn the_same_seed_plays_the_same_game_the_same_way() {
    for level in [Level::ALL[0], Level::ALL[3]] {
        let first = played(GameName::Versus.rules(), level, 11, 30);
        assert_eq!(played(GameName::Versus.rules(), level, 11, 30), first);
        assert!(!first.2);
    }
}

#[test]
fn every_level_survives_forty_pieces_of_every_supported_game() {
    for level in Level::ALL {
        for rules in supported() {
            let (_, lines, over) = played(rules, level, 1, 40);
            assert!(!over && lines > 0, "level {} at {:?}", level.number, rules.game);
        }
    }
}

#[test]
fn the_hand_plays_where_pieces_fall_at_once() {
    let rules = Rules::marathon().from_level(12).validate().expect("valid rules");
    let (_, lines, over) = played(rules, Level::ALL[4], 2, 60);
    assert!(!over && lines > 10, "{lines}");
}

#[test]
fn all_inputs_for_a_piece_lock_it_where_the_choice_says_and_none_is_early() {
    for rules in supported() {
        let mut game = Game::new(rules, 5);
        game.advance(Micros::ZERO, &mut |_| {}).expect("time goes on");
        let mut hand = Hand::new(Level::ALL[2], 8);
        for pieces in 0..25 {
            let earliest = game.now() + Micros::from_millis(30);
            let inputs = hand.inputs_for_piece(&game, &|| earliest, &|| false);
            assert!(inputs.iter().all(|input| input.at >= earliest));
            for input in &inputs {
                game.apply(input, &mut |_| {}).expect("inputs are in the order of time");
            }
            assert_eq!(game.view().pieces, pieces + 1, "{:?}", rules.game);
            assert_eq!(game.held_buttons().iter().count(), 0);
            while let Some(due) = game.next_deadline().filter(|_| game.view().piece.is_none()) {
                game.advance(due, &mut |_| {}).expect("time goes on");
            }
        }
        assert!(game.view().lines > 0, "{:?}", rules.game);
    }
}
