//! Notices: where they stand, and when they go.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{notices, play, replays};

use crate::layout::sizes::{begun, check, device, look, lose};
use crate::scenes::open_replay;

/// A page with a notice that stays: its settings cannot be read.
fn noticed(page: &Page) {
    page.go("/");
    page.store("quintet/settings", "{ broken");
}

#[test]
fn a_notice_covers_nothing_in_any_window() {
    check(|page, faults| {
        for address in ["/", "/marathon", "/battle", "/settings", "/marathon/scores", "/online"] {
            noticed(page);
            page.go(address);
            page.button(&notices::DISMISS).wait();
            look(page, &format!("notice over {address}"), faults);
        }
        for game in ["marathon", "domino", "battle", "flip", "minimal"] {
            noticed(page);
            begun(page, &format!("/{game}/play?seed=3"));
            assert!(!page.button(&notices::DISMISS).is_there(), "it waits");
            look(page, &format!("{game} with a notice that waits"), faults);
            page.press(Key::ESCAPE);
            page.button(&notices::DISMISS).wait();
            look(page, &format!("notice over the pause of {game}"), faults);
        }
        noticed(page);
        lose(page);
        page.button(&notices::DISMISS).wait();
        look(page, "notice over the end of a game", faults);
        noticed(page);
        open_replay(page, "marathon-wells");
        page.button(&notices::DISMISS).wait();
        page.button(&replays::PAUSE).click();
        look(page, "notice over a replay", faults);
    });
}

/// Brief notices stay for as long as the page.
const LASTING: &str = "{
    const later = window.setTimeout;
    window.setTimeout = (act, ms, ...rest) => (ms >= 4000 ? 0 : later(act, ms, ...rest));
}";

#[test]
fn a_brief_notice_in_the_middle_of_a_game_covers_nothing_in_any_window() {
    let mut faults = Vec::new();
    for touch in [false, true] {
        let page = device(touch).with_script(LASTING).window();
        for game in ["marathon", "battle", "flip"] {
            begun(&page, &format!("/{game}/play?seed=3"));
            page.press(Key::M);
            page.wait_for("the notice", "!!document.querySelector('.notices.aside .notice')");
            if touch {
                // A key was pressed, and a large screen is laid out for what was used last.
                let (x, y) = page.part(".board-canvas").rect().middle();
                page.tap_at(x, y);
            }
            look(&page, &format!("{game} with a brief notice"), &mut faults);
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}

/// Makes what comes later come a hundred times sooner.
const HASTE: &str = "{
    const later = window.setTimeout;
    window.setTimeout = (act, ms, ...rest) => later(act, ms / 100, ...rest);
}";

#[test]
fn notices_wait_for_the_end_of_play_and_go_by_themselves() {
    let page = Device::PHONE.open("/");
    page.store("quintet/settings", "{ broken");
    page.go("/marathon/play?seed=1");
    page.board();
    assert!(!page.part(".notice").is_there(), "not over the controls");
    page.button(&play::MOVE_LEFT).tap();
    page.button(&play::PAUSE).tap();
    page.button(&notices::DISMISS).tap();
    page.part(".notice").wait_until_gone();
    page.button(&play::RESUME_GAME).wait();

    // What can be read in a moment passes by itself.
    let page = Device::PHONE.open("/nonsense");
    page.text(&notices::BAD_LINK).wait();
    let page = Device::PHONE.with_script(HASTE).open("/nonsense");
    page.wait_for("nothing to be said any more", "!document.querySelector('.notice')");
}
