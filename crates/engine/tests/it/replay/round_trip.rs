//! Replays: recording, both forms, verification, and playing on.

use proptest::prelude::*;
use quintet_engine::{
    Button, GameName, Kind, Micros, Playback, Position, REPLAY_VERSION, Recorder, Replay,
    ReplayError, Rules, VerifyError,
};

/// Player, microseconds since the input before, number of the button, and whether it is pressed.
type Inputs = Vec<(usize, u64, usize, bool)>;

fn any_inputs(length: usize) -> impl Strategy<Value = Inputs> {
    prop::collection::vec((0..2_usize, 0..400_000_u64, 0..10_usize, any::<bool>()), 0..length)
}

fn record(game: GameName, seed: u64, inputs: &Inputs) -> Replay {
    let mut recorder = Recorder::new(&vec![game.rules(); game.boards()], seed);
    let mut at = Micros::ZERO;
    for &(player, wait, button, is_press) in inputs {
        at += Micros(wait);
        let player = player % game.boards();
        let button = Button::ALL[button];
        if is_press {
            recorder.press(player, button, at, &mut |_, _| {}).expect("time runs forward");
        } else {
            recorder.release(player, button, at, &mut |_, _| {}).expect("time runs forward");
        }
    }
    recorder.advance(at + Micros::from_secs(5), &mut |_, _| {}).expect("time runs forward");
    recorder.replay()
}

fn any_game() -> impl Strategy<Value = GameName> {
    prop::sample::select(GameName::ALL.to_vec())
}

proptest! {
    #[test]
    fn a_recording_verifies_and_survives_both_forms(
        game in any_game(), seed: u64, inputs in any_inputs(120),
    ) {
        let replay = record(game, seed, &inputs);
        prop_assert_eq!(replay.verify(), Ok(()));
        prop_assert_eq!(Replay::from_bytes(&replay.to_bytes()), Ok(replay.clone()));
        prop_assert_eq!(Replay::from_json(&replay.to_json()), Ok(replay));
    }

    #[test]
    fn playing_a_recording_in_pieces_leads_to_the_same_end(
        game in any_game(), seed: u64, inputs in any_inputs(120), stops in prop::collection::vec(0..20_000_000_u64, 0..8),
    ) {
        let replay = record(game, seed, &inputs);
        let mut playback = Playback::new(replay.clone()).expect("playable");
        for stop in stops {
            playback.seek(Micros(stop), &mut |_, _| {}).expect("plays");
        }
        playback.seek(Micros::NEVER, &mut |_, _| {}).expect("plays");
        prop_assert_eq!(playback.current().state_hash(), replay.result.state_hash);
    }

    #[test]
    fn playing_on_from_any_point_gives_a_recording_that_verifies(
        game in any_game(), seed: u64, past in any_inputs(80), future in any_inputs(40), share in 0..=100_u64,
    ) {
        let replay = record(game, seed, &past);
        let at = Micros(replay.result.end.0 * share / 100);
        let playback = Playback::new(replay).expect("playable");
        let mut recorder = playback.play_on_from(at).expect("plays on");
        prop_assert!(recorder.current().games().iter().all(|game| game.is_over() || game.held_buttons().iter().count() == 0));
        let mut now = at;
        for (player, wait, button, _) in future {
            now += Micros(wait);
            recorder.press(player % game.boards(), Button::ALL[button], now, &mut |_, _| {}).expect("time runs forward");
        }
        prop_assert_eq!(recorder.replay().verify(), Ok(()));
    }

    #[test]
    fn a_change_of_any_byte_is_detected(seed: u64, inputs in any_inputs(60), at: usize, bits in 1..=255_u8) {
        let replay = record(GameName::Marathon, seed, &inputs);
        let mut bytes = replay.to_bytes();
        let at = at % bytes.len();
        bytes[at] ^= bits;
        prop_assert!(Replay::from_bytes(&bytes).is_err());
    }

    #[test]
    fn any_bytes_are_refused_or_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let _ = Replay::from_bytes(&bytes);
        // With a correct header and checksum the content itself is parsed.
        for version in 1..=REPLAY_VERSION {
            let mut framed = [&b"QNTR"[..], &[version], &bytes].concat();
            framed.extend(crc32fast::hash(&framed).to_le_bytes());
            if let Ok(replay) = Replay::from_bytes(&framed) {
                let _ = replay.verify();
            }
        }
    }
}

