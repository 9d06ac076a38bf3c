//! What is seen and heard when lines go.

use quintet_e2e::{Device, Key, Page, Position};
use quintet_words::{play, settings};

use crate::scenes::{entered, single, tetris};

/// The topmost pixel of a column in which something bright is painted, in cells from the top.
fn top_edge(page: &Page, column: u32) -> f64 {
    page.board();
    let top = page.part(".board-canvas").ask(&format!(
        "function() {{
            const size = this.width / 10;
            const data = this.getContext('2d')
                .getImageData(Math.floor(({column} + 0.5) * size), 0, 1, this.height).data;
            let y = 0;
            while (y < this.height && Math.max(...data.slice(y * 4, y * 4 + 3)) < 140) y++;
            return y / size;
        }}"
    ));
    top.as_f64().expect("a number")
}

fn cue(page: &Page) -> Option<String> {
    page.part("html").attribute("data-cue")
}

/// M-027 M-028 M-143 M-144 M-145 M-146 M-238
#[test]
fn a_row_flashes_vanishes_and_lets_the_rows_above_drop_in_400_milliseconds() {
    // The piece rests from the beginning, so that it locks by itself and leaves no trail.
    let resting = Position::with_piece("I", 0, 3, 18).board(&["T.........", "TTT....TTT"]);
    let page = Device::DESKTOP.open(&resting.next(&["O"]).address());
    page.board();
    page.pass(520.0);
    let flash = page.board();
    assert_eq!(flash.bottom(2), ["T.........", "**********"], "the row is white: {flash:?}");
    assert_eq!(entered(&flash), None, "no piece is in play meanwhile");

    page.pass(240.0);
    let gap = page.board();
    let solid = |sign: char| sign.is_uppercase() || sign == '*';
    assert!(!gap.bottom(1)[0].contains(solid), "a gap, with a spark here and there: {gap:?}");
    let before = top_edge(&page, 0);
    assert!((before - 18.0).abs() < 0.2, "nothing falls yet: {before}");

    // The last third, in steps of equal length: the row above falls fast at first, then slower.
    page.pass(9.0);
    let mut heights = vec![top_edge(&page, 0)];
    for _ in 0..4 {
        page.pass(30.0);
        heights.push(top_edge(&page, 0));
    }
    let steps: Vec<f64> = heights.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(steps[0] > 0.3 && steps[0] < 0.9, "it has begun to fall: {heights:?}");
    assert!(steps.is_sorted_by(|early, late| early >= late), "it slows down: {heights:?}");
    assert!(steps[0] > 4.0 * steps[2], "far slower towards the end: {heights:?}");

    page.pass(10.999);
    assert_eq!(entered(&page.board()), None, "not before 400 ms");
    page.pass(0.001);
    let after = page.board();
    assert_eq!(entered(&after), Some('O'));
    assert_eq!(after.places('T'), [(0, 19)], "the row above has come down: {after:?}");
    assert_eq!(page.token("duration-slow"), "400ms");

    // Of two rows that go, one is above the T and the other below it.
    let rows = ["S.........", "ZZZZZZZZZ.", "T.........", "LLLLLLLLL."];
    page.go(&Position::with_piece("I", 1, 7, 16).board(&rows).next(&["O"]).address());
    page.board();
    page.pass(520.0);
    assert_eq!(page.number(&play::LINES), "2");
    page.pass(400.0);
    let after = page.board();
    assert_eq!(entered(&after), Some('O'));
    assert_eq!(after.bottom(3), ["..........", "S...oo...I", "T...oo...I"], "{after:?}");
}

/// Keeps the pitch of every tone that starts to sound.
const EAR: &str = "
    window.heard = [];
    const { start } = AudioScheduledSourceNode.prototype;
    AudioScheduledSourceNode.prototype.start = function (...when) {
        if (this.pitch) heard.push(this.pitch);
        return start.apply(this, when);
    };
    const { createOscillator } = BaseAudioContext.prototype;
    BaseAudioContext.prototype.createOscillator = function () {
        const oscillator = createOscillator.call(this);
        const { setValueAtTime } = oscillator.frequency;
        oscillator.frequency.setValueAtTime = function (pitch, when) {
            oscillator.pitch = Math.round(pitch);
            return setValueAtTime.call(this, pitch, when);
        };
        return oscillator;
    };
