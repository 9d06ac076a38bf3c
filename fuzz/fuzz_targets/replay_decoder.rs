//! The law: whatever the bytes, the decoder refuses them or gives a replay that, written down and
//! read again, is the same replay; and it is found true or false, without a panic and in time.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet_engine::Replay;

/// Every version that is read.
const VERSIONS: [u8; 2] = [1, 2];
const MAGIC: &[u8] = b"QNTR";
const CHECKSUM: usize = 4;

fuzz_target!(|bytes: &[u8]| {
    check(Replay::from_bytes(bytes).ok());
    // With head and checksum put right, or hardly any bytes would get beyond these two.
    let content = content(bytes);
    for version in VERSIONS {
        let mut dressed = [MAGIC, &[version], content].concat();
        dressed.extend(crc32fast::hash(&dressed).to_le_bytes());
        check(Replay::from_bytes(&dressed).ok());
    }
    if let Ok(text) = str::from_utf8(bytes)
        && let Ok(replay) = Replay::from_json(text)
    {
        assert_eq!(Replay::from_json(&replay.to_json()), Ok(replay));
    }
});

/// What is between the head and the checksum of a whole replay, as the seeds are; else everything.
fn content(bytes: &[u8]) -> &[u8] {
    let inner = bytes.strip_prefix(MAGIC).and_then(|rest| rest.split_first()).map(|(_, rest)| rest);
    inner.map_or(bytes, |inner| &inner[..inner.len().saturating_sub(CHECKSUM)])
}

fn check(replay: Option<Replay>) {
    if let Some(replay) = replay {
        // The server asks this about bytes from strangers.
        let _ = replay.verify();
        assert_eq!(Replay::from_bytes(&replay.to_bytes()), Ok(replay));
    }
}
