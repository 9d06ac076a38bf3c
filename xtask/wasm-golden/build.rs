//! Writes a list of the engine's golden replays, so that the module carries them inside.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const REPLAYS: &str = "../../crates/engine/tests/replays";
/// A replay is kept in one of its two forms.
const FORMS: [&str; 2] = ["replay.json", "replay.qntr"];

fn main() -> io::Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(REPLAYS);
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut folders: Vec<PathBuf> = fs::read_dir(&folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    folders.sort();
    let mut list = String::from("const GOLDEN: &[Golden] = &[");
    for folder in &folders {
        let forms = FORMS.map(|form| folder.join(form));
        let Some(replay) = forms.iter().find(|form| form.is_file()) else { continue };
        // Where it is missing nothing is expected, and the replay fails by its name.
        let expected = fs::read_to_string(folder.join("expected")).unwrap_or_default();
        write!(
            list,
            "Golden {{ name: {:?}, replay: include_bytes!({:?}), expected: {expected:?} }},",
            folder.file_name().unwrap_or_default().to_string_lossy(),
            replay.to_string_lossy(),
        )
        .map_err(io::Error::other)?;
    }
    list += "];";
    let out = env::var_os("OUT_DIR").expect("cargo sets it for build scripts");
    fs::write(Path::new(&out).join("golden.rs"), list)
}