";

/// The pitches of the first two seconds of music, with the tune that is this many below the first in
/// the list.
fn music(choice: usize) -> std::collections::BTreeSet<u64> {
    let page = Device::DESKTOP.with_script(EAR).open("/settings");
    page.starting("slider", &settings::SOUND).focus();
    page.press(Key::HOME);
    page.starting("combobox", &settings::TUNE).focus();
    for _ in 0..choice {
        page.press(Key::DOWN);
    }
    page.go("/marathon/play?seed=1");
    page.board();
    page.press(Key::LEFT);
    // Sound has a clock of its own, which nothing holds.
    page.wait_until("the beginning of the tune", || {
        page.pass(0.0);
        page.evaluate("heard.length").as_u64() >= Some(30)
    });
    let heard = page.evaluate("heard.splice(0)");
    heard.as_array().expect("a list").iter().filter_map(quintet_e2e::Value::as_u64).collect()
}

#[test]
fn each_of_three_tunes_is_heard_where_it_is_chosen() {
    // Where the bass of each begins: D2, A1 and F2.
    let basses = [73, 55, 87];
    for (choice, bass) in basses.into_iter().enumerate() {
        let heard = music(choice);
        assert!(heard.contains(&bass), "{choice}: {heard:?}");
        let mut others = basses.iter().filter(|&&other| other != bass);
        assert!(others.all(|other| !heard.contains(other)), "{choice}: {heard:?}");
    }
}

/// The pitches that are heard when the piece of this position locks by itself, without music.
fn sounds_of_lock(page: &Page, resting: &Position) -> Vec<u64> {
    page.go(&resting.address());
    page.board();
    // Browsers allow sound only after a key, and this one does nothing to a piece that rests.
    page.press(Key::DOWN);
    page.evaluate("heard.splice(0)");
    page.pass(520.0);
    let heard = page.evaluate("heard.splice(0)");
    heard.as_array().expect("a list").iter().filter_map(quintet_e2e::Value::as_u64).collect()
}

/// M-147 M-148
#[test]
fn a_clear_is_heard_and_four_lines_have_a_sound_of_their_own() {
    let page = Device::DESKTOP.with_script(EAR).open("/settings");
    page.starting("slider", &settings::MUSIC).focus();
    page.press(Key::HOME);

    let one_line = Position::with_piece("I", 0, 3, 18).board(&["T.........", "TTT....TTT"]);
    let single = sounds_of_lock(&page, &one_line.next(&["O"]));
    assert_eq!(cue(&page).as_deref(), Some("sfx-clear-single"));
    assert!(!single.is_empty(), "something is heard");

    let rows = ["TTTTTTTTT.", "SSSSSSSSS.", "ZZZZZZZZZ.", "LLLLLLLLL."];
    let four_lines = Position::with_piece("I", 1, 7, 16).board(&rows);
    let tetris = sounds_of_lock(&page, &four_lines.next(&["O"]));
    assert_eq!(cue(&page).as_deref(), Some("sfx-clear-tetris"));
    assert!(!tetris.is_empty() && tetris != single, "{single:?} and {tetris:?}");

    let no_line = Position::with_piece("I", 0, 3, 18).next(&["O"]);
    let plain = sounds_of_lock(&page, &no_line);
    assert_eq!(cue(&page).as_deref(), Some("sfx-lock"));
    assert!(plain != single && plain != tetris, "a lock without a clear: {plain:?}");
}

