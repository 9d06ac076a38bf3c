//! Spectators, who see the match with a delay.

use quintet_engine::{Micros, TimedInput};
use quintet_protocol::limits::{HEARTBEAT, MAX_INPUTS};
use quintet_protocol::{ServerMessage, decode_server, encode_onto, pack_inputs, unpack_inputs};

use super::{Actions, ConnId, Room};
use crate::limits::{
    CATCH_UP_EVERY, CATCH_UP_MESSAGES, CATCH_UP_READ, CATCH_UP_SHARE, SPECTATORS_TOLD_EVERY,
};
use crate::rating::Rating;
use crate::store::PlayerId;

/// Minimum interval between heartbeats kept per board, by the board's own time. Clients send them half
/// as often.
const HEARTBEATS_APART: Micros = Micros(HEARTBEAT.0 / 2);

/// A spectator.
#[derive(Clone, Debug)]
pub(super) struct Spectator {
    pub(super) conn: ConnId,
    pub(super) player: PlayerId,
    pub(super) name: String,
    pub(super) rating: Rating,
    /// The next message of the feed to send.
    pub(super) next: usize,
    /// Nothing is sent before this time: a late spectator catches up part by part.
    pub(super) paused_until: Micros,
}

/// What spectators of a room who have fallen behind may still read together.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CatchUp {
    /// When it was last all of it.
    renewed: Micros,
    /// How many messages are left.
    left: usize,
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
    /// How far each board had come by the last message about it.
    told: Vec<(u8, Micros)>,
    /// Heartbeats that came too soon after that, the last of each board.
    held: Vec<(u8, ServerMessage)>,
}

impl Feed {
    /// Adds a message. However often a client says how far its board has come, little of it is kept.
    pub(super) fn push(&mut self, now: Micros, message: &ServerMessage) {
        match message {
            ServerMessage::Inputs { seat, upto, inputs, .. } => {
                self.held.retain(|(other, _)| other != seat);
                let told = self.told.iter_mut().find(|(other, _)| other == seat);
                let is_soon =
                    told.as_ref().is_some_and(|(_, told)| *upto < *told + HEARTBEATS_APART);
                if inputs.is_empty() && is_soon {
                    return self.held.push((*seat, message.clone()));
                }
                match told {
                    Some((_, told)) => *told = *upto,
                    None => self.told.push((*seat, *upto)),
                }
            }
            // It does not say how far a board has come.
            ServerMessage::Garbage { .. } => {}
            _ => {
                for (_, held) in std::mem::take(&mut self.held) {
                    self.keep(now, &held);
                }
                self.told.clear();
            }
        }
        self.keep(now, message);
    }

