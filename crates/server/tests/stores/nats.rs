//! The stream passes the suite of journals, kept once and three times; and what holds for several
//! writers alone.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use futures_util::StreamExt;
use quintet_protocol::RoomCode;
use quintet_server::store::nats::{Nats, NatsConfig, NatsJournal};
use quintet_server::store::{Entry, Journal, Step, StoreError, Stores, sqlite};

use crate::Backend;
use crate::journal::{begun, entries, game_begun, journal_laws, moved, over};
use crate::services::nats;

const PATIENCE: Duration = Duration::from_mins(1);

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a folder of the target folder")
}

/// Servers for all tests of this process, by how many there are. They end with the process.
static SERVERS: [OnceLock<Mutex<nats::Nats>>; 2] = [const { OnceLock::new() }; 2];

/// A stream of its own on this many servers.
struct Streams<const SERVERS: usize> {
    config: NatsConfig,
}

impl<const COUNT: usize> Default for Streams<COUNT> {
    fn default() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let prefix = format!("test{}", NEXT.fetch_add(1, Ordering::Relaxed));
        let start = || Mutex::new(nats::Nats::start(target(), COUNT).expect("NATS"));
        let servers = SERVERS[usize::from(COUNT > 1)].get_or_init(start);
        let servers = servers.lock().expect("no other test has failed here");
        let servers = servers.addresses().split(',').map(str::to_owned).collect();
        Streams { config: NatsConfig { servers, prefix } }
    }
}

impl<const COUNT: usize> Streams<COUNT> {
    async fn journal(&self) -> NatsJournal {
        let nats = Nats::open(self.config.clone(), PATIENCE).await.expect("NATS answers");
        NatsJournal::open(nats, PATIENCE).await.expect("a stream")
    }
}

impl<const COUNT: usize> Backend for Streams<COUNT> {
    async fn open(&self) -> Stores {
        let (accounts, scores) = sqlite::in_memory().expect("memory");
        Stores { journal: Box::new(self.journal().await), accounts, scores }
    }

    fn is_missing() -> bool {
        nats::program(target()).is_none()
    }
}

mod one_server {
    use super::{Streams, journal_laws};

    journal_laws!(Streams<1>);
}

mod three_servers {
    use super::{Streams, journal_laws};

    journal_laws!(Streams<3>);
}

fn code() -> RoomCode {
    RoomCode::parse("222222").expect("a code")
}

async fn taken_over(journal: &mut NatsJournal, match_id: u64, from: u32) {
    let refused = journal.append(&entries(match_id, from, vec![moved(0)])).await;
    assert!(
        matches!(refused, Err(StoreError::TakenOver { match_id: id }) if id == match_id),
        "{refused:?}"
    );
}

#[tokio::test]
async fn whoever_takes_a_room_over_has_all_that_was_acknowledged_and_writes_alone() {
    if Streams::<3>::is_missing() {
        return;
    }
    let streams = Streams::<3>::default();
    let (mut old, mut new) = (streams.journal().await, streams.journal().await);
    let played = entries(7, 0, vec![begun(), game_begun(), moved(0), moved(1)]);
    old.append(&played[..3]).await.expect("written");
    old.append(&entries(8, 0, vec![begun(), over(8)])).await.expect("written");
    let logs = new.take_over(code()).await.expect("readable");
    let read: Vec<_> = logs.iter().map(|log| (log.match_id, log.entries.len())).collect();
    assert_eq!(read, [(7, 3), (8, 2)]);
    assert_eq!(logs[0].entries, played[..3]);
    taken_over(&mut old, 7, 3).await;
    taken_over(&mut old, 7, 3).await;
    new.append(&played[3..]).await.expect("the new one goes on");
    let mut third = streams.journal().await;
    let logs = third.take_over(code()).await.expect("readable");
    assert_eq!(logs[0].entries, played, "the handing over left no gap");
    taken_over(&mut new, 7, 4).await;
    assert_eq!(third.take_over(other_code()).await.expect("readable"), []);
}

