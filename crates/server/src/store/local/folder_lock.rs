//! One server at a time uses a data folder.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::store::StoreError;

/// The file that a server locks while it runs. The system unlocks it when the process ends, however
/// it ends.
const LOCK: &str = "lock";

/// A data folder that no other server uses meanwhile.
#[derive(Debug)]
pub struct FolderLock {
    _file: File,
}

impl FolderLock {
    /// Locks a folder, which is created if need be.
    pub fn take(folder: &Path) -> Result<FolderLock, StoreError> {
        let unusable = |problem| StoreError::Folder(folder.to_owned(), problem);
        std::fs::create_dir_all(folder).map_err(unusable)?;
        let file = File::create(folder.join(LOCK)).map_err(unusable)?;
        match file.try_lock() {
            Ok(()) => Ok(FolderLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse(folder.to_owned())),
            Err(TryLockError::Error(problem)) => Err(unusable(problem)),
        }
    }
}
