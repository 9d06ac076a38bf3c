//! Cutting the app's module in two: what a first visit loads, and the late screens.
//!
//! Whatever only the late screens reach, code and data, moves into a module of its own, which shares
//! memory, table of functions and stack with the first.

use std::path::{Path, PathBuf};

use walrus::ModuleConfig;
use wasm_split_cli_support::{Options, transform};

/// Where the first module imports the function that loads the late one from.
pub(crate) const LOADER: &str = "./late.js";

/// The two modules.
pub(crate) struct Split {
    /// The file of the first, which is still to be bound.
    pub(crate) first: PathBuf,
    /// The late one, as it is sent.
    pub(crate) late: Vec<u8>,
}

/// Cuts this module.
pub(crate) fn split(module: &Path) -> Result<Split, String> {
    let folder = module.with_extension("split");
    let first = folder.join("quintet-web.wasm");
    let bytes = crate::files::read(module)?;
    let mut options = Options::new(&bytes);
    options.output_dir = &folder;
    options.main_out_path = &first;
    options.link_name = LOADER;
    let split = transform(options).map_err(|error| format!("{error:#}"))?;
    let [late] = split.split_modules.as_slice() else {
        return Err(format!("one late module is expected, not {:?}", split.split_modules));
    };
    Ok(Split { first, late: compact(&crate::files::read(late)?)? })
}

/// The same module with numbers as short as they can be, where relocations kept room for any, and
/// without what only a debugger reads.
fn compact(module: &[u8]) -> Result<Vec<u8>, String> {
    let mut config = ModuleConfig::new();
    config.generate_name_section(false).generate_producers_section(false);
    let mut module = config.parse(module).map_err(|error| format!("{error:#}"))?;
    Ok(module.emit_wasm())
}
