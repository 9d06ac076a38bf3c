//! Values as columns of a database hold them, and back.

use quintet_engine::GameName;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::StoreError;
use crate::ranked::progress::Progress;

/// SQL has no unsigned numbers; the bits are the same.
pub(super) const fn signed(number: u64) -> i64 {
    number.cast_signed()
}

pub(super) const fn unsigned(number: i64) -> u64 {
    number.cast_unsigned()
}

pub(super) fn blob<T: Serialize>(value: &T) -> Vec<u8> {
    // Writing to memory fails only where memory does.
    postcard::to_allocvec(value).unwrap_or_default()
}

pub(super) fn from_blob<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, StoreError> {
    postcard::from_bytes(bytes).map_err(|_| StoreError::Unreadable("a packed value"))
}

pub(super) fn game_from(name: &str) -> Result<GameName, StoreError> {
    name.parse().map_err(|_| StoreError::Unreadable("a game's name"))
}

/// What has become of a ticket.
#[derive(Clone, Copy)]
pub(super) enum TicketState {
    /// Its game is being played.
    Open = 0,
    /// Its game has ended, and its score has not been submitted yet.
    Ended = 1,
    /// It is good for nothing any more.
    Closed = 2,
    /// It became a score.
    Redeemed = 3,
}

impl TicketState {
    /// The state of a ticket that can still be used.
    pub(super) fn of(progress: &Progress) -> TicketState {
        if progress.is_ended() { TicketState::Ended } else { TicketState::Open }
    }
}