fn begun_in(code: RoomCode) -> Step {
    let Step::MatchBegun { settings, ranked, players, .. } = begun() else { unreachable!() };
    Step::MatchBegun { code, settings, ranked, players }
}

fn other_code() -> RoomCode {
    RoomCode::parse("333333").expect("a code")
}

#[tokio::test]
async fn a_match_that_is_decided_is_taken_over_without_disturbing_its_writer() {
    if Streams::<1>::is_missing() {
        return;
    }
    let streams = Streams::<1>::default();
    let (mut old, mut new) = (streams.journal().await, streams.journal().await);
    let decided = entries(7, 0, vec![begun(), game_begun(), over(7)]);
    old.append(&decided[..1]).await.expect("written");
    old.append(&entries(8, 0, vec![begun_in(other_code())])).await.expect("written");
    old.append(&decided[1..]).await.expect("written");
    let logs = new.take_over(code()).await.expect("readable");
    assert_eq!(logs[0].entries, decided);
    new.remove(7).await.expect("its result is stored");
    old.append(&entries(8, 1, vec![game_begun()])).await.expect("another match goes on");
}

#[tokio::test]
async fn a_writer_whose_log_was_ended_takes_over_the_matches_that_are_still_its_own() {
    if Streams::<3>::is_missing() {
        return;
    }
    let streams = Streams::<3>::default();
    let (mut old, mut new) = (streams.journal().await, streams.journal().await);
    let kept = entries(8, 0, vec![begun_in(other_code()), game_begun(), moved(0), moved(1)]);
    old.append(&entries(7, 0, vec![begun(), game_begun()])).await.expect("written");
    old.append(&kept[..1]).await.expect("written");
    old.append(&kept[1..3]).await.expect("written");
    new.take_over(code()).await.expect("readable");
    taken_over(&mut old, 8, 3).await;
    let logs = old.take_over(other_code()).await.expect("readable");
    assert_eq!(logs[0].entries, kept[..3]);
    old.append(&kept[3..]).await.expect("it goes on");
    old.append(&entries(9, 0, vec![begun()])).await.expect("and begins others");
    let logs = new.take_over(other_code()).await.expect("readable");
    assert_eq!((logs.len(), &logs[0].entries), (1, &kept));
}

/// Whether a subject is the log of a writer.
fn is_log(subject: &str) -> bool {
    subject.contains(".journal.writer.")
}

/// The messages of each subject of a stream.
async fn counts(config: &NatsConfig) -> HashMap<String, usize> {
    let nats = Nats::open(config.clone(), PATIENCE).await.expect("NATS answers");
    let name = format!("{}-journal", config.prefix);
    let stream = nats.streams.get_stream(name).await.expect("a stream");
    let subjects = stream.info_with_subjects(">").await.expect("its subjects");
    subjects.map(|subject| subject.expect("a subject")).collect().await
}

