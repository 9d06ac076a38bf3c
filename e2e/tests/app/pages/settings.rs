//! What a player can choose, and that it is kept.

use quintet_e2e::{Device, Element, Key, Page, Position};
use quintet_words::{Phrase, games, keys, menu, notices, numerals, play, settings};

use crate::scenes::entered;

fn checked(element: &Element<'_>) -> bool {
    element.ask("function() { return this.checked; }") == true
}

/// Moves a slider to one of its ends, and a number of steps back from there.
fn slide(page: &Page, name: Phrase, end: Key, steps: u32) {
    page.starting("slider", &name).focus();
    page.press(end);
    let back = if end == Key::HOME { Key::RIGHT } else { Key::LEFT };
    (0..steps).for_each(|_| page.press(back));
}

#[test]
fn settings_are_reached_from_the_start_screen_and_from_a_pause() {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::SETTINGS).click();
    page.wait_for_address("/settings");
    page.button(&settings::DONE).click();
    page.wait_for_address("/marathon");

    page.go(&Position::with_piece("T", 0, 3, 5).address());
    let before = page.board();
    page.press(Key::P);
    page.button(&menu::SETTINGS).click();
    page.wait_for_address("/settings");
    page.button(&settings::DONE).click();
    page.wait_for_address("/marathon/paused");
    page.role("dialog", &play::PAUSED).wait();
    assert_eq!(page.board(), before, "the game is still there");

    // Who comes from another site, or by an address, stays in the app.
    page.go("/settings");
    page.button(&settings::DONE).click();
    page.wait_for_address("/");
    page.evaluate("location.hash = '#/flip'");
    page.wait_for_address("/flip");
    page.evaluate("location.hash = '#/settings'");
    page.wait_for_address("/settings");
    page.reload();
    page.press(Key::ESCAPE);
    page.wait_for_address("/flip");
}

#[test]
fn settings_say_that_a_running_game_keeps_its_handling_and_its_previews() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    let before = page.next_pieces();
    page.press(Key::P);
    page.button(&menu::SETTINGS).click();
    for note in [settings::HANDLING_NOTE, settings::SOFT_DROP_NOTE, settings::PREVIEWS_NOTE] {
        page.text(&note).wait();
    }
    slide(&page, settings::PREVIEWS, Key::HOME, 0);
    page.button(&settings::DONE).click();
    page.role("dialog", &play::PAUSED).wait();
    assert_eq!(page.next_pieces(), before, "the game goes on as it began");
    page.button(&play::RESTART).click();
    page.role("dialog", &play::PAUSED).wait_until_gone();
    page.board();
    assert_eq!(page.next_pieces().len(), 1, "the next game has what was set");
}

#[test]
fn the_key_that_silences_the_app_says_so() {
    let page = Device::DESKTOP.open("/marathon");
    page.press(Key::M);
    page.text(&notices::SOUND_OFF).wait();
    page.press(Key::M);
    page.text(&notices::SOUND_ON).wait();
    // What was said before is said again, and nothing else any more.
    page.press(Key::M);
    page.text(&notices::SOUND_OFF).wait();
    assert_eq!(page.evaluate("document.querySelectorAll('.notice').length"), 1);
}

#[test]
fn every_switch_is_kept_across_visits() {
    let names = [
        settings::GHOST,
        settings::GRID,
        settings::SCANLINES,
        settings::SAFE_COLOURS,
        settings::LETTERS,
        settings::HIGH_CONTRAST,
        settings::MUTE,
        settings::LEFT_HANDED,
        settings::GESTURES,
        settings::GAMEPAD,
        settings::COUNT_IN,
    ];
    let page = Device::DESKTOP.open("/settings");
    let before = names.map(|name| checked(&page.starting("switch", &name)));
    for name in names {
        page.starting("switch", &name).click();
    }
    page.reload();
    let after = names.map(|name| checked(&page.starting("switch", &name)));
    assert_eq!(after, before.map(|on| !on));
}

#[test]
fn every_slider_is_kept_across_visits() {
    let names = [
        settings::DAS,
        settings::ARR,
        settings::DCD,
        settings::SOFT_DROP,
        settings::PREVIEWS,
        settings::SOUND,
        settings::MUSIC,
    ];
    let page = Device::DESKTOP.open("/settings");
    let value =
        |name: Phrase| page.starting("slider", &name).ask("function() { return this.value; }");
    for name in names {
        slide(&page, name, Key::END, 2);
    }
    let set = names.map(value);
    page.reload();
    assert_eq!(names.map(value), set);
    assert_eq!(set[5], "98");
}

/// M-054
#[test]
fn previews_can_be_few_or_many() {
    let page = Device::DESKTOP.open("/settings");
    for (end, steps, shown) in [(Key::HOME, 0, 1), (Key::HOME, 2, 3), (Key::HOME, 4, 5)] {
        page.go("/settings");
        slide(&page, settings::PREVIEWS, end, steps);
        page.go("/marathon/play?seed=1");
        page.board();
        assert_eq!(page.next_pieces().len(), shown);
    }
}

