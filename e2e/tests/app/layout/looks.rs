//! Colours, shapes and design tokens.

use quintet_e2e::{Device, Key, Page, Position, hue};

use crate::scenes::{entered, hard_drop};

/// M-196 M-197 M-198 M-199 M-200 M-201 M-202 M-242
#[test]
fn the_seven_pieces_have_their_shapes_and_colours() {
    let kinds = ["I", "O", "T", "S", "Z", "J", "L"];
    let page = Device::DESKTOP.open(&Position::entering("I").next(&kinds[1..]).address());
    let mut painted = Vec::new();
    for (index, kind) in kinds.iter().enumerate() {
        let board = page.board();
        assert_eq!(entered(&board), kind.chars().next(), "{board:?}");
        let cells = kind.chars().flat_map(|kind| board.places(kind)).filter(|&(_, row)| row < 2);
        painted.push(cells.map(|(x, y)| hue(page.painted(x, y))).collect::<Vec<_>>());
        // Away from the others, to the walls by turns.
        let away = if index % 2 == 0 { Key::LEFT } else { Key::RIGHT };
        (0..6).for_each(|_| page.press(away));
        hard_drop(&page);
    }
    let ranges = [
        ("cyan", 170.0, 205.0),
        ("yellow", 43.0, 65.0),
        ("purple", 260.0, 305.0),
        ("green", 95.0, 165.0),
        ("red", 340.0, 375.0),
        ("blue", 206.0, 245.0),
        ("orange", 18.0, 42.0),
    ];
    for ((name, from, to), cells) in ranges.into_iter().zip(painted) {
        assert_eq!(cells.len(), 4, "{name}");
        for found in cells {
            let found = if found + 360.0 <= to { found + 360.0 } else { found };
            assert!((from..=to).contains(&found), "{name} has the hue {found}");
        }
    }
}

/// M-203 M-204 M-205 M-206 M-207 M-208
#[test]
fn every_design_token_has_a_value() {
    let page = Device::DESKTOP.open("/marathon/play?seed=1");
    page.board();
    let colours = [
        "void",
        "grid-bg",
        "chrome",
        "panel",
        "ghost",
        "text-secondary",
        "text-dim",
        "piece-i",
        "piece-j",
        "piece-l",
        "piece-o",
        "piece-s",
        "piece-t",
        "piece-z",
        "accent-primary",
        "accent-gold",
        "accent-success",
        "accent-error",
    ];
    for name in colours {
        let value = page.token(&format!("color-{name}"));
        let known = page.evaluate(&format!("CSS.supports('color', '{value}')"));
        assert!(known == true && !value.is_empty(), "color-{name}: {value}");
    }
    let sizes = |page: &Page| {
        ["xs", "sm", "xl", "2xl", "3xl", "4xl", "5xl"]
            .map(|size| page.token_px(&format!("text-{size}")))
    };
    // Phones are held nearer to the eye.
    assert_eq!(sizes(&page), [14.0, 14.0, 20.0, 24.0, 30.0, 36.0, 48.0]);
    let phone = Device::PHONE.open("/marathon");
    assert_eq!(sizes(&phone), [12.0, 14.0, 20.0, 24.0, 30.0, 36.0, 48.0]);
    assert!(!page.token("font-display").is_empty());
    let steps = [2, 4, 6].map(|step| page.token_px(&format!("spacing-{step}")));
    assert!(0.0 < steps[0] && steps[0] < steps[1] && steps[1] < steps[2], "{steps:?}");
    for glow in ["glow-primary", "glow-gold", "glow-success", "glow-error", "shadow-panel"] {
        let value = page.token(glow);
        let known = page.evaluate(&format!("CSS.supports('box-shadow', '{value}')"));
        assert!(known == true && !value.is_empty(), "{glow}: {value}");
    }
    let opacity: f64 = page.token("scanline-opacity").parse().expect("a number");
    assert!(opacity > 0.0 && opacity < 1.0);
    assert_eq!(page.token("duration-slow"), "400ms");
    assert!(page.token("duration-fast").ends_with("ms"));
    for ease in ["ease-drop", "ease-bounce"] {
        let value = page.token(ease);
        let known =
            page.evaluate(&format!("CSS.supports('transition-timing-function', '{value}')"));
        assert!(known == true && !value.is_empty(), "{ease}: {value}");
    }
    let cell = page.token_px("cell-size");
    assert!(cell > 0.0);
    assert!((page.token_px("board-width") - 10.0 * cell).abs() < 0.01);
    assert!((page.token_px("board-height") - 20.0 * cell).abs() < 0.01);
}

/// M-204
#[test]
fn the_display_face_comes_with_the_app() {
    let page = Device::DESKTOP.open("/marathon");
    page.evaluate("document.fonts.ready.then(() => true)");
    let family = page.token("font-display");
    let first = family.split(',').next().unwrap_or_default().trim().trim_matches('"').to_owned();
    let loaded = page.evaluate(&format!(
        "[...document.fonts].some((face) =>
            face.family.replaceAll('\"', '') === '{first}' && face.status === 'loaded')"
    ));
    assert_eq!(loaded, true, "{first} is loaded");
}

#[test]
fn a_pause_dims_the_names_of_the_players_too() {
    for device in [Device::PHONE, Device::PHONE_SIDEWAYS] {
        let page = device.open("/battle/play?seed=1");
        page.board();
        page.press(Key::P);
        page.part("[data-screen='paused']").wait();
        page.wait_for(
            "dimmed names",
            "getComputedStyle(document.querySelector('.seat-head')).opacity < 0.5",
        );
    }
}

#[test]
fn the_lists_of_the_leaderboards_stand_exactly_one_below_the_other() {
    let page = Device::PHONE.window();
    // There is no server to list scores.
    page.forgive("api/scores");
    page.go("/online/scores");
    page.part(".online-choice + .online-choice select").wait();
    let [upper, lower] = [":first-child", ":last-child"]
        .map(|which| page.part(&format!(".online-choice{which} select")).rect());
    assert_eq!((upper.left, upper.width), (lower.left, lower.width));
}

#[test]
fn what_can_be_done_with_a_replay_is_kept_apart_for_fingers() {
    let page = Device::PHONE.open("/marathon/play?seed=1");
    page.board();
    crate::scenes::play_to_the_end(&page);
    page.go("/replays");
    page.part(".replay .link").wait();
    let narrow = page.evaluate(
        "[...document.querySelectorAll('.replay .link')]
            .filter((link) => parseFloat(getComputedStyle(link).paddingLeft) < 8).length",
    );
    assert_eq!(narrow, 0);
}
