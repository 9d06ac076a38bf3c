//! The page of controls.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{games, menu};

fn open() -> Page {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::CONTROLS).click();
    page.role("dialog", &games::CONTROLS).wait();
    page
}

#[test]
fn the_keys_of_two_players_and_the_way_on_are_seen_at_once() {
    let page = Device::DESKTOP.open("/battle/controls");
    let way_on = page.button(&games::GOT_IT);
    way_on.wait_for_focus();
    let (height, rect) = (f64::from(Device::DESKTOP.height), way_on.rect());
    assert!(rect.bottom() < height, "{rect:?}");
}

/// M-177 M-178 M-179 M-180 M-181 M-182 M-183 M-184 M-185 M-186
#[test]
fn every_key_is_listed_under_its_heading() {
    let page = open();
    let title = page.role("heading", "CONTROLS");
    assert_eq!(title.px("font-size"), page.token_px("text-2xl"));
    assert_eq!(title.colour("color"), page.token_colour("color-accent-primary"));
    let groups = page.evaluate(
        "[...document.querySelectorAll('[role=dialog] section')].map((group) => [
            group.querySelector('h3').textContent,
            ...[...group.querySelectorAll('dl > div')].map((line) => {
                const keys = [...line.querySelectorAll('kbd')].map((key) => `[${key.textContent}]`);
                const or = line.querySelector('dt').textContent.includes(' or ');
                return `${keys.join(or ? ' or ' : ' ')} ${line.querySelector('dd').textContent}`;
            }),
        ])",
    );
    let lines = |index: usize| -> Vec<&str> {
        groups[index].as_array().expect("a group").iter().filter_map(|line| line.as_str()).collect()
    };
    assert_eq!(groups.as_array().map(Vec::len), Some(3), "{groups}");
    assert_eq!(
        lines(0),
        [
            "MOVEMENT",
            "[←] [→] Move left / right",
            "[↓] Soft drop (hold for speed)",
            "[Space] Hard drop (instant)",
        ]
    );
    assert_eq!(
        lines(1),
        ["ROTATION", "[↑] or [X] Rotate clockwise", "[Z] or [Ctrl] Rotate counter-clockwise"]
    );
    let other = lines(2);
    assert_eq!(
        other[..4],
        [
            "OTHER",
            "[Shift] or [C] Hold piece",
            "[P] or [Esc] Pause game",
            "[R] Restart (when game over)",
        ]
    );
    for heading in ["MOVEMENT", "ROTATION", "OTHER"] {
        let heading = page.role("heading", heading);
        let line = heading.px("border-bottom-width");
        assert!(line >= 1.0 || heading.style("text-decoration-line") == "underline");
    }
}

/// M-187
#[test]
fn got_it_and_escape_close_it() {
    let page = open();
    page.button("GOT IT").click();
    page.role("dialog", &games::CONTROLS).wait_until_gone();
    page.wait_for_address("/marathon");
    page.button(&menu::CONTROLS).click();
    page.role("dialog", &games::CONTROLS).wait();
    page.press(Key::ESCAPE);
    page.role("dialog", &games::CONTROLS).wait_until_gone();
    page.button(&menu::CONTROLS).wait_for_focus();
}

#[test]
fn the_focus_stays_inside_and_enter_starts_no_game() {
    let page = open();
    page.button(&games::GOT_IT).wait_for_focus();
    for _ in 0..4 {
        page.press(Key::TAB);
        let inside = page.evaluate("!!document.activeElement.closest('[role=dialog]')");
        assert_eq!(inside, true);
    }
    page.button(&games::GOT_IT).wait_for_focus();
    page.press(Key::ENTER);
    page.role("dialog", &games::CONTROLS).wait_until_gone();
    assert_eq!(page.address().split('?').next(), Some("/marathon"));
}
