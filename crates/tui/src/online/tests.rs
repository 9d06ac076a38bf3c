//! Every state of online play, as it looks. Messages are those of a server; a real one plays with
//! real terminals in the tests of the program.

mod devices;
mod reports;

use crossterm::event::{KeyCode, KeyEventKind};
use quintet_engine::{GameName, Handling, Micros, Replay};
use quintet_protocol::http::{
    AcceptedScore, Answer as _, ErrorCode, IssuedTicket, LeaderboardEntry, Span,
};
use quintet_protocol::{
    BoardSetup, Checked, Checkpoint, ClientMessage, Ending, FarewellReason, GameId, HaltReason,
    Outcome, PerSeat, PlayState, Refusal, RoomCode, RoomPhase, RuleSet, SeatView, Secret,
    ServerMessage, Settings,
};
use quintet_words::{online as words, results};

use super::*;
use crate::app::Begin;
use crate::screens::{OnlinePage, Screen};
use crate::stage::{Asked, Stage};

fn code() -> RoomCode {
    RoomCode::parse("ABC234").expect("a code")
}

fn welcome(stage: &mut Stage) {
    let (name, secret) = ("Ada".to_owned(), Some(Secret([1; 16])));
    let now = stage.server_now();
    stage.hear(&ServerMessage::Welcome { player: 1, secret, name, rating: 1500, now });
}

fn seat(name: &str, ready: bool) -> SeatView {
    let name = name.to_owned();
    SeatView { name, rating: 1500, present: true, ready, wins: 0, bot: None }
}

fn room(you: Option<u8>, seats: [Option<SeatView>; 2], phase: RoomPhase) -> ServerMessage {
    let (code, settings, seats) = (code(), Settings::default(), seats.into());
    ServerMessage::Room { code, settings, seats, you, spectators: 0, phase }
}

/// In the lobby, under a name.
fn lobby() -> Stage {
    let mut stage = Stage::new(Begin::Online(None));
    stage.write("Ada").tap(KeyCode::Enter).open_connection();
    welcome(&mut stage);
    stage.sent();
    stage
}

/// A match in which one has the first seat, or watches.
fn in_match(you: Option<u8>) -> Stage {
    let mut stage = lobby();
    let seats = [Some(seat("Ada", true)), Some(seat("Grace", true))];
    stage.hear(&room(you, seats, RoomPhase::Playing));
    begin(&mut stage, 0);
    stage
}

/// A game of the match begins.
fn begin(stage: &mut Stage, number: u8) {
    let setup = BoardSetup { handling: Handling::STANDARD, previews: 5 };
    stage.hear(&ServerMessage::Begin {
        game: GameId { match_id: 1, number },
        seed: 5,
        settings: Settings::default(),
        boards: vec![setup; 2],
        names: vec!["Ada".into(), "Grace".into()],
        bots: PerSeat::new(None, 2),
    });
    let when = stage.server_now() + Micros::from_secs(3);
    stage.hear(&ServerMessage::Go { at: Micros::ZERO, when });
}

#[test]
fn a_new_player_is_asked_for_a_name_and_connects() {
    let mut stage = Stage::new(Begin::Online(None));
    stage.check("online-name");
    stage.tap(KeyCode::Enter);
    assert!(matches!(stage.app.screen, Screen::Online(OnlinePage::Name { .. })), "not empty");
    stage.write("Adax").tap(KeyCode::Backspace).tap(KeyCode::Enter);
    stage.check("online-connecting").open_connection();
    let sent = stage.sent();
    assert!(matches!(&sent[..], [ClientMessage::Hello { name, .. }] if name == "Ada"), "{sent:?}");
    welcome(&mut stage);
    stage.check("online-lobby");
    // The next visit needs no name.
    stage.tap(KeyCode::Esc);
    assert!(matches!(stage.app.screen, Screen::Start { .. }));
    stage.app.open_online(None);
    stage.open_connection();
    let sent = stage.sent();
    let is_known = |message: &ClientMessage| matches!(message, ClientMessage::Hello { secret: Some(secret), .. } if secret.0 == [1; 16]);
    assert!(sent.last().is_some_and(is_known), "{sent:?}");
}

