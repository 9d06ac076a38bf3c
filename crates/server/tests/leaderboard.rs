//! Scores that were truly played, and a thousand that were not.

mod support;

use std::collections::HashSet;
use std::net::SocketAddr;

use quintet_engine::{
    Button, GameName, Gaps, Input, Micros, Position, Recorder, Replay, Rules, SoftDrop, TimedInput,
};
use quintet_protocol::http::{
    AcceptedScore, Answer, BINARY, ErrorCode, IssuedTicket, LeaderboardEntry, MoveCode,
    MovedDevice, Refused, ranked_games,
};
use quintet_protocol::{Checkpoint, PlayState, Secret, pack_inputs};
use quintet_server::limits::{MAX_REPLAY, SEEDS_PER_HOUR};
use quintet_server::ranked::progress::Progress;
use quintet_server::ranked::verify::{RejectReason, verify};
use quintet_server::store::Ticket;
use support::http::{ask, get};
use support::player::Player;
use support::ranked::{issue, submit, tell, tell_and_submit};
use support::server::{Folder, Running};

const ISSUED: u64 = 1_000_000_000;

/// A whole game: hard drops in the middle until the board is full, a tenth of a second apart.
fn honest(game: GameName, seed: u64, apart: Micros) -> Replay {
    let mut recorder = Recorder::new(&[game.rules()], seed);
    let mut at = Micros::ZERO;
    while !recorder.current().is_over() {
        at += apart;
        recorder.press(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
        at += Micros(1000);
        recorder.release(0, Button::HardDrop, at, &mut |_, _| {}).expect("time goes on");
    }
    recorder.replay()
}

fn ticket(game: GameName, seed: u64) -> Ticket {
    let progress = Progress::begun(ISSUED);
    Ticket { ticket: 1, player: 2, game, seed, issued: ISSUED, progress }
}

/// Followed to its end at its own pace, and then submitted.
fn judge(replay: &Replay, ticket: &Ticket) -> Result<(), RejectReason> {
    let (upto, state) = (replay.result.end, PlayState::Ended);
    let inputs = pack_inputs(&replay.inputs, upto);
    let ended = Checkpoint { first: 0, upto, state, inputs };
    let progress = ticket.progress.after(&ended, ticket.game.rules().goal, ISSUED, ISSUED + upto.0);
    verify(&replay.to_bytes(), &Ticket { progress, ..*ticket }).map(drop)
}

#[test]
fn a_true_game_is_accepted_with_handling_and_previews_of_ones_own() {
    let replay = honest(GameName::Marathon, 7, Micros::from_millis(100));
    assert_eq!(judge(&replay, &ticket(GameName::Marathon, 7)), Ok(()));
    let mut rules = Rules::marathon();
    rules.handling.soft_drop = SoftDrop::Every(Micros::ZERO);
    rules.previews = 1;
    let mut recorder = Recorder::new(&[rules.validate().expect("valid rules")], 7);
    for timed in &replay.inputs {
        recorder.apply(timed, &mut |_, _| {}).expect("time goes on");
    }
    assert_eq!(judge(&recorder.replay(), &ticket(GameName::Marathon, 7)), Ok(()));
}

#[test]
fn a_game_that_was_not_followed_does_not_count() {
    let replay = honest(GameName::Ultra, 3, Micros::from_secs(1));
    let unknown = verify(&replay.to_bytes(), &ticket(GameName::Ultra, 3)).map(drop);
    assert_eq!(unknown, Err(RejectReason::NotFollowed));
}

/// A game of nothing but these buttons, pressed and released one after the other so far apart, for at
/// most two minutes.
fn mashed(game: GameName, buttons: &[Button], apart: Micros) -> Replay {
    let mut recorder = Recorder::new(&[game.rules()], 7);
    let (mut at, end) = (Micros::ZERO, Micros::from_secs(120));
    for button in buttons.iter().cycle() {
        at += apart;
        if at > end || recorder.current().is_over() {
            break;
        }
        recorder.press(0, *button, at, &mut |_, _| {}).expect("time goes on");
        recorder.release(0, *button, at, &mut |_, _| {}).expect("time goes on");
    }
    // One that is over goes no further.
    let _ = recorder.advance(end, &mut |_, _| {});
    recorder.replay()
}

/// The bound by which padded replays are refused unread is far from what can be played.
#[test]
fn no_true_replay_is_as_large_as_a_padded_one() {
    let all = Button::ALL;
    let often = Micros::from_millis(20);
    for game in GameName::ALL.into_iter().filter(|game| game.ranking().is_some()) {
        for (buttons, apart) in [(&all[..], often), (&all[..2], often), (&[], often)] {
            let replay = mashed(game, buttons, apart);
            let (upto, inputs) = (replay.result.end, &replay.inputs);
            let mut progress = Progress::begun(ISSUED);
            for first in (0..inputs.len()).step_by(60) {
                let some = &inputs[first..inputs.len().min(first + 60)];
                let upto = some.last().expect("some").at;
                let told = Checkpoint {
                    first: first as u32,
                    upto,
                    state: PlayState::Playing,
                    inputs: pack_inputs(some, upto),
                };
                progress = progress.after(&told, game.rules().goal, ISSUED, ISSUED + upto.0);
            }
            let first = progress.checked().inputs;
            let rest = pack_inputs(&inputs[first as usize..], upto);
            let told = Checkpoint { first, upto, state: PlayState::Ended, inputs: rest };
            progress = progress.after(&told, game.rules().goal, ISSUED, ISSUED + upto.0);
            assert_eq!(progress.checked().inputs as usize, inputs.len(), "{game:?}");
            let (bytes, most) = (replay.to_bytes().len(), progress.largest_replay());
            assert!(2 * bytes <= most, "{game:?}: {bytes} bytes of {most}");
        }
    }
}

#[test]
fn a_sprint_counts_only_when_its_lines_are_cleared() {
    let replay = honest(GameName::Sprint, 3, Micros::from_millis(100));
    assert_eq!(judge(&replay, &ticket(GameName::Sprint, 3)), Err(RejectReason::Unfinished));
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % most
    }
}

