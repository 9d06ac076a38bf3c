//! Replays: kept, watched, played on from.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{numerals, play, replays, results};

use crate::scenes::{clock, open_replay, play_to_the_end};

/// A game of careless drops, and the viewer of its replay.
fn watch() -> Page {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    page.pass(500.0);
    play_to_the_end(&page);
    page.button(&results::WATCH_REPLAY).click();
    page.role("slider", &replays::TIME).wait();
    page
}

#[test]
fn a_replay_runs_halts_and_runs_faster() {
    let page = watch();
    page.button(&replays::PAUSE).click();
    page.button(&replays::PLAY).wait();
    let halted = clock(&page);
    page.pass(500.0);
    assert_eq!(clock(&page), halted);
    page.role("radio", &numerals::times("2")).click();
    page.role("slider", &replays::TIME).focus();
    page.press(Key::HOME);
    assert!(clock(&page).starts_with("0:00.00"), "{}", clock(&page));
    page.button(&replays::PLAY).click();
    page.pass(101.0);
    assert_eq!(clock(&page).split(' ').next(), Some("0:00.20"));
    for label in [replays::PLAY, replays::PAUSE] {
        page.press(Key::SPACE);
        assert!(page.button(&label).has_focus(), "the focus stays on the button");
    }
}

#[test]
fn the_timeline_leads_to_any_moment_and_the_end_is_the_end_of_the_game() {
    let page = watch();
    let timeline = page.role("slider", &replays::TIME);
    timeline.focus();
    page.press(Key::END);
    page.pass(20.0);
    let at_end = page.board();
    let score = page.number(&play::SCORE);
    assert_ne!(score, "0");
    page.press(Key::HOME);
    page.button(&replays::PAUSE).wait_until_gone();
    page.pass(20.0);
    assert_eq!(page.number(&play::SCORE), "0");
    assert_ne!(page.board(), at_end);
    timeline.focus();
    page.press(Key::END);
    page.pass(20.0);
    assert_eq!((page.board(), page.number(&play::SCORE)), (at_end, score));
}

/// How many cells of a board are filled, the piece in play not counted.
fn locked(page: &Page) -> usize {
    page.pass(20.0);
    let board = page.evaluate("document.querySelector('.board-canvas').textContent");
    board.as_str().unwrap_or_default().chars().filter(char::is_ascii_uppercase).count()
}

#[test]
fn a_replay_goes_step_by_step_by_frames_and_by_pieces() {
    let page = watch();
    page.button(&replays::PAUSE).click();
    page.role("slider", &replays::TIME).focus();
    page.press(Key::HOME);
    for _ in 0..3 {
        page.press(Key::PERIOD);
    }
    assert_eq!(clock(&page).split(' ').next(), Some("0:00.05"), "three frames on");
    page.press(Key::COMMA);
    assert_eq!(clock(&page).split(' ').next(), Some("0:00.03"), "one frame back");
    assert_eq!(locked(&page), 0);
    page.button(&replays::NEXT_PIECE).click();
    assert_eq!(locked(&page), 4, "the first piece has locked");
    page.press(Key::DOWN);
    assert_eq!(locked(&page), 8, "by a key, while a button has the focus");
    page.button(&replays::PREVIOUS_PIECE).click();
    assert_eq!(locked(&page), 4);
    page.role("radio", &numerals::times("2")).click();
    page.press(Key::UP);
    assert_eq!(locked(&page), 0);
    page.button(&replays::PLAY).wait();
}

#[test]
fn a_game_goes_on_from_any_moment_of_a_replay() {
    let page = watch();
    page.button(&replays::PAUSE).click();
    page.role("slider", &replays::TIME).focus();
    page.press(Key::HOME);
    page.button(&replays::PLAY_ON).click();
    page.wait_for_address("/marathon/play");
    page.board();
    assert_eq!(page.number(&play::SCORE), "0");
    page.press(Key::SPACE);
    page.pass(300.0);
    assert_ne!(page.number(&play::SCORE), "0");
    play_to_the_end(&page);
    page.text(&results::FROM_POSITION).wait();
}

