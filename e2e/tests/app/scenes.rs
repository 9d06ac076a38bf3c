//! Positions and moments that several tests begin with.

use std::path::Path;

use quintet_e2e::{Board, Device, Key, Page, Position};
use quintet_words::{play, replays, results};

/// The cells that each kind covers when it enters, as (column, row).
const ENTRIES: [(char, [(usize, usize); 4]); 7] = [
    ('I', [(3, 0), (4, 0), (5, 0), (6, 0)]),
    ('J', [(3, 0), (3, 1), (4, 1), (5, 1)]),
    ('L', [(5, 0), (3, 1), (4, 1), (5, 1)]),
    ('O', [(4, 0), (5, 0), (4, 1), (5, 1)]),
    ('S', [(4, 0), (5, 0), (3, 1), (4, 1)]),
    ('T', [(4, 0), (3, 1), (4, 1), (5, 1)]),
    ('Z', [(3, 0), (4, 0), (4, 1), (5, 1)]),
];

/// The kind that stands where pieces enter, turned as it enters; none if there is no such piece.
pub(crate) fn entered(board: &Board) -> Option<char> {
    let upper = |kind: char| -> Vec<(usize, usize)> {
        board.places(kind).into_iter().filter(|&(_, y)| y < 2).collect()
    };
    ENTRIES.iter().find(|(kind, cells)| upper(*kind) == cells).map(|(kind, _)| *kind)
}

/// The lowest row lacks the four cells that an I fills where it enters.
pub(crate) fn single() -> Position {
    Position::entering("I").board(&["T.........", "TTT....TTT"]).next(&["O", "T", "S", "Z"])
}

/// Four rows lack the last column, and an I stands above it; a drop is worth 3,200 points.
pub(crate) fn tetris() -> Position {
    let rows = ["J.........", "TTTTTTTTT.", "SSSSSSSSS.", "ZZZZZZZZZ.", "LLLLLLLLL."];
    Position::with_piece("I", 1, 7, 0).board(&rows).with("lines", 30).next(&["O"])
}

/// A tower up to the third row: the O that rests on it leaves no room for the next piece.
pub(crate) fn last_piece() -> Position {
    Position::entering("O").board(&["...GGGG..."; 18]).next(&["T"])
}

/// A game over with the numbers of the drawing.
pub(crate) fn lost(device: Device) -> Page {
    let position = last_piece().with("score", 156_800).with("lines", 115);
    let page = device.open(&position.address());
    page.board();
    page.press(Key::SPACE);
    page.role("dialog", &results::GAME_OVER).wait();
    page
}

/// Drops piece upon piece until the game is over, and gives the final score.
pub(crate) fn play_to_the_end(page: &Page) -> u64 {
    page.wait_until("the end of the game", || {
        page.press(Key::SPACE);
        page.pass(20.0);
        page.has_dialog()
    });
    page.role("dialog", &results::GAME_OVER).wait();
    // Keys are ignored for a moment after the end of a game.
    page.pass(1000.0);
    number(&page.number(&play::SCORE))
}

/// Drops the piece, and lets the light of the drop fade from the board.
pub(crate) fn hard_drop(page: &Page) {
    page.press(Key::SPACE);
    fade(page);
}

/// Lets the light of a drop fade from the board.
pub(crate) fn fade(page: &Page) {
    page.pass(250.0);
}

/// Checks that the sign on the pause button is two upright bars of one size.
pub(crate) fn assert_pause_sign(page: &Page) {
    let rows = page.part(&format!("[aria-label='{}'] svg path", play::PAUSE)).ask(
        "function() {
            const { x, y, width, height } = this.getBBox();
            const point = this.ownerSVGElement.createSVGPoint();
            const row = (down) => Array.from({ length: 12 }, (_, across) => {
                [point.x, point.y] = [x + (width * (across + 0.5)) / 12, y + height * down];
                return this.isPointInFill(point) ? '#' : ' ';
            });
            return [0.05, 0.5, 0.95].map((down) => row(down).join(''));
        }",
    );
    for row in rows.as_array().expect("rows") {
        let bars: Vec<&str> = row.as_str().expect("a row").split_whitespace().collect();
        assert!(bars.len() == 2 && bars[0] == bars[1], "{rows}");
    }
}

/// What a phrase with one slot says before the slot.
pub(crate) fn before_slot(phrase: impl Fn(&str) -> String) -> String {
    let filled = phrase("\0");
    filled.split('\0').next().unwrap_or_default().to_owned()
}

/// A number as it is shown.
pub(crate) fn number(shown: &str) -> u64 {
    shown.replace(',', "").parse().expect("digits and commas")
}

/// Opens one of the recorded games that the engine is tested with, from its file.
pub(crate) fn open_replay(page: &Page, name: &str) {
    page.go("/replays");
    choose_replay(page, name);
}

/// Chooses the file of such a game in the list of replays.
pub(crate) fn choose_replay(page: &Page, name: &str) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates/engine/tests/replays");
    choose_file(page, &Path::new(folder).join(name).join("replay.qntr"));
}

/// Chooses a file in the list of replays, and waits until it is shown.
pub(crate) fn choose_file(page: &Page, file: &Path) {
    // Browsers are particular about the paths that they are handed.
    let file = file.canonicalize().expect("the recording is there");
    page.part("input[type=file]").choose(&file);
    page.role("slider", &replays::TIME).wait();
}

/// The moment of a replay that is shown, in words.
pub(crate) fn clock(page: &Page) -> String {
    page.pass(0.0);
    page.role("slider", &replays::TIME).attribute("aria-valuetext").unwrap_or_default()
}
