//! The stores of a server of one process, in a data folder: the journal in files of its own, so that
//! no other write ever makes it wait, and accounts and scores in a SQLite file.

mod folder_lock;
mod journal;
mod logs;
mod segment;

use std::path::{Path, PathBuf};

use tracing::{error, info};

pub use folder_lock::FolderLock;
pub use journal::FileJournal;

use super::{StoreError, Stores, sqlite, unix_micros};

/// The file of accounts and scores.
const DATABASE: &str = "quintet.sqlite";
/// The folder of the journal.
const JOURNAL: &str = "journal";
/// The folder of a journal that is not complete.
const NEW_JOURNAL: &str = "journal.new";
/// The file that was the journal before.
const OLD_JOURNAL: &str = "journal.sqlite";

/// Opens or creates the stores in a folder, and brings them up to date.
pub fn open(folder: &Path) -> Result<Stores, StoreError> {
    let journal = Box::new(open_journal(folder)?);
    let (accounts, scores) = sqlite::open(&folder.join(DATABASE))?;
    Ok(Stores { journal, accounts, scores })
}

/// Opens or creates the journal in a folder. An older journal becomes one of now.
pub fn open_journal(folder: &Path) -> Result<FileJournal, StoreError> {
    let (journal, old) = (folder.join(JOURNAL), folder.join(OLD_JOURNAL));
    let failed = |problem| StoreError::Folder(folder.to_owned(), problem);
    std::fs::create_dir_all(folder).map_err(failed)?;
    if old.exists() {
        if journal.exists() {
            // The process ended before it was deleted, or an older program has run since.
            set_aside(&old)?;
        } else {
            take_over(&old, &folder.join(NEW_JOURNAL), &journal)?;
        }
    }
    FileJournal::open(&journal)
}

/// Makes a journal of an older one, all or nothing. A file that is no database, or a damaged one, is
/// set aside: it holds nothing but matches that are on, and the server starts without them.
fn take_over(old: &Path, new: &Path, journal: &Path) -> Result<(), StoreError> {
    let rows = match sqlite::old_journal_rows(old) {
        Ok(rows) => rows,
        Err(StoreError::Database(problem)) if sqlite::is_damage(problem.as_ref()) => {
            error!(%problem, "the journal is damaged, its matches are lost");
            return set_aside(old);
        }
        Err(problem) => return Err(problem),
    };
    let failed = |problem| StoreError::Folder(new.to_owned(), problem);
    if new.exists() {
        std::fs::remove_dir_all(new).map_err(failed)?;
    }
    let mut written = FileJournal::open(new)?;
    for row in &rows {
        written.append_old_row(row)?;
    }
    drop(written);
    std::fs::rename(new, journal).map_err(failed)?;
    std::fs::remove_file(old).map_err(failed)?;
    for file in beside(old) {
        let _ = std::fs::remove_file(file);
    }
    info!(rows = rows.len(), "the journal is kept in files of its own now");
    Ok(())
}

/// Renames an older journal.
fn set_aside(old: &Path) -> Result<(), StoreError> {
    let aside = old.with_extension(format!("set-aside-{}", unix_micros()));
    std::fs::rename(old, &aside).map_err(|problem| StoreError::Folder(old.to_owned(), problem))?;
    for (beside, aside) in beside(old).zip(beside(&aside)) {
        let _ = std::fs::rename(beside, aside);
    }
    error!(set_aside = %aside.display(), "an older journal is not used");
    Ok(())
}

/// What SQLite keeps beside a file, which is not there after a proper end.
fn beside(file: &Path) -> impl Iterator<Item = PathBuf> {
    ["-wal", "-shm"].into_iter().map(|ending| {
        let mut path = file.as_os_str().to_owned();
        path.push(ending);
        path.into()
    })
}
