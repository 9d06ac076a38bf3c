//! The front door.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{games, menu, play};

use crate::scenes::{before_slot, hard_drop, play_to_the_end};

/// The games in the order of their cards.
fn cards(page: &Page) -> Vec<String> {
    let slugs =
        page.evaluate("[...document.querySelectorAll('.card')].map((it) => it.dataset.game)");
    serde_json::from_value(slugs).expect("a list")
}

/// What the boards look like, once all have been painted.
fn pictures(page: &Page) -> Vec<String> {
    let pictures =
        page.evaluate("[...document.querySelectorAll('.show-board')].map((it) => it.toDataURL())");
    serde_json::from_value(pictures).expect("a list")
}

/// Waits until every board shows something, and nothing waits to be painted.
fn painted(page: &Page) {
    let ready = "[...document.querySelectorAll('.show-board')].every((it) => it.width !== 300)";
    page.wait_until("painted boards", || {
        page.pass(20.0);
        page.evaluate(ready) == true
    });
}

#[test]
fn the_front_door_has_a_card_for_every_game_and_two_keys_start_the_first() {
    let page = Device::DESKTOP.open("/");
    page.role("heading", &menu::QUINTET).wait();
    page.text(&menu::TAGLINE).wait();
    assert_eq!(cards(&page), ["marathon", "domino", "battle", "minimal", "flip"]);
    for blurb in [games::MARATHON_BLURB, games::DOMINO_BLURB, games::FLIP_BLURB] {
        page.text(&blurb).wait();
    }
    for more in [menu::ONLINE, menu::REPLAYS, menu::STATISTICS, menu::SETTINGS] {
        page.role("link", &more.to_uppercase()).wait();
    }
    page.part("[data-game=marathon] .card-open").wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/marathon");
    page.button(&menu::START_GAME).wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/marathon/play");
    page.board();
}

#[test]
fn numbers_open_the_games_and_arrows_move_between_the_cards() {
    let page = Device::DESKTOP.open("/");
    page.part("[data-game=marathon] .card-open").wait_for_focus();
    page.press(Key::RIGHT);
    page.part("[data-game=domino] .card-open").wait_for_focus();
    page.press(Key::DOWN);
    page.wait_for("the row below", "document.activeElement.closest('.more') !== null");
    page.press(Key::UP);
    page.wait_for("the cards", "document.activeElement.closest('.card') !== null");
    page.press(Key::THREE);
    page.wait_for_address("/battle");
    page.button(&menu::HOME.to_uppercase()).click();
    page.wait_for_address("/");
    page.back();
    page.wait_for_address("/battle");
}

#[test]
fn boards_move_on_the_front_door_and_stand_still_where_little_motion_is_wanted() {
    let page = Device::DESKTOP.open("/");
    painted(&page);
    let before = pictures(&page);
    assert_eq!(before.len(), 6, "a board per game, two for a battle");
    page.pass_swiftly(3000.0);
    let after = pictures(&page);
    for (board, (before, after)) in before.iter().zip(&after).enumerate() {
        assert_ne!(before, after, "board {board} moves");
    }
    let page = Device { reduced_motion: true, ..Device::DESKTOP }.open("/");
    painted(&page);
    let before = pictures(&page);
    page.pass_swiftly(3000.0);
    assert!(before == pictures(&page), "nothing moves");
}

#[test]
fn what_was_played_last_comes_first_with_its_best_and_a_game_that_waits_goes_on() {
    let page = Device::DESKTOP.open("/marathon/play");
    page.board();
    hard_drop(&page);
    play_to_the_end(&page);
    page.go("/flip/play");
    page.board();
    page.press(Key::SPACE);
    page.pass(100.0);
    let score = page.number(&play::SCORE);
    page.evaluate("location.hash = '#/'");
    page.part("[data-screen='home']").wait();
    assert_eq!(cards(&page)[..2], ["flip", "marathon"]);
    let best = page.part("[data-game=marathon] .card-best").words();
    assert!(best.starts_with(&before_slot(menu::best)) && best != menu::best("0"), "{best}");
    let go_on = page.button(&menu::continue_game(games::FLIP));
    go_on.wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/flip/play");
    page.board();
    assert_eq!(page.number(&play::SCORE), score);
}

#[test]
fn a_tap_on_a_card_opens_its_game() {
    let page = Device::PHONE.open("/");
    page.part("[data-game=domino] .card-open").tap();
    page.wait_for_address("/domino");
}

/// The button of a game that waits once lifted its board and its name above those beside it.
#[test]
fn all_cards_of_a_row_are_level_with_one_that_can_be_continued() {
    let page = Device::DESKTOP.open("/flip/play?seed=3");
    page.board();
    page.press(Key::SPACE);
    page.pass(200.0);
    page.evaluate("location.hash = '#/'");
    page.button(&menu::continue_game(games::FLIP)).wait();
    page.wait_for_stillness();
    let tops = page.evaluate(
        "['.card-name', '.card-blurb'].map((part) => new Set(
            [...document.querySelectorAll(part)]
                .map((it) => Math.round(it.getBoundingClientRect().top))).size)",
    );
    assert_eq!(tops, quintet_e2e::json!([1, 1]), "names and sentences are level");
    // Boards have whole pixels per cell, and so are not all of one height.
    let apart = page.evaluate(
        "(() => {
            const boards = document.querySelectorAll('.card:not([data-game=battle]) .show-board');
            const bottoms = [...boards].map((it) => it.getBoundingClientRect().bottom);
            return Math.max(...bottoms) - Math.min(...bottoms);
        })()",
    );
    assert!(apart.as_f64().is_some_and(|apart| apart < 12.0), "boards are level: {apart}");
}
