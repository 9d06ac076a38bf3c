//! What happens in games, as the journal holds it: an entry has the steps of one transaction, of
//! all games that had any.

use std::collections::HashMap;

use quintet_engine::Micros;
use quintet_protocol::{Delivery, GameId, Stroke, encode_onto, pack_strokes, unpack_strokes};
use serde::{Deserialize, Serialize};

use super::{Record, SavedGame, StoreError};
use crate::referee::Attack;

/// A step of a game.
#[derive(Debug, Serialize, Deserialize)]
struct Step {
    game: GameId,
    /// On which board, or to which garbage comes.
    board: u8,
    /// The number of the first stroke, or of the delivery.
    number: u32,
    what: What,
}

#[derive(Debug, Serialize, Deserialize)]
enum What {
    Moves { upto: Micros, strokes: Vec<Stroke> },
    Attack { made_at: Option<Micros>, delivery: Delivery },
}

/// An entry being written.
#[derive(Default)]
pub(super) struct Entry {
    bytes: Vec<u8>,
}

impl Entry {
    /// Adds what a record says, if it belongs here.
    pub(super) fn add(&mut self, record: &Record) {
        let step = match record {
            Record::Moves { game, board, first, upto, strokes } => {
                let (upto, strokes) = (*upto, pack_strokes(strokes, *upto));
                let what = What::Moves { upto, strokes };
                Step { game: *game, board: *board, number: *first, what }
            }
            Record::Attack { game, attack } => {
                let Attack { board, number, made_at, ref delivery } = *attack;
                let what = What::Attack { made_at, delivery: delivery.clone() };
                Step { game: *game, board, number, what }
            }
            _ => return,
        };
        encode_onto(&step, &mut self.bytes);
    }

    /// As it is kept; none if nothing belongs there.
    pub(super) fn bytes(&self) -> Option<&[u8]> {
        (!self.bytes.is_empty()).then_some(&self.bytes)
    }
}

/// Adds what an entry says to the games that it speaks of; others are over.
pub(super) fn play_back(
    mut entry: &[u8],
    games: &mut HashMap<GameId, SavedGame>,
) -> Result<(), StoreError> {
    while !entry.is_empty() {
        let (Step { game, board, number, what }, rest) =
            postcard::take_from_bytes(entry).map_err(|_| StoreError::Unreadable("the journal"))?;
        entry = rest;
        let Some(game) = games.get_mut(&game) else { continue };
        match what {
            What::Moves { upto, strokes } => {
                game.moves.push((board, unpack_strokes(&strokes, upto), upto));
            }
            What::Attack { made_at, delivery } => {
                game.attacks.push(Attack { board, number, made_at, delivery });
            }
        }
    }
    Ok(())
}
