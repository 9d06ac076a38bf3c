//! A server that is slow, or whose disk is full, while matches are on.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::machines::{self, Machines, Victim};
use crate::record::Record;
use crate::{FEW_MATCHES, RECOVERY_LIMIT, check, players};

/// How long a server is slow.
const SLOW_FOR: Duration = Duration::from_secs(5);

/// Nothing is killed: a server is slow, then one cannot write. Matches go on or wait. The checks are
/// the same as after kills. In the end every node accepts players again, and nobody has to restart it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_disk_is_slow_or_full_nothing_acknowledged_is_lost() {
    if machines::are_missing() {
        return;
    }
    let Some(mut machines) = Machines::start_on_small_disks(3) else { return };
    let record = Arc::new(Record::default());
    let playing = players::start(FEW_MATCHES * 2, &machines.addresses(), &record);
    record.until_players_play(FEW_MATCHES, RECOVERY_LIMIT).await;
    for victim in [Victim::Nats(0), Victim::Nats(1), Victim::Nats(2), Victim::Postgres] {
        record.note_kill(victim);
        machines.slow_down(victim, SLOW_FOR).await;
        record.until_all_go_on(RECOVERY_LIMIT).await;
        until_ready(&machines).await;
        println!("slow: {victim:?}; {}", record.progress());
    }
    for victim in [Victim::Nats(0), Victim::Postgres] {
        record.note_kill(victim);
        machines.fill_disk(victim).await;
        record.until_all_go_on(RECOVERY_LIMIT).await;
        println!("full: {victim:?}; {}", record.progress());
        machines.free_disk(victim).await;
        until_ready(&machines).await;
        println!("free again: {victim:?}; {}", record.progress());
    }
    record.finish();
    playing.until_done().await;
    record.print_failovers();
    check::check(&machines, &record).await;
}

/// Waits until all nodes accept players.
async fn until_ready(machines: &Machines) {
    let begin = Instant::now();
    loop {
        let unready = machines.unready().await;
        if unready.is_empty() {
            return;
        }
        assert!(begin.elapsed() < RECOVERY_LIMIT, "{unready:?}\n{}", machines.logs());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
