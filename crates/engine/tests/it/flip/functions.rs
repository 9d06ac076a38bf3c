//! The functions that Flip's requirements name, written in terms of the engine's public API, and
//! the boards that its tests start from.

use std::ops::{Deref, DerefMut};

use quintet_engine::{
    ActivePiece, Board, Button, Event, Game, GameName, Gravity, Kind, Micros, Piece, PlacedPiece,
    Position, Rotation, Rules, Shape, ShapeSet,
};

use crate::drawing::Played;

/// A game of Flip.
pub(crate) struct Flip(Played);

impl Deref for Flip {
    type Target = Played;

    fn deref(&self) -> &Played {
        &self.0
    }
}

impl DerefMut for Flip {
    fn deref_mut(&mut self) -> &mut Played {
        &mut self.0
    }
}

/// How games begin.
impl Flip {
    /// A new game with its first piece in play.
    pub(crate) fn new(seed: u64) -> Flip {
        Flip(Played::dealt(Rules::flip(), seed))
    }

    /// A game that starts from a position.
    pub(crate) fn set_up(position: &Position) -> Flip {
        Flip(Played::set_up(Rules::flip(), position))
    }

    /// A game with an empty board and this piece in play, rotated by this many quarter turns.
    pub(crate) fn falling(kind: Kind, turns: u8, x: i8, y: i8) -> Flip {
        Flip::set_up(&Position::new().active(kind, turns, x, y))
    }

    /// The same under anti-gravity.
    pub(crate) fn rising(kind: Kind, turns: u8, x: i8, y: i8) -> Flip {
        Flip::set_up(&Position::new().active(kind, turns, x, y).gravity(Gravity::Up))
    }

    /// Changes only what the position names.
    pub(crate) fn change(&mut self, position: &Position) {
        self.game.set_up(position).expect("a possible position");
    }
}

/// The documented functions.
impl Flip {
    pub(crate) fn create_board() -> Board {
        Board::new(&GameName::Flip.rules())
    }

    pub(crate) fn create_piece(kind: Kind, gravity: Gravity) -> Piece {
        Rules::flip().spawn_place(kind, gravity)
    }

    /// The next piece, which enters an empty board.
    pub(crate) fn get_random_piece(&mut self) -> PlacedPiece {
        self.change(&Position::new().board(&[]));
        self.hard_drop();
        self.change(&Position::new().board(&[]));
        self.view().piece.expect("a piece is in play")
    }

    pub(crate) fn reset_current_piece(&mut self) {
        let Piece { kind, rotation, .. } = self.piece();
        let (kind, rotation) = (kind.to_string(), rotation.quarter_turns());
        let active = Some(ActivePiece { kind, rotation, ..ActivePiece::default() });
        self.change(&Position { active, ..Position::new() });
    }

    pub(crate) fn get_swapped_type(kind: Kind) -> Kind {
        kind.mirrored()
    }

    pub(crate) fn swap_current_piece(&mut self) {
        let Piece { kind, x, y, .. } = self.piece();
        self.change(&Position::new().active(kind.mirrored(), 0, x, y));
    }

    pub(crate) fn swap_board_pieces(&mut self) {
        self.change_board(Board::mirror_kinds);
    }

    pub(crate) fn flip_board(&mut self) {
        self.change_board(Board::flip);
    }

    fn change_board(&mut self, change: fn(&mut Board)) {
        let mut board = self.view().board.clone();
        change(&mut board);
        self.change(&Position { board: Some(board.drawing()), ..Position::new() });
    }

    pub(crate) fn is_valid_move(&self, shape: Shape, x: i8, y: i8) -> bool {
        self.view().board.fits(shape, x, y)
    }

    /// Presses the button that rotates; returns whether the piece rotated.
    pub(crate) fn rotate_piece(&mut self) -> bool {
        self.take_events();
        self.tap_now(Button::RotateCw);
        matches!(self.take_events()[..], [Event::Rotated { .. }])
    }

    /// Moves the piece by a column with a button, or by a row by letting gravity move it; returns
    /// whether it moved.
    pub(crate) fn move_piece(&mut self, columns: i8, rows: i8) -> bool {
        let before = self.place();
        match (columns, rows) {
            (-1, 0) => self.tap_now(Button::Left),
            (1, 0) => self.tap_now(Button::Right),
            (0, rows) if rows == self.view().gravity.step() => self.wait_for_gravity(),
            _ => panic!("no piece moves by {columns} columns and {rows} rows at once"),
        }
        self.place() != before
    }

