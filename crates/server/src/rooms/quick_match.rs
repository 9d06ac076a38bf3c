//! Players who look for an opponent, and bots for those who find none.

use std::sync::Arc;

use quintet_protocol::{BestOf, Refusal, RoomCode, RuleSet, ServerMessage, Settings};
use tracing::warn;

use crate::limits::MEETINGS_COUNTED_FOR;
use crate::rating::Rating;
use crate::rooms::bots;
use crate::rooms::hub::{Directory, Guest, Hub};
use crate::rooms::pairing::Waiting;
use crate::rooms::room_handle::RoomHandle;
use crate::store::PlayerId;

impl Hub {
    /// A player looks for an opponent.
    pub(crate) fn look_for_opponent(&self, guest: &Guest, rules: RuleSet) {
        let (player, since) = (guest.known.player, self.clock.now());
        let rating = self.rating_of(guest).rounded();
        self.directory().pool.join(Waiting::new(player, rules, rating, since));
    }

    /// A player's rating by now, which may be another than at the time they connected.
    fn rating_of(&self, guest: &Guest) -> Rating {
        self.directory().guests.get(&guest.known.player).unwrap_or(guest).known.rating
    }

    /// Those who wait for an opponent here.
    pub(crate) fn waiting(&self) -> Vec<Waiting<PlayerId>> {
        self.directory().pool.iter().cloned().collect()
    }

    /// A player who waits here has an opponent, if they still wait.
    pub(crate) fn stop_waiting(&self, player: PlayerId) -> Option<Guest> {
        let mut directory = self.directory();
        if !directory.pool.iter().any(|waiting| waiting.player == player) {
            return None;
        }
        directory.pool.leave(&player);
        directory.guests.get(&player).cloned()
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
                return self.wait_on(&guests, waiting);
            };
            let players = [guests[0].known.player, guests[1].known.player];
            self.count_meetings(handle.clone(), players);
            for guest in &guests {
                // If one disconnects at this moment, the other can leave the room.
                let _ = self.enter(&handle, guest, None, false);
            }
        }
    }

    /// Puts two who were paired back into the pool, because the server is full, and tells them once.
    fn wait_on(&self, guests: &[Guest; 2], waiting: [Waiting<PlayerId>; 2]) {
        for (guest, waiting) in guests.iter().zip(waiting) {
            if !waiting.knows_server_is_full {
                guest.outbox.tell(&ServerMessage::Refused { reason: Refusal::ServerFull });
                guest.outbox.tell(&ServerMessage::Waiting);
            }
            let waiting = Waiting { knows_server_is_full: true, ..waiting };
            self.directory().pool.join(waiting);
        }
    }

    /// Tells a room how often its players have met lately, once that is known.
    pub(crate) fn count_meetings(self: &Arc<Hub>, handle: RoomHandle, players: [PlayerId; 2]) {
        let hub = Arc::clone(self);
        tokio::spawn(async move {
            let since = hub.clock.unix().saturating_sub(MEETINGS_COUNTED_FOR.as_micros() as u64);
            match hub.accounts.meetings(players, since).await {
                Ok(meetings) => handle.note_meetings(&hub, meetings),
                Err(problem) => warn!(%problem, "earlier matches could not be counted"),
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

    /// A player accepts the bot's offer. The match does not count for ratings.
    pub(crate) fn accept_bot(
        self: &Arc<Hub>,
        guest: &Guest,
        code: Option<RoomCode>,
    ) -> Result<(), Refusal> {
        let place = Arc::clone(&self.bot_pool.places).try_acquire_owned();
        let place = place.map_err(|_| Refusal::ServerFull)?;
        let waiting = self.directory().pool.accept(&guest.known.player);
        let waiting = waiting.ok_or(Refusal::OutOfPhase)?;
        let settings = quick_settings(waiting.rules);
        let Some(handle) = self.open_room_for(guest, settings, code) else {
            self.directory().pool.join(waiting);
            return Err(Refusal::ServerFull);
        };
        self.enter(&handle, guest, None, false)?;
        let level = bots::level_for(&self.rating_of(guest));
        if let Some(known) = bots::known(bots::number(level)) {
            bots::sit(self, handle, known, level, Some(place));
        }
        Ok(())
    }
}

/// What is played in a quick match.
pub(crate) fn quick_settings(rules: RuleSet) -> Settings {
    Settings { rules, best_of: BestOf::Three, ..Settings::default() }
}
