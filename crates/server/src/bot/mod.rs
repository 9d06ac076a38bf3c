//! The bots that offer themselves to people who wait for an opponent.
//!
//! A bot is a player like any other: it sits in a room by a connection that has no socket, plays
//! through the client that browsers use, and the referee treats it as it treats everybody.

mod hands;
mod seat;

pub(crate) use seat::sit;

use std::sync::Arc;

use quintet_bot::Level;
use quintet_engine::Micros;
use quintet_protocol::limits::{BOT_AFTER, MOST_BOTS};
use tokio::sync::Semaphore;

use crate::chance;
use crate::rating::Rating;
use crate::store::{KnownPlayer, PlayerId};

/// What an operator decides about bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bots {
    /// How long somebody waits for an opponent before a bot offers itself.
    pub after: Micros,
    /// The most matches with bots at a time; with none, no bot ever offers itself.
    pub most: usize,
}

impl Default for Bots {
    fn default() -> Bots {
        Bots { after: BOT_AFTER, most: MOST_BOTS }
    }
}

/// How many bots think at the same moment: the others wait, so that whatever they think about, they
/// leave the other processors to the relay of messages.
const THINKING_AT_ONCE: usize = 1;

/// What all bots share.
pub(crate) struct Bench {
    pub(crate) after: Micros,
    /// Places for matches with bots.
    pub(crate) places: Arc<Semaphore>,
    /// Turns to think.
    thinking: Arc<Semaphore>,
}

impl Bench {
    pub(crate) fn new(Bots { after, most }: Bots) -> Bench {
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Bench { after, places, thinking: Arc::new(Semaphore::new(THINKING_AT_ONCE)) }
    }
}

/// The bit that tells a bot's number from those of people; in the database it is the sign. The level
/// follows it, so that a bot needs no row of its own and takes its seat again after a restart.
const IS_BOT: PlayerId = 1 << 63;
const LEVEL_SHIFT: u32 = 56;

/// What the easiest level counts as, and each level more than the one before it.
const EASIEST_RATING: i32 = 1100;
const RATING_A_LEVEL: i32 = 200;

const fn rating_of(level: &Level) -> i32 {
    EASIEST_RATING + RATING_A_LEVEL * (level.number as i32 - 1)
}

/// The level whose rating is nearest to a player's.
pub(crate) fn level_for(rating: i32) -> Level {
    let apart = |level: &Level| (rating_of(level) - rating).abs();
    Level::ALL.into_iter().min_by_key(apart).unwrap_or(Level::ALL[0])
}

/// The level of a bot; none for people.
pub(crate) fn level_of(player: PlayerId) -> Option<Level> {
    let number = (player & !IS_BOT) >> LEVEL_SHIFT;
    (player & IS_BOT != 0).then(|| Level::new(u8::try_from(number).ok()?)).flatten()
}

/// A bot of this level, by a number that no other has.
pub(crate) fn number(level: Level) -> PlayerId {
    let rest = chance::number() & ((1 << LEVEL_SHIFT) - 1);
    IS_BOT | PlayerId::from(level.number) << LEVEL_SHIFT | rest
}

/// What is known of a bot: people cannot be called like one, and its rating never changes.
pub(crate) fn known(player: PlayerId) -> Option<KnownPlayer> {
    let level = level_of(player)?;
    let rating = Rating { rating: rating_of(&level).into(), ..Rating::default() };
    Some(KnownPlayer { player, name: format!("Bot {}", level.number), rating })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names;

    #[test]
    fn a_bot_is_known_by_its_number_and_nobody_else_is_taken_for_one() {
        for level in Level::ALL {
            let bot = known(number(level)).expect("a bot");
            assert_eq!(level_of(bot.player), Some(level));
            assert_ne!(names::clean(&bot.name), bot.name, "people cannot be called so");
        }
        assert_eq!(level_of(chance::number()), None);
        assert_eq!(known(chance::number()), None);
    }

    #[test]
    fn the_level_follows_the_rating() {
        let level = |rating| level_for(rating).number;
        assert_eq!([0, 1199, 1201, 1500, 1699, 1701, 3000].map(level), [1, 1, 2, 3, 4, 4, 5]);
    }
}
