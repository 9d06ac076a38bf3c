//! Putting the site together.
//!
//! Every file but the entry pages carries a hash of its content in its name, so that a browser may
//! keep it forever and a new version never meets a file of an old one.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use crate::bind::Parts;
use crate::files::{file_name, list, read, text};
use crate::{icons, minify};

/// The stylesheets of the first visit in the order in which they apply: tokens and what all share
/// come first, then one file per screen.
const STYLES: [&str; 20] = [
    "tokens.css",
    "base.css",
    "page.css",
    "screens/home.css",
    "screens/start.css",
    "screens/demo.css",
    "game/screen.css",
    "game/board_words.css",
    "game/touch.css",
    "game/phone.css",
    "game/flip.css",
    "game/domino.css",
    "game/minimal.css",
    "game/duel.css",
    "overlay.css",
    "screens/pause.css",
    "screens/game_over.css",
    "screens/controls.css",
    "notices.css",
    "effects.css",
];

/// The stylesheets of the late screens, which apply after all of the first.
const LATE_STYLES: [&str; 9] = [
    "screens/how_to_play.css",
    "screens/scores.css",
    "screens/statistics.css",
    "screens/settings.css",
    "screens/replays.css",
    "screens/viewer.css",
    "screens/analysis.css",
    "screens/online.css",
    "game/online_match.css",
];

/// Every file of the site by its path, and which of them are loaded when.
#[derive(Default)]
pub(crate) struct Site {
    /// Contents by path.
    pub(crate) files: BTreeMap<String, Vec<u8>>,
    /// Paths that a first visit loads.
    pub(crate) first: Vec<String>,
    /// Paths of languages, each of which is loaded only by players who chose it.
    languages: Vec<String>,
}

impl Site {
    fn put(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), bytes.into());
    }

    fn put_first(&mut self, path: String, bytes: impl Into<Vec<u8>>) {
        self.first.push(path.clone());
        self.put(path, bytes);
    }
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

    /// The hashed path of a file.
    fn path(&mut self, plain: &str, bytes: &[u8]) -> String {
        format!("a/{}", self.hash(plain, bytes))
    }

    fn apply(&self, text: &str) -> String {
        self.0.iter().fold(text.to_owned(), |text, (plain, hashed)| text.replace(plain, hashed))
    }
}

/// Puts the site together from the bound modules and the files of the repository in this folder.
pub(crate) fn assemble(root: &Path, Parts { app, late, worker }: Parts) -> Result<Site, String> {
    let web = root.join("crates/web");
    let mut site = Site::default();
    let mut names = Names::default();

    for path in list(&web.join("assets"))? {
        let name = file_name(&path);
        let bytes = read(&path)?;
        if path.extension().is_some_and(|extension| extension == "txt") {
            site.put(format!("licences/{name}"), bytes);
        } else {
            site.put_first(names.path(&name, &bytes), bytes);
        }
    }
    for (name, bytes) in icons::all() {
        site.put(names.path(name, &bytes), bytes);
    }

    let styles = |list: &[&str]| {
        let texts = list.iter().map(|name| text(&web.join("style").join(name)));
        let style: String = texts.collect::<Result<_, _>>()?;
        Ok::<_, String>(names.apply(&minify::style(&style)))
    };
    let (style, late_style) = (styles(&STYLES)?, styles(&LATE_STYLES)?);
    site.put_first(names.path("quintet.css", style.as_bytes()), style);
    // Fetched when a late screen is opened, or by the service worker in the background.
    site.put(names.path("late.css", late_style.as_bytes()), late_style);
    site.put(names.path("late.wasm", &late), late);

    // Fetched when a match with the computer begins, or by the service worker in the background.
    site.put(names.path("worker.wasm", &worker.module), worker.module);
    let boot = names.apply(&text(&web.join("static/worker-boot.js"))?);
    let script = format!("{}\n{boot}", worker.script);
    site.put(names.path("worker.js", script.as_bytes()), script);

    // The games on the front door, and the lessons, which are fetched when their page is opened.
    let shows = pack(&web.join("shows"))?;
    site.put_first(names.path("shows.bin", &shows), shows);
    let lessons = pack(&web.join("lessons"))?;
    site.put(names.path("lessons.bin", &lessons), lessons);

    site.put_first(names.path("quintet.wasm", &app.module), app.module);
    let boot = names.apply(&minify::script(&text(&web.join("static/boot.js"))?));
    let languages = put_languages(&mut site, &root.join("crates/words/languages"))?;
    let boot = boot.replace("%LANGUAGES%", &languages);
    let script = format!("{}\n{boot}", app.script);
    site.put_first(names.path("quintet.js", script.as_bytes()), script);

    for page in ["index.html", "manifest.webmanifest"] {
        let content = names.apply(&text(&web.join("static").join(page))?);
        site.put(page, content);
    }
    site.first.push("index.html".into());

    let worker = service_worker(&site, &text(&web.join("static/sw.js"))?);
    site.put("sw.js", worker);
    Ok(site)
}

