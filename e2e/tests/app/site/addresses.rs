//! Every screen has an address, and the browser's own buttons work.

use quintet_e2e::{Device, Key, Page, Position};
use quintet_words::{games, menu, notices, play, results};

fn screen(page: &Page, name: &str) {
    page.wait_for(
        &format!("the screen {name}"),
        &format!("document.querySelector('main')?.dataset.screen === '{name}'"),
    );
}

#[test]
fn every_screen_can_be_opened_by_its_address() {
    let page = Device::DESKTOP.window();
    for (address, name) in [
        ("/", "home"),
        ("/marathon", "start"),
        ("/marathon/play", "play"),
        ("/marathon/scores", "scores"),
        ("/settings", "settings"),
        ("/replays", "replays"),
        ("/replays/r7", "watch"),
        ("/flip/how-to-play", "how-to-play"),
    ] {
        page.go(address);
        screen(&page, name);
    }
    page.go("/marathon/controls");
    page.role("dialog", &games::CONTROLS).wait();
}

#[test]
fn addresses_that_lead_nowhere_lead_to_the_start_screen_or_to_the_front_door() {
    let page = Device::DESKTOP.window();
    for address in ["/marathon/dance", "/marathon/paused", "/marathon/over"] {
        page.go(address);
        page.button(&menu::START_GAME).wait();
    }
    for address in ["/nonsense", "%", ""] {
        page.go(address);
        screen(&page, "home");
    }
}

#[test]
fn a_link_that_makes_no_sense_says_so() {
    let page = Device::DESKTOP.window();
    for address in ["/nonsense", "/marathon/play?mode=slow", "/marathon/play?seed=seven"] {
        page.go(address);
        page.text(&notices::BAD_LINK).wait();
        assert!(!page.part(".game-screen").is_there(), "no other game begins");
    }
    page.go("/online/ABC");
    page.text(&notices::BAD_ROOM_LINK).wait();
    let page = Device::DESKTOP.open("/marathon/play?seed=7");
    page.board();
    assert!(!page.text(&notices::BAD_LINK).is_there());
}

#[test]
fn back_and_forward_walk_through_the_screens() {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::HIGH_SCORES).click();
    screen(&page, "scores");
    page.back();
    screen(&page, "start");
    page.forward();
    screen(&page, "scores");
    page.button(&results::BACK_TO_MENU).click();
    screen(&page, "start");
    page.button(&menu::SETTINGS).click();
    screen(&page, "settings");
    page.back();
    screen(&page, "start");
    page.button(&menu::CONTROLS).click();
    page.role("dialog", &games::CONTROLS).wait();
    page.back();
    page.role("dialog", &games::CONTROLS).wait_until_gone();
}

#[test]
fn going_back_from_a_game_loses_nothing() {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::START_GAME).click();
    screen(&page, "play");
    page.board();
    page.press(Key::SPACE);
    page.pass(300.0);
    let (score, board) = (page.number(&play::SCORE), page.board());
    page.back();
    screen(&page, "start");
    page.forward();
    screen(&page, "play");
    assert_eq!((page.number(&play::SCORE), page.board()), (score, board));
    page.pass(1801.0);
    page.pass(1000.0);
    assert_ne!(page.board().top_of('.'), None);
}

#[test]
fn what_was_played_of_a_link_is_there_after_a_reload_and_so_is_the_link() {
    let position = Position::entering("T").board(&["GGGG......"]).next(&["I", "O"]);
    let page = Device::DESKTOP.open(&position.address());
    let before = (page.board(), page.next_pieces());
    page.press(Key::SPACE);
    page.pass(300.0);
    let played = page.board();
    assert_ne!(played, before.0);
    let question = page.role("dialog", &menu::GAME_WAITS);
    page.reload();
    question.wait();
    page.press(Key::ENTER);
    question.wait_until_gone();
    page.wait_for_address("/marathon/play");
    assert_eq!(page.board(), played);

    page.follow_link(&position.address());
    question.wait();
    page.button(&menu::START_NEW).click();
    question.wait_until_gone();
    assert_eq!((page.board(), page.next_pieces()), before);
}

#[test]
fn the_keyboard_alone_reaches_everything_and_the_focus_is_seen() {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::START_GAME).wait_for_focus();
    let mut reached = Vec::new();
    for _ in 0..20 {
        page.press(Key::TAB);
        let focus = page.evaluate(
            "(() => {
                const at = document.activeElement;
                const style = getComputedStyle(at);
                const seen = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2;
                return [at.textContent.trim(), at === document.body || seen];
            })()",
        );
        assert_eq!(focus[1], true, "the focus is seen on {}", focus[0]);
        reached.push(focus[0].as_str().unwrap_or_default().to_owned());
    }
    for name in [
        menu::START_GAME,
        menu::HIGH_SCORES,
        menu::CONTROLS,
        menu::SETTINGS,
        menu::REPLAYS,
        quintet_words::games::SPRINT,
    ] {
        assert!(reached.iter().any(|found| *found == *name), "{name} in {reached:?}");
    }
}
