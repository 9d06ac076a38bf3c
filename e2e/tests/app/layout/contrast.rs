//! Text can be read on every screen, with scanlines and vignette: measured on what is shown.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{menu, play};

use crate::scenes::{lost, open_replay};

/// A desktop, and a phone held upright. Strokes are whole pixels, and nothing blinks.
const DEVICES: [Device; 2] = [
    Device { density: 2.0, reduced_motion: true, ..Device::DESKTOP.sized(1280, 720) },
    Device { reduced_motion: true, ..Device::PHONE },
];

/// Looks at a screen by its name.
type Look<'a> = &'a mut dyn FnMut(&Page, &str);

/// Opens screens on all devices, and fails if any text is too faint.
fn check(visit: fn(Device, Look<'_>)) {
    let mut faults = Vec::new();
    for device in DEVICES {
        visit(device, &mut |page, screen| {
            page.wait_for_stillness();
            let here = page.faint();
            faults.extend(here.iter().map(|fault| format!("{screen} {}: {fault}", device.width)));
        });
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn pages_can_be_read_in_every_corner() {
    check(|device, look| {
        let page = device.open("/");
        for (address, screen) in [
            ("/", "front door"),
            ("/marathon", "start"),
            ("/battle", "duel's start"),
            ("/marathon/controls", "controls"),
            ("/marathon/how-to-play", "how to play"),
            ("/marathon/scores", "scores"),
            ("/settings", "settings"),
            ("/replays", "replays"),
            ("/statistics", "statistics"),
            ("/online", "online"),
        ] {
            page.go(address);
            page.pass(0.0);
            look(&page, screen);
        }
    });
}

#[test]
fn games_and_their_dialogs_can_be_read_in_every_corner() {
    check(|device, look| {
        for address in ["/marathon/play", "/domino/play?mode=easy", "/battle/play?mode=versus"] {
            let joint = if address.contains('?') { '&' } else { '?' };
            let page = device.open(&format!("{address}{joint}seed=3"));
            page.pass_swiftly(2500.0);
            look(&page, address);
        }
        let page = device.open("/flip/play?seed=3");
        page.pass(100.0);
        page.press(Key::P);
        page.role("dialog", &play::PAUSED).wait();
        look(&page, "pause");
        look(&lost(device), "game over");
    });
}

#[test]
fn replays_and_the_choice_of_opponents_can_be_read() {
    check(|device, look| {
        let page = device.open("/battle?mode=versus");
        page.role("radio", &menu::TWO_PLAYERS).click();
        look(&page, "two players");
        let page = lost(device);
        open_replay(&page, "marathon-handling");
        page.pass(500.0);
        look(&page, "replay");
    });
}
