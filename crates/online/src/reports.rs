//! Reports of other players to the server's moderators.

use quintet_protocol::http::ReportReason;

use crate::OnlineState;

/// Who is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reported {
    /// The player of a score, by its number.
    Score(u64),
    /// The opponent in a match that is over.
    Opponent {
        /// The match.
        match_id: u64,
        /// The opponent's seat.
        seat: u8,
    },
}

impl Reported {
    /// Where the report goes. The device names itself by its secret.
    pub fn path(self, why: ReportReason) -> String {
        let about = match self {
            Reported::Score(score) => ["&score=", &score.to_string()].concat(),
            Reported::Opponent { match_id, seat } => {
                ["&match=", &match_id.to_string(), "&seat=", &seat.to_string()].concat()
            }
        };
        ["api/reports?why=", why.name(), &about].concat()
    }
}

impl OnlineState {
    /// Whether the server takes reports of this device.
    pub const fn can_report(&self) -> bool {
        self.device.secret.is_some()
    }

    /// The first opponent who is a person, in the match that is on or was last.
    pub fn opponent(&self) -> Option<Reported> {
        let own = self.own_board()?;
        let match_id = self.game?.game.match_id;
        let mut seats = (0..).zip(self.bots.iter());
        let other = seats.find(|&(seat, bot)| seat != own && bot.is_none());
        other.map(|(seat, _)| Reported::Opponent { match_id, seat })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_names_who_and_why_in_its_address() {
        let score = Reported::Score(u64::MAX).path(ReportReason::Name);
        assert_eq!(score, "api/reports?why=name&score=18446744073709551615");
        let opponent = Reported::Opponent { match_id: 12, seat: 1 }.path(ReportReason::Play);
        assert_eq!(opponent, "api/reports?why=play&match=12&seat=1");
    }
}