/// What has to be read to take over the matches of a node that has gone does not grow with how long
/// they last.
#[tokio::test]
async fn entries_move_to_their_matches_and_the_log_stays_short() {
    if Streams::<3>::is_missing() {
        return;
    }
    let streams = Streams::<3>::default();
    let mut old = streams.journal().await.logging_for(Duration::ZERO);
    let steps = [begun(), game_begun()].into_iter().chain((0..98).map(moved));
    let all = entries(7, 0, steps.collect());
    for entry in &all {
        old.append(std::slice::from_ref(entry)).await.expect("written");
    }
    let of_log = |(subject, count): (&String, &usize)| is_log(subject).then_some(*count);
    while counts(&streams.config).await.iter().find_map(of_log) > Some(2) {
        // What is moved is cut off by the next append.
        old.append(&[]).await.expect("nothing to write");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let mut new = streams.journal().await;
    let logs = new.take_over(code()).await.expect("readable");
    assert_eq!((&logs[0].entries, logs[0].is_damaged), (&all, false));
    taken_over(&mut old, 7, 100).await;
}

#[tokio::test]
async fn a_message_that_cannot_be_read_damages_the_matches_of_its_log_alone() {
    if Streams::<1>::is_missing() {
        return;
    }
    let streams = Streams::<1>::default();
    let (mut old, mut other) = (streams.journal().await, streams.journal().await);
    let played = entries(7, 0, vec![begun(), game_begun(), moved(0)]);
    old.append(&played[..1]).await.expect("written");
    old.append(&played[1..]).await.expect("written");
    let log = counts(&streams.config).await.into_keys().find(|subject| is_log(subject));
    other.append(&entries(8, 0, vec![begun_in(other_code())])).await.expect("written");
    other.append(&entries(8, 1, vec![game_begun()])).await.expect("written");
    let nats = Nats::open(streams.config.clone(), PATIENCE).await.expect("NATS answers");
    let damage = nats.streams.publish(log.expect("a log"), "damage".into()).await;
    damage.expect("published").await.expect("stored");
    let mut new = streams.journal().await;
    let logs = new.take_over(code()).await.expect("readable");
    assert_eq!((&logs[0].entries, logs[0].is_damaged), (&played, true));
    taken_over(&mut old, 7, 3).await;
    let logs = new.take_over(other_code()).await.expect("readable");
    assert_eq!((logs[0].entries.len(), logs[0].is_damaged), (2, false));
}

/// A message of NATS has at most 1 MB, and after a failure much may wait.
#[tokio::test]
async fn more_entries_than_fit_into_a_message_are_appended_in_order() {
    if Streams::<1>::is_missing() {
        return;
    }
    let streams = Streams::<1>::default();
    let mut journal = streams.journal().await;
    journal.append(&entries(7, 0, vec![begun(), game_begun()])).await.expect("written");
    let many = entries(7, 2, (0..200_000).map(moved).collect());
    journal.append(&many).await.expect("written");
    let logs = streams.journal().await.take_over(code()).await.expect("readable");
    assert_eq!(logs[0].entries[2..], many);
}

/// The server that creates streams and consumers for all, by its name.
fn metadata_leader(servers: &nats::Nats) -> Option<usize> {
    let leads = |log: String| log.contains("Self is new JetStream cluster metadata leader");
    servers.services.iter().position(|service| leads(service.printed()))
}

/// A node that dies soon after a NATS server has is replaced all the same. To read the journal once
/// took a consumer, which nobody creates until NATS has another leader.
#[tokio::test]
async fn a_room_is_taken_over_while_nats_creates_no_consumers() {
    if Streams::<3>::is_missing() {
        return;
    }
    // Servers of its own, because one is killed.
    let mut servers = nats::Nats::start(target(), 3).expect("NATS");
    let all: Vec<String> = servers.addresses().split(',').map(str::to_owned).collect();
    let open = async |servers: &[String], prefix: &str| {
        let config = NatsConfig { servers: servers.to_vec(), prefix: prefix.to_owned() };
        let nats = Nats::open(config, PATIENCE).await.expect("NATS answers");
        (nats.clone(), NatsJournal::open(nats, PATIENCE).await.expect("a stream"))
    };
    let (_, first) = open(&all, "first").await;
    drop(first);
    let killed = metadata_leader(&servers).expect("one of them leads");
    // A stream that another server leads, and connections to the two that stay.
    let mut stay = all.clone();
    stay.remove(killed);
    stay.push(stay[0].clone());
    let mut number = 0;
    let (mut old, mut new) = loop {
        let prefix = format!("test{number}");
        let (nats, journal) = open(&stay, &prefix).await;
        let stream = nats.streams.get_stream(format!("{prefix}-journal")).await.expect("a stream");
        let leader = stream.cached_info().cluster.as_ref().and_then(|group| group.leader.clone());
        if leader.is_some_and(|leader| leader != format!("n{killed}")) {
            break (journal, open(&stay, &prefix).await.1);
        }
        number += 1;
        assert!(number < 50, "all streams are led by the same server");
    };
    let played: Vec<_> = (0..600).map(|_| moved(0)).collect();
    let steps = [begun(), game_begun()].into_iter().chain(played).collect();
    let played = entries(7, 0, steps);
    for part in played.chunks(2) {
        old.append(part).await.expect("written");
    }
    servers.services[killed].signal("KILL").expect("it is killed");
    let logs = new.take_over(code()).await.expect("readable without a leader of all");
    assert_eq!(logs[0].entries, played);
}

/// Appends, as often as it takes, but fewer times than `attempts`. Only NATS may be the reason.
async fn append_in_the_end(journal: &mut NatsJournal, all: &[Entry], attempts: u32) {
    for attempt in 1.. {
        let Err(problem) = journal.append(all).await else { return };
        assert!(matches!(problem, StoreError::Database(_)), "{problem:?}");
        assert!(attempt < attempts, "{problem}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn what_was_stored_without_an_answer_counts_once_when_it_is_repeated() {
    if Streams::<1>::is_missing() {
        return;
    }
    // A server of its own, because it is stopped.
    let mut servers = nats::Nats::start(target(), 1).expect("NATS");
    let config = NatsConfig::new(vec![servers.addresses()]);
    let nats = Nats::open(config, PATIENCE).await.expect("NATS answers");
    let mut journal = NatsJournal::open(nats, PATIENCE).await.expect("a stream");
    let all = entries(7, 0, vec![begun(), game_begun(), moved(0), moved(1), moved(2)]);
    journal.append(&all[..2]).await.expect("written");
    // The process sleeps, so that messages arrive and nobody answers in time.
    servers.services[0].signal("STOP").expect("it sleeps");
    assert!(journal.append(&all[2..3]).await.is_err());
    assert!(journal.append(&all[2..4]).await.is_err(), "more has come meanwhile");
    servers.services[0].signal("CONT").expect("it wakes");
    append_in_the_end(&mut journal, &all[2..], 100).await;
    let logs = journal.logs().await.expect("readable");
    assert_eq!(logs[0].entries, all);
    let again = journal.append(&all[4..]).await;
    assert!(matches!(again, Err(StoreError::OutOfSequence { expected: 5, number: 4, .. })));
}

/// A message that waits for the other replicas was once taken for another server's when it was sent
/// again, and the match was given up.
#[tokio::test]
async fn an_append_that_waits_for_replicas_is_repeated_and_not_given_up() {
    if Streams::<3>::is_missing() {
        return;
    }
    // Servers of its own, because two are stopped.
    let mut servers = nats::Nats::start(target(), 3).expect("NATS");
    let all: Vec<String> = servers.addresses().split(',').map(str::to_owned).collect();
    let open = async |servers: Vec<String>| {
        let config = NatsConfig { servers, prefix: "quintet".to_owned() };
        Nats::open(config, PATIENCE).await.expect("NATS answers")
    };
    let nats = open(all.clone()).await;
    let journal = NatsJournal::open(nats.clone(), PATIENCE).await.expect("a stream");
    drop(journal);
    let stream = nats.streams.get_stream("quintet-journal").await.expect("a stream");
    let group = stream.cached_info().cluster.as_ref();
    let leader = group.and_then(|group| group.leader.clone()).expect("one of them leads");
    let leads = |index: &usize| format!("n{index}") == leader;
    let leader = (0..all.len()).find(leads).expect("it is one of them");
    // Three times, because a journal is kept as often as there are servers.
    let nats = open(vec![all[leader].clone(); 3]).await;
    let mut journal = NatsJournal::open(nats, PATIENCE).await.expect("a stream");
    let all = entries(7, 0, vec![begun(), game_begun(), moved(0), moved(1), moved(2)]);
    journal.append(&all[..2]).await.expect("written");
    let others = || (0..3).filter(|other| *other != leader);
    for other in others() {
        servers.services[other].signal("STOP").expect("it sleeps");
    }
    for upto in [3, 4] {
        let waits = journal.append(&all[2..upto]).await;
        assert!(matches!(waits, Err(StoreError::Database(_))), "{waits:?}");
    }
    for other in others() {
        servers.services[other].signal("CONT").expect("it wakes");
    }
    append_in_the_end(&mut journal, &all[2..], 300).await;
    let logs = journal.logs().await.expect("readable");
    assert_eq!(logs[0].entries, all);
}
