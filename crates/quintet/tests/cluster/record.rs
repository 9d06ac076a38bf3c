//! What clients were told, and how long they waited.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use quintet_engine::TimedInput;
use quintet_protocol::{Outcome, ServerMessage};

use crate::machines::Victim;
use crate::support::player::Player;

/// A match that is not played for so long is not on any more.
const STILL: Duration = Duration::from_secs(1);

/// No match should wait longer than that for a node.
const WANTED: Duration = Duration::from_secs(5);

/// How long NATS may take to elect new leaders after one of its servers has died.
const ELECTIONS: Duration = Duration::from_secs(10);

/// How much of a player's history is shown after a failure.
const LATELY: usize = 40;

/// What was killed.
#[derive(Clone, Copy, Debug)]
struct Kill {
    victim: Victim,
    /// Whether NATS may have been without leaders.
    is_during_elections: bool,
}

impl Kill {
    const fn kind(self) -> &'static str {
        match (self.victim, self.is_during_elections) {
            (Victim::Node(_), false) => "a node",
            (Victim::Node(_), true) => "a node, less than 10 s after a NATS server",
            (Victim::Nats(_), _) => "a NATS server",
            (Victim::Postgres, false) => "PostgreSQL",
            (Victim::Postgres, true) => "PostgreSQL, less than 10 s after a NATS server",
        }
    }
}

/// One match as its players were told it.
#[derive(Default)]
pub(crate) struct Told {
    /// The acknowledged inputs of each game and seat.
    pub(crate) inputs: HashMap<(u8, u8), Vec<TimedInput>>,
    /// What each player was told of the end.
    pub(crate) outcomes: HashMap<usize, Vec<Outcome>>,
    /// When an input was last acknowledged.
    last: Option<Instant>,
    /// How often each player had connected by then.
    connections: HashMap<usize, u32>,
    /// The kill that this match has not been played on after, and the connections before it.
    pending: Option<(Instant, Kill, u32)>,
}

/// Everything.
#[derive(Default)]
pub(crate) struct Record {
    matches: Mutex<HashMap<u64, Told>>,
    /// The match that each player is in.
    playing: Mutex<HashMap<usize, u64>>,
    failovers: Mutex<HashMap<&'static str, Vec<Duration>>>,
    /// What happened to each player's connection.
    histories: Mutex<HashMap<usize, Vec<(Instant, String)>>>,
    /// Whether a match has waited too long since this was last asked.
    was_slow: AtomicBool,
    /// When a NATS server was last killed.
    nats_killed: Mutex<Option<Instant>>,
    differences: Mutex<u32>,
    is_finished: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().expect("no player has failed")
}

impl Record {
    /// From now on no match is begun.
    pub(crate) fn finish(&self) {
        self.is_finished.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.is_finished.load(Ordering::Relaxed)
    }

    /// Whether a player is in a match whose end was not told.
    pub(crate) fn has_match(&self, player: usize) -> bool {
        lock(&self.playing).contains_key(&player)
    }

