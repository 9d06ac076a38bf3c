//! The order in which Tab leads through the controls of every screen.

use quintet_e2e::{Device, Key, SCREENS, Server};
use quintet_words::{play, replays, settings};

/// Windows on a touch screen: a phone held upright and sideways, the smallest and the lowest.
const TOUCHED: [(u32, u32); 4] = [(390, 844), (844, 390), (320, 568), (740, 310)];
/// Windows on others: a desktop, one that is higher than wide, and the largest.
const OTHER_WINDOWS: [(u32, u32); 3] = [(1440, 900), (768, 1024), (2560, 1440)];
/// A phone held upright and sideways, and a desktop.
const DEVICES: [Device; 3] = [Device::PHONE, Device::PHONE_SIDEWAYS, Device::DESKTOP];

/// Screens on which keys play: Tab is not needed there before the pause.
fn is_played(name: &str) -> bool {
    let play = ["-play", "-clear", "-level-up", "-count", "-fitted", "-easy", "-hard", "-fives"];
    let others = ["flip-late", "flip-turned", "versus-for-two"];
    name.starts_with("demo-")
        || play.iter().any(|end| name.ends_with(end) && !name.ends_with("how-to-play"))
        || others.contains(&name)
}

/// Screens with tests of their own.
const OTHERS: [&str; 3] = ["online", "how-to-play", "settings"];

/// Goes through the controls of all screens whose names this holds for.
fn check(holds: fn(&str) -> bool) {
    let of_server = |(name, _): &(&str, _)| name.starts_with("online") && holds(name);
    let server = SCREENS.iter().any(of_server).then(Server::open);
    let server = server.as_ref().map_or("", Server::address);
    let mut faults = Vec::new();
    for device in [Device::PHONE, Device::DESKTOP] {
        let device = Device { reduced_motion: true, ..device };
        for (name, open) in SCREENS.iter().filter(|(name, _)| holds(name)) {
            let shown = open(device, server);
            let page = &shown.page;
            page.wait_for_stillness();
            if !page.device().held {
                // Keys are ignored for 700 ms after a match, and each of them prolongs that.
                page.evaluate("window.openedAt = performance.now()");
                page.wait_for("keys to count", "performance.now() > openedAt + 800");
            }
            for &(width, height) in if device.touch { &TOUCHED[..] } else { &OTHER_WINDOWS } {
                page.set_device(page.device().sized(width, height));
                page.wait_for_layout();
                let found = page.misordered();
                faults.extend(found.iter().map(|it| format!("{name} {width}x{height}: {it}")));
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn tab_leads_through_every_page_in_the_order_of_reading() {
    check(|name| !OTHERS.iter().any(|other| name.contains(other)) && !is_played(name));
}

#[test]
fn tab_leads_through_the_settings_in_the_order_of_reading() {
    check(|name| name.starts_with("settings"));
}

#[test]
fn tab_leads_through_every_explanation_in_the_order_of_reading() {
    check(|name| name.contains("how-to-play"));
}

#[test]
fn tab_leads_through_every_screen_of_a_server_in_the_order_of_reading() {
    check(|name| name.starts_with("online") && name != "online-reconnecting");
}

#[test]
fn the_question_before_everything_is_erased_is_seen_whole() {
    for device in DEVICES {
        let page = device.open("/settings");
        page.button(&settings::RESET).click();
        page.button(&settings::KEEP).wait_for_focus();
        let below = page.button(&settings::DONE).rect();
        for answer in [settings::ERASE, settings::KEEP] {
            let rect = page.button(&answer).rect();
            let is_beside = rect.right() <= below.left;
            let seen = rect.bottom() <= f64::from(device.height)
                && (is_beside || rect.bottom() <= below.top);
            assert!(seen, "{}: {rect:?}", &*answer);
        }
    }
}

#[test]
fn escape_leads_back_from_every_page_one_step_at_a_time() {
    let page = Device::DESKTOP.open("/");
    // There is no server to list scores.
    page.forgive("api/scores");
    for (address, back) in [
        ("/flip/how-to-play", "/flip"),
        ("/replays/nothing", "/replays"),
        ("/replays", "/marathon"),
        ("/statistics", "/marathon"),
        ("/flip/scores", "/flip"),
        ("/online/scores", "/online"),
        ("/online", "/"),
        ("/flip", "/"),
    ] {
        page.go(address);
        page.wait_for("the page", "!document.querySelector('[data-screen=loading]')");
        page.press(Key::ESCAPE);
        page.wait_for_address(back);
    }
}

#[test]
fn escape_pauses_every_game() {
    let page = Device::DESKTOP.open("/");
    for game in ["marathon", "domino", "battle", "minimal", "flip"] {
        page.go(&format!("/{game}/play?seed=3"));
        page.board();
        page.press(Key::ESCAPE);
        page.button(&play::RESUME_GAME).wait_for_focus();
    }
}

#[test]
fn escape_closes_an_analysis_before_it_leaves_the_replay() {
    let page = Device::DESKTOP.window();
    crate::scenes::open_replay(&page, "marathon-wells");
    page.button(&replays::ANALYSE).click();
    page.role("region", &replays::ANALYSIS).wait();
    page.press(Key::ESCAPE);
    page.role("region", &replays::ANALYSIS).wait_until_gone();
    page.button(&replays::ANALYSE).wait();
    page.press(Key::ESCAPE);
    page.wait_for_address("/replays");
}
