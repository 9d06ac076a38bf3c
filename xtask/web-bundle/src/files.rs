//! Reading and writing files, with errors that name them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes files by their paths into a folder, which then holds nothing else.
pub(crate) fn write(files: &BTreeMap<String, Vec<u8>>, folder: &Path) -> Result<(), String> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|error| described(folder, &error))?;
    }
    for (path, bytes) in files {
        let path = folder.join(path);
        let parent = path.parent().expect("every file lies in the folder");
        fs::create_dir_all(parent).map_err(|error| described(parent, &error))?;
        fs::write(&path, bytes).map_err(|error| described(&path, &error))?;
    }
    Ok(())
}

/// The files of a folder, sorted by name.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| described(folder, &error))?;
    let mut paths: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

/// The last part of a path.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// The content of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| described(path, &error))
}

/// The content of a text file.
pub(crate) fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| described(path, &error))
}

fn described(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