    pub(crate) fn matches(&self) -> MutexGuard<'_, HashMap<u64, Told>> {
        lock(&self.matches)
    }

    pub(crate) fn differences(&self) -> u32 {
        *lock(&self.differences)
    }

    /// Notes which matches have begun and ended for a player, in the order in which it was told: the
    /// next one may begin and end before anybody looks. True if one has ended.
    pub(crate) fn note_messages(&self, index: usize, new: &[ServerMessage]) -> bool {
        let mut is_over = false;
        for message in new {
            match message {
                ServerMessage::Begin { game, .. } => self.note_match(index, game.match_id),
                ServerMessage::MatchOver { outcome, .. } => {
                    is_over = true;
                    self.note_end(index, *outcome, new);
                }
                _ => {}
            }
        }
        is_over
    }

    /// Notes that a player is in a match, unless its end was told.
    fn note_match(&self, index: usize, match_id: u64) {
        if self.matches().entry(match_id).or_default().outcomes.contains_key(&index) {
            return;
        }
        let before = lock(&self.playing).insert(index, match_id);
        if let Some(before) = before.filter(|before| *before != match_id) {
            let history = self.history(index);
            panic!(
                "player {index} was not told the end of match {before}, before {match_id}\n{history}"
            );
        }
    }

    fn note_end(&self, index: usize, outcome: Outcome, new: &[ServerMessage]) {
        let ended = lock(&self.playing).remove(&index);
        let Some(match_id) = ended else {
            let history = self.history(index);
            panic!("player {index} was told an end without a match; heard {new:?}\n{history}");
        };
        let mut matches = self.matches();
        let told = matches.entry(match_id).or_default();
        told.outcomes.entry(index).or_default().push(outcome);
        told.pending = None;
    }

    /// Notes what a player knows by now.
    pub(crate) fn note(&self, index: usize, player: &mut Player) {
        let mut differences = lock(&self.differences);
        *differences = player.client.differences().max(*differences);
        drop(differences);
        lock(&self.histories).entry(index).or_default().append(&mut player.history);
        let seat = player.client.room().and_then(|room| room.you);
        if let (Some(game), Some(seat)) = (player.client.game(), seat) {
            let id = game.id();
            let known = game.confirmed(seat).inputs();
            let mut matches = self.matches();
            let told = matches.entry(id.match_id).or_default();
            told.connections.insert(index, player.reconnects);
            let inputs = told.inputs.entry((id.number, seat)).or_default();
            if known.len() > inputs.len() {
                inputs.extend_from_slice(&known[inputs.len()..]);
                told.last = Some(Instant::now());
                self.resolve(told);
            }
        }
    }

    /// A match goes on after a kill.
    fn resolve(&self, told: &mut Told) {
        let Some((since, kill, before)) = told.pending.take() else { return };
        // Others were not interrupted at all.
        if told.connections.values().sum::<u32>() != before {
            let wait = since.elapsed();
            if wait > WANTED {
                self.was_slow.store(true, Ordering::Relaxed);
                println!("a match waited {wait:.2?} after {kill:?}");
                self.print_histories(told.connections.keys(), since);
            }
            lock(&self.failovers).entry(kill.kind()).or_default().push(wait);
        }
    }

    /// What happened to a player's connection lately.
    pub(crate) fn history(&self, player: usize) -> String {
        let histories = lock(&self.histories);
        let history = histories.get(&player).map_or(&[][..], Vec::as_slice);
        let lately = &history[history.len().saturating_sub(LATELY)..];
        let line = |(at, what): &(Instant, String)| format!("{:.3?} ago: {what}\n", at.elapsed());
        lately.iter().map(line).collect::<Vec<_>>().concat()
    }

    /// Prints what happened to the connections of these players since a kill.
    fn print_histories<'a>(&self, players: impl Iterator<Item = &'a usize>, since: Instant) {
        let histories = lock(&self.histories);
        for player in players {
            let history = histories.get(player).into_iter().flatten();
            for (at, happened) in history.filter(|(at, _)| *at >= since) {
                println!("    player {player:>2} after {:>7.3?}: {happened}", *at - since);
            }
        }
    }

    /// Whether a match has waited too long since this was last asked.
    pub(crate) fn was_slow(&self) -> bool {
        self.was_slow.swap(false, Ordering::Relaxed)
    }

    /// Something is killed at this moment.
    pub(crate) fn note_kill(&self, victim: Victim) {
        let now = Instant::now();
        let mut nats_killed = lock(&self.nats_killed);
        let is_during_elections = nats_killed.is_some_and(|killed| now - killed < ELECTIONS);
        let kill = Kill { victim, is_during_elections };
        if matches!(victim, Victim::Nats(_)) {
            *nats_killed = Some(now);
        }
        for told in self.matches().values_mut() {
            let is_on = told.last.is_some_and(|last| now - last < STILL);
            if is_on && told.outcomes.is_empty() {
                told.pending = Some((now, kill, told.connections.values().sum()));
            }
        }
    }

    /// Waits until all matches that were on at the last kill have been played on, or are over.
    pub(crate) async fn until_all_go_on(&self, limit: Duration) {
        let is_so = || self.matches().values().all(|told| told.pending.is_none());
        until("matches go on", limit, is_so).await;
    }

    /// Waits until this many players are in a match.
    pub(crate) async fn until_players_play(&self, count: usize, limit: Duration) {
        until("players play", limit, || lock(&self.playing).len() >= count).await;
    }

    /// How far it is.
    pub(crate) fn progress(&self) -> String {
        let matches = self.matches();
        let over = matches.values().filter(|told| !told.outcomes.is_empty()).count();
        format!("{} matches, {over} of them over", matches.len())
    }

    /// Prints how long matches that were interrupted waited for their next input.
    pub(crate) fn print_failovers(&self) {
        println!("from the kill to the next acknowledged input, of matches that were interrupted:");
        for (kind, waits) in lock(&self.failovers).iter_mut() {
            waits.sort_unstable();
            let part = |percent: usize| waits[(waits.len() - 1) * percent / 100];
            println!(
                "  {kind:<46} {:>4} matches   p50 {:.2?}   p99 {:.2?}   longest {:.2?}",
                waits.len(),
                part(50),
                part(99),
                part(100)
            );
        }
    }
}

async fn until(what: &str, limit: Duration, is_so: impl Fn() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < limit, "timed out waiting for: {what}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}
