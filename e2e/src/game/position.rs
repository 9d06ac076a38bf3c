//! The links by which anybody can open a game at a certain position.

use std::fmt::Write;

use serde_json::{Value, json};

/// A position as a link carries it. Whatever is not given is as in a new game.
#[derive(Clone, Debug, Default)]
pub struct Position(serde_json::Map<String, Value>);

impl Position {
    /// An empty board with this piece entering.
    pub fn entering(kind: &str) -> Position {
        Position::default().with("active", json!({ "kind": kind }))
    }

    /// A piece at a place: the top left corner of its box.
    pub fn with_piece(kind: &str, rotation: u8, x: i8, y: i8) -> Position {
        let piece = json!({ "kind": kind, "rotation": rotation, "x": x, "y": y });
        Position::default().with("active", piece)
    }

    /// The lowest rows of the board, top one first.
    #[must_use]
    pub fn board(self, rows: &[&str]) -> Position {
        self.with("board", json!(rows))
    }

    /// The pieces to come.
    #[must_use]
    pub fn next(self, kinds: &[&str]) -> Position {
        self.with("next", json!(kinds))
    }

    /// Anything else that a position may say.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Position {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// The address of a game of Marathon that begins so.
    pub fn address(&self) -> String {
        self.address_in("marathon", "marathon")
    }

    /// The address of a game in some mode that begins so.
    pub fn address_in(&self, game: &str, mode: &str) -> String {
        let text = Value::Object(self.0.clone()).to_string();
        let mut address = format!("/{game}/play?mode={mode}&seed=1&position=");
        for byte in text.bytes() {
            // Writing to a string does not fail.
            let _ = write!(address, "%{byte:02X}");
        }
        address
    }
}
