//! `tetris.html`, opened from disk: no server, no network.

use quintet_e2e::{Board, Device, Key, Page, json};

/// Gives the page a seed, and notes what it writes on its canvas.
const MACHINE: &str = "
    crypto.getRandomValues = (numbers) => numbers.fill(5);
    window.written = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        written.push(text);
        fillText.call(this, text, ...place);
    };
";
const KINDS: [char; 7] = ['I', 'J', 'L', 'O', 'S', 'T', 'Z'];
/// Thirty-five frames of a sixtieth of a second, in milliseconds.
const ROW_MS: f64 = 583.333;

fn open() -> Page {
    Device::DESKTOP.with_script(MACHINE).open_single_file()
}

fn filled(board: &Board) -> Vec<(usize, usize)> {
    let mut all: Vec<_> = KINDS.iter().flat_map(|&kind| board.places(kind)).collect();
    all.sort_unstable();
    all
}

/// Puts the falling piece on whatever is below it, where so many lie already and no row is full.
fn drop_piece(page: &Page, placed: usize) {
    let mut before = filled(&page.blocks());
    loop {
        page.press(Key::DOWN);
        let after = filled(&page.blocks());
        // A piece that moves leaves a cell; one that is still entering only gains some.
        let moved = before.iter().any(|cell| !after.contains(cell));
        if !moved && before.len() == 4 * (placed + 1) {
            return;
        }
        before = after;
    }
}

/// A piece that is wholly to be seen, and its cells.
fn whole_piece(page: &Page) -> Vec<(usize, usize)> {
    while filled(&page.blocks()).len() < 4 {
        page.pass_swiftly(ROW_MS);
    }
    filled(&page.blocks())
}

fn moved(cells: &[(usize, usize)], across: isize, down: usize) -> Vec<(usize, usize)> {
    cells.iter().map(|&(x, y)| (x.strict_add_signed(across), y + down)).collect()
}

/// S-03 S-04 S-05 S-06 S-44 S-46 S-52
#[test]
fn the_file_opens_from_disk_and_shows_a_black_field_in_a_white_border() {
    let page = open();
    assert_eq!(page.evaluate("location.protocol"), "file:");
    assert_eq!(page.evaluate("performance.getEntriesByType('resource').length"), 0);
    assert_eq!(page.part("body").style("background-color"), "rgb(0, 0, 0)");
    let canvas = page.part("canvas");
    assert_eq!(canvas.ask("function() { return [this.width, this.height]; }"), json!([320, 640]));
    assert_eq!(canvas.style("background-color"), "rgb(0, 0, 0)");
    assert_eq!(canvas.style("border"), "1px solid rgb(255, 255, 255)");
    let rect = canvas.rect();
    assert_eq!((rect.width, rect.height), (322.0, 642.0), "the border lies around the field");
    let other = canvas.ask("function() { return this.getContext('webgl'); }");
    assert!(other.is_null(), "the canvas is painted in two dimensions");
}

/// S-02
#[test]
fn there_is_nothing_but_the_canvas() {
    let page = open();
    assert_eq!(page.evaluate("document.body.innerText.trim()"), "");
    let elements = page
        .evaluate("[...document.body.children].map((element) => element.tagName.toLowerCase())");
    assert_eq!(elements, json!(["canvas", "script"]));
}

/// S-26 S-27 S-53
#[test]
fn a_piece_falls_a_row_every_thirty_five_frames_and_only_when_frames_are_shown() {
    let page = open();
    let cells = whole_piece(&page);
    for row in 1..4 {
        page.pass_swiftly(ROW_MS - 0.001);
        assert_eq!(filled(&page.blocks()), moved(&cells, 0, row - 1));
        page.pass(0.001);
        assert_eq!(filled(&page.blocks()), moved(&cells, 0, row));
    }
    assert_eq!(page.evaluate("heldClock.waiting"), 1, "one loop, of animation frames");
}

/// S-29 S-30 S-31 S-32 S-54
#[test]
fn arrow_keys_move_turn_and_drop_and_what_is_not_possible_is_ignored() {
    let page = open();
    let mut cells = whole_piece(&page);
    page.press(Key::LEFT);
    cells = moved(&cells, -1, 0);
    assert_eq!(filled(&page.blocks()), cells);
    page.press(Key::RIGHT);
    page.press(Key::RIGHT);
    cells = moved(&cells, 2, 0);
    assert_eq!(filled(&page.blocks()), cells);
    page.press(Key::DOWN);
    cells = moved(&cells, 0, 1);
    assert_eq!(filled(&page.blocks()), cells);
    for _ in 0..12 {
        page.press(Key::LEFT);
    }
    let at_the_wall = filled(&page.blocks());
    assert_eq!(at_the_wall.first().map(|&(x, _)| x), Some(0));
    assert_eq!(at_the_wall.len(), 4);
    page.press(Key::LEFT);
    assert_eq!(filled(&page.blocks()), at_the_wall, "the wall holds");
    page.press(Key::SPACE);
    assert_eq!(filled(&page.blocks()), at_the_wall, "there is no hard drop");
}

