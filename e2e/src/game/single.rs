//! `tetris.html`, opened from disk.

use std::path::Path;

use serde_json::json;

use crate::browser::device::Device;
use crate::browser::page::Page;
use crate::game::board::Board;

const READ: &str = include_str!("blocks.js");

impl Device {
    /// Opens the single file as a click on it in a folder does.
    pub fn open_single_file(self) -> Page {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root is above");
        let page = self.window();
        let url = format!("file://{}", root.join("tetris.html").display());
        page.call("Page.navigate", &json!({ "url": url }));
        page.wait_for("the game", "document.readyState === 'complete' && heldClock.waiting > 0");
        page.pass(0.0);
        page
    }
}

impl Page {
    /// The field of the single file as its pixels are, with the kinds that have these colours.
    pub fn blocks(&self) -> Board {
        let rows = self.evaluate(&format!("({READ})()"));
        let rows = rows.as_array().expect("there is a field");
        Board::from_rows(rows.iter().filter_map(|row| row.as_str().map(str::to_owned)))
    }
}
