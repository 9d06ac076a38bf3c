//! What playing over a network relies on: boards far apart stay the same if each is told its
//! player's buttons and the garbage delivered to it.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseError, TestRunner};
use quintet_engine::{Button, Event, Game, Gaps, Kind, Match, Micros, Position, Rules, TimedEvent};

/// A board so narrow that careless play clears rows.
fn narrow(rules: Rules) -> Rules {
    Rules { width: 4, ..rules }
}

/// Who presses or releases what, and how many microseconds after the one before.
type Storm = Vec<(usize, u64, Button, bool)>;

/// A player's next moves: mostly a turn, a few columns and a drop, now and then any button.
fn moves() -> impl Strategy<Value = Storm> {
    // Moments that coincide are the ones where order could matter.
    let wait = prop_oneof![1 => Just(0_u64), 1 => Just(50_000), 3 => 0..100_000_u64];
    let player = 0..4_usize;
    let drop = (player.clone(), wait.clone(), 0..4_usize, 0..4_usize, any::<bool>()).prop_map(
        |(player, wait, turns, columns, to_the_left)| {
            let side = if to_the_left { Button::Left } else { Button::Right };
            let buttons = [(Button::RotateCw, turns), (side, columns), (Button::HardDrop, 1)];
            let presses = buttons.iter().flat_map(|&(button, times)| vec![button; times]);
            presses
                .flat_map(|button| [(player, wait, button, true), (player, 0, button, false)])
                .collect()
        },
    );
    let any_button = prop::sample::select(Button::ALL.to_vec());
    let other = (player, wait, any_button, any::<bool>()).prop_map(|button| vec![button]);
    prop_oneof![3 => drop, 1 => other]
}

fn storm() -> impl Strategy<Value = Storm> {
    prop::collection::vec(moves(), 20..120).prop_map(|moves| moves.concat())
}

/// Something told to a board: a button of its player's, or garbage delivered.
#[derive(Clone, Debug)]
enum Told {
    Pressed(Button),
    Released(Button),
    Garbage(Gaps),
}

/// A match, and for each board a game somewhere else that is told what comes to that board.
struct Apart {
    game: Match,
    copies: Vec<Game>,
    garbage_rows: usize,
}

impl Apart {
    fn new(rules: Rules, players: usize, seed: u64) -> Apart {
        let kinds = [Kind::I, Kind::O, Kind::I, Kind::L].repeat(10);
        let position = Position::new().board(&["JJJ."; 8]).next(&kinds);
        let rules = rules.validate().expect("valid rules");
        let mut game = Match::new(&vec![rules; players], seed);
        let mut copies = vec![Game::new(rules, seed); players];
        for (player, copy) in copies.iter_mut().enumerate() {
            game.set_up(player, &position).expect("a possible position");
            copy.set_up(&position).expect("a possible position");
        }
        Apart { game, copies, garbage_rows: 0 }
    }

    /// A player's button on the match, and everything that comes of it told to the copies.
    fn button(&mut self, player: usize, button: Button, is_press: bool, at: Micros) {
        let Apart { game, copies, garbage_rows } = self;
        let mut tell = |player: usize, at: Micros, told: Told| {
            let (copy, ignore) = (&mut copies[player], &mut |_| {});
            let result = match told {
                Told::Pressed(button) => copy.press(button, at, ignore),
                Told::Released(button) => copy.release(button, at, ignore),
                Told::Garbage(gaps) => copy.receive_garbage(&gaps, at, ignore),
            };
            result.expect("time goes on");
        };
        let mut listen = |player: usize, event: TimedEvent| {
            if let Event::GarbageQueued { gaps } = event.event {
                *garbage_rows += gaps.len();
                tell(player, event.at, Told::Garbage(gaps));
            }
        };
        if is_press {
            game.press(player, button, at, &mut listen).expect("time goes on");
            tell(player, at, Told::Pressed(button));
        } else {
            game.release(player, button, at, &mut listen).expect("time goes on");
            tell(player, at, Told::Released(button));
        }
    }

    /// The hashes of the match's boards, and those of their copies at the same moment.
    fn hashes(&mut self) -> (Vec<u64>, Vec<u64>) {
        let now = self.game.now();
        for copy in &mut self.copies {
            copy.advance(now, &mut |_| {}).expect("time goes on");
        }
        let hashes = |games: &[Game]| games.iter().map(Game::state_hash).collect();
        (hashes(self.game.games()), hashes(&self.copies))
    }
}

/// Plays a storm and compares after every button, as long as the match goes on.
fn play(rules: Rules, players: usize, seed: u64, storm: &Storm) -> Result<Apart, TestCaseError> {
    let mut apart = Apart::new(narrow(rules), players, seed);
    let mut at = Micros::ZERO;
    for &(player, wait, button, is_press) in storm {
        at += Micros(wait);
        apart.button(player % players, button, is_press, at);
        if apart.game.is_over() {
            break;
        }
        let (boards, copies) = apart.hashes();
        prop_assert_eq!(boards, copies);
    }
    Ok(apart)
}

proptest! {
    #[test]
    fn a_board_of_battle_is_what_its_buttons_and_deliveries_make_it(
        players in 2..=4_usize, seed: u64, storm in storm(),
    ) {
        play(Rules::battle(), players, seed, &storm)?;
    }

    #[test]
    fn a_board_of_versus_is_what_its_buttons_and_deliveries_make_it(
        players in 2..=4_usize, seed: u64, storm in storm(),
    ) {
        play(Rules::versus(), players, seed, &storm)?;
    }
}

/// The laws above would prove nothing if no garbage flew in the storms.
#[test]
fn garbage_flies_in_the_storms() {
    let mut runner = TestRunner::deterministic();
    for rules in [Rules::battle(), Rules::versus()] {
        let mut rows = 0;
        for seed in 0..50 {
            let storm = storm().new_tree(&mut runner).expect("a storm").current();
            rows += play(rules, 2, seed, &storm).expect("the copies hold").garbage_rows;
        }
        assert!(rows > 50, "{:?}: {rows} rows in 50 storms", rules.game);
    }
}
