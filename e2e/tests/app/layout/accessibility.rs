//! What axe-core has to say about every screen.

use quintet_e2e::{Device, Key, Page, Position};
use quintet_words::{online, play, replays, results};

use crate::online::matches::{give_name, server, wait_for_play};
use crate::scenes::{lost, open_replay};

const DEVICES: [Device; 2] = [Device::DESKTOP, Device::PHONE];
const ALL_DEVICES: [Device; 3] = [Device::DESKTOP, Device::PHONE, Device::PHONE_SIDEWAYS];

fn check(page: &Page, screen: &str) {
    page.wait_for_stillness();
    let faults = page.accessibility_faults();
    assert!(faults.is_empty(), "{screen}: {}", faults.join("\n"));
}

/// The same, and on a phone everything is large enough for a finger.
fn check_with_fingers(page: &Page, screen: &str) {
    check(page, screen);
    if page.device().touch {
        assert_eq!(page.small_targets(), [""; 0], "{screen}");
    }
}

#[test]
fn nothing_keeps_anybody_out_of_the_front_door_and_the_lessons() {
    for device in ALL_DEVICES {
        let page = device.open("/");
        check_with_fingers(&page, "home");
        for game in ["marathon", "domino", "battle", "minimal", "flip"] {
            page.go(&format!("/{game}/how-to-play"));
            check_with_fingers(&page, &format!("how to play {game}"));
        }
    }
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
        page.role("dialog", &play::PAUSED).wait();
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
            page.role("dialog", &play::PAUSED).wait();
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

#[test]
fn nothing_keeps_anybody_out_of_replays_and_their_analysis() {
    for device in ALL_DEVICES {
        let page = device.window();
        for name in ["marathon-wells", "versus-exchange", "flip-turns"] {
            open_replay(&page, name);
            page.button(&replays::PAUSE).click();
            check_with_fingers(&page, name);
            if name != "flip-turns" {
                page.button(&replays::ANALYSE).click();
                page.role("slider", &replays::LOSS_BY_PIECE).wait();
                check_with_fingers(&page, &format!("the analysis of {name}"));
            }
        }
    }
}

#[test]
fn nothing_keeps_anybody_out_of_online_play() {
    for device in ALL_DEVICES {
        let ada = device.running().window();
        ada.go_to(&format!("{}#/online", server()));
        ada.part(".field").wait();
        check_with_fingers(&ada, "the name");
        give_name(&ada, "Ada");
        ada.button(&online::PLAY_A_FRIEND).wait();
        check_with_fingers(&ada, "the lobby");
        ada.button(&online::LEADERBOARDS).click();
        ada.role("heading", &online::LEADERBOARDS_TITLE).wait();
        check_with_fingers(&ada, "the leaderboards");
        ada.button(&online::BACK).click();
        ada.button(&online::PLAY_A_FRIEND).click();
        ada.part("[data-room]").wait();
        check_with_fingers(&ada, "the room");

        let grace = device.running().window();
        grace.go_to(&format!("{}#{}", server(), ada.address()));
        give_name(&grace, "Grace");
        for page in [&ada, &grace] {
            let ready = page.button(&online::READY).wait().rect();
            assert!(ready.bottom() <= f64::from(device.height), "in view: {ready:?}");
            check_with_fingers(page, "the full room");
        }
        for page in [&ada, &grace] {
            page.button(&online::READY).click();
        }
        for page in [&ada, &grace] {
            wait_for_play(page);
            check_with_fingers(page, "the match");
        }
        ada.press(Key::ESCAPE);
        ada.button(&online::STAY).wait();
        check_with_fingers(&ada, "leaving");
        ada.button(&online::LEAVE).click();
        grace.text(&results::YOU_WIN).wait();
        check_with_fingers(&grace, "the result");
    }
}

/// A match is found, played and left without a mouse.
#[test]
fn keys_alone_lead_through_online_play() {
    let pages = [(); 2].map(|()| crate::online::matches::REAL.window());
    let [ada, grace] = &pages;
    let home = format!("{}#/online", server());
    ada.go_to(&home);
    ada.part(".field").wait_for_focus();
    for key in [Key::A, Key::D, Key::A, Key::ENTER] {
        ada.press(key);
    }
    ada.tab_to(&ada.button(&online::PLAY_A_FRIEND));
    ada.press(Key::ENTER);
    ada.part("[data-room]").wait();
    // Choosing from a list keeps the focus there, though the server has its say in between.
    let rules = ada.part(".online-choice select");
    ada.tab_to(&rules);
    ada.press(Key::DOWN);
    grace.go_to(&format!("{}#{}", server(), ada.address()));
    give_name(grace, "Grace");
    let chosen = "document.querySelector('.online-choice select')?.selectedIndex === 1";
    grace.wait_for("the host's choice", chosen);
    ada.button(&online::READY).wait();
    assert!(rules.has_focus());
    for page in &pages {
        page.button(&online::READY).wait();
        page.tab_to(&page.button(&online::READY));
        page.press(Key::ENTER);
    }
    pages.iter().for_each(wait_for_play);
    ada.press(Key::ESCAPE);
    ada.button(&online::STAY).wait_for_focus();
    ada.press(Key::DOWN);
    ada.press(Key::ENTER);
    ada.button(&online::QUICK_MATCH).wait();
    grace.text(&results::YOU_WIN).wait();
    // Keys are ignored for a moment after the end, and each of them prolongs it.
    grace.wait_until("keys that count", || {
        grace.wait_for_time(1000.0);
        grace.press(Key::TAB);
        grace.button(&online::LEAVE).has_focus()
    });
    grace.press(Key::ENTER);
    grace.button(&online::QUICK_MATCH).wait();
}

#[test]
fn statistics_have_no_faults() {
    for device in [Device::DESKTOP, Device::PHONE] {
        let page = device.open("/statistics");
        page.store_history("marathon", "sprint-2", 30);
        for address in ["/statistics", "/statistics/marathon?mode=sprint"] {
            page.go(address);
            page.wait_for("the sums", "!!document.querySelector('.tiles')");
            let faults = page.accessibility_faults();
            assert!(faults.is_empty(), "{address}: {}", faults.join("\n"));
        }
    }
}