/// Claims something that is not so.
fn forge(replay: &Replay, random: &mut Random) -> Replay {
    let mut forged = replay.clone();
    let some = 1 + random.below(1_000_000);
    let pick = random.below(forged.inputs.len() as u64) as usize;
    match random.below(16) {
        0 => forged.result.boards[0].score += some,
        1 => forged.result.boards[0].lines += some as u32,
        2 => forged.result.boards[0].level += some as u32,
        3 => forged.result.boards[0].pieces += some as u32,
        4 => forged.result.state_hash ^= some,
        5 => forged.result.over = false,
        6 => forged.seed ^= some,
        7 => forged.revision = forged.revision.wrapping_add(some as u16 | 1),
        8 => {
            forged.inputs.remove(pick);
            forged.result.boards[0].score += some;
        }
        9 => {
            forged.inputs[pick].at = Micros(forged.inputs[pick].at.0 / 2);
            forged.result.boards[0].score += some;
        }
        10 => {
            let at = forged.inputs[pick].at;
            forged.inputs[pick] = TimedInput::garbage(Gaps::from([3]), at);
        }
        11 => {
            let rules = &mut forged.rules[0];
            match random.below(5) {
                0 => rules.start_level += 1 + some as u32 % 20,
                1 => rules.hard_drop_points += 1 + some as u8 % 9,
                2 => rules.soft_drop_points += 1 + some as u8 % 50,
                3 => rules.clear_pause = Micros(some),
                _ => rules.entry_delay = Micros(some),
            }
        }
        12 => forged.start = vec![Some(Position::new())],
        13 => {
            forged.rules.push(forged.rules[0]);
            forged.start.push(None);
            forged.result.boards.push(forged.result.boards[0]);
        }
        14 => {
            let at = forged.inputs[pick].at;
            let press = TimedInput { at, player: 0, input: Input::Press(Button::Left) };
            forged.inputs.splice(pick..pick, std::iter::repeat_n(press, 80));
        }
        _ => {
            forged.locks.truncate(random.below(forged.locks.len() as u64) as usize);
        }
    }
    forged
}

/// Damaged on the way, with a checksum that hides it.
fn damage(replay: &Replay, random: &mut Random) -> Vec<u8> {
    let mut bytes = replay.to_bytes();
    let body = bytes.len() - 4;
    let at = 5 + random.below(body as u64 - 5) as usize;
    bytes[at] ^= 1 << random.below(8);
    let sum = crc32fast::hash(&bytes[..body]);
    bytes[body..].copy_from_slice(&sum.to_le_bytes());
    bytes
}

