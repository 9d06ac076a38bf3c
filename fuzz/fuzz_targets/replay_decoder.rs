//! The law: whatever the bytes, the decoder refuses them or gives a replay that, written down and
//! read again, is the same replay.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet_engine::Replay;

fuzz_target!(|bytes: &[u8]| {
    assert_survives_writing(bytes);
    // With head and checksum put right, or hardly any bytes would get beyond these two.
    let mut dressed = [b"QNTR\x01", bytes].concat();
    dressed.extend(crc32fast::hash(&dressed).to_le_bytes());
    assert_survives_writing(&dressed);
    if let Ok(text) = str::from_utf8(bytes)
        && let Ok(replay) = Replay::from_json(text)
    {
        assert_eq!(Replay::from_json(&replay.to_json()), Ok(replay));
    }
});

fn assert_survives_writing(bytes: &[u8]) {
    if let Ok(replay) = Replay::from_bytes(bytes) {
        assert_eq!(Replay::from_bytes(&replay.to_bytes()), Ok(replay));
    }
}
