//! What a journal has to do.

use quintet_engine::{Button, Handling, Micros, REVISION, TimedInput};
use quintet_protocol::{BoardSetup, Delivery, Ending, Outcome, RoomCode, Settings, pack_inputs};
use quintet_server::rating::Rating;
use quintet_server::rooms::referee::Attack;
use quintet_server::store::{Entry, Journal, KnownPlayer, MatchLog, MatchResult, Step, StoreError};

use crate::Backend;

pub(crate) fn begun() -> Step {
    let known = |player: u64| {
        let name = format!("Player {player}");
        KnownPlayer { player, name, rating: Rating::default() }
    };
    Step::MatchBegun {
        code: RoomCode::parse("222222").expect("a code"),
        settings: Settings::default(),
        ranked: true,
        players: vec![known(1), known(2)],
    }
}

pub(crate) fn game_begun() -> Step {
    let boards = vec![BoardSetup { handling: Handling::STANDARD, previews: 5 }; 2];
    Step::GameBegun { revision: REVISION, seed: 3, gap_seed: 4, boards }
}

pub(crate) fn moved(first: u32) -> Step {
    let upto = Micros(u64::from(first) + 7);
    let inputs = pack_inputs(&[TimedInput::press(Button::Left, upto - Micros(2))], upto);
    Step::Inputs { seat: 1, first, upto, inputs }
}

fn attacked() -> Step {
    let delivery = Delivery { at: Micros(90), gaps: vec![3, 3, 9] };
    Step::Attack(Attack { to: 0, from: Some(1), made_at: Micros(80), number: 0, delivery })
}

pub(crate) fn over(match_id: u64) -> Step {
    Step::MatchOver(MatchResult {
        match_id,
        ranked: true,
        players: vec![1, 2],
        wins: vec![1, 0],
        outcome: Outcome { winner: Some(0), ending: Ending::Resigned },
        ratings: Some(vec![Rating::default(); 2]),
        before: None,
    })
}

/// Entries of a match from a number onward.
pub(crate) fn entries(match_id: u64, from: u32, steps: Vec<Step>) -> Vec<Entry> {
    (from..).zip(steps).map(|(number, step)| Entry { match_id, number, step }).collect()
}

async fn append(journal: &mut dyn Journal, entries: &[Entry]) {
    journal.append(entries).await.expect("the journal takes it");
}

async fn logs(journal: &mut dyn Journal) -> Vec<MatchLog> {
    journal.logs().await.expect("the journal can be read")
}

async fn refused(journal: &mut dyn Journal, entries: &[Entry]) -> (u64, u32, u32) {
    match journal.append(entries).await {
        Err(StoreError::OutOfSequence { match_id, expected, number }) => {
            (match_id, expected, number)
        }
        other => panic!("{other:?}"),
    }
}

pub(crate) async fn appended_entries_are_there_after_a_restart<B: Backend>() {
    let backend = B::default();
    let mut journal = backend.open().await.journal;
    let game_over = Step::GameOver { winner: Some(0), wins: vec![1, 0] };
    let steps = vec![begun(), game_begun(), moved(0), attacked(), moved(1), game_over, over(7)];
    let all = entries(7, 0, steps);
    let other = entries(3, 0, vec![begun(), game_begun()]);
    append(journal.as_mut(), &all[..2]).await;
    append(journal.as_mut(), &[&other[..], &all[2..5]].concat()).await;
    append(journal.as_mut(), &[]).await;
    append(journal.as_mut(), &all[5..]).await;
    drop(journal);
    let mut journal = backend.open().await.journal;
    let expected = [(7, all), (3, other)].map(|(match_id, entries)| MatchLog {
        match_id,
        entries,
        is_damaged: false,
    });
    assert_eq!(logs(journal.as_mut()).await, expected);
    assert_eq!(expected[0].result().map(|result| result.wins.clone()), Some(vec![1, 0]));
}