#[test]
fn whatever_keeps_one_from_the_server_is_said() {
    let mut stage = Stage::new(Begin::Online(None));
    stage.write("Ada").tap(KeyCode::Enter).close_connection();
    stage.check("online-no-server");
    stage.tap(KeyCode::Enter).open_connection();
    stage.hear(&ServerMessage::TooOld { oldest: 1, newest: 1 }).close_connection();
    stage.check("online-outdated");
    stage.tap(KeyCode::Enter).open_connection();
    welcome(&mut stage);
    stage.hear(&ServerMessage::Farewell { reason: FarewellReason::Elsewhere }).close_connection();
    stage.check("online-elsewhere");
    stage.tap(KeyCode::Enter).open_connection();
    welcome(&mut stage);
    let stops = ServerMessage::Farewell { reason: FarewellReason::ShuttingDown };
    stage.hear(&stops).close_connection().check("online-shut-down");
    // It is tried again by itself.
    stage.sent();
    stage.wait(1000);
    let dialled = stage.asked.borrow().iter().filter(|it| matches!(it, Asked::Dial(_))).count();
    assert!(dialled > 1, "it dials again");
    stage.open_connection();
    welcome(&mut stage);
    assert!(stage.says(&words::QUICK_MATCH));
}

#[test]
fn a_code_that_is_wrong_and_a_room_that_refuses_are_said() {
    let mut stage = lobby();
    stage.tap(KeyCode::Down).tap(KeyCode::Down).tap(KeyCode::Enter).write("ab");
    stage.check("online-code").tap(KeyCode::Enter);
    assert!(stage.says(&words::bad_code(6)));
    stage.tap(KeyCode::Esc).write("c234").tap(KeyCode::Enter);
    let join = ClientMessage::JoinRoom { code: code(), watch: false };
    assert_eq!(stage.sent().last(), Some(&join));
    for (reason, said) in [
        (Refusal::NoSuchRoom, words::REFUSED_NO_ROOM),
        (Refusal::RoomFull, words::REFUSED_ROOM_FULL),
        (Refusal::ServerFull, words::REFUSED_SERVER_FULL),
    ] {
        stage.hear(&ServerMessage::Refused { reason });
        assert!(stage.says(&said), "{said}");
        stage.tap(KeyCode::Esc);
    }
    assert!(stage.says(&words::QUICK_MATCH), "back in the lobby");
}

#[test]
fn an_opponent_is_looked_for_and_a_bot_offers_itself() {
    let mut stage = lobby();
    stage.tap(KeyCode::Enter);
    assert_eq!(stage.sent(), [ClientMessage::QuickMatch { rules: RuleSet::Versus }]);
    stage.hear(&ServerMessage::Waiting).check("online-waiting");
    stage.hear(&ServerMessage::BotOffer { level: 3 }).check("online-bot");
    stage.tap(KeyCode::Enter);
    assert_eq!(stage.sent(), [ClientMessage::AcceptBot]);
    stage.tap(KeyCode::Esc);
    assert_eq!(stage.sent(), [ClientMessage::CancelQuickMatch]);
}

#[test]
fn a_room_shows_its_link_its_players_and_its_terms() {
    let mut stage = lobby();
    stage.hear(&room(Some(0), [Some(seat("Ada", false)), None], RoomPhase::Open));
    stage.check("online-room-alone").tap(KeyCode::Enter);
    assert_eq!(stage.sent(), [], "nobody is there to begin with");
    stage.hear(&room(
        Some(0),
        [Some(seat("Ada", false)), Some(seat("Grace", true))],
        RoomPhase::Open,
    ));
    stage.check("online-room").tap(KeyCode::Enter);
    assert!(matches!(stage.sent()[..], [ClientMessage::Ready { .. }]));
    for _ in 0..2 {
        stage.tap(KeyCode::Down);
    }
    stage.tap(KeyCode::Right);
    let settings = Settings { rules: RuleSet::Battle, ..Settings::default() };
    assert_eq!(stage.sent(), [ClientMessage::SetRoom { settings }]);
    stage.tap(KeyCode::Esc);
    assert_eq!(stage.sent(), [ClientMessage::Leave { code: RoomCode::parse("ABC234") }]);
}

