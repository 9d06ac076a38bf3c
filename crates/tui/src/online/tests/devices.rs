//! Moving to another device, and taking over the player of another one.

use quintet_protocol::http::{MoveCode, MovedDevice};
use quintet_words::{settings, terminal};

use super::*;
use crate::store::Servers;

const CODE: &str = "K7QWMX2P9RTA";

/// The page for moving.
fn devices() -> Stage {
    let mut stage = lobby();
    choose(&mut stage, &terminal::DEVICES);
    stage.tap(KeyCode::Enter);
    stage
}

/// Asked for a code, which the server has given.
fn offered() -> Stage {
    let mut stage = devices();
    stage.tap(KeyCode::Enter).wait(1000);
    stage.answer(Answered::MoveCode(Ok(MoveCode { code: CODE.to_owned() })));
    stage
}

/// How often the server was asked for a code.
fn questions(stage: &Stage) -> usize {
    let asked = stage.asked.borrow();
    asked.iter().filter(|asked| matches!(asked, Asked::Request(Request::MoveCode))).count()
}

/// The last code that was sent to the server.
fn taken(stage: &Stage) -> Option<String> {
    let asked = stage.asked.borrow();
    asked.iter().rev().find_map(|asked| match asked {
        Asked::Request(Request::TakeOver(code)) => Some(code.clone()),
        _ => None,
    })
}

fn grace() -> MovedDevice {
    MovedDevice { secret: Secret([9; 16]), name: "Grace".to_owned() }
}

/// What is kept of this device on the disk.
fn kept(stage: &mut Stage) -> Device {
    Servers::load(&mut stage.app.store).device(&ServerAddress::default())
}

#[test]
fn a_code_is_shown_with_the_time_that_it_is_good_for() {
    let mut stage = lobby();
    choose(&mut stage, &terminal::DEVICES);
    stage.check("online-lobby-devices").tap(KeyCode::Enter).check("online-devices");
    stage.size = (28, 14);
    crate::stage::compare("online-devices-28x14", &stage.picture());
    stage.size = (80, 24);
    stage.tap(KeyCode::Enter);
    assert!(stage.says(&terminal::ASKING));
    stage.wait(1000);
    stage.answer(Answered::MoveCode(Ok(MoveCode { code: CODE.to_owned() })));
    stage.check("online-move-code");
    // It is not replaced while it is good, however often it is asked for.
    stage.tap(KeyCode::Enter).wait(60_000).tap(KeyCode::Enter);
    assert_eq!(questions(&stage), 1);
    assert!(stage.says(&terminal::code_left("8:59")), "{}", stage.picture());
    stage.size = (28, 14);
    crate::stage::compare("online-move-code-28x14", &stage.picture());
    stage.size = (80, 24);
    stage.wait(9 * 60_000);
    assert!(stage.says(&terminal::CODE_EXPIRED) && !stage.says(CODE), "{}", stage.picture());
    stage.tap(KeyCode::Enter);
    assert_eq!(questions(&stage), 2);
}

#[test]
fn a_code_that_the_server_does_not_give_is_said() {
    for (error, said) in [
        (RequestError::NoAnswer, settings::MOVE_UNAVAILABLE),
        (RequestError::Refused(ErrorCode::UnknownDevice), words::UNKNOWN_DEVICE),
    ] {
        let mut stage = devices();
        stage.tap(KeyCode::Enter).answer(Answered::MoveCode(Err(error))).wait(0);
        assert!(stage.says(&said), "{}", stage.picture());
        stage.tap(KeyCode::Esc).tap(KeyCode::Enter);
        assert_eq!(questions(&stage), 2, "it can be asked for again");
    }
}

#[test]
fn whoever_has_moved_away_is_told_what_comes_next() {
    let mut stage = offered();
    stage.hear(&ServerMessage::Farewell { reason: FarewellReason::Elsewhere }).close_connection();
    assert!(stage.says(&terminal::MOVED_AWAY), "{}", stage.picture());
    stage.tap(KeyCode::Enter).open_connection();
    welcome(&mut stage);
    stage.hear(&ServerMessage::Farewell { reason: FarewellReason::Elsewhere }).close_connection();
    assert!(stage.says(&terminal::ELSEWHERE), "{}", stage.picture());
}

