//! `tetris.html`, opened from disk: no server, no network.

use quintet_e2e::{Board, Device, Key, Page, json};

/// Gives the page a seed, and notes what it writes on its canvas and whether it makes a sound.
const MACHINE: &str = "
    crypto.getRandomValues = (numbers) => numbers.fill(5);
    window.sounds = 0;
    for (const name of ['AudioContext', 'Audio']) {
        const real = window[name];
        window[name] = function (...given) {
            sounds += 1;
            return new real(...given);
        };
    }
    window.painted = [];
    for (const name of ['clearRect', 'fillRect', 'fill', 'stroke', 'strokeRect', 'drawImage', 'putImageData']) {
        const real = CanvasRenderingContext2D.prototype[name];
        CanvasRenderingContext2D.prototype[name] = function (...given) {
            painted.push(name);
            return real.apply(this, given);
        };
    }
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

/// Puts the falling piece on whatever is below it, where this many lie already and no row is full.
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

/// S-03 S-04 S-05 S-06 S-44 S-52
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

    // No pause, no hold and no hard drop: the piece goes on falling as if nothing had happened.
    let cells = whole_piece(&page);
    for key in [Key::P, Key::ESCAPE, Key::SPACE, Key::C, Key::SHIFT, Key::M, Key::R] {
        page.press(key);
    }
    assert_eq!(filled(&page.blocks()), cells);
    page.pass_swiftly(ROW_MS);
    assert_eq!(filled(&page.blocks()), moved(&cells, 0, 1));
    // No score, level or preview: nothing is written, however many pieces are placed.
    for placed in 0..5 {
        drop_piece(&page, placed);
    }
    assert_eq!(page.evaluate("written.length"), 0);
    // No speed-up: a row takes as long as at the beginning.
    let before = filled(&page.blocks());
    while filled(&page.blocks()).len() < before.len() + 4 {
        page.pass_swiftly(ROW_MS);
    }
    let whole = page.blocks();
    page.pass_swiftly(ROW_MS - 0.001);
    assert_eq!(page.blocks(), whole);
    assert_eq!(page.evaluate("sounds"), 0, "no sound");
}

/// S-26 S-27 S-47 S-53
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
    // Every frame clears the field and paints a square for each of the four blocks.
    page.evaluate("painted.splice(0)");
    for _ in 0..3 {
        page.pass(1.0);
        let frame = page.evaluate("painted.splice(0)");
        assert_eq!(frame, json!(["clearRect", "fillRect", "fillRect", "fillRect", "fillRect"]));
    }
}

/// S-29 S-30 S-32 S-54
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
    for (key, wall) in [(Key::LEFT, 0), (Key::RIGHT, 9)] {
        for _ in 0..12 {
            page.press(key);
        }
        let at_the_wall = filled(&page.blocks());
        assert_eq!(at_the_wall.len(), 4);
        assert!(at_the_wall.iter().any(|&(x, _)| x == wall), "{at_the_wall:?}");
        page.press(key);
        assert_eq!(filled(&page.blocks()), at_the_wall, "the wall holds");
    }
    // The first piece of this seed is an L.
    let lying = filled(&page.blocks());
    page.press(Key::UP);
    let upright = filled(&page.blocks());
    assert_eq!(spread(&upright), (spread(&lying).1, spread(&lying).0), "turned a quarter");

    while !filled(&page.blocks()).iter().any(|&(_, y)| y == 19) {
        page.press(Key::DOWN);
    }
    let on_the_floor = filled(&page.blocks());
    page.press(Key::DOWN);
    page.press(Key::LEFT);
    // The next piece may be in sight already.
    let after = filled(&page.blocks());
    let stays = on_the_floor.iter().all(|cell| after.contains(cell));
    assert!(stays, "placed by the key that could not move it: {on_the_floor:?} {after:?}");
}

/// How many columns and rows these cells cover.
fn spread(cells: &[(usize, usize)]) -> (usize, usize) {
    let length = |numbers: Vec<usize>| {
        numbers.iter().max().expect("cells") - numbers.iter().min().expect("cells") + 1
    };
    (
        length(cells.iter().map(|&(x, _)| x).collect()),
        length(cells.iter().map(|&(_, y)| y).collect()),
    )
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
    // Upright at the left wall there is no room for the arm that would point to the left.
    page.press(Key::UP);
    for _ in 0..10 {
        page.press(Key::LEFT);
    }
    let at_the_wall = page.blocks();
    assert_eq!(at_the_wall.left_of('T'), Some(0));
    page.press(Key::UP);
    assert_eq!(page.blocks(), at_the_wall, "a turn that is not valid changes nothing");
}