/// M-040 M-149 M-150 M-151 M-152
#[test]
fn four_lines_are_celebrated_with_their_points() {
    let page = Device::DESKTOP.open(&tetris().address());
    page.board();
    assert_eq!(page.number(&play::LEVEL), "4");
    page.press(Key::SPACE);
    page.pass(1.0);
    let words = page.text("TETRIS!");
    assert_eq!(words.px("font-size"), page.token_px("text-3xl"));
    assert_eq!(words.colour("color"), page.token_colour("color-accent-gold"));
    assert_eq!(words.style("text-shadow"), page.token_as("text-shadow", "glow-gold"));
    assert!(words.px("letter-spacing") > 4.0, "spaced: {}", words.style("letter-spacing"));
    for side in ["top", "right", "bottom", "left"] {
        assert_eq!(words.style(&format!("border-{side}-style")), "double");
        let frame = words.colour(&format!("border-{side}-color"));
        assert_eq!(frame, page.token_colour("color-accent-gold"));
    }

    let points = page.text("+ 3,200 pts");
    assert_eq!(points.px("font-size"), page.token_px("text-xl"));
    assert_eq!(points.colour("color"), page.token_colour("color-accent-success"));
    // The box shakes, and its parts are measured one after the other.
    page.evaluate("document.getAnimations().forEach((animation) => animation.pause())");
    let (framed, below) = (words.rect(), points.rect());
    assert!(below.top >= framed.bottom(), "beneath the box: {framed:?} {below:?}");
    assert!((below.middle().0 - framed.middle().0).abs() < 2.0, "{framed:?} {below:?}");

    let celebration = page.part(".celebration");
    assert_eq!(celebration.style("animation-name"), "scale-in, shake");
    assert_eq!(celebration.style("animation-duration"), "0.8s, 0.8s");
    let (box_, board) = (celebration.rect(), page.part(".board-canvas").rect());
    assert!((box_.middle().0 - board.middle().0).abs() < 12.0, "centred: {box_:?} {board:?}");
    assert!((box_.middle().1 - board.middle().1).abs() < 12.0, "centred: {box_:?} {board:?}");

    page.pass(798.0);
    assert!(page.text("TETRIS!").is_there());
    page.pass(2.0);
    page.text("TETRIS!").wait_until_gone();
}

/// M-037
#[test]
fn four_lines_go_with_a_golden_flash() {
    let flash = |position: Position, row: usize| {
        let page = Device::DESKTOP.open(&position.address());
        page.board();
        page.press(Key::SPACE);
        page.pass(30.0);
        let canvas = page.part(".board-canvas");
        let colour = canvas.ask(&format!(
            "function() {{
                const size = this.width / 10;
                const at = [Math.floor(size * 4.5), Math.floor(size * {row}.5)];
                return [...this.getContext('2d').getImageData(...at, 1, 1).data];
            }}",
        ));
        let part = |index: usize| colour[index].as_f64().expect("a part of a colour");
        (part(0), part(1), part(2))
    };
    let (red, green, blue) = flash(single(), 19);
    assert!(red > 215.0 && green > 215.0 && blue > 215.0, "white: {red} {green} {blue}");
    for row in 16..20 {
        let (red, green, blue) = flash(tetris(), row);
        assert!(red > 190.0 && green > 140.0 && blue < 200.0, "row {row}: {red} {green} {blue}");
        assert!(red - blue > 40.0, "row {row} is golden: {red} {green} {blue}");
    }
}

/// M-041 M-043
#[test]
fn a_new_level_is_announced() {
    let page = Device::DESKTOP.open(&single().with("lines", 19).address());
    page.board();
    assert_eq!(page.number(&play::LEVEL), "2");
    page.press(Key::SPACE);
    page.pass(1.0);
    page.text(&play::LEVEL_UP).wait();
    assert_eq!(page.part(".level-up-level").words(), "3");
    for words in [".level-up", ".celebration.plain"] {
        let ground = page.part(words).style("background-color");
        assert_eq!(ground, page.token_as("background-color", "color-veil"), "{words}");
    }
    page.pass(1200.0);
    page.text(&play::LEVEL_UP).wait_until_gone();
    assert_eq!(page.number(&play::LEVEL), "3");
}

