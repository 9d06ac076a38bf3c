//! Domino compared with a simple model of its rules after every tile.

use crate::drawing::{Played, halves};
use proptest::prelude::*;
use quintet_engine::{Button, EndReason, Position, Rules, Status};

const COLUMNS: i8 = 8;
const ROWS: i8 = 16;

/// A cell of a tile: row, column and pips.
type Half = (i8, i8, u8);

/// The game as a list of rows, with a tile as its anchor and the other half. (D-37)
#[derive(Clone, Debug)]
struct Model {
    grid: Vec<Vec<Option<u8>>>,
    score: u64,
    lives: i32,
    streak: bool,
    cleared: u32,
    anchor: Half,
    other: Half,
    over: bool,
}

impl Model {
    fn new(lives: i32) -> Model {
        Model {
            grid: vec![vec![None; COLUMNS as usize]; ROWS as usize],
            score: 0,
            lives,
            streak: false,
            cleared: 0,
            anchor: (0, 3, 0),
            other: (0, 4, 0),
            over: false,
        }
    }

    fn is_free(&self, (row, column, _): Half) -> bool {
        (0..ROWS).contains(&row)
            && (0..COLUMNS).contains(&column)
            && self.grid[row as usize][column as usize].is_none()
    }

    fn enter(&mut self, low: u8, high: u8) {
        (self.anchor, self.other) = ((0, 3, low), (0, 4, high));
        self.over = !self.is_free(self.anchor) || !self.is_free(self.other);
    }

    /// Moves by rows and columns where both cells are free.
    fn step(&mut self, rows: i8, columns: i8) -> bool {
        let moved = |(row, column, pips): Half| (row + rows, column + columns, pips);
        let (anchor, other) = (moved(self.anchor), moved(self.other));
        let fits = self.is_free(anchor) && self.is_free(other);
        if fits {
            (self.anchor, self.other) = (anchor, other);
        }
        fits
    }

    /// D-38 to D-43: the other half goes above the anchor, or from there to its right.
    fn rotate(&mut self) {
        let is_horizontal = self.anchor.0 == self.other.0;
        for (columns, down) in [(0, 0), (-1, 0), (1, 0), (0, 1)] {
            let (row, column, pips) = self.anchor;
            let anchor = (row + down, column + columns, pips);
            let (up, right) = if is_horizontal { (1, 0) } else { (0, 1) };
            let other = (anchor.0 - up, anchor.1 + right, self.other.2);
            if self.is_free(anchor) && self.is_free(other) {
                (self.anchor, self.other) = (anchor, other);
                return;
            }
        }
    }

    /// D-33, and then everything in the order of A-D7.
    fn drop_and_resolve(&mut self) {
        while self.step(1, 0) {}
        for (row, column, pips) in [self.anchor, self.other] {
            self.grid[row as usize][column as usize] = Some(pips);
        }
        let is_full = |row: &Vec<Option<u8>>| row.iter().all(Option::is_some);
        let full: Vec<Vec<Option<u8>>> =
            self.grid.iter().filter(|row| is_full(row)).cloned().collect();
        assert!(full.len() <= 2, "D-46");
        let sums = full.iter().map(|row| row.iter().flatten().map(|&pips| u64::from(pips)).sum());
        let (fives, others): (Vec<u64>, Vec<u64>) =
            sums.partition(|sum: &u64| *sum > 0 && sum.is_multiple_of(5));
        let doubled = full.len() == 2 || self.streak;
        self.score += fives.iter().sum::<u64>() * if doubled { 2 } else { 1 };
        self.lives += 2 * fives.len() as i32 - others.len() as i32;
        self.streak = !fives.is_empty();
        self.cleared += full.len() as u32;
        self.grid.retain(|row| !is_full(row));
        while self.grid.len() < ROWS as usize {
            self.grid.insert(0, vec![None; COLUMNS as usize]);
        }
        self.over = self.lives < 0;
    }

    fn drawing(&self) -> Vec<String> {
        let cell = |cell: &Option<u8>| cell.map_or('.', |pips| char::from(b'0' + pips));
        self.grid.iter().map(|row| row.iter().map(cell).collect()).collect()
    }
}

