//! How a game is laid out on a phone.

use quintet_e2e::{Device, Element, Key, Page, Position, Rect, hue};
use quintet_words::{Phrase, games, menu, notices, play, settings};

use crate::scenes::{assert_pause_sign, entered, fade};

const BOARD: &str = ".board-canvas";
const TOUCH: [Phrase; 5] =
    [play::MOVE_LEFT, play::SOFT_DROP, play::MOVE_RIGHT, play::ROTATE, play::HARD_DROP];

fn game(device: Device) -> Page {
    let position = Position::entering("T").with("score", 12_450).with("lines", 42);
    let page = device.open(&position.address());
    page.board();
    page
}

fn overlap(a: &Rect, b: &Rect) -> bool {
    let apart = a.right() <= b.left + 0.5
        || b.right() <= a.left + 0.5
        || a.bottom() <= b.top + 0.5
        || b.bottom() <= a.top + 0.5;
    !apart
}

/// Everything on a phone's game screen with its place.
fn places(page: &Page) -> Vec<(String, Rect)> {
    let mut places: Vec<(String, Rect)> = TOUCH
        .iter()
        .chain([play::PAUSE].iter())
        .map(|name| (name.to_string(), page.button(name).rect()))
        .collect();
    for part in [BOARD, ".hold", ".next", ".stats"] {
        places.push((part.to_owned(), page.part(part).rect()));
    }
    places
}

/// M-079 M-080 M-081
#[test]
fn touch_or_a_narrow_window_means_the_mobile_layout() {
    let layout = |page: &Page| {
        page.board();
        let controls = page.button(&play::MOVE_LEFT).is_there();
        let hints = page.text(&games::hint_keys_first("← →", games::HINT_MOVE)).is_there();
        assert_ne!(controls, hints, "either touch controls or hints for keys");
        controls
    };
    let page = game(Device::DESKTOP.sized(767, 900));
    assert!(layout(&page), "narrow");
    page.resize(Device::DESKTOP.sized(768, 900));
    page.button(&play::MOVE_LEFT).wait_until_gone();
    assert!(!layout(&page), "768 pixels are a desktop");
    page.resize(Device::DESKTOP.sized(500, 900));
    page.button(&play::MOVE_LEFT).wait();
    assert!(layout(&page), "re-evaluated as the window changes");
    let page = game(Device { touch: true, ..Device::DESKTOP });
    assert!(layout(&page), "touch, however wide");
}

/// M-082 M-083
#[test]
fn the_start_screen_of_a_phone_says_how_to_start() {
    let page = Device::PHONE.open("/marathon");
    page.text("Tap anywhere to start").wait();
    page.text("Touch controls enabled").wait();
    assert!(!page.text(&menu::PRESS_ENTER).is_there());
    for name in ["START GAME", "HIGH SCORES", "CONTROLS"] {
        let rect = page.button(name).rect();
        assert!(rect.height >= 44.0 && rect.right() <= 390.0 && rect.bottom() <= 844.0, "{rect:?}");
    }
}

/// M-085 M-244
#[test]
fn cells_have_15_to_18_pixels_on_every_phone() {
    let sizes =
        [(320, 568), (344, 882), (360, 640), (390, 844), (844, 390), (667, 375), (1366, 1024)];
    let page = game(Device::PHONE);
    for (width, height) in sizes {
        page.resize(Device::PHONE.sized(width, height));
        page.board();
        let rect = page.part(BOARD).rect();
        let cell = rect.width / 10.0;
        assert!((15.0..=18.0).contains(&cell), "{width}x{height}: {cell}");
        assert!((rect.height / 20.0 - cell).abs() < 0.01, "cells are square");
    }
}

/// M-244
#[test]
fn nothing_overlaps_or_leaves_the_screen_of_any_phone() {
    let page = game(Device::PHONE);
    for (width, height) in [(320, 568), (360, 640), (390, 844), (844, 390), (667, 375), (932, 430)]
    {
        page.resize(Device::PHONE.sized(width, height));
        page.board();
        let places = places(&page);
        for (index, (name, rect)) in places.iter().enumerate() {
            let inside = rect.left >= -0.5
                && rect.top >= -0.5
                && rect.right() <= f64::from(width) + 0.5
                && rect.bottom() <= f64::from(height) + 0.5;
            assert!(inside, "{name} leaves {width}x{height}: {rect:?}");
            for (other, place) in &places[index + 1..] {
                assert!(
                    !overlap(rect, place),
                    "{name} and {other} at {width}x{height}: {rect:?} {place:?}"
                );
            }
        }
    }
}

