//! The app's own files: right types, compression, caching and a strict content security policy.

mod embedded;
mod static_files;

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::serve::App;
use embedded::Embedded;
use static_files::{PACKED, POLICY, caching, kind};

/// Shown if the program was built without the app.
const NO_APP: &str = "<!doctype html><meta charset=\"utf-8\"><title>Quintet</title>\
    <p>The server runs, but it was built without the app: run <code>cargo xtask dist</code>, then \
    start it again, or give it the folder by <code>--site</code>.";

/// The page that starts the app.
const START: &str = "index.html";

/// One file, ready to send.
#[derive(Debug)]
struct Page {
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
    kind: &'static str,
    keep_for_ever: bool,
    tag: HeaderValue,
}

/// All files, in memory.
#[derive(Debug, Default)]
pub(crate) struct Site {
    pages: HashMap<String, Page>,
    has_app: bool,
}

impl Site {
    /// The app that is part of the program.
    pub(crate) fn embedded() -> Site {
        let files = Embedded::iter().filter_map(|name| {
            let file = Embedded::get(&name)?;
            Some((name.into_owned(), file.data.into_owned()))
        });
        Site::of(files)
    }

    /// The app in a folder.
    pub(crate) fn from_folder(folder: &Path) -> std::io::Result<Site> {
        let mut files = Vec::new();
        read_folder(folder, "", &mut files)?;
        Ok(Site::of(files))
    }

    fn of(files: impl IntoIterator<Item = (String, Vec<u8>)>) -> Site {
        // Marked so that the app knows of leaderboards without asking; compressed here, not before.
        let is_stale = |name: &str| name.strip_suffix(PACKED) == Some(START);
        let mut pages: HashMap<String, Page> = files
            .into_iter()
            .filter(|(name, _)| !is_stale(name))
            .map(|(name, bytes)| {
                let bytes = if name == START { marked(&bytes) } else { bytes };
                (format!("/{name}"), page(&name, bytes))
            })
            .collect();
        // The build puts compressed files beside the plain ones.
        let is_packed = |address: &str| address.strip_suffix(PACKED).is_some();
        let packed: Vec<_> = pages.extract_if(|address, _| is_packed(address)).collect();
        for (address, Page { plain, .. }) in packed {
            if let Some(page) = pages.get_mut(address.trim_end_matches(PACKED)) {
                page.brotli = Some(plain);
            }
        }
        let has_app = pages.contains_key("/index.html");
        if !has_app {
            pages.insert("/index.html".into(), page(START, NO_APP.into()));
        }
        Site { pages, has_app }
    }

    /// Whether there is an app, not only the page that says that there is none.
    pub(crate) fn has_app(&self) -> bool {
        self.has_app
    }

    fn answer(&self, method: &Method, path: &str, headers: &HeaderMap) -> Response {
        if method != Method::GET && method != Method::HEAD {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        }
        let path = if path == "/" { "/index.html" } else { path };
        let Some(page) = self.pages.get(path) else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let is_unchanged = headers.get(header::IF_NONE_MATCH) == Some(&page.tag);
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let accepts = |wanted| {
            accepted.is_some_and(|text| text.split([',', ';']).any(|word| word.trim() == wanted))
        };
        let packed = [("br", &page.brotli), ("gzip", &page.gzip)]
            .into_iter()
            .find_map(|(name, bytes)| Some((name, bytes.as_ref().filter(|_| accepts(name))?)));
        let caching = caching(page.keep_for_ever);
        let mut answer = Response::new(Body::empty());
        let head = answer.headers_mut();
        head.insert(header::CONTENT_TYPE, HeaderValue::from_static(page.kind));
        head.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
        head.insert(header::ETAG, page.tag.clone());
        head.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        if let Some((name, _)) = packed {
            head.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        if is_unchanged {
            *answer.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            *answer.body_mut() = Body::from(packed.map_or(&page.plain, |(_, bytes)| bytes).clone());
        }
        answer
    }
}

/// Answers with one of the app's files.
pub(crate) async fn file(
    State(app): State<App>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    app.site.answer(&method, uri.path(), &headers)
}

/// Adds security headers to every answer.
pub(crate) async fn guard(mut answer: Response) -> Response {
    let head = answer.headers_mut();
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ] {
        head.insert(name, HeaderValue::from_static(value));
    }
    answer
}

