//! A game that waits to be resumed.

use quintet_e2e::{Device, Key, Page, Value, json};
use quintet_words::{games, menu, play, replays};

use crate::scenes;

/// A game with a piece dropped whose page is loaded again, and its score.
fn interrupted(device: Device) -> (Page, String) {
    let page = device.open("/marathon");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    page.press(Key::SPACE);
    page.pass(20.0);
    let score = page.number(&play::SCORE);
    assert_ne!(score, "0");
    page.reload();
    page.wait_for_address("/marathon");
    (page, score)
}

/// The start screen has given way to a game with this score.
fn resumed(page: &Page, score: &str) {
    page.wait_for_address("/marathon/play");
    page.board();
    assert_eq!(page.number(&play::SCORE), score);
}

#[test]
fn after_a_reload_enter_resumes_the_game() {
    let (page, score) = interrupted(Device::DESKTOP);
    page.button(&menu::RESUME).wait_for_focus();
    page.text(&menu::ENTER_RESUMES).wait();
    let [resume, start] = [menu::RESUME, menu::START_GAME].map(|name| page.button(&name).rect());
    assert!(resume.bottom() <= start.top, "it comes first");
    page.press(Key::ENTER);
    resumed(&page, &score);
}

#[test]
fn enter_resumes_without_a_focus_too() {
    let (page, score) = interrupted(Device::DESKTOP);
    page.button(&menu::RESUME).wait_for_focus();
    page.evaluate("document.activeElement.blur()");
    page.press(Key::ENTER);
    resumed(&page, &score);
}

#[test]
fn a_tap_anywhere_resumes_the_game() {
    let (page, score) = interrupted(Device::PHONE);
    page.text(&menu::TAP_TO_RESUME).tap();
    resumed(&page, &score);
}

#[test]
fn a_new_game_is_started_over_a_waiting_one_only_after_a_question() {
    let (page, score) = interrupted(Device::DESKTOP);
    page.button(&menu::START_GAME).click();
    let question = page.role("dialog", &menu::GAME_WAITS);
    question.wait();
    page.press(Key::ESCAPE);
    question.wait_until_gone();

    page.button(&menu::START_GAME).click();
    question.wait();
    page.press(Key::ENTER);
    resumed(&page, &score);

    page.reload();
    page.button(&menu::START_GAME).click();
    page.button(&menu::START_NEW).click();
    resumed(&page, "0");
}

#[test]
fn a_link_takes_the_place_of_a_waiting_game_only_after_a_question() {
    let (page, score) = interrupted(Device::DESKTOP);
    let link = scenes::single().address();
    page.follow_link(&link);
    let question = page.role("dialog", &menu::GAME_WAITS);
    question.wait();
    page.press(Key::ENTER);
    resumed(&page, &score);

    page.reload();
    page.follow_link(&link);
    question.wait();
    page.button(&menu::START_NEW).click();
    page.wait_for_address("/marathon/play");
    page.press(Key::SPACE);
    page.pass(500.0);
    assert_eq!(page.number(&play::LINES), "1", "the position of the link");
}

/// Changes the address, without loading the page again.
fn turn_to(page: &Page, address: &str) {
    page.evaluate(&format!("location.hash = '#{address}'"));
}

/// A game that is on, and its score.
fn begun(device: Device) -> (Page, String) {
    let (page, score) = interrupted(device);
    page.button(&menu::RESUME).click();
    resumed(&page, &score);
    (page, score)
}

#[test]
fn another_mode_of_a_game_that_is_on_begins_only_after_a_question() {
    let (page, score) = begun(Device::DESKTOP);
    let question = page.role("dialog", &menu::GAME_WAITS);
    for address in ["/marathon/play?mode=sprint", "/marathon/play?seed=3"] {
        turn_to(&page, address);
        question.wait();
        page.press(Key::ENTER);
        question.wait_until_gone();
        resumed(&page, &score);
    }
    turn_to(&page, "/statistics/marathon?mode=sprint");
    page.button(&menu::START_GAME).click();
    question.wait();
    page.press(Key::ESCAPE);
    question.wait_until_gone();
    page.button(&menu::RESUME).click();
    resumed(&page, &score);

    turn_to(&page, "/marathon/play?mode=sprint");
    page.button(&menu::START_NEW).click();
    question.wait_until_gone();
    page.wait_for_address("/marathon/play");
    assert!(page.evaluate("location.hash").as_str().is_some_and(|it| it.contains("sprint")));
    page.board();
}

#[test]
fn a_game_that_waits_is_not_replaced_while_another_is_on() {
    let (page, score) = interrupted(Device::DESKTOP);
    turn_to(&page, "/flip");
    page.part("[data-game=flip][aria-current]").wait();
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/flip/play");
    page.board();
    turn_to(&page, "/marathon/play");
    page.role("dialog", &menu::GAME_WAITS).wait();
    page.press(Key::ENTER);
    resumed(&page, &score);
}

/// What is kept of a game that was left.
fn kept(page: &Page, game: &str) -> Value {
    let text = page.stored(&format!("quintet/unfinished/{game}")).expect("it is kept");
    let mut document: Value = serde_json::from_str(&text).expect("it is JSON");
    document["data"].take()
}

#[test]
fn a_match_keeps_its_rounds_while_another_game_is_played() {
    let page = Device::DESKTOP.open("/battle");
    let between = json!({
        "game": "battle", "mode": "battle", "new": true, "opponent": 0, "best_of": 3,
        "own_garbage": 2, "other_garbage": 0, "won": 1, "lost": 0, "replay": "",
    });
    let document = json!({ "version": 1, "data": between });
    page.store("quintet/unfinished/battle", &document.to_string());
    page.go("/battle");
    page.button(&menu::RESUME).click();
    page.wait_for_address("/battle/play");
    turn_to(&page, "/flip");
    page.part("[data-game=flip][aria-current]").wait();
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/flip/play");
    page.board();
    let kept = kept(&page, "battle");
    for name in ["best_of", "own_garbage", "won", "lost", "opponent"] {
        assert_eq!(kept[name], between[name], "{name}: {kept}");
    }
    assert_ne!(kept["replay"], "", "the round has begun");
}

#[test]
fn a_ranked_game_keeps_its_ticket_while_another_game_is_resumed() {
    let (page, score) = interrupted(Device::DESKTOP);
    let mut ranked = kept(&page, "marathon");
    ranked["ticket"] = "7".into();
    let document = json!({ "version": 1, "data": ranked });
    page.store("quintet/unfinished/marathon", &document.to_string());
    page.go("/flip");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/flip/play");
    page.board();
    page.go("/marathon");
    page.button(&menu::RESUME).click();
    resumed(&page, &score);
    turn_to(&page, "/");
    page.button(&menu::continue_game(games::FLIP)).click();
    page.wait_for_address("/flip/play");
    page.board();
    assert_eq!(kept(&page, "marathon")["ticket"], "7");
}

#[test]
fn playing_on_from_a_replay_asks_before_it_discards_a_waiting_game() {
    let (page, score) = interrupted(Device::DESKTOP);
    scenes::open_replay(&page, "marathon-wells");
    page.button(&replays::PLAY_ON).click();
    page.role("dialog", &menu::GAME_WAITS).wait();
    page.press(Key::ENTER);
    resumed(&page, &score);
}
