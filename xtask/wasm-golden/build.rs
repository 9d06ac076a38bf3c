//! Writes a list of the engine's golden replays, so that the module carries them inside.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

const REPLAYS: &str = "../../crates/engine/tests/replays";

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
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let [replay, expected] = ["replay.json", "expected"].map(|file| folder.join(file));
        write!(
            list,
            "Golden {{ name: {name:?}, replay: include_str!({:?}), expected: include_str!({:?}) }},",
            replay.to_string_lossy(),
            expected.to_string_lossy(),
        )
        .map_err(io::Error::other)?;
    }
    list += "];";
    let out = env::var_os("OUT_DIR").expect("cargo sets it for build scripts");
    fs::write(Path::new(&out).join("golden.rs"), list)
}
