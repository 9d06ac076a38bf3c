//! Domino: tiles, sums, keys, lives and what is kept.

use quintet_e2e::{Device, Key, Page, Position, Value, json};
use quintet_words::{numerals, play, results, settings};

use crate::scenes::{number, play_to_the_end};

const COLUMNS: usize = 8;
const ROWS: usize = 16;

fn easy(position: &Position) -> String {
    position.address_in("domino", "easy")
}

/// Where numbers are written, as (column, row, number), row by row.
fn halves(page: &Page) -> Vec<(usize, usize, char)> {
    let rows = page.written_board();
    assert_eq!((rows.len(), rows[0].len()), (ROWS, COLUMNS), "{rows:?}");
    let rows = rows.iter().enumerate();
    let cells = rows.flat_map(|(y, row)| row.chars().enumerate().map(move |(x, c)| (x, y, c)));
    cells.filter(|&(.., sign)| sign != '.').collect()
}

/// The sums beside the rows, top first.
fn sums(page: &Page) -> Vec<String> {
    page.pass(0.0);
    let texts = page
        .evaluate("[...document.querySelectorAll('.row-sums li')].map((sum) => sum.textContent)");
    texts.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// D-09 D-68
#[test]
fn two_buttons_start_the_two_modes_from_the_keyboard_alone() {
    for (button, mode, has_sums) in [("START EASY", "easy", true), ("START HARD", "hard", false)] {
        let page = Device::DESKTOP.open("/domino");
        page.button(button).focus();
        page.press(Key::ENTER);
        page.wait_for_address("/domino/play");
        assert_eq!(halves(&page).len(), 2, "a tile has entered");
        assert_eq!(sums(&page).len() == ROWS, has_sums, "{mode}");
        page.press(Key::SPACE);
        page.pass(300.0);
        assert_eq!(halves(&page).len(), 4);
    }
}

/// D-69 D-71
#[test]
fn the_sums_stand_to_the_right_of_the_grid_each_beside_its_row() {
    for device in [Device::DESKTOP, Device::PHONE, Device::PHONE_SIDEWAYS] {
        let position = Position::entering("2:5").board(&["66......", "1234...."]);
        let page = device.open(&easy(&position));
        assert_eq!(sums(&page)[13..], ["0", "12", "10"]);
        let board = page.part(".board-canvas").rect();
        for row in 0..ROWS {
            let sum = page.part(&format!(".row-sums li:nth-child({})", row + 1)).rect();
            assert!(sum.left >= board.right() - 1.0, "{sum:?} {board:?}");
            assert!(sum.right() <= f64::from(device.width) + 1.0, "{sum:?} is on the screen");
            let middle = board.top + board.height * (row as f64 + 0.5) / ROWS as f64;
            assert!((sum.middle().1 - middle).abs() <= 2.0, "row {row}: {sum:?} {board:?}");
        }
    }
}

/// D-70
#[test]
fn the_hard_mode_hides_the_sums() {
    let position = Position::entering("2:5").board(&["1234...."]);
    let page = Device::DESKTOP.open(&position.address_in("domino", "hard"));
    assert_eq!(halves(&page).len(), 6);
    assert!(sums(&page).is_empty());
    assert!(!page.part(".row-sums").is_there());
}

/// D-72 D-73 D-74
#[test]
fn sums_count_what_has_locked_and_follow_every_lock_and_clear() {
    let position = Position::entering("2:5").board(&["000..000"]).next(&["1:1", "3:4"]);
    let page = Device::DESKTOP.open(&easy(&position));
    assert!(sums(&page).iter().all(|sum| sum == "0"), "the tile in play does not count");
    page.press(Key::LEFT);
    page.press(Key::SPACE);
    assert_eq!(sums(&page)[14..], ["7", "0"], "it has locked on the row below");
    let position = Position::entering("2:3").board(&["6.......", "000..000"]);
    page.go(&easy(&position));
    assert_eq!(sums(&page)[14..], ["6", "0"]);
    page.press(Key::SPACE);
    page.wait_until("the row to go", || {
        page.pass(50.0);
        sums(&page)[14..] == ["0", "6"]
    });
}

/// D-75 D-76 D-78 D-79
#[test]
fn letters_and_arrows_move_turn_and_drop() {
    let place = |page: &Page| {
        let first = halves(page)[0];
        (first.0, first.1)
    };
    for (left, right, turn, drop) in
        [(Key::LEFT, Key::RIGHT, Key::UP, Key::SPACE), (Key::A, Key::D, Key::W, Key::RIGHT_SHIFT)]
    {
        let position = Position::with_piece("2:5", 0, 3, 5).next(&["1:1"]);
        let page = Device::DESKTOP.open(&easy(&position));
        let begin = place(&page);
        page.press(left);
        assert_eq!(place(&page), (begin.0 - 1, begin.1));
        page.press(right);
        assert_eq!(place(&page), begin);
        page.press(turn);
        let standing = halves(&page);
        assert_eq!(standing[0].0, standing[1].0, "{standing:?}");
        assert_eq!((standing[0].2, standing[1].2), ('5', '2'), "the smaller number is below");
        page.press(Key::SHIFT);
        assert_eq!(halves(&page), standing, "the left Shift does nothing");
        page.press(drop);
        page.pass(300.0);
        assert_eq!(halves(&page).last().map(|half| half.1), Some(ROWS - 1));
        assert_eq!(halves(&page).len(), 4, "and the next one comes");
    }
}

/// D-77
#[test]
fn a_held_key_drops_softly_and_its_release_ends_that() {
    for key in [Key::DOWN, Key::S] {
        let page = Device::DESKTOP.open(&easy(&Position::entering("2:5")));
        assert_eq!(halves(&page)[0].1, 0);
        page.hold(key);
        page.pass(400.0);
        let row = halves(&page)[0].1;
        assert!(row >= 3, "row {row}: far faster than by itself");
        page.release(key);
        page.pass(300.0);
        assert!(halves(&page)[0].1 <= row + 1, "slow again");
    }
}

/// D-80 D-83
#[test]
fn in_a_pause_only_pause_and_restart_are_heard() {
    let page = Device::DESKTOP.open("/domino/play?mode=easy&seed=4");
    page.pass(0.0);
    page.press(Key::SPACE);
    page.pass(300.0);
    let before = page.written_board();
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    let moves = [Key::LEFT, Key::A, Key::RIGHT, Key::D, Key::UP, Key::W];
    for key in moves.into_iter().chain([Key::DOWN, Key::S, Key::SPACE, Key::RIGHT_SHIFT]) {
        page.press(key);
    }
    page.pass(2000.0);
    page.role("dialog", &play::PAUSED).wait();
    assert_eq!(page.written_board(), before, "nothing has moved, and no time has passed");
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait_until_gone();
    page.pass(1801.0);
    page.press(Key::LEFT);
    assert_ne!(page.written_board(), before);
    page.press(Key::P);
    page.role("dialog", &play::PAUSED).wait();
    page.press(Key::R);
    page.role("dialog", &play::PAUSED).wait_until_gone();
    assert_eq!(halves(&page).len(), 2, "a new game");
}

/// D-81
#[test]
fn r_restarts_at_any_time() {
    let page = Device::DESKTOP.open("/domino/play?mode=hard&seed=4");
    page.pass(0.0);
    for _ in 0..3 {
        page.press(Key::SPACE);
        page.pass(300.0);
    }
    assert_eq!(halves(&page).len(), 8);
    page.press(Key::R);
    assert_eq!(halves(&page).len(), 2);
    let shown = [play::SCORE, play::LIVES, play::STREAK, play::LINES, play::SPEED]
        .map(|caption| page.number(&caption));
    let speed = numerals::rows_per_second("1.00");
    assert_eq!(shown, ["0", "10", &play::STREAK_OFF, "0", &speed]);
}

#[test]
fn score_lives_streak_and_speed_are_shown_and_a_clear_is_told_plainly() {
    let position = Position::entering("2:3")
        .board(&["666..665"])
        .with("streak", true)
        .with("lives", 3)
        .with("lines", 9);
    let page = Device::DESKTOP.open(&easy(&position));
    assert_eq!(page.number(&play::STREAK), *play::STREAK_ON);
    page.press(Key::SPACE);
    page.wait_until("the points", || {
        page.pass(50.0);
        page.number(&play::SCORE) == "80"
    });
    page.text(&play::fives(40, 2, 2)).wait();
    let shown = [play::LIVES, play::LINES, play::SPEED].map(|caption| page.number(&caption));
    assert_eq!(shown, ["5", "10", &numerals::rows_per_second("1.05")]);
}

#[test]
fn a_row_that_went_can_be_read_for_a_moment() {
    let position = Position::entering("2:3").board(&["666..665"]);
    for reduced_motion in [false, true] {
        let device = Device { reduced_motion, ..Device::DESKTOP };
        let page = device.open(&easy(&position));
        page.pass(20.0);
        page.press(Key::SPACE);
        page.pass(100.0);
        assert_eq!(page.number(&play::LINES), "1");
        let row = lowest_row_now(&page);
        assert!(row.iter().all(|cell| cell.white > 0.3 && cell.spots > 0), "tiles with pips");
        page.pass(900.0);
        let row = lowest_row(&page);
        assert!(row.iter().all(|cell| cell.white < 0.1), "they are gone");
    }
}

/// Where the tile in play is on a board that is otherwise empty, top and bottom in the window; none
/// where there is more on the board than one tile.
fn tile_in_play(page: &Page) -> Option<(f64, f64)> {
    let board = page.part(".board-canvas");
    let (text, rect) = (board.words(), board.rect());
    let rows: Vec<&str> = text.split_whitespace().collect();
    if text.chars().filter(char::is_ascii_digit).count() > 2 {
        return None;
    }
    let has_tile = |row: &&str| row.chars().any(|cell| cell != '.');
    let first = rows.iter().position(has_tile)?;
    let last = rows.iter().rposition(has_tile)?;
    let edge = |row: usize| rect.top + rect.height * row as f64 / rows.len() as f64;
    Some((edge(first), edge(last + 1)))
}

#[test]
fn a_lost_life_is_told_by_its_sign_and_in_another_colour_than_a_gain() {
    let told = |board: &str| {
        let position = Position::entering("2:3").board(&[board]).with("lives", 3);
        let page = Device::DESKTOP.open(&easy(&position));
        page.press(Key::SPACE);
        page.wait_until("the words", || {
            page.pass(20.0);
            page.part(".told").is_there()
        });
        let words = page.part(".told");
        let told = (words.words(), words.style("border-top-color"));
        // The next tile falls past the words, which make way for it.
        page.hold(Key::DOWN);
        let mut compared = 0;
        while page.part(".told").is_there() {
            let words = page.part(".told").rect();
            if let Some((top, bottom)) = tile_in_play(&page) {
                let apart = words.top >= bottom || words.bottom() <= top;
                assert!(apart, "words {words:?}, tile {top} to {bottom}");
                compared += 1;
            }
            page.pass(45.0);
        }
        page.release(Key::DOWN);
        assert!(compared > 2, "{compared}");
        told
    };
    let (loss, red) = told("666..664");
    let (gain, gold) = told("666..665");
    assert!(loss.contains("−1"), "{loss}");
    assert!(gain.starts_with('+') && gain.contains("+2"), "{gain}");
    assert_ne!(red, gold);
}

/// What the middle of a cell looks like.
struct Look {
    /// The share of white.
    white: f64,
    /// How many black things there are.
    spots: u64,
    /// Where they are, one character for each of nine places.
    face: String,
    /// The most that two parts of a colour differ.
    tint: f64,
}

/// Looks at the cells of the lowest row once nothing flashes.
fn lowest_row(page: &Page) -> Vec<Look> {
    page.pass(700.0);
    lowest_row_now(page)
}

fn lowest_row_now(page: &Page) -> Vec<Look> {
    let cells = page.part(".board-canvas").ask(include_str!("tiles.js"));
    let look = |cell: &Value| Look {
        white: cell["white"].as_f64().expect("a share"),
        spots: cell["spots"].as_u64().expect("a count"),
        face: cell["face"].as_str().expect("a drawing").to_owned(),
        tint: cell["tint"].as_f64().expect("a number"),
    };
    cells.as_array().expect("cells").iter().map(look).collect()
}

/// D-87 D-90 D-93
#[test]
fn tiles_are_white_with_black_pips_and_nothing_else_tells_values_apart() {
    let position = Position::entering("2:5").board(&["0123456."]);
    let page = Device::DESKTOP.open(&easy(&position));
    let faces = [
        "... ... ...",
        "... .o. ...",
        "o.. ... ..o",
        "o.. .o. ..o",
        "o.o ... o.o",
        "o.o .o. o.o",
        "o.o o.o o.o",
    ];
    for (value, (cell, face)) in lowest_row(&page).iter().zip(faces).enumerate() {
        assert_eq!((cell.spots, cell.face.as_str()), (value as u64, face), "pips of {value}");
        assert!(cell.white > 0.55, "{value} is white: {}", cell.white);
        assert!(cell.tint < 45.0, "{value} has no colour: {}", cell.tint);
    }
}

/// How much of the lowest row is golden, and how much of it is lit at all, in each frame after the
/// tile of this position was dropped.
fn lights(position: &Position) -> Vec<[f64; 2]> {
    let page = Device::DESKTOP.open(&easy(position));
    page.pass(0.0);
    page.press(Key::SPACE);
    let look = format!(
        "function() {{
            const cell = Math.round(this.width / {COLUMNS});
            const {{ data }} = this.getContext('2d')
                .getImageData(0, this.height - cell, this.width, cell);
            let [gold, lit] = [0, 0];
            for (let at = 0; at < data.length; at += 4) {{
                const [red, green, blue] = data.subarray(at, at + 3);
                if (red > blue + 50 && green > blue + 30) gold += 4;
                if (Math.max(red, green, blue) > 90) lit += 4;
            }}
            return [gold / data.length, lit / data.length];
        }}"
    );
    let frame = |_| {
        page.pass(1000.0 / 60.0);
        let seen = page.part(".board-canvas").ask(&look);
        [0, 1].map(|index| seen[index].as_f64().expect("a share"))
    };
    (0..90).map(frame).collect()
}

