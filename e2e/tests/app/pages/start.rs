//! The start screen.

use quintet_e2e::{Device, Element, Key, Page};
use quintet_words::{games, menu, play};

use crate::scenes::{entered, hard_drop};

/// M-119 M-120 M-121 M-122 M-123 M-232
#[test]
fn the_start_screen_shows_the_title_the_buttons_and_the_way_to_start() {
    let page = Device::DESKTOP.open("/marathon");
    let title = page.role("heading", &games::MARATHON_BANNER).rect();
    let buttons = ["START GAME", "HIGH SCORES", "CONTROLS"].map(|name| page.button(name));
    let rects = buttons.each_ref().map(Element::rect);
    let hint = page.text("PRESS ENTER TO START").rect();
    assert!(title.bottom() <= rects[0].top, "the title stands above the buttons");
    for pair in rects.windows(2) {
        assert!(pair[0].bottom() <= pair[1].top, "buttons stand one below the other: {pair:?}");
    }
    assert!(rects[2].bottom() <= hint.top, "the hint stands below the buttons");
    for rect in [title, rects[0], rects[1], rects[2], hint] {
        assert!((rect.middle().0 - 720.0).abs() < 8.0, "in the middle: {rect:?}");
    }
    let primary = page.token_colour("color-accent-primary");
    page.evaluate("document.activeElement.blur()");
    page.wait_for_stillness();
    assert_eq!(buttons[0].colour("background-color"), primary, "START GAME is the primary button");
    for secondary in &buttons[1..] {
        assert_eq!(secondary.colour("background-color"), page.token_colour("color-chrome"));
    }
}

/// TETRIS in blocks.
const TITLE: [&str; 5] = [
    "##### #### ##### ###  ###  ###",
    "  #   #      #   #  #  #  #   ",
    "  #   ###    #   ###   #   ## ",
    "  #   #      #   # #   #     #",
    "  #   ####   #   #  # ### ### ",
];

/// What the title's drawing shows, block by block.
fn drawn_title(page: &Page) -> Vec<String> {
    let rows = page.part("h1 svg .banner-face").ask(
        "function() {
            const point = this.ownerSVGElement.createSVGPoint();
            const row = (y) => Array.from({ length: 30 }, (_, x) => {
                [point.x, point.y] = [x * 100 + 50, y * 100 + 50];
                return this.isPointInFill(point) ? '#' : ' ';
            });
            return [0, 1, 2, 3, 4].map((y) => row(y).join(''));
        }",
    );
    let rows = rows.as_array().expect("rows");
    rows.iter().map(|row| row.as_str().unwrap_or_default().to_owned()).collect()
}

/// How far the glow of an element's drawings reaches in pixels. It must have this colour.
fn glow(element: &Element<'_>, colour: &str) -> f64 {
    let filter = element.style("filter");
    let shadows: Vec<&str> = filter.split("drop-shadow(").skip(1).collect();
    assert!(!shadows.is_empty(), "no glow: {filter}");
    let reach = |shadow: &str| -> f64 {
        let (tint, lengths) = shadow.split_once(") ").expect("a colour, then lengths");
        assert_eq!(format!("{tint})"), colour, "{filter}");
        let lengths: Vec<&str> = lengths.trim().trim_end_matches(')').split(' ').collect();
        assert_eq!(lengths[..2], ["0px", "0px"], "on all sides: {filter}");
        lengths[2].trim_end_matches("px").parse().expect("a length")
    };
    shadows.into_iter().map(reach).fold(0.0, f64::max)
}

