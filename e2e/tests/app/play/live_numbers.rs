//! Numbers that a player can switch on.

use quintet_e2e::{Device, Key, Page, Position};
use quintet_words::{play, results, settings};

use crate::scenes::play_to_the_end;

/// Opens the settings and switches all of these on.
fn with(names: &[&str]) -> Page {
    let page = Device::DESKTOP.open("/settings");
    for name in names {
        page.starting("switch", name).click();
    }
    page
}

/// What a live number says; nothing where it is not shown.
fn live(page: &Page, name: &str) -> String {
    page.pass(20.0);
    let find = format!(
        "[...document.querySelectorAll('.live-numbers > div')]
            .find(it => it.querySelector('dt').textContent === {})
            ?.querySelector('dd').textContent ?? ''",
        quintet_e2e::json!(name)
    );
    page.evaluate(&find).as_str().unwrap_or_default().to_owned()
}

#[test]
fn numbers_are_shown_only_where_they_are_switched_on() {
    let page = with(&[&settings::LIVE_SPEED, &settings::LIVE_KEYS]);
    page.go("/marathon/play?seed=1");
    page.board();
    page.press(Key::LEFT);
    page.press(Key::SPACE);
    page.pass(400.0);
    page.press(Key::SPACE);
    assert_eq!(live(&page, &play::KPP), "1.50", "three presses for two pieces");
    assert_ne!(live(&page, &play::PPS), "0.00");
    assert_eq!(live(&page, &play::FIN), "");
}

#[test]
fn an_unnecessary_press_is_a_fault_of_finesse() {
    let page = with(&[&settings::LIVE_FINESSE]);
    page.go(&Position::entering("O").next(&["O", "T"]).address());
    page.board();
    page.press(Key::SPACE);
    page.pass(100.0);
    assert_eq!(live(&page, &play::FIN), "100.0%");
    for key in [Key::LEFT, Key::RIGHT, Key::SPACE] {
        page.press(key);
    }
    page.pass(100.0);
    assert_eq!(live(&page, &play::FIN), "50.0%");
}

#[test]
fn the_best_game_is_raced_against() {
    let page = with(&[&settings::LIVE_PACE]);
    page.go("/marathon/play?seed=1");
    page.board();
    page.pass(600.0);
    assert_eq!(live(&page, &play::PACE), "", "there is no best game yet");
    let score = play_to_the_end(&page);
    page.button(&results::PLAY_AGAIN).click();
    page.wait_for_address("/marathon/play");
    page.board();
    assert_eq!(live(&page, &play::BEST), quintet_words::thousands(score).as_str());
    assert_eq!(live(&page, &play::PACE), play::ahead("0").as_str());
    page.pass_swiftly(3000.0);
    assert!(live(&page, &play::PACE).starts_with('−'), "{}", live(&page, &play::PACE));
}

#[test]
fn a_duel_tells_its_rates_at_the_end() {
    let page = Device::DESKTOP.open("/battle/play?mode=battle&seed=3");
    page.pass_swiftly(2500.0);
    page.wait_until("the end of the round", || {
        page.press(Key::SPACE);
        page.pass(50.0);
        page.has_dialog()
    });
    page.role("dialog", &results::GAME_OVER).wait();
    for name in [play::APM, play::PPS, play::KPP, play::FIN] {
        page.role("rowheader", &name).wait();
    }
}