/// M-086 M-087 M-088 M-089 M-189 M-190 M-191 M-192 M-244
#[test]
fn hold_next_and_pause_stand_above_the_numbers_the_board_and_the_controls() {
    let page = game(Device::PHONE);
    let board = page.part(BOARD).rect();
    let hold = page.button(&play::HOLD_EMPTY).rect();
    let next = page.part(".next").rect();
    let pause = page.button(&play::PAUSE).rect();
    assert!(hold.left < 20.0 && hold.top < 30.0, "top left: {hold:?}");
    assert!(next.middle().0 > 195.0 && next.top < 30.0, "top right: {next:?}");
    assert!(next.left >= hold.right(), "apart: {hold:?} {next:?}");
    assert!(pause.left >= next.right() && pause.right() > 365.0, "far right: {pause:?}");
    let beside =
        pause.left - next.right() < 20.0 && (next.top..next.bottom()).contains(&pause.middle().1);
    assert!(beside, "beside NEXT: {pause:?} {next:?}");
    assert_pause_sign(&page);

    let captions = ["SCORE", "LVL", "LINES"].map(|caption| page.text(caption).rect());
    let numbers = ["12,450", "5", "42"].map(|number| page.text(number).rect());
    for (caption, number) in captions.iter().zip(&numbers) {
        assert!(number.top >= caption.bottom() - 1.0, "the value below: {caption:?} {number:?}");
        assert!((caption.middle().0 - number.middle().0).abs() < 12.0);
        assert!((caption.top - captions[0].top).abs() < 1.0, "one row");
        assert!(caption.top >= hold.bottom() && number.bottom() <= board.top);
    }
    assert!(captions.windows(2).all(|pair| pair[0].right() <= pair[1].left));
    for name in TOUCH {
        let rect = page.button(&name).rect();
        assert!(rect.top >= board.bottom() && rect.top > 600.0, "{name} at the bottom: {rect:?}");
    }
    let coming = page.next_pieces().chars().next();
    page.button(&play::HARD_DROP).tap();
    fade(&page);
    assert_eq!(entered(&page.board()), coming, "NEXT shows what comes");
}

#[test]
fn next_shows_as_many_pieces_as_there_is_room_for_and_no_more_than_are_set() {
    let page = game(Device::PHONE);
    let first = page.next_pieces();
    for (width, height, room) in
        [(390, 844, 3), (320, 568, 2), (360, 640, 3), (430, 932, 4), (844, 390, 3), (568, 320, 2)]
    {
        page.set_device(page.device().sized(width, height));
        let shown = format!("{room} pieces at {width}x{height}");
        page.wait_until(&shown, || page.next_pieces().len() == room);
        let here = page.next_pieces();
        assert_eq!(here[..1], first[..1], "the next piece comes first");
        let next = page.part(".next").rect();
        for slot in 1..=room {
            let slot = page.part(&format!(".next li:nth-child({slot})")).rect();
            let inside = slot.left >= next.left && slot.right() <= next.right();
            assert!(
                inside && slot.bottom() <= next.bottom(),
                "{width}x{height}: {slot:?} {next:?}"
            );
        }
    }
    let page = Device::PHONE.open("/settings");
    page.starting("slider", &settings::PREVIEWS).focus();
    page.press(Key::HOME);
    page.go("/marathon/play?seed=1");
    page.board();
    assert_eq!(page.next_pieces().len(), 1, "as it is set");
}