/// Gold is for what is won: a row that is worth nothing goes in grey.
#[test]
fn a_row_of_fives_goes_in_gold_and_any_other_in_grey() {
    let row = |tile: &str| Position::entering(tile).board(&["000..000"]).next(&["1:1", "3:4"]);
    let won = lights(&row("2:3"));
    let lost = lights(&row("2:5"));
    let (brightest, most) = won
        .iter()
        .map(|[gold, _]| *gold)
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .expect("there are frames");
    assert!(most > 0.2, "the row is golden: {won:?}");
    assert!(lost.iter().all(|[gold, _]| *gold < 0.01), "nothing is golden: {lost:?}");
    assert!(lost[brightest][1] > 0.1, "there is a light: {lost:?}");
}

/// D-92
#[test]
fn numbers_can_stand_instead_of_pips() {
    let page = Device::DESKTOP.open("/settings");
    page.starting("combobox", &settings::DOMINO_TILES).focus();
    page.press(Key::END);
    let position = Position::entering("2:5").board(&["0123456."]);
    page.go(&easy(&position));
    for (value, cell) in lowest_row(&page).iter().take(7).enumerate() {
        assert_eq!(cell.spots, 1, "one numeral on {value}");
        assert!(cell.white > 0.5);
    }
    let read = |cells: &[(usize, usize)]| {
        let script = include_str!("numerals.js").replace("CELLS", &json!(cells).to_string());
        page.part(".board-canvas").ask(&script)
    };
    let lowest: Vec<_> = (0..7).map(|column| (column, ROWS - 1)).collect();
    assert_eq!(read(&lowest), json!([0, 1, 2, 3, 4, 5, 6]), "each cell shows its own value");
    let falling: Vec<_> = halves(&page).iter().take(2).map(|&(x, y, _)| (x, y)).collect();
    assert_eq!(read(&falling), json!([2, 5]), "the tile that falls, too");
}

