//! Reports of other players.

use quintet_e2e::{Key, Page, Server};
use quintet_words::{notices, online, replays, results};

use crate::layout::sizes::look;
use crate::online::matches::{REAL, begin, enter_at, filled, lose, tagged};
use crate::online::ranked::play_ranked;
use crate::scenes::before_slot;

/// Reports the player who is asked about, for this reason, and waits for the server's answer.
fn report(page: &Page, reason: &str, answer: &str) {
    page.text(&online::REPORT_NOTE).wait();
    page.button(&online::REPORT_NOT).wait_for_focus();
    page.button(reason).click();
    page.text(&online::REPORT_NOTE).wait_until_gone();
    page.text(answer).wait();
}

#[test]
fn an_opponent_is_reported_after_the_match() {
    let server = Server::open();
    let ada = enter_at(server.address(), "/online", "Ada");
    ada.button(&online::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let grace = enter_at(server.address(), &ada.address(), "Grace");
    grace.part("[data-room]").wait();
    let name = tagged(&ada, "Grace");
    begin([&ada, &grace]);
    lose(&ada, results::YOU_LOSE);
    ada.button(&online::REPORT).click();
    // By a click, since keys are ignored for a while after the end of a game.
    ada.button(&online::REPORT_NOT).click();
    ada.button(&online::REPORT).click();
    ada.text(&online::REPORT_NOTE).wait();
    let mut faults = Vec::new();
    look(&ada, "report", &mut faults);
    faults.extend(ada.misordered());
    assert_eq!(faults, [""; 0]);
    report(&ada, &online::REPORT_PLAY, &online::REPORTED);
    // The result is there again, with the way on.
    ada.button(&results::REMATCH).wait();
    let reports = server.admin(&["reports", "list"]);
    assert!(reports.contains(&name) && reports.contains("play"), "{reports}");
    assert_eq!(reports.lines().count(), 1, "{reports}");
}

#[test]
fn the_player_of_a_score_is_reported_from_the_leaderboard() {
    let server = Server::open();
    let ada = enter_at(server.address(), "/online", "Ada");
    ada.button(&online::QUICK_MATCH).wait();
    play_ranked(&ada, server.address());
    ada.wait_until("the score is told", || {
        ada.role("region", &notices::NOTICES).words().contains(&before_slot(online::score_places))
    });
    let leaders = format!("{}#/online/scores", server.address());

    // Who has no name there cannot report anybody.
    let stranger = REAL.window();
    stranger.go_to(&leaders);
    stranger.button(&results::WATCH).wait();
    let shown = stranger.part(".scores tbody td:nth-child(2)").words();
    let flag = online::report_player(&shown);
    assert!(!stranger.button(&flag).is_there());

    // The replay of the score has an address, which can be loaded again and sent to others.
    stranger.button(&results::WATCH).click();
    stranger.wait_for("an address", "location.hash.startsWith('#/online/replays/')");
    let watched = format!("{}#{}", server.address(), stranger.address());
    for _ in 0..2 {
        stranger.role("slider", &replays::TIME).wait();
        stranger.button(&replays::SHARE).wait();
        stranger.reload();
    }

    let grace = enter_at(server.address(), "/online", "Grace");
    grace.button(&online::QUICK_MATCH).wait();
    grace.go_to(&watched);
    grace.role("slider", &replays::TIME).wait();
    grace.wait_until("the pieces", || {
        grace.role("slider", &replays::TIME).focus();
        grace.press(Key::END);
        filled(&grace.part(".board-canvas").words()) > 20
    });
    grace.go_to(&leaders);
    grace.button(&flag).click();
    report(&grace, &online::REPORT_NAME, &online::REPORTED);
    let reports = server.admin(&["reports", "list"]);
    assert!(reports.contains(&shown) && reports.contains("name"), "{reports}");

    // Nobody reports oneself.
    ada.forgive("404 (Not Found)");
    ada.go_to(&leaders);
    ada.button(&flag).click();
    report(&ada, &online::REPORT_NAME, &online::NOTHING_TO_REPORT);
    assert_eq!(server.admin(&["reports", "list"]).lines().count(), 1);
}