/// How much of the ink of a button's drawing is in its right half, and in its lower half.
fn ink(page: &Page, name: &str) -> (f64, f64) {
    let shares = page.part(&format!("[aria-label='{name}'] svg path")).ask(
        "function() {
            const { x, y, width, height } = this.getBBox();
            const point = this.ownerSVGElement.createSVGPoint();
            let [all, right, low] = [0, 0, 0];
            for (let across = 0.5; across < 24; across++) {
                for (let down = 0.5; down < 24; down++) {
                    [point.x, point.y] = [x + (width * across) / 24, y + (height * down) / 24];
                    if (!this.isPointInFill(point)) continue;
                    all += 1;
                    right += across > 12 ? 1 : 0;
                    low += down > 12 ? 1 : 0;
                }
            }
            return [right / all, low / all];
        }",
    );
    (shares[0].as_f64().expect("a share"), shares[1].as_f64().expect("a share"))
}

/// M-193 M-194
#[test]
fn the_pad_has_56_and_the_circles_have_72_pixels() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS, Device::PHONE.sized(320, 568)] {
        let page = game(device);
        let pad = [play::MOVE_LEFT, play::SOFT_DROP, play::MOVE_RIGHT]
            .map(|name| page.button(&name).rect());
        for rect in pad {
            assert_eq!((rect.width, rect.height), (56.0, 56.0));
            assert_eq!(rect.top, pad[0].top, "in one row");
        }
        assert!(pad[0].right() <= pad[1].left && pad[1].right() <= pad[2].left, "in order");
        let circles = [play::ROTATE, play::HARD_DROP].map(|name| page.button(&name));
        for circle in &circles {
            let rect = circle.rect();
            assert_eq!((rect.width, rect.height), (72.0, 72.0));
            assert!(circle.px("border-top-left-radius") >= 36.0, "round");
            assert!(rect.left >= pad[2].right() || rect.bottom() <= pad[0].top, "at the right");
        }
        assert!(circles[0].rect().right() <= circles[1].rect().left);
        let (width, height) = (f64::from(device.width), f64::from(device.height));
        assert!(pad[0].left < 0.1 * width, "at the left: {pad:?}");
        assert!(circles[1].rect().right() > 0.9 * width, "at the right: {:?}", circles[1].rect());
        for rect in pad.into_iter().chain(circles.each_ref().map(Element::rect)) {
            assert!(rect.top > 0.5 * height, "at the bottom: {rect:?}");
        }
        // The arrows point where they lead: most of their ink is at the blunt end.
        let ink = [play::MOVE_LEFT, play::SOFT_DROP, play::MOVE_RIGHT, play::HARD_DROP]
            .map(|name| ink(&page, &name));
        assert!(ink[0].0 > 0.5 && ink[2].0 < 0.5 && ink[1].1 < 0.5, "left, down, right: {ink:?}");
        assert!((ink[3].0 - 0.5).abs() < 0.05, "straight down: {ink:?}");
        let arrow = page.part(&format!("[aria-label='{}'] svg path", play::ROTATE));
        assert!(arrow.rect().width > 16.0, "a bent arrow");
        let [purple, red] = circles.map(|circle| hue(circle.colour("background-color")));
        assert!((255.0..=310.0).contains(&purple), "purple: {purple}");
        assert!(!(15.0..=335.0).contains(&red), "red: {red}");
    }
}

#[test]
fn sideways_the_pad_is_left_of_the_board_and_the_circles_right() {
    let page = game(Device::PHONE_SIDEWAYS);
    let board = page.part(BOARD).rect();
    let right = |element: Element<'_>| element.rect().right();
    let left = |element: Element<'_>| element.rect().left;
    assert!(right(page.button(&play::MOVE_RIGHT)) <= board.left);
    assert!(left(page.button(&play::ROTATE)) >= board.right());
}

#[test]
fn a_phone_neither_zooms_nor_scrolls_nor_waits() {
    let page = game(Device::PHONE);
    assert_eq!(page.part("html").style("touch-action"), "none");
    for name in TOUCH {
        assert_eq!(page.button(&name).style("touch-action"), "none", "{name}");
    }
    let (x, y) = page.part(BOARD).rect().middle();
    page.swipe((x, y), (x - 120.0, y - 200.0), 100.0);
    let scale = page.evaluate("[scrollX, scrollY, visualViewport.scale]");
    assert_eq!(scale, quintet_e2e::json!([0, 0, 1]));
}