#[test]
fn a_host_asks_the_computer_into_the_room_and_sends_it_away() {
    let mut stage = lobby();
    let ada = || Some(seat("Ada", false));
    stage.hear(&room(Some(0), [ada(), None], RoomPhase::Open));
    // The last line of a host. The level is that of the last duel at this device, at first 2.
    stage.tap(KeyCode::Up);
    let asks = |level: &str| format!("> {}  ◂ {level}", words::ASK_COMPUTER);
    let picture = stage.picture();
    assert!(
        picture.contains(&asks("COMPUTER 2")) || picture.contains(&asks("Computer 2")),
        "{picture}"
    );
    for _ in 0..4 {
        stage.tap(KeyCode::Right);
    }
    stage.tap(KeyCode::Enter);
    assert_eq!(stage.sent(), [ClientMessage::SetBot { level: Some(1) }]);
    stage.tap(KeyCode::Left).tap(KeyCode::Enter);
    assert_eq!(stage.sent(), [ClientMessage::SetBot { level: Some(5) }]);
    let bot = SeatView { bot: Some(5), ..seat("", true) };
    stage.hear(&room(Some(0), [ada(), Some(bot)], RoomPhase::Open));
    assert!(stage.picture().contains(&format!("> {} <", words::SEND_COMPUTER_AWAY)));
    stage.tap(KeyCode::Enter);
    assert_eq!(stage.sent(), [ClientMessage::SetBot { level: None }]);
    // A friend's seat is not given away, and a guest is not asked.
    stage.hear(&room(Some(0), [ada(), Some(seat("Grace", false))], RoomPhase::Open));
    stage.tap(KeyCode::Enter);
    assert_eq!(stage.sent(), []);
    stage.hear(&room(Some(1), [Some(seat("Grace", false)), ada()], RoomPhase::Open));
    assert!(!stage.picture().contains(&*words::ASK_COMPUTER), "{}", stage.picture());
}

#[test]
fn a_match_is_counted_in_played_and_decided() {
    let mut stage = in_match(Some(0));
    stage.check("online-count");
    stage.wait(3000).event(KeyCode::Char(' '), KeyEventKind::Press).wait(100);
    let sent = stage.sent();
    assert!(sent.iter().any(|it| matches!(it, ClientMessage::Inputs { .. })), "{sent:?}");
    stage.check("online-match");
    let wins: PerSeat<u8> = [1, 0].into_iter().collect();
    let outcome = Outcome { winner: Some(0), ending: Ending::Resigned };
    let ratings = Some([1512, 1488].into_iter().collect());
    stage.hear(&ServerMessage::MatchOver { outcome, wins, ratings });
    stage.hear(&room(Some(0), [Some(seat("Ada", false)), None], RoomPhase::Open));
    stage.check("online-over").tap(KeyCode::Enter);
    assert!(stage.says(&results::YOU_WIN), "keys meant for the game do nothing");
    stage.wait(800).tap(KeyCode::Enter);
    assert!(stage.says(&words::room("ABC234")));
}

#[test]
fn a_broken_line_says_how_long_there_is_to_come_back() {
    let mut stage = in_match(Some(0));
    stage.wait(4000).close_connection().wait(2500);
    stage.check("online-lost");
    stage.wait(30_000);
    assert!(stage.says(&words::seconds_left(0)));
    let mut stage = in_match(Some(0));
    stage.wait(4000);
    let away = SeatView { present: false, ..seat("Grace", true) };
    stage.hear(&room(Some(0), [Some(seat("Ada", true)), Some(away)], RoomPhase::Halted));
    let at = Micros::from_secs(1);
    stage.hear(&ServerMessage::Halt { at, reason: HaltReason::Absent { seat: 1 } });
    stage.check("online-halted");
}