/// S-07 S-08 S-13 S-14 S-15 S-16 S-17 S-18 S-19 S-20 S-55
#[test]
fn the_seven_pieces_have_their_colours_in_blocks_of_thirty_one_on_a_pitch_of_thirty_two() {
    let page = open();
    let mut seen = Vec::new();
    for placed in 0..7 {
        let before = filled(&page.blocks());
        drop_piece(&page, placed);
        let board = page.blocks();
        assert_eq!(board.count('?'), 0, "only whole blocks in the seven colours: {board:?}");
        let mut cells = filled(&board);
        // An I that enters is in sight at once, in the top row.
        cells.retain(|cell| cell.1 > 0 && !before.contains(cell));
        let shape = SHAPES.iter().find(|(_, shape)| is_shape(&cells, shape));
        let (kind, _) = shape.unwrap_or_else(|| panic!("no piece looks like {cells:?}"));
        assert!(cells.iter().all(|cell| board.places(*kind).contains(cell)), "{kind}: {board:?}");
        seen.push(*kind);
    }
    seen.sort_unstable();
    assert_eq!(seen, KINDS, "each of the seven");
}

/// The pieces as they enter, top row first.
const SHAPES: [(char, [&str; 2]); 7] = [
    ('I', ["####", ""]),
    ('J', ["#", "###"]),
    ('L', ["  #", "###"]),
    ('O', ["##", "##"]),
    ('S', [" ##", "##"]),
    ('T', [" #", "###"]),
    ('Z', ["##", " ##"]),
];

/// Whether these cells, wherever they are, have this shape.
fn is_shape(cells: &[(usize, usize)], shape: &[&str; 2]) -> bool {
    let left = cells.iter().map(|&(x, _)| x).min().unwrap_or(0);
    let top = cells.iter().map(|&(_, y)| y).min().unwrap_or(0);
    let rows = shape.iter().enumerate();
    let drawn = rows.flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (x, y, c)));
    let mut drawn: Vec<_> = drawn.filter(|&(.., c)| c == '#').map(|(x, y, _)| (x, y)).collect();
    drawn.sort_unstable();
    drawn == cells.iter().map(|&(x, y)| (x - left, y - top)).collect::<Vec<_>>()
}

/// Two bags of this seed, played so that rows fill: the piece, how often it is turned, how far it
/// is moved to the right, and how many presses of the down arrow place it.
const TWO_BAGS: [(char, u32, i32, u32); 14] = [
    ('L', 0, 4, 21),
    ('I', 0, 0, 20),
    ('O', 0, -4, 21),
    ('T', 1, -2, 20),
    ('J', 0, 1, 21),
    ('S', 0, 4, 21),
    ('Z', 0, 1, 21),
    ('L', 2, 4, 20),
    ('J', 1, -1, 20),
    ('I', 0, 2, 18),
    ('S', 0, -3, 21),
    ('T', 1, -4, 20),
    ('O', 0, -1, 19),
    ('Z', 0, -3, 19),
];

/// S-01
#[test]
fn two_bags_are_moved_turned_dropped_and_cleared_and_the_end_is_written_over_the_field() {
    let page = open();
    for bag in TWO_BAGS.chunks(7) {
        let mut kinds: Vec<char> = bag.iter().map(|&(kind, ..)| kind).collect();
        kinds.sort_unstable();
        assert_eq!(kinds, KINDS, "each piece once");
    }
    for (kind, turns, right, downs) in TWO_BAGS {
        let lying = page.blocks().count(kind);
        // Only the I is in sight as soon as it enters.
        let expected = if kind == 'I' { lying } else { lying + 4 };
        let across = if right > 0 { Key::RIGHT } else { Key::LEFT };
        let keys = std::iter::repeat_n(Key::UP, turns as usize)
            .chain(std::iter::repeat_n(across, right.unsigned_abs() as usize))
            .chain(std::iter::repeat_n(Key::DOWN, downs as usize - 1));
        keys.for_each(|key| page.press(key));
        let board = page.blocks();
        assert_eq!(board.count(kind), expected, "{kind} comes next: {board:?}");
        page.press(Key::DOWN);
    }
    // Three rows have been cleared.
    let board = page.blocks();
    assert_eq!(
        board.bottom(5),
        ["..........", "ZZ.OO.....", "TZZOO.....", "TT.JJIIII.", "TSSJZZ.LLL"]
    );
    // The piece after those falls by itself.
    let lying = filled(&board);
    let falling = || {
        let mut cells = filled(&page.blocks());
        cells.retain(|cell| !lying.contains(cell));
        cells
    };
    page.pass_swiftly(3.0 * ROW_MS);
    let cells = falling();
    assert_eq!(cells.len(), 4, "{cells:?}");
    page.pass_swiftly(ROW_MS);
    assert_eq!(falling(), moved(&cells, 0, 1));
    lose(&page);
    assert_eq!(page.evaluate("written.splice(0)"), json!(["GAME OVER!"]));
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
    for placed in 0..11 {
        drop_piece(&page, placed);
    }
    assert_eq!(page.blocks().top_of('S'), Some(0), "the last one reaches the top row");
    assert_eq!(page.evaluate("written.length"), 0, "which does not end the game");
    // The T comes to rest on the S with one of its blocks above the field.
    for key in [Key::LEFT, Key::LEFT, Key::DOWN] {
        page.press(key);
    }
    let top: Vec<_> = page.blocks().places('T').into_iter().filter(|&(_, y)| y == 0).collect();
    assert_eq!(top, [(1, 0), (2, 0), (3, 0)]);
    assert_eq!(page.evaluate("written.length"), 0, "it has not been placed yet");
    page.press(Key::DOWN);
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