/// A browser with a sheet to share by.
const SHEET: &str = "navigator.share = (what) => {
    window.handedOn = what.url;
    return Promise.resolve();
};";

#[test]
fn a_phone_shares_by_its_own_sheet_and_a_desktop_by_the_clipboard() {
    let share = |device: Device| {
        let page = device.with_script(SHEET).open("/marathon/play?seed=1");
        page.board();
        page.allow_clipboard();
        page.press(Key::ESCAPE);
        page.button(&play::SHARE_POSITION).click();
        page
    };
    let phone = share(Device::PHONE);
    phone.wait_for("the link", "window.handedOn?.includes('#/marathon/play?')");
    let desktop = share(Device::DESKTOP);
    desktop.text(&notices::POSITION_COPIED).wait();
    assert_eq!(desktop.evaluate("window.handedOn === undefined"), true);
}

/// Counts what keeps the screen on.
const WAKE_LOCKS: &str = "
    window.held = 0;
    Object.defineProperty(navigator, 'wakeLock', { value: {
        request: async () => {
            held += 1;
            return { release: async () => { held -= 1; } };
        },
    } });";

#[test]
fn the_screen_of_a_phone_stays_on_while_a_game_is_played() {
    let page = Device::PHONE.with_script(WAKE_LOCKS).open("/marathon");
    assert_eq!(page.evaluate("held"), 0);
    page.go("/marathon/play?seed=1");
    page.board();
    page.wait_for("the screen is kept on", "held === 1");
    page.press(Key::ESCAPE);
    page.wait_for("it may go off in a pause", "held === 0");
    page.button(&play::RESUME_GAME).click();
    page.wait_for("it is kept on again", "held === 1");
    let desktop = Device::DESKTOP.with_script(WAKE_LOCKS).open("/marathon/play?seed=1");
    desktop.board();
    assert_eq!(desktop.evaluate("held"), 0);
}

/// Notes what the phone is asked to do.
const HANDS: &str = "
    window.shaken = [];
    window.filled = 0;
    Object.defineProperty(navigator, 'vibrate', { value: (ms) => shaken.push(ms) > 0 });
    Element.prototype.requestFullscreen = async () => { filled += 1; };";

#[test]
fn a_phone_vibrates_and_fills_its_screen_only_if_that_is_wanted() {
    let page = Device::PHONE.with_script(HANDS).open("/settings");
    for wanted in [false, true] {
        if wanted {
            page.go("/settings");
            page.starting("switch", &settings::VIBRATION).click();
            page.starting("switch", &settings::FULL_SCREEN).click();
        }
        page.go("/marathon/play?seed=1");
        page.board();
        page.press(Key::SPACE);
        page.pass(100.0);
        assert_eq!(page.evaluate("shaken.length > 0"), wanted);
        assert_eq!(page.evaluate("filled > 0"), wanted);
    }
}

#[test]
fn two_at_one_keyboard_are_told_so_on_a_phone_too() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = device.open("/battle?mode=versus");
        assert!(!page.text(&menu::SHARED_KEYBOARD).is_there());
        page.role("radio", &menu::TWO_PLAYERS).tap();
        let note = page.text(&menu::SHARED_KEYBOARD);
        note.wait();
        assert!(note.rect().height > 0.0, "it is seen");
    }
}

/// A browser whose sheet to share by is refused, and one whose sheet is closed.
const REFUSED_SHEET: &str =
    "navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError'));";
const CLOSED_SHEET: &str = "navigator.share = () => {
    window.closed_ = true;
    return Promise.reject(new DOMException('', 'AbortError'));
};";

#[test]
fn a_refused_sheet_is_followed_by_the_clipboard_and_a_closed_one_by_nothing() {
    let share = |script: &'static str| {
        let page = Device::PHONE.with_script(script).open("/marathon/play?seed=1");
        page.board();
        page.press(Key::ESCAPE);
        page.button(&play::SHARE_POSITION).click();
        page
    };
    let page = share(REFUSED_SHEET);
    page.wait_for("an answer", "!!document.querySelector('.notice')");
    let page = share(CLOSED_SHEET);
    page.wait_for("the sheet", "window.closed_ === true");
    assert!(!page.part(".notice").is_there(), "who closes it knows");
}
