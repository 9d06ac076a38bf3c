//! Three servers as processes of their own, with PostgreSQL and three NATS servers, any of which is
//! killed at random instants of running matches. What is checked is what clients were told.
//!
//! A few kills are part of the ordinary tests. The long run is
//! `QUINTET_KILLS=100 QUINTET_MATCHES=20 cargo test -p quintet --test cluster --release -- --nocapture`.

mod check;
mod disks;
mod encrypted;
mod machines;
mod players;
mod record;
#[path = "../../../../xtask/src/services/mod.rs"]
mod services;
#[path = "../../../server/tests/support/mod.rs"]
mod support;

use std::sync::Arc;
use std::time::Duration;

use machines::{Machines, Victim};
use record::Record;

/// Kills and matches at a time in the ordinary tests.
const FEW_KILLS: u32 = 3;
const FEW_MATCHES: usize = 4;
/// How long everything may take to work again after a kill.
const RECOVERY_LIMIT: Duration = Duration::from_mins(2);

fn number(name: &str, otherwise: u32) -> u32 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_killed_nothing_acknowledged_is_lost_and_every_match_has_one_result() {
    if machines::are_missing() {
        return;
    }
    let kills = number("QUINTET_KILLS", FEW_KILLS);
    let matches = number("QUINTET_MATCHES", FEW_MATCHES as u32) as usize;
    let mut machines = Machines::start(3);
    let record = Arc::new(Record::default());
    let mut playing = players::start(matches * 2, &machines.addresses(), &record);
    let mut random = u64::from(std::process::id());
    let mut next = || {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        random >> 33
    };
    record.until_players_play(matches, RECOVERY_LIMIT).await;
    for kill in 0..kills {
        tokio::time::sleep(Duration::from_millis(300 + next() % 3_000)).await;
        // Each kind at least once, whatever the numbers.
        let victim = match (kill, next() % 10) {
            (0, _) | (3.., 0..=5) => Victim::Node(next() as usize % 3),
            (1, _) | (3.., 6..=7) => Victim::Nats(next() as usize % 3),
            _ => Victim::Postgres,
        };
        record.note_kill(victim);
        machines.kill(victim);
        // Machines are not back at once.
        tokio::time::sleep(Duration::from_millis(next() % 2_000)).await;
        machines.start_again(victim).await;
        record.until_all_go_on(RECOVERY_LIMIT).await;
        println!("kill {} of {kills}: {victim:?}; {}", kill + 1, record.progress());
        assert!(!playing.has_failed(), "a player has failed\n{}", machines.logs());
        if record.was_slow() {
            println!("{}", machines.logs());
        }
    }
    record.finish();
    playing.until_done().await;
    record.print_failovers();
    check::check(&machines, &record).await;
}