/// S-31 S-33
#[test]
fn the_up_arrow_turns_clockwise() {
    let page = open();
    // Looks for the T, which shows best which way it is turned.
    let mut placed = 0;
    while page.blocks().top_of('T') != Some(1) {
        if page.blocks().count('T') > 0 || filled(&page.blocks()).len() == 4 * placed {
            page.pass_swiftly(ROW_MS);
        } else {
            drop_piece(&page, placed);
            placed += 1;
            assert!(placed < 7, "the T is one of seven pieces");
        }
    }
    let [up, down, left, right] = [(0, -1), (0, 1), (-1, 0), (1, 0)];
    let middle = page.blocks().places('T')[2];
    let around = |arms: [(isize, isize); 3]| {
        let mut cells: Vec<_> = arms
            .iter()
            .map(|&(x, y)| (middle.0.strict_add_signed(x), middle.1.strict_add_signed(y)))
            .chain([middle])
            .collect();
        cells.sort_unstable_by_key(|&(x, y)| (y, x));
        cells
    };
    assert_eq!(page.blocks().places('T'), around([up, left, right]));
    for arms in [[up, right, down], [right, down, left], [down, left, up], [left, up, right]] {
        page.press(Key::UP);
        assert_eq!(page.blocks().places('T'), around(arms));
    }
}

/// S-07 S-08 S-13 S-14 S-15 S-16 S-17 S-18 S-19 S-20 S-55
#[test]
fn the_seven_pieces_have_their_colours_in_blocks_of_thirty_one_on_a_pitch_of_thirty_two() {
    let page = open();
    for placed in 0..7 {
        drop_piece(&page, placed);
        let board = page.blocks();
        assert_eq!(board.count('?'), 0, "only whole blocks in the seven colours: {board:?}");
    }
    let board = page.blocks();
    for kind in KINDS {
        assert!(board.count(kind) >= 4, "{kind} in {board:?}");
    }
}

/// Fills the field to its top.
fn lose(page: &Page) {
    page.wait_until("the end of the game", || {
        for _ in 0..10 {
            page.press(Key::DOWN);
        }
        page.evaluate("written.length > 0") == true
    });
}

/// S-39 S-41 S-42 S-57
#[test]
fn the_end_is_written_in_the_middle_and_stops_the_loop() {
    let page = open();
    lose(&page);
    assert_eq!(page.evaluate("written.splice(0)"), json!(["GAME OVER!"]));
    let ink = page.evaluate(
        "(() => {
            const { data } = document.querySelector('canvas').getContext('2d').getImageData(0, 0, 320, 640);
            const [xs, ys] = [[], []];
            for (let at = 0; at < data.length; at += 4) {
                if (Math.min(data[at], data[at + 1], data[at + 2]) < 200) continue;
                xs.push((at / 4) % 320);
                ys.push(Math.floor(at / 4 / 320));
            }
            return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        })()",
    );
    let edge = |at: usize| ink[at].as_f64().expect("there are white letters");
    let (left, right) = (edge(0), 319.0 - edge(1));
    assert!((left - right).abs() <= 8.0 && left > 20.0, "centred across: {ink}");
    let (above, below) = (edge(2), 639.0 - edge(3));
    assert!((above - below).abs() <= 8.0 && above > 250.0, "centred down: {ink}");
    assert_eq!(page.evaluate("heldClock.waiting"), 0, "the loop is cancelled");
    let before = page.evaluate("document.querySelector('canvas').toDataURL()");
    page.press(Key::LEFT);
    page.press(Key::DOWN);
    page.pass(1000.0);
    assert_eq!(page.evaluate("document.querySelector('canvas').toDataURL()"), before);
}

#[test]
fn enter_or_a_click_starts_again_after_the_end_and_only_then() {
    let page = open();
    let cells = whole_piece(&page);
    page.press(Key::ENTER);
    page.part("canvas").click();
    page.pass(0.0);
    assert_eq!(filled(&page.blocks()), cells, "a running game goes on");
    for again in [|page: &Page| page.press(Key::ENTER), |page: &Page| page.part("canvas").click()] {
        lose(&page);
        page.evaluate("written.splice(0)");
        again(&page);
        page.wait_for("the loop", "heldClock.waiting === 1");
        page.pass(0.0);
        assert!(filled(&page.blocks()).len() <= 4, "an empty field");
        assert_eq!(page.evaluate("written.length"), 0);
    }
}
