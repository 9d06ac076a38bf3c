//! The files of the repository: what stands where, and under which name.

use std::path::Path;

fn text(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the root is above");
    std::fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// M-209
#[test]
fn the_app_is_divided_into_parts_that_bear_their_names() {
    for (part, place) in [
        ("fn game_screen(", "screens/play/game.rs"),
        ("fn game_board(", "parts/board/game_board.rs"),
        ("fn preview_box(", "parts/board/preview_box.rs"),
        ("fn hold_box(", "parts/board/hold_box.rs"),
        ("fn score_panel(", "parts/board/score_panel.rs"),
        ("fn overlay(", "parts/overlay.rs"),
        ("fn mobile_controls(", "parts/mobile_controls.rs"),
        // A cell is painted, so it is a part of the drawing.
        ("fn paint(self", "draw/tiles/block.rs"),
        ("struct Frames", "table/frames.rs"),
        ("fn listen(", "table/inputs/keyboard.rs"),
        ("fn is_mobile(", "layout/viewport.rs"),
    ] {
        let source = text(&format!("crates/web/src/{place}"));
        assert!(source.contains(part), "{part} in {place}");
    }
}

/// D-91
#[test]
fn one_parameter_says_how_a_domino_shows_its_value() {
    let source = text("crates/frontend/src/settings/choices.rs");
    assert_eq!(source.matches("const PIP_RENDER_MODE: PipMode = ").count(), 1);
    for mode in ["    Pips,", "    Numbers,"] {
        assert_eq!(source.matches(mode).count(), 1, "{mode}");
    }
    let names = "const SLUGS: &'static [&'static str] = &[\"pips\", \"numbers\"];";
    assert!(source.contains(names));
}

/// The script of the single file, without the module in it.
fn single_script() -> String {
    let page = text("crates/single/page.html");
    let (_, rest) = page.split_once("<script>").expect("there is one script");
    rest.split_once("</script>").expect("it ends").0.to_owned()
}

/// S-43 S-45
#[test]
fn the_single_file_is_whole_in_itself() {
    for file in ["tetris.html", "crates/single/page.html"] {
        let page = text(file);
        for outside in ["src=", "href=", "import ", "import(", "fetch(", "http:", "https:", "url("]
        {
            assert!(!page.contains(outside), "{outside} in {file}");
        }
        assert_eq!(page.matches("<script>").count(), 1);
        assert_eq!(page.matches("<style>").count(), 1);
    }
}

/// What the script of the single file asks of a browser. Chrome, Edge, Firefox and Safari have had
/// all of it since 2017; look a name up before you add it.
const BROWSER_NAMES: [&str; 30] = [
    "Uint32Array",
    "addEventListener",
    "altKey",
    "atob",
    "cancelAnimationFrame",
    "charCodeAt",
    "clearRect",
    "code",
    "ctrlKey",
    "exports",
    "fillRect",
    "fillStyle",
    "fillText",
    "font",
    "from",
    "getContext",
    "getElementById",
    "getRandomValues",
    "height",
    "instance",
    "instantiate",
    "keyCode",
    "metaKey",
    "preventDefault",
    "requestAnimationFrame",
    "round",
    "setAttribute",
    "textAlign",
    "textBaseline",
    "width",
];

/// S-46: the browser tests play it in Chromium; nothing in it is peculiar to that.
#[test]
fn the_single_file_asks_for_nothing_that_a_current_browser_lacks() {
    let script = single_script();
    let exports = text("crates/single/src/lib.rs");
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    let members = script.split('.').skip(1).map(|rest| rest.split(|sign| !is_part(sign)).next());
    let members =
        members.flatten().filter(|name| name.starts_with(|sign: char| sign.is_ascii_lowercase()));
    let called = script.split('(').filter_map(|until| until.rsplit(|sign| !is_part(sign)).next());
    for name in members.chain(called.filter(|name| !name.is_empty())) {
        let is_ours = exports.contains(&format!("extern \"C\" fn {name}("))
            || script.contains(&format!("function {name}("));
        // A colour is written like a call.
        assert!(is_ours || name == "rgba" || BROWSER_NAMES.contains(&name), "{name}");
    }
    assert_eq!(script.matches("getContext('2d')").count(), 1);
}

/// S-13 S-50
#[test]
fn shapes_and_colours_stand_in_one_table_each() {
    let script = single_script();
    assert_eq!(script.matches("const colors = {").count(), 1);
    for colour in ["cyan", "blue", "orange", "yellow", "green", "purple", "red"] {
        assert_eq!(script.matches(&format!("'{colour}'")).count(), 1, "{colour}");
    }
    assert_eq!(text("crates/engine/src/pieces/shape.rs").matches("const TETROMINOS:").count(), 1);
}

/// S-49 (A-X1): the names as the engine has them.
#[test]
fn the_single_file_consists_of_small_functions() {
    let script = single_script();
    let functions: Vec<&str> = script.split("\n  function ").skip(1).collect();
    assert!(functions.iter().any(|function| function.starts_with("loop(")), "the loop");
    for function in functions {
        let lines = function.split("\n  }").next().unwrap_or_default().lines().count();
        assert!(lines <= 15, "{lines} lines: {function}");
    }
    for (function, place) in [
        ("fn rotate(", "single/src/lib.rs"),
        ("fn fits(", "engine/src/board/mod.rs"),
        ("fn lock_piece(", "engine/src/game/turn.rs"),
    ] {
        assert!(text(&format!("crates/{place}")).contains(function), "{function} in {place}");
    }
}

/// S-51
#[test]
fn the_readme_tells_of_the_single_file_and_its_keys() {
    let readme = text("README.md");
    let told = readme.split("\n\n").any(|paragraph| {
        ["`tetris.html`", "← →", "↑", "↓", "Enter", "click"]
            .iter()
            .all(|word| paragraph.contains(word))
    });
    assert!(told, "a paragraph tells how `tetris.html` is played");
}
