//! What axe-core has to say about every screen.

use quintet_e2e::{Device, Key, Page, Position};

use crate::scenes::lost;

const DEVICES: [Device; 2] = [Device::DESKTOP, Device::PHONE];

fn check(page: &Page, screen: &str) {
    page.wait_for_stillness();
    let faults = page.accessibility_faults();
    assert!(faults.is_empty(), "{screen}: {}", faults.join("\n"));
}

#[test]
fn nothing_keeps_anybody_out_of_the_start_screen_and_the_controls() {
    for device in DEVICES {
        let page = device.open("/marathon");
        check(&page, "start");
        page.go("/marathon/controls");
        check(&page, "controls");
    }
}

#[test]
fn nothing_keeps_anybody_out_of_a_game_and_its_pause() {
    for device in DEVICES {
        let page = device.open(&Position::entering("T").with("hold", "I").address());
        page.board();
        check(&page, "game");
        page.press(Key::P);
        page.role("dialog", "Paused").wait();
        check(&page, "pause");
    }
}

#[test]
fn nothing_keeps_anybody_out_of_the_results() {
    for device in DEVICES {
        check(&lost(device), "game over");
    }
}

/// The games that came after Marathon, a game that has begun, and keys that end it.
const OTHERS: [(&str, &str); 4] = [
    ("/battle", "/battle/play?mode=versus&seed=1"),
    ("/domino", "/domino/play?mode=easy&seed=1"),
    ("/flip", "/flip/play?seed=1"),
    ("/minimal", "/minimal/play?seed=1"),
];

#[test]
fn nothing_keeps_anybody_out_of_the_other_games() {
    for device in DEVICES {
        for (start, play) in OTHERS {
            let page = device.open(start);
            check(&page, start);
            page.go(&format!("{start}/controls"));
            check(&page, &format!("{start}/controls"));
            page.go(play);
            page.pass(0.0);
            check(&page, play);
        }
    }
}

#[test]
fn nothing_keeps_anybody_out_of_their_pauses_and_results() {
    for device in DEVICES {
        for (start, play) in OTHERS {
            let page = device.open(play);
            page.pass(0.0);
            page.press(if start == "/minimal" { Key::ESCAPE } else { Key::P });
            page.role("dialog", "Paused").wait();
            check(&page, &format!("{start}/paused"));
            if start != "/minimal" {
                page.go(play);
                page.pass(0.0);
                crate::scenes::play_to_the_end(&page);
                check(&page, &format!("{start}/over"));
            }
        }
    }
}

#[test]
fn nothing_keeps_anybody_out_of_lists_and_settings() {
    for device in DEVICES {
        let page = device.open("/marathon/play?seed=1");
        page.board();
        crate::scenes::play_to_the_end(&page);
        for address in ["/marathon/scores", "/battle/scores", "/replays", "/settings"] {
            page.go(address);
            check(&page, address);
        }
    }
}
