//! Every screen in windows of all sizes, with and without touch: nothing is cut off, covered,
//! overlapping or outside the window, and all text is large enough to read.

use quintet_e2e::{Device, Key, Page, Position, SCREENS, Server};
use quintet_words::{games, menu, online, play, replays, results, settings};

use crate::layout::board_size::fit;
use crate::online::matches::{give_name, lose as lose_match, wait_for_play};
use crate::scenes::{open_replay, play_to_the_end};

pub(crate) const SIZES: [(u32, u32); 13] = [
    (320, 568),
    (360, 640),
    (390, 844),
    (568, 320),
    (667, 331),
    (740, 310),
    (844, 390),
    (768, 1024),
    (1024, 768),
    (1280, 720),
    (1440, 900),
    (1920, 1080),
    (2560, 1440),
];

/// A screen of the first size: still, since whatever moves would have to be waited for.
pub(crate) fn device(touch: bool) -> Device {
    Device { touch, reduced_motion: true, ..Device::DESKTOP.sized(SIZES[0].0, SIZES[0].1) }
}

/// What is misplaced on this screen, in windows of all sizes. The window is left as it was found: in
/// the largest one frames take so long that a game in it hardly comes to its end.
pub(crate) fn look(page: &Page, screen: &str, faults: &mut Vec<String>) {
    look_and(page, screen, faults, |_| {});
}

/// The same, with another check in every window.
pub(crate) fn look_and(
    page: &Page,
    screen: &str,
    faults: &mut Vec<String>,
    check: impl Fn(Device),
) {
    let touch = if page.device().touch { " touch" } else { "" };
    page.wait_for_stillness();
    let found = page.device();
    for (width, height) in SIZES {
        page.set_device(found.sized(width, height));
        let here = page.misplaced();
        faults
            .extend(here.iter().map(|fault| format!("{screen} {width}x{height}{touch}: {fault}")));
        check(page.device());
    }
    page.set_device(found);
    page.wait_for_layout();
}