#[test]
fn leaving_a_match_is_asked_for() {
    let mut stage = in_match(Some(0));
    stage.wait(4000).tap(KeyCode::Esc).check("online-leaving");
    stage.tap(KeyCode::Enter);
    assert!(stage.app.plays_online(), "the first line stays");
    stage.sent();
    stage.tap(KeyCode::Esc).tap(KeyCode::Down).tap(KeyCode::Enter);
    assert_eq!(stage.sent(), [ClientMessage::Leave { code: RoomCode::parse("ABC234") }]);
    assert!(stage.says(&words::QUICK_MATCH));
}

#[test]
fn a_spectator_sees_both_boards_and_plays_on_neither() {
    let mut stage = in_match(None);
    stage.sent();
    stage.wait(4000).tap(KeyCode::Char(' ')).wait(100);
    assert_eq!(stage.sent(), []);
    stage.check("online-watching").close_connection();
    assert!(
        (0..=30).all(|seconds| !stage.says(&words::seconds_left(seconds))),
        "only players have a time limit"
    );
    stage.open_connection();
    stage.tap(KeyCode::Esc);
    assert!(stage.says(&words::STOP_WATCHING));
}

#[test]
fn a_spectator_takes_a_seat_that_is_free() {
    let mut stage = lobby();
    let seats = || [Some(seat("Grace", true)), Some(seat("Mary", true))];
    stage.hear(&room(None, seats(), RoomPhase::Playing));
    stage.tap(KeyCode::Enter);
    assert_eq!(stage.sent(), [], "both play");
    stage.hear(&room(None, [Some(seat("Grace", false)), None], RoomPhase::Open));
    assert!(stage.says(&words::TAKE_SEAT));
    stage.tap(KeyCode::Enter);
    assert_eq!(stage.sent(), [ClientMessage::TakeSeat]);
    stage.hear(&room(
        Some(1),
        [Some(seat("Grace", false)), Some(seat("Ada", false))],
        RoomPhase::Open,
    ));
    assert!(stage.says(&words::READY));
}

/// Goes down to the line with these words.
fn choose(stage: &mut Stage, row: &str) {
    let row = format!("> {row} <");
    for _ in 0..9 {
        if stage.picture().contains(&row) {
            return;
        }
        stage.tap(KeyCode::Down);
    }
    panic!("no line {row} in\n{}", stage.picture());
}

fn entry(place: u32, name: &str) -> LeaderboardEntry {
    LeaderboardEntry {
        place,
        id: 6 + u64::from(place),
        name: name.to_owned(),
        score: 123_456 / u64::from(place),
        lines: 40,
        level: 5,
        duration_us: 61_000_000,
        played_ms: 0,
    }
}

/// The page of leaderboards, before the server has answered.
fn leaderboards() -> Stage {
    let mut stage = lobby();
    for _ in 0..4 {
        stage.tap(KeyCode::Down);
    }
    stage.tap(KeyCode::Enter);
    stage
}

#[test]
fn leaderboards_are_listed_by_game_and_time() {
    let mut stage = leaderboards();
    let game = GameName::Marathon;
    let entries = || Ok(vec![entry(1, "Grace"), entry(2, "Ada")]);
    stage.answer(Answered::Listed(game, Span::Week, entries()));
    assert!(!stage.picture().contains("Grace"), "another list was asked for");
    stage.answer(Answered::Listed(game, Span::Day, entries())).check("online-leaders");
    stage.tap(KeyCode::Tab);
    let asks = |stage: &Stage, span: Span| {
        let asked = stage.asked.borrow();
        matches!(asked.last(), Some(Asked::Request(Request::List(_, last))) if *last == span)
    };
    assert!(asks(&stage, Span::Week));
    stage.answer(Answered::Listed(game, Span::Week, Err(RequestError::NoAnswer)));
    assert!(stage.says(&words::NO_LEADERBOARDS));
}

