//! Moving from one terminal to another by a code of a real server.

use quintet_words::{online as words, ranked, settings, terminal as terminal_words};

use crate::SMALL;
use crate::online::{chosen, enter};
use crate::pty::{Home, Keys, Terminal};
use crate::served::Served;

const DOWN: &str = "\x1b[B";

/// Who the lobby says that one is: the name with the tag.
fn tagged(terminal: &mut Terminal) -> String {
    terminal.wait_for(&chosen(words::QUICK_MATCH));
    let you = words::you_are("");
    let line =
        terminal.text().lines().find_map(|line| line.trim().strip_prefix(&you).map(str::to_owned));
    line.expect("the name in the lobby")
}

/// From the lobby to the page for moving.
fn open_devices(terminal: &mut Terminal) {
    let row = chosen(terminal_words::DEVICES);
    terminal.press_until(DOWN, "the line", |screen| screen.contains(&row));
    terminal.send("\r");
    terminal.wait_for(&chosen(settings::MOVE_AWAY));
}

/// Gets a code, which stands above the time that it is good for.
fn move_code(terminal: &mut Terminal) -> String {
    open_devices(terminal);
    terminal.send("\r");
    let below = terminal_words::code_left("9:");
    let below = below.split_once("9:").expect("a time").0;
    terminal.wait_for(below);
    let text = terminal.text();
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let place = lines.iter().position(|line| line.starts_with(below)).expect("a line");
    lines[place - 1].to_owned()
}

/// Types a code, and answers the question whether to give up the player.
fn take_over(terminal: &mut Terminal, code: &str) {
    terminal.send(code);
    terminal.wait_for(&format!("[ {code}_ ]"));
    terminal.send("\r");
    terminal.wait_for(&chosen(terminal_words::REPLACE_NOT));
    terminal.send(DOWN);
    terminal.wait_for(&chosen(terminal_words::REPLACE));
    terminal.send("\r");
}

/// The beginning of a message that has several lines.
fn start_of(sentence: &str) -> &str {
    sentence.split_once(". ").expect("several sentences").0
}

#[test]
fn a_player_moves_from_terminal_to_terminal_and_each_code_works_once() {
    let (one, two, three, data) = (Home::new(), Home::new(), Home::new(), Home::new());
    let served = Served::start(data.path(), "127.0.0.1:0");
    let server = format!("http://{}/", served.address);
    let mut first = enter(&one, &served, "Ada", &[]);
    let ada = tagged(&mut first);
    let code = move_code(&mut first);

    let mut second = enter(&two, &served, "Grace", &[]);
    let grace = tagged(&mut second);
    assert_ne!(ada, grace);
    open_devices(&mut second);
    second.send(DOWN);
    second.wait_for(&chosen(settings::MOVE_HERE));
    second.send("\r");
    second.wait_for(&settings::MOVE_CODE);
    // A wrong code changes nothing.
    take_over(&mut second, "WRONG");
    second.wait_for(start_of(&settings::move_failed(10)));
    second.send("\r");
    second.wait_until("the field alone", |screen| {
        screen.contains("[ WRONG_ ]") && !screen.contains(start_of(&settings::move_failed(10)))
    });
    second.send("\x7f\x7f\x7f\x7f\x7f");
    second.wait_for("[ _ ]");
    take_over(&mut second, &code.to_lowercase());
    second.wait_for(start_of(&terminal_words::MOVED_HERE));
    second.send("\r");
    assert_eq!(tagged(&mut second), ada);

    // The first terminal is told, and is somebody else from now on.
    first.wait_for(start_of(&terminal_words::MOVED_AWAY));
    first.send("\r");
    assert_ne!(tagged(&mut first), ada);

    // The code is used up. Another one leads to a terminal that has no player yet.
    open_devices(&mut second);
    second.send(DOWN);
    second.wait_for(&chosen(settings::MOVE_HERE));
    second.send("\r");
    second.wait_for(&settings::MOVE_CODE);
    take_over(&mut second, &code);
    second.wait_for(start_of(&settings::move_failed(10)));
    second.send("\x03");
    assert!(second.ends().success());
    let arguments = ["play", "online", "--server", &server];
    let mut second = Terminal::start(&two, Keys::Plain, SMALL, &arguments);
    assert_eq!(tagged(&mut second), ada, "it is kept");
    let code = move_code(&mut second);
    let mut third = Terminal::start(&three, Keys::Plain, SMALL, &arguments);
    third.wait_for(&ranked::YOUR_NAME);
    third.send("\t");
    third.wait_for(&settings::MOVE_CODE);
    third.send(&code);
    third.wait_for(&code);
    third.send("\r");
    third.wait_for(start_of(&terminal_words::MOVED_HERE));
    third.send("\r");
    assert_eq!(tagged(&mut third), ada);
}
