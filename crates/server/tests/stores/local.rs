//! The stores in a data folder pass the suites; and what holds for its files alone.

use std::path::PathBuf;

use quintet_engine::{GameName, Replay};
use quintet_protocol::{Ending, GameId, Outcome, encode, encode_onto};
use quintet_server::rating::Rating;
use quintet_server::store::{Entry, Recovered, Step, StoreError, Stores, local, recover};
use rusqlite::Connection;

use crate::accounts::accounts_laws;
use crate::folder::Folder;
use crate::journal::{begun, entries, game_begun, journal_laws, moved, over};
use crate::moderation::moderation_laws;
use crate::scores::scores_laws;
use crate::{Backend, Tables};

struct DataFolder(Folder);

impl Default for DataFolder {
    fn default() -> DataFolder {
        DataFolder(Folder::new())
    }
}

impl Backend for DataFolder {
    async fn open(&self) -> Stores {
        local::open(self.0.path()).expect("the folder can be used")
    }
}

impl Tables for DataFolder {
    async fn execute(&self, statement: &str) {
        self.file("quintet.sqlite").execute_batch(statement).expect("a statement");
    }
}

moderation_laws!(DataFolder);
journal_laws!(DataFolder);
accounts_laws!(DataFolder);
scores_laws!(DataFolder);

impl DataFolder {
    fn file(&self, name: &str) -> Connection {
        Connection::open(self.0.path().join(name)).expect("a file")
    }

    /// Three matches in four rows, each in a file of its own: one match is over after the second row,
    /// two are on.
    async fn with_three_matches() -> DataFolder {
        let backend = DataFolder::default();
        let rows = [
            [entries(1, 0, vec![begun(), game_begun()]), entries(2, 0, vec![begun()])].concat(),
            [entries(1, 2, vec![moved(0)]), entries(2, 1, vec![over(2)])].concat(),
            [entries(3, 0, vec![begun(), game_begun()]), entries(1, 3, vec![moved(1)])].concat(),
            entries(3, 2, vec![moved(0)]),
        ];
        for row in rows {
            let mut journal = backend.open().await.journal;
            journal.append(&row).await.expect("written");
        }
        backend
    }

    /// A file of the journal.
    fn journal_file(&self, number: u32) -> PathBuf {
        self.0.path().join(format!("journal/{number:08}.log"))
    }

    /// The matches that are taken up again, after everything else was settled.
    async fn recovered(&self) -> Vec<u64> {
        let Stores { mut journal, accounts, scores } = self.open().await;
        let recovered = recover(journal.as_mut(), accounts.as_ref(), scores.as_ref(), 0)
            .await
            .expect("readable");
        let Recovered { running, decided, ended } = recovered;
        assert_eq!((running.len() + ended, decided), (2, 1), "every match is accounted for");
        running.iter().map(|saved| saved.match_id).collect()
    }

    async fn ending(&self, match_id: u64) -> Option<Ending> {
        let result = self.open().await.accounts.result(match_id).await.expect("readable");
        result.map(|result| result.outcome.ending)
    }
}

#[tokio::test]
async fn matches_that_are_on_are_taken_up_and_results_are_stored() {
    let backend = DataFolder::with_three_matches().await;
    assert_eq!(backend.recovered().await, [1, 3]);
    assert_eq!(backend.ending(1).await, None);
    assert_eq!(backend.ending(2).await, Some(Ending::Resigned));
}

