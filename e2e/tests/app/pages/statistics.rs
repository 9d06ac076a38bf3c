//! The page of statistics.

use quintet_e2e::{Device, Key, Page, json};
use quintet_words::{games, menu, results, settings, statistics as words};

use crate::scenes::{number, play_to_the_end};

/// What a tile of the sums says.
fn tile(page: &Page, name: &str) -> String {
    let find = format!(
        "[...document.querySelectorAll('.tiles > div')]
            .find(it => it.querySelector('dt').textContent === {})
            ?.querySelector('dd').textContent ?? ''",
        json!(name)
    );
    page.evaluate(&find).as_str().unwrap_or_default().to_owned()
}

#[test]
fn a_finished_game_is_counted_and_taken_along_with_the_backup() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    let score = play_to_the_end(&page);
    page.go("/marathon");
    page.button(&menu::STATISTICS).click();
    page.wait_for_address("/statistics");
    page.role("columnheader", &words::MODE).wait();
    assert_eq!(tile(&page, &words::GAMES), "1");
    page.role("rowheader", &games::MARATHON).wait();
    page.part("tbody button").click();
    page.wait_for_address("/statistics/marathon");
    page.text(&words::SCORE_PLOT).wait();
    assert_eq!(number(&tile(&page, &words::BEST)), score);
    let pieces = number(&tile(&page, &words::PIECES));
    assert!(pieces > 5, "every piece was dropped: {pieces}");
    assert_eq!(tile(&page, &words::KEYS_PER_PIECE), "1.00");
    page.text(&words::CLEARS_PLOT).wait();

    page.go("/settings");
    let file = page.download(|| page.button(&settings::EXPORT).click());
    let other = Device::DESKTOP.open("/settings");
    other.evaluate("document.documentElement.dataset.old = 'yes'");
    other.part("input[type=file]").choose(&file);
    other.wait_for("the import", "!document.documentElement.dataset.old");
    other.go("/statistics/marathon");
    other.text(&words::SCORE_PLOT).wait();
    assert_eq!(number(&tile(&other, &words::PIECES)), pieces);
}

#[test]
fn a_plot_opens_as_a_table_by_keys() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    let score = play_to_the_end(&page);
    page.go("/statistics/marathon");
    page.part(".plot summary").wait();
    page.part(".plot summary").focus();
    page.press(Key::ENTER);
    page.role("table", &words::SCORE_PLOT).wait();
    let row = page.part(".plot-table tbody tr").words();
    assert!(row.contains(&quintet_words::thousands(score).to_string()), "{row}");
}

#[test]
fn games_before_histories_were_kept_are_there_with_their_results() {
    let page = Device::DESKTOP.open("/marathon");
    let entry = |score: u32, date: &str| {
        json!({ "score": score, "level": 2, "lines": 12, "time_us": 90_000_000, "date": date,
            "helped": false, "replay": null })
    };
    let scores = json!([entry(9000, "2026-02-01"), entry(5000, "2026-01-01")]);
    let scores = json!({ "version": 1, "data": scores });
    page.store("quintet/scores/marathon/marathon", &scores.to_string());
    page.go("/statistics/marathon");
    page.text(&words::SCORE_PLOT).wait();
    assert_eq!(tile(&page, &words::GAMES), "2");
    assert_eq!(tile(&page, &words::TIME_PLAYED), words::minutes(3));
    page.text(&words::uncounted(2)).wait();
    assert!(!page.text(&words::SPEED_PLOT).is_there(), "nobody counted the pieces");
}

#[test]
fn the_best_so_far_is_that_of_games_before_the_plot_too() {
    let page = Device::DESKTOP.open("/statistics");
    page.store_history("marathon", "marathon", 450);
    let best = json!({ "score": 9_999_999, "level": 20, "lines": 200, "time_us": 90_000_000,
        "date": "2026-01-01", "helped": false, "replay": null });
    let scores = json!({ "version": 1, "data": [best] });
    page.store("quintet/scores/marathon/marathon", &scores.to_string());
    page.go("/statistics/marathon");
    page.text(&words::best_so_far("9,999,999")).wait();
    page.text(&words::last_games(400)).wait();
}

#[test]
fn before_the_first_game_the_page_says_so_and_leads_to_one() {
    let page = Device::DESKTOP.open("/statistics");
    page.text(&words::NONE).wait();
    page.text(&games::FLIP).click();
    page.text(&words::none_of(&games::FLIP)).wait();
    page.press(Key::ESCAPE);
    page.wait_for_address("/flip");
    page.go("/statistics/domino?mode=hard");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/domino/play");
}

#[test]
fn the_page_leads_back_to_the_game() {
    let page = Device::DESKTOP.open("/statistics/flip");
    page.button(&results::BACK_TO_MENU).click();
    page.wait_for_address("/flip");
}

#[test]
fn the_tab_that_was_chosen_has_the_focus() {
    let page = Device::DESKTOP.open("/statistics");
    let is_focused = "document.activeElement.matches('[aria-current]')";
    page.wait_for("all games", is_focused);
    // The game beside it, and then the second of its modes.
    for mode in [games::MARATHON, games::SPRINT] {
        page.press(Key::TAB);
        page.press(Key::ENTER);
        page.wait_until("the mode", || page.part("nav + nav [aria-current]").words() == *mode);
        page.wait_for("its tab", is_focused);
    }
}
