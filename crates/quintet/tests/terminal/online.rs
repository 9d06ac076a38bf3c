//! Matches between terminals over a real server, and scores that go to it.

use quintet_words::{
    Phrase, games, numerals, online as words, play, ranked, replays, results,
    terminal as terminal_words,
};

use crate::SMALL;
use crate::pty::{Home, Keys, Terminal};
use crate::served::Served;

/// A line of a menu that is chosen.
pub(crate) fn chosen(row: Phrase) -> String {
    format!("> {row} <")
}

/// A player in a terminal, who has given a name.
pub(crate) fn enter(home: &Home, served: &Served, name: &str, arguments: &[&str]) -> Terminal {
    let server = format!("http://{}/", served.address);
    let mut all = vec!["play", "online", "--server", &server];
    all.extend(arguments);
    let mut terminal = Terminal::start(home, Keys::Plain, SMALL, &all);
    terminal.wait_for(&ranked::YOUR_NAME);
    terminal.send(name);
    terminal.wait_for(&format!("[ {name}_ ]"));
    terminal.send("\r");
    terminal
}

/// Opens a room and says its code.
pub(crate) fn open_room(terminal: &mut Terminal) -> String {
    terminal.wait_for(&chosen(words::QUICK_MATCH));
    terminal.send("\x1b[B");
    terminal.wait_for(&chosen(words::PLAY_A_FRIEND));
    terminal.send("\r");
    let room = words::room("");
    terminal.wait_for(&room);
    let text = terminal.text();
    let code = text.split(&room).nth(1).and_then(|rest| rest.split_whitespace().next());
    code.expect("a code").to_owned()
}

pub(crate) fn is_ready(terminal: &mut Terminal) {
    terminal.wait_for(&chosen(words::READY));
    terminal.send("\r");
}

/// Both play, the server is killed and started again, and the match goes on to its end.
#[test]
fn a_match_between_two_terminals_outlives_a_killed_server() {
    let (one, two, three, data) = (Home::new(), Home::new(), Home::new(), Home::new());
    let mut served = Served::start(data.path(), "127.0.0.1:0");
    let listen = served.address.to_string();
    let mut ada = enter(&one, &served, "Ada", &[]);
    let code = open_room(&mut ada);
    let mut grace = enter(&two, &served, "Grace", &[&code.to_lowercase()]);
    let mut watcher = enter(&three, &served, "Alan", &[&code, "--watch"]);
    watcher.wait_for(&words::YOU_WATCH);
    is_ready(&mut ada);
    is_ready(&mut grace);
    ada.wait_for(&terminal_words::MATCH_KEYS);
    grace.wait_for(&terminal_words::MATCH_KEYS);
    watcher.wait_for(&terminal_words::MATCH_KEYS);
    // The other's board is on the right, and shows what is dropped here.
    let bottom = |screen: &str| {
        let row = screen.lines().nth(21)?;
        row.split('│').nth(3).map(|cells| cells.contains("██"))
    };
    ada.press_until(" ", "a piece below", |screen| {
        screen
            .lines()
            .nth(21)
            .and_then(|row| row.split('│').nth(1))
            .is_some_and(|row| row.contains("██"))
    });
    grace.wait_until("Ada's piece", |screen| bottom(screen) == Some(true));
    served.kill();
    for terminal in [&mut ada, &mut grace] {
        terminal.wait_for(&words::RECONNECTING);
        terminal.wait_until("how long there is", |screen| {
            (1..=30).any(|seconds| screen.contains(&words::seconds_left(seconds)))
        });
    }
    served = Served::start(data.path(), &listen);
    for terminal in [&mut ada, &mut grace] {
        terminal.wait_until("the match", |screen| {
            let waits = ["Ada", "Grace"].map(words::waiting_for);
            let waits = waits.iter().any(|waits| screen.contains(waits));
            let is_halted = waits || screen.contains(&*words::WAITING_FOR_BOTH);
            !is_halted && !screen.contains(&*words::RECONNECTING)
        });
    }
    grace.wait_until("Ada's piece, still", |screen| bottom(screen) == Some(true));
    ada.press_until(" ", "the end", |screen| screen.contains(&*results::YOU_LOSE));
    assert!(!ada.text().contains(&*words::ENDED_FAULT), "{}", ada.text());
    grace.wait_for(&results::YOU_WIN);
    // Leaving gives the terminal back.
    for terminal in [&mut ada, &mut grace] {
        terminal.send("\x03");
        assert!(terminal.ends().success());
        assert!(terminal.is_restored());
    }
    served.kill();
}

