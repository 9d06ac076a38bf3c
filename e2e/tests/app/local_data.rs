//! What is kept on the device: damaged, blocked, full, taken along.

use quintet_e2e::{Device, Key, Page, json};

use crate::scenes::play_to_the_end;

fn notices(page: &Page) -> String {
    page.role("region", "Notices").words()
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
    page.wait_for(
        "the report",
        "document.body.textContent.includes('saved settings could not be read')",
    );
    page.button("HIGH SCORES").click();
    page.text("No scores yet. Play a game!").wait();
    assert!(notices(&page).contains("saved high scores could not be read"), "{}", notices(&page));
    page.go("/replays");
    page.text("No replays yet. Play a game!").wait();
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
    assert!(!notices(&page).contains("could not be read"), "it is said once");
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
    assert!(notices(&page).contains("keeps no data"), "{}", notices(&page));
    page.button("START GAME").click();
    page.wait_for_address("/marathon/play");
    page.board();
    let score = play_to_the_end(&page);
    page.text("★ NEW HIGH SCORE! ★").wait();
    page.button("HIGH SCORES").click();
    page.role("columnheader", "RANK").wait();
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
    assert!(notices(&page).contains("storage for this page is full"), "{}", notices(&page));
    page.button("DISMISS").click();
    page.button("HIGH SCORES").click();
    page.role("columnheader", "RANK").wait();
    let listed = page.part("tbody tr td:nth-child(2)").words();
    assert_eq!(crate::scenes::number(&listed), score);
}

#[test]
fn all_data_can_be_taken_to_another_browser() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    let score = play_to_the_end(&page);
    page.go("/settings");
    page.starting("switch", "Ghost").click();
    let file = page.download(|| page.button("EXPORT").click());
    let name = file.file_name().expect("a name").to_string_lossy().into_owned();
    assert!(
        name.starts_with("quintet-") && file.extension().is_some_and(|e| e == "json"),
        "{name}"
    );

    let other = Device::DESKTOP.open("/settings");
    assert_eq!(other.starting("switch", "Ghost").ask("function() { return this.checked; }"), true);
    other.part("input[type=file]").choose(&file);
    other.wait_until("the imported settings", || {
        let ghost = other.starting("switch", "Ghost");
        ghost.is_there() && ghost.ask("function() { return this.checked; }") == false
    });
    other.go("/marathon/scores");
    other.role("columnheader", "RANK").wait();
    let listed = other.part("tbody tr td:nth-child(2)").words();
    assert_eq!(crate::scenes::number(&listed), score);
}

#[test]
fn a_file_that_is_no_backup_is_refused_and_changes_nothing() {
    let page = Device::DESKTOP.open("/settings");
    page.starting("switch", "Grid").click();
    let file = quintet_e2e::folder().join("no-backup.json");
    std::fs::create_dir_all(quintet_e2e::folder()).expect("the folder can be made");
    std::fs::write(&file, "{\"format\":\"something else\"}").expect("the file can be written");
    page.part("input[type=file]").choose(&file);
    page.wait_for(
        "the refusal",
        "document.querySelector('[aria-label=Notices]').textContent.length > 0",
    );
    page.reload();
    assert_eq!(page.starting("switch", "Grid").ask("function() { return this.checked; }"), false);
}

#[test]
fn everything_can_be_erased_but_not_by_one_slip() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    play_to_the_end(&page);
    page.go("/settings");
    page.button("RESET ALL DATA").click();
    page.button("KEEP MY DATA").click();
    page.go("/marathon/scores");
    page.role("columnheader", "RANK").wait();
    page.go("/settings");
    page.button("RESET ALL DATA").click();
    page.evaluate("document.documentElement.dataset.old = 'yes'");
    page.button("ERASE EVERYTHING").click();
    page.wait_for(
        "a fresh start",
        "!document.documentElement.dataset.old && !!document.querySelector('main')",
    );
    page.go("/marathon/scores");
    page.text("No scores yet. Play a game!").wait();
    page.press(Key::ESCAPE);
}
