//! What is kept on the device: damaged, blocked, full, taken along.

use quintet_e2e::{Device, Key, Page, json};
use quintet_words::{menu, notices, play, replays, results, settings};

use crate::scenes::play_to_the_end;

fn notices(page: &Page) -> String {
    page.role("region", &notices::NOTICES).words()
}

#[test]
fn damaged_data_is_reported_and_set_aside_and_the_app_goes_on() {
    let page = Device::DESKTOP.open("/marathon");
    let damaged = [
        ("quintet/settings", "{\"version\":1,\"data\":"),
        ("quintet/scores/marathon/marathon", "[1, 2]"),
        ("quintet/replays", "nonsense"),
    ];
    for (key, text) in damaged {
        page.store(key, text);
    }
    page.go("/marathon");
    let lost = notices::unreadable(notices::SETTINGS, &notices::damaged_at(20));
    page.wait_for(
        "the report",
        &format!("document.querySelector('.notices').textContent.includes({})", json!(lost)),
    );
    page.button(&menu::HIGH_SCORES).click();
    page.text(&results::NO_SCORES).wait();
    let lost = notices::unreadable(notices::HIGH_SCORES, &notices::NO_VERSION);
    assert!(notices(&page).contains(&lost), "{}", notices(&page));
    page.go("/replays");
    page.text(&replays::NONE).wait();
    let everything = page.evaluate("Object.values(localStorage)");
    for (key, text) in damaged {
        let kept = everything.as_array().expect("a list").iter().any(|kept| kept == text);
        assert!(kept, "what was in {key} is set aside: {everything}");
        assert_ne!(page.stored(key).as_deref(), Some(text), "{key} is out of the way");
    }
    page.go("/marathon/play?seed=1");
    page.board();
    assert!(play_to_the_end(&page) > 0);
    page.reload();
    assert_eq!(notices(&page), "", "it is said once");
}

#[test]
fn strange_values_in_settings_are_brought_within_limits() {
    let page = Device::DESKTOP.open("/marathon");
    let strange =
        json!({ "version": 1, "data": { "das_ms": 99_999, "previews": 0, "sound": 250 } });
    page.store("quintet/settings", &strange.to_string());
    page.go("/marathon/play?seed=1");
    page.board();
    assert_eq!(page.next_pieces().len(), 1);
}

#[test]
fn blocked_storage_is_reported_and_the_app_plays_on() {
    const BLOCKED: &str = "
        Object.defineProperty(window, 'localStorage', {
            get() { throw new DOMException('The operation is insecure.', 'SecurityError'); },
        });
    ";
    let page = Device::DESKTOP.with_script(BLOCKED).open("/marathon");
    assert!(notices(&page).contains(notices::NO_STORAGE.text()), "{}", notices(&page));
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    let score = play_to_the_end(&page);
    page.text(&results::NEW_HIGH_SCORE).wait();
    page.button(&menu::HIGH_SCORES).click();
    page.role("columnheader", &results::RANK).wait();
    let listed = page.part("tbody tr td:nth-child(2)").words();
    assert_eq!(crate::scenes::number(&listed), score, "until the page is closed");
}

#[test]
fn full_storage_is_reported_and_nothing_is_lost_until_the_page_is_closed() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.evaluate(FILL);
    page.board();
    let score = play_to_the_end(&page);
    assert!(notices(&page).contains(notices::STORAGE_FULL.text()), "{}", notices(&page));
    page.button(&notices::DISMISS).click();
    page.button(&menu::HIGH_SCORES).click();
    page.role("columnheader", &results::RANK).wait();
    let listed = page.part("tbody tr td:nth-child(2)").words();
    assert_eq!(crate::scenes::number(&listed), score);
}

/// Fills what is left of the storage with something else.
const FILL: &str = "(() => {
    let piece = 'x'.repeat(1 << 20);
    for (let number = 0; piece.length > 0; number++) {
        try { localStorage.setItem(`other${number}`, piece); }
        catch { piece = piece.slice(piece.length >> 1 || 1); }
    }
    return true;
})()";

/// A browser without a database: replays are in local storage.
const NO_DATABASE: &str = "Object.defineProperty(window, 'indexedDB', { value: undefined });";

/// Storage that is full, of which three old replays are a part.
fn full_of_replays(script: &'static str) -> Page {
    let page = Device::DESKTOP.with_script(script).open("/marathon");
    let kept = |number: u32| {
        json!({
            "id": format!("r{number}"), "game": "marathon", "mode": "marathon", "score": 1,
            "lines": 1, "time_us": 1, "date": "2026-01-05", "ranked": false,
        })
    };
    for number in 0..3 {
        let replay = json!({ "version": 1, "data": "A".repeat(20_000) }).to_string();
        page.store(&format!("quintet/replays/r{number}"), &replay);
    }
    let list = json!({ "next": 3, "kept": [kept(2), kept(1), kept(0)] });
    page.store("quintet/replays", &json!({ "version": 1, "data": list }).to_string());
    page.evaluate(FILL);
    page
}

#[test]
fn replays_make_room_for_a_score_the_oldest_first() {
    let page = full_of_replays(NO_DATABASE);
    page.go("/marathon/play?seed=1");
    page.board();
    let score = play_to_the_end(&page);
    assert_eq!(notices(&page), "", "everything was kept");
    assert_eq!(page.stored("quintet/replays/r0"), None);
    page.stored("quintet/replays/r2").expect("newer ones stay");
    page.stored("quintet/replays/r3").expect("the new one is kept");
    page.reload();
    page.go("/marathon/scores");
    page.role("columnheader", &results::RANK).wait();
    let listed = page.part("tbody tr td:nth-child(2)").words();
    assert_eq!(crate::scenes::number(&listed), score);
}

