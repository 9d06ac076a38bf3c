//! Minimal compared with a simple model of its rules after every key.

use crate::drawing::Played;
use proptest::prelude::*;
use quintet_engine::{Button, EndReason, Kind, Position, Rules};

/// Thirty-five frames.
const FALL: u64 = 583_333;

/// A square of cells, as in a table of pieces.
type Matrix = Vec<Vec<bool>>;

fn matrix(kind: Kind) -> Matrix {
    let rows: &[&str] = match kind.letter() {
        Some('I') => &["....", "####", "....", "...."],
        Some('J') => &["#..", "###", "..."],
        Some('L') => &["..#", "###", "..."],
        Some('O') => &["##", "##"],
        Some('S') => &[".##", "##.", "..."],
        Some('Z') => &["##.", ".##", "..."],
        _ => &[".#.", "###", "..."],
    };
    rows.iter().map(|row| row.chars().map(|cell| cell == '#').collect()).collect()
}

/// The field as a list of rows, the two hidden ones first.
struct Model {
    field: Vec<[char; 10]>,
    letter: char,
    matrix: Matrix,
    row: i32,
    column: i32,
    over: Option<EndReason>,
}

impl Model {
    fn new() -> Model {
        let field = vec![['.'; 10]; 22];
        Model { field, letter: '.', matrix: Vec::new(), row: 0, column: 0, over: None }
    }

    fn cells(matrix: &Matrix, row: i32, column: i32) -> Vec<(i32, i32)> {
        let size = 0..matrix.len();
        let all = size.clone().flat_map(|y| size.clone().map(move |x| (y, x)));
        let filled = all.filter(|&(y, x)| matrix[y][x]);
        filled.map(|(y, x)| (row + y as i32, column + x as i32)).collect()
    }

    /// S-35 S-36 S-37
    fn is_valid(&self, matrix: &Matrix, row: i32, column: i32) -> bool {
        Model::cells(matrix, row, column).into_iter().all(|(y, x)| {
            (0..10).contains(&x)
                && y < 20
                && (y < -2 || self.field[(y + 2) as usize][x as usize] == '.')
        })
    }

    /// S-23 S-24 S-25, and A-S4.
    fn enter(&mut self, kind: Kind) {
        self.matrix = matrix(kind);
        self.letter = kind.letter().expect("a tetromino");
        self.column = 5 - (self.matrix.len() as i32 + 1) / 2;
        self.row = if kind == Kind::I { -1 } else { -2 };
        if !self.is_valid(&self.matrix, self.row, self.column) {
            self.over = Some(EndReason::BlockOut);
        }
    }

    fn shift(&mut self, columns: i32) {
        if self.is_valid(&self.matrix, self.row, self.column + columns) {
            self.column += columns;
        }
    }

    /// S-33 S-34
    fn rotate(&mut self) {
        let size = self.matrix.len();
        let rotated: Matrix =
            (0..size).map(|y| (0..size).map(|x| self.matrix[size - 1 - x][y]).collect()).collect();
        if self.is_valid(&rotated, self.row, self.column) {
            self.matrix = rotated;
        }
    }

    /// One row down; where that is impossible it is placed and the next one enters. (S-28, S-32)
    fn down(&mut self, next: Kind) {
        if self.is_valid(&self.matrix, self.row + 1, self.column) {
            self.row += 1;
            return;
        }
        self.place();
        if self.over.is_none() {
            self.enter(next);
        }
    }

    /// S-38 S-39 S-40
    fn place(&mut self) {
        let cells = Model::cells(&self.matrix, self.row, self.column);
        for &(y, x) in cells.iter().filter(|&&(y, _)| y >= -2) {
            self.field[(y + 2) as usize][x as usize] = self.letter;
        }
        if cells.iter().any(|&(y, _)| y < 0) {
            self.over = Some(EndReason::LockOut);
            return;
        }
        let mut row = 21;
        while row >= 2 {
            if self.field[row].contains(&'.') {
                row -= 1;
            } else {
                self.field.remove(row);
                self.field.insert(0, ['.'; 10]);
            }
        }
    }

    fn drawing(&self) -> Vec<String> {
        self.field.iter().map(|row| row.iter().collect()).collect()
    }
}

/// The number of a key, and the microseconds before it.
type Key = (u8, u64);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    /// S-01 S-23 S-24 S-25 S-27 S-28 S-33 S-34 S-35 S-36 S-37 S-38 S-39 S-40 (A-S1 to A-S7)
    #[test]
    fn the_game_and_the_model_agree_after_every_key(
        seed: u64,
        keys in prop::collection::vec((0..6_u8, 0..400_000_u64), 0..400),
    ) {
        // One preview tells the model the next piece even if that cannot enter.
        let mut played = Played::dealt(Rules { previews: 1, ..Rules::minimal() }, seed);
        let mut model = Model::new();
        model.enter(played.piece().kind);
        let (mut at, mut falls): (u64, u64) = (0, 0);
        for (key, wait) in keys as Vec<Key> {
            at += wait;
            // Gravity comes before a key of the same moment.
            while model.over.is_none() && (falls + 1) * FALL <= at {
                falls += 1;
                let next = played.view().next[0];
                played.advance(falls * FALL);
                model.down(next);
            }
            if model.over.is_none() {
                let button = [
                    Button::Left,
                    Button::Right,
                    Button::RotateCw,
                    Button::SoftDrop,
                    Button::SoftDrop,
                    Button::HardDrop,
                ][usize::from(key)];
                let next = played.view().next[0];
                played.tap(button, at);
                match button {
                    Button::Left => model.shift(-1),
                    Button::Right => model.shift(1),
                    Button::RotateCw => model.rotate(),
                    Button::SoftDrop => model.down(next),
                    _ => {}
                }
            }
            prop_assert_eq!(played.end(), model.over);
            let view = played.view();
            let rows = (-2..20).map(|y| (0..10).map(|x| view.board.tile(x, y).to_char()).collect());
            prop_assert_eq!(rows.collect::<Vec<String>>(), model.drawing());
            if let Some(placed) = view.piece {
                let cells: Vec<_> = placed.cells().map(|(x, y, _)| (y as i32, x as i32)).collect();
                prop_assert_eq!(cells, Model::cells(&model.matrix, model.row, model.column));
            }
            if model.over.is_some() {
                break;
            }
        }
    }
}

/// A-S3: six of the seven pieces enter hidden, and can be moved and rotated there.
#[test]
fn a_hidden_piece_can_be_moved_and_rotated() {
    let position = Position::new().entering(Kind::T);
    let mut played = Played::set_up(Rules::minimal(), &position);
    assert_eq!(played.rows(-2..1), ["....t.....", "...ttt....", ".........."]);
    played.tap(Button::Left, 1);
    played.tap(Button::RotateCw, 2);
    assert_eq!(played.rows(-2..1), ["...t......", "...tt.....", "...t......"]);
    played.advance(2 * FALL);
    assert_eq!(
        played.rows(-2..3),
        ["..........", "..........", "...t......", "...tt.....", "...t......"]
    );
}

/// A-S7: no rotation at the entry takes a piece above the hidden rows.
#[test]
fn no_piece_rises_above_the_hidden_rows() {
    for kind in Kind::TETROMINOES {
        let position = Position::new().entering(kind);
        let mut played = Played::set_up(Rules::minimal(), &position);
        for at in 0..4 {
            played.tap(Button::RotateCw, at);
            let placed = played.view().piece.expect("in play");
            assert!(placed.cells().all(|(_, y, _)| y >= -2), "{kind}");
        }
    }
}
