//! The browser app: from Rust to a folder that any static host can serve.
//!
//! Everything but the entry pages carries a hash of its content in its name, so that a browser
//! may keep it for ever and a new version never meets a file of an old one.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::time::Instant;

use wasm_bindgen_cli_support::Bindgen;

use crate::process::{cargo, quiet, root, target_dir};
use crate::{icons, setup};

const TARGET: &str = "wasm32-unknown-unknown";

/// What the first visit may cost over the wire, compressed.
const FIRST_VISIT_LIMIT: usize = 250_000;

/// The stylesheets in the order in which they apply; tokens come first.
const STYLES: [&str; 8] = [
    "tokens.css",
    "base.css",
    "screens.css",
    "game.css",
    "duel.css",
    "online.css",
    "overlays.css",
    "effects.css",
];

/// Where the site is written.
pub(crate) fn dist() -> PathBuf {
    root().join("dist")
}

/// How the app is compiled.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Profile {
    /// Small and fast, as it is shipped.
    Web,
    /// As soon as possible, for trying something out.
    Quick,
    /// As it is shipped, but it counts its allocations.
    Counting,
}

/// Builds the site into `dist`, with a line for every step.
pub(crate) fn build(profile: Profile) -> Result<(), String> {
    let bound = step("compile the app to WebAssembly", || compile(profile))?;
    let bound = step("bind it to the browser", || bind(&bound))?;
    let mut site = step("draw icons, hash and list the files", || assemble(bound))?;
    if let Profile::Web = profile {
        step("compress it", || {
            site.pack();
            Ok(())
        })?;
        println!("    {}", first_visit(&site));
    }
    step("write dist", || write(&site, &dist()))
}

/// Builds the site into `dist` without a word.
pub(crate) fn build_quietly() -> Result<(), String> {
    packed_site().and_then(|site| write(&site, &dist()))
}

/// Builds a site that counts its allocations into a folder.
pub(crate) fn build_counting(folder: &Path) -> Result<(), String> {
    write(&assemble(bind(&compile(Profile::Counting)?)?)?, folder)
}

/// Builds the site and fails if the first visit has become too heavy.
pub(crate) fn check_size() -> Result<String, String> {
    let site = packed_site()?;
    write(&site, &dist())?;
    let weight = site.first_visit();
    if weight <= FIRST_VISIT_LIMIT {
        Ok(first_visit(&site))
    } else {
        Err(format!("{}; the limit is {FIRST_VISIT_LIMIT} bytes", first_visit(&site)))
    }
}

fn packed_site() -> Result<Site, String> {
    let mut site = assemble(bind(&compile(Profile::Web)?)?)?;
    site.pack();
    Ok(site)
}

fn first_visit(site: &Site) -> String {
    let files = site.first.iter();
    let line = |path: &String| format!("  {:>7}  {path}", site.weight(path));
    let list: Vec<String> = files.map(line).collect();
    let total = site.first_visit();
    format!("first visit: {total} bytes, packed with Brotli\n{}", list.join("\n"))
}

pub(crate) fn step<T>(what: &str, work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    println!("==> {what}");
    let begin = Instant::now();
    let done = work()?;
    println!("    done in {:.1} s", begin.elapsed().as_secs_f32());
    Ok(done)
}

/// Compiles the app and its worker and says where the modules are.
fn compile(profile: Profile) -> Result<PathBuf, String> {
    setup::need_target(TARGET)?;
    let (name, folder) = match profile {
        Profile::Web | Profile::Counting => ("web", "web"),
        Profile::Quick => ("dev", "debug"),
    };
    let mut command = cargo(["build", "--quiet", "-p", "quintet-web", "-p", "quintet-worker"]);
    command.args(["--profile", name]);
    if let Profile::Counting = profile {
        command.args(["--features", "quintet-web/count-allocations"]);
    }
    quiet(command.args(["--target", TARGET]).env("CARGO_ENCODED_RUSTFLAGS", paths_left_out()))?;
    Ok(target_dir().join(TARGET).join(folder))
}

/// Nobody who downloads the app should see, or pay for, where it was built.
fn paths_left_out() -> String {
    let home = std::env::var_os("HOME").map(PathBuf::from).unwrap_or_default();
    let cargo = std::env::var_os("CARGO_HOME").map_or_else(|| home.join(".cargo"), PathBuf::from);
    let remap = |folder: &Path| format!("--remap-path-prefix={}=", folder.display());
    [remap(&cargo.join("registry/src")), remap(root())].join("\x1f")
}

/// The module and the script that loads it.
struct Bound {
    script: String,
    module: Vec<u8>,
}

/// The app and its worker.
struct Parts {
    app: Bound,
    worker: Bound,
}