#[test]
fn replays_make_room_for_a_game_that_waits() {
    let page = full_of_replays(NO_DATABASE);
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    page.press(Key::SPACE);
    page.pass(20.0);
    page.reload();
    page.button(&menu::RESUME).wait_for_focus();
}

/// There is room for everything but a game that waits.
const NO_ROOM_FOR_GAMES: &str = "
    const put = Storage.prototype.setItem;
    Storage.prototype.setItem = function (key, text) {
        if (key.startsWith('quintet/unfinished/')) {
            throw new DOMException('full', 'QuotaExceededError');
        }
        put.call(this, key, text);
    };
";

#[test]
fn a_game_that_cannot_be_kept_is_not_left_without_a_word() {
    let page = Device::DESKTOP.with_script(NO_ROOM_FOR_GAMES).open("/marathon");
    let asks = || {
        page.evaluate(
            "(() => {
                const leaving = new Event('beforeunload', { cancelable: true });
                dispatchEvent(leaving);
                return leaving.defaultPrevented;
            })()",
        )
    };
    page.button(&menu::START_GAME).wait();
    assert_eq!(asks(), false, "nothing is lost");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    page.press(Key::SPACE);
    page.pass(20.0);
    page.press(Key::ESCAPE);
    page.text(&notices::STORAGE_FULL).wait();
    assert_eq!(asks(), true, "the browser asks");
    page.button(&play::QUIT).click();
    page.wait_for_address("/marathon");
    assert_eq!(asks(), false);
}

#[test]
fn a_replay_that_never_fits_drops_no_others() {
    const NEVER_FITS: &str = "
        Object.defineProperty(window, 'indexedDB', { value: undefined });
        const put = Storage.prototype.setItem;
        Storage.prototype.setItem = function (key, text) {
            if (key === 'quintet/replays/r3') throw new DOMException('full', 'QuotaExceededError');
            put.call(this, key, text);
        };
    ";
    let page = full_of_replays(NEVER_FITS);
    page.go("/marathon/play?seed=1");
    page.board();
    play_to_the_end(&page);
    for number in 1..3 {
        page.stored(&format!("quintet/replays/r{number}")).expect("it is still there");
    }
}

#[test]
fn pinned_replays_stay_when_the_list_is_cleared() {
    let page = full_of_replays(NO_DATABASE);
    page.go("/replays");
    page.text(&replays::size(3, "121")).wait();
    page.button(&replays::PIN).click();
    page.button(&replays::CLEAR).click();
    page.button(&replays::CLEAR_SURE).click();
    page.wait_for("one line", "document.querySelectorAll('.replay').length === 1");
    page.stored("quintet/replays/r2").expect("the pinned one");
    assert_eq!(page.stored("quintet/replays/r1"), None);
}

#[test]
fn all_data_can_be_taken_to_another_browser() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    let score = play_to_the_end(&page);
    page.go("/settings");
    page.starting("switch", &settings::GHOST).click();
    let file = page.download(|| page.button(&settings::EXPORT).click());
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(
        name.starts_with("quintet-") && file.extension().is_some_and(|e| e == "json"),
        "{name}"
    );

    let other = Device::DESKTOP.open("/settings");
    assert_eq!(
        other.starting("switch", &settings::GHOST).ask("function() { return this.checked; }"),
        true
    );
    other.part("input[type=file]").choose(&file);
    other.wait_until("the imported settings", || {
        let ghost = other.starting("switch", &settings::GHOST);
        ghost.is_there() && ghost.ask("function() { return this.checked; }") == false
    });
    other.go("/marathon/scores");
    other.role("columnheader", &results::RANK).wait();
    let listed = other.part("tbody tr td:nth-child(2)").words();
    assert_eq!(crate::scenes::number(&listed), score);
}

#[test]
fn a_file_that_is_no_backup_is_refused_and_changes_nothing() {
    let page = Device::DESKTOP.open("/settings");
    page.starting("switch", &settings::GRID).click();
    let file = quintet_e2e::folder().join("no-backup.json");
    std::fs::create_dir_all(quintet_e2e::folder()).expect("the folder can be made");
    std::fs::write(&file, "{\"format\":\"something else\"}").expect("the file can be written");
    page.part("input[type=file]").choose(&file);
    page.wait_for("the refusal", "document.querySelector('.notices').textContent.length > 0");
    page.reload();
    assert_eq!(
        page.starting("switch", &settings::GRID).ask("function() { return this.checked; }"),
        false
    );
}

#[test]
fn everything_can_be_erased_but_not_by_one_slip() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    play_to_the_end(&page);
    page.go("/settings");
    page.button(&settings::RESET).click();
    page.button(&settings::KEEP).click();
    page.go("/marathon/scores");
    page.role("columnheader", &results::RANK).wait();
    page.go("/settings");
    page.button(&settings::RESET).click();
    page.evaluate("document.documentElement.dataset.old = 'yes'");
    page.button(&settings::ERASE).click();
    page.wait_for(
        "a fresh start",
        "!document.documentElement.dataset.old && !!document.querySelector('main')",
    );
    page.go("/marathon/scores");
    page.text(&results::NO_SCORES).wait();
    page.press(Key::ESCAPE);
}
