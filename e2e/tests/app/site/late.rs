//! Screens that are fetched when they are opened.

use quintet_e2e::Device;
use quintet_words::{menu, notices, results, settings};

/// Lets nothing of the late part through until the test says so.
const CUT_OFF: &str = "
    window.cutOff = true;
    const ask = window.fetch;
    window.fetch = (...request) => String(request[0]).includes('/late-') && window.cutOff
        ? Promise.reject(new TypeError('cut off')) : ask(...request);
";

const LOADED: &str =
    "performance.getEntriesByType('resource').filter(({ name }) => name.includes('/late-')).length";

#[test]
fn a_late_screen_is_fetched_when_it_is_opened_and_only_once() {
    let page = Device::DESKTOP.open("/marathon");
    assert_eq!(page.evaluate(LOADED), 0, "the start screen does without");
    page.evaluate("location.hash = '#/settings'");
    page.role("heading", &settings::TITLE).wait();
    assert_eq!(page.evaluate(LOADED), 2, "a module and its styles");
    page.button(&settings::DONE).click();
    page.button(&menu::START_GAME).wait();
    page.evaluate("location.hash = '#/replays'");
    page.part("[data-screen='replays']").wait();
    assert_eq!(page.evaluate(LOADED), 2);
}

#[test]
fn a_late_screen_that_cannot_be_fetched_says_so_and_is_fetched_again_on_demand() {
    let page = Device::DESKTOP.with_script(CUT_OFF).open("/marathon");
    page.forgive("cut off");
    page.evaluate("location.hash = '#/settings'");
    page.text(&notices::PAGE_NOT_LOADED).wait();
    page.button(&results::BACK_TO_MENU).click();
    page.part("[data-screen='home']").wait();
    page.back();
    page.button(&notices::TRY_AGAIN).wait_for_focus();
    page.evaluate("cutOff = false");
    page.button(&notices::TRY_AGAIN).click();
    page.role("heading", &settings::TITLE).wait();
    assert_eq!(
        page.part("link[href*='/late-']").ask("function() { return this.sheet !== null; }"),
        true
    );
}
