//! Reporting a player of a real server, from terminals.

use std::process::Command;

use quintet_words::{Phrase, numerals, online as words, play, results, terminal as terminal_words};

use crate::SMALL;
use crate::online::{chosen, enter, is_ready, open_room};
use crate::pty::{Home, Keys, Terminal};
use crate::served::Served;

const DOWN: &str = "\x1b[B";

/// The reports that wait for a moderator.
fn reports(data: &Home) -> String {
    let output = Command::new(crate::program())
        .args(["admin", "--data"])
        .arg(data.path())
        .args(["reports", "list"])
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Answers the question why, and sees what the server says.
fn report(terminal: &mut Terminal, why: Phrase, said: Phrase) {
    terminal.wait_for(&chosen(words::REPORT_NOT));
    terminal.press_until(DOWN, "the reason", |screen| screen.contains(&chosen(why)));
    terminal.send("\r");
    terminal.wait_for(&said);
    terminal.send("\r");
    terminal.wait_until("no message", |screen| !screen.contains(&*said));
}

#[test]
fn an_opponent_is_reported_after_the_match() {
    let (one, two, data) = (Home::new(), Home::new(), Home::new());
    let served = Served::start(data.path(), "127.0.0.1:0");
    let mut ada = enter(&one, &served, "Ada", &[]);
    let code = open_room(&mut ada);
    let mut grace = enter(&two, &served, "Grace", &[&code]);
    is_ready(&mut ada);
    is_ready(&mut grace);
    ada.wait_for(&terminal_words::MATCH_KEYS);
    grace.wait_for(&terminal_words::MATCH_KEYS);
    grace.send("\x1b");
    grace.wait_for(&chosen(words::STAY));
    grace.send(DOWN);
    grace.wait_for(&chosen(words::LEAVE));
    grace.send("\r");
    ada.wait_for(&results::YOU_WIN);
    // Reporting twice is answered like reporting once, and a moderator sees it once.
    for _ in 0..2 {
        let row = chosen(words::REPORT);
        ada.press_until(DOWN, "the line", |screen| screen.contains(&row));
        ada.press_until("\r", "the question", |screen| screen.contains(&*words::REPORT_TITLE));
        report(&mut ada, words::REPORT_PLAY, words::REPORTED);
    }
    let reports = reports(&data);
    assert!(reports.contains("Grace#") && reports.contains("play"), "{reports}");
    assert_eq!(reports.lines().count(), 1, "{reports}");
}

#[test]
fn the_player_of_a_score_is_reported_from_the_leaderboard() {
    let (one, two, data) = (Home::new(), Home::new(), Home::new());
    let served = Served::start(data.path(), "127.0.0.1:0");
    let mut ada = enter(&one, &served, "Ada", &[]);
    ada.wait_for(&chosen(words::QUICK_MATCH));
    ada.send("\x03");
    ada.ends();
    let server = format!("http://{}/", served.address);
    let arguments = ["play", "marathon", "--server", &server];
    let mut ada = Terminal::start(&one, Keys::Plain, SMALL, &arguments);
    ada.wait_for(&play::NEXT);
    ada.press_until(" ", "the end", |screen| screen.contains(&*results::GAME_OVER_TITLE));
    ada.wait_for(&words::place_today(&numerals::ordinal(1)));
    ada.send("\x03");
    ada.ends();

    let mut grace = enter(&two, &served, "Grace", &[]);
    let arguments = ["play", "online", "--server", &server];
    let mut ada = Terminal::start(&one, Keys::Plain, SMALL, &arguments);
    // Nobody reports oneself.
    let answers = [(&mut grace, words::REPORTED), (&mut ada, words::NOTHING_TO_REPORT)];
    for (terminal, said) in answers {
        terminal.wait_for(&chosen(words::QUICK_MATCH));
        let row = chosen(words::LEADERBOARDS);
        terminal.press_until(DOWN, "the line", |screen| screen.contains(&row));
        terminal.send("\r");
        terminal.wait_for("> 1     Ada");
        terminal.send("r");
        report(terminal, words::REPORT_NAME, said);
    }
    let reports = reports(&data);
    assert!(reports.contains("Ada#") && reports.contains("name"), "{reports}");
    assert_eq!(reports.lines().count(), 1, "{reports}");
}
