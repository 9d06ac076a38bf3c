//! What is kept on the device: damaged, blocked, full, taken along.

use quintet_e2e::{Device, Key, Page, json};
use quintet_words::{menu, notices, replays, results, settings};

use crate::scenes::play_to_the_end;

fn notices(page: &Page) -> String {
    page.role("region", &notices::NOTICES).words()
}

/// M-077
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
    page.evaluate(
        "(() => {
            let piece = 'x'.repeat(1 << 20);
            for (let number = 0; piece.length > 0; number++) {
                try { localStorage.setItem(`other${number}`, piece); }
                catch { piece = piece.slice(piece.length >> 1 || 1); }
            }
            return true;
        })()",
    );
    page.board();
    let score = play_to_the_end(&page);
    assert!(notices(&page).contains(notices::STORAGE_FULL.text()), "{}", notices(&page));
    page.button(&notices::DISMISS).click();
    page.button(&menu::HIGH_SCORES).click();
    page.role("columnheader", &results::RANK).wait();
    let listed = page.part("tbody tr td:nth-child(2)").words();
    assert_eq!(crate::scenes::number(&listed), score);
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