/// The recordings of a folder in one file. Each has the length of its name in a byte, its name, its
/// own length in two bytes, and its content.
fn pack(folder: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    for path in list(folder)? {
        let (name, recording) = (file_name(&path), read(&path)?);
        let name = name.trim_end_matches(".qntr");
        let lengths = (u8::try_from(name.len()), u16::try_from(recording.len()));
        let (Ok(name_length), Ok(length)) = lengths else {
            return Err(format!("{} is too large", path.display()));
        };
        bytes.push(name_length);
        bytes.extend(name.as_bytes());
        bytes.extend(length.to_le_bytes());
        bytes.extend(recording);
    }
    Ok(bytes)
}

/// Puts every language file of this folder into the site and returns the list of them: code,
/// address and name, one per line. A language is fetched when a player chooses it.
fn put_languages(site: &mut Site, folder: &Path) -> Result<String, String> {
    let mut languages = Vec::new();
    for path in list(folder)? {
        let name = file_name(&path);
        let Some((code, "txt")) = name.rsplit_once('.') else { continue };
        let compiled = quintet_words::compile(&text(&path)?)
            .map_err(|error| format!("{}, {error}", path.display()))?;
        let address = Names::default().path(&name, compiled.text.as_bytes());
        languages.push(format!("{code} {address} {}", compiled.name));
        site.languages.push(address.clone());
        site.put(address, compiled.text);
    }
    Ok(languages.join("\n"))
}

/// Puts the list of files to keep, the list of languages, which are kept once they are fetched, and
/// a version that changes with any of them, into the worker.
fn service_worker(site: &Site, template: &str) -> String {
    let mut hasher = DefaultHasher::new();
    site.files.hash(&mut hasher);
    let quoted = |path: &String| format!("\"{path}\"");
    let is_kept = |path: &&String| !path.starts_with("licences/") && !site.languages.contains(path);
    let files: Vec<String> = site.files.keys().filter(is_kept).map(quoted).collect();
    let languages: Vec<String> = site.languages.iter().map(quoted).collect();
    template
        .replace("%VERSION%", &format!("{:016x}", hasher.finish()))
        .replace("\"%FILES%\"", &files.join(","))
        .replace("\"%LANGUAGES%\"", &languages.join(","))
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
    fn the_service_worker_fetches_neither_licences_nor_languages_in_advance() {
        let mut site = Site::default();
        for path in ["index.html", "a/quintet-1.js", "a/de-2.txt", "licences/font.txt"] {
            site.put(path, path);
        }
        site.languages.push("a/de-2.txt".into());
        let worker = service_worker(&site, r#"["%FILES%"] ["%LANGUAGES%"] %VERSION%"#);
        let (lists, version) = worker.rsplit_once(' ').expect("lists and a version");
        assert_eq!(lists, r#"["a/quintet-1.js","index.html"] ["a/de-2.txt"]"#);
        site.put("a/de-2.txt", "another translation");
        let changed = service_worker(&site, "%VERSION%");
        assert_ne!(changed, version, "a version has its own languages");
    }
}