/// A replay that claims what was not played; none if what it claims still is what was.
fn forgery(honest: &Replay, random: &mut Random) -> Option<Vec<u8>> {
    if random.below(5) == 0 {
        let bytes = damage(honest, random);
        let claims = Replay::from_bytes(&bytes).ok().map(|damaged| damaged.result);
        (claims.as_ref() != Some(&honest.result)).then_some(bytes)
    } else {
        let forged = forge(honest, random);
        (forged != *honest).then(|| forged.to_bytes())
    }
}

/// The header by which a newcomer is known from now on.
async fn bearer(name: &str, address: SocketAddr) -> String {
    let mut player = Player::idle(name, address);
    player.until("welcome", |player| player.client.is_welcome()).await;
    let secret = player.client.secret().expect("a secret").to_hex();
    format!("Authorization: Bearer {secret}\r\n")
}

const FORGERIES: u64 = 1_000;

#[tokio::test]
async fn a_thousand_forged_replays_are_refused() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let address = server.address;
    let (mut bearer, mut seeds) = (String::new(), 0);
    let games: Vec<GameName> = ranked_games().filter(|&game| game != GameName::Sprint).collect();

    let (mut random, mut tried, mut codes) = (Random(11), 0, HashSet::new());
    while tried < FORGERIES {
        let game = games[(tried % games.len() as u64) as usize];
        if seeds % SEEDS_PER_HOUR == 0 {
            bearer = self::bearer("Mallory", address).await;
        }
        seeds += 1;
        let IssuedTicket { ticket: id, seed } = issue(address, &bearer, game.name()).await;
        let replay = honest(game, seed, Micros::from_millis(20));
        // As it was played it would be accepted at once, so that the lie alone is what is refused.
        let verdict = judge(&replay, &ticket(game, seed));
        assert_eq!(verdict, Ok(()), "{}", game.name());
        let Some(forged) = forgery(&replay, &mut random) else { continue };
        // The server is told of the lie from the start, as far as it can be.
        let told = Replay::from_bytes(&forged).unwrap_or(replay);
        let ended = (told.result.end, PlayState::Ended);
        tell(address, &bearer, id, (0, &told.inputs), ended).await;
        let answer = submit(address, &bearer, id, &forged).await;
        assert_eq!(answer.status, 422, "{tried}: {}", answer.text());
        codes.insert(serde_json::from_slice::<Refused>(&answer.body).expect("a code").error);
        tried += 1;
    }
    assert_eq!((tried, server.metrics.scores_refused.get()), (FORGERIES, FORGERIES));
    assert!(codes.len() >= 5, "for different reasons: {codes:?}");
    for game in ranked_games() {
        let list = get(address, &format!("/api/scores?game={}&span=all", game.name())).await;
        assert_eq!(list.text(), "[]", "{}", game.name());
    }
    server.stop().await;
}

