//! Scores for the server's leaderboards.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{notices, online, ranked, results, settings};

use crate::online::matches::{REAL, drop_until, enter, give_name, server};
use crate::scenes::{before_slot, play_to_the_end};

/// A game on a server that does not know the player, played to its end.
fn nameless_game() -> Page {
    let page = Device::DESKTOP.window();
    page.go_to(&format!("{}#/marathon/play?seed=5", server()));
    page.board();
    play_to_the_end(&page);
    page
}

/// Plays a game for this server's leaderboard to its end. Its clock runs, since the server compares
/// the game's time with its own.
pub(crate) fn play_ranked(page: &Page, server: &str) {
    page.go_to(&format!("{server}#/marathon/play"));
    page.board();
    drop_until(page, "the end of the game", || page.role("dialog", &results::GAME_OVER).is_there());
}

/// Waits until the page tells which places the score has on the leaderboard.
fn wait_for_places(page: &Page) {
    page.wait_until("the places", || {
        let told = page.role("region", &notices::NOTICES).words();
        told.contains(&before_slot(online::score_places))
    });
}

#[test]
fn the_end_of_a_game_says_that_a_score_needs_a_name_and_takes_one() {
    let page = nameless_game();
    page.text(&ranked::SCORE_NEEDS_NAME).wait();
    page.role("textbox", &ranked::YOUR_NAME).focus();
    for key in [Key::M, Key::A, Key::X] {
        page.press(key);
    }
    assert_eq!(page.stored("quintet/settings"), None, "an M in a name is no key of the game");
    page.press(Key::ENTER);
    page.text(&online::name_accepted("max")).wait();
    page.text(&ranked::SCORE_NEEDS_NAME).wait_until_gone();
    page.reload();
    assert_eq!(page.role("region", &notices::NOTICES).words(), "");
    let stored = page.stored("quintet/online").expect("the device is known");
    assert!(stored.contains("max"), "{stored}");
}

#[test]
fn a_name_without_letters_is_asked_for_again() {
    let page = nameless_game();
    page.button(&ranked::USE_NAME).click();
    page.text(&ranked::NAME_MISSING).wait();
    page.text(&ranked::SCORE_NEEDS_NAME).wait();
}

/// The seed comes with the beginning of the game, the server is told while it is played, and the score
/// is on the list.
#[test]
fn a_game_with_a_name_is_followed_and_its_score_is_accepted() {
    let page = enter("/online", "Max");
    page.button(&online::QUICK_MATCH).wait();
    play_ranked(&page, &server());
    let asked = |path: &str| {
        let script = format!(
            "performance.getEntriesByType('resource').some(({{ name }}) => name.includes('{path}'))"
        );
        page.wait_for(path, &script);
    };
    asked("api/seeds");
    asked("api/checkpoints");
    asked("api/scores?ticket");
    page.wait_for("the score is accepted", "localStorage.getItem('quintet/submission') === null");
    wait_for_places(&page);
}

#[test]
fn without_a_server_no_name_is_asked_for() {
    let page = Device::DESKTOP.open("/marathon/play?seed=5");
    page.board();
    play_to_the_end(&page);
    assert!(!page.text(&ranked::SCORE_NEEDS_NAME).is_there());
}

/// The seed comes while the numbers are counted, and the game goes on from there.
#[test]
fn a_game_that_counts_before_its_start_is_ranked_too() {
    let page = enter("/online", "Max");
    page.button(&online::QUICK_MATCH).wait();
    page.go_to(&format!("{}#/settings", server()));
    page.starting("switch", &settings::START_COUNT).click();
    play_ranked(&page, &server());
    wait_for_places(&page);
}

/// Requests to addresses that begin with what is stored as `cut` do not arrive.
const CUT_OFF: &str = "
    const ask = window.fetch;
    window.fetch = (...request) => {
        const cut = sessionStorage.getItem('cut');
        const isCut = cut && String(request[0]).startsWith(cut);
        return isCut ? Promise.reject(new TypeError('cut off')) : ask(...request);
    };
";

/// A player who is known to the server, and whose requests to such addresses do not arrive.
fn cut_off_from(address: &str) -> Page {
    let page = REAL.with_script(CUT_OFF).window();
    page.go_to(&format!("{}#/online", server()));
    give_name(&page, "Max");
    page.button(&online::QUICK_MATCH).wait();
    page.evaluate(&format!("sessionStorage.setItem('cut', '{address}')"));
    page
}

/// Nothing is cut off any more, and the page begins again.
fn reload_with_a_connection(page: &Page) {
    page.evaluate("sessionStorage.removeItem('cut')");
    page.reload();
    page.wait_for("all are answered", "localStorage.getItem('quintet/submission') === null");
}

/// The score was once refused, because the server had not been told that the game has ended.
#[test]
fn a_page_that_is_reloaded_right_after_a_game_tells_its_end_before_its_score() {
    let page = cut_off_from("api/checkpoints");
    play_ranked(&page, &server());
    page.wait_for("the score waits", "localStorage.getItem('quintet/submission') !== null");
    reload_with_a_connection(&page);
    // On a busy machine the page may be back too late for the server's clock.
    let too_late = online::score_refused(online::REASON_SLOW);
    page.wait_until("the server's answer", || {
        let told = page.role("region", &notices::NOTICES).words();
        told.contains(&before_slot(online::score_places)) || told.contains(&too_late)
    });
}

/// It was once sent again only after a reload.
#[test]
fn a_score_that_the_server_did_not_answer_is_sent_again_by_the_same_page() {
    let page = cut_off_from("api/scores?ticket");
    play_ranked(&page, &server());
    page.text(&ranked::SCORE_NO_ANSWER).wait();
    page.evaluate("sessionStorage.removeItem('cut')");
    wait_for_places(&page);
    page.wait_for("it is answered", "localStorage.getItem('quintet/submission') === null");
}

#[test]
fn scores_that_the_server_did_not_answer_wait_for_it_all_of_them() {
    let page = cut_off_from("api/scores?ticket");
    let waiting = |count: usize| {
        let condition = format!(
            "JSON.parse(localStorage.getItem('quintet/submission')).data.length === {count}"
        );
        page.wait_for("scores that wait", &condition);
        page.text(&ranked::SCORE_NO_ANSWER).wait();
    };
    for count in 1..=2 {
        play_ranked(&page, &server());
        waiting(count);
    }
    reload_with_a_connection(&page);
    wait_for_places(&page);
}
