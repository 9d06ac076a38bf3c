//! Moving to another device by a code of one use: `MoveCode` answers the old device, `MovedDevice`
//! the new one.

use quintet_protocol::limits::MOVE_CODES_KEPT_FOR;

/// How long a code is good, as players are told.
pub const MOVE_MINUTES: u32 = (MOVE_CODES_KEPT_FOR.as_millis() / 60_000) as u32;

/// Where a device asks for a code. It names itself by its secret.
pub const MOVE_PATH: &str = "api/moves";

/// Where a device becomes that of the player with this code. It names itself by no secret.
pub fn take_over_path(code: &str) -> String {
    // Strips what would have a meaning of its own in an address.
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    [MOVE_PATH, "?code=", &code].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_may_be_typed_in_groups_and_changes_nothing_else_in_the_address() {
        assert_eq!(take_over_path("ABCD-EFGH 2345"), "api/moves?code=ABCDEFGH2345");
        assert_eq!(take_over_path("A&b=1#"), "api/moves?code=Ab1");
    }

    #[test]
    fn players_are_told_the_ten_minutes_of_the_server() {
        assert_eq!(MOVE_MINUTES, 10);
    }
}
