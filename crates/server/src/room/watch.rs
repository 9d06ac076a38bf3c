//! Those who watch, a little behind the match.

use quintet_engine::Micros;
use quintet_protocol::ServerMessage;

use super::{ConnId, Effects, PlayerId, Room};

/// Somebody who watches.
#[derive(Clone, Debug)]
pub(super) struct Spectator {
    pub(super) conn: ConnId,
    pub(super) player: PlayerId,
    /// The place in the feed from which they have not been told.
    pub(super) next: usize,
}

impl Room {
    /// Where a newcomer begins to watch: at the beginning of the latest game.
    pub(super) fn latest_beginning(&self) -> usize {
        let is_begin =
            |(_, message): &(Micros, ServerMessage)| matches!(message, ServerMessage::Begin { .. });
        self.feed.iter().rposition(is_begin).unwrap_or(self.feed.len())
    }

    /// Tells spectators what is old enough.
    pub(super) fn feed_spectators(&mut self, now: Micros, effects: &mut Effects) {
        let delay = self.timing.spectator_delay;
        for spectator in &mut self.spectators {
            let rest = self.feed.get(spectator.next..).unwrap_or_default();
            for (said, message) in rest {
                if *said + delay > now {
                    break;
                }
                effects.send(spectator.conn, message.clone());
                spectator.next += 1;
            }
        }
    }

    pub(super) fn feed_deadline(&self) -> Option<Micros> {
        let due = |spectator: &Spectator| {
            self.feed.get(spectator.next).map(|(said, _)| *said + self.timing.spectator_delay)
        };
        self.spectators.iter().filter_map(due).min()
    }

    /// A new match: what is left of the old one is told at once.
    pub(super) fn clear_feed(&mut self, effects: &mut Effects) {
        for spectator in &mut self.spectators {
            for (_, message) in self.feed.iter().skip(spectator.next) {
                effects.send(spectator.conn, message.clone());
            }
            spectator.next = 0;
        }
        self.feed.clear();
    }
}
