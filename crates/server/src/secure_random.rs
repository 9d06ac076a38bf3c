//! Unpredictable random numbers from the operating system.

use quintet_protocol::limits::ROOM_CODE_LETTERS;
use quintet_protocol::{RoomCode, Secret};
use sha2::{Digest, Sha256};

/// A random number that fits a signed column of a database.
pub(crate) fn number() -> u64 {
    u64::from_le_bytes(bytes()) >> 1
}

/// A random secret.
pub(crate) fn secret() -> Secret {
    Secret(bytes())
}

/// A random room code.
pub(crate) fn room_code() -> RoomCode {
    let letters: [u8; ROOM_CODE_LETTERS] = bytes();
    // 248 is the greatest multiple of 31 in a byte; the few above it shift the odds by nothing
    // that matters for a code that is not a secret.
    RoomCode(letters.map(|byte| RoomCode::ALPHABET[usize::from(byte) % RoomCode::ALPHABET.len()]))
}

/// A random code for moving to another device: 59 bits.
pub(crate) fn move_code() -> String {
    let letters: [u8; 12] = bytes();
    let letter = |byte: u8| RoomCode::ALPHABET[usize::from(byte) % RoomCode::ALPHABET.len()];
    letters.map(|byte| char::from(letter(byte))).iter().collect()
}

/// The hash of a code.
pub(crate) fn text_print(code: &str) -> Vec<u8> {
    Sha256::digest(code).to_vec()
}

/// The hash of a secret, by which it is recognised without being stored.
pub(crate) fn fingerprint(secret: Secret) -> Vec<u8> {
    Sha256::digest(secret.0).to_vec()
}

fn bytes<const COUNT: usize>() -> [u8; COUNT] {
    let mut bytes = [0; COUNT];
    getrandom::fill(&mut bytes)
        .expect("an operating system that has no randomness cannot run this");
    bytes
}
