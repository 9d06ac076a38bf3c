//! Screens that are left while answers of the server are still on the way.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{menu, online, play};

use crate::online::matches::{REAL, give_name, server};

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

/// Holds back recordings and late screens, too.
const HELD_FILES: &str = "
    window.heldAnswers = [];
    const ask = window.fetch;
    window.fetch = (...request) => {
        const isSlow = /(^|\\/)(api\\/|(late|shows|lessons)-)/.test(String(request[0]));
        const held = isSlow && window.heldAnswers;
        return held ? new Promise((go) => held.push(() => go(ask(...request)))) : ask(...request);
    };
";
const SLOW_FILES: Device = REAL.with_script(HELD_FILES);

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

/// Opens an address, leaves it while it waits for what it has asked for, and lets that come.
fn leave_early(page: &Page, address: &str) {
    page.go_to(&format!("{}#/marathon", server()));
    go(page, address);
    wait_for_request(page);
    go(page, "/marathon");
    page.button(&menu::START_GAME).wait();
    answer(page);
    assert_eq!(page.address(), "/marathon", "{address}");
    page.button(&menu::START_GAME).wait();
}

#[test]
fn screens_that_are_fetched_late_are_left_before_they_have_come() {
    let page = SLOW_FILES.window();
    for address in
        ["/settings", "/statistics", "/replays", "/marathon/scores", "/flip/how-to-play", "/online"]
    {
        leave_early(&page, address);
    }
}

#[test]
fn the_front_door_and_a_lesson_are_left_before_their_recordings_have_come() {
    let page = SLOW_FILES.window();
    leave_early(&page, "/");
    // The late screens come at once, so that only the recordings are waited for.
    page.go_to(&format!("{}#/marathon", server()));
    page.evaluate("heldAnswers = null");
    go(&page, "/settings");
    page.part("[data-screen='settings']").wait();
    page.evaluate("heldAnswers = []");
    go(&page, "/domino/how-to-play");
    wait_for_request(&page);
    go(&page, "/marathon");
    page.button(&menu::START_GAME).wait();
    answer(&page);
}

#[test]
fn a_replay_of_the_server_is_left_before_it_has_come() {
    let page = SLOW_FILES.window();
    page.forgive("404 (Not Found)");
    page.go_to(&format!("{}#/marathon", server()));
    page.evaluate("heldAnswers = null");
    go(&page, "/settings");
    page.part("[data-screen='settings']").wait();
    for address in ["/online/matches/1/0", "/online/replays/1"] {
        page.evaluate("heldAnswers = []");
        go(&page, address);
        wait_for_request(&page);
        go(&page, "/marathon");
        page.button(&menu::START_GAME).wait();
        answer(&page);
    }
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

#[test]
fn a_game_that_is_paused_before_its_seed_has_come_goes_on() {
    let page = SLOW.window();
    page.go_to(&format!("{}#/online", server()));
    give_name(&page, "Ada");
    page.button(&online::QUICK_MATCH).wait();
    for leads_away in [false, true] {
        go(&page, "/marathon");
        page.button(&menu::START_GAME).wait();
        page.evaluate("heldAnswers = []");
        page.button(&menu::START_GAME).click();
        wait_for_request(&page);
        if leads_away {
            go(&page, "/settings");
            page.part("[data-screen='settings']").wait();
            answer(&page);
            go(&page, "/marathon");
            page.button(&menu::RESUME).click();
        } else {
            page.press(Key::ESCAPE);
            page.button(&play::RESUME_GAME).wait();
            answer(&page);
            page.button(&play::RESUME_GAME).click();
        }
        page.wait_for_address("/marathon/play");
        page.wait_until("a piece to be dropped", || {
            page.press(Key::SPACE);
            page.show_frames(5);
            page.number(&play::SCORE) != "0"
        });
        page.press(Key::ESCAPE);
        page.button(&play::QUIT).click();
    }
}

/// Holds back what is read from the database until the test releases it.
const HELD_READS: &str = "
    window.heldReads = null;
    for (const kind of ['get', 'getAll']) {
        const read = IDBObjectStore.prototype[kind];
        IDBObjectStore.prototype[kind] = function (...args) {
            const asked = {};
            const request = read.apply(this, args);
            request.onsuccess = (event) => {
                const go = () => { asked.result = request.result; asked.onsuccess(event); };
                if (window.heldReads) heldReads.push(go); else go();
            };
            return asked;
        };
    }
";

#[test]
fn screens_are_left_before_the_database_has_answered() {
    let page = Device::DESKTOP.with_script(HELD_READS).open("/marathon/play?seed=1");
    page.board();
    crate::scenes::play_to_the_end(&page);
    let replay = page.wait_for_archived(1).remove(0);
    for address in ["/replays", &format!("/replays/{replay}"), "/marathon/scores"] {
        // The late part is there by then, and only the database is waited for.
        go(&page, "/settings");
        page.part("[data-screen='settings']").wait();
        page.evaluate("heldReads = []");
        go(&page, address);
        page.wait_for("a read", "heldReads.length > 0");
        go(&page, "/marathon");
        page.button(&menu::START_GAME).wait();
        page.evaluate("{ const held = heldReads; heldReads = null; held.forEach((go) => go()); }");
        page.pass(100.0);
        assert!(!page.part(".broken").is_there(), "{address}");
        assert_eq!(page.address(), "/marathon", "{address}");
    }
}

/// Sockets that do not open by themselves.
const SLOW_SOCKETS: &str = "
    window.sockets = [];
    window.WebSocket = function () {
        this.readyState = 0;
        this.close = () => { this.isClosed = true; };
        sockets.push(this);
    };
";

#[test]
fn online_play_is_left_before_there_is_a_connection() {
    let page = REAL.with_script(SLOW_SOCKETS).window();
    page.go_to(&format!("{}#/online", server()));
    give_name(&page, "Ada");
    page.text(&online::CONNECTING).wait();
    go(&page, "/marathon");
    page.button(&menu::START_GAME).wait();
    page.wait_for("the socket to be closed", "sockets.length === 1 && sockets[0].isClosed");
    page.evaluate(
        "{ sockets[0].onopen?.(new Event('open')); sockets[0].onclose?.(new Event('close')); }",
    );
    page.show_frames(3);
    assert!(!page.part(".broken").is_there());
    go(&page, "/online");
    page.text(&online::CONNECTING).wait();
    page.wait_for("another socket", "sockets.length === 2 && !sockets[1].isClosed");
}