/// A script without comments on lines of their own and without indentation.
fn tidy(script: &str) -> String {
    let mut kept = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        in_comment |= line.starts_with("/**");
        if !in_comment && !line.is_empty() {
            kept.push_str(line);
            // A line that ends so needs no end of its own.
            if !line.ends_with(['{', ';', ',', '(']) {
                kept.push('\n');
            }
        }
        in_comment &= !line.ends_with("*/");
    }
    kept
}

fn bind(folder: &Path) -> Result<Parts, String> {
    let app = Bindgen::new().web(true).map(|app| bind_part(app, folder, "quintet-web"));
    // A worker of the old kind starts in more browsers than one that is a module.
    let worker =
        Bindgen::new().no_modules(true).map(|worker| bind_part(worker, folder, "quintet-worker"));
    let told = |error| format!("{error:#}");
    Ok(Parts { app: app.map_err(told)??, worker: worker.map_err(told)?? })
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
    Ok(Bound { script: tidy(output.js()), module: output.wasm_mut().emit_wasm() })
}

/// Every file of the site by its path, and those that a first visit asks for.
struct Site {
    files: BTreeMap<String, Vec<u8>>,
    first: Vec<String>,
}

impl Site {
    fn first_visit(&self) -> usize {
        self.first.iter().map(|path| self.weight(path)).sum()
    }

    fn put(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), bytes.into());
    }

    /// What a file costs over the wire.
    fn weight(&self, path: &str) -> usize {
        let packed = self.files.get(&format!("{path}.br"));
        packed.unwrap_or_else(|| &self.files[path]).len()
    }

    /// Lays beside every file that shrinks what a server may send in its place.
    fn pack(&mut self) {
        let shrinks = |path: &str| !matches!(path.rsplit_once('.'), Some((_, "png" | "woff2")));
        let packed: Vec<_> = self
            .files
            .iter()
            .filter(|(path, _)| shrinks(path))
            .map(|(path, bytes)| (format!("{path}.br"), brotli(bytes)))
            .collect();
        self.files.extend(packed);
    }
}

/// Compresses as well as Brotli can; it takes its time. Of its modes the one for fonts does best
/// with WebAssembly, the others with words.
fn brotli(bytes: &[u8]) -> Vec<u8> {
    use brotli::enc::BrotliEncoderParams;
    use brotli::enc::backward_references::BrotliEncoderMode::{
        BROTLI_MODE_FONT, BROTLI_MODE_GENERIC, BROTLI_MODE_TEXT,
    };
    let pack = |mode| {
        let mut packed = Vec::new();
        let how = BrotliEncoderParams { quality: 11, lgwin: 22, mode, ..Default::default() };
        brotli::BrotliCompress(&mut &bytes[..], &mut packed, &how)
            .expect("writing to memory does not fail");
        packed
    };
    let modes = [BROTLI_MODE_FONT, BROTLI_MODE_GENERIC, BROTLI_MODE_TEXT];
    modes.map(pack).into_iter().min_by_key(Vec::len).unwrap_or_default()
}

/// Hashed names by plain name, as they are put into the texts that refer to them.
#[derive(Default)]
struct Names(Vec<(String, String)>);

impl Names {
    /// Gives a file its hashed name: `quintet.css` becomes `quintet-0123456789abcdef.css`.
    fn hash(&mut self, plain: &str, bytes: &[u8]) -> String {
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let (stem, extension) = plain.rsplit_once('.').unwrap_or((plain, "bin"));
        let hashed = format!("{stem}-{:016x}.{extension}", hasher.finish());
        self.0.push((plain.to_owned(), hashed.clone()));
        hashed
    }

    fn apply(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (plain, hashed)| text.replace(plain, hashed))
    }
}