#[test]
fn a_player_is_replaced_only_after_a_question() {
    let mut stage = devices();
    choose(&mut stage, &settings::MOVE_HERE);
    stage.tap(KeyCode::Enter).tap(KeyCode::Enter).write("k7qw-mx2p-9rta").check("online-move-here");
    stage.tap(KeyCode::Enter).check("online-replace");
    stage.size = (28, 14);
    crate::stage::compare("online-replace-28x14", &stage.picture());
    stage.size = (80, 24);
    // The first answer is no, and so is Esc.
    stage.tap(KeyCode::Enter).tap(KeyCode::Enter).write(CODE).tap(KeyCode::Enter);
    stage.tap(KeyCode::Esc);
    assert_eq!(taken(&stage), None);
    stage.tap(KeyCode::Enter).write(CODE).tap(KeyCode::Enter);
    choose(&mut stage, &terminal::REPLACE);
    stage.tap(KeyCode::Enter);
    assert_eq!(taken(&stage).as_deref(), Some(CODE));
    assert!(stage.says(&terminal::ASKING) && stage.app.has_urgent_news());
    assert_eq!(kept(&mut stage).secret, Some(Secret([1; 16])), "not before the answer");
    stage.answer(Answered::TakenOver(CODE.to_owned(), Ok(grace())));
    assert!(!stage.app.has_urgent_news());
    let device = Device { name: "Grace".to_owned(), secret: Some(Secret([9; 16])) };
    assert_eq!(kept(&mut stage), device);
    // It connects as the other player.
    stage.open_connection().wait(0);
    assert!(stage.says(&terminal::MOVED_HERE), "{}", stage.picture());
    let greets = |message: &ClientMessage| matches!(message, ClientMessage::Hello { name, secret: Some(secret), .. } if name == "Grace" && secret.0 == [9; 16]);
    let sent = stage.sent();
    assert!(sent.iter().any(greets), "{sent:?}");
}

#[test]
fn a_code_that_does_not_work_changes_nothing_and_can_be_corrected() {
    for (error, said) in [
        (RequestError::Refused(ErrorCode::NoMove), settings::move_failed(10)),
        (RequestError::Refused(ErrorCode::Busy), settings::MOVE_BUSY.into()),
        (RequestError::NoAnswer, settings::MOVE_UNAVAILABLE.into()),
    ] {
        let mut stage = devices();
        stage.tap(KeyCode::Down).tap(KeyCode::Enter).write("WRONG").tap(KeyCode::Enter);
        stage.tap(KeyCode::Down).tap(KeyCode::Enter);
        stage.answer(Answered::TakenOver("WRONG".to_owned(), Err(error))).wait(0);
        assert!(stage.says(&said), "{said}\n{}", stage.picture());
        assert!(!stage.app.has_urgent_news());
        assert_eq!(kept(&mut stage).secret, Some(Secret([1; 16])));
        stage.tap(KeyCode::Esc);
        assert!(stage.says("[ WRONG_ ]"), "{}", stage.picture());
        stage.tap(KeyCode::Esc).tap(KeyCode::Esc);
        assert!(stage.says(&words::QUICK_MATCH), "still in the lobby");
    }
}

/// A terminal that the server does not know yet has nothing to lose, so there is no question.
#[test]
fn a_new_terminal_takes_a_code_instead_of_a_name() {
    let mut stage = Stage::new(Begin::Online(None));
    stage.tap(KeyCode::Tab).write(CODE).tap(KeyCode::Enter);
    assert_eq!(taken(&stage).as_deref(), Some(CODE));
    stage.answer(Answered::TakenOver(CODE.to_owned(), Ok(grace())));
    assert_eq!(kept(&mut stage).name, "Grace");
    stage.open_connection().wait(0).tap(KeyCode::Enter);
    let sent = stage.sent();
    assert!(matches!(&sent[..], [ClientMessage::Hello { name, .. }] if name == "Grace"));
    // Esc leads back to the name.
    let mut stage = Stage::new(Begin::Online(None));
    stage.tap(KeyCode::Tab).tap(KeyCode::Esc);
    assert!(matches!(stage.app.screen, Screen::Online(OnlinePage::Name { .. })));
}

/// A moderator can take a player's name away.
#[test]
fn a_player_without_a_name_chooses_one_after_moving() {
    let mut stage = Stage::new(Begin::Online(None));
    stage.tap(KeyCode::Tab).write(CODE).tap(KeyCode::Enter);
    let moved = MovedDevice { name: String::new(), ..grace() };
    stage.answer(Answered::TakenOver(CODE.to_owned(), Ok(moved))).wait(0).tap(KeyCode::Esc);
    stage.write("Grace").tap(KeyCode::Enter).open_connection();
    let sent = stage.sent();
    let greets = |message: &ClientMessage| matches!(message, ClientMessage::Hello { secret: Some(secret), .. } if secret.0 == [9; 16]);
    assert!(sent.iter().any(greets), "{sent:?}");
}
