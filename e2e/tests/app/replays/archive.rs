//! Replays in the browser's database: thousands of them, moved over, refused, dropped, taken along.

use quintet_e2e::{Device, Page, Value, json};
use quintet_words::{notices, replays, results, settings, thousands};

use crate::scenes::play_to_the_end;

/// A game that can be watched.
const RECORDED: &[u8] =
    include_bytes!("../../../../crates/engine/tests/replays/ultra-finish/replay.qntr");

/// What the list knows of the replay with this number.
fn about(number: u64) -> Value {
    json!({
        "id": format!("r{number}"), "game": "marathon", "mode": "marathon", "score": number,
        "lines": 1, "time_us": 1_000_000, "date": "2026-01-05", "ranked": false, "pinned": false,
    })
}

fn finish_a_game(page: &Page) {
    page.go("/marathon/play?seed=1");
    page.board();
    play_to_the_end(page);
}

fn rows(page: &Page) -> usize {
    page.evaluate("document.querySelectorAll('.replay').length").as_u64().unwrap_or(0) as usize
}

fn wait_for_rows(page: &Page, count: usize) {
    page.wait_until(&format!("{count} rows"), || rows(page) == count);
}

#[test]
fn fifteen_hundred_replays_are_kept_and_the_oldest_can_be_watched() {
    let page = Device::DESKTOP.open("/marathon");
    let list: Vec<Value> = (0..1500).map(about).collect();
    page.archive(&list, RECORDED);
    finish_a_game(&page);
    let ids = page.wait_for_archived(1501);
    assert_eq!(ids[0], "r0", "nothing gave way");
    page.go("/replays");
    wait_for_rows(&page, 50);
    let shown = page.part(".replays-head").words();
    assert!(shown.contains("1501"), "{shown}");
    let at_least = thousands((1500 * RECORDED.len() / 1000) as u64);
    assert!(shown.contains(&at_least[..2]), "{shown} says how much it takes: {at_least} kB");
    page.button(&replays::MORE).click();
    wait_for_rows(&page, 100);
    page.go("/replays/r0");
    page.role("slider", &replays::TIME).wait();
}

/// Without a database until this is said.
const LATER: &str = "
    if (location.protocol !== 'about:' && !localStorage.getItem('database')) {
        Object.defineProperty(window, 'indexedDB', { value: undefined });
    }";

#[test]
fn without_a_database_replays_are_in_local_storage_and_are_moved_over_once_there_is_one() {
    let page = Device::DESKTOP.with_script(LATER).open("/marathon");
    finish_a_game(&page);
    page.stored("quintet/replays/r0").expect("it is in local storage");
    page.button(&results::WATCH_REPLAY).click();
    page.role("slider", &replays::TIME).wait();
    page.go("/replays");
    wait_for_rows(&page, 1);
    page.button(&replays::PIN).click();
    page.wait_for("the pin", "document.querySelector('[aria-pressed=true]')");

    page.store("database", "yes");
    page.go("/replays");
    let ids = page.wait_for_archived(1);
    assert_eq!(ids, ["r0"]);
    assert_eq!(page.archived()[0]["pinned"], true);
    page.wait_until("local storage is empty", || page.stored("quintet/replays/r0").is_none());
    page.go("/replays");
    wait_for_rows(&page, 1);
    page.button(&replays::WATCH).click();
    page.role("slider", &replays::TIME).wait();
    finish_a_game(&page);
    assert_eq!(page.wait_for_archived(2)[0], "r0", "names do not meet");
}

#[test]
fn a_database_that_refuses_is_no_loss() {
    const REFUSING: &str = "IDBFactory.prototype.open = () => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
    };";
    let page = Device::DESKTOP.with_script(REFUSING).open("/marathon");
    finish_a_game(&page);
    page.go("/replays");
    wait_for_rows(&page, 1);
    page.button(&replays::WATCH).click();
    page.role("slider", &replays::TIME).wait();
}

/// A database that another page blocks: it opens when this is said, and otherwise never answers.
const BLOCKED: &str = "
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = (...args) => {
        const asked = {};
        window.unblock = () => {
            IDBFactory.prototype.open = open;
            const request = indexedDB.open(...args);
            for (const kind of ['onupgradeneeded', 'onsuccess', 'onerror']) {
                request[kind] = (event) => {
                    asked.result = request.result;
                    asked[kind]?.(event);
                };
            }
        };
        return asked;
    };";