/// Ten pieces dropped at one-second intervals, each moved to another column.
fn ten_pieces() -> Replay {
    let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 7);
    let mut ignore = |_, _| {};
    for piece in 0..10_u64 {
        let at = |millis| Micros::from_millis(piece * 1000 + millis);
        let side = if piece % 2 == 0 { Button::Left } else { Button::Right };
        recorder.press(0, side, at(100), &mut ignore).expect("time runs forward");
        recorder.release(0, side, at(100 + 60 * piece), &mut ignore).expect("time runs forward");
        recorder.press(0, Button::HardDrop, at(900), &mut ignore).expect("time runs forward");
        recorder.release(0, Button::HardDrop, at(950), &mut ignore).expect("time runs forward");
    }
    recorder.replay()
}

#[test]
fn a_forged_score_is_reported_with_the_true_one() {
    let mut replay = ten_pieces();
    let played = replay.result.boards[0].score;
    replay.result.boards[0].score = 999_999;
    let error = VerifyError::Result { what: "score", player: 0, recorded: 999_999, played };
    assert_eq!(replay.verify(), Err(error));
}

#[test]
fn a_changed_input_is_traced_to_the_piece_it_moved() {
    let mut replay = ten_pieces();
    // The fourth piece (number 3) no longer moves right.
    replay.inputs.retain(|input| !(3_000_000..3_800_000).contains(&input.at.0));
    let at = Micros(3_900_000);
    assert_eq!(replay.verify(), Err(VerifyError::Lock { piece: 3, player: 0, at }));
}

#[test]
fn with_another_seed_the_mismatch_is_the_first_piece_that_differs() {
    let mut replay = ten_pieces();
    replay.seed += 1;
    assert!(matches!(replay.verify(), Err(VerifyError::Lock { piece: 0 | 1, .. })));
}

#[test]
fn inputs_out_of_order_and_after_the_end_are_reported() {
    let mut replay = ten_pieces();
    replay.inputs.swap(4, 8);
    assert!(matches!(replay.verify(), Err(VerifyError::Refused { index: 5, .. })));

    let mut replay = ten_pieces();
    replay.result.end = Micros(8_950_000);
    assert!(matches!(replay.verify(), Err(VerifyError::Stray { index: 36, .. })));
}

#[test]
fn locks_that_never_happened_are_detected() {
    let mut replay = ten_pieces();
    replay.locks.push(1);
    let end = replay.result.end;
    let error = VerifyError::LocksMissing { recorded: 11, played: 10, end };
    assert_eq!(replay.verify(), Err(error));
}

#[test]
fn boards_rules_and_lengths_that_no_game_has_are_refused() {
    let mut replay = ten_pieces();
    replay.rules.clear();
    assert_eq!(replay.verify(), Err(VerifyError::Boards(0)));

    let mut replay = ten_pieces();
    replay.rules[0].width = 0;
    assert!(matches!(replay.verify(), Err(VerifyError::Rules { player: 0, .. })));

    let mut replay = ten_pieces();
    replay.start[0] = Some(Position::new().board(&["X"]));
    assert!(matches!(replay.verify(), Err(VerifyError::Start { player: 0, .. })));

    let mut replay = ten_pieces();
    replay.result.end = Micros::NEVER;
    assert!(matches!(replay.verify(), Err(VerifyError::TooLong { .. })));
}

