//! Two people in two windows, over a server.

use quintet_e2e::{Device, Key, Page};

/// Over a network time is nobody's to hold.
const REAL: Device = Device { held: false, ..Device::DESKTOP };

/// Opens an address of the app as a server has it, under this name.
fn enter(address: &str, name: &str) -> Page {
    let page = REAL.window();
    let server = std::env::var("QUINTET_SERVER")
        .expect("the tests in the browser are run by `cargo xtask test e2e`");
    page.go_to(&format!("{server}#{address}"));
    page.part(".field").wait();
    page.evaluate(&format!("document.querySelector('.field').value = '{name}'"));
    page.button("GO ONLINE").click();
    page
}

/// The board of the first or the second place, in letters.
fn board(page: &Page, place: &str) -> String {
    page.part(&format!("[data-player='{place}'] canvas[aria-label*=' board']")).words()
}

/// Waits until the match is on and time runs.
fn wait_for_play(page: &Page) {
    page.part("[data-screen='match']").wait();
    page.wait_for("a count", "document.querySelector('.online-said').textContent !== ''");
    page.wait_for("its end", "document.querySelector('.online-said').textContent === ''");
}

fn drop_until(page: &Page, what: &str, holds: impl Fn() -> bool) {
    page.wait_until(what, || {
        page.press(Key::SPACE);
        holds()
    });
}

#[test]
fn friends_play_with_garbage_a_reload_and_a_spectator_and_then_a_rematch() {
    let ada = enter("/online", "Ada");
    ada.button("PLAY A FRIEND").click();
    ada.part("[data-room]").wait();
    // The host decides what garbage the guest begins with.
    let choice = "document.querySelectorAll('.online-choice select')[3]";
    ada.evaluate(&format!(
        "{choice}.selectedIndex = 4; {choice}.dispatchEvent(new Event('change'))"
    ));
    let room = ada.address();
    let grace = enter(&room, "Grace");
    grace.part("[data-room]").wait();
    grace.wait_for("the host's choice", &format!("{choice}?.selectedIndex === 4"));
    for page in [&ada, &grace] {
        page.button("READY").click();
    }
    wait_for_play(&ada);
    let fan = enter(&room, "Fan");

    drop_until(&grace, "garbage", || board(&grace, "1").contains('G'));
    ada.wait_until("the other's garbage", || board(&ada, "2").contains('G'));
    fan.part("[data-screen='match']").wait();
    fan.wait_until("the garbage, seen later", || board(&fan, "2").contains('G'));

    ada.reload();
    wait_for_play(&ada);
    ada.wait_until("what was missed", || board(&ada, "2").contains('G'));
    drop_until(&ada, "the end", || ada.text("YOU LOSE").is_there());
    grace.text("YOU WIN").wait();
    fan.text("Grace WINS").wait();

    for page in [&ada, &grace] {
        page.button("REMATCH").click();
    }
    ada.text("YOU LOSE").wait_until_gone();
    wait_for_play(&ada);
    ada.wait_until("new boards", || !board(&ada, "2").contains('G'));
}

#[test]
fn a_page_without_a_server_says_so_and_goes_on() {
    let page = REAL.open("/online");
    page.forgive("WebSocket");
    page.part(".field").wait();
    page.evaluate("document.querySelector('.field').value = 'Ada'");
    page.button("GO ONLINE").click();
    let told = "document.querySelector('main').textContent.includes('There is no server')";
    page.wait_for("plain words", told);
    page.button("BACK TO MENU").click();
    page.button("START GAME").wait();
}