/// Where a line of pixels goes through a cell: just beside its middle, or near its side.
const BESIDE_MIDDLE: f64 = 0.4;
const NEAR_SIDE: f64 = 0.15;

/// The lightness of a line of pixels that begins in a cell and is this many cells long, across or
/// down, at this share of the cell.
fn line_of_pixels(
    page: &Page,
    (x, y): (usize, usize),
    cells: usize,
    is_down: bool,
    share: f64,
) -> Vec<f64> {
    let (across, down) = if is_down { (share, 0.0) } else { (0.0, share) };
    let line = page.part(".board-canvas").ask(&format!(
        "function() {{
            const cell = this.width / {COLUMNS};
            const [left, top] = [({x} + {across}) * cell, ({y} + {down}) * cell].map(Math.round);
            const [width, height] = {is_down} ? [1, {cells} * cell] : [{cells} * cell, 1];
            const {{ data }} = this.getContext('2d').getImageData(left, top, width, height);
            return Array.from({{ length: {cells} * cell }}, (_, at) => Math.max(...data.slice(at * 4, at * 4 + 3)));
        }}"
    ));
    line.as_array().expect("pixels").iter().filter_map(Value::as_f64).collect()
}

/// Whether there is black at both ends of the line and between its cells, thin, and white elsewhere.
fn assert_thin_lines(line: &[f64], cells: usize) {
    let cell = line.len() / cells;
    for border in 0..=cells {
        let middle = border * cell;
        let (from, to) = (middle.saturating_sub(cell / 8), (middle + cell / 8).min(line.len()));
        let black = (from..to).filter(|&at| line[at] < 70.0).count();
        assert!((1..=cell / 6).contains(&black), "{black} of {from}..{to} in {line:?}");
    }
    for middle in (0..cells).map(|index| index * cell) {
        let inside = &line[middle + cell / 8..middle + cell - cell / 8];
        assert!(inside.iter().all(|&light| light > 230.0), "{line:?}");
    }
}

