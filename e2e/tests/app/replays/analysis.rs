//! What the computer makes of a replay.

use quintet_e2e::{Device, Host, Key, Page};
use quintet_words::{replays, results};

use crate::scenes::{clock, open_replay, play_to_the_end};
use crate::site::hosting::wait_for_worker;

/// A worker that is told nothing while `window.silent`, and nonsense while `window.broken`.
const MOODY: &str = "{
    const send = Worker.prototype.postMessage;
    Worker.prototype.postMessage = function (said) {
        if (!window.silent) send.call(this, window.broken ? 1n : said);
    };
}";

/// A game of careless drops, judged to its end.
fn judged() -> Page {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    page.pass(500.0);
    play_to_the_end(&page);
    page.button(&results::WATCH_REPLAY).click();
    analyse(&page);
    page
}

fn analyse(page: &Page) {
    page.button(&replays::ANALYSE).click();
    page.role("slider", &replays::LOSS_BY_PIECE).wait();
}

/// Which piece the graph shows, from 1.
fn piece_number(page: &Page) -> u32 {
    page.pass(0.0);
    let number = page.role("slider", &replays::LOSS_BY_PIECE).attribute("aria-valuenow");
    number.and_then(|number| number.parse().ok()).expect("a slider has a number")
}

/// The same piece in words.
fn piece(page: &Page) -> String {
    page.pass(0.0);
    page.role("slider", &replays::LOSS_BY_PIECE).attribute("aria-valuetext").unwrap_or_default()
}

#[test]
fn every_piece_of_a_replay_is_judged_and_can_be_led_to() {
    let page = judged();
    page.text(&replays::ACCURACY).wait();
    page.role("slider", &replays::LOSS_BY_PIECE).focus();
    page.press(Key::HOME);
    assert_eq!(piece_number(&page), 1);
    let first = clock(&page);
    page.press(Key::END);
    assert!(piece_number(&page) > 1);
    assert_ne!(clock(&page), first);
}

#[test]
fn the_worst_move_leads_to_its_moment_and_the_game_goes_on_from_there() {
    let page = judged();
    let worst = page.part(".worst").words();
    assert!(worst.contains(replays::BLUNDER.text()), "careless drops: {worst}");
    for class in [replays::BEST_MOVE, replays::INACCURACY, replays::MISTAKE, replays::BLUNDER] {
        page.text(&class).wait();
    }
    page.part(".worst").click();
    assert_eq!(piece(&page), worst);
    page.button(&replays::PLAY_ON).click();
    page.wait_for_address("/marathon/play");
    page.board();
}

#[test]
fn games_of_every_kind_that_the_computer_plays_are_judged_to_their_last_piece() {
    let page = Device::DESKTOP.window();
    for (name, pieces) in [
        ("marathon-wells", (63, 130)),
        ("sprint-finish", (52, 101)),
        ("ultra-finish", (115, 235)),
        ("minimal-play", (69, 69)),
    ] {
        open_replay(&page, name);
        analyse(&page);
        page.text(&replays::share(pieces.0, pieces.1)).wait();
    }
}

#[test]
fn either_player_of_a_duel_is_judged() {
    let page = Device::DESKTOP.window();
    for (name, pieces) in [
        ("battle-exchange", [(44, 79), (44, 80)]),
        ("versus-exchange", [(38, 80), (39, 80)]),
        ("versus-storm", [(5, 12), (8, 14)]),
    ] {
        open_replay(&page, name);
        let pieces = pieces.map(|(without, all)| replays::share(without, all));
        analyse(&page);
        page.text(&pieces[0]).wait();
        page.button(&replays::analyse_player(2)).click();
        page.text(&pieces[1]).wait();
        page.button(&replays::analyse_player(1)).click();
        page.text(&pieces[0]).wait();
    }
}