/// M-115 M-116 M-117 M-118
#[test]
fn the_title_is_large_glows_and_pulses_on_the_void() {
    let page = Device::DESKTOP.open("/marathon");
    let screen = page.part("main");
    assert_eq!(screen.colour("background-color"), page.token_colour("color-void"));
    let whole = screen.rect();
    assert_eq!((whole.left, whole.top, whole.width, whole.height), (0.0, 0.0, 1440.0, 900.0));

    let title = page.role("heading", "TETRIS");
    assert_eq!(title.px("font-size"), page.token_px("text-5xl"));
    let plain = |family: String| family.replace(['"', ' '], "");
    assert_eq!(plain(title.style("font-family")), plain(page.token("font-display")));
    assert_eq!(title.colour("color"), page.token_colour("color-accent-primary"));
    assert_eq!(title.style("animation-name"), "pulse");
    assert_eq!(title.style("animation-iteration-count"), "infinite");

    // What is seen is a drawing, in the size and the colour of the title.
    assert_eq!(drawn_title(&page), TITLE);
    let width = || page.part("h1 svg").rect().width;
    let large = width();
    assert!(large >= 400.0, "block letters are large: {large}");
    let face = page.part("h1 svg .banner-face");
    assert_eq!(face.colour("fill"), page.token_colour("color-accent-primary"));
    assert!(face.opacity() > 0.99, "{}", face.opacity());
    page.evaluate("document.documentElement.style.setProperty('--text-5xl', '1.5rem')");
    assert!((2.0 * width() - large).abs() < 1.0, "half as large: {} of {large}", width());

    let primary = page.token_as("color", "color-accent-primary");
    let at = |share: f64| {
        title.ask(&format!(
            "function() {{
                const [pulse] = this.getAnimations();
                pulse.pause();
                pulse.currentTime = pulse.effect.getComputedTiming().duration * {share};
            }}"
        ));
        glow(&title, &primary)
    };
    let reaches = [0.0, 0.25, 0.5, 0.75, 1.0].map(at);
    assert!(reaches[0] >= 8.0, "it always glows: {reaches:?}");
    assert!(reaches[..3].is_sorted_by(|early, late| early < late), "it swells: {reaches:?}");
    assert!(reaches[2..].is_sorted_by(|early, late| early > late), "and fades: {reaches:?}");
}

/// M-118
#[test]
fn with_little_motion_the_title_glows_without_a_pulse() {
    let device = Device { reduced_motion: true, ..Device::DESKTOP };
    let page = device.open("/marathon");
    let title = page.role("heading", &games::MARATHON_BANNER);
    assert_eq!(title.style("animation-name"), "none");
    assert!(glow(&title, &page.token_as("color", "color-accent-primary")) >= 8.0);
}

/// M-124
#[test]
fn the_line_below_the_buttons_is_small_and_blinks() {
    let page = Device::DESKTOP.open("/marathon");
    let hint = page.text(&menu::PRESS_ENTER);
    assert_eq!(hint.px("font-size"), page.token_px("text-sm"));
    assert_eq!(hint.colour("color"), page.token_colour("color-text-secondary"));
    assert_eq!(hint.style("animation-name"), "blink");
    assert_eq!(hint.style("animation-iteration-count"), "infinite");
    assert_ne!(hint.style("animation-duration"), "0s");
    let steps = hint.ask(
        "function() { return this.getAnimations()[0].effect.getKeyframes().map((it) => it.opacity); }",
    );
    let steps = steps.as_array().expect("steps of an animation");
    assert!(steps.iter().any(|step| step != &steps[0]), "it comes and goes: {steps:?}");
}

/// M-001 M-002 M-003 M-004 M-005 M-006 M-007 M-233
#[test]
fn a_click_on_start_game_begins_with_an_empty_board_and_a_piece() {
    let page = Device::DESKTOP.open("/marathon");
    page.button("START GAME").click();
    page.wait_for_address("/marathon/play");
    let board = page.board();
    let kind = entered(&board).expect("a piece stands at the top");
    let ghost = board.places(kind.to_ascii_lowercase()).len();
    assert_eq!((board.count(kind), ghost, board.count('.')), (4, 4, 192), "{board:?}");
    let numbers = ["SCORE", "LEVEL", "LINES"].map(|caption| page.number(caption));
    assert_eq!(numbers, ["0", "1", "0"]);
    let coming = page.next_pieces();
    assert_eq!(coming.len(), 4);
    hard_drop(&page);
    assert_eq!(entered(&page.board()), coming.chars().next(), "of {coming}, the first comes next");
    page.wait_until("another piece to begin with", || {
        let page = Device::DESKTOP.open("/marathon");
        page.button("START GAME").click();
        page.wait_for_address("/marathon/play");
        entered(&page.board()).is_some_and(|other| other != kind)
    });
}

/// M-001 M-233
#[test]
fn enter_begins_a_game_wherever_the_focus_is_unless_a_button_has_it() {
    let page = Device::DESKTOP.open("/marathon");
    page.button("START GAME").wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/marathon/play");
    assert!(entered(&page.board()).is_some());

    let page = Device::DESKTOP.open("/marathon");
    page.button("START GAME").wait_for_focus();
    page.evaluate("document.activeElement.blur()");
    page.press(Key::ENTER);
    page.wait_for_address("/marathon/play");

    let page = Device::DESKTOP.open("/marathon");
    page.button("START GAME").wait_for_focus();
    page.press(Key::DOWN);
    page.button(&menu::HIGH_SCORES).wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/marathon/scores");
}