fn assemble(Parts { app, worker }: Parts) -> Result<Site, String> {
    let web = root().join("crates/web");
    let mut site = Site { files: BTreeMap::new(), first: Vec::new() };
    let mut names = Names::default();

    for path in files_in(&web.join("assets"))? {
        let name = file_name(&path);
        if path.extension().is_some_and(|extension| extension == "txt") {
            site.put(format!("licences/{name}"), read(&path)?);
            continue;
        }
        let bytes = read(&path)?;
        let hashed = format!("a/{}", names.hash(&name, &bytes));
        site.first.push(hashed.clone());
        site.put(hashed, bytes);
    }
    for (name, bytes) in icons::all() {
        let hashed = format!("a/{}", names.hash(name, &bytes));
        site.put(hashed, bytes);
    }

    let mut style = String::new();
    for name in STYLES {
        style.push_str(&text(&web.join("style").join(name))?);
    }
    let style = names.apply(&without_comments(&style));
    let path = format!("a/{}", names.hash("quintet.css", style.as_bytes()));
    site.first.push(path.clone());
    site.put(path, style);

    // Fetched when a match with the computer begins, or by the service worker in the background.
    let path = format!("a/{}", names.hash("worker.wasm", &worker.module));
    site.put(path, worker.module);
    let boot = names.apply(&text(&web.join("static/worker-boot.js"))?);
    let script = format!("{}\n{boot}", worker.script);
    let path = format!("a/{}", names.hash("worker.js", script.as_bytes()));
    site.put(path, script);

    let path = format!("a/{}", names.hash("quintet.wasm", &app.module));
    site.first.push(path.clone());
    site.put(path, app.module);

    let boot = names.apply(&text(&web.join("static/boot.js"))?);
    let boot = boot.replace("%LANGUAGES%", &put_languages(&mut site)?);
    let script = format!("{}\n{boot}", app.script);
    let path = format!("a/{}", names.hash("quintet.js", script.as_bytes()));
    site.first.push(path.clone());
    site.put(path, script);

    for page in ["index.html", "manifest.webmanifest"] {
        let content = names.apply(&text(&web.join("static").join(page))?);
        site.put(page, content);
    }
    site.first.push("index.html".into());

    let worker = service_worker(&site, &text(&web.join("static/sw.js"))?);
    site.put("sw.js", worker);
    Ok(site)
}

/// Puts every language file of `crates/words/languages` into the site and gives the list of them:
/// code, address and name, one a line. A language is fetched when a player chooses it.
fn put_languages(site: &mut Site) -> Result<String, String> {
    let folder = root().join("crates/words/languages");
    let mut list = Vec::new();
    for path in files_in(&folder)? {
        let Some((code, "txt")) = file_name(&path).rsplit_once('.').map(|(a, b)| (a.to_owned(), b))
        else {
            continue;
        };
        let compiled = quintet_words::compile(&text(&path)?)
            .map_err(|error| format!("{}, {error}", path.display()))?;
        let name = Names::default().hash(&format!("{code}.txt"), compiled.text.as_bytes());
        list.push(format!("{code} a/{name} {}", compiled.name));
        site.put(format!("a/{name}"), compiled.text);
    }
    Ok(list.join("\n"))
}

/// Puts the list of files to keep, and a version that changes with any of them, into the worker.
fn service_worker(site: &Site, template: &str) -> String {
    let mut hasher = DefaultHasher::new();
    site.files.hash(&mut hasher);
    let list: Vec<String> = site
        .files
        .keys()
        .filter(|path| !path.starts_with("licences/"))
        .map(|path| format!("\"{path}\""))
        .collect();
    template
        .replace("%VERSION%", &format!("{:016x}", hasher.finish()))
        .replace("\"%FILES%\"", &list.join(","))
}

/// Styles without their comments and the space between words that needs none.
fn without_comments(style: &str) -> String {
    let mut kept = String::with_capacity(style.len());
    let mut rest = style;
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, tail)| tail);
    }
    kept.push_str(rest);
    let lines = kept.lines().map(str::trim).filter(|line| !line.is_empty());
    let tight = lines.collect::<Vec<_>>().join("\n");
    [
        (": ", ":"),
        (";\n}", "}"),
        (" {\n", "{"),
        (";\n", ";"),
        ("}\n", "}"),
        (", ", ","),
        (",\n", ","),
    ]
    .iter()
    .fold(tight, |tight, (loose, close)| tight.replace(loose, close))
}

fn write(site: &Site, dist: &Path) -> Result<(), String> {
    if dist.exists() {
        fs::remove_dir_all(dist).map_err(|error| told(dist, &error))?;
    }
    for (path, bytes) in &site.files {
        let path = dist.join(path);
        let folder = path.parent().expect("every file lies in dist");
        fs::create_dir_all(folder).map_err(|error| told(folder, &error))?;
        fs::write(&path, bytes).map_err(|error| told(&path, &error))?;
    }
    Ok(())
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|error| told(folder, &error))?;
    let mut paths: Vec<PathBuf> =
        entries.filter_map(Result::ok).map(|entry| entry.path()).collect();
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| told(path, &error))
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| told(path, &error))
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_changes_with_the_content_and_every_mention_follows() {
        let mut names = Names::default();
        let hashed = names.hash("face.woff2", b"one");
        assert_ne!(hashed, Names::default().hash("face.woff2", b"two"));
        assert_eq!(hashed.len(), "face-0123456789abcdef.woff2".len());
        assert_eq!(names.apply("src: url(face.woff2)"), format!("src: url({hashed})"));
    }

    #[test]
    fn comments_and_blank_lines_leave_the_styles() {
        assert_eq!(
            without_comments("a { b: c }\n\n/* why */\n  d {\n e: f } /* g */"),
            "a { b:c }d{e:f }"
        );
    }
}