pub(crate) async fn entries_that_do_not_follow_are_refused_and_change_nothing<B: Backend>() {
    let backend = B::default();
    let mut journal = backend.open().await.journal;
    let journal = journal.as_mut();
    append(journal, &entries(7, 0, vec![begun(), game_begun()])).await;
    let before = logs(journal).await;
    let gap = [entries(8, 0, vec![begun()]), entries(7, 3, vec![moved(0)])].concat();
    assert_eq!(refused(journal, &gap).await, (7, 2, 3));
    assert_eq!(logs(journal).await, before, "all or none");
    assert_eq!(refused(journal, &entries(7, 1, vec![game_begun()])).await, (7, 2, 1));
    assert_eq!(refused(journal, &entries(7, 0, vec![begun()])).await, (7, 2, 0));
    assert_eq!(refused(journal, &entries(9, 0, vec![game_begun()])).await, (9, 0, 0));
    append(journal, &gap[..1]).await;
    append(journal, &entries(7, 2, vec![moved(0)])).await;
}

pub(crate) async fn numbers_go_on_where_they_were_after_a_restart<B: Backend>() {
    let backend = B::default();
    let mut journal = backend.open().await.journal;
    append(journal.as_mut(), &entries(7, 0, vec![begun(), game_begun()])).await;
    drop(journal);
    let mut journal = backend.open().await.journal;
    assert_eq!(refused(journal.as_mut(), &entries(7, 1, vec![moved(0)])).await, (7, 2, 1));
    append(journal.as_mut(), &entries(7, 2, vec![moved(0)])).await;
}

pub(crate) async fn a_match_that_was_removed_is_gone_for_good<B: Backend>() {
    let backend = B::default();
    let mut journal = backend.open().await.journal;
    append(journal.as_mut(), &entries(7, 0, vec![begun(), over(7)])).await;
    append(journal.as_mut(), &entries(8, 0, vec![begun()])).await;
    journal.remove(7).await.expect("the journal takes it");
    journal.remove(7).await.expect("twice is as good as once");
    assert!(journal.append(&entries(7, 2, vec![game_begun()])).await.is_err());
    let ids = |logs: Vec<MatchLog>| logs.iter().map(|log| log.match_id).collect::<Vec<_>>();
    assert_eq!(ids(logs(journal.as_mut()).await), [8]);
    drop(journal);
    let mut journal = backend.open().await.journal;
    assert_eq!(ids(logs(journal.as_mut()).await), [8]);
}

pub(crate) async fn tidying_keeps_what_matches_that_are_on_need<B: Backend>() {
    let backend = B::default();
    let mut journal = backend.open().await.journal;
    let mut whole = entries(8, 0, vec![begun(), game_begun()]);
    append(journal.as_mut(), &entries(7, 0, vec![begun(), game_begun()])).await;
    append(journal.as_mut(), &whole).await;
    for number in 0..300 {
        append(journal.as_mut(), &entries(7, number + 2, vec![moved(number)])).await;
        let more = entries(8, number + 2, vec![moved(number)]);
        append(journal.as_mut(), &more).await;
        whole.extend(more);
    }
    journal.remove(7).await.expect("the journal takes it");
    while !journal.tidy().await.expect("the journal takes it") {}
    let left = [MatchLog { match_id: 8, entries: whole, is_damaged: false }];
    assert_eq!(logs(journal.as_mut()).await, left);
    drop(journal);
    let mut journal = backend.open().await.journal;
    assert_eq!(logs(journal.as_mut()).await, left);
    journal.remove(8).await.expect("the journal takes it");
    while !journal.tidy().await.expect("the journal takes it") {}
    append(journal.as_mut(), &entries(9, 0, vec![begun()])).await;
    drop(journal);
    let mut journal = backend.open().await.journal;
    assert_eq!(logs(journal.as_mut()).await.len(), 1);
}

/// Makes a test of each of these laws for a backend. A new law is a line here.
macro_rules! journal_laws {
    ($backend:ty) => {
        $crate::suite!($backend, crate::journal:
            appended_entries_are_there_after_a_restart
            entries_that_do_not_follow_are_refused_and_change_nothing
            numbers_go_on_where_they_were_after_a_restart
            a_match_that_was_removed_is_gone_for_good
            tidying_keeps_what_matches_that_are_on_need
        );
    };
}
pub(crate) use journal_laws;
