//! Boards that are larger than documented: as large as the window allows, or zoomed.

use quintet_e2e::{Device, Key, Page};
use quintet_words::{play, settings};

/// Chooses boards that are as large as the window allows.
pub(crate) fn fit(page: &Page) {
    page.go("/settings");
    page.starting("combobox", &settings::BOARD_SIZE).focus();
    page.press(Key::DOWN);
}

#[test]
fn boards_are_crisp_at_every_density() {
    let page = Device::DESKTOP.sized(1920, 1080).window();
    fit(&page);
    page.go("/marathon/play?seed=3");
    for density in [1.0, 1.25, 1.5, 1.75, 2.0, 2.625, 3.0] {
        page.set_device(Device { density, ..page.device() });
        page.wait_for("the density", &format!("Math.abs(devicePixelRatio - {density}) < 0.001"));
        page.wait_for_layout();
        // The page knows the new density. The next frame makes a new painter for the board.
        page.pass(0.0);
        let canvas = page.part(".board-canvas");
        let pixels = canvas.ask("function() { return this.width; }").as_f64().expect("a number");
        assert!((pixels % 10.0).abs() < f64::EPSILON, "whole pixels per cell: {pixels}");
        let shown = canvas.rect().width * density;
        assert!((shown - pixels).abs() < 0.1, "one to one at {density}: {shown} and {pixels}");
    }
}

#[test]
fn a_small_board_offers_to_be_larger_in_the_pause() {
    let page = Device::DESKTOP.sized(2560, 1440).open("/flip/play?seed=3");
    page.board();
    page.press(Key::P);
    page.button(&play::LARGER_BOARD).click();
    page.button(&play::RESUME_GAME).click();
    page.wait_until("a larger board", || {
        page.pass(100.0);
        page.part(".board-canvas").rect().height >= 0.85 * 1440.0
    });
}

/// Pixels of the letters in a part of the page.
fn letters(page: &Page, part: &str) -> f64 {
    page.part(part).px("font-size")
}

#[test]
fn text_grows_with_a_fitted_board_and_with_a_zoomed_one() {
    let texts = [
        ("/domino/play?mode=easy&seed=3", ".row-sum"),
        ("/domino/play?mode=easy&seed=3", "[data-number=speed] .number"),
        ("/flip/play?seed=3", "[data-number=gravity] .number"),
        ("/marathon/play?seed=3", ".hints"),
        ("/marathon/play?seed=3", ".piece-name"),
        ("/battle/play?mode=versus&seed=3", ".seat-name"),
        ("/battle/play?mode=versus&seed=3", ".count"),
    ];
    let page = Device::DESKTOP.sized(2560, 1440).window();
    let measure = |page: &Page| {
        texts.map(|(address, part)| {
            page.go(address);
            page.board();
            letters(page, part)
        })
    };
    let standard = measure(&page);
    fit(&page);
    let fitted = measure(&page);
    for (index, (address, part)) in texts.iter().enumerate() {
        let (before, now) = (standard[index], fitted[index]);
        assert!(now > 1.25 * before, "{address} {part}: {before} and {now}");
    }
    // A zoom of 150 per cent: every length by as much.
    page.go("/settings");
    page.starting("combobox", &settings::BOARD_SIZE).focus();
    page.press(Key::DOWN);
    page.starting("slider", &settings::ZOOM).focus();
    page.wait_until("150 per cent", || {
        let percent = page.evaluate("Number(document.activeElement.value)");
        let percent = percent.as_f64().expect("a number");
        if percent < 150.0 {
            page.press(Key::RIGHT);
        } else if percent > 150.0 {
            page.press(Key::LEFT);
        }
        percent == 150.0
    });
    let zoomed = measure(&page);
    for (index, (address, part)) in texts.iter().enumerate() {
        let (before, now) = (standard[index], zoomed[index]);
        // Lines above and below a board stop growing earlier.
        let grown = if [".hints", ".seat-name"].contains(part) { 1.4 } else { 1.5 };
        assert!((now / before - grown).abs() < 0.02, "{address} {part}: {before} and {now}");
    }
    page.go("/marathon/play?seed=3");
    page.board();
    assert_eq!(page.part(".board-canvas").rect().height, 1200.0, "60 pixels instead of 40");
}

#[test]
fn a_fitted_board_takes_what_a_phone_has() {
    let page = Device::PHONE.window();
    page.go("/marathon/play?seed=3");
    page.board();
    let standard = page.part(".board-canvas").rect();
    // The pause of a duel offers it, too.
    page.go("/battle/play?mode=versus&seed=3");
    page.pass_swiftly(2500.0);
    let own = page.part(".own .board-canvas").rect();
    page.button(&play::PAUSE).tap();
    page.button(&play::LARGER_BOARD).tap();
    page.button(&play::RESUME_GAME).tap();
    page.wait_until("a larger board", || {
        page.pass(100.0);
        page.part(".own .board-canvas").rect().height > 1.1 * own.height
    });
    page.go("/marathon/play?seed=3");
    page.board();
    let fitted = page.part(".board-canvas").rect();
    assert_eq!(standard.width, 180.0);
    assert!(fitted.width > 0.7 * 390.0, "{fitted:?}");
    let pad = page.button(&play::MOVE_LEFT).rect();
    let spare = pad.top - fitted.bottom();
    assert!(spare < 60.0, "nothing is left over above the controls: {fitted:?} {pad:?}");
}
