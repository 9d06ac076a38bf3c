//! The list of high scores, and keeping it.

use quintet_e2e::{Device, Page, json};
use quintet_words::{menu, replays, results};

use crate::scenes::play_to_the_end;

const KEY: &str = "quintet/scores/marathon/marathon";

/// The ten best of the drawing, in a muddle.
fn ten() -> String {
    let entries = [
        (98_200, 8, "2026-01-03"),
        (8_400, 1, "2025-12-27"),
        (156_800, 12, "2026-01-05"),
        (21_500, 2, "2025-12-29"),
        (124_500, 9, "2026-01-04"),
        (54_800, 5, "2026-01-01"),
        (76_100, 7, "2026-01-02"),
        (32_100, 3, "2025-12-30"),
        (43_200, 4, "2025-12-31"),
        (15_200, 2, "2025-12-28"),
    ];
    let entries = entries.map(|(score, level, date)| {
        json!({ "score": score, "level": level, "lines": 0, "time_us": 0, "date": date })
    });
    json!({ "version": 1, "data": entries }).to_string()
}

fn with_ten() -> Page {
    let page = Device::DESKTOP.open("/marathon");
    page.store(KEY, &ten());
    page.go("/marathon");
    page
}

/// The first four cells of every line of the table.
fn lines(page: &Page) -> Vec<Vec<String>> {
    page.role("columnheader", &results::RANK).wait();
    let lines = page.evaluate(
        "[...document.querySelectorAll('tbody tr')].map((line) =>
            [...line.cells].slice(0, 4).map((cell) => cell.textContent.trim()))",
    );
    let text = |cell: &quintet_e2e::Value| cell.as_str().unwrap_or_default().to_owned();
    let line = |line: &quintet_e2e::Value| {
        line.as_array().map_or(vec![], |l| l.iter().map(text).collect())
    };
    lines.as_array().map_or(vec![], |all| all.iter().map(line).collect())
}

/// M-075 M-076 M-078 M-171 M-172 M-173 M-174
#[test]
fn the_ten_best_are_listed_best_first_with_rank_level_and_date() {
    let page = with_ten();
    page.button(&menu::HIGH_SCORES).click();
    page.wait_for_address("/marathon/scores");
    let listed = lines(&page);
    let expected = [
        ["1st", "156,800", "12", "2026-01-05"],
        ["2nd", "124,500", "9", "2026-01-04"],
        ["3rd", "98,200", "8", "2026-01-03"],
        ["4th", "76,100", "7", "2026-01-02"],
        ["5th", "54,800", "5", "2026-01-01"],
        ["6th", "43,200", "4", "2025-12-31"],
        ["7th", "32,100", "3", "2025-12-30"],
        ["8th", "21,500", "2", "2025-12-29"],
        ["9th", "15,200", "2", "2025-12-28"],
        ["10th", "8,400", "1", "2025-12-27"],
    ];
    assert_eq!(listed, expected);
    for header in ["RANK", "SCORE", "LEVEL", "DATE"] {
        let header = page.role("columnheader", header);
        assert!(header.px("border-bottom-width") >= 1.0, "a rule beneath");
    }
}

/// M-170 M-175
#[test]
fn the_title_is_golden_and_rows_alternate() {
    let page = with_ten();
    page.go("/marathon/scores");
    let title = page.role("heading", "★ HIGH SCORES ★");
    assert_eq!(title.px("font-size"), page.token_px("text-3xl"));
    assert_eq!(title.colour("color"), page.token_colour("color-accent-gold"));
    let row = |number: u32| {
        page.part(&format!("tbody tr:nth-child({number})")).colour("background-color")
    };
    let (chrome, grid) = (page.token_colour("color-chrome"), page.token_colour("color-grid-bg"));
    let rows = [1, 2, 3, 4].map(row);
    assert!(
        rows == [chrome, grid, chrome, grid] || rows == [grid, chrome, grid, chrome],
        "{rows:?}"
    );
}

/// M-176
#[test]
fn back_to_menu_and_escape_lead_to_the_start_screen() {
    let page = with_ten();
    page.button(&menu::HIGH_SCORES).click();
    page.button("BACK TO MENU").click();
    page.wait_for_address("/marathon");
    page.button("START GAME").wait();
    page.button(&menu::HIGH_SCORES).click();
    page.button("BACK TO MENU").wait();
    page.press(quintet_e2e::Key::ESCAPE);
    page.wait_for_address("/marathon");
    page.button("START GAME").wait();
}

/// M-075 M-077 M-078 M-241
#[test]
fn a_score_is_kept_and_survives_a_reload() {
    let page = Device::DESKTOP.open("/marathon/play?seed=5");
    page.board();
    let score = play_to_the_end(&page);
    page.button(&menu::HIGH_SCORES).click();
    page.wait_for_address("/marathon/scores");
    let today = page.evaluate("new Date().toLocaleDateString('sv')");
    let kept = lines(&page);
    assert_eq!(kept.len(), 1);
    assert_eq!(kept[0][0], "1st");
    assert_eq!(crate::scenes::number(&kept[0][1]), score);
    assert_eq!(kept[0][2], "1");
    assert_eq!(Some(kept[0][3].as_str()), today.as_str());
    let stored = page.stored(KEY).expect("it is in local storage");
    assert!(stored.contains(&score.to_string()), "{stored}");
    page.reload();
    assert_eq!(lines(&page), kept);
}

/// M-076
#[test]
fn a_score_below_the_tenth_is_not_listed() {
    let page = with_ten();
    page.go("/marathon/play?seed=5");
    page.board();
    let score = play_to_the_end(&page);
    assert!(score < 8_400, "a game of careless drops earns little: {score}");
    assert!(!page.text(&results::NEW_HIGH_SCORE).is_there());
    page.button(&menu::HIGH_SCORES).click();
    let listed = lines(&page);
    assert_eq!((listed.len(), listed[9][1].as_str()), (10, "8,400"));
}

#[test]
fn an_empty_list_says_so() {
    let page = Device::DESKTOP.open("/marathon/scores");
    page.text(&results::NO_SCORES).wait();
}

#[test]
fn a_replay_that_is_gone_is_not_offered() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    play_to_the_end(&page);
    page.wait_for_archived(1);
    page.go("/marathon/scores");
    page.button(&results::WATCH).wait();
    page.go("/replays");
    page.button(&replays::DELETE).click();
    page.wait_for_archived(0);
    page.go("/marathon/scores");
    page.role("columnheader", &results::RANK).wait();
    assert!(!page.button(&results::WATCH).is_there());
}

#[test]
fn scores_by_older_rules_stand_below_the_others() {
    let page = Device::DESKTOP.open("/marathon");
    let entry = |time_us: u64| json!({ "score": 9000, "level": 1, "lines": 40, "time_us": time_us, "date": "2026-01-05" });
    let list = |time_us| json!({ "version": 1, "data": [entry(time_us)] }).to_string();
    page.store("quintet/scores/marathon/sprint", &list(61_234_000));
    page.go("/marathon/scores?mode=sprint");
    page.text(&results::NO_SCORES).wait();
    page.role("heading", &results::OLDER_SCORES).wait();
    page.text("1:01.234").wait();
    page.store("quintet/scores/marathon/sprint-2", &list(59_876_000));
    page.reload();
    let times = page.evaluate(
        "[...document.querySelectorAll('.scores')].map((it) => it.textContent.match(/\\d:\\d\\d\\.\\d{3}/)[0])",
    );
    assert_eq!(times, json!(["0:59.876", "1:01.234"]), "the newer rules first");
}