/// Where the piece in play is, top and bottom in the window.
fn piece_in_play(page: &Page) -> Option<(f64, f64)> {
    let text = page.evaluate("document.querySelector('.board-canvas').textContent");
    let rows: Vec<usize> = text
        .as_str()?
        .lines()
        .enumerate()
        .filter(|(_, row)| row.chars().any(|cell| cell.is_ascii_lowercase()))
        .map(|(row, _)| row)
        .collect();
    let board = page.part(".board-canvas").rect();
    let edge = |row: usize| board.top + board.height * row as f64 / 20.0;
    Some((edge(*rows.first()?), edge(rows.last()? + 1)))
}

#[test]
fn a_new_level_never_covers_the_piece_in_play() {
    let page = Device::DESKTOP.open(&single().with("lines", 19).address());
    page.board();
    page.press(Key::SPACE);
    page.pass(420.0);
    page.hold(Key::DOWN);
    let (mut upper, mut lower) = (0, 0);
    for _ in 0..16 {
        page.pass(45.0);
        let words = page.part(".level-up").rect();
        let (top, bottom) = piece_in_play(&page).expect("a piece is in play");
        let apart = words.top >= bottom || words.top + words.height <= top;
        assert!(apart, "words {words:?}, piece {top} to {bottom}");
        if words.top >= bottom { lower += 1 } else { upper += 1 }
    }
    page.release(Key::DOWN);
    assert!(upper > 0 && lower > 0, "the piece was in both halves: {upper} {lower}");
}

#[test]
fn every_clear_is_named_on_the_board_with_its_points() {
    let page = Device::DESKTOP.open(&single().address());
    page.board();
    page.press(Key::SPACE);
    page.pass(1.0);
    page.text(&play::CLEAR_1).wait();
    page.text(&play::points_gained(100)).wait();
    page.pass(800.0);
    page.text(&play::CLEAR_1).wait_until_gone();
}

#[test]
fn with_little_motion_asked_for_nothing_shakes_and_the_words_still_come() {
    let device = Device { reduced_motion: true, ..Device::DESKTOP };
    let page = device.open(&tetris().address());
    page.board();
    page.press(Key::SPACE);
    page.pass(30.0);
    page.text(&play::TETRIS).wait();
    assert_eq!(page.part(".celebration").style("animation-name"), "none");
    let running = page.evaluate("document.getAnimations().length");
    assert_eq!(running, 0);
    page.pass(371.0);
    assert_eq!(entered(&page.board()), Some('O'), "and the game takes as long as ever");
}

/// Notes whether sound was asked for while a key or a touch was being handled.
const OPENED: &str = "
    window.opened = [];
    window.AudioContext = new Proxy(AudioContext, {
        construct: (Context, args) => {
            opened.push(window.event?.type ?? null);
            return new Context(...args);
        },
    });";

/// A browser takes a while to make sound possible: the key that asks for it does not wait.
#[test]
fn the_key_that_wakes_the_sound_does_not_wait_for_it() {
    let page = Device::DESKTOP.with_script(OPENED).open("/settings");
    page.press(Key::TAB);
    page.wait_for("sound", "opened.length > 0");
    assert_eq!(page.evaluate("opened"), quintet_e2e::json!([null]));
}

/// Counts what is done while the page is idle.
const IDLE: &str = "
    window.idle = 0;
    const whenIdle = window.requestIdleCallback;
    window.requestIdleCallback = (act) => whenIdle((deadline) => { act(deadline); idle += 1; });";

#[test]
fn a_start_screen_asks_for_sound_before_a_game_starts_unless_it_is_off() {
    let page = Device::DESKTOP.with_script(OPENED).open("/marathon");
    page.wait_for("sound", "opened.length > 0");
    let page = Device::DESKTOP.with_script(OPENED).window();
    page.before_every_load(IDLE);
    page.go("/settings");
    page.starting("switch", &settings::MUTE).click();
    page.go("/marathon");
    page.wait_for("the rehearsal", "idle > 3");
    assert_eq!(page.evaluate("opened.length"), 0);
}
