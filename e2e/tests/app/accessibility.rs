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

#[test]
fn nothing_keeps_anybody_out_of_lists_and_settings() {
    for device in DEVICES {
        let page = device.open("/marathon/play?seed=1");
        page.board();
        crate::scenes::play_to_the_end(&page);
        for address in ["/marathon/scores", "/replays", "/settings"] {
            page.go(address);
            check(&page, address);
        }
    }
}