/// M-219
#[test]
fn nobody_has_to_choose_keys_music_opponents_or_a_mode_to_play() {
    let page = Device::DESKTOP.open("/");
    page.part("[data-game=marathon] .card-open").wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/marathon");
    let marathon = page.role("radio", &quintet_words::games::MARATHON.to_uppercase());
    assert_eq!(marathon.attribute("aria-checked").as_deref(), Some("true"));
    page.button(&menu::START_GAME).wait_for_focus();
    page.press(Key::ENTER);
    page.wait_for_address("/marathon/play");
    page.board();
    hard_drop(&page);
    assert_ne!(page.number(&play::SCORE), "0");
    assert_eq!(page.stored("quintet/settings"), None, "nothing was set");
}

#[test]
fn keys_that_play_do_not_press_the_button_that_started_the_game() {
    let page = Device::DESKTOP.open("/marathon");
    page.button(&menu::START_GAME).click();
    page.wait_for_address("/marathon/play");
    page.board();
    hard_drop(&page);
    page.press(Key::ENTER);
    assert_eq!(page.address().split('?').next(), Some("/marathon/play"));
    let dropped = page.board().count('.');
    assert_eq!(dropped, 188, "one piece lies, one falls, one ghost: {:?}", page.board());
}

/// M-125 M-142 M-243
#[test]
fn scanlines_and_vignette_lie_over_every_screen_and_let_clicks_through() {
    let page = Device::DESKTOP.open("/marathon");
    for address in ["/marathon", "/marathon/play?seed=1"] {
        page.go(address);
        for part in [".scanlines", ".vignette"] {
            let glass = page.part(part);
            let rect = glass.rect();
            assert_eq!((rect.width, rect.height), (1440.0, 900.0), "{part} at {address}");
            assert_eq!(glass.style("pointer-events"), "none");
            assert!(glass.style("background-image").contains("gradient"), "{part}");
            assert!(glass.opacity() > 0.05, "{part} can be seen");
            let screen = page.part("main").style("z-index").parse().unwrap_or(0);
            assert!(glass.style("z-index").parse::<i32>().expect("a number") > screen);
        }
        let opacity: f64 = page.token("scanline-opacity").parse().expect("a number");
        assert!((page.part(".scanlines").opacity() - opacity).abs() < 1e-6);
    }
}

/// Counts what is costly to draw: gradients, of which every tile and every light has some.
const GRADIENTS: &str = "
    window.gradients = 0;
    for (const kind of ['createLinearGradient', 'createRadialGradient']) {
        const create = CanvasRenderingContext2D.prototype[kind];
        CanvasRenderingContext2D.prototype[kind] = function (...args) {
            gradients += 1;
            return create.apply(this, args);
        };
    }";

/// All pictures of tiles and lights were once drawn before the first frame, which took longer than
/// a page may keep somebody waiting.
#[test]
fn a_game_begins_with_the_pictures_it_needs_and_the_first_frames_draw_the_others() {
    for (game, all) in [("marathon", 80), ("battle", 160), ("domino", 40)] {
        let page = Device::DESKTOP.with_script(GRADIENTS).open(&format!("/{game}"));
        page.evaluate("gradients = 0");
        page.part(".menu .primary").click();
        page.wait_for_address(&format!("/{game}/play"));
        let at_once = page.evaluate("gradients").as_u64().expect("a count");
        assert_eq!(at_once, 0, "{game}: a click draws nothing");
        let mut before = at_once;
        for frame in 0..60 {
            page.pass(0.0);
            let now = page.evaluate("gradients").as_u64().expect("a count");
            // No time passes on a held clock, so that the first frame makes all parts.
            let most = if frame == 0 { 70 } else { 40 };
            assert!(now - before < most, "{game}: {} in frame {frame}", now - before);
            before = now;
        }
        assert!(before >= all, "{game}: only {before} in the end");
    }
}

#[test]
fn the_whole_menu_of_a_game_is_seen_in_the_lowest_windows() {
    for (width, height) in [(568, 320), (667, 331), (740, 310), (844, 390)] {
        let page = Device::PHONE.sized(width, height).open("/marathon");
        for game in ["marathon", "domino", "battle", "minimal", "flip"] {
            page.go(&format!("/{game}"));
            page.part(&format!("[data-game={game}][aria-current]")).wait();
            let lowest = page.button(&menu::CONTROLS).rect();
            assert!(lowest.bottom() <= f64::from(height), "{game} {width}x{height}: {lowest:?}");
        }
    }
}
