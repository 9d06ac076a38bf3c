//! Unusual combinations of rules: each is refused or can be played.

use crate::drawing::Played;
use proptest::prelude::*;
use quintet_engine::{
    Anchor, Attack, Button, Deal, Event, Fall, Game, GameName, Goal, Gravity, Handling, Kicks,
    Kind, Lock, LockOut, Micros, Phase, Position, RotationSystem, Rules, Scoring, ShapeSet,
    SoftDrop, Spawn,
};

fn any_span() -> impl Strategy<Value = Micros> {
    prop_oneof![
        20 => Just(Micros::ZERO),
        20 => Just(Micros(500)),
        20 => Just(Micros::FRAME),
        20 => Just(Micros::from_millis(500)),
        20 => (500..60_000_000_u64).prop_map(Micros),
        1 => Just(Micros(1)),
        1 => Just(Micros::NEVER),
        1 => any::<u64>().prop_map(Micros),
    ]
}

fn any_fall() -> impl Strategy<Value = Fall> {
    prop_oneof![
        Just(Fall::Guideline),
        any_span().prop_map(Fall::Every),
        (any_span(), any_span(), any_span()).prop_map(|(first, less, least)| Fall::ByTens {
            first,
            less,
            least
        }),
    ]
}

fn any_lock() -> impl Strategy<Value = Lock> {
    prop_oneof![
        (any_span(), any::<u8>()).prop_map(|(delay, resets)| Lock::Delay { delay, resets }),
        any::<bool>().prop_map(|soft_drop_locks| Lock::FailedStep { soft_drop_locks }),
    ]
}

fn any_handling() -> impl Strategy<Value = Handling> {
    let soft_drop = prop_oneof![
        any_span().prop_map(SoftDrop::Every),
        any::<u8>().prop_map(SoftDrop::Times),
        Just(SoftDrop::OncePerPress),
    ];
    let times = (any_span(), any_span(), any_span());
    (times, soft_drop, any::<(bool, bool)>()).prop_map(|((das, arr, dcd), soft_drop, initial)| {
        let (initial_rotation, initial_hold) = initial;
        Handling { das, arr, soft_drop, dcd, initial_rotation, initial_hold }
    })
}

fn any_rotation() -> impl Strategy<Value = RotationSystem> {
    (
        prop::sample::select(vec![Anchor::EntrySide, Anchor::BottomLeft]),
        prop::sample::select(vec![Kicks::None, Kicks::Srs, Kicks::Sideways, Kicks::Domino]),
        prop::sample::select(vec![ShapeSet::Square, ShapeSet::Trimmed]),
        any::<(bool, bool)>(),
    )
        .prop_map(|(anchor, kicks, shapes, (counter_clockwise, half))| RotationSystem {
            shapes,
            anchor,
            kicks,
            counter_clockwise,
            half,
        })
}

/// Any rules whose shapes fit the pieces that are dealt.
fn any_rules() -> impl Strategy<Value = Rules> {
    let width = prop_oneof![20 => Just(10_u8), 20 => 4..=10_u8, 1 => any::<u8>()];
    let height = prop_oneof![20 => Just(20_u8), 20 => 4..=30_u8, 1 => any::<u8>()];
    let hidden = prop_oneof![20 => Just(0_u8), 20 => 0..=10_u8, 1 => any::<u8>()];
    let row = prop_oneof![20 => Just(0_i8), 20 => -4..4_i8, 1 => any::<i8>()];
    let level = prop_oneof![40 => 1..=1_000_000_u32, 1 => any::<u32>()];
    let previews = prop_oneof![40 => 0..=6_u8, 1 => any::<u8>()];
    let sizes = (width, height, hidden, any::<bool>(), row, any::<bool>());
    let times = (any_fall(), any_lock(), any_span(), any_span(), any_handling());
    let flags = any::<(bool, bool, bool, bool, bool)>();
    let rest = (any_rotation(), 0..3_usize, 0..3_usize, level, any_span(), previews);
    (prop::sample::select(GameName::ALL.to_vec()), sizes, times, flags, rest).prop_map(
        |(game, sizes, times, flags, rest)| {
            let (width, height, hidden, open_sky, row, right_of_middle) = sizes;
            let (fall, lock, clear_pause, entry_delay, handling) = times;
            let (fall_clock_runs_on, hold, flip, initial_actions, hard_drop) = flags;
            let (rotation, attack, goal, start_level, span, previews) = rest;
            let named = game.rules();
            let is_domino = named.deal == Deal::DominoBag;
            Rules {
                width,
                height,
                hidden,
                open_sky,
                rotation: if is_domino { named.rotation } else { rotation },
                spawn: Spawn { row, row_of_i: row, right_of_middle },
                fall,
                fall_clock_runs_on,
                lock,
                clear_pause,
                entry_delay,
                start_level,
                goal: [Goal::Endless, Goal::Lines(3), Goal::Time(span)][goal],
                hard_drop,
                hold,
                flip,
                previews,
                initial_actions,
                attack: [Attack::None, Attack::Plain, Attack::Modern { travel: span }][attack],
                handling,
                ..named.get()
            }
        },
    )
}

