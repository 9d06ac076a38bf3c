//! Copies of a board on other machines stay equal if they are given the player's buttons and the
//! garbage that was delivered, which is what play over a network relies on.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseError, TestRunner};
use quintet_engine::{
    Button, Event, Game, Input, Kind, Match, Micros, Position, Rules, TimedEvent, TimedInput,
};

/// A board so narrow that random play clears rows.
fn narrow(rules: Rules) -> Rules {
    Rules { width: 4, ..rules }
}

/// Who presses or releases what: the player, the microseconds since the input before, the input.
type Inputs = Vec<(usize, u64, Input)>;

/// A player's next moves: mostly a rotation, a few columns and a drop, sometimes any button.
fn moves() -> impl Strategy<Value = Inputs> {
    // Moments that coincide are the ones where order could matter.
    let wait = prop_oneof![1 => Just(0_u64), 1 => Just(50_000), 3 => 0..100_000_u64];
    let player = 0..4_usize;
    let drop = (player.clone(), wait.clone(), 0..4_usize, 0..4_usize, any::<bool>()).prop_map(
        |(player, wait, turns, columns, to_the_left)| {
            let side = if to_the_left { Button::Left } else { Button::Right };
            let buttons = [(Button::RotateCw, turns), (side, columns), (Button::HardDrop, 1)];
            let presses = buttons.iter().flat_map(|&(button, times)| vec![button; times]);
            presses
                .flat_map(|button| {
                    [(player, wait, Input::Press(button)), (player, 0, Input::Release(button))]
                })
                .collect()
        },
    );
    let any_button = prop::sample::select(Button::ALL.to_vec());
    let other =
        (player, wait, any_button, any::<bool>()).prop_map(|(player, wait, button, is_press)| {
            let input = if is_press { Input::Press(button) } else { Input::Release(button) };
            vec![(player, wait, input)]
        });
    prop_oneof![3 => drop, 1 => other]
}

fn any_inputs() -> impl Strategy<Value = Inputs> {
    prop::collection::vec(moves(), 20..120).prop_map(|moves| moves.concat())
}

/// A match, and a copy of each board that is given the inputs of that board.
struct Mirrored {
    game: Match,
    copies: Vec<Game>,
    garbage_rows: usize,
}

impl Mirrored {
    fn new(rules: Rules, players: usize, seed: u64) -> Mirrored {
        let kinds = [Kind::I, Kind::O, Kind::I, Kind::L].repeat(10);
        let position = Position::new().board(&["JJJ."; 8]).next(&kinds);
        let rules = rules.validate().expect("valid rules");
        let mut game = Match::new(&vec![rules; players], seed);
        let mut copies = vec![Game::new(rules, seed); players];
        for (player, copy) in copies.iter_mut().enumerate() {
            game.set_up(player, &position).expect("a possible position");
            copy.set_up(&position).expect("a possible position");
        }
        Mirrored { game, copies, garbage_rows: 0 }
    }

    /// Gives an input to the match, and passes it and the garbage it causes to the copies.
    fn apply(&mut self, timed: &TimedInput) {
        let Mirrored { game, copies, garbage_rows } = self;
        let mut pass_on = |timed: &TimedInput| {
            let copy = &mut copies[usize::from(timed.player)];
            copy.apply(timed, &mut |_| {}).expect("time runs forward");
        };
        let mut listen = |player: usize, event: TimedEvent| {
            if let Event::GarbageQueued { gaps } = event.event {
                *garbage_rows += gaps.len();
                pass_on(&TimedInput::garbage(gaps, event.at).to_board(player as u8));
            }
        };
        game.apply(timed, &mut listen).expect("time runs forward");
        pass_on(timed);
    }

    /// The hashes of the match's boards, and those of their copies at the same moment.
    fn hashes(&mut self) -> (Vec<u64>, Vec<u64>) {
        let now = self.game.now();
        for copy in &mut self.copies {
            copy.advance(now, &mut |_| {}).expect("time runs forward");
        }
        let hashes = |games: &[Game]| games.iter().map(Game::state_hash).collect();
        (hashes(self.game.games()), hashes(&self.copies))
    }
}

/// Plays random inputs and compares after every button, as long as the match lasts.
fn play(
    rules: Rules,
    players: usize,
    seed: u64,
    inputs: &Inputs,
) -> Result<Mirrored, TestCaseError> {
    let mut mirrored = Mirrored::new(narrow(rules), players, seed);
    let mut at = Micros::ZERO;
    for &(player, wait, input) in inputs {
        at += Micros(wait);
        let player = (player % players) as u8;
        mirrored.apply(&TimedInput { at, player, input });
        if mirrored.game.is_over() {
            break;
        }
        let (boards, copies) = mirrored.hashes();
        prop_assert_eq!(boards, copies);
    }
    Ok(mirrored)
}

proptest! {
    #[test]
    fn a_copy_of_a_battle_board_stays_equal_given_its_buttons_and_garbage(
        players in 2..=4_usize, seed: u64, inputs in any_inputs(),
    ) {
        play(Rules::battle(), players, seed, &inputs)?;
    }

    #[test]
    fn a_copy_of_a_versus_board_stays_equal_given_its_buttons_and_garbage(
        players in 2..=4_usize, seed: u64, inputs in any_inputs(),
    ) {
        play(Rules::versus(), players, seed, &inputs)?;
    }
}

/// The properties above would prove nothing if no garbage were sent in random play.
#[test]
fn garbage_is_sent_in_random_play() {
    let mut runner = TestRunner::deterministic();
    for rules in [Rules::battle(), Rules::versus()] {
        let mut rows = 0;
        for seed in 0..50 {
            let inputs = any_inputs().new_tree(&mut runner).expect("random inputs").current();
            rows += play(rules, 2, seed, &inputs).expect("the copies hold").garbage_rows;
        }
        assert!(rows > 50, "{:?}: {rows} rows in 50 matches", rules.game);
    }
}