#[test]
fn replays_are_listed_kept_as_files_opened_and_deleted() {
    let page = watch();
    page.go("/replays");
    let file = page.download(|| page.button(&replays::DOWNLOAD).click());
    assert!(std::fs::metadata(&file).is_ok_and(|it| it.len() > 20));
    page.button(&replays::DELETE).click();
    page.text(&replays::NONE).wait();
    page.part("input[type=file]").choose(&file);
    page.role("slider", &replays::TIME).wait();
    page.button(&replays::PAUSE).wait();
}

#[test]
fn a_file_that_is_no_replay_is_refused() {
    let page = Device::DESKTOP.open("/replays");
    let file = quintet_e2e::folder().join("no-replay");
    std::fs::create_dir_all(quintet_e2e::folder()).expect("the folder can be made");
    std::fs::write(&file, b"something else entirely").expect("the file can be written");
    page.part("input[type=file]").choose(&file);
    let refusal = replays::file_refused("");
    let refusal = quintet_e2e::json!(refusal.trim_end_matches('.'));
    let condition = format!("document.body.textContent.includes({refusal})");
    page.wait_for("the refusal", &condition);
}

/// Replays of both versions of the format, one of them with a scoring of its own.
#[test]
fn a_replay_in_json_opens_and_a_damaged_one_is_refused() {
    let page = Device::DESKTOP.open("/replays");
    // Chromium opens no path with `..` in it.
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../crates/engine/tests/replays")
        .canonicalize()
        .expect("the golden replays");
    for name in ["marathon-spins", "v2-marathon-lock-out"] {
        page.part("input[type=file]").choose(&golden.join(name).join("replay.json"));
        page.role("slider", &replays::TIME).wait();
        page.go("/replays");
    }
    let json = std::fs::read_to_string(golden.join("marathon-spins/replay.json")).expect("JSON");
    let file = quintet_e2e::folder().join("damaged.json");
    std::fs::create_dir_all(quintet_e2e::folder()).expect("the folder can be made");
    std::fs::write(&file, json.replacen("\"seed\": ", "\"seed\": 1", 1)).expect("a file");
    page.part("input[type=file]").choose(&file);
    let refusal = replays::file_refused("");
    let refusal = quintet_e2e::json!(refusal.trim_end_matches('.'));
    page.wait_for("the refusal", &format!("document.body.textContent.includes({refusal})"));
}

#[test]
fn a_replay_that_is_not_there_says_so() {
    let page = Device::DESKTOP.open("/replays/r99");
    page.text(&replays::MISSING).wait();
    page.button(&replays::BACK).click();
    page.wait_for_address("/replays");
}

/// Signs that the fonts of this machine do not have look like boxes, as do all others that they do
/// not have.
#[test]
fn no_button_of_the_viewer_is_a_box() {
    let page = Device::DESKTOP.open("/replays");
    open_replay(&page, "marathon-wells");
    let boxes = page.evaluate(
        "(() => {
            const pen = new OffscreenCanvas(40, 40).getContext('2d', { willReadFrequently: true });
            const picture = (sign, font) => {
                pen.clearRect(0, 0, 40, 40);
                pen.font = font;
                pen.fillText(sign, 4, 30);
                return pen.getImageData(0, 0, 40, 40).data.join();
            };
            const boxes = [];
            for (const button of document.querySelectorAll('button')) {
                const font = `24px ${getComputedStyle(button).fontFamily}`;
                const missing = picture('\u{10FFFD}', font);
                for (const sign of button.textContent.trim()) {
                    if (sign > '~' && picture(sign, font) === missing) boxes.push(sign);
                }
            }
            return boxes;
        })()",
    );
    assert_eq!(boxes, quintet_e2e::json!([]));
}