#[test]
fn a_score_goes_to_the_server_that_was_visited() {
    let mut stage = lobby();
    stage.tap(KeyCode::Esc);
    let (game, mode) = crate::games::of(GameName::Minimal);
    (stage.app.game, stage.app.modes[game]) = (game, mode);
    stage.app.begin_game();
    assert!(matches!(stage.app.screen, Screen::Play), "no list, no ticket");
    let (game, mode) = crate::games::of(GameName::Marathon);
    (stage.app.game, stage.app.modes[game]) = (game, mode);
    stage.app.begin_game();
    assert!(stage.says(&words::CONNECTING));
    // Pressing START again does not ask for a second ticket, which would replace the first.
    stage.tap(KeyCode::Enter).tap(KeyCode::Char(' '));
    let tickets = |stage: &Stage| {
        let asked = stage.asked.borrow();
        asked.iter().filter(|asked| matches!(asked, Asked::Request(Request::Ticket(_)))).count()
    };
    assert_eq!(tickets(&stage), 1);
    assert!(stage.says(&words::CONNECTING));
    let issued = Ok(IssuedTicket { ticket: 9, seed: 77 });
    stage.answer(Answered::Ticket(GameName::Marathon, issued));
    // An answer that nobody waits for changes nothing.
    let late = Ok(IssuedTicket { ticket: 10, seed: 78 });
    stage.answer(Answered::Ticket(GameName::Marathon, late));
    assert!(matches!(stage.app.screen, Screen::Play));
    play_to_end(&mut stage);
    follow(&mut stage, 9);
    assert_eq!(submissions(&stage, 9), 1);
    stage.answer(Answered::Submitted(9, Err(RequestError::Refused(ErrorCode::Busy))));
    stage.check("over-submitted");
    // A server that is busy or does not answer is asked again, less and less often.
    stage.wait(500);
    assert_eq!(submissions(&stage, 9), 2);
    stage.answer(Answered::Submitted(9, Err(RequestError::NoAnswer)));
    stage.wait(999);
    assert_eq!(submissions(&stage, 9), 2);
    stage.wait(1);
    assert_eq!(submissions(&stage, 9), 3);
    stage.answer(Answered::Submitted(9, Ok(accepted(9))));
    assert!(stage.picture().contains(&*words::SCORE_ACCEPTED), "{}", stage.picture());
    stage.wait(100_000);
    assert_eq!(submissions(&stage, 9), 3, "it has its answer");
    stage.restart(Begin::Menu(None)).wait(100_000);
    assert!(stage.asked.borrow().is_empty(), "{:?}", stage.asked.borrow());
}

/// A game whose score can be submitted, begun with a ticket.
fn ranked(issued: IssuedTicket) -> Stage {
    let mut stage = lobby();
    stage.tap(KeyCode::Esc);
    begin_ranked(&mut stage, issued);
    stage
}

fn begin_ranked(stage: &mut Stage, issued: IssuedTicket) {
    let (game, mode) = crate::games::of(GameName::Marathon);
    (stage.app.game, stage.app.modes[game]) = (game, mode);
    stage.app.begin_game();
    stage.answer(Answered::Ticket(GameName::Marathon, Ok(issued)));
}

fn play_to_end(stage: &mut Stage) {
    stage.wait(100);
    while !matches!(stage.app.screen, Screen::Over { .. }) {
        stage.tap(KeyCode::Char(' ')).wait(200);
    }
}

/// Answers checkpoints as a server does that knows nothing of the game yet, until it knows the end.
fn follow(stage: &mut Stage, ticket: u64) {
    let mut known = Checked { inputs: 0, upto: Micros::ZERO, state: PlayState::Playing };
    while known.state != PlayState::Ended {
        let asked = stage.asked.borrow().iter().rev().find_map(|asked| match asked {
            Asked::Request(Request::Checkpoint(of, bytes)) if *of == ticket => {
                Checkpoint::decode(bytes)
            }
            _ => None,
        });
        let last = asked.expect("the server is told");
        if last.first <= known.inputs {
            let inputs = last.first + last.inputs.len() as u32;
            known = Checked { inputs, upto: last.upto, state: last.state };
        }
        stage.answer(Answered::Checkpoint(ticket, Ok(known)));
        stage.wait(100);
    }
}

/// How often the score with this ticket was sent.
fn submissions(stage: &Stage, ticket: u64) -> usize {
    let asked = stage.asked.borrow();
    let is_sent = |asked: &&Asked| match asked {
        Asked::Request(Request::Submit(of, bytes)) if *of == ticket => {
            assert!(Replay::from_bytes(bytes).is_ok_and(|replay| replay.result.over));
            true
        }
        _ => false,
    };
    asked.iter().filter(is_sent).count()
}

