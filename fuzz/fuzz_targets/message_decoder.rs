//! The law: whatever bytes a client or a server sends, they are refused or read, without a panic;
//! what was read is within its limits, and written again it reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use quintet_protocol::limits::MAX_INPUTS;
use quintet_protocol::{ClientMessage, decode_client, decode_server, encode};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(message) = decode_client(bytes) {
        if let ClientMessage::Inputs { inputs, .. } = &message {
            assert!(inputs.len() <= MAX_INPUTS);
        }
        assert_eq!(decode_client(&encode(&message)), Ok(message));
    }
    if let Ok(message) = decode_server(bytes) {
        assert_eq!(decode_server(&encode(&message)), Ok(message));
    }
});
