//! The pages that explain the games.

use quintet_e2e::{Device, Key};
use quintet_words::{games, lessons, menu, play};

#[test]
fn the_first_time_a_start_screen_offers_to_explain_its_game() {
    let page = Device::DESKTOP.open("/domino");
    page.button(&menu::NEW_HERE).click();
    page.wait_for_address("/domino/how-to-play");
    page.role("heading", &lessons::title(games::DOMINO)).wait();
    for lesson in [lessons::DOMINO_FIVE, lessons::DOMINO_OTHER, lessons::DOMINO_OVER] {
        page.text(&lesson).wait();
    }
    page.button(&lessons::PLAY).wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/domino");
    page.button(&games::START_EASY.to_uppercase()).click();
    page.board();
    page.go("/domino");
    page.button(&menu::HOW_TO_PLAY).wait();
    assert!(!page.button(&menu::NEW_HERE).is_there());
}

#[test]
fn lessons_say_what_a_clear_comes_to() {
    let page = Device::DESKTOP.open("/domino/how-to-play");
    page.wait_until("both outcomes", || {
        page.pass(100.0);
        page.text(&play::fives(10, 1, 2)).is_there() && page.text(&play::fives(0, 1, -1)).is_there()
    });
}
