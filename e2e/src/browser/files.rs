//! Downloads and uploads.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::browser::element::Element;
use crate::browser::page::Page;
use crate::browser::process::folder;

impl Page {
    /// Does something that starts a download, and returns the path of the file.
    pub fn download(&self, act: impl FnOnce()) -> PathBuf {
        let place = folder().join("downloads").join(self.context());
        std::fs::create_dir_all(&place).expect("the folder can be made");
        let behaviour = json!({
            "behavior": "allow",
            "browserContextId": self.context(),
            "downloadPath": place,
        });
        self.call_browser("Browser.setDownloadBehavior", &behaviour);
        let before = finished(&place);
        act();
        let mut fresh = None;
        self.wait_until("a download", || {
            fresh = finished(&place).into_iter().find(|path| !before.contains(path));
            fresh.is_some()
        });
        fresh.expect("it was waited for")
    }
}

/// The files of a folder that are complete.
fn finished(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_none_or(|extension| extension != "crdownload"))
        .collect()
}

impl Element<'_> {
    /// Chooses a file in a file input.
    pub fn choose(&self, file: &Path) {
        let files = json!({ "objectId": self.handle(), "files": [file] });
        self.page().call("DOM.setFileInputFiles", &files);
    }
}