#[test]
fn every_error_of_both_forms_says_what_is_wrong() {
    let bytes = ten_pieces().to_bytes();
    assert_eq!(Replay::from_bytes(b"PNG"), Err(ReplayError::NotAReplay));
    let mut newer = bytes.clone();
    newer[4] = 9;
    assert_eq!(Replay::from_bytes(&newer), Err(ReplayError::Version(9)));
    let cut = Replay::from_bytes(&bytes[..bytes.len() / 2]);
    assert!(matches!(cut, Err(ReplayError::Checksum { .. })));
    assert!(matches!(Replay::from_bytes(&vec![0; 17 << 20]), Err(ReplayError::TooLarge(_))));

    let json = ten_pieces().to_json();
    let newer = json.replacen("\"quintet_replay\": 2", "\"quintet_replay\": 7", 1);
    assert_eq!(Replay::from_json(&newer), Err(ReplayError::Version(7)));
    let broken = json.replacen("\"press\"", "\"pres\"", 1);
    let Err(ReplayError::Json { line, problem, .. }) = Replay::from_json(&broken) else {
        panic!("broken JSON was read");
    };
    assert!(line > 1 && problem.contains("pres"), "{line} {problem}");
    assert!(matches!(Replay::from_json("{"), Err(ReplayError::Json { line: 1, .. })));
}

#[test]
fn a_recording_may_begin_with_a_position() {
    let position = Position::new().board(&["TTTT.TTTTT"; 4]).active(Kind::I, 1, 2, 3).score(500);
    let mut recorder = Recorder::from_positions(&[(GameName::Marathon.rules(), position)], 3)
        .expect("a good position");
    recorder.press(0, Button::HardDrop, Micros(1000), &mut |_, _| {}).expect("time runs forward");
    let replay = recorder.replay();
    assert_eq!(replay.result.boards[0].lines, 4);
    assert_eq!(replay.verify(), Ok(()));
    assert_eq!(Replay::from_bytes(&replay.to_bytes()), Ok(replay));
}

#[test]
fn a_pause_leaves_no_trace_in_the_recording() {
    let play = |paused: bool| {
        let mut recorder = Recorder::new(&[GameName::Marathon.rules()], 5);
        let mut ignore = |_, _| {};
        recorder.press(0, Button::Left, Micros(1000), &mut ignore).expect("time runs forward");
        if paused {
            recorder.pause();
            recorder.press(0, Button::HardDrop, Micros(5000), &mut ignore).expect("ignored");
            recorder.advance(Micros(9_000_000), &mut ignore).expect("ignored");
            recorder.resume();
        }
        recorder.advance(Micros(2_000_000), &mut ignore).expect("time runs forward");
        recorder.replay()
    };
    assert_eq!(play(false), play(true));
    assert_eq!(play(true).verify(), Ok(()));
}

#[test]
fn a_match_of_two_is_recorded_as_one() {
    let replay = record(GameName::Battle, 11, &vec![(0, 100_000, 3, true); 60]);
    assert_eq!(replay.result.winner, Some(1), "player 0 did nothing but drop");
    assert_eq!(replay.verify(), Ok(()));
    let mut game = replay.opening().expect("a replay that begins");
    for input in &replay.inputs {
        game.apply(input, &mut |_, _| {}).expect("time runs forward");
    }
    assert_eq!(game.winner(), Some(1));
}

#[test]
fn a_recording_of_a_game_that_has_not_begun_verifies() {
    assert_eq!(Recorder::new(&[GameName::DominoEasy.rules()], 1).replay().verify(), Ok(()));
}

#[test]
fn a_recording_taken_during_a_pause_verifies() {
    let mut rules = Rules::marathon();
    rules.handling.das = Micros::ZERO;
    rules.handling.arr = Micros::ZERO;
    let mut recorder = Recorder::new(&[rules.validate().expect("valid rules")], 1);
    let mut ignore = |_, _| {};
    let at = Micros::from_millis(100);
    recorder.press(0, Button::Left, at, &mut ignore).expect("time runs forward");
    recorder.press(0, Button::Right, at, &mut ignore).expect("time runs forward");
    recorder.pause();
    // For a moment left takes over, and without the pause it would slide the piece.
    for button in [Button::Right, Button::Left] {
        recorder.release(0, button, at, &mut ignore).expect("time runs forward");
        assert_eq!(recorder.replay().verify(), Ok(()));
    }
}

#[test]
fn too_many_boards_are_refused_while_reading() {
    let mut replay = ten_pieces();
    replay.start = vec![None; 9];
    assert!(Replay::from_bytes(&replay.to_bytes()).is_err());
    let error = Replay::from_json(&replay.to_json()).expect_err("nine are too many").to_string();
    assert!(error.contains("at most 8 boards"), "{error}");
}