#[tokio::test]
async fn games_that_were_over_when_the_server_died_are_kept_as_replays() {
    let backend = DataFolder::default();
    let Stores { mut journal, accounts, scores } = backend.open().await;
    let game_over = Step::GameOver { winner: Some(1), wins: vec![0, 1] };
    let steps = vec![begun(), game_begun(), moved(0), game_over, game_begun(), moved(0)];
    journal.append(&entries(1, 0, steps)).await.expect("written");
    let recovered = recover(journal.as_mut(), accounts.as_ref(), scores.as_ref(), 0).await;
    assert_eq!(recovered.expect("readable").running.len(), 1, "its second game is on");
    let game = async |number| scores.game(GameId { match_id: 1, number }).await.expect("readable");
    let first = game(0).await.expect("it is over");
    assert_eq!(
        (first.names, first.winner),
        (vec!["Player 1#0001".into(), "Player 2#0002".into()], Some(1))
    );
    let replay = Replay::from_bytes(&first.replay).expect("a replay");
    assert_eq!((replay.verify(), replay.inputs.len()), (Ok(()), 1));
    assert_eq!(game(1).await, None);
}

#[tokio::test]
async fn a_missing_file_is_noticed_and_no_match_is_restored_over_it() {
    for (file, on) in [(2, vec![3]), (3, vec![])] {
        let backend = DataFolder::with_three_matches().await;
        std::fs::remove_file(backend.journal_file(file)).expect("a file");
        let Stores { mut journal, accounts, scores } = backend.open().await;
        let recovered = recover(journal.as_mut(), accounts.as_ref(), scores.as_ref(), 0)
            .await
            .expect("readable");
        let running: Vec<u64> = recovered.running.iter().map(|saved| saved.match_id).collect();
        assert_eq!(running, on, "without file {file}");
        assert_eq!(backend.ending(1).await, Some(Ending::Interrupted));
    }
}

#[tokio::test]
async fn an_entry_that_cannot_be_read_ends_its_own_match_alone() {
    let backend = DataFolder::with_three_matches().await;
    let file = backend.journal_file(2);
    let mut bytes = std::fs::read(&file).expect("a file");
    // Behind the beginning of the file and the record's head: match 1, entry 2, its length, its step.
    assert_eq!(bytes[16..18], [1, 2]);
    bytes[19] ^= 0x7f;
    std::fs::write(file, bytes).expect("a file");
    assert_eq!(backend.recovered().await, [3]);
    assert_eq!(backend.ending(1).await, Some(Ending::Interrupted));
    assert_eq!(backend.ending(2).await, Some(Ending::Resigned));
}

/// A process may end in the middle of a write, and nobody was told what was being written.
#[tokio::test]
async fn a_row_that_was_not_written_to_its_end_never_happened() {
    let whole = DataFolder::with_three_matches().await;
    let bytes = std::fs::read(whole.journal_file(4)).expect("a file");
    for len in 0..bytes.len() {
        let backend = DataFolder::with_three_matches().await;
        std::fs::write(backend.journal_file(4), &bytes[..len]).expect("a file");
        let mut journal = backend.open().await.journal;
        let logs = journal.logs().await.expect("readable");
        assert_eq!(logs.iter().map(|log| log.match_id).collect::<Vec<_>>(), [1, 2, 3]);
        assert!(logs.iter().all(|log| !log.is_damaged), "{len} bytes");
        assert_eq!(logs[2].entries.len(), 2, "{len} bytes");
        journal.append(&entries(3, 2, vec![moved(7)])).await.expect("written");
        drop(journal);
        let logs = backend.open().await.journal.logs().await.expect("readable");
        assert_eq!(logs[2].entries[2..], entries(3, 2, vec![moved(7)]));
    }
}

#[tokio::test]
async fn files_of_another_program_or_a_newer_one_are_not_taken_for_a_journal() {
    let backend = DataFolder::with_three_matches().await;
    std::fs::write(backend.journal_file(4), [7; 9_000]).expect("a file");
    std::fs::write(backend.0.path().join("journal/notes.txt"), "mine").expect("a file");
    assert_eq!(backend.recovered().await, [0_u64; 0]);
    std::fs::write(backend.journal_file(4), b"QJOURNL\x02").expect("a file");
    let refused = local::open(backend.0.path()).err();
    assert!(matches!(refused, Some(StoreError::TooNew(2))), "{refused:?}");
}

