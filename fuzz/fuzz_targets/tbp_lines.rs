//! The law: whatever lines a stranger sends to the bot, it answers every question, says nothing
//! that is no message, and stays within bounds; and whatever a stranger's bot sends is read or
//! refused. No panic, not even one that the bot would survive.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet_bot::Budget;
use quintet_bot::tbp::{Settings, from_bot, serve};

const SUGGEST: &[u8] = br#"{"type":"suggest"}"#;
/// What fuzzers hardly come upon: parts of messages, each named by a byte that text lacks.
const PARTS: [&str; 14] = [
    r#"{"type":"start","hold":null,"queue":["I","O","T","S"],"combo":0,"back_to_back":true,"board":[]}"#,
    r#"{"type":"start","hold":"T","queue":["#,
    r#"],"combo":4294967295,"back_to_back":false,"board":["#,
    r#"],"randomizer":{"type":"seven_bag","bag_state":["#,
    r#"],"randomizer":{"type":"general_bag","current_bag":{"T":1},"filled_bag":{"#,
    r#"["G",null,"G","G","G","G","G","G","G","G"]"#,
    r#"[null,null,null,null,null,null,null,null,null,null]"#,
    r#"{"type":"play","move":{"location":{"type":"I","orientation":"north","x":4,"y":0},"spin":"none"}}"#,
    r#"{"type":"play","move":{"location":{"type":"T","orientation":"east","x":"#,
    r#"},"spin":"full"}}"#,
    r#"{"type":"new_piece","piece":"L"}"#,
    r#"{"type":"rules","randomizer":"seven_bag"}"#,
    r#"{"type":"suggest"}"#,
    r#"]}}"#,
];
/// Longer than any suggestion.
const LONGEST_ANSWER: usize = 4096;

fuzz_target!(|bytes: &[u8]| {
    let input = spell_out(bytes);
    let settings = Settings { budget: Budget::nodes(60), is_patient: true, ..Settings::default() };
    let (mut output, mut trouble) = (Vec::new(), Vec::new());
    serve(settings, &input[..], &mut output, &mut trouble).expect("memory takes all");
    let lines = input.split(|&byte| byte == b'\n');
    let asked = lines.clone().filter(|line| *line == SUGGEST).count();
    let said: Vec<&[u8]> =
        output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty()).collect();
    assert!(said.len() <= 1 + lines.clone().count());
    for line in &said {
        assert!(line.len() <= LONGEST_ANSWER);
        assert!(matches!(from_bot(line), Ok(Some(_))));
    }
    let is_suggestion = |line: &&&[u8]| line.starts_with(br#"{"type":"suggestion""#);
    let quits = input.windows(4).any(|word| word == b"quit");
    assert!(quits || said.iter().filter(is_suggestion).count() >= asked);
    for line in lines {
        let _ = from_bot(line);
    }
});

/// Bytes from 128 on stand for the parts; all others for themselves.
fn spell_out(bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    for &byte in bytes {
        match byte.checked_sub(128).and_then(|part| PARTS.get(usize::from(part))) {
            Some(part) => text.extend_from_slice(part.as_bytes()),
            None => text.push(byte),
        }
    }
    text
}