/// Looks at screens in windows with and without touch, and fails if anything is misplaced.
pub(crate) fn check(visit: fn(&Page, &mut Vec<String>)) {
    let mut faults = Vec::new();
    for touch in [false, true] {
        visit(&device(touch).window(), &mut faults);
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Looks at the screens of the table whose names begin so, each opened in the smallest window.
fn check_screens(chapters: &[&str]) {
    let server = chapters.iter().any(|it| it.starts_with("online")).then(Server::open);
    let server = server.as_ref().map_or("", Server::address);
    let mut faults = Vec::new();
    for touch in [false, true] {
        let begins_so = |name: &str| chapters.iter().any(|chapter| name.starts_with(chapter));
        for (name, open) in SCREENS.iter().filter(|(name, _)| begins_so(name)) {
            let shown = open(device(touch), server);
            look(&shown.page, name, &mut faults);
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn every_screen_beside_the_games_fits_into_every_window() {
    check_screens(&["home", "statistics-", "settings", "replay"]);
}

/// Questions, pauses, counts and results as they are reached in the table, and words over boards.
/// The demos have tests of their own: they move, and there are none where little motion is wanted.
#[test]
fn every_screen_of_a_game_for_one_fits_into_every_window() {
    let marathon = ["resume", "game-waits", "clear", "level-up", "count", "over"];
    let marathon = marathon.map(|name| ["marathon-", name].concat());
    let others = ["marathon-sprint", "marathon-ultra", "domino", "flip", "minimal"];
    let chapters = marathon.iter().map(String::as_str).chain(others);
    check_screens(&chapters.collect::<Vec<_>>());
}

#[test]
fn every_screen_of_a_duel_fits_into_every_window() {
    check_screens(&["battle", "versus"]);
}

/// The words over a match that waits for its connection have a test of their own.
#[test]
fn every_screen_of_a_server_fits_into_every_window() {
    let matches = ["online-match", "online-leave", "online-spectator", "online-result"];
    let others = ["online-name", "online-leaderboard", "online-lobby", "online-room"];
    check_screens(&[&others[..], &matches].concat());
}

/// A position late in a game, with large numbers.
fn late(level_lines: u32) -> Position {
    let rows = ["GG........", "LLLL.ZZZZZ"];
    let position = Position::entering("T").board(&rows).next(&["I", "L", "T", "O", "S"]);
    position.with("hold", "J").with("score", 1_234_560).with("lines", level_lines)
}

/// Waits for the boards of a game that has begun, and lets the count before it pass.
pub(crate) fn begun(page: &Page, address: &str) {
    page.go(address);
    page.wait_for("a board", "!!document.querySelector('.board-canvas')");
    page.pass_swiftly(2500.0);
}

/// Loses a game of Marathon with a score that is good enough for the list.
pub(crate) fn lose(page: &Page) {
    page.go(&late(42).board(&["...GGGG..."; 18]).address());
    page.wait_for("a board", "!!document.querySelector('.board-canvas')");
    page.pass(0.0);
    page.press(Key::SPACE);
    page.role("dialog", &results::GAME_OVER).wait();
}

#[test]
fn the_front_door_and_the_pages_that_explain_the_games_fit_into_every_window() {
    check(|page, faults| {
        lose(page);
        begun(page, "/flip/play?seed=3");
        page.evaluate("location.hash = '#/'");
        page.button(&menu::continue_game(games::FLIP)).wait();
        look(page, "home", faults);
        for game in ["marathon", "domino", "battle", "minimal", "flip"] {
            page.go(&format!("/{game}/how-to-play"));
            look(page, &format!("how to play {game}"), faults);
        }
    });
}

#[test]
fn every_start_screen_and_its_controls_fit_into_every_window() {
    check(|page, faults| {
        for game in ["marathon", "domino", "battle", "minimal", "flip"] {
            page.go(&format!("/{game}"));
            look(page, game, faults);
            page.go(&format!("/{game}/controls"));
            look(page, &format!("{game} controls"), faults);
        }
    });
}

#[test]
fn every_game_for_one_fits_into_every_window() {
    check(|page, faults| {
        for mode in ["marathon", "sprint", "ultra"] {
            begun(
                page,
                &late(if mode == "sprint" { 28 } else { 142 }).address_in("marathon", mode),
            );
            look(page, mode, faults);
        }
        for mode in ["easy", "hard"] {
            begun(page, &format!("/domino/play?mode={mode}&seed=3"));
            look(page, &format!("domino {mode}"), faults);
        }
        for game in ["flip", "minimal"] {
            begun(page, &format!("/{game}/play?seed=3"));
            look(page, game, faults);
        }
    });
}

#[test]
fn every_duel_fits_into_every_window() {
    check(|page, faults| {
        for mode in ["battle", "versus"] {
            begun(page, &format!("/battle/play?mode={mode}&seed=3"));
            look(page, mode, faults);
        }
        page.go("/battle/play?mode=versus&seed=3");
        page.part(".count:not(:empty)").wait();
        look(page, "count", faults);
        page.go("/battle?mode=versus");
        page.role("radio", &menu::TWO_PLAYERS).click();
        page.role("radio", &menu::best_of(5)).click();
        look(page, "start of two players", faults);
        for mode in ["battle", "versus"] {
            begun(page, &format!("/battle/play?mode={mode}&seed=3"));
            look(page, &format!("{mode} for two"), faults);
        }
        page.go("/battle/play?mode=versus&seed=3");
        page.part(".count:not(:empty)").wait();
        look(page, "count for two", faults);
    });
}

/// Switches all live numbers on.
fn switch_live_numbers_on(page: &Page) {
    for name in [
        settings::LIVE_SPEED,
        settings::LIVE_KEYS,
        settings::LIVE_FINESSE,
        settings::LIVE_PACE,
        settings::LIVE_ATTACK,
    ] {
        page.starting("switch", &name).click();
    }
}

/// How many boards have live numbers that can be seen.
const SEEN_NUMBERS: &str = "[...document.querySelectorAll('.live-numbers')]
    .filter((it) => it.getBoundingClientRect().height > 0).length";

#[test]
fn live_numbers_fit_into_every_window() {
    check(|page, faults| {
        page.go("/settings");
        switch_live_numbers_on(page);
        page.text(&settings::LIVE_ROOM).wait();
        let addresses = [
            late(142).address(),
            late(28).address_in("marathon", "sprint"),
            "/domino/play?mode=easy&seed=3".to_owned(),
            "/flip/play?mode=flip&seed=3".to_owned(),
            "/battle/play?mode=battle&seed=3".to_owned(),
            "/battle/play?mode=versus&seed=3".to_owned(),
        ];
        for address in addresses {
            begun(page, &address);
            let screen = format!("live numbers {}", &address[..10]);
            // Wherever the settings say so, they are seen.
            look_and(page, &screen, faults, |Device { width, height, .. }| {
                let layout = page.part("main").attribute("data-layout").unwrap_or_default();
                let is_desktop = layout == "desktop";
                let seen = page.evaluate(SEEN_NUMBERS);
                let boards = if address.contains("battle") && is_desktop { 2 } else { 1 };
                assert_eq!(seen, boards, "{address} {width}x{height} {layout}");
            });
        }
    });
}

#[test]
fn live_numbers_of_two_people_fit_into_every_window() {
    check(|page, faults| {
        page.go("/settings");
        switch_live_numbers_on(page);
        page.go("/battle?mode=versus");
        page.role("radio", &menu::TWO_PLAYERS).click();
        for mode in ["battle", "versus"] {
            begun(page, &format!("/battle/play?mode={mode}&seed=3"));
            let screen = format!("live numbers of two in {mode}");
            look_and(page, &screen, faults, |Device { width, height, .. }| {
                let seen = page.evaluate(SEEN_NUMBERS);
                assert_eq!(seen, 2, "{mode} {width}x{height}");
            });
        }
    });
}

#[test]
fn statistics_fit_into_every_window() {
    check(|page, faults| {
        page.go("/statistics");
        look(page, "no statistics", faults);
        page.store_history("marathon", "marathon", 60);
        page.store_history("battle", "versus", 12);
        page.store_history("domino", "hard", 1);
        for address in ["/statistics", "/statistics/marathon", "/statistics/battle?mode=versus"] {
            page.go(address);
            page.wait_for("the sums", "!!document.querySelector('.tiles')");
            look(page, address, faults);
        }
    });
}

#[test]
fn every_fitted_board_and_what_is_beside_it_fit_into_every_window() {
    check(|page, faults| {
        fit(page);
        let addresses = [
            "domino/play?mode=easy",
            "flip/play?mode=flip",
            "minimal/play?mode=minimal",
            "battle/play?mode=battle",
            "battle/play?mode=versus",
            // By then for two.
            "battle/play?mode=versus&",
        ];
        let addresses = addresses.map(|address| format!("/{address}&seed=3"));
        for address in [late(142).address()].into_iter().chain(addresses) {
            if address.contains("&&") {
                page.go("/battle?mode=versus");
                page.role("radio", &menu::TWO_PLAYERS).click();
            }
            begun(page, &address);
            let screen = format!("fitted {}", &address[..10]);
            look_and(page, &screen, faults, |Device { width, height, touch, .. }| {
                if [(1920, 1080), (2560, 1440)].contains(&(width, height)) {
                    let canvas = page.part(".board-canvas");
                    let covered = canvas.rect().height / f64::from(height);
                    // With touch, boxes stand above a board and controls below it.
                    let least = if touch { 0.65 } else { 0.85 };
                    assert!(covered >= least, "{screen} {width}: {covered}");
                }
            });
        }
    });
}

#[test]
fn a_laptop_with_touch_changes_over_to_what_is_used() {
    let page = Device { touch: true, ..Device::DESKTOP }.open("/marathon/play?seed=3");
    page.button(&play::MOVE_LEFT).wait();
    page.press(Key::LEFT);
    page.button(&play::MOVE_LEFT).wait_until_gone();
    let (x, y) = page.part(".board-canvas").rect().middle();
    page.tap_at(x, y);
    page.button(&play::MOVE_LEFT).wait();
    page.go("/settings");
    page.starting("combobox", &settings::LAYOUT).focus();
    page.press(Key::DOWN);
    page.go("/marathon/play?seed=3");
    page.text(&games::hint_keys_first("← →", games::HINT_MOVE)).wait();
    assert!(!page.button(&play::MOVE_LEFT).is_there(), "keys, as chosen");
}

#[test]
fn every_pause_fits_into_every_window() {
    check(|page, faults| {
        for game in ["marathon", "domino", "battle", "flip", "minimal"] {
            begun(page, &format!("/{game}/play?seed=3"));
            page.press(if game == "minimal" { Key::ESCAPE } else { Key::P });
            page.role("dialog", &play::PAUSED).wait();
            look(page, &format!("{game} paused"), faults);
        }
    });
}

#[test]
fn every_result_fits_into_every_window() {
    check(|page, faults| {
        for address in
            ["/domino/play?mode=easy", "/flip/play?mode=flip", "/battle/play?mode=battle"]
        {
            begun(page, &format!("{address}&seed=3"));
            play_to_the_end(page);
            look(page, &format!("{address} over"), faults);
        }
        // The last one is good enough for the list, and asks for a name.
        lose(page);
        page.pass(1500.0);
        look(page, "marathon over", faults);
        begun(
            page,
            &Position::entering("T").board(&["TTTTTTTTT."; 19]).address_in("minimal", "minimal"),
        );
        page.wait_until("the end", || {
            page.pass(1000.0);
            page.part(".bare-end").is_there()
        });
        look(page, "minimal over", faults);
    });
}

#[test]
fn every_page_fits_into_every_window() {
    check(|page, faults| {
        lose(page);
        for address in [
            "/marathon/scores",
            "/battle/scores",
            "/domino/scores",
            "/replays",
            "/settings",
            "/online",
        ] {
            page.go(address);
            look(page, address, faults);
        }
    });
}

#[test]
fn every_replay_and_its_analysis_fit_into_every_window() {
    check(|page, faults| {
        for name in ["marathon-wells", "versus-exchange", "flip-turns"] {
            open_replay(page, name);
            page.button(&replays::PAUSE).click();
            look(page, name, faults);
            if name != "flip-turns" {
                page.button(&replays::ANALYSE).click();
                page.role("slider", &replays::LOSS_BY_PIECE).wait();
                look(page, &format!("{name} analysed"), faults);
            }
        }
    });
}

/// Notes that a count was shown, however short.
const NOTICE_COUNT: &str = "
    window.hasCounted = false;
    new MutationObserver(() => {
        window.hasCounted ||= document.querySelector('.online-said .count') !== null;
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
";

#[test]
fn every_screen_of_a_match_over_a_server_fits_into_every_window() {
    let server = Server::open();
    let mut faults = Vec::new();
    for touch in [false, true] {
        let page = device(touch).running().window();
        page.go_to(&format!("{}#/settings", server.address()));
        switch_live_numbers_on(&page);
        page.evaluate("location.hash = '#/online'");
        give_name(&page, "Ada");
        page.button(&online::PLAY_A_FRIEND).wait();
        look(&page, "lobby", &mut faults);
        page.button(&online::PLAY_A_FRIEND).click();
        page.wait_for("the code", "document.querySelector('.online-qr img')?.complete");
        look(&page, "room", &mut faults);
        page.button(&online::ASK_COMPUTER).click();
        page.button(&online::READY).wait();
        look(&page, "full room", &mut faults);
        page.evaluate(NOTICE_COUNT);
        page.button(&online::READY).click();
        // Nothing is said before the count, and the count itself stands over the boards.
        page.wait_for("the count", "window.hasCounted");
        wait_for_play(&page);
        look(&page, "match", &mut faults);
        // The count has passed by now, and its place would be looked at for longer than it takes.
        page.evaluate(
            "{
                const said = document.querySelector('.online-said p');
                said.firstChild.data = '3';
                said.classList.add('count');
            }",
        );
        look(&page, "count of a match", &mut faults);
        page.evaluate("document.querySelector('.online-said p').firstChild.data = ''");
        page.button(&online::LEAVE_LINK).click();
        page.text(&online::LEAVE_FORFEITS).wait();
        look(&page, "leave", &mut faults);
        page.button(&online::STAY).click();
        lose_match(&page, results::YOU_LOSE);
        look(&page, "result of a match", &mut faults);
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