    pub(crate) fn hard_drop(&mut self) {
        self.tap_now(Button::HardDrop);
    }

    /// Locks a piece that rests: gravity fails to move it.
    pub(crate) fn lock_piece(&mut self) {
        let before = self.view().pieces;
        self.wait_for_gravity();
        assert_eq!(self.view().pieces, before + 1, "the piece did not rest");
    }

    /// Locks the piece in play, which completes rows; returns how many were cleared.
    pub(crate) fn clear_lines(&mut self) -> u32 {
        let before = self.view().lines;
        self.lock_piece();
        self.view().lines - before
    }

    /// Brings in the next piece of a game that waits for one.
    pub(crate) fn spawn_piece(game: &mut Game) {
        game.advance(game.now(), &mut |_| {}).expect("time does not run backwards");
    }

    pub(crate) fn get_ghost_position(&self) -> Option<i8> {
        self.view().ghost.map(|ghost| ghost.piece.y)
    }

    /// Starts a new game by the rules of this one.
    pub(crate) fn reset_game(&mut self) {
        self.0 = Played::dealt(*self.game.rules(), 2);
    }

    pub(crate) fn toggle_pause(&mut self) {
        self.game.toggle_pause();
    }

    pub(crate) fn toggle_gravity(&mut self) {
        self.tap_now(Button::Flip);
    }

    /// What the documented keys do. The keys of the app are tested in the browser.
    pub(crate) fn handle_key_down(&mut self, key: &str) {
        match key {
            "ArrowLeft" => self.tap_now(Button::Left),
            "ArrowRight" => self.tap_now(Button::Right),
            "ArrowUp" => self.tap_now(Button::RotateCw),
            "ArrowDown" => self.tap_now(Button::SoftDrop),
            " " => self.tap_now(Button::HardDrop),
            "g" | "G" => self.tap_now(Button::Flip),
            "p" | "P" => self.toggle_pause(),
            _ => panic!("no key called {key}"),
        }
    }
}

/// What tests inspect, and time.
impl Flip {
    pub(crate) fn tap_now(&mut self, button: Button) {
        let now = self.game.now().0;
        self.tap(button, now);
    }

    /// Lets time pass until gravity moves the piece or locks it.
    fn wait_for_gravity(&mut self) {
        let due = self.game.now() + self.view().fall_interval;
        self.advance(due.0);
    }

    /// The whole board as drawn, without the piece in play.
    pub(crate) fn board(&self) -> Vec<String> {
        self.view().board.drawing()
    }

    /// The cells that the piece in play covers within its box.
    pub(crate) fn shape(&self) -> Shape {
        self.view().piece.expect("a piece is in play").shape
    }

    pub(crate) fn score(&self) -> u64 {
        self.view().score
    }

    /// Lines and level.
    pub(crate) fn progress(&self) -> (u32, u32) {
        (self.view().lines, self.view().level)
    }

    pub(crate) fn drop_interval(&self) -> Micros {
        self.view().fall_interval
    }

    pub(crate) fn is_anti_gravity(&self) -> bool {
        self.view().gravity == Gravity::Up
    }
}

/// An empty row.
pub(crate) const EMPTY: &str = "..........";

/// A whole board that is empty except for these rows, the first of which is row `first`.
pub(crate) fn board_from(first: usize, rows: &[&'static str]) -> Vec<&'static str> {
    let mut drawing = vec![EMPTY; first];
    drawing.extend(rows);
    assert!(drawing.len() <= 20, "at most twenty rows");
    drawing.resize(20, EMPTY);
    drawing
}

/// A whole board that is empty except for this piece.
pub(crate) fn board_with(kind: Kind, turns: u8, x: i8, y: i8) -> Vec<String> {
    let mut cells = vec![['.'; 10]; 20];
    for (column, row) in shape(kind, turns).cells() {
        cells[(y + row) as usize][(x + column) as usize] = kind.letter().expect("a tetromino");
    }
    cells.iter().map(|row| row.iter().collect()).collect()
}

/// The shape of a piece rotated by this many quarter turns.
pub(crate) fn shape(kind: Kind, turns: u8) -> Shape {
    ShapeSet::Trimmed.shape(kind, Rotation::new(turns))
}

/// Every kind in each of its four rotations.
pub(crate) fn kinds_and_turns() -> impl Iterator<Item = (Kind, u8)> {
    Kind::TETROMINOES.into_iter().flat_map(|kind| (0..4).map(move |turns| (kind, turns)))
}