#[tokio::test]
async fn a_journal_goes_on_in_new_files_and_deletes_those_that_no_match_needs() {
    let backend = DataFolder::default();
    let mut journal = backend.open().await.journal;
    let files = || std::fs::read_dir(backend.0.path().join("journal")).expect("a folder").count();
    for match_id in 1..40 {
        journal.append(&entries(match_id, 0, vec![begun()])).await.expect("written");
        let row = entries(match_id, 1, vec![moved(0); 10_000]);
        journal.append(&row).await.expect("written");
    }
    assert!(files() >= 2, "{}", files());
    assert_eq!(journal.logs().await.expect("readable").len(), 39);
    for match_id in 1..39 {
        journal.remove(match_id).await.expect("written");
    }
    while !journal.tidy().await.expect("it can delete") {}
    assert_eq!(files(), 1);
    let [log] = &journal.logs().await.expect("readable")[..] else { panic!("one match") };
    assert_eq!((log.match_id, log.entries.len()), (39, 10_001));
    journal.remove(39).await.expect("written");
    while !journal.tidy().await.expect("it can delete") {}
    drop(journal);
    assert_eq!(backend.open().await.journal.logs().await.expect("readable"), []);
}

/// The journal was a table with a row for each transaction.
fn old_journal(backend: &DataFolder, rows: &[Vec<Entry>]) -> Connection {
    let file = backend.file("journal.sqlite");
    file.execute_batch("CREATE TABLE journal (row INTEGER PRIMARY KEY, entries BLOB NOT NULL)")
        .expect("a table");
    file.pragma_update(None, "user_version", 1).expect("a number");
    for entries in rows {
        let mut row = Vec::new();
        for entry in entries {
            let step = encode(&entry.step);
            encode_onto(&(entry.match_id, entry.number, &step[..]), &mut row);
        }
        file.execute("INSERT INTO journal (entries) VALUES (?1)", [row]).expect("a row");
    }
    file
}

#[tokio::test]
async fn the_matches_of_an_old_journal_are_taken_up_once() {
    let backend = DataFolder::default();
    let whole = entries(1, 0, vec![begun(), game_begun(), moved(0), moved(1)]);
    let rows = [whole[..2].to_vec(), whole[2..].to_vec()];
    drop(old_journal(&backend, &rows));
    for _ in 0..2 {
        let logs = backend.open().await.journal.logs().await.expect("readable");
        let [log] = &logs[..] else { panic!("one match: {}", logs.len()) };
        assert_eq!((&log.entries, log.is_damaged), (&whole, false));
        assert!(!backend.0.path().join("journal.sqlite").exists());
    }
}

#[tokio::test]
async fn what_an_old_journal_has_lost_is_not_restored_over() {
    let row = |number: u32| entries(1, number, vec![moved(number)]);
    let begin = entries(1, 0, vec![begun(), game_begun()]);
    for damage in [
        "DELETE FROM journal WHERE row = 2",
        "UPDATE journal SET entries = 'words' WHERE row = 2",
        "UPDATE journal SET entries = X'ff' WHERE row = 3",
    ] {
        let backend = DataFolder::default();
        let file = old_journal(&backend, &[begin.clone(), row(2), row(3)]);
        file.execute(damage, []).expect("a row");
        drop(file);
        let logs = backend.open().await.journal.logs().await.expect("readable");
        let [log] = &logs[..] else { panic!("one match: {}", logs.len()) };
        assert!(log.is_damaged, "{damage}");
    }
}

