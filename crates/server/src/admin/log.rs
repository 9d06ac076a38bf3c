//! The log of what operators changed. It is only ever appended to.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use serde::Serialize;

use super::Request;
use crate::store::unix_micros;

/// Who asked, as the system tells.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Operator {
    pub(super) uid: u32,
    pub(super) pid: Option<i32>,
}

#[derive(Serialize)]
struct LogLine<'a> {
    /// Microseconds since 1970.
    at: u64,
    #[serde(flatten)]
    by: Operator,
    request: &'a Request,
    /// Why it was not done, in a second line.
    #[serde(skip_serializing_if = "Option::is_none")]
    failed: Option<&'a str>,
}

pub(super) struct Log(File);

impl Log {
    pub(super) fn open(path: &Path) -> std::io::Result<Log> {
        let mut options = OpenOptions::new();
        options.create(true).append(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        options.open(path).map(Log)
    }

    /// Appends a line that survives the end of the process and of the machine.
    pub(super) fn append(
        &mut self,
        by: Operator,
        request: &Request,
        failed: Option<&str>,
    ) -> std::io::Result<()> {
        let mut line = serde_json::to_vec(&LogLine { at: unix_micros(), by, request, failed })?;
        line.push(b'\n');
        self.0.write_all(&line)?;
        self.0.sync_data()
    }
}
