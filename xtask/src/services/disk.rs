//! A small disk in memory for one service, which can be filled.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};

use super::{Service, new_folder, words};

/// Mounts the disk where only this process sees it and those that enter its namespace, so that it is
/// gone when they are, however they end.
const KEEP: &str = r#"
mount -t tmpfs -o "size=$2m,mode=777" none "$1" && touch "$1/mounted" && exec sleep infinity
"#;

/// A disk. It ends with its owner, after the services on it.
pub(crate) struct Disk {
    service: Service,
    path: PathBuf,
}

impl Disk {
    /// None where this process may not mount one.
    pub(crate) fn mount(megabytes: u32) -> Option<Disk> {
        let folder = new_folder("disk").ok()?;
        let path = folder.join("disk");
        fs::create_dir(&path).ok()?;
        let mut command = words(&["unshare", "-m", "sh", "-c", KEEP, "keep"]);
        command.push(path.clone().into());
        command.push(megabytes.to_string().into());
        let service = Service::start(&folder, "KILL", command).ok()?;
        let disk = Disk { service, path };
        while !disk.seen_from_here("mounted").exists() {
            if !disk.service.runs() {
                return None;
            }
            std::thread::sleep(super::LOOK_EVERY);
        }
        Some(disk)
    }

    /// Where services on the disk see it.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// What comes before the words of a command that is to see the disk.
    pub(crate) fn enter(&self) -> Vec<OsString> {
        words(&["nsenter", "-t", &self.service.pid.to_string(), "-m", "--"])
    }

    /// Where this process sees a file of the disk.
    fn seen_from_here(&self, name: &str) -> PathBuf {
        let inside = self.path.strip_prefix("/").unwrap_or(&self.path);
        let root = Path::new("/proc").join(self.service.pid.to_string()).join("root");
        root.join(inside).join(name)
    }

    /// Leaves not a byte.
    pub(crate) fn fill(&self) -> Result<(), String> {
        let mut file =
            File::create(self.seen_from_here("filler")).map_err(|error| error.to_string())?;
        for size in [1 << 20, 4_096, 1] {
            while file.write_all(&vec![7; size]).is_ok() {}
        }
        Ok(())
    }

    /// Gives the space back.
    pub(crate) fn free(&self) -> Result<(), String> {
        fs::remove_file(self.seen_from_here("filler")).map_err(|error| error.to_string())
    }
}