/// A host plays the computer without waiting for anybody.
#[test]
fn a_host_plays_the_computer_in_a_room() {
    let (home, data) = (Home::new(), Home::new());
    let served = Served::start(data.path(), "127.0.0.1:0");
    let mut ada = enter(&home, &served, "Ada", &[]);
    open_room(&mut ada);
    let computer = format!("> {}", words::ASK_COMPUTER);
    ada.press_until("\x1b[A", "the computer", |screen| screen.contains(&computer));
    ada.send("\x1b[D\r");
    ada.wait_for(&chosen(words::SEND_COMPUTER_AWAY));
    ada.press_until("\x1b[B", "the first line", |screen| screen.contains(&chosen(words::READY)));
    ada.send("\r");
    ada.wait_for(&terminal_words::MATCH_KEYS);
    ada.press_until(" ", "the end", |screen| screen.contains(&*results::YOU_LOSE));
}

/// A game that begins with the server's seed goes on its leaderboard by itself.
#[test]
fn a_score_is_verified_by_the_server_and_listed_there() {
    let (home, data) = (Home::new(), Home::new());
    let served = Served::start(data.path(), "127.0.0.1:0");
    let mut terminal = enter(&home, &served, "Ada", &[]);
    terminal.wait_for(&chosen(words::QUICK_MATCH));
    terminal.send("\x03");
    terminal.ends();
    let server = format!("http://{}/", served.address);
    let arguments = ["play", "marathon", "--server", &server];
    let mut terminal = Terminal::start(&home, Keys::Plain, SMALL, &arguments);
    // While the seed is asked for, the start screen is still there.
    terminal.wait_for(&play::NEXT);
    terminal.press_until(" ", "the end", |screen| screen.contains(&*results::GAME_OVER_TITLE));
    // The whole sentence is too long for one line.
    terminal.wait_for(&words::place_today(&numerals::ordinal(1)));
    terminal.send("\x03");
    terminal.ends();
    let mut terminal =
        Terminal::start(&home, Keys::Plain, SMALL, &["play", "online", "--server", &server]);
    terminal.wait_for(&chosen(words::QUICK_MATCH));
    terminal.send("\x1b[B\x1b[B\x1b[B\x1b[B\r");
    terminal.wait_for(&words::LEADERBOARDS_TITLE);
    terminal.wait_for("> 1     Ada");
    terminal.send("\r");
    terminal.wait_for(&replays::replay_of(&games::MARATHON));
}

#[test]
fn without_a_server_it_says_where_none_is() {
    let home = Home::new();
    // A port that was free a moment ago.
    let free = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = free.local_addr().expect("an address").to_string();
    drop(free);
    let arguments = ["play", "online", "--server", &address];
    let mut terminal = Terminal::start(&home, Keys::Plain, SMALL, &arguments);
    terminal.wait_for(&ranked::YOUR_NAME);
    terminal.send("Ada\r");
    let said = terminal_words::no_server(&format!("http://{address}/"));
    // It has several lines; the first sentence fits on one.
    terminal.wait_for(said.split_once(". ").expect("several sentences").0);
    terminal.wait_for(&chosen(words::TRY_AGAIN));
}

/// Links lead where they say, or say why not, before the terminal is taken.
#[test]
fn links_that_make_no_sense_are_refused() {
    // What there is instead follows.
    let no_game = |name: &str| terminal_words::no_such_game(name, "");
    let no_mode = |name: &str| terminal_words::no_such_mode("marathon", name, "");
    for (arguments, why) in [
        (["play", "https://example.org/#/tetris/play"], no_game("tetris")),
        (["play", "#/marathon/play?mode=fast"], no_mode("fast")),
        (["play", "#/marathon/play?seed=x1"], terminal_words::bad_seed("x1")),
    ] {
        let output = std::process::Command::new(crate::program())
            .args(arguments)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(2));
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(&why), "{error}");
    }
    let home = Home::new();
    let link = "https://example.org/#/marathon/play?mode=sprint&seed=5";
    let mut terminal = Terminal::start(&home, Keys::Plain, SMALL, &["play", link]);
    terminal.wait_for(&games::SPRINT);
    terminal.wait_for(&play::LINES_LEFT);
}
