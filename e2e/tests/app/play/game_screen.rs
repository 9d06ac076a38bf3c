//! How a game is laid out on the desktop.

use quintet_e2e::{Device, Page, Position};

fn page() -> Page {
    let position = Position::entering("T")
        .board(&["GGGG......", "LLLL.ZZZZZ"])
        .next(&["I", "L", "T", "O"])
        .with("hold", "J")
        .with("score", 12_450)
        .with("lines", 42);
    let page = Device::DESKTOP.open(&position.address());
    page.board();
    page
}

/// M-126 M-127 M-128
#[test]
fn three_columns_hold_and_numbers_then_the_board_then_next() {
    let page = page();
    assert_eq!(page.part("main").colour("background-color"), page.token_colour("color-void"));
    let captions = ["HOLD", "SCORE", "LEVEL", "LINES"].map(|caption| page.text(caption).rect());
    let board = page.part(".board-canvas").rect();
    let next = page.text("NEXT").rect();
    for pair in captions.windows(2) {
        assert!(pair[0].bottom() < pair[1].top, "one below the other: {pair:?}");
    }
    for caption in captions {
        assert!(caption.right() < board.left, "left of the board: {caption:?}");
    }
    assert!(next.left > board.right(), "right of the board: {next:?}");
    assert!((board.middle().0 - 720.0).abs() < 4.0, "the board in the middle: {board:?}");
}

/// M-129
#[test]
fn the_board_has_ten_by_twenty_cells_a_frame_and_faint_marks() {
    let page = page();
    let canvas = page.part(".board-canvas");
    let rect = canvas.rect();
    let cell = page.token_px("cell-size");
    assert!((rect.width - 10.0 * cell).abs() < 0.01 && (rect.height - 20.0 * cell).abs() < 0.01);
    assert!(cell >= 24.0, "large on a desktop: {cell}");
    let frame = page.part(".board");
    for side in ["top", "right", "bottom", "left"] {
        let colour = frame.colour(&format!("border-{side}-color"));
        assert_eq!(colour, page.token_colour("color-panel"), "{side}");
        assert_ne!(frame.style(&format!("border-{side}-style")), "none", "{side}");
    }
    assert_eq!(frame.colour("background-color"), page.token_colour("color-grid-bg"));
    // Somewhere in an empty cell there is a mark that is a little lighter than its ground.
    let shades = canvas.ask(
        "function() {
            const size = this.width / 10;
            const cell = this.getContext('2d').getImageData(size * 8.5, size * 5.5, size, size).data;
            const shades = new Set();
            for (let at = 0; at < cell.length; at += 4) shades.add(Math.max(...cell.slice(at, at + 3)));
            return [Math.min(...shades), Math.max(...shades)];
        }",
    );
    let (dark, light) =
        (shades[0].as_f64().expect("a shade"), shades[1].as_f64().expect("a shade"));
    let ground = page.token_colour("color-grid-bg").into_iter().fold(0.0, f64::max);
    assert!((dark - ground).abs() < 12.0, "the ground is grid-bg: {dark} and {ground}");
    assert!(light > dark + 5.0 && light < 140.0, "the mark is faint: {dark} to {light}");
}

/// M-130 M-131
#[test]
fn numbers_have_separators_and_the_score_glows() {
    let page = page();
    let numbers = ["SCORE", "LEVEL", "LINES"].map(|caption| page.number(caption));
    assert_eq!(numbers, ["12,450", "5", "42"]);
    let score = page.text("12,450");
    assert_eq!(score.px("font-size"), page.token_px("text-2xl"));
    assert_ne!(score.style("text-shadow"), "none");
}

/// M-132 M-133
#[test]
fn hold_and_next_show_the_pieces_and_their_letters() {
    let page = page();
    assert_eq!(page.held_piece(), "J");
    assert_eq!(page.next_pieces(), "ILTO");
    assert_eq!(page.drawn_piece(".hold"), ["J..", "JJJ"]);
    let drawings: [&[&str]; 4] = [&["IIII"], &["..L", "LLL"], &[".T.", "TTT"], &["OO", "OO"]];
    for (slot, drawing) in (1..).zip(drawings) {
        assert_eq!(page.drawn_piece(&format!(".next li:nth-child({slot})")), drawing);
    }
    let tops = [1, 2, 3, 4].map(|slot| page.part(&format!(".next li:nth-child({slot})")).rect());
    assert!(tops.windows(2).all(|pair| pair[0].bottom() <= pair[1].top), "a column: {tops:?}");
}

/// M-134
#[test]
fn what_falls_and_what_lies_is_solid_and_the_ghost_is_a_shade() {
    let board = page().board();
    assert_eq!(board.rows()[..2], ["....T.....", "...TTT...."]);
    assert_eq!(board.bottom(4), ["....t.....", "...ttt....", "GGGG......", "LLLL.ZZZZZ"]);
}

/// M-135 M-136 M-137 M-138 M-139 M-140 M-141
#[test]
fn hints_stand_small_and_dim_under_the_board() {
    let page = page();
    let board = page.part(".board-canvas").rect();
    for hint in [
        "← → Move",
        "Rotate → X / ↑",
        "↓ Soft Drop",
        "Hard Drop → Space",
        "Hold → Shift",
        "Pause → P",
    ] {
        let line = page.text(hint);
        let rect = line.rect();
        assert!(rect.top >= board.bottom(), "{hint} under the board");
        assert!(rect.left >= board.left - 4.0 && rect.right() <= board.right() + 4.0, "{hint}");
        assert!(rect.bottom() <= 900.0, "{hint} is in sight");
        assert_eq!(line.px("font-size"), page.token_px("text-xs"), "{hint}");
        assert_eq!(line.colour("color"), page.token_colour("color-text-dim"), "{hint}");
    }
}

#[test]
fn the_board_is_also_there_in_letters_for_those_who_hear_it() {
    let page = page();
    let letters = page.part(".board-canvas").words();
    let rows: Vec<&str> = letters.split(' ').collect();
    assert_eq!(rows.len(), 20);
    assert_eq!(rows[..2], ["....t.....", "...ttt...."]);
    assert_eq!(rows[18..], ["GGGG......", "LLLL.ZZZZZ"]);
}

#[test]
fn everything_fits_into_windows_of_many_sizes() {
    let page = page();
    for (width, height) in [(1024, 640), (1280, 720), (768, 1024), (1920, 1080), (2560, 1440)] {
        page.resize(Device::DESKTOP.sized(width, height));
        for part in [".board-canvas", ".hints", ".next"] {
            page.wait_until(&format!("{part} to fit into {width}x{height}"), || {
                let rect = page.part(part).rect();
                rect.left >= 0.0
                    && rect.top >= 0.0
                    && rect.right() <= f64::from(width)
                    && rect.bottom() <= f64::from(height)
            });
        }
    }
}

#[test]
fn blocks_are_sharp_at_any_density() {
    for density in [1.0, 1.25, 2.0, 2.625] {
        let device = Device { density, ..Device::DESKTOP };
        let page = device.open(&Position::entering("T").address());
        page.board();
        let canvas = page.part(".board-canvas");
        let pixels = canvas.ask("function() { return [this.width, this.height]; }");
        let rect = canvas.rect();
        let (width, height) = (pixels[0].as_f64(), pixels[1].as_f64());
        let wanted = (rect.width * density, rect.height * density);
        let sharp = (width.expect("a width") - wanted.0).abs() < 0.1
            && (height.expect("a height") - wanted.1).abs() < 0.1;
        assert!(sharp, "{pixels} for {wanted:?} at {density}");
    }
}
