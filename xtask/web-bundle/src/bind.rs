//! Binding the WebAssembly modules to the browser.

use std::path::Path;

use wasm_bindgen_cli_support::Bindgen;

use crate::minify::script;
use crate::shorten::{rename, short_names};
use crate::split;

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
    /// The module of the app's late screens.
    pub(crate) late: Vec<u8>,
    /// What thinks in the background.
    pub(crate) worker: Bound,
}

/// Binds both modules of this folder.
pub(crate) fn bind(folder: &Path) -> Result<Parts, String> {
    let split = split::split(&folder.join("quintet-web.wasm"))?;
    let described = |error| format!("{error:#}");
    let mut app = Bindgen::new()
        .keep_lld_exports(true)
        .web(true)
        .map(|app| bind_part(app, &split.first))
        .map_err(described)??;
    app.script = with_loader(&app.script)?;
    // A worker that is a classic script starts in more browsers than one that is a module.
    let worker = Bindgen::new()
        .no_modules(true)
        .map(|worker| bind_part(worker, &folder.join("quintet-worker.wasm")))
        .map_err(described)??;
    Ok(Parts { app, late: split.late, worker })
}

fn bind_part(part: &mut Bindgen, module: &Path) -> Result<Bound, String> {
    let mut output = part
        .input_path(module)
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

/// The script with the function of `boot.js` that loads the late module, in place of a file that
/// would export it. `boot.js` is appended to the script.
fn with_loader(script: &str) -> Result<String, String> {
    let import = format!("import * as import1 from \"{}\"\n", split::LOADER);
    let after = script.strip_prefix(&import);
    let after = after.ok_or("the script of the app does not begin by importing the loader")?;
    // Whatever name the module has for it: it imports nothing else from there.
    Ok(format!("const import1=new Proxy({{}},{{get:()=>loadLate}});{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loader_of_the_late_module_is_in_the_same_script() {
        let script = "import * as import1 from \"./late.js\"\nlet wasm;";
        assert!(with_loader(script).is_ok_and(|script| script.ends_with("});let wasm;")));
        assert!(with_loader("let wasm;").is_err());
    }
}
