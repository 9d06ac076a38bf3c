//! A match that was on when the server last stopped.

use quintet_engine::{Micros, RulesError};
use quintet_protocol::{PerSeat, TimelineError};

use super::game_state::GameState;
use super::match_state::MatchState;
use super::{Room, SeatedPlayer, Timing};
use crate::limits::{RATED_PIECES, RATED_TIME};
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
    /// The room of a match that is taken up again: it waits for all players.
    pub fn restore(
        saved: SavedMatch,
        now: Micros,
        timing: Timing,
        random_u64: fn() -> u64,
    ) -> Result<Room, RestoreError> {
        let mut room = Room::new(saved.code, saved.settings, saved.ranked, timing, random_u64);
        let player = |known: KnownPlayer| SeatedPlayer {
            player: known.player,
            name: known.name,
            rating: known.rating,
            conn: None,
            wait_until: now + timing.return_limit,
            ready: None,
            absences: 0,
            must_be_told_result: false,
        };
        room.seats = saved.players.into_iter().map(|known| Some(player(known))).collect();
        let pieces = PerSeat::new(RATED_PIECES, room.seats.len());
        room.match_state = Some(MatchState {
            id: saved.match_id,
            wins: saved.wins.into_iter().collect(),
            games: saved.games,
            next_entry: saved.next_entry,
            // What was played before the restart is not known here; no player decides on one.
            played: RATED_TIME,
            pieces,
        });
        if let Some(saved_game) = saved.game {
            let mut game = GameState::new(
                saved_game.id,
                saved.settings,
                saved_game.seed,
                saved_game.gap_seed,
                saved_game.boards,
                room.names(),
            )?;
            game.referee_mut().restore(saved_game.attacks, saved_game.moves)?;
            game.halt_at_latest();
            for message in game.catch_up(None) {
                room.feed.push(now, &message);
            }
            room.game = Some(game);
        }
        Ok(room)
    }
}