/// Presses, releases and waits, some of them extremely long.
type Inputs = Vec<(u8, bool, u64)>;

fn any_inputs() -> impl Strategy<Value = Inputs> {
    let wait = prop_oneof![Just(0), 0..2_000_000_u64, Just(86_400_000_000), any::<u64>()];
    prop::collection::vec((0..12_u8, any::<bool>(), wait), 0..40)
}

/// Plays from deadline to deadline, so that an endless game is noticed.
fn wait(game: &mut Game, until: Micros) {
    let mut deadlines = 0;
    while let Some(due) = game.next_deadline()
        && due <= until
    {
        game.advance(due, &mut |_| {}).expect("time runs forward");
        deadlines += 1;
        assert!(deadlines < 100_000, "no end in sight at {due:?}");
    }
    game.advance(until, &mut |_| {}).expect("time runs forward");
}

fn play(game: &mut Game, inputs: &Inputs) {
    let mut at = Micros::ZERO;
    let mut ignore = |_| {};
    for &(button, down, wait) in inputs {
        at += Micros(wait);
        self::wait(game, at);
        match Button::ALL.get(usize::from(button)) {
            Some(&button) if down => game.press(button, at, &mut ignore),
            Some(&button) => game.release(button, at, &mut ignore),
            None if game.rules().width > 0 => game.receive_garbage(&[0, 0], at, &mut ignore),
            None => game.advance(at, &mut ignore),
        }
        .expect("time runs forward");
        let view = game.view();
        for placed in view.piece.iter().chain(&view.ghost) {
            assert!(view.board.fits(placed.shape, placed.piece.x, placed.piece.y));
        }
    }
    wait(game, Micros::NEVER);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2048))]

    /// Rules are refused or can be played: no panic and no endless loop, whatever the rules and
    /// the times.
    #[test]
    fn any_valid_rules_can_be_played_up_to_the_largest_time(
        rules in any_rules(), seed: u64, inputs in any_inputs(),
    ) {
        let Ok(rules) = rules.validate() else { return Ok(()) };
        let mut game = Game::new(rules, seed);
        play(&mut game, &inputs);
        prop_assert!(game.is_over() || game.now() == Micros::NEVER);
        prop_assert!(game.view().level >= 1);
    }

    #[test]
    fn any_game_can_be_played_up_to_the_largest_time(
        name in prop::sample::select(GameName::ALL.to_vec()), seed: u64, inputs in any_inputs(),
    ) {
        let mut game = Game::new(name.rules(), seed);
        play(&mut game, &inputs);
        prop_assert!(game.is_over() || game.now() == Micros::NEVER);
    }
}

/// A repeat that can do nothing waits for a change: the only deadline left is the lock.
#[test]
fn repeats_that_can_do_nothing_have_no_deadline() {
    let interval = Micros(500);
    let lock = Micros::from_secs(60);
    let rules = Rules {
        fall: Fall::Every(Micros(1)),
        lock: Lock::Delay { delay: lock, resets: 15 },
        handling: Handling {
            das: interval,
            arr: interval,
            soft_drop: SoftDrop::Every(interval),
            ..Handling::STANDARD
        },
        ..Rules::marathon()
    };
    let mut played = Played::set_up(rules, &Position::new().entering(Kind::O));
    for button in [Button::Left, Button::SoftDrop, Button::StepDown] {
        played.press(button, 0);
    }
    played.advance(50_000);
    assert_eq!((played.place(), played.lock_times().len()), ((0, 18), 0));
    let due = played.game.next_deadline().expect("the lock");
    assert!(due >= lock, "the lock, not a repeat: {due:?}");
    played.advance(50_000_000);

    // They wait; they have not been switched off.
    played.game.set_up(&Position::new().active(Kind::O, 0, 3, 10)).expect("possible");
    played.advance(50_010_000);
    assert_eq!(played.place(), (0, 18));

    let rules = Rules { fall: Fall::Every(Micros::from_secs(60)), ..rules };
    let mut played = Played::set_up(rules, &Position::new().entering(Kind::O));
    played.press(Button::Right, 0);
    played.advance(59_000_000);
    assert_eq!(played.place(), (8, 0));
    assert_eq!(played.game.next_deadline(), Some(Micros::from_secs(60)));
}

/// Reversible gravity, a lock delay and a pause for clears in one game.
fn flip_with_delay() -> Rules {
    let lock = Lock::Delay { delay: Micros::from_millis(500), resets: 15 };
    let clear_pause = Micros::from_millis(400);
    Rules { lock, clear_pause, lock_out: LockOut::Never, ..Rules::flip() }
}

