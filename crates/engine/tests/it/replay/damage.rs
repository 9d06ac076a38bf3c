//! Replays with a correct checksum and wrong content: each is refused with the offset.

use quintet_engine::{
    Button, GameName, Gaps, Input, MAX_PENDING_GARBAGE, MAX_REPLAY_BYTES, Micros, Position,
    Recorder, Replay, ReplayError, TimedInput,
};

/// A replay of nothing but these inputs, which need not make sense.
fn with_inputs(inputs: &[(u64, Input)]) -> Replay {
    let mut replay = Recorder::new(&[GameName::Marathon.rules()], 1).replay();
    let timed =
        |(at, input): &(u64, Input)| TimedInput { at: Micros(*at), player: 0, input: *input };
    replay.inputs = inputs.iter().map(timed).collect();
    replay
}

/// The offset of some bytes in others.
fn find(part: &[u8], bytes: &[u8]) -> usize {
    let mut places = bytes.windows(part.len()).enumerate().filter(|(_, window)| *window == part);
    let (place, _) = places.next().expect("the part is there");
    assert!(places.next().is_none(), "and only once");
    place
}

/// The replay's bytes with a part of them replaced, and the checksum made right again; with the
/// place of that part.
fn forged(replay: &Replay, part: &[u8], by: &[u8]) -> (Vec<u8>, usize) {
    let mut bytes = replay.to_bytes();
    bytes.truncate(bytes.len() - 4);
    let place = find(part, &bytes);
    bytes.splice(place..place + part.len(), by.iter().copied());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    (bytes, place)
}

fn problem(bytes: &[u8]) -> (usize, &'static str) {
    match Replay::from_bytes(bytes) {
        Err(ReplayError::Content { offset, problem }) => (offset, problem),
        other => panic!("{other:?} is no problem of the content"),
    }
}

/// 65,432 microseconds as a number of variable length, and the code of a press of left.
const PRESS: [u8; 4] = [0x98, 0xff, 0x03, 0x00];

#[test]
fn an_unknown_button_is_reported_with_its_offset() {
    let replay = with_inputs(&[(65_432, Input::Press(Button::Left))]);
    for code in [0x0a, 0x0e, 0x1a, 0x1f] {
        let (bytes, place) = forged(&replay, &PRESS, &[0x98, 0xff, 0x03, code]);
        assert_eq!(problem(&bytes), (place + 4, "there is no such button"));
    }
}

/// A rule of a later program must not be ignored: without it this would be another game.
#[test]
fn an_unknown_rule_or_field_of_a_position_is_refused() {
    let position = Position::new().score(77_777).lines(5);
    let replay = Recorder::from_positions(&[(GameName::Marathon.rules(), position)], 1)
        .expect("a good position")
        .replay();
    // Marathon's four previews are field 30; a position's lines are field 7, as an option.
    for known in [&[30, 4][..], &[7, 1, 5]] {
        let (bytes, _) = forged(&replay, known, known);
        assert_eq!(Replay::from_bytes(&bytes).as_ref(), Ok(&replay));
        for unknown in [0, 44, 99, 255] {
            let later = [&[unknown], &known[1..]].concat();
            let (bytes, _) = forged(&replay, known, &later);
            let (_, problem) = problem(&bytes);
            assert_eq!(problem, "it has a rule that this program does not know", "{unknown}");
        }
    }
}

#[test]
fn truncated_inputs_are_reported_with_their_offset() {
    let replay = with_inputs(&[(65_432, Input::Press(Button::Left))]);
    let (bytes, place) = forged(&replay, &PRESS, &[0x98, 0xff, 0x83, 0x80]);
    assert_eq!(problem(&bytes), (place + 4, "an input is incomplete"));

    let garbage = [0x98, 0xff, 0x03, 0x0f, 0x02, 0x07, 0x08];
    let replay = with_inputs(&[(65_432, Input::Garbage(Gaps::from([7, 8])))]);
    let (bytes, place) = forged(&replay, &garbage, &[0x98, 0xff, 0x03, 0x0f, 0x03, 0x07, 0x08]);
    assert_eq!(problem(&bytes), (place + 5, "an input is incomplete"));
}

