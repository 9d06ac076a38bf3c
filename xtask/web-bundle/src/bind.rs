//! Binding the WebAssembly modules to the browser.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::minify::script;
use crate::shorten::{rename, short_names};

/// The module and the script that loads it.
pub(crate) struct Bound {
    /// The script.
    pub(crate) script: String,
    /// The module.
    pub(crate) module: Vec<u8>,
}

/// The app and its worker.
pub(crate) struct Parts {
    /// What runs in the page.
    pub(crate) app: Bound,
    /// What thinks in the background.
    pub(crate) worker: Bound,
}

/// Binds both modules of this folder.
pub(crate) fn bind(folder: &Path) -> Result<Parts, String> {
    let app = Bindgen::new().web(true).map(|app| bind_part(app, folder, "quintet-web"));
    // A worker that is a classic script starts in more browsers than one that is a module.
    let worker =
        Bindgen::new().no_modules(true).map(|worker| bind_part(worker, folder, "quintet-worker"));
    let described = |error| format!("{error:#}");
    Ok(Parts { app: app.map_err(described)??, worker: worker.map_err(described)?? })
}

fn bind_part(part: &mut Bindgen, folder: &Path, name: &str) -> Result<Bound, String> {
    let mut output = part
        .input_path(folder.join(name).with_extension("wasm"))
        .out_name("quintet")
        .typescript(false)
        .omit_default_module_path(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate_output()
        .map_err(|error| format!("{error:#}"))?;
    let scripts = output.snippets().values().any(|scripts| !scripts.is_empty());
    if scripts || !output.local_modules().is_empty() {
        return Err("a dependency brings scripts of its own, which the site does not carry".into());
    }
    let imports = output.wasm_mut().imports.iter_mut();
    let names = short_names(imports.map(|import| &mut import.name));
    let script = rename(&script(output.js()), &names);
    Ok(Bound { script, module: output.wasm_mut().emit_wasm() })
}