#[tokio::test]
async fn a_result_that_makes_no_sense_ends_its_own_match_alone() {
    let backend = DataFolder::with_three_matches().await;
    let mut journal = backend.open().await.journal;
    let mut steps = vec![begun(), over(4)];
    if let Step::MatchOver(result) = &mut steps[1] {
        let nonsense = Rating { rating: f64::NAN, ..Rating::default() };
        result.ratings = Some(vec![nonsense; result.players.len()]);
    }
    let Step::MatchBegun { players, .. } = &steps[0] else { panic!("the first step") };
    let accounts = backend.open().await.accounts;
    for (player, print) in players.clone().into_iter().zip(1..) {
        accounts.save_player(player, vec![print]).await.expect("written");
    }
    journal.append(&entries(4, 0, steps)).await.expect("written");
    drop(journal);
    let Stores { mut journal, accounts, scores } = backend.open().await;
    let recovered =
        recover(journal.as_mut(), accounts.as_ref(), scores.as_ref(), 0).await.expect("readable");
    assert_eq!((recovered.running.len(), recovered.decided, recovered.ended), (2, 2, 0));
    assert_eq!(backend.ending(4).await, Some(Ending::Interrupted));
}

/// A winner who was told of the victory was once replaced by nobody when the disk was full for a moment.
#[tokio::test]
async fn a_result_that_cannot_be_stored_for_the_moment_stays_in_the_journal() {
    let backend = DataFolder::with_three_matches().await;
    let file = backend.file("quintet.sqlite");
    // Fails for results with a winner, and not because of what they contain.
    let failing = "CREATE TRIGGER failing BEFORE INSERT ON results WHEN NEW.winner IS NOT NULL
                   BEGIN SELECT abs(-9223372036854775807 - 1); END";
    file.execute_batch(failing).expect("a trigger");
    let Stores { mut journal, accounts, scores } = backend.open().await;
    let failed = recover(journal.as_mut(), accounts.as_ref(), scores.as_ref(), 0).await;
    assert!(matches!(failed, Err(StoreError::Database(_))), "{failed:?}");
    drop((journal, accounts, scores));
    assert_eq!(backend.ending(2).await, None);
    file.execute_batch("DROP TRIGGER failing").expect("a trigger");
    assert_eq!(backend.recovered().await, [1, 3]);
    assert_eq!(backend.ending(2).await, Some(Ending::Resigned));
}

#[tokio::test]
async fn an_unreadable_row_of_the_accounts_concerns_its_own_match_alone() {
    let backend = DataFolder::with_three_matches().await;
    let row = "INSERT INTO results (match_id, ranked, winner, ending, decided)
               VALUES (1, 0, 'nobody', 'words', 0)";
    backend.file("quintet.sqlite").execute(row, []).expect("a row");
    let Stores { mut journal, accounts, scores } = backend.open().await;
    let recovered =
        recover(journal.as_mut(), accounts.as_ref(), scores.as_ref(), 0).await.expect("readable");
    let running: Vec<u64> = recovered.running.iter().map(|saved| saved.match_id).collect();
    assert_eq!((running, recovered.decided, recovered.ended), (vec![3], 2, 0));
}

/// Whether a file was set aside.
fn has_set_aside(backend: &DataFolder) -> bool {
    let names = std::fs::read_dir(backend.0.path()).expect("a folder").flatten();
    let mut names = names.map(|file| file.file_name().to_string_lossy().into_owned());
    names.any(|name| name.starts_with("journal.set-aside-"))
}

#[tokio::test]
async fn an_old_journal_that_is_no_database_is_set_aside() {
    let backend = DataFolder::default();
    std::fs::write(backend.0.path().join("journal.sqlite"), [7; 9_000]).expect("a file");
    let mut journal = backend.open().await.journal;
    assert_eq!(journal.logs().await.expect("readable"), []);
    journal.append(&entries(1, 0, vec![begun()])).await.expect("written");
    assert!(has_set_aside(&backend));
}

/// An older program may have run on the folder for a while.
#[tokio::test]
async fn an_old_journal_beside_one_of_now_is_set_aside() {
    let backend = DataFolder::with_three_matches().await;
    drop(old_journal(&backend, &[entries(9, 0, vec![begun()])]));
    assert_eq!(backend.recovered().await, [1, 3]);
    assert!(has_set_aside(&backend));
}

