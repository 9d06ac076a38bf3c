//! Changes of the directory that wait to be written.
//!
//! A player who comes and goes while NATS is slow has one change that waits, the last: what waits is
//! never more than there are players and rooms.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;

use quintet_protocol::RoomCode;
use tokio::sync::{Notify, oneshot};

use super::lock;
use crate::store::PlayerId;

/// A change of where somebody is, or of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Note {
    /// A player has a seat in a room.
    Seat(PlayerId, RoomCode),
    /// A player watches in a room.
    Watch(PlayerId, RoomCode),
    /// A player is not in a room any more.
    Free(PlayerId, RoomCode),
    /// A room is closed.
    Closed(RoomCode),
}

/// What a change is about: there is one at a time of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Subject {
    Player(PlayerId),
    Room(RoomCode),
}

impl Note {
    const fn subject(&self) -> Subject {
        match *self {
            Note::Seat(player, _) | Note::Watch(player, _) | Note::Free(player, _) => {
                Subject::Player(player)
            }
            Note::Closed(code) => Subject::Room(code),
        }
    }
}

/// What is to be written about a player or a room, in this order.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Change {
    pub(super) notes: Vec<Note>,
    /// How often rooms had been given up when it was noted.
    pub(super) lapses: u64,
}

impl Change {
    /// Merges a later note. A player who entered a room and left it again is first written as being
    /// there, which replaces an older room, and then removed.
    fn add(&mut self, note: Note, lapses: u64) {
        if self.lapses != lapses {
            *self = Change { notes: vec![note], lapses };
            return;
        }
        match (self.notes.last(), note) {
            (Some(&last), _) if last == note => {}
            (Some(Note::Seat(_, here) | Note::Watch(_, here)), Note::Free(_, code)) => {
                if *here == code {
                    self.notes.push(note);
                }
            }
            _ => self.notes = vec![note],
        }
    }
}

/// What is next to be done.
pub(super) enum Next {
    Write(Vec<Change>),
    /// Everything before this is written.
    Flush(oneshot::Sender<()>),
}

enum Queued {
    Change(Subject),
    Flush(oneshot::Sender<()>),
}

#[derive(Default)]
struct State {
    queue: VecDeque<Queued>,
    changes: HashMap<Subject, Change>,
}

/// Changes that wait, in the order of their first notes.
#[derive(Default)]
pub(super) struct Notes {
    state: Mutex<State>,
    added: Notify,
}

impl Notes {
    /// Notes a change; rooms have been given up so often by now.
    pub(super) fn add(&self, note: Note, lapses: u64) {
        let mut state = lock(&self.state);
        let subject = note.subject();
        if let Some(change) = state.changes.get_mut(&subject) {
            // Already queued.
            change.add(note, lapses);
            return;
        }
        state.changes.insert(subject, Change { notes: vec![note], lapses });
        state.queue.push_back(Queued::Change(subject));
        self.added.notify_one();
    }

    /// Is ready once everything that was noted before is written.
    pub(super) fn flush(&self) -> oneshot::Receiver<()> {
        let (done, flushed) = oneshot::channel();
        lock(&self.state).queue.push_back(Queued::Flush(done));
        self.added.notify_one();
        flushed
    }

    /// Waits for the next changes and returns up to `most` of them, or a flush. Later notes about the
    /// same players and rooms are queued behind these.
    pub(super) async fn next(&self, most: usize) -> Next {
        loop {
            if let Some(next) = self.take(most) {
                return next;
            }
            self.added.notified().await;
        }
    }

    fn take(&self, most: usize) -> Option<Next> {
        let mut state = lock(&self.state);
        let mut changes = Vec::new();
        while changes.len() < most {
            match state.queue.pop_front() {
                Some(Queued::Change(subject)) => changes.extend(state.changes.remove(&subject)),
                Some(Queued::Flush(done)) if changes.is_empty() => return Some(Next::Flush(done)),
                Some(flush) => {
                    state.queue.push_front(flush);
                    break;
                }
                None => break,
            }
        }
        (!changes.is_empty()).then_some(Next::Write(changes))
    }

    /// How many wait.
    #[cfg(test)]
    fn len(&self) -> usize {
        lock(&self.state).queue.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(text: &str) -> RoomCode {
        RoomCode::parse(text).expect("a code")
    }

    fn taken(notes: &Notes) -> Vec<Vec<Note>> {
        match notes.take(100) {
            Some(Next::Write(changes)) => changes.into_iter().map(|change| change.notes).collect(),
            _ => Vec::new(),
        }
    }

    /// Joining and leaving a room again and again while NATS was away once filled the memory.
    #[test]
    fn whoever_comes_and_goes_has_one_change_that_waits() {
        let (notes, rooms) = (Notes::default(), ["222222", "333333"].map(code));
        for _ in 0..1000 {
            for room in rooms {
                notes.add(Note::Seat(1, room), 0);
                notes.add(Note::Free(1, room), 0);
            }
        }
        notes.add(Note::Watch(2, rooms[0]), 0);
        assert_eq!(notes.len(), 2);
        let left = vec![Note::Seat(1, rooms[1]), Note::Free(1, rooms[1])];
        assert_eq!(taken(&notes), [left, vec![Note::Watch(2, rooms[0])]]);
        assert_eq!(notes.len(), 0);
    }

    #[test]
    fn a_room_that_is_left_late_does_not_take_the_place_of_the_next() {
        let (notes, [one, other]) = (Notes::default(), ["222222", "333333"].map(code));
        notes.add(Note::Seat(1, other), 0);
        notes.add(Note::Free(1, one), 0);
        assert_eq!(taken(&notes), [[Note::Seat(1, other)]]);
    }

    #[test]
    fn what_was_noted_before_rooms_were_given_up_is_forgotten() {
        let (notes, [one, other]) = (Notes::default(), ["222222", "333333"].map(code));
        notes.add(Note::Seat(1, one), 0);
        notes.add(Note::Free(1, one), 1);
        notes.add(Note::Closed(other), 0);
        assert_eq!(taken(&notes), [[Note::Free(1, one)], [Note::Closed(other)]]);
    }

    #[test]
    fn a_flush_comes_behind_what_was_noted_before_it() {
        let (notes, one) = (Notes::default(), code("222222"));
        notes.add(Note::Seat(1, one), 0);
        let _flushed = notes.flush();
        notes.add(Note::Seat(2, one), 0);
        assert_eq!(taken(&notes).len(), 1);
        assert!(matches!(notes.take(100), Some(Next::Flush(_))));
        assert_eq!(taken(&notes), [[Note::Seat(2, one)]]);
    }
}
