//! Players who look for an opponent, and bots for those who find none.

use std::sync::Arc;
use std::time::Duration;

use quintet_bot::Level;
use quintet_protocol::{BestOf, Refusal, RoomCode, RuleSet, ServerMessage, Settings};
use tracing::warn;

use crate::edge::address::Resource;
use crate::limits::MEETINGS_COUNTED_FOR;
use crate::rating::Rating;
use crate::rooms::bots::{self, BotPlace};
use crate::rooms::hub::{Directory, Guest, Hub};
use crate::rooms::pairing::WaitingPlayer;
use crate::rooms::room_handle::RoomHandle;
use crate::store::PlayerId;

/// How long after a failure earlier matches are counted again.
const COUNT_AGAIN: Duration = Duration::from_secs(1);

impl Hub {
    /// A player looks for an opponent.
    pub(crate) fn look_for_opponent(&self, guest: &Guest, rules: RuleSet) {
        let (player, since) = (guest.known.player, self.clock.now());
        let rating = self.rating_of(guest).rounded();
        self.directory().pool.join(WaitingPlayer::new(player, rules, rating, since));
    }

    /// A player's rating by now, which may be another than at the time they connected.
    fn rating_of(&self, guest: &Guest) -> Rating {
        self.directory().guests.get(&guest.known.player).unwrap_or(guest).known.rating
    }

    /// Those who wait for an opponent here.
    pub(crate) fn waiting(&self) -> Vec<WaitingPlayer<PlayerId>> {
        self.directory().pool.iter().cloned().collect()
    }

    /// A player who waits here has an opponent, if they still wait.
    pub(crate) fn stop_waiting(
        &self,
        player: PlayerId,
    ) -> Option<(Guest, WaitingPlayer<PlayerId>)> {
        let mut directory = self.directory();
        let waiting = directory.pool.iter().find(|waiting| waiting.player == player).cloned()?;
        directory.pool.leave(&player);
        Some((directory.guests.get(&player).cloned()?, waiting))
    }

    /// A player who had an opponent goes on waiting as before; nothing if they have gone meanwhile.
    pub(crate) fn wait_on(&self, guest: &Guest, waiting: WaitingPlayer<PlayerId>) {
        let mut directory = self.directory();
        let connected = directory.guests.get(&waiting.player);
        if connected.is_some_and(|connected| connected.conn == guest.conn) {
            directory.pool.join(waiting);
        }
    }

    /// The same because the server is full, which the player is told once.
    pub(crate) fn wait_for_place(&self, guest: &Guest, mut waiting: WaitingPlayer<PlayerId>) {
        if !waiting.knows_server_is_full {
            guest.outbox.tell(&ServerMessage::Refused { reason: Refusal::ServerFull });
            guest.outbox.tell(&ServerMessage::Waiting);
        }
        waiting.knows_server_is_full = true;
        self.wait_on(guest, waiting);
    }

    pub(crate) fn stop_looking(&self, player: PlayerId) {
        self.directory().pool.leave(&player);
    }

    /// Pairs everybody who may play each other by now.
    pub(crate) fn pair_up(self: &Arc<Hub>) {
        loop {
            let (guests, waiting) = {
                let mut directory = self.directory();
                let Some((one, other)) = directory.pool.pair(self.clock.now()) else { return };
                let guest = |player| directory.guests.get(&player).cloned();
                let (first, second) = (guest(one.player), guest(other.player));
                let (Some(first), Some(second)) = (&first, &second) else {
                    // Players who are still connected keep waiting.
                    let here = [(first, one), (second, other)];
                    for (_, waiting) in here.into_iter().filter(|(guest, _)| guest.is_some()) {
                        directory.pool.join(waiting);
                    }
                    continue;
                };
                ([first.clone(), second.clone()], [one, other])
            };
            let settings = quick_settings(waiting[0].rules);
            let Some(handle) = self.open_room(settings, true, None, None) else {
                for (guest, waiting) in guests.iter().zip(waiting) {
                    self.wait_for_place(guest, waiting);
                }
                return;
            };
            let players = [guests[0].known.player, guests[1].known.player];
            self.count_meetings(handle.clone(), players);
            for guest in &guests {
                // If one disconnects or opens a room at this moment, the other can leave this one.
                if self.enter(&handle, guest, None, false).is_ok() && !self.is_connected(guest) {
                    handle.lose(self, guest.conn);
                }
            }
            handle.close_if_vacant(self);
        }
    }

    /// Tells a room how often its players have met lately, once that is known.
    pub(crate) fn count_meetings(
        self: &Arc<Hub>,
        handle: RoomHandle,
        players: impl IntoIterator<Item = PlayerId>,
    ) {
        let hub = Arc::clone(self);
        let mut rest: Vec<PlayerId> = players.into_iter().collect();
        tokio::spawn(async move {
            let since = hub.clock.unix().saturating_sub(MEETINGS_COUNTED_FOR.as_micros() as u64);
            while let Some(player) = rest.pop() {
                let meetings = loop {
                    match hub.accounts.meetings(player, rest.clone(), since).await {
                        Ok(meetings) => break meetings,
                        Err(problem) => warn!(%problem, "earlier matches could not be counted"),
                    }
                    if !handle.is_open() {
                        return;
                    }
                    tokio::time::sleep(COUNT_AGAIN).await;
                };
                for (&opponent, meetings) in rest.iter().zip(meetings) {
                    handle.note_meetings(&hub, player, opponent, meetings);
                }
            }
        });
    }