const fn accepted(id: u64) -> AcceptedScore {
    AcceptedScore { id, score: 0, lines: 0, duration_us: 0, places: [None; 3] }
}

/// The program is killed before the server has learnt of the end, and again before its answer.
#[test]
fn a_score_outlives_the_program() {
    let mut stage = ranked(IssuedTicket { ticket: 9, seed: 77 });
    play_to_end(&mut stage);
    stage.restart(Begin::Menu(None)).wait(0);
    assert_eq!(submissions(&stage, 9), 0, "the server does not know the game yet");
    follow(&mut stage, 9);
    assert_eq!(submissions(&stage, 9), 1);
    stage.restart(Begin::Game(GameName::Minimal, None)).wait(0);
    // The answer to the first one was lost: the server has spent the ticket, and tells it again.
    let spent = Err(RequestError::Refused(ErrorCode::NoTicket));
    stage.answer(Answered::Checkpoint(9, spent));
    assert_eq!(submissions(&stage, 9), 1);
    stage.answer(Answered::Submitted(9, Ok(accepted(9)))).wait(100);
    let picture = stage.picture();
    assert!(!picture.contains(&*words::SCORE_ACCEPTED), "a game is not covered: {picture}");
    stage.tap(KeyCode::Esc).wait(0);
    assert!(stage.picture().contains(&*words::SCORE_ACCEPTED), "{}", stage.picture());
    stage.restart(Begin::Menu(None)).wait(1000);
    assert!(stage.asked.borrow().is_empty(), "{:?}", stage.asked.borrow());
}

/// The next game begins while the score of the last one has no answer.
#[test]
fn several_scores_wait_for_a_server_at_once() {
    let mut stage = ranked(IssuedTicket { ticket: 9, seed: 77 });
    play_to_end(&mut stage);
    follow(&mut stage, 9);
    begin_ranked(&mut stage, IssuedTicket { ticket: 10, seed: 78 });
    stage.answer(Answered::Submitted(9, Err(RequestError::NoAnswer)));
    play_to_end(&mut stage);
    assert_eq!(submissions(&stage, 9), 2, "it is sent again during the game");
    follow(&mut stage, 10);
    assert_eq!(submissions(&stage, 10), 1);
    stage.answer(Answered::Submitted(10, Err(RequestError::Refused(ErrorCode::PlayedSlow))));
    stage.restart(Begin::Menu(None)).wait(0);
    follow(&mut stage, 9);
    assert_eq!((submissions(&stage, 9), submissions(&stage, 10)), (1, 0));
}

/// The loop of the program sleeps until the next deadline, and one that has passed would keep it awake.
#[test]
fn a_pause_that_the_server_knows_of_lets_the_program_sleep() {
    let mut stage = ranked(IssuedTicket { ticket: 9, seed: 77 });
    stage.wait(1000).tap(KeyCode::Esc).wait(0);
    assert!(matches!(stage.app.screen, Screen::Paused { .. }));
    let state = PlayState::Paused;
    stage.answer(Answered::Checkpoint(9, Ok(Checked { inputs: 0, upto: Micros::ZERO, state })));
    stage.wait(60_000);
    let (now, wake) = (stage.now, stage.app.wake());
    assert!(wake.is_none_or(|wake| wake > now), "{wake:?} at {now:?}");
}

/// What a server is not told when the program ends, it takes for a slow game.
#[test]
fn a_ranked_game_that_is_quit_is_told_as_paused() {
    let mut stage = ranked(IssuedTicket { ticket: 9, seed: 77 });
    stage.wait(1000);
    assert!(
        stage
            .asked
            .borrow()
            .iter()
            .all(|it| !matches!(it, Asked::Request(Request::Checkpoint(..))))
    );
    stage.app.leave();
    assert!(stage.app.has_urgent_news());
    let state = PlayState::Paused;
    stage.answer(Answered::Checkpoint(9, Ok(Checked { inputs: 0, upto: Micros::ZERO, state })));
    assert!(!stage.app.has_urgent_news());
}
