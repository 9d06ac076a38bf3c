//! Chromium, started once for all tests of a process.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::browser::devtools::DevTools;

/// Names under which Chromium is installed.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

const FLAGS: [&str; 15] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--mute-audio",
    // Errors of a device for sound that is missing or busy are not the app's.
    "--disable-audio-output",
    "--autoplay-policy=user-gesture-required",
    "--hide-scrollbars",
    "--force-color-profile=srgb",
    "--remote-debugging-pipe",
];

/// Chromium expects the pipe at the file descriptors 3 and 4; a shell sets them up. Started by root,
/// it would give the threads that paint precedence over everything else on the machine, the page's
/// own script included, which no other user may; so it is started without that right.
const START: &str = r#"
exec 3<&0 4>&1 </dev/null >/dev/null 2>&1
if [ "$(id -u)" = 0 ] && setpriv --bounding-set=-sys_nice true; then
    exec setpriv --bounding-set=-sys_nice "$0" "$@"
fi
exec "$0" "$@"
"#;

/// The browser of this process. It ends when its pipe closes, that is with the process, however
/// that ends.
pub(crate) fn shared() -> &'static DevTools {
    static BROWSER: OnceLock<DevTools> = OnceLock::new();
    BROWSER.get_or_init(start)
}

fn start() -> DevTools {
    let mut profile = OsString::from("--user-data-dir=");
    profile.push(folder().join(format!("profile-{}", std::process::id())));
    let browser = Command::new("sh")
        .args(["-c", START])
        .arg(find())
        .args(FLAGS)
        .arg(profile)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("every machine that runs these tests has a shell");
    DevTools::new(browser)
}

fn find() -> PathBuf {
    if let Some(given) = std::env::var_os("CHROMIUM") {
        return given.into();
    }
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&folders).collect();
    let mut candidates = NAMES.iter().flat_map(|name| folders.iter().map(move |f| f.join(name)));
    candidates.find(|path| path.is_file()).unwrap_or_else(|| {
        panic!("Chromium is missing: install it, or name it in the variable CHROMIUM")
    })
}

/// The folder for profiles and screenshots.
pub fn folder() -> PathBuf {
    let given = std::env::var_os("QUINTET_E2E_FOLDER").map(PathBuf::from);
    given.unwrap_or_else(|| std::env::temp_dir().join("quintet-e2e"))
}
