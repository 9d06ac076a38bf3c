//! A game of two programs, as `quintet arena` keeps it, in the viewer.

use std::path::{Path, PathBuf};
use std::process::Command;

use quintet_e2e::{Device, Key, Page};
use quintet_words::replays;

use crate::scenes::choose_file;

/// Lets the bot play the one in Python, or where there is no Python itself, and gives the replay.
fn played() -> PathBuf {
    let program = std::env::var_os("QUINTET_PROGRAM")
        .expect("the tests in the browser are run by `cargo xtask test e2e`");
    let lowest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/lowest_bot.py");
    let lowest = format!("python3 {}", lowest.canonicalize().expect("an example").display());
    let has_python = Command::new("python3").arg("--version").output().is_ok();
    let other = if has_python { &lowest } else { "quintet bot --nodes 20" };
    let folder = quintet_e2e::folder().join("arena");
    // What an earlier run left there would be found instead.
    let _ = std::fs::remove_dir_all(&folder);
    let arena = Command::new(program)
        .args(["arena", "quintet bot --nodes 300", other, "--games", "1", "--time", "0"])
        .args(["--grace", "20000", "--pieces", "20", "--out"])
        .arg(&folder)
        .output()
        .expect("the program starts");
    assert!(arena.status.success(), "{}", String::from_utf8_lossy(&arena.stderr));
    let mut kept = std::fs::read_dir(&folder).expect("the arena kept its game");
    kept.next().expect("one game was played").expect("it can be read").path()
}

fn boards(page: &Page) -> [String; 2] {
    ["1", "2"].map(|player| page.part(&format!("[data-player='{player}'] .board-canvas")).words())
}

#[test]
fn a_game_of_two_programs_is_watched_and_analysed() {
    let page = Device::DESKTOP.open("/replays");
    choose_file(&page, &played());
    page.pass(100.0);
    let begin = boards(&page);
    page.pass(2000.0);
    let later = boards(&page);
    assert!(begin[0] != later[0] && begin[1] != later[1], "both play");
    page.role("slider", &replays::TIME).focus();
    page.press(Key::END);
    page.pass(20.0);
    assert_ne!(boards(&page), later);
    for player in [replays::analyse_player(2), replays::analyse_player(1)] {
        // It stands in place of the controls, and with them of the button that opens it.
        if !page.role("region", &replays::ANALYSIS).is_there() {
            page.button(&replays::ANALYSE).click();
        }
        page.role("slider", &replays::LOSS_BY_PIECE).wait();
        let told = page.role("region", &replays::ANALYSIS).words();
        let all = replays::share(0, 20);
        assert!(told.contains(all.trim_start_matches('0')), "every piece is judged: {told}");
        page.button(&player).click();
    }
    page.role("slider", &replays::LOSS_BY_PIECE).wait();
}
