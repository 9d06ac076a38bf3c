//! Text can be read on every screen, with scanlines and vignette: measured on what is shown.

use quintet_e2e::{Device, Key, Page, SCREENS, Server};
use quintet_words::{menu, online, play, results};

use crate::online::matches::{give_name, lose as lose_match, wait_for_play};
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

#[test]
fn words_over_boards_plots_and_notices_can_be_read() {
    check(|device, look| {
        for name in [
            "marathon-clear",
            "marathon-level-up",
            "marathon-count",
            "marathon-notice",
            "marathon-game-waits",
            "domino-fives",
            "domino-over",
            "minimal-play",
            "battle-count",
            "statistics-sprint",
            "settings-try",
            "watch-analysis",
        ] {
            let (_, open) = SCREENS.iter().find(|(it, _)| *it == name).expect("it is in the table");
            look(&open(device, "").page, name);
        }
    });
}

#[test]
fn screens_of_a_server_can_be_read() {
    check(|device, look| {
        let server = Server::open();
        let page = device.running().window();
        page.go_to(&format!("{}#/online/scores", server.address()));
        page.wait_for("the list", "!!document.querySelector('.scores tbody, .no-scores')");
        look(&page, "leaderboard");
        page.evaluate("location.hash = '#/online'");
        give_name(&page, "Ada");
        page.button(&online::QUICK_MATCH).wait();
        look(&page, "lobby");
        page.button(&online::QUICK_MATCH).click();
        page.button(&online::CANCEL).wait();
        look(&page, "seeking");
        page.button(&online::CANCEL).click();
        page.button(&online::PLAY_A_FRIEND).click();
        page.wait_for("the code", "document.querySelector('.online-qr img')?.complete");
        look(&page, "room");
        page.button(&online::ASK_COMPUTER).click();
        page.button(&online::READY).wait();
        look(&page, "full room");
        page.button(&online::READY).click();
        wait_for_play(&page);
        look(&page, "match");
        lose_match(&page, results::YOU_LOSE);
        look(&page, "result of a match");
    });
}