    /// Offers a bot to everybody who has waited long enough, while bots are free.
    pub(crate) fn offer_bots(&self) {
        if self.bot_pool.places.available_permits() == 0 {
            return;
        }
        let mut directory = self.directory();
        let Directory { pool, guests, .. } = &mut *directory;
        for waiting in pool.offer(self.clock.now(), self.bot_pool.after) {
            if let Some(guest) = guests.get(&waiting.player) {
                let level = bots::level_for(&guest.known.rating).number;
                guest.outbox.tell(&ServerMessage::BotOffer { level });
            }
        }
    }

    /// Whether a bot has offered itself to a player, and one is free.
    pub(crate) fn may_accept_bot(&self, guest: &Guest) -> Result<(), Refusal> {
        if !self.directory().pool.has_offer(&guest.known.player) {
            return Err(Refusal::OutOfPhase);
        }
        if self.bot_pool.places.available_permits() == 0 {
            return Err(Refusal::ServerFull);
        }
        Ok(())
    }

    /// A player accepts the bot's offer. The match does not count for ratings.
    pub(crate) fn accept_bot(
        self: &Arc<Hub>,
        guest: &Guest,
        code: Option<RoomCode>,
    ) -> Result<(), Refusal> {
        let place = self.bot_place(guest)?;
        let waiting = self.directory().pool.accept(&guest.known.player);
        let waiting = waiting.ok_or(Refusal::OutOfPhase)?;
        let settings = quick_settings(waiting.rules);
        let Some(handle) = self.open_room_for(guest, settings, code) else {
            self.directory().pool.join(waiting);
            return Err(Refusal::ServerFull);
        };
        self.enter(&handle, guest, None, false).inspect_err(|_| handle.close_if_vacant(self))?;
        bots::join(self, handle, bots::level_for(&self.rating_of(guest)), place);
        Ok(())
    }

    /// The host of a room has a bot take its free seat.
    pub(crate) fn seat_bot(self: &Arc<Hub>, guest: &Guest, level: u8) -> Result<(), Refusal> {
        let level = Level::new(level).ok_or(Refusal::Unplayable)?;
        let room = self.room_of(guest.known.player).ok_or(Refusal::OutOfPhase)?;
        room.may_seat_bot(guest.conn)?;
        bots::join(self, room, level, self.bot_place(guest)?);
        Ok(())
    }

    /// A bot for a player, if one is free and the player's address may have another.
    fn bot_place(&self, guest: &Guest) -> Result<BotPlace, Refusal> {
        let permit = self.addresses.take(guest.address, Resource::Bot, self.clock.now());
        if permit.is_none() {
            self.metrics.too_many.add(1);
        }
        let place = Arc::clone(&self.bot_pool.places).try_acquire_owned();
        match (place, permit) {
            (Ok(place), Some(permit)) => Ok(BotPlace::new(place, Some(permit))),
            _ => Err(Refusal::ServerFull),
        }
    }
}

/// What is played in a quick match.
pub(crate) fn quick_settings(rules: RuleSet) -> Settings {
    Settings { rules, best_of: BestOf::Three, ..Settings::default() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::MAX_ROOMS;
    use crate::rooms::hub::tests::{guest, hub};

    #[tokio::test]
    async fn only_those_who_are_still_there_are_paired_and_the_others_wait_on() {
        let hub = hub();
        let [(one, _one), (gone, _gone), (other, _other)] = [1, 2, 3].map(|id| guest(&hub, id));
        hub.arrive(one.clone());
        hub.look_for_opponent(&one, RuleSet::Versus);
        hub.look_for_opponent(&gone, RuleSet::Versus);
        hub.pair_up();
        assert!(hub.room_of(1).is_none(), "nobody is put into a room with nobody");
        hub.arrive(other.clone());
        hub.look_for_opponent(&other, RuleSet::Versus);
        hub.pair_up();
        let code = |player| hub.room_of(player).map(|room| room.code);
        assert!(code(1).is_some() && code(1) == code(3) && code(2).is_none());
    }

    #[tokio::test]
    async fn who_is_paired_while_the_server_is_full_waits_on_and_is_told_once() {
        let hub = hub();
        let present: Vec<_> = (0..MAX_ROOMS as u64).map(|id| guest(&hub, id)).collect();
        for (guest, _) in &present {
            hub.arrive(guest.clone());
            hub.create(guest, Settings::default(), None).expect("a room");
        }
        let mut waiting = [1 << 40, 1 << 41].map(|id| guest(&hub, id));
        for (guest, _) in &waiting {
            hub.arrive(guest.clone());
            hub.look_for_opponent(guest, RuleSet::Versus);
        }
        hub.pair_up();
        hub.pair_up();
        for (guest, inbox) in &mut waiting {
            assert!(hub.room_of(guest.known.player).is_none());
            let told: Vec<_> = std::iter::from_fn(|| inbox.try_recv()).collect();
            assert_eq!(told.len(), 2, "that the server is full, and that they wait: {told:?}");
        }
        let (first, _) = &present[0];
        hub.leave(first, None);
        hub.pair_up();
        let code = |guest: &Guest| hub.room_of(guest.known.player).map(|room| room.code);
        assert!(code(&waiting[0].0).is_some() && code(&waiting[0].0) == code(&waiting[1].0));
    }
}
