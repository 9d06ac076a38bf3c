//! Spectators, who see the match with a delay.

use quintet_engine::Micros;
use quintet_protocol::{ServerMessage, decode_server, encode_onto};

use super::{Actions, ConnId, Room};
use crate::store::PlayerId;

/// A spectator.
#[derive(Clone, Debug)]
pub(super) struct Spectator {
    pub(super) conn: ConnId,
    pub(super) player: PlayerId,
    /// The next message of the feed to send.
    pub(super) next: usize,
}

/// Everything public since the match began. It is kept as bytes, since matches are many and long,
/// and few are watched.
#[derive(Clone, Debug, Default)]
pub(super) struct Feed {
    bytes: Vec<u8>,
    /// When each message was said, and where it ends.
    said: Vec<(Micros, usize)>,
    /// Where the latest game begins.
    beginning: Option<usize>,
}

impl Feed {
    pub(super) fn push(&mut self, now: Micros, message: &ServerMessage) {
        if matches!(message, ServerMessage::Begin { .. }) {
            self.beginning = Some(self.said.len());
        }
        encode_onto(message, &mut self.bytes);
        self.said.push((now, self.bytes.len()));
    }

    /// The messages from a place onward, each with the time it was said.
    fn since(&self, place: usize) -> impl Iterator<Item = (Micros, ServerMessage)> {
        let begin = place.checked_sub(1).and_then(|before| self.said.get(before));
        let mut begin = begin.map_or(0, |&(_, end)| end);
        self.said.iter().skip(place).filter_map(move |&(said, end)| {
            let bytes = &self.bytes[begin..end];
            begin = end;
            Some((said, decode_server(bytes).ok()?))
        })
    }
}

impl Room {
    /// Where a new spectator begins: at the start of the latest game.
    pub(super) fn latest_beginning(&self) -> usize {
        self.feed.beginning.unwrap_or(self.feed.said.len())
    }

    /// Sends spectators what is older than the delay.
    pub(super) fn feed_spectators(&mut self, now: Micros, actions: &mut Actions) {
        let delay = self.timing.spectator_delay;
        for spectator in &mut self.spectators {
            for (said, message) in self.feed.since(spectator.next) {
                if said + delay > now {
                    break;
                }
                actions.send(spectator.conn, message);
                spectator.next += 1;
            }
        }
    }

    pub(super) fn feed_deadline(&self) -> Option<Micros> {
        let due = |spectator: &Spectator| {
            self.feed.said.get(spectator.next).map(|(said, _)| *said + self.timing.spectator_delay)
        };
        self.spectators.iter().filter_map(due).min()
    }

    /// A new match: spectators get the rest of the old one at once.
    pub(super) fn clear_feed(&mut self, actions: &mut Actions) {
        for spectator in &mut self.spectators {
            for (_, message) in self.feed.since(spectator.next) {
                actions.send(spectator.conn, message);
            }
            spectator.next = 0;
        }
        self.feed = Feed::default();
    }
}