#[test]
fn auto_repeat_and_soft_drop_are_as_fast_as_they_are_set() {
    let page = Device::DESKTOP.open("/settings");
    slide(&page, settings::DAS, Key::HOME, 3);
    slide(&page, settings::ARR, Key::HOME, 0);
    slide(&page, settings::SOFT_DROP, Key::HOME, 0);
    page.go(&Position::with_piece("T", 0, 5, 0).address());
    page.board();
    page.hold(Key::LEFT);
    assert_eq!(page.board().left_of('T'), Some(4));
    page.pass(2.999);
    assert_eq!(page.board().left_of('T'), Some(4));
    page.pass(0.001);
    assert_eq!(page.board().left_of('T'), Some(0), "at the wall at once");
    page.release(Key::LEFT);
    page.hold(Key::DOWN);
    assert_eq!(page.board().top_of('T'), Some(18), "on the ground at once");
    page.release(Key::DOWN);
    page.pass(100.0);
    assert_eq!(entered(&page.board()), None, "and not yet locked");
}

#[test]
fn ghost_grid_and_scanlines_can_be_switched_off() {
    let page = Device::DESKTOP.open("/settings");
    for name in [settings::GHOST, settings::GRID, settings::SCANLINES] {
        page.starting("switch", &name).click();
    }
    page.go(&Position::entering("T").address());
    assert_eq!(page.board().count('t'), 0);
    assert_eq!(page.part(".scanlines").style("display"), "none");
    let marks = page.part(".board-canvas").ask(
        "function() {
            const size = this.width / 10;
            const cell = this.getContext('2d').getImageData(size * 7.5, size * 9.5, size, size).data;
            const shades = new Set();
            for (let at = 0; at < cell.length; at += 4) shades.add(Math.max(...cell.slice(at, at + 3)));
            return Math.max(...shades) - Math.min(...shades);
        }",
    );
    assert!(marks.as_f64().expect("a number") < 6.0, "no marks: {marks}");
}

#[test]
fn the_safe_palette_and_high_contrast_change_the_colours_and_mark_the_pieces() {
    let page = Device::DESKTOP.open("/settings");
    let (green, void) = (page.token("color-piece-s"), page.token("color-void"));
    let plain = marks(&page);
    page.go("/settings");
    page.starting("switch", &settings::SAFE_COLOURS).click();
    page.starting("switch", &settings::HIGH_CONTRAST).click();
    page.wait_until("the palette", || page.token("color-piece-s") != green);
    assert_ne!(page.token("color-void"), void);
    let marked = marks(&page);
    assert!(marked > plain + 20.0, "a letter stands on the block: {plain} and {marked}");
}

/// How far apart the darkest and the lightest pixel in the middle of a block are.
fn marks(page: &Page) -> f64 {
    page.go(&Position::entering("O").address());
    page.board();
    let spread = page.part(".board-canvas").ask(
        "function() {
            const size = this.width / 10;
            const side = size * 0.5;
            const cell = this.getContext('2d').getImageData(size * 4.25, size * 0.25, side, side).data;
            let [low, high] = [255, 0];
            for (let at = 0; at < cell.length; at += 4) {
                const light = Math.max(...cell.slice(at, at + 3));
                [low, high] = [Math.min(low, light), Math.max(high, light)];
            }
            return high - low;
        }",
    );
    spread.as_f64().expect("a number")
}

#[test]
fn motion_can_be_reduced_by_hand_or_by_the_device() {
    let page = Device::DESKTOP.open("/settings");
    let motion = page.starting("combobox", &settings::MOTION);
    motion.focus();
    page.press(Key::END);
    page.wait_for("little motion", "document.documentElement.dataset.motion === 'reduced'");
    page.go("/marathon");
    assert_eq!(page.role("heading", &games::MARATHON_BANNER).style("animation-name"), "none");

    let still = Device { reduced_motion: true, ..Device::DESKTOP }.open("/settings");
    assert_eq!(still.part("html").attribute("data-motion").as_deref(), Some("reduced"));
    still.starting("combobox", &settings::MOTION).focus();
    still.press(Key::DOWN);
    still.wait_for("full motion", "document.documentElement.dataset.motion === 'full'");
}

#[test]
fn left_handers_get_the_pad_on_the_right() {
    let page = Device::PHONE.open("/settings");
    page.starting("switch", &settings::LEFT_HANDED).tap();
    page.go(&Position::entering("T").address());
    page.board();
    let (pad, circle) = (page.button(&keys::LEFT).rect(), page.button(&play::ROTATE).rect());
    assert!(circle.right() <= pad.left, "{circle:?} {pad:?}");
}

#[test]
fn m_silences_the_game_and_that_is_kept() {
    let page = Device::DESKTOP.open(&Position::entering("T").address());
    page.board();
    page.press(Key::M);
    page.go("/settings");
    assert!(checked(&page.starting("switch", &settings::MUTE)));
}

/// Types into the field that has the focus, in place of what is selected.
fn type_in(page: &Page, text: &str) {
    page.call("Input.insertText", &serde_json::json!({ "text": text }));
}

