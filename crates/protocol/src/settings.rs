//! What a match is played by, and the names of things.

use core::fmt;

use quintet_engine::{GameName, Handling, Rules, RulesError, ValidRules};
use serde::{Deserialize, Serialize};

use crate::limits::{MAX_HANDICAP, ROOM_CODE_LETTERS, SEATS};
use crate::per_seat::PerSeat;

/// The rules of a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RuleSet {
    /// Classic play: no hold, no lock delay, no spins.
    Battle,
    /// Guideline play: hold, lock delay, spins, garbage that travels and can be cancelled.
    #[default]
    Versus,
}

impl RuleSet {
    /// All of them, in the order in which they are offered.
    pub const ALL: [RuleSet; 2] = [RuleSet::Versus, RuleSet::Battle];

    /// The one after it, and after the last the first.
    #[must_use]
    pub fn next(self) -> RuleSet {
        let after = RuleSet::ALL.into_iter().cycle().skip_while(|&rules| rules != self).nth(1);
        after.unwrap_or(self)
    }

    /// The game that is played.
    pub const fn game(self) -> GameName {
        match self {
            RuleSet::Battle => GameName::Battle,
            RuleSet::Versus => GameName::Versus,
        }
    }

    /// The rules of a board with a player's own handling, as far as the game allows it, and number
    /// of previews, or why a board cannot be played that way.
    pub fn board_rules(self, handling: Handling, previews: u8) -> Result<ValidRules, RulesError> {
        let handling = handling.within(self.game());
        // The server carries attacks from board to board.
        Rules { handling, previews, attacks_leave: true, ..*self.game().rules() }.validate()
    }
}

/// How many games decide a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum BestOf {
    /// One game is the match.
    #[default]
    One,
    /// Two wins.
    Three,
    /// Three wins.
    Five,
}

impl BestOf {
    /// How many wins win the match.
    pub const fn wins_needed(self) -> u8 {
        match self {
            BestOf::One => 1,
            BestOf::Three => 2,
            BestOf::Five => 3,
        }
    }
}

/// What the host of a room decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The rules of all boards.
    pub rules: RuleSet,
    /// How many games.
    pub best_of: BestOf,
    /// How many rows of garbage each seat's board begins with.
    pub handicap: PerSeat<u8>,
}

impl Default for Settings {
    fn default() -> Settings {
        let (rules, best_of) = (RuleSet::default(), BestOf::default());
        Settings { rules, best_of, handicap: PerSeat::new(0, SEATS) }
    }
}

impl Settings {
    /// Whether a match can be played by them.
    pub fn are_playable(&self) -> bool {
        self.handicap.len() == SEATS && self.handicap.iter().all(|&rows| rows <= MAX_HANDICAP)
    }
}

/// One game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GameId {
    /// Which match.
    pub match_id: u64,
    /// Which game of the match, the first being 0.
    pub number: u8,
}

/// The secret that the server gave a device, by which it knows the player again.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Secret(pub [u8; 16]);

impl Secret {
    /// As hexadecimal digits, for a device's memory and for the head of a request.
    pub fn to_hex(self) -> String {
        let digit = |half: u8| char::from_digit(half.into(), 16).unwrap_or('0');
        self.0.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 0xf)]).collect()
    }

    /// From hexadecimal digits.
    pub fn from_hex(text: &str) -> Option<Secret> {
        let mut secret = [0; 16];
        if text.len() != 2 * secret.len() || !text.is_ascii() {
            return None;
        }
        for (index, byte) in secret.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * index..2 * index + 2], 16).ok()?;
        }
        Some(Secret(secret))
    }
}

/// A secret does not show in logs.
impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

/// The code in a room's link: letters and digits that cannot be taken for one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct RoomCode(pub [u8; ROOM_CODE_LETTERS]);

impl RoomCode {
    /// What codes are made of.
    pub const ALPHABET: &'static [u8; 31] = b"23456789ABCDEFGHJKLMNPQRSTUVWXY";

    /// The code that a person typed, in either case.
    pub fn parse(text: &str) -> Option<RoomCode> {
        let letters: [u8; ROOM_CODE_LETTERS] = text.as_bytes().try_into().ok()?;
        let code = RoomCode(letters.map(|letter| letter.to_ascii_uppercase()));
        code.0.iter().all(|letter| Self::ALPHABET.contains(letter)).then_some(code)
    }
}

impl fmt::Display for RoomCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|&letter| write!(formatter, "{}", char::from(letter)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::Micros;

    #[test]
    fn a_room_offers_every_game_of_two_boards() {
        let offered = RuleSet::ALL.map(RuleSet::game);
        for game in GameName::ALL {
            assert_eq!(offered.contains(&game), game.boards() == SEATS, "{game}");
        }
        assert_eq!(RuleSet::ALL[0], RuleSet::default());
        for (place, rules) in RuleSet::ALL.into_iter().enumerate() {
            assert_eq!(rules.next(), RuleSet::ALL[(place + 1) % RuleSet::ALL.len()]);
        }
    }

    /// Battle is documented without a DAS cut delay; Versus takes it.
    #[test]
    fn a_room_takes_of_a_players_handling_what_its_rules_allow() {
        let own = Handling { dcd: Micros(30_000), initial_hold: true, ..Handling::STANDARD };
        let handling = |set: RuleSet| set.board_rules(own, 5).map(|rules| rules.handling);
        assert_eq!(handling(RuleSet::Battle), Ok(Handling::STANDARD));
        assert_eq!(handling(RuleSet::Versus), Ok(own));
    }

    #[test]
    fn a_secret_survives_being_written_down_and_does_not_show() {
        let secret = Secret([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 253, 254, 255]);
        assert_eq!(Secret::from_hex(&secret.to_hex()), Some(secret));
        assert_eq!(Secret::from_hex("zz"), None);
        assert_eq!(format!("{secret:?}"), "Secret");
    }

    #[test]
    fn a_room_code_is_read_in_either_case_and_nothing_else_is() {
        let code = RoomCode::parse("ab23yz".trim_end_matches('z'));
        assert_eq!(code, None, "too short");
        let code = RoomCode::parse("ab23yk").expect("a code");
        assert_eq!(code.to_string(), "AB23YK");
        assert_eq!(RoomCode::parse("AB23Y0"), None, "no zero");
    }
}