/// The same button in the game and in the model.
fn both(played: &mut Played, model: &mut Model, button: Button, at: u64) {
    played.tap(button, at);
    match button {
        Button::Left => drop(model.step(0, -1)),
        Button::Right => drop(model.step(0, 1)),
        Button::RotateCw => model.rotate(),
        _ => model.drop_and_resolve(),
    }
}

/// How a tile is played: the numbers of buttons, or none for the lowest part of the stack.
fn any_way() -> impl Strategy<Value = Option<Vec<u8>>> {
    prop_oneof![
        1 => prop::collection::vec(0..3_u8, 0..8).prop_map(Some),
        3 => Just(None),
    ]
}

/// Buttons that move a horizontal tile to the pair of columns with the most room.
fn to_the_lowest(model: &Model) -> Vec<Button> {
    let room = |column: usize| model.grid.iter().take_while(|row| row[column].is_none()).count();
    let best = (0..7).max_by_key(|&column| room(column).min(room(column + 1))).unwrap_or(3);
    let button = if best < 3 { Button::Left } else { Button::Right };
    vec![button; best.abs_diff(3)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// D-02 D-03 D-20 D-26 D-30 D-33 D-41 D-42 D-43 D-46 D-50 D-53 D-60 D-61 D-63 (A-D1, A-D7)
    #[test]
    fn the_game_and_the_model_agree_after_every_tile(
        seed: u64,
        lives in prop_oneof![Just(10), Just(0), Just(1000)],
        ways in prop::collection::vec(any_way(), 1..120),
    ) {
        let mut played = Played::dealt(Rules::domino_hard(), seed);
        played.game.set_up(&Position::new().lives(lives)).expect("possible");
        let mut model = Model::new(lives);
        let mut dealt = Vec::new();
        for (at, way) in (0..).zip(&ways) {
            let kind = played.piece().kind;
            dealt.push(kind);
            let (low, high) = kind.pips().expect("a domino");
            model.enter(low, high);
            prop_assert!(!model.over, "the game saw that its place is free");
            let buttons = match way {
                None => to_the_lowest(&model),
                Some(numbers) => {
                    let named = [Button::Left, Button::Right, Button::RotateCw];
                    numbers.iter().map(|&number| named[usize::from(number)]).collect()
                }
            };
            for button in buttons {
                both(&mut played, &mut model, button, at);
                let mut cells = [model.anchor, model.other];
                cells.sort_unstable();
                prop_assert_eq!(halves(&played), cells);
            }
            both(&mut played, &mut model, Button::HardDrop, at);
            let view = played.view();
            prop_assert_eq!(view.board.drawing(), model.drawing());
            prop_assert_eq!(
                (view.score, view.lives, view.streak, view.lines),
                (model.score, model.lives, model.streak, model.cleared)
            );
            let millis = (1000 - 50 * u64::from(model.cleared / 10).min(17)).max(150);
            prop_assert_eq!(view.fall_interval.as_millis(), millis);
            if view.status == Status::Over {
                let why = if model.over { EndReason::LivesLost } else { EndReason::BlockOut };
                prop_assert_eq!(played.end(), Some(why));
                break;
            }
            prop_assert!(!model.over);
        }
        for bag in dealt.chunks_exact(28) {
            let mut bag = bag.to_vec();
            bag.sort_unstable();
            bag.dedup();
            prop_assert_eq!(bag.len(), 28, "each bag holds every tile once");
        }
    }
}

/// Random play seldom lasts; this shows that the model covers long games too.
#[test]
fn the_model_and_the_game_agree_over_ten_bags() {
    let mut played = Played::dealt(Rules::domino_easy(), 3);
    played.game.set_up(&Position::new().lives(1000)).expect("possible");
    let mut model = Model::new(1000);
    for at in 0..280 {
        let (low, high) = played.piece().kind.pips().expect("a domino");
        model.enter(low, high);
        for button in to_the_lowest(&model) {
            both(&mut played, &mut model, button, at);
        }
        both(&mut played, &mut model, Button::HardDrop, at);
    }
    assert_eq!(played.view().pieces, 280);
    assert!(played.view().lines >= 60 && played.view().score > 0);
    assert_eq!(played.view().board.drawing(), model.drawing());
}