#[tokio::test]
async fn a_score_goes_from_its_seed_to_the_list_once() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let address = server.address;
    let bearer = bearer("Ada", address).await;

    let unknown = ask(address, "POST", "/api/seeds?game=marathon", "", &[]).await;
    assert_eq!(unknown.status, 401);
    assert_eq!(unknown.text(), r#"{"error":"unknown_device"}"#);
    let nonsense = ask(address, "POST", "/api/seeds?name=marathon", &bearer, &[]).await;
    assert_eq!((nonsense.status, nonsense.text().as_str()), (400, r#"{"error":"bad_request"}"#));
    let nothing = ask(address, "POST", "/api/seeds?game=battle", &bearer, &[]).await;
    assert_eq!(nothing.status, 404, "there is no list of battles");
    let IssuedTicket { ticket, seed } = issue(address, &bearer, "marathon").await;
    let replay = honest(GameName::Marathon, seed, Micros::from_millis(60));
    let path = format!("/api/scores?ticket={ticket}");
    let accepted = tell_and_submit(address, &bearer, ticket, &replay).await;
    assert_eq!(accepted.status, 200, "{}", accepted.text());
    let accepted: AcceptedScore = serde_json::from_slice(&accepted.body).expect("a score");
    assert_eq!((accepted.id, accepted.places), (ticket, [Some(1); 3]));
    let again = ask(address, "POST", &path, &bearer, &replay.to_bytes()).await;
    assert_eq!(again.status, 200, "an answer that was lost can be asked for again");
    let again: AcceptedScore = serde_json::from_slice(&again.body).expect("a score");
    assert_eq!(again, accepted, "a ticket is good for one game");
    assert_eq!(server.metrics.scores_accepted.get(), 1);
    let mallory = self::bearer("Mallory", address).await;
    let stolen = ask(address, "POST", &path, &mallory, &replay.to_bytes()).await;
    assert_eq!((stolen.status, stolen.text().as_str()), (409, r#"{"error":"no_ticket"}"#));

    let IssuedTicket { ticket, .. } = issue(address, &bearer, "marathon").await;
    let path = format!("/api/scores?ticket={ticket}");
    let other_seed = ask(address, "POST", &path, &bearer, &replay.to_bytes()).await;
    assert_eq!(other_seed.status, 422, "{}", other_seed.text());
    let large = ask(address, "POST", &path, &bearer, &vec![0; MAX_REPLAY + 1]).await;
    assert_eq!((large.status, large.text().as_str()), (413, r#"{"error":"too_large"}"#));

    for span in ["day", "week", "all"] {
        let list = get(address, &format!("/api/scores?game=marathon&span={span}")).await;
        let list: Vec<LeaderboardEntry> = serde_json::from_slice(&list.body).expect("a list");
        let [entry] = &list[..] else { panic!("one entry: {list:?}") };
        assert_eq!(entry.place, 1);
        let tag = entry.name.strip_prefix("Ada#").expect("the name with its tag");
        assert!(tag.len() == 4 && tag.bytes().all(|digit| digit.is_ascii_digit()), "{tag}");
        assert_eq!(entry.score, replay.result.boards[0].score);
        let kept = get(address, &format!("/api/replays/{}", entry.id)).await;
        assert_eq!(kept.body, replay.to_bytes());

        // The app is told the same in fewer bytes.
        let accept = format!("Accept: {BINARY}\r\n");
        let path = format!("/api/scores?game=marathon&span={span}");
        let short = ask(address, "GET", &path, &accept, &[]).await;
        assert_eq!(Vec::<LeaderboardEntry>::decode(&short.body), Some(list));
        let missing = ask(address, "GET", "/api/replays/1", &accept, &[]).await;
        let error = ErrorCode::NoReplay;
        assert_eq!(
            (missing.status, Refused::decode(&missing.body)),
            (404, Some(Refused { error }))
        );
    }
    server.stop().await;
}

#[tokio::test]
async fn the_server_tells_how_it_is_and_guards_its_pages() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let health = get(server.address, "/healthz").await;
    assert_eq!((health.status, health.text().as_str()), (200, "well\n"));
    assert_eq!(get(server.address, "/metrics").await.status, 404, "not for the public");
    let metrics = get(server.metrics_address, "/metrics").await;
    assert!(metrics.text().contains("quintet_connections 0"), "{}", metrics.text());
    let page = get(server.address, "/").await;
    assert_eq!(page.status, 200);
    assert!(page.head.contains("script-src 'self' 'wasm-unsafe-eval'"), "{}", page.head);
    assert!(page.head.contains("nosniff"), "{}", page.head);
    assert_eq!(get(server.address, "/nothing").await.status, 404);
    server.stop().await;
}

/// A game of 17 seconds that took 77: the server's clock says so at the first checkpoint, and the score
/// is refused for that reason.
#[tokio::test]
async fn slow_motion_is_refused_with_its_reason() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let address = server.address;
    let bearer = bearer("Mallory", address).await;
    let IssuedTicket { ticket, seed } = issue(address, &bearer, "marathon").await;
    // Instead of waiting for a minute, the ticket is dated back.
    let file = rusqlite::Connection::open(folder.path().join("quintet.sqlite")).expect("a file");
    let earlier = "UPDATE tickets SET issued = issued - 77000000";
    assert_eq!(file.execute(earlier, []).expect("written"), 1);
    let replay = honest(GameName::Marathon, seed, Micros::from_millis(1_500));
    println!("a game of {:?} after 77 s", replay.result.end);
    assert!(replay.result.end < Micros::from_secs(60));
    let ended = (replay.result.end, PlayState::Ended);
    let told = tell(address, &bearer, ticket, (0, &replay.inputs), ended).await;
    assert_eq!((told.status, told.text().as_str()), (422, r#"{"error":"played_slow"}"#));
    let answer = submit(address, &bearer, ticket, &replay.to_bytes()).await;
    assert_eq!((answer.status, answer.text().as_str()), (422, r#"{"error":"played_slow"}"#));
    let again = submit(address, &bearer, ticket, &replay.to_bytes()).await;
    assert_eq!(again.status, 409, "the ticket is used up");
    server.stop().await;
}

/// Inputs that reached the server cannot be taken back, and a game whose end did not reach it does not
/// count.
#[tokio::test]
async fn only_what_was_told_while_it_was_played_counts() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let address = server.address;
    let bearer = bearer("Mallory", address).await;
    let IssuedTicket { ticket, seed } = issue(address, &bearer, "marathon").await;
    let replay = honest(GameName::Marathon, seed, Micros::from_millis(60));
    let half = replay.inputs.len() / 2;
    let (some, upto) = (&replay.inputs[..half], replay.inputs[half - 1].at);
    let paused = (upto, PlayState::Paused);
    assert_eq!(tell(address, &bearer, ticket, (0, some), paused).await.status, 200);
    let answer = submit(address, &bearer, ticket, &replay.to_bytes()).await;
    assert_eq!((answer.status, answer.text().as_str()), (422, r#"{"error":"not_followed"}"#));

    // The next game closes the one before.
    let first = issue(address, &bearer, "marathon").await;
    let second = issue(address, &bearer, "marathon").await;
    let told = tell(address, &bearer, first.ticket, (0, &[]), paused).await;
    assert_eq!((told.status, told.text().as_str()), (409, r#"{"error":"no_ticket"}"#));
    let mut other = honest(GameName::Marathon, second.seed, Micros::from_millis(60));
    let ended = (other.result.end, PlayState::Ended);
    assert_eq!(tell(address, &bearer, second.ticket, (0, &other.inputs), ended).await.status, 200);
    other.inputs.pop();
    let answer = submit(address, &bearer, second.ticket, &other.to_bytes()).await;
    assert_eq!((answer.status, answer.text().as_str()), (422, r#"{"error":"not_followed"}"#));

    // Seeds that were never used count.
    for _ in 3..SEEDS_PER_HOUR {
        issue(address, &bearer, "marathon").await;
    }
    let more = ask(address, "POST", "/api/seeds?game=sprint", &bearer, &[]).await;
    assert_eq!((more.status, more.text().as_str()), (429, r#"{"error":"too_many_seeds"}"#));
    server.stop().await;
}

#[tokio::test]
async fn a_code_of_one_use_moves_a_player_to_another_device() {
    let folder = Folder::new();
    let server = Running::start(&folder).await;
    let address = server.address;
    let old = bearer("Ada", address).await;
    let code = ask(address, "POST", "/api/moves", &old, &[]).await;
    let MoveCode { code } = serde_json::from_slice(&code.body).expect("a code");
    let wrong = ask(address, "POST", "/api/moves?code=AAAAAAAAAAAA", "", &[]).await;
    assert_eq!((wrong.status, wrong.text().as_str()), (404, r#"{"error":"no_move"}"#));
    // However it was typed.
    let path = format!("/api/moves?code={}-{}", code[..6].to_lowercase(), &code[6..]);
    let moved = ask(address, "POST", &path, "", &[]).await;
    assert_eq!(moved.status, 200, "{}", moved.text());
    let moved: MovedDevice = serde_json::from_slice(&moved.body).expect("a device");
    assert_eq!(moved.name, "Ada");
    assert_eq!(ask(address, "POST", &path, "", &[]).await.status, 404, "once");
    let stranger = format!("Authorization: Bearer {}\r\n", Secret([5; 16]).to_hex());
    assert_eq!(ask(address, "POST", &path, &stranger, &[]).await.status, 404, "for nobody else");
    let new = format!("Authorization: Bearer {}\r\n", moved.secret.to_hex());
    issue(address, &new, "marathon").await;
    let gone = ask(address, "POST", "/api/seeds?game=marathon", &old, &[]).await;
    assert_eq!(gone.status, 401, "the old device is no longer known");

    // A device that proposes its secret gets an answer that was lost once more.
    let code = ask(address, "POST", "/api/moves", &new, &[]).await;
    let MoveCode { code } = serde_json::from_slice(&code.body).expect("a code");
    let path = format!("/api/moves?code={code}");
    for _ in 0..2 {
        let moved = ask(address, "POST", &path, &stranger, &[]).await;
        let moved: MovedDevice = serde_json::from_slice(&moved.body).expect("a device");
        assert_eq!((moved.secret, moved.name.as_str()), (Secret([5; 16]), "Ada"));
    }
    issue(address, &stranger, "marathon").await;
    server.stop().await;
}
