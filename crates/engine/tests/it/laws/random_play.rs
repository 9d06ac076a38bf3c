//! Random play: buttons, garbage and waits at random times, in all games and with any handling.

use proptest::prelude::*;
use proptest::test_runner::TestCaseResult;
use quintet_engine::{
    Button, Deal, Game, GameName, Gaps, Handling, Input, Kind, Micros, Position, Rules, Sink,
    SoftDrop, TimedEvent, TimedInput, ValidRules,
};

/// An input, or none, and the time since the step before.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) wait: Micros,
    pub(crate) input: Option<Input>,
}

impl Step {
    pub(crate) fn apply(&self, game: &mut Game, at: Micros, sink: Sink<'_>) {
        match self.input {
            Some(input) => game.apply(&TimedInput { at, player: 0, input }, sink),
            None => game.advance(at, sink),
        }
        .expect("time runs forward");
    }
}

/// How a game starts: with rows that have a hole where pieces enter, given by its first column and
/// its width, and with pieces that often fill it.
#[derive(Clone, Debug)]
pub(crate) struct Opening {
    pub(crate) rules: ValidRules,
    pub(crate) seed: u64,
    pub(crate) rows: usize,
    pub(crate) hole: (u8, u8),
    pub(crate) next: Vec<Kind>,
}

impl Opening {
    pub(crate) fn game(&self) -> Game {
        let is_domino = self.rules.deal == Deal::DominoBag;
        let filled = if is_domino { '5' } else { 'G' };
        let hole = self.hole.0..self.hole.0 + self.hole.1;
        let cell = |x: u8| if hole.contains(&x) { '.' } else { filled };
        let row: String = (0..self.rules.width).map(cell).collect();
        let position = Position::new().board(&vec![row.as_str(); self.rows]);
        let position = if is_domino { position } else { position.next(&self.next) };
        Game::from_position(self.rules, self.seed, &position).expect("an open position")
    }
}

/// Any opening by these rules.
pub(crate) fn any_opening_of(
    rules: impl Strategy<Value = ValidRules>,
) -> impl Strategy<Value = Opening> {
    let holes = prop::sample::select(vec![(3, 4), (4, 2), (3, 2), (3, 3), (5, 1)]);
    let kinds = vec![Kind::I, Kind::I, Kind::O, Kind::O, Kind::L, Kind::T, Kind::S];
    let next = prop::collection::vec(prop::sample::select(kinds), 0..12);
    (rules, any::<u64>(), 0..10_usize, holes, next)
        .prop_map(|(rules, seed, rows, hole, next)| Opening { rules, seed, rows, hole, next })
}

pub(crate) fn any_opening() -> impl Strategy<Value = Opening> {
    any_opening_of(any_rules())
}

/// Plays random inputs from the beginning and returns the events.
pub(crate) fn play(game: &mut Game, steps: &[Step]) -> Vec<TimedEvent> {
    let mut at = Micros::ZERO;
    let mut events = Vec::new();
    for step in steps {
        at += step.wait;
        step.apply(game, at, &mut |event| events.push(event));
    }
    events
}

/// Plays random inputs from where the game is.
pub(crate) fn play_on(game: &mut Game, steps: &[Step]) -> Vec<TimedEvent> {
    let mut at = game.now();
    let mut events = Vec::new();
    for step in steps {
        at += step.wait;
        step.apply(game, at, &mut |event| events.push(event));
    }
    events
}

/// Plays random inputs from deadline to deadline and inspects the game before and after each.
pub(crate) fn at_every_step(
    game: &mut Game,
    steps: &[Step],
    mut look: impl FnMut(&Game, &[TimedEvent], &Game) -> TestCaseResult,
) -> TestCaseResult {
    let mut inspect = |game: &mut Game, at: Micros, step: &Step| {
        let before = game.clone();
        let mut events = Vec::new();
        step.apply(game, at, &mut |event| events.push(event));
        look(&before, &events, game)
    };
    let time_passes = Step { wait: Micros::ZERO, input: None };
    let mut at = game.now();
    for step in steps {
        at += step.wait;
        while let Some(due) = game.next_deadline()
            && due <= at
        {
            inspect(game, due, &time_passes)?;
        }
        inspect(game, at, step)?;
    }
    Ok(())
}

pub(crate) fn any_game() -> impl Strategy<Value = GameName> {
    prop::sample::select(GameName::ALL.to_vec())
}

/// Times at and next to those in the rules, and any others.
fn any_wait() -> impl Strategy<Value = Micros> {
    let spans = [
        0, 1, 16_666, 16_667, 49_999, 50_000, 169_999, 170_000, 400_000, 499_999, 500_000, 583_333,
        1_000_000,
    ];
    prop_oneof![
        3 => prop::sample::select(spans.to_vec()),
        3 => 0..100_000_u64,
        2 => 0..1_500_000_u64,
    ]
    .prop_map(Micros)
}

fn any_button() -> impl Strategy<Value = Button> {
    // Hard drops often enough to fill the board, not so often that nothing else happens.
    prop_oneof![
        5 => prop::sample::select(Button::ALL.to_vec()),
        1 => Just(Button::HardDrop),
    ]
}

pub(crate) fn any_steps(length: usize) -> impl Strategy<Value = Vec<Step>> {
    let input = prop_oneof![
        10 => any_button().prop_map(|button| Some(Input::Press(button))),
        6 => any_button().prop_map(|button| Some(Input::Release(button))),
        1 => prop::collection::vec(0..8_u8, 1..4)
            .prop_map(|gaps| Some(Input::Garbage(gaps.into_iter().collect::<Gaps>()))),
        2 => Just(None),
    ];
    let step = (any_wait(), input).prop_map(|(wait, input)| Step { wait, input });
    prop::collection::vec(step, 0..length)
}

/// The rules of any game, as they are or with handling and options of a player's own.
pub(crate) fn any_rules() -> impl Strategy<Value = ValidRules> {
    let span = prop::sample::select(vec![0, 500, 16_667, 50_000, 170_000]).prop_map(Micros);
    let soft_drop = prop_oneof![
        prop::sample::select(vec![0, 500, 16_667, 50_000])
            .prop_map(|span| SoftDrop::Every(Micros(span))),
        Just(SoftDrop::Times(20)),
        Just(SoftDrop::OncePerPress),
    ];
    let times = (span.clone(), span.clone(), span);
    let options = (times, soft_drop, any::<[bool; 6]>(), 1..30_u32);
    let varied = (any_game(), options).prop_map(|(game, options)| {
        let ((das, arr, dcd), soft_drop, flags, start_level) = options;
        let [initial_actions, initial_rotation, initial_hold, waits, instant, level_rises] = flags;
        let rules = Rules {
            handling: Handling { das, arr, soft_drop, dcd, initial_rotation, initial_hold },
            initial_actions,
            level_rises,
            entry_delay: if waits { Micros::from_millis(100) } else { Micros::ZERO },
            start_level,
            ..game.rules().get()
        };
        let fast = rules.with_instant_fall();
        let fast = fast.validate().ok().filter(|_| instant);
        fast.unwrap_or_else(|| rules.validate().expect("valid rules"))
    });
    prop_oneof![any_game().prop_map(GameName::rules), varied]
}
