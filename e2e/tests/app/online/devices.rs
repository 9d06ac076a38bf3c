//! A player who moves to another device.

use quintet_e2e::{Key, json};
use quintet_words::{notices, online, settings};

use crate::online::matches::{REAL, enter, server};

/// How long a code is good.
const MINUTES: u32 = 10;

#[test]
fn enter_in_the_field_for_a_code_moves_a_player_to_this_device() {
    let old = enter("/online", "Mover");
    old.button(&online::QUICK_MATCH).wait();
    old.evaluate("location.hash = '#/settings'");
    old.button(&settings::MOVE_AWAY).click();
    let told = settings::move_code("%", MINUTES);
    let (before, after) = told.split_once('%').expect("the code is in the middle");
    let notice = old.role("region", &notices::NOTICES);
    old.wait_until("the code", || notice.words().contains(after));
    let notice = notice.words();
    let code = notice.split(before).nth(1).and_then(|rest| rest.split(after).next());
    let code = code.unwrap_or_else(|| panic!("no code in: {notice}")).to_owned();

    let new = REAL.window();
    new.go_to(&format!("{}#/settings", server()));
    let field = new.role("textbox", &settings::MOVE_CODE);
    field.focus();
    new.evaluate(&format!("document.activeElement.value = {}; window.old = true", json!(code)));
    new.press(Key::ENTER);
    new.wait_for("the page is loaded again", "!window.old && document.readyState === 'complete'");
    new.wait_for("the name", "localStorage.getItem('quintet/online')?.includes('Mover')");

    // It works once, and a code that nobody was given does not work at all.
    new.forgive("404");
    new.forgive("400");
    field.wait().focus();
    new.evaluate(&format!("document.activeElement.value = {}", json!(code)));
    new.press(Key::ENTER);
    new.text(&settings::move_failed(MINUTES)).wait();
}