#[test]
fn while_the_database_is_blocked_replays_are_in_local_storage_and_are_moved_when_it_opens() {
    let page = Device::DESKTOP.with_script(BLOCKED).open("/marathon");
    finish_a_game(&page);
    page.wait_for(
        "the replay in local storage",
        "Object.keys(localStorage).some((key) => key.startsWith('quintet/replays/r'))",
    );
    page.go("/replays");
    wait_for_rows(&page, 1);
    page.button(&replays::WATCH).click();
    page.role("slider", &replays::TIME).wait();
    page.evaluate("unblock()");
    page.wait_for_archived(1);
    page.wait_for(
        "local storage without it",
        "!Object.keys(localStorage).some((key) => key.startsWith('quintet/replays/r'))",
    );
    page.evaluate("location.hash = '#/replays'");
    wait_for_rows(&page, 1);
    finish_a_game(&page);
    page.evaluate("unblock()");
    page.wait_for_archived(2);
}

/// The database has no room until something is deleted.
const FULL: &str = "
    let full = location.protocol !== 'about:' && !!localStorage.getItem('full');
    const { put, delete: remove } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...args) {
        if (full) throw new DOMException('full', 'QuotaExceededError');
        return put.apply(this, args);
    };
    IDBObjectStore.prototype.delete = function (...args) {
        full = false;
        return remove.apply(this, args);
    };";

#[test]
fn in_a_full_database_the_oldest_that_nobody_pinned_gives_way() {
    let page = Device::DESKTOP.with_script(FULL).open("/marathon");
    let mut list: Vec<Value> = (0..4).map(about).collect();
    list[0]["pinned"] = true.into();
    list[1]["ranked"] = true.into();
    page.archive(&list, RECORDED);
    page.store("full", "yes");
    finish_a_game(&page);
    page.wait_until("the new one", || page.archived().iter().all(|it| it["id"] != "r2"));
    let ids = page.wait_for_archived(4);
    assert_eq!(ids[..3], ["r0", "r1", "r3"], "and the new one: {ids:?}");
}

/// The database has no room whatever is deleted.
const ALWAYS_FULL: &str = "
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...args) {
        if (localStorage.getItem('full')) throw new DOMException('full', 'QuotaExceededError');
        return put.apply(this, args);
    };";

#[test]
fn a_replay_that_never_fits_into_the_database_costs_no_other_and_is_kept_elsewhere() {
    let page = Device::DESKTOP.with_script(ALWAYS_FULL).open("/marathon");
    let list: Vec<Value> = (0..40).map(about).collect();
    page.archive(&list, RECORDED);
    page.store("full", "yes");
    finish_a_game(&page);
    page.wait_for(
        "the replay in local storage",
        "Object.keys(localStorage).some((key) => key.startsWith('quintet/replays/r1'))",
    );
    assert_eq!(page.archived().len(), list.len());
    page.go("/replays");
    wait_for_rows(&page, 41);
    page.go("/replays/r0");
    page.role("slider", &replays::TIME).wait();
}

#[test]
fn replays_are_pinned_deleted_and_cleared() {
    let page = Device::DESKTOP.open("/marathon");
    let list: Vec<Value> = (0..5).map(about).collect();
    page.archive(&list, RECORDED);
    page.go("/replays");
    wait_for_rows(&page, 5);
    page.button(&replays::DELETE).click();
    wait_for_rows(&page, 4);
    page.button(&replays::PIN).click();
    page.wait_for("the pin", "document.querySelector('[aria-pressed=true]')");
    page.button(&replays::CLEAR).click();
    page.button(&replays::CLEAR_SURE).click();
    wait_for_rows(&page, 1);
    assert_eq!(page.wait_for_archived(1), ["r3"]);
    page.reload();
    wait_for_rows(&page, 1);
}

#[test]
fn a_backup_takes_the_replays_of_the_database_along() {
    let page = Device::DESKTOP.open("/marathon");
    page.archive(&(0..30).map(about).collect::<Vec<_>>(), RECORDED);
    page.go("/settings");
    let file = page.download(|| page.button(&settings::EXPORT).click());
    let other = Device::DESKTOP.open("/settings");
    other.part("input[type=file]").choose(&file);
    assert_eq!(other.wait_for_archived(30)[0], "r0");
    other.go("/replays/r7");
    other.role("slider", &replays::TIME).wait();
    other.go("/settings");
    other.button(&settings::RESET).click();
    other.button(&settings::ERASE).click();
    other.wait_for_archived(0);
    other.go("/replays");
    other.text(&replays::NONE).wait();
    other.wait_for_archived(0);
}

#[test]
fn what_the_database_cannot_do_is_said() {
    const BROKEN: &str = "IDBObjectStore.prototype.getAll = () => {
        throw new DOMException('broken', 'UnknownError');
    };";
    let page = Device::DESKTOP.with_script(BROKEN).open("/replays");
    let said = json!(notices::REPLAYS_REFUSED.text());
    let condition = format!("document.querySelector('.notices').textContent.includes({said})");
    page.wait_for("the notice", &condition);
}
