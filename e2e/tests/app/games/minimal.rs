//! Minimal inside the app: the bare game.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{menu, play, results};

const ADDRESS: &str = "/minimal/play?seed=5";

fn filled(page: &Page) -> usize {
    page.written_board().iter().map(|row| row.chars().filter(|&cell| cell != '.').count()).sum()
}

/// S-03 S-04 S-05
#[test]
fn the_bare_game_is_a_black_field_of_320_by_640_in_a_white_border() {
    let page = Device::DESKTOP.open(ADDRESS);
    page.pass(0.0);
    let canvas = page.part(".board-canvas");
    assert_eq!(
        canvas.ask("function() { return [this.width, this.height]; }").to_string(),
        "[320,640]"
    );
    let corner = canvas.ask(
        "function() { return [...this.getContext('2d').getImageData(5, 600, 1, 1).data.slice(0, 3)]; }",
    );
    assert_eq!(corner.to_string(), "[0,0,0]");
    let framed = page.evaluate(
        "(() => {
            for (let at = document.querySelector('.board-canvas'); at; at = at.parentElement) {
                const { border } = getComputedStyle(at);
                if (border !== '' && !border.startsWith('0px')) return border;
            }
        })()",
    );
    assert_eq!(framed, "1px solid rgb(255, 255, 255)", "on all sides");
    for word in ["SCORE", "LEVEL", "NEXT", "HOLD"] {
        assert!(!page.text(word).is_there(), "{word}");
    }
    // None of the keys of other games acts on it.
    let before = page.written_board();
    for key in [Key::P, Key::C, Key::SHIFT, Key::SPACE] {
        page.press(key);
        assert_eq!(page.written_board(), before);
    }
    assert!(!page.role("dialog", &play::PAUSED).is_there());
}

/// Pushes piece upon piece down until the game is over, and lets the guard against stray keys pass.
fn lose(page: &Page) {
    page.wait_until("the end of the game", || {
        for _ in 0..10 {
            page.press(Key::DOWN);
        }
        page.pass(0.0);
        page.evaluate("document.querySelector('main').dataset.screen") == "over"
    });
    page.pass(1000.0);
}

#[test]
fn escape_leads_out_of_the_bare_game_after_its_end() {
    let page = Device::DESKTOP.open(ADDRESS);
    page.pass(0.0);
    lose(&page);
    page.press(Key::ESCAPE);
    page.wait_for_address("/minimal");
    page.button(&menu::START_GAME).wait();
}

#[test]
fn keys_find_the_way_out_of_the_bare_game_and_nothing_is_there_while_it_is_played() {
    let page = Device::DESKTOP.open(ADDRESS);
    page.pass(0.0);
    assert_eq!(page.evaluate("document.querySelectorAll('main button').length"), 0);
    lose(&page);
    page.button(&results::PLAY_AGAIN).wait_for_focus();
    page.press(Key::TAB);
    page.button(&results::MAIN_MENU).wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/minimal");
}

#[test]
fn fingers_find_the_way_out_of_the_bare_game_by_pause_and_by_the_menu() {
    for way in [play::PAUSE, results::MAIN_MENU] {
        let page = Device::PHONE.open(ADDRESS);
        page.pass(0.0);
        lose(&page);
        page.button(&way).tap();
        page.wait_for_address("/minimal");
        page.button(&menu::START_GAME).wait();
    }
}

#[test]
fn arrow_keys_play_the_bare_game_and_enter_or_a_click_starts_it_again() {
    let page = Device::DESKTOP.open(ADDRESS);
    page.pass(0.0);
    lose(&page);
    page.press(Key::ENTER);
    page.wait_for("a new game", "document.querySelector('main').dataset.screen === 'play'");
    assert!(filled(&page) <= 4);
    lose(&page);
    page.part(".board-canvas").click();
    page.wait_for("a new game", "document.querySelector('main').dataset.screen === 'play'");
    assert!(filled(&page) <= 4);
}

#[test]
fn fingers_play_the_bare_game() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = device.open(ADDRESS);
        page.pass(0.0);
        for _ in 0..30 {
            page.button(&play::SOFT_DROP).tap();
        }
        page.pass(0.0);
        assert!(filled(&page) >= 4);
    }
}
