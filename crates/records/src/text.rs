//! Bytes as text: base64 without padding, with the digits that addresses allow.

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bytes as text: base64 without padding.
pub fn to_text(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 4 / 3 + 3);
    for chunk in bytes.chunks(3) {
        let bits = chunk.iter().fold(0_u32, |bits, &byte| bits << 8 | u32::from(byte));
        let bits = bits << (8 * (3 - chunk.len()));
        for digit in 0..=chunk.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * digit) & 63) as usize]));
        }
    }
    text
}

/// The bytes of such a text; none if it is not one.
pub fn from_text(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.as_bytes().chunks(4) {
        if chunk.len() == 1 {
            return None;
        }
        let mut bits = 0_u32;
        for byte in chunk {
            let digit = DIGITS.iter().position(|digit| digit == byte)?;
            bits = bits << 6 | digit as u32;
        }
        let bits = bits << (6 * (4 - chunk.len()));
        bytes.extend_from_slice(&bits.to_be_bytes()[1..chunk.len()]);
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_survive_as_text() {
        for length in 0..9 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte * 31 + 7).collect();
            assert_eq!(from_text(&to_text(&bytes)), Some(bytes));
        }
        assert_eq!(to_text(b"Ma"), "TWE");
        assert_eq!(from_text("T"), None);
        assert_eq!(from_text("TW=E"), None);
    }
}
