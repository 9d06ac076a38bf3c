//! Moving to another device by a code of one use: `MoveCode` answers the old device, `MovedDevice`
//! the new one.

use quintet_protocol::Secret;
use quintet_protocol::limits::MOVE_CODES_KEPT_FOR;

/// How long a code is good, as players are told.
pub const MOVE_MINUTES: u32 = (MOVE_CODES_KEPT_FOR.as_millis() / 60_000) as u32;

/// Where a device asks for a code. It names itself by its secret.
pub const MOVE_PATH: &str = "api/moves";

/// Where a device becomes that of the player with this code. It names itself by the secret that it
/// proposes to have from then on.
pub fn take_over_path(code: &str) -> String {
    // Strips what would have a meaning of its own in an address.
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    [MOVE_PATH, "?code=", &code].concat()
}

/// The secret that this device proposes with a code. It stays the same when the code is sent again: if
/// only the answer was lost, the server repeats it.
#[derive(Clone, Debug, Default)]
pub struct Proposal(Option<(String, Secret)>);

impl Proposal {
    /// The secret for this code; a fresh one if it is another code than before.
    pub fn secret(&mut self, code: &str, fresh: impl FnOnce() -> Secret) -> Secret {
        match &self.0 {
            Some((known, secret)) if known == code => *secret,
            _ => {
                let secret = fresh();
                self.0 = Some((code.to_owned(), secret));
                secret
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_that_is_sent_again_has_the_same_secret() {
        let (mut proposal, mut count) = (Proposal::default(), 0);
        let mut fresh = || {
            count += 1;
            Secret([count; 16])
        };
        let sent = ["AB", "AB", "CD", "AB"].map(|code| proposal.secret(code, &mut fresh).0[0]);
        assert_eq!(sent, [1, 1, 2, 3]);
    }

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
