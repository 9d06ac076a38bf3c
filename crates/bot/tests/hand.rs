//! The hand's strokes, made on the engine's own game.

use proptest::prelude::*;
use quintet_bot::{Hand, Level, Placement, Spin};
use quintet_engine::{Event, Game, Kind, Micros, Position, Rules, TimedEvent};

/// A game with these rows, drawn from their bits, the lowest last.
fn game(rules: Rules, rows: &[u16], kind: Kind, next: &[Kind], level: u32) -> Option<Game> {
    let row = |bits: &u16| -> String {
        (0..10).map(|x| if bits >> x & 1 == 1 { 'G' } else { '.' }).collect()
    };
    let drawn: Vec<String> = rows.iter().map(row).collect();
    let drawn: Vec<&str> = drawn.iter().map(String::as_str).collect();
    let position = Position::new().board(&drawn).entering(kind).next(next).level(level);
    let mut game = Game::from_position(rules.validate().ok()?, 3, &position).ok()?;
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
        let Some(stroke) = hand.next(game, &|| false) else { break };
        meant = hand.choice().map(|choice| choice.chosen.placement);
        assert!(stroke.at >= game.now());
        stroke.apply(game, &mut |event: TimedEvent| {
            if let Event::Locked { piece, spin, .. } = event.event {
                locked = Placement::of_lock(piece, spin, height);
            }
        });
        if locked.is_some() {
            break;
        }
    }
    (meant, locked)
}

/// So many boards, or as many as `PROPTEST_CASES` says.
fn cases(usual: u32) -> ProptestConfig {
    let told = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: told.unwrap_or(usual), ..ProptestConfig::default() }
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
        for rules in [Rules::marathon(), Rules::versus(), Rules::battle(), Rules::minimal()] {
            let Some(mut game) = game(rules, &rows, kind, &next, fall) else { continue };
            let mut hand = Hand::new(Level::new(number).expect("a level"), seed);
            let (meant, locked) = play_piece(&mut game, &mut hand);
            prop_assert!(meant.is_some(), "{:?}", rules.game);
            prop_assert_eq!(meant, locked, "{:?}", rules.game);
        }
    }

    #[test]
    fn strokes_that_come_late_do_not_lead_astray(
        rows in rows(),
        kind in kinds(),
        next in proptest::collection::vec(kinds(), 6),
        lateness in proptest::collection::vec(0..400_000_u64, 8),
    ) {
        let Some(mut game) = game(Rules::marathon(), &rows, kind, &next, 3) else { return Ok(()) };
        let mut hand = Hand::new(Level::ALL[3], 5);
        let mut late = lateness.iter().cycle();
        for _ in 0..400 {
            if game.view().pieces >= 6 || game.is_over() {
                break;
            }
            if let Some(mut stroke) = hand.next(&game, &|| false) {
                stroke.at += Micros(*late.next().unwrap_or(&0));
                stroke.apply(&mut game, &mut |_| {});
            } else if let Some(due) = game.next_deadline() {
                game.advance(due, &mut |_| {}).expect("time goes on");
            }
        }
        prop_assert!(game.view().pieces >= 6 || game.is_over());
    }
}

#[test]
fn a_spin_that_was_chosen_is_made() {
    let next = [Kind::T, Kind::Z, Kind::I, Kind::I, Kind::I, Kind::L];
    let mut game = game(Rules::marathon(), &[68, 64, 788], Kind::I, &next, 1).expect("a game");
    let mut hand = Hand::new(Level::ALL[2], 10_936_925_784_568_211_278);
    let (meant, locked) = play_piece(&mut game, &mut hand);
    assert!(meant.is_some_and(|meant| meant.spin != Spin::None), "{meant:?}");
    assert_eq!(meant, locked);
}

/// Plays so many pieces and says what the game came to.
fn played(rules: Rules, level: Level, seed: u64, pieces: u32) -> (u64, u32, bool) {
    let mut game = Game::new(rules.validate().expect("valid rules"), seed);
    game.advance(Micros::ZERO, &mut |_| {}).expect("time goes on");
    let mut hand = Hand::new(level, seed);
    while game.view().pieces < pieces && !game.is_over() {
        match hand.next(&game, &|| false) {
            Some(stroke) => stroke.apply(&mut game, &mut |_| {}),
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
        let first = played(Rules::versus(), level, 11, 30);
        assert_eq!(played(Rules::versus(), level, 11, 30), first);
        assert!(!first.2);
    }
}

#[test]
fn every_level_plays_every_game_it_knows_without_losing_at_once() {
    for level in Level::ALL {
        for rules in [Rules::marathon(), Rules::battle(), Rules::versus(), Rules::minimal()] {
            let (_, lines, over) = played(rules, level, 1, 40);
            assert!(!over && lines > 0, "level {} at {:?}", level.number, rules.game);
        }
    }
}

#[test]
fn where_pieces_fall_at_once_the_hand_still_plays() {
    let (_, lines, over) = played(Rules::marathon().from_level(12), Level::ALL[4], 2, 60);
    assert!(!over && lines > 10, "{lines}");
}
