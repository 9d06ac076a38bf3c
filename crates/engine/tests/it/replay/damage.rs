//! Replays with a correct checksum and wrong content: each is refused with the offset.

use quintet_engine::{
    Button, GameName, Gaps, Input, MAX_REPLAY_BYTES, Micros, Recorder, Replay, ReplayError,
    TimedInput,
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
