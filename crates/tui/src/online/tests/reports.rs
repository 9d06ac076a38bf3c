//! Reporting a player, from a leaderboard and after a match.

use quintet_online::Reported;
use quintet_protocol::http::ReportReason;

use super::*;

/// The last report that was sent.
fn reported(stage: &Stage) -> Option<(Reported, ReportReason)> {
    let asked = stage.asked.borrow();
    asked.iter().rev().find_map(|asked| match asked {
        Asked::Request(Request::Report(about, why)) => Some((*about, *why)),
        _ => None,
    })
}

/// A match of two people that the opponent has given up.
fn won() -> Stage {
    let mut stage = in_match(Some(0));
    stage.wait(4000);
    let wins: PerSeat<u8> = [1, 0].into_iter().collect();
    let outcome = Outcome { winner: Some(0), ending: Ending::Resigned };
    stage.hear(&ServerMessage::MatchOver { outcome, wins, ratings: None });
    let seats = [Some(seat("Ada", false)), Some(seat("Grace", false))];
    stage.hear(&room(Some(0), seats, RoomPhase::Open)).wait(800);
    stage
}

#[test]
fn the_player_of_a_score_is_reported_from_the_leaderboard() {
    let mut stage = leaderboards();
    stage.tap(KeyCode::Char('r'));
    assert!(!stage.says(&words::REPORT_TITLE), "there is no score yet");
    let entries = Ok(vec![entry(1, "Ada#0001"), entry(2, "Grace#0002")]);
    stage.answer(Answered::Listed(GameName::Marathon, Span::Day, entries));
    stage.tap(KeyCode::Down).tap(KeyCode::Char('r')).check("online-report-score");
    // The first answer is no, and so is Esc.
    stage.tap(KeyCode::Enter).tap(KeyCode::Char('R')).tap(KeyCode::Esc);
    assert_eq!(reported(&stage), None);
    let line = "> 2     Grace#0002";
    assert!(stage.picture().contains(line), "back at the same line:\n{}", stage.picture());
    stage.tap(KeyCode::Char('r'));
    choose(&mut stage, &words::REPORT_NAME);
    stage.tap(KeyCode::Enter);
    assert_eq!(reported(&stage), Some((Reported::Score(8), ReportReason::Name)));
    for (answer, said) in [
        (Ok(()), words::REPORTED),
        (Err(RequestError::Refused(ErrorCode::NothingToReport)), words::NOTHING_TO_REPORT),
        (Err(RequestError::Refused(ErrorCode::TooManyReports)), words::TOO_MANY_REPORTS),
        (Err(RequestError::NoAnswer), words::NOT_REPORTED),
    ] {
        stage.answer(Answered::Reported(answer)).wait(0);
        assert!(stage.says(&said), "{said}\n{}", stage.picture());
        stage.tap(KeyCode::Enter);
    }
    assert!(stage.picture().contains(line), "the list is still there");
}

#[test]
fn the_opponent_is_reported_after_the_match() {
    let mut stage = won();
    choose(&mut stage, &words::REPORT);
    stage.tap(KeyCode::Enter).check("online-report-opponent");
    // The opponent leaves meanwhile, and can be reported all the same.
    stage.hear(&room(Some(0), [Some(seat("Ada", false)), None], RoomPhase::Open));
    assert!(stage.says(&words::REPORT_TITLE));
    choose(&mut stage, &words::REPORT_PLAY);
    stage.tap(KeyCode::Enter);
    let opponent = Reported::Opponent { match_id: 1, seat: 1 };
    assert_eq!(reported(&stage), Some((opponent, ReportReason::Play)));
    assert!(stage.says(&results::YOU_WIN));
    stage.answer(Answered::Reported(Ok(()))).wait(0);
    assert!(stage.says(&words::REPORTED));
}

#[test]
fn nobody_is_reported_during_a_match_nor_by_a_spectator() {
    let mut stage = in_match(None);
    stage.wait(4000);
    let wins: PerSeat<u8> = [1, 0].into_iter().collect();
    let outcome = Outcome { winner: Some(0), ending: Ending::Played };
    stage.hear(&ServerMessage::MatchOver { outcome, wins, ratings: None }).wait(800);
    assert!(stage.says(&results::wins("Ada")));
    assert!(!stage.picture().contains(&*words::REPORT), "{}", stage.picture());
}

/// The answer comes when the rematch is on: it waits for its end.
#[test]
fn the_answer_to_a_report_does_not_cover_a_rematch() {
    let mut stage = won();
    stage.tap(KeyCode::Enter);
    choose(&mut stage, &words::REPORT);
    stage.tap(KeyCode::Enter);
    begin(&mut stage, 1);
    assert!(!stage.says(&words::REPORT_TITLE), "the boards are shown");
    stage.answer(Answered::Reported(Ok(()))).wait(4000);
    assert!(!stage.says(&words::REPORTED), "{}", stage.picture());
}

#[test]
fn the_question_fits_into_the_smallest_terminal() {
    let mut stage = won();
    choose(&mut stage, &words::REPORT);
    stage.tap(KeyCode::Enter);
    stage.size = (28, 14);
    crate::stage::compare("online-report-28x14", &stage.picture());
}
