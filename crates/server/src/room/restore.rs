//! A match that was on when the server last stopped.

use quintet_engine::{Micros, RulesError};
use quintet_protocol::TimelineError;

use super::play::Play;
use super::series::Series;
use super::{Place, Room, Timing};
use crate::store::{KnownPlayer, SavedMatch};

/// Why a match cannot be taken up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RestoreError {
    /// Its boards cannot be played.
    #[error(transparent)]
    Rules(#[from] RulesError),
    /// What happened on them does not fit together.
    #[error(transparent)]
    Timeline(#[from] TimelineError),
}

impl Room {
    /// The room of a match that is taken up again: it waits for both players.
    pub fn restore(
        saved: SavedMatch,
        now: Micros,
        timing: Timing,
        fresh: fn() -> u64,
    ) -> Result<Room, RestoreError> {
        let mut room = Room::new(saved.code, saved.settings, saved.ranked, timing, fresh);
        let place = |known: KnownPlayer| {
            Some(Place {
                player: known.player,
                name: known.name,
                rating: known.rating,
                conn: None,
                wait_until: now + timing.return_limit,
                ready: None,
                absences: 0,
                owed: None,
            })
        };
        for (seat, known) in room.places.iter_mut().zip(saved.players) {
            *seat = place(known);
        }
        let (games, next_entry) = (saved.games, saved.next_entry);
        let wins = saved.wins.try_into().unwrap_or([0; 2]);
        room.series = Some(Series { id: saved.match_id, wins, games, next_entry });
        if let Some(game) = saved.game {
            let boards = game.boards.try_into().unwrap_or_else(|_| unreachable!());
            let mut play = Play::new(game.id, saved.settings, game.seed, game.gap_seed, boards)?;
            play.referee_mut().restore(game.attacks, game.moves)?;
            play.halt_at_latest();
            for message in play.catch_up(None) {
                room.feed.push(now, &message);
            }
            room.play = Some(play);
        }
        Ok(room)
    }
}
