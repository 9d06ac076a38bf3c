//! The panels around the board.

use serde_json::json;

use crate::browser::page::Page;

const DRAWN: &str = include_str!("piece.js");

impl Page {
    /// The value under a caption, as in `SCORE`.
    pub fn number(&self, caption: &str) -> String {
        self.show_frame();
        let script = format!(
            "[...document.querySelectorAll('h2')].find((h) => h.textContent === {})
                ?.parentElement.querySelector('.number').textContent",
            json!(caption)
        );
        let text = self.evaluate(&script);
        text.as_str().unwrap_or_else(|| panic!("there is no panel {caption}")).to_owned()
    }

    /// The letters of the coming pieces that are shown, the next one first.
    pub fn next_pieces(&self) -> String {
        self.letters(".next")
    }

    /// The letter of the piece put aside; empty where there is none.
    pub fn held_piece(&self) -> String {
        self.letters(".hold")
    }

    /// The piece that is drawn in a box, as rows of its letter, top first.
    pub fn drawn_piece(&self, part: &str) -> Vec<String> {
        self.show_frame();
        let rows = self
            .part(&format!("{part} canvas"))
            .ask(&format!("function() {{ return ({DRAWN})(this); }}"));
        let rows = rows.as_array().expect("rows");
        rows.iter().map(|row| self.signs(row).into_iter().collect()).collect()
    }

    /// The board as text for screen readers: rows of letters or digits.
    pub fn written_board(&self) -> Vec<String> {
        self.show_frame();
        let board = self.part(".board-canvas").words();
        board.split(' ').map(str::to_owned).collect()
    }

    /// The letters that are shown in a part of the page.
    fn letters(&self, part: &str) -> String {
        self.show_frame();
        let letters = self.evaluate(&format!(
            "[...document.querySelector({}).querySelectorAll('.piece-name')]
                .filter((name) => name.checkVisibility()).map((name) => name.textContent).join('')",
            json!(part)
        ));
        letters.as_str().unwrap_or_default().to_owned()
    }
}
