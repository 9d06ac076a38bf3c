//! Screens that are left while answers of the server are still on the way.

use quintet_e2e::{Device, Page};
use quintet_words::{menu, online};

use crate::online::{REAL, give_name, server};

/// Holds back what is asked of the server until the test releases it.
const HELD_ANSWERS: &str = "
    window.heldAnswers = [];
    const ask = window.fetch;
    window.fetch = (...request) => {
        const held = String(request[0]).startsWith('api/') && window.heldAnswers;
        return held ? new Promise((go) => held.push(() => go(ask(...request)))) : ask(...request);
    };
";
const SLOW: Device = REAL.with_script(HELD_ANSWERS);

fn go(page: &Page, address: &str) {
    page.evaluate(&format!("location.hash = '#{address}'"));
}

fn wait_for_request(page: &Page) {
    page.wait_for("a request", "heldAnswers.length > 0");
}

/// Lets the answers come, and waits until the page has had time to take them in.
fn answer(page: &Page) {
    page.evaluate(
        "(async () => {
            const held = heldAnswers;
            heldAnswers = null;
            held.forEach((go) => go());
            await fetch('api/scores?game=marathon&span=day');
        })()",
    );
    page.show_frames(3);
    assert!(!page.part(".broken").is_there(), "the app has not stopped");
}

#[test]
fn the_leaderboard_is_left_before_its_list_has_come() {
    let page = SLOW.window();
    page.go_to(&format!("{}#/online/scores", server()));
    wait_for_request(&page);
    go(&page, "/marathon");
    page.button(&menu::START_GAME).wait();
    answer(&page);
}

#[test]
fn a_game_is_left_before_its_seed_has_come() {
    let page = SLOW.window();
    page.go_to(&format!("{}#/online", server()));
    give_name(&page, "Ada");
    page.button(&online::QUICK_MATCH).wait();
    go(&page, "/marathon");
    page.button(&menu::START_GAME).click();
    wait_for_request(&page);
    go(&page, "/settings");
    page.part("[data-screen='settings']").wait();
    answer(&page);
}