    fn keep(&mut self, now: Micros, message: &ServerMessage) {
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

/// Inputs on one board that are sent as one message.
#[derive(Debug)]
struct Merged {
    seat: u8,
    first: u32,
    upto: Micros,
    inputs: Vec<TimedInput>,
    hash: Option<u32>,
}

/// Messages with the inputs on each board joined. Garbage is told before the inputs that it came
/// between, which changes no board: it only has to be known before its date.
#[derive(Debug, Default)]
struct Merger {
    merged: Vec<Merged>,
    messages: Vec<ServerMessage>,
}

impl Merger {
    fn take(&mut self, message: ServerMessage) {
        match message {
            ServerMessage::Inputs { seat, first, upto, inputs, hash } => {
                let inputs = unpack_inputs(&inputs, upto, seat);
                self.join(Merged { seat, first, upto, inputs, hash });
            }
            ServerMessage::Garbage { .. } => self.messages.push(message),
            _ => {
                self.flush();
                self.messages.push(message);
            }
        }
    }

    fn join(&mut self, new: Merged) {
        let Some(place) = self.merged.iter().position(|merged| merged.seat == new.seat) else {
            return self.merged.push(new);
        };
        if self.merged[place].inputs.len() + new.inputs.len() > MAX_INPUTS {
            let full = std::mem::replace(&mut self.merged[place], new);
            self.messages.push(full.into());
        } else {
            let merged = &mut self.merged[place];
            merged.inputs.extend(new.inputs);
            (merged.upto, merged.hash) = (new.upto, new.hash);
        }
    }

    fn flush(&mut self) {
        self.messages.extend(self.merged.drain(..).map(ServerMessage::from));
    }

    fn count(&self) -> usize {
        self.messages.len() + self.merged.len()
    }
}

impl From<Merged> for ServerMessage {
    fn from(Merged { seat, first, upto, inputs, hash }: Merged) -> ServerMessage {
        ServerMessage::Inputs { seat, first, upto, inputs: pack_inputs(&inputs, upto), hash }
    }
}

impl Room {
    /// How many messages are kept for spectators.
    pub fn feed_len(&self) -> usize {
        self.feed.said.len()
    }

    /// How many bytes they take.
    pub fn feed_bytes(&self) -> usize {
        self.feed.bytes.len()
    }

    /// Where a new spectator begins: at the start of the latest game.
    pub(super) fn latest_beginning(&self) -> usize {
        self.feed.beginning.unwrap_or(self.feed.said.len())
    }

    /// Sends spectators what is older than the delay; those who are far behind get a part of it.
    pub(super) fn feed_spectators(&mut self, now: Micros, actions: &mut Actions) {
        let delay = self.timing.spectator_delay;
        // However many catch up at the same time, their parts take little of the time of the players.
        if now >= self.catch_up.renewed + CATCH_UP_EVERY {
            self.catch_up = CatchUp { renewed: now, left: CATCH_UP_READ };
        }
        for spectator in &mut self.spectators {
            if spectator.paused_until > now {
                continue;
            }
            let first = spectator.next;
            let mut merger = Merger::default();
            for (said, message) in self.feed.since(first) {
                if said + delay > now {
                    break;
                }
                let is_share_used = spectator.next - first >= CATCH_UP_SHARE;
                if is_share_used && self.catch_up.left == 0 || merger.count() >= CATCH_UP_MESSAGES {
                    spectator.paused_until = now + CATCH_UP_EVERY;
                    break;
                }
                self.catch_up.left -= usize::from(is_share_used);
                merger.take(message);
                spectator.next += 1;
            }
            merger.flush();
            let conn = spectator.conn;
            actions.sends.extend(merger.messages.into_iter().map(|message| (conn, message)));
        }
    }

    pub(super) fn feed_deadline(&self) -> Option<Micros> {
        let due = |spectator: &Spectator| {
            let (said, _) = self.feed.said.get(spectator.next)?;
            Some((*said + self.timing.spectator_delay).max(spectator.paused_until))
        };
        self.spectators.iter().filter_map(due).min()
    }

    /// A new match: spectators get the rest of the old one at once. Those who are still catching up
    /// skip it.
    pub(super) fn clear_feed(&mut self, actions: &mut Actions) {
        for spectator in &mut self.spectators {
            let mut merger = Merger::default();
            if self.feed.said.len() - spectator.next <= CATCH_UP_READ {
                self.feed.since(spectator.next).for_each(|(_, message)| merger.take(message));
            }
            merger.flush();
            let conn = spectator.conn;
            actions.sends.extend(merger.messages.into_iter().map(|message| (conn, message)));
            (spectator.next, spectator.paused_until) = (0, Micros::ZERO);
        }
        self.feed = Feed::default();
    }

    /// A spectator joins or leaves. The others learn of it with the next such change at the
    /// latest.
    pub(super) fn note_spectators(&mut self) {
        self.has_untold_spectators = true;
    }

    /// Tells everybody how many watch, if that has changed and was not told within the last second.
    pub(super) fn tell_spectators(&mut self, now: Micros, actions: &mut Actions) {
        if self.spectators_deadline().is_some_and(|due| due <= now) {
            self.spectators_told = now;
            self.tell_room(actions);
        }
    }

    pub(super) fn spectators_deadline(&self) -> Option<Micros> {
        self.has_untold_spectators.then(|| self.spectators_told + SPECTATORS_TOLD_EVERY)
    }
}

#[cfg(test)]
mod tests {
    use quintet_protocol::limits::MAX_SPECTATORS;
    use quintet_protocol::{RoomCode, Settings};

    use super::super::{Timing, Visitor};
    use super::*;

    /// Fifty spectators who joined a long game together once took half a core of the server.
    #[test]
    fn what_is_read_for_all_spectators_together_is_bounded() {
        let code = RoomCode::parse("222222").expect("a code");
        let mut room = Room::new(code, Settings::default(), false, Timing::default(), || 7);
        let rating = Rating::default();
        for number in 0..MAX_SPECTATORS as u64 + 2 {
            let (player, conn, name) = (number, number, format!("Player {number}"));
            let visitor = Visitor { player, conn, name, rating, have: None };
            room.enter(Micros::ZERO, visitor, number > 1, &mut Actions::default())
                .expect("a place");
        }
        let (hash, long) = (None, 100_000);
        for first in 0..long {
            let upto = Micros(u64::from(first));
            let press = TimedInput::press(quintet_engine::Button::Left, upto);
            let inputs = pack_inputs(&[press], upto);
            room.feed.push(upto, &ServerMessage::Inputs { seat: 0, first, upto, inputs, hash });
        }
        let places = |room: &Room| room.spectators.iter().map(|one| one.next).collect::<Vec<_>>();
        let mut now = Micros::from_secs(60);
        let mut before = places(&room);
        for _ in 0..20 {
            // They are not due at the same moment.
            let last = now + CATCH_UP_EVERY;
            while now < last {
                room.feed_spectators(now, &mut Actions::default());
                now += Micros::from_millis(5);
            }
            let after = places(&room);
            let read = before.iter().zip(&after).map(|(before, after)| after - before);
            assert!(read.clone().all(|read| read > 0), "nobody waits");
            let most = CATCH_UP_READ + 2 * MAX_SPECTATORS * CATCH_UP_SHARE;
            assert!(read.clone().sum::<usize>() <= most, "{} were read", read.sum::<usize>());
            before = after;
        }
        while room.feed_deadline().is_some() {
            room.feed_spectators(now, &mut Actions::default());
            now += CATCH_UP_EVERY;
        }
        assert!(places(&room).iter().all(|&place| place == long as usize));
    }
}