/// Whether the edge between a cell and the next one, to the right or below, is the divider of a
/// domino: a line with a heavier bar that stops short of the sides. (A-D12)
fn is_divided(page: &Page, cell: (usize, usize), is_down: bool) -> bool {
    let [bar, line] = [BESIDE_MIDDLE, NEAR_SIDE].map(|share| {
        let line = line_of_pixels(page, cell, 2, is_down, share);
        let (quarter, middle) = (line.len() / 8, line.len() / 2);
        let edge = &line[middle - quarter..middle + quarter];
        edge.iter().filter(|&&light| light < 70.0).count()
    });
    assert!(line >= 1 && bar >= 1, "there is an edge at {cell:?}");
    bar > line
}

/// D-88 D-89
#[test]
fn a_thin_black_line_goes_round_every_tile_and_between_its_halves() {
    let page = Device::DESKTOP.window();
    for rotation in [0, 1] {
        let position = Position::with_piece("0:0", rotation, 3, 5).board(&["0......."]);
        page.go(&easy(&position));
        page.pass(200.0);
        let tile = halves(&page);
        let (x, y, _) = tile[0];
        let is_standing = tile[1].0 == x;
        assert_eq!(is_standing, rotation == 1);
        let line = |cell, cells, is_down| {
            assert_thin_lines(&line_of_pixels(&page, cell, cells, is_down, BESIDE_MIDDLE), cells);
        };
        line((x, y), 2, is_standing);
        for &(x, y, _) in &tile[..2] {
            line((x, y), 1, !is_standing);
        }
        assert!(is_divided(&page, (x, y), is_standing), "between the halves");
        assert_eq!(tile[2], (0, ROWS - 1, '0'));
        line((0, ROWS - 1), 1, false);
        line((0, ROWS - 1), 1, true);
    }

    // Locked, it keeps the line between its halves, and has none towards other tiles.
    let position = Position::with_piece("0:0", 0, 1, 13).board(&["0..0....", "0000...."]);
    page.go(&easy(&position));
    page.press(Key::SPACE);
    page.pass(700.0);
    let divided = [0, 1, 2].map(|x| is_divided(&page, (x, ROWS - 2), false));
    assert_eq!(divided, [false, true, false], "{:?}", page.written_board());
    assert!(!is_divided(&page, (1, ROWS - 2), true));

    // The lower half is cleared: the upper one has nothing to be divided from.
    let position = Position::with_piece("0:0", 1, 7, 12).board(&["0000000.", ".0000000"]);
    page.go(&easy(&position));
    page.press(Key::SPACE);
    page.pass(2000.0);
    assert_eq!(page.number(&play::LINES), "1");
    assert_eq!(page.written_board()[ROWS - 2], ".......0");
    assert!(!is_divided(&page, (7, ROWS - 2), true));
}

