//! Tags that distinguish players of the same name.

use crate::limits::TAG_DIGITS;

/// A name with the player's tag: `Ada#4821`. The tag follows from the player's number, which belongs
/// to the device, so it stays when the name changes. Names themselves never contain `#`.
pub fn tagged(name: &str, player: u64) -> String {
    let mut rest = player;
    let mut digits = [0; TAG_DIGITS];
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    let mut text = String::from(name);
    text.push('#');
    text.extend(digits.map(char::from));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{MAX_NAME_BYTES, MAX_NAME_CHARS};

    #[test]
    fn a_tag_has_four_digits_and_fits_beside_the_longest_name() {
        assert_eq!(tagged("Ada", 1_234_821), "Ada#4821");
        assert_eq!(tagged("Ada", 7), "Ada#0007");
        assert_eq!(tagged(&"\u{1f600}".repeat(MAX_NAME_CHARS), u64::MAX).len(), MAX_NAME_BYTES);
    }
}