#[tokio::test]
async fn a_game_of_another_engine_revision_ends_without_a_winner() {
    let backend = DataFolder::default();
    let Stores { mut journal, accounts, scores } = backend.open().await;
    let mut steps = vec![begun(), game_begun()];
    if let Step::GameBegun { revision, .. } = &mut steps[1] {
        *revision += 1;
    }
    journal.append(&entries(4, 0, steps)).await.expect("written");
    let recovered =
        recover(journal.as_mut(), accounts.as_ref(), scores.as_ref(), 0).await.expect("readable");
    assert_eq!((recovered.running.len(), recovered.ended), (0, 1));
    assert_eq!(backend.ending(4).await, Some(Ending::Upgraded));
}

#[tokio::test]
async fn neither_reads_nor_the_journal_wait_for_a_long_write() {
    let backend = DataFolder::default();
    let Stores { mut journal, accounts, scores } = backend.open().await;
    let mut other = backend.file("quintet.sqlite");
    let held = other
        .transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)
        .expect("nobody else writes");
    // A write would wait here until the database gives up on it.
    journal.append(&entries(1, 0, vec![begun()])).await.expect("it does not wait");
    assert_eq!(accounts.result(1).await.expect("it does not wait"), None);
    assert_eq!(scores.best(GameName::Marathon, 0, 9).await.expect("it does not wait"), []);
    drop(held);
}

/// A database as it was before results had a row for each seat.
#[tokio::test]
async fn an_old_database_keeps_its_players_ratings_results_and_scores() {
    for version in [1, 2, 3] {
        let backend = DataFolder::default();
        let old = backend.file("quintet.sqlite");
        let tables = include_str!("version_1.sql");
        let upgrade = include_str!("version_2.sql");
        let rows = include_str!("old_rows.sql");
        old.execute_batch(tables).expect("the tables of version 1");
        if version >= 2 {
            old.execute_batch(upgrade).expect("those of version 2");
        }
        old.execute_batch(rows).expect("rows");
        if version == 3 {
            old.execute_batch(include_str!("version_3.sql")).expect("those of version 3");
        }
        old.pragma_update(None, "user_version", version).expect("a number");
        drop(old);
        let Stores { mut journal, accounts, scores } = backend.open().await;
        assert_eq!(journal.logs().await.expect("readable"), []);
        let ada = accounts.player(vec![0xa1]).await.expect("readable").expect("known");
        assert_eq!((ada.player, ada.name.as_str()), (11, "Ada"));
        assert_eq!((ada.rating.rating, ada.rating.deviation), (1623.5, 120.25));
        let result = accounts.result(500).await.expect("readable").expect("decided");
        assert_eq!((result.players, result.wins, result.ranked), (vec![11, 12], vec![1, 2], true));
        assert_eq!(result.outcome, Outcome { winner: Some(1), ending: Ending::Absent });
        let unfinished = accounts.result(501).await.expect("readable").expect("it ended");
        assert_eq!((unfinished.players, unfinished.wins), (vec![12, 11], vec![0, 1]));
        assert_eq!(unfinished.outcome, Outcome { winner: None, ending: Ending::Upgraded });
        let best = scores.best(GameName::Marathon, 0, 10).await.expect("readable");
        assert_eq!(
            best.iter().map(|score| (score.id, score.score)).collect::<Vec<_>>(),
            [(900, 4321)]
        );
        assert_eq!(scores.replay(900).await.expect("readable"), Some(vec![1, 2, 3]));
        // A sprint of then is not one of now: it is kept, but not listed.
        assert_eq!(scores.best(GameName::Sprint, 0, 10).await.expect("readable"), []);
        let sprint = scores.find(901).await.expect("readable").expect("kept");
        assert_eq!((sprint.game, sprint.duration.0), (GameName::Sprint, 61_000_000));
        let ticket = scores.ticket(77, 12).await.expect("readable");
        assert_eq!(ticket, None, "a game that was not followed can no longer be submitted");
        assert_eq!(scores.tickets_of(12).await.expect("readable").issued, 1, "but it counts");
    }
}