#[test]
fn more_garbage_than_can_wait_is_refused_in_both_forms() {
    let most = [3; MAX_PENDING_GARBAGE];
    let replay = with_inputs(&[(65_432, Input::Garbage(Gaps::from(most)))]);
    let written = [&[0x98, 0xff, 0x03, 0x0f, MAX_PENDING_GARBAGE as u8], &most[..]].concat();
    let one_more = [&written[..4], &[MAX_PENDING_GARBAGE as u8 + 1], &most[..], &[3]].concat();
    // The list of inputs is preceded by its length.
    let [written, one_more] =
        [written, one_more].map(|list| [vec![list.len() as u8], list].concat());
    let (bytes, place) = forged(&replay, &written, &one_more);
    assert_eq!(problem(&bytes), (place + 6, "there is more garbage than can wait"));

    let json = replay.to_json();
    assert_eq!(Replay::from_json(&json).as_ref(), Ok(&replay));
    let more = json.replacen("\"garbage\": [", "\"garbage\": [3,", 1);
    assert_ne!(more, json);
    let Err(ReplayError::Json { problem, .. }) = Replay::from_json(&more) else {
        panic!("too much garbage was read");
    };
    assert!(problem.contains("at most 24 rows of garbage"), "{problem}");
}

#[test]
fn a_number_beyond_sixty_four_bits_is_reported_with_its_offset() {
    let late = [0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01, 0x00];
    let replay = with_inputs(&[(u64::MAX, Input::Press(Button::Left))]);
    for last in [0x02, 0x7f, 0x81] {
        let mut by = late;
        by[9] = last;
        let (bytes, place) = forged(&replay, &late, &by);
        assert_eq!(problem(&bytes), (place + 10, "a number is too large"));
    }
}

#[test]
fn content_that_is_too_long_or_invalid_is_refused() {
    let mut bytes = with_inputs(&[]).to_bytes();
    let end = bytes.len() - 4;
    bytes.truncate(end);
    bytes.push(7);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    assert_eq!(problem(&bytes), (end, "there are bytes after the end of the content"));

    let mut bytes = b"QNTR\x01\xff\xff\xff\xff".to_vec();
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let (_, problem) = problem(&bytes);
    assert_eq!(problem, "the content cannot be decoded");
}

#[test]
fn an_input_of_two_kinds_is_refused_in_json() {
    let json = with_inputs(&[(5, Input::Press(Button::Left))]).to_json();
    let both = json.replacen("\"press\": \"left\"", "\"press\": \"left\", \"garbage\": [3]", 1);
    assert_ne!(both, json);
    let Err(ReplayError::Json { problem, .. }) = Replay::from_json(&both) else {
        panic!("an input of two kinds was read");
    };
    assert!(problem.contains("one of press, release and garbage"), "{problem}");
}

#[test]
fn text_larger_than_any_replay_is_refused_without_parsing() {
    let text = " ".repeat(MAX_REPLAY_BYTES + 1);
    assert_eq!(Replay::from_json(&text), Err(ReplayError::TooLarge(text.len())));
}

#[test]
fn every_input_survives_both_forms_at_any_time() {
    let mut inputs =
        vec![(0, Input::Garbage(Gaps::default())), (127, Input::Garbage(Gaps::from([0, 9])))];
    for (number, &button) in (0..).zip(&Button::ALL) {
        inputs.push((1 << (6 * number + 7), Input::Press(button)));
        inputs.push((1 << (6 * number + 7), Input::Release(button)));
    }
    inputs.push((u64::MAX, Input::Press(Button::Hold)));
    let replay = with_inputs(&inputs);
    assert_eq!(Replay::from_bytes(&replay.to_bytes()).as_ref(), Ok(&replay));
    assert_eq!(Replay::from_json(&replay.to_json()), Ok(replay));
}
