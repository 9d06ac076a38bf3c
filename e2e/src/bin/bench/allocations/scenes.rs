//! Boards that are not a game alone: a replay, a match, and a demo.

use std::path::Path;
use std::time::{Duration, Instant};

use quintet_e2e::{Key, Page, Server};
use quintet_words::{menu, online, replays};

use super::{TIME, WARM_UP, count, site, window};

/// From one key to the next.
const PACE: Duration = Duration::from_millis(90);
/// One key in this many is a drop, so that a board lasts.
const DROPS: usize = 24;
/// Makes intervals a hundred times shorter, so that the demo starts soon, until it has started.
const HASTE: &str = "{
    const every = window.setInterval;
    window.setInterval = (act, ms) => {
        let calls = 0;
        const isDue = () => !document.querySelector('.demo') || calls++ % 100 === 0;
        return every(() => { if (isDue()) act(); }, ms / 100);
    };
}";
/// Two minutes of Ultra, recorded.
const RECORDED: &str = "crates/engine/tests/replays/ultra-finish/replay.qntr";

/// A replay at its normal speed.
pub(crate) fn replay() {
    let page = window("");
    page.go_to(&format!("{}#/replays", site()));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(RECORDED);
    let file = file.canonicalize().expect("the recording is there");
    page.part("input[type=file]").choose(&file);
    page.role("slider", &replays::TIME).wait();
    std::thread::sleep(WARM_UP);
    count("replay", &page, || std::thread::sleep(TIME));
}

/// A match against the computer.
pub(crate) fn computer() {
    let page = window("");
    page.go_to(&format!("{}#/battle/play?mode=versus&seed=1", site()));
    press_keys(&page, WARM_UP);
    count("match, computer", &page, || press_keys(&page, TIME));
}

/// A match over a server.
pub(crate) fn online() {
    let server = Server::of_site("QUINTET_COUNTING_FOLDER");
    let enter = |address: &str, name: &str| {
        let page = window("");
        page.go_to(&format!("{}#{address}", server.address()));
        page.part(".field").wait();
        page.evaluate(&format!("document.querySelector('.field').value = '{name}'"));
        page.button(&online::GO_ONLINE).click();
        page
    };
    let ada = enter("/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let grace = enter(&ada.address(), "Grace");
    grace.part("[data-room]").wait();
    for page in [&ada, &grace] {
        page.button(&online::READY).click();
    }
    for page in [&ada, &grace] {
        page.part("[data-screen='match']").wait();
        page.wait_for("time to run", "document.querySelector('.online-said').textContent === ''");
    }
    let both = |time| {
        std::thread::scope(|scope| {
            scope.spawn(|| press_keys(&ada, time));
            press_keys(&grace, time);
        });
    };
    both(WARM_UP);
    count("match, online", &ada, || both(TIME));
}

/// The demo of an idle start screen.
pub(crate) fn demo() {
    let page = window(HASTE);
    page.go_to(&format!("{}#/marathon", site()));
    page.text(&menu::DEMO).wait();
    std::thread::sleep(WARM_UP);
    count("demo", &page, || std::thread::sleep(TIME));
}

/// Moves pieces about with real keys, and drops one now and then.
fn press_keys(page: &Page, time: Duration) {
    let end = Instant::now() + time;
    let keys = [Key::LEFT, Key::UP, Key::LEFT, Key::RIGHT, Key::UP, Key::RIGHT];
    let mut pressed = 0;
    while Instant::now() < end {
        pressed += 1;
        page.press(if pressed % DROPS == 0 { Key::SPACE } else { keys[pressed % keys.len()] });
        std::thread::sleep(PACE);
    }
}