fn read_folder(
    folder: &Path,
    prefix: &str,
    files: &mut Vec<(String, Vec<u8>)>,
) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() {
            read_folder(&path, &format!("{prefix}{name}/"), files)?;
        } else {
            files.push((format!("{prefix}{name}"), std::fs::read(&path)?));
        }
    }
    Ok(())
}

/// The page that starts the app, with the mark of a page that a server of matches sent.
fn marked(page: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(page).replacen("<html", "<html data-server", 1).into()
}

fn page(name: &str, plain: Vec<u8>) -> Page {
    let kind = kind(name);
    let packs = !matches!(kind, "font/woff2" | "image/png") && name.strip_suffix(PACKED).is_none();
    let mut sum = flate2::Crc::new();
    sum.update(&plain);
    let tag = format!("\"{:x}-{:x}\"", plain.len(), sum.sum());
    Page {
        gzip: packs.then(|| gzip(&plain).into()),
        brotli: None,
        kind,
        keep_for_ever: name.starts_with("a/"),
        tag: HeaderValue::from_str(&tag).unwrap_or_else(|_| HeaderValue::from_static("\"\"")),
        plain: plain.into(),
    }
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder
        .write_all(bytes)
        .and_then(|()| encoder.finish())
        .expect("writing to memory does not fail")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(path: &str, headers: &[(header::HeaderName, &'static str)]) -> Response {
        let files = [
            ("index.html", "<p>start</p>"),
            ("a/quintet-1.wasm", "module"),
            ("a/quintet-1.wasm.br", "packed"),
        ];
        let site = Site::of(files.map(|(name, text)| (name.to_owned(), text.into())));
        let headers =
            headers.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        site.answer(&Method::GET, path, &headers.collect())
    }

    #[test]
    fn the_root_is_the_app_and_is_asked_for_every_time() {
        let answer = ask("/", &[]);
        assert_eq!(answer.headers()[header::CACHE_CONTROL], "no-cache");
        assert_eq!(answer.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
    }

    #[test]
    fn the_app_is_told_that_a_server_of_matches_sent_it() {
        assert_eq!(
            marked(b"<!doctype html>\n<html lang=en>"),
            b"<!doctype html>\n<html data-server lang=en>"
        );
    }

    #[test]
    fn hashed_files_are_kept_for_ever_and_packed_for_those_who_ask() {
        for (accepted, sent) in [("gzip, deflate, br", "br"), ("gzip;q=0.9", "gzip")] {
            let answer = ask("/a/quintet-1.wasm", &[(header::ACCEPT_ENCODING, accepted)]);
            assert_eq!(answer.headers()[header::CONTENT_TYPE], "application/wasm");
            assert_eq!(answer.headers()[header::CONTENT_ENCODING], sent);
            let caching = answer.headers()[header::CACHE_CONTROL].to_str().expect("text");
            assert!(caching.contains("immutable"), "{caching}");
        }
    }

    #[test]
    fn what_the_visitor_has_is_not_sent_again_and_what_is_not_there_is_not_found() {
        assert_eq!(ask("/../etc/passwd", &[]).status(), StatusCode::NOT_FOUND);
        let tag = ask("/", &[]).headers()[header::ETAG].to_str().expect("text").to_owned();
        let tag: &'static str = Box::leak(tag.into_boxed_str());
        assert_eq!(ask("/", &[(header::IF_NONE_MATCH, tag)]).status(), StatusCode::NOT_MODIFIED);
    }
}