#[test]
fn games_that_the_computer_does_not_play_say_so() {
    let page = Device::DESKTOP.window();
    for name in ["domino-easy-play", "flip-turns"] {
        open_replay(&page, name);
        page.text(&replays::NO_ANALYSIS).wait();
        assert!(!page.button(&replays::ANALYSE).is_there());
    }
}

#[test]
fn an_analysis_that_breaks_off_says_so_and_can_be_tried_again() {
    let page = Device::DESKTOP.with_script(MOODY).window();
    page.forgive("BigInt");
    open_replay(&page, "marathon-wells");
    page.evaluate("window.broken = true");
    page.button(&replays::ANALYSE).click();
    page.text(&replays::FAILED).wait();
    page.evaluate("window.broken = false");
    page.button(&replays::TRY_AGAIN).click();
    page.text(&replays::share(63, 130)).wait();
}

#[test]
fn an_analysis_can_be_cancelled_and_asked_for_anew() {
    let page = Device::DESKTOP.with_script(MOODY).window();
    open_replay(&page, "marathon-wells");
    page.evaluate("window.silent = true");
    page.button(&replays::ANALYSE).click();
    page.role("progressbar", &replays::PIECES_JUDGED).wait();
    page.button(&replays::CANCEL).click();
    page.role("region", &replays::ANALYSIS).wait_until_gone();
    page.button(&replays::ANALYSE).wait_for_focus();
    page.evaluate("window.silent = false");
    analyse(&page);
    page.text(&replays::share(63, 130)).wait();
}

#[test]
fn an_analysis_needs_no_network_not_even_the_first() {
    let mut host = Host::open();
    let page = Device::DESKTOP.window();
    page.go_to(&host.address());
    wait_for_worker(&page);
    host.close();
    page.go_to(&format!("{}#/replays", host.address()));
    crate::scenes::choose_replay(&page, "marathon-wells");
    analyse(&page);
    page.text(&replays::share(63, 130)).wait();
}

#[test]
fn keys_alone_lead_through_an_analysis() {
    let page = Device::DESKTOP.window();
    open_replay(&page, "marathon-wells");
    page.tab_to(&page.button(&replays::ANALYSE));
    page.press(Key::ENTER);
    let graph = page.role("slider", &replays::LOSS_BY_PIECE);
    graph.wait();
    page.tab_to(&graph);
    page.press(Key::END);
    assert_eq!(piece_number(&page), 130);
    page.press(Key::LEFT);
    assert_eq!(piece_number(&page), 129);
    let worst = page.part(".worst").words();
    page.tab_to(&page.part(".worst"));
    page.press(Key::ENTER);
    assert_eq!(piece(&page), worst);
    page.press(Key::ESCAPE);
    page.button(&replays::ANALYSE).wait_for_focus();
    assert!(!graph.is_there());
    page.press(Key::ENTER);
    graph.wait();
}

#[test]
fn fingers_lead_through_an_analysis_on_a_phone_held_either_way() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = device.window();
        open_replay(&page, "marathon-wells");
        page.button(&replays::PAUSE).tap();
        let begin = clock(&page);
        page.button(&replays::ANALYSE).tap();
        let graph = page.role("slider", &replays::LOSS_BY_PIECE);
        graph.wait();
        page.text(&replays::share(63, 130)).wait();
        let panel = page.role("region", &replays::ANALYSIS).rect();
        let (width, height) = (f64::from(device.width), f64::from(device.height));
        assert!(panel.left >= 0.0 && panel.right() <= width && panel.bottom() <= height);
        // The board has what the panel leaves of the height.
        let board = page.part(".board-canvas").rect();
        assert!(board.height >= 300.0 && board.bottom() <= height, "{board:?}");
        assert_eq!(page.small_targets(), [""; 0]);
        // A move of the worst shows its moment, and the board of it.
        page.part(".worst").tap();
        page.role("region", &replays::ANALYSIS).wait_until_gone();
        assert_ne!(clock(&page), begin);
        page.button(&replays::PLAY_ON).tap();
        page.wait_for_address("/marathon/play");
    }
}