/// D-11
#[test]
fn domino_makes_no_sound() {
    const EAR: &str = "
        window.heard = 0;
        const { start } = AudioScheduledSourceNode.prototype;
        AudioScheduledSourceNode.prototype.start = function (...when) {
            heard += 1;
            return start.apply(this, when);
        };
    ";
    let heard = |address: &str| {
        let page = Device::DESKTOP.with_script(EAR).open(address);
        page.pass(0.0);
        for key in [Key::LEFT, Key::UP, Key::SPACE, Key::SPACE, Key::SPACE] {
            page.press(key);
            page.pass(200.0);
        }
        page.evaluate("heard").as_u64().expect("a count")
    };
    assert!(heard("/marathon/play?seed=1") > 0, "the ear hears");
    let position = Position::entering("2:3").board(&["000..000"]);
    assert_eq!(heard("/domino/play?mode=hard&seed=1"), 0);
    assert_eq!(heard(&easy(&position)), 0);
}

/// D-10
#[test]
fn the_best_score_of_each_mode_is_kept() {
    let page = Device::DESKTOP.open("/domino/play?mode=easy&seed=1");
    page.pass(0.0);
    // Tile beside tile fills row upon row; some of them add up to fives.
    for _ in 0..10 {
        for (key, times) in [(Key::LEFT, 3), (Key::LEFT, 1), (Key::RIGHT, 1), (Key::RIGHT, 3)] {
            for _ in 0..times {
                page.press(key);
            }
            page.press(Key::SPACE);
            page.pass(100.0);
        }
        page.pass(500.0);
    }
    assert_ne!(page.number(&play::SCORE), "0");
    let score = play_to_the_end(&page);
    page.text(&results::NEW_HIGH_SCORE).wait();
    page.go("/domino/play?mode=easy&seed=2");
    page.pass(0.0);
    assert_eq!(number(&page.number(&play::BEST)), score);
    page.go("/domino/play?mode=hard&seed=2");
    page.pass(0.0);
    assert_eq!(page.number(&play::BEST), "0", "the other mode has a list of its own");
    page.go("/domino/scores?mode=easy");
    page.role("columnheader", &results::RANK).wait();
    assert_eq!(number(&page.part("tbody tr td:nth-child(2)").words()), score);
    page.go("/domino/scores?mode=hard");
    page.text(&results::NO_SCORES).wait();
}

#[test]
fn fingers_play_domino_too() {
    let position = Position::with_piece("2:5", 0, 3, 5).next(&["1:1"]);
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = device.open(&easy(&position));
        let begin = halves(&page)[0];
        page.button(&play::MOVE_LEFT).tap();
        assert_eq!(halves(&page)[0].0, begin.0 - 1);
        page.button(&play::ROTATE).tap();
        assert_eq!(halves(&page)[0].0, halves(&page)[1].0);
        page.button(&play::HARD_DROP).tap();
        page.pass(300.0);
        assert_eq!(halves(&page).len(), 4);
        assert_eq!(page.evaluate("document.scrollingElement.scrollWidth"), json!(device.width));
    }
}