#[test]
fn a_piece_that_falls_upwards_rests_and_locks_at_the_top() {
    let position = Position::new().active(Kind::O, 0, 4, 1).gravity(Gravity::Up).next(&[Kind::O]);
    let mut played = Played::set_up(flip_with_delay(), &position);
    played.advance(1_000_000);
    assert_eq!((played.place(), played.view().lock_at), ((4, 0), Some(Micros(1_500_000))));
    played.tap(Button::Left, 1_400_000);
    assert_eq!(played.view().lock_at, Some(Micros(1_900_000)));
    played.advance(1_900_000);
    assert_eq!(played.lock_times(), [1_900_000]);
    assert_eq!(played.rows(0..2), ["...OO.....", "...OO....."]);
    assert_eq!(played.rows(18..20), ["....oo....", "....oo...."]);
}

#[test]
fn a_piece_that_falls_upwards_gets_the_whole_delay_on_a_farther_row() {
    let mut rows = vec!["GGGG......"];
    rows.resize(20, "..........");
    let position = Position::new().board(&rows).active(Kind::O, 0, 3, 1).gravity(Gravity::Up);
    let mut played = Played::set_up(flip_with_delay(), &position);
    assert_eq!(played.view().lock_at, Some(Micros(500_000)));
    played.tap(Button::Right, 300_000);
    assert_eq!(played.view().lock_at, None);
    played.tap(Button::StepDown, 400_000);
    assert_eq!((played.place(), played.view().lock_at), ((4, 0), Some(Micros(900_000))));
}

#[test]
fn a_piece_that_rests_where_it_enters_after_a_flip_locks_in_time() {
    let position = Position::new().board(&["....GG...."; 18]).active(Kind::O, 0, 0, 5);
    let mut played = Played::set_up(flip_with_delay(), &position);
    played.tap(Button::Flip, 1000);
    assert_eq!(played.place(), (4, 18));
    assert_eq!(played.view().lock_at, Some(Micros(501_000)));
    played.advance(501_000);
    assert_eq!(played.lock_times(), [501_000]);
}

/// Like every other button during a clear (A-M8).
#[test]
fn gravity_cannot_be_reversed_during_a_clear() {
    let position = Position::new().board(&["J.........", "GGGG..GGGG"]).active(Kind::O, 0, 4, 18);
    let mut played = Played::set_up(flip_with_delay(), &position);
    played.tap(Button::HardDrop, 0);
    assert!(matches!(played.view().phase, Phase::Clearing { .. }));
    played.tap(Button::Flip, 100_000);
    assert_eq!(played.view().gravity, Gravity::Down);
    played.advance(400_000);
    assert_eq!(played.stack(), ["J...OO...."]);
    played.tap(Button::Flip, 400_000);
    assert_eq!(played.view().gravity, Gravity::Up);
    assert_eq!(played.rows(0..1), ["L...OO...."]);
}

#[test]
fn a_fall_clock_that_runs_on_keeps_its_rhythm_through_the_pause_for_clears() {
    let clear_pause = Micros(2_000_000);
    let rules = Rules { clear_pause, ..Rules::minimal() };
    let position =
        Position::new().board(&["GGGG..GGGG"]).active(Kind::O, 0, 4, 17).next(&[Kind::T]);
    let mut played = Played::set_up(rules, &position);
    played.tap(Button::SoftDrop, 100_000);
    played.tap(Button::SoftDrop, 100_000);
    assert!(matches!(played.view().phase, Phase::Clearing { .. }));
    played.advance(2_100_000);
    assert_eq!(played.place(), (3, -2));
    played.advance(583_333 * 4 - 1);
    assert_eq!(played.place(), (3, -2));
    played.advance(583_333 * 4);
    assert_eq!(played.place(), (3, -1));
}

/// A charge, an entry delay and held rotate buttons together.
#[test]
fn buttons_held_through_an_entry_delay_act_on_the_piece_as_it_enters() {
    let rules = Rules {
        entry_delay: Micros::from_millis(300),
        initial_actions: true,
        scoring: Scoring::None,
        ..Rules::marathon()
    };
    let position = Position::new().active(Kind::O, 0, 4, 18).next(&[Kind::T, Kind::S]);
    let mut played = Played::set_up(rules, &position);
    played.tap(Button::HardDrop, 0);
    assert_eq!(played.view().phase, Phase::Waiting { until: Micros(300_000) });
    played.press(Button::Left, 50_000);
    played.press(Button::RotateCcw, 100_000);
    played.advance(299_999);
    assert!(played.view().piece.is_none());
    played.take_events();
    played.advance(300_000);
    assert_eq!(played.rows(0..3), ["...t......", "..tt......", "...t......"]);
    let moved = Event::Moved { columns: -1, repeated: true };
    assert!(played.take_events().contains(&moved));
}