#[test]
fn a_sliders_number_can_be_typed_and_enter_takes_it() {
    let page = Device::DESKTOP.open("/settings");
    let field = page.role("textbox", &settings::typed(settings::DAS));
    for (typed, kept) in [("90", 90), ("5000", 400), ("x", 400)] {
        field.focus();
        type_in(&page, typed);
        page.press(Key::ENTER);
        let shown = numerals::milliseconds(kept);
        assert_eq!(field.ask("function() { return this.value; }"), shown.as_str());
        let slider = page.starting("slider", &settings::DAS);
        assert_eq!(slider.ask("function() { return +this.value; }"), kept);
    }
    assert!(page.stored("quintet/settings").is_some_and(|it| it.contains("\"das_ms\":400")));
}

#[test]
fn settings_are_found_by_their_words_and_by_the_names_of_their_sections() {
    let page = Device::DESKTOP.open("/settings");
    let search = page.role("searchbox", &settings::SEARCH);
    let row = |name: Phrase| {
        let shown = "[...document.querySelectorAll('.option-name')]
            .some((it) => it.offsetParent && it.textContent === ";
        page.evaluate(&format!("{shown}{})", serde_json::json!(name.text()))) == true
    };
    assert!(row(settings::GHOST) && row(settings::DAS));
    search.focus();
    type_in(&page, "ghost");
    assert!(row(settings::GHOST) && !row(settings::DAS));
    page.press(Key::ENTER);
    page.starting("switch", &settings::GHOST).wait_for_focus();
    search.focus();
    page.evaluate("document.activeElement.select()");
    type_in(&page, "no such words");
    page.text(&settings::NOT_FOUND).wait();
    page.evaluate("document.activeElement.select()");
    type_in(&page, "handling");
    assert!(row(settings::DAS) && !row(settings::GHOST), "a section's name shows all of it");
}

/// The next piece of a game whose rotate key is held down while a T is dropped.
fn next_with_rotate_held(page: &Page, mode: &str) -> Vec<(usize, usize)> {
    let position = Position::entering("T").next(&["I", "O", "S", "Z"]);
    page.go(&position.address_in("marathon", mode));
    page.board();
    page.hold(Key::UP);
    page.press(Key::SPACE);
    page.pass(50.0);
    let cells = page.board().places('I');
    page.release(Key::UP);
    cells.into_iter().filter(|&(_, y)| y < 10).collect()
}

#[test]
fn initial_rotation_works_in_sprint_once_it_is_switched_on_and_never_in_marathon() {
    let page = Device::DESKTOP.open("/settings");
    let is_flat = |cells: &[(usize, usize)]| cells.iter().all(|&(_, y)| y == cells[0].1);
    let off = next_with_rotate_held(&page, "sprint");
    assert!(off.len() == 4 && is_flat(&off), "{off:?}");
    page.go("/settings");
    page.starting("switch", &settings::INITIAL_ROTATION).click();
    let on = next_with_rotate_held(&page, "sprint");
    assert!(!on.is_empty() && on.iter().all(|&(x, _)| x == on[0].0), "it stands upright: {on:?}");
    let marathon = next_with_rotate_held(&page, "marathon");
    assert!(marathon.len() == 4 && is_flat(&marathon), "{marathon:?}");
}

#[test]
fn the_handling_can_be_tried_on_a_board_of_the_settings() {
    let page = Device::DESKTOP.open("/settings");
    page.button(&settings::TRY).click();
    let board = page.role("group", &settings::TRY_BOARD);
    board.wait_for_focus();
    let before = page.board();
    assert!(entered(&before).is_some(), "{before:?}");
    page.press(Key::SPACE);
    page.pass(600.0);
    assert_eq!(filled(&page), 4, "a piece lies on the ground");
    page.starting("slider", &settings::ARR).focus();
    page.press(Key::HOME);
    page.pass(50.0);
    assert_eq!(filled(&page), 0, "another handling, another game");
    page.button(&settings::TRY_CLOSE).click();
    board.wait_until_gone();
    assert!(page.archived().is_empty(), "nothing of it is kept");
}

#[test]
fn the_handling_can_be_tried_by_touch() {
    let page = Device::PHONE.open("/settings");
    page.button(&settings::TRY).tap();
    page.board();
    // The board is large enough to see something on it, and its controls are in sight.
    let board = page.part(".trial-board").rect();
    assert!(board.height > 300.0, "{board:?}");
    let below = page.button(&settings::DONE).rect();
    let (drop, title) = (page.button(&play::HARD_DROP).rect(), page.part(".page-title").rect());
    assert!(drop.bottom() <= below.top && board.top >= title.bottom(), "{board:?} {drop:?}");
    page.button(&play::HARD_DROP).tap();
    page.pass(600.0);
    assert_eq!(filled(&page), 4, "a piece lies on the ground");
}

/// Cells of the lower half of the board that are not empty.
fn filled(page: &Page) -> usize {
    let board = page.board();
    board.bottom(10).iter().map(|row| row.chars().filter(char::is_ascii_uppercase).count()).sum()
}
