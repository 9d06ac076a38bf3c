//! What moderators decide, and what players report to them.

use super::{KnownPlayer, Pending, PlayerId};

/// What moderators have decided about a player.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// Whether the player gets no tickets, enters no rooms and submits no scores.
    pub banned: bool,
    /// The name that the player was given and cannot change.
    pub fixed_name: Option<String>,
}

/// A report of a player, or of the server itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Its number, which the store gives it; 0 before.
    pub id: u64,
    /// Who reports; none for the server.
    pub from: Option<PlayerId>,
    /// Who is reported.
    pub about: PlayerId,
    /// In which match.
    pub match_id: Option<u64>,
    /// For which score.
    pub score: Option<u64>,
    /// Why.
    pub reason: String,
    /// When, in microseconds since 1970.
    pub made: u64,
    /// Whether a moderator still has to look at it.
    pub is_open: bool,
}

/// How many reports may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReportLimits {
    /// Of one player who reports.
    pub per_player: u32,
    /// Of all players; the server itself may have as many.
    pub total: u32,
}

/// Bans, given names and reports.
pub trait Moderation: Send + Sync {
    /// What was decided about a player.
    fn restrictions(&self, player: PlayerId) -> Pending<'_, Restrictions>;
    /// Decides about a player. A given name becomes the player's name at once.
    fn set_restrictions(&self, player: PlayerId, restrictions: Restrictions) -> Pending<'_, ()>;
    /// A player by number.
    fn find_player(&self, player: PlayerId) -> Pending<'_, Option<KnownPlayer>>;
    /// At most this many players of a name.
    fn players_called(&self, name: String, most: u32) -> Pending<'_, Vec<KnownPlayer>>;
    /// Keeps a report, unless the same one is open already; false if too many are.
    fn report(&self, report: Report, limits: ReportLimits) -> Pending<'_, bool>;
    /// The latest reports, the newest first; without those that are closed, if only open ones are asked for.
    fn reports(&self, only_open: bool, most: u32) -> Pending<'_, Vec<Report>>;
    /// Closes a report; false if there is no such open one.
    fn close_report(&self, id: u64) -> Pending<'_, bool>;
}
