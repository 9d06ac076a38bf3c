//! The bots that offer themselves to people who wait for an opponent, and that hosts ask into their
//! rooms.
//!
//! A bot is a player like any other: it has a seat and a connection, though no socket, plays through
//! the same client as browsers do, and is refereed like everybody.

mod planner;
mod player;

pub(crate) use player::sit;

use std::sync::Arc;

use quintet_bot::Level;
use quintet_engine::Micros;
use quintet_protocol::limits::{BOT_AFTER, MOST_BOTS};
use quintet_protocol::tagged;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::edge::address::Permit;
use crate::rating::Rating;
use crate::rooms::hub::Hub;
use crate::rooms::room_handle::RoomHandle;
use crate::secure_random;
use crate::store::{KnownPlayer, PlayerId};

/// What an operator decides about bots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bots {
    /// How long a player waits for an opponent before a bot offers to play.
    pub after: Micros,
    /// The most matches with bots at a time; with none, no bot ever offers itself.
    pub most: usize,
}

impl Default for Bots {
    fn default() -> Bots {
        Bots { after: BOT_AFTER, most: MOST_BOTS }
    }
}

/// How many bots think at the same moment. The others wait, so that processors are left to relay
/// messages.
const THINKING_AT_ONCE: usize = 1;

/// What all bots share.
pub(crate) struct BotPool {
    pub(crate) after: Micros,
    /// A permit for each match with a bot.
    pub(crate) places: Arc<Semaphore>,
    /// A permit for each bot that thinks.
    thinking: Arc<Semaphore>,
}

/// A bot's place among those that play, free again when it is dropped.
#[derive(Debug)]
pub(crate) struct BotPlace {
    _place: OwnedSemaphorePermit,
    /// Counts for the address of the player who asked for it.
    _permit: Option<Permit>,
}

impl BotPlace {
    pub(crate) fn new(place: OwnedSemaphorePermit, permit: Option<Permit>) -> BotPlace {
        BotPlace { _place: place, _permit: permit }
    }
}

impl BotPool {
    pub(crate) fn new(Bots { after, most }: Bots) -> BotPool {
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        BotPool { after, places, thinking: Arc::new(Semaphore::new(THINKING_AT_ONCE)) }
    }
}

/// The bit that tells a bot's number from those of people; in the database it is the sign. The level
/// follows it, so that a bot needs no row of its own and takes its seat again after a restart.
const IS_BOT: PlayerId = 1 << 63;
const LEVEL_SHIFT: u32 = 56;

/// The rating of the easiest level, and how much more each further level has.
const EASIEST_RATING: i32 = 1100;
const RATING_PER_LEVEL: i32 = 200;

/// How many levels are easy enough for newcomers.
const LEVELS_OF_NEWCOMERS: usize = 2;

const fn rating_of(level: &Level) -> i32 {
    EASIEST_RATING + RATING_PER_LEVEL * (level.number as i32 - 1)
}

/// The level whose rating is nearest to a player's. One who has hardly played is not given a strong
/// opponent: the rating of a newcomer is that of an average player.
pub(crate) fn level_for(rating: &Rating) -> Level {
    let levels =
        if rating.is_newcomer() { &Level::ALL[..LEVELS_OF_NEWCOMERS] } else { &Level::ALL };
    let apart = |level: &&Level| (rating_of(level) - rating.rounded()).abs();
    *levels.iter().min_by_key(apart).unwrap_or(&Level::ALL[0])
}

/// The level of a bot; none for people.
pub(crate) fn level_of(player: PlayerId) -> Option<Level> {
    let number = (player & !IS_BOT) >> LEVEL_SHIFT;
    (player & IS_BOT != 0).then(|| Level::new(u8::try_from(number).ok()?)).flatten()
}

/// A bot of this level, by a number that no other has.
pub(crate) fn number(level: Level) -> PlayerId {
    let rest = secure_random::number() & ((1 << LEVEL_SHIFT) - 1);
    IS_BOT | PlayerId::from(level.number) << LEVEL_SHIFT | rest
}

/// A new bot of this level comes into a room.
pub(crate) fn join(hub: &Arc<Hub>, room: RoomHandle, level: Level, place: BotPlace) {
    if let Some(known) = known(number(level)) {
        sit(hub, room, known, level, Some(place));
    }
}

/// What is known of a bot: people cannot be called like one, and its rating never changes.
pub(crate) fn known(player: PlayerId) -> Option<KnownPlayer> {
    let level = level_of(player)?;
    let rating = Rating { rating: rating_of(&level).into(), ..Rating::default() };
    Some(KnownPlayer { player, name: format!("{NAME}{}", level.number), rating })
}

/// How a bot's name begins in the journal, in stored games and in the log; its level follows.
/// Clients are told the level instead.
const NAME: &str = "Bot ";

/// A player's name as it is stored: with the tag, unless it is a bot.
pub(crate) fn stored_name(name: &str, player: PlayerId) -> String {
    if level_of(player).is_some() { name.to_owned() } else { tagged(name, player) }
}

/// A stored name as clients are told it: a person's name with the tag, or the level of a bot.
pub(crate) fn told_name(stored: String) -> (String, Option<u8>) {
    match stored.strip_prefix(NAME).and_then(|level| level.parse().ok()) {
        Some(level) => (String::new(), Some(level)),
        None => (stored, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::edge::names;

    #[test]
    fn a_bot_is_known_by_its_number_and_nobody_else_is_taken_for_one() {
        for level in Level::ALL {
            let bot = known(number(level)).expect("a bot");
            assert_eq!(level_of(bot.player), Some(level));
            assert!(names::check(&bot.name).is_err(), "people cannot be called so");
            let stored = stored_name(&bot.name, bot.player);
            assert_eq!(told_name(stored), (String::new(), Some(level.number)));
        }
        let person = stored_name("Ada", 4821);
        assert_eq!(told_name(person.clone()), (person, None));
        assert_eq!(level_of(secure_random::number()), None);
        assert_eq!(known(secure_random::number()), None);
    }

    #[test]
    fn the_level_follows_the_rating() {
        let level = |rating, deviation| {
            level_for(&Rating { rating: f64::from(rating), deviation, ..Rating::default() }).number
        };
        let ratings = [0, 1199, 1201, 1500, 1699, 1701, 3000];
        assert_eq!(ratings.map(|rating| level(rating, 80.0)), [1, 1, 2, 3, 4, 4, 5]);
        assert_eq!(ratings.map(|rating| level(rating, 350.0)), [1, 1, 2, 2, 2, 2, 2]);
        assert_eq!(level_for(&Rating::default()).number, 2);
    }
}
