//! A small static server for the built site: right types, compression, caching and a strict
//! content security policy. Loopback only.

use std::collections::HashMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use crate::static_files::{PACKED, POLICY, caching, kind};

/// How many ports are tried from the wanted one upward.
const PORTS_TRIED: u16 = 50;

/// The longest line of a request that is read.
const LINE_LIMIT: u64 = 8 * 1024;

/// How long an open connection may stay idle.
const PATIENCE: Duration = Duration::from_secs(30);

/// One file, ready to send.
struct Page {
    plain: Vec<u8>,
    packed: Option<Vec<u8>>,
    kind: &'static str,
    is_immutable: bool,
    tag: String,
}

/// A site held in memory, listening on loopback.
pub(crate) struct Server {
    listener: TcpListener,
    pages: Arc<HashMap<String, Page>>,
    port: u16,
}

impl Server {
    /// Reads the folder and listens on the port, or the next free one.
    pub(crate) fn bind(folder: &Path, port: u16) -> Result<Server, String> {
        let mut pages = HashMap::new();
        read_folder(folder, "", &mut pages)?;
        offer_packed(&mut pages);
        let last = port.saturating_add(PORTS_TRIED);
        let listener = (port..=last)
            .find_map(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).ok())
            .ok_or_else(|| format!("no port from {port} to {last} is free on 127.0.0.1"))?;
        let port = listener.local_addr().map_err(|error| error.to_string())?.port();
        Ok(Server { listener, pages: Arc::new(pages), port })
    }

    /// What to type into a browser.
    pub(crate) fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// Answers requests until the process ends.
    pub(crate) fn run(&self) {
        for stream in self.listener.incoming().flatten() {
            let pages = Arc::clone(&self.pages);
            // A client that disconnects in the middle of a response is not an error.
            std::thread::spawn(move || serve(stream, &pages).ok());
        }
    }
}

fn read_folder(
    folder: &Path,
    prefix: &str,
    pages: &mut HashMap<String, Page>,
) -> Result<(), String> {
    let told = |error: std::io::Error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(told)? {
        let path = entry.map_err(told)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let address = format!("{prefix}/{name}");
        if path.is_dir() {
            read_folder(&path, &address, pages)?;
        } else {
            let plain = fs::read(&path).map_err(told)?;
            pages.insert(address.clone(), page(&address, plain));
        }
    }
    Ok(())
}

fn page(address: &str, plain: Vec<u8>) -> Page {
    let mut hasher = DefaultHasher::new();
    plain.hash(&mut hasher);
    Page {
        packed: None,
        kind: kind(address),
        is_immutable: address.contains("/a/"),
        tag: format!("\"{:x}\"", hasher.finish()),
        plain,
    }
}

/// Attaches the compressed files to the files that they can replace.
fn offer_packed(pages: &mut HashMap<String, Page>) {
    let is_packed = |address: &str| address.strip_suffix(PACKED).is_some();
    let packed: Vec<_> = pages.extract_if(|address, _| is_packed(address)).collect();
    for (address, Page { plain: packed, .. }) in packed {
        if let Some(page) = pages.get_mut(address.trim_end_matches(PACKED)) {
            page.packed = Some(packed);
        }
    }
}

/// The parts of a request that matter here.
#[derive(Default)]
struct Request {
    method: String,
    path: String,
    brotli: bool,
    tag: String,
    close: bool,
}

fn serve(stream: TcpStream, pages: &HashMap<String, Page>) -> std::io::Result<()> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    let mut answers = stream.try_clone()?;
    let mut reader = BufReader::new(stream);
    while let Some(request) = read_request(&mut reader)? {
        answers.write_all(&answer(&request, pages))?;
        if request.close {
            break;
        }
    }
    Ok(())
}

fn read_request(reader: &mut impl BufRead) -> std::io::Result<Option<Request>> {
    let mut request = Request::default();
    let mut line = String::new();
    if reader.take(LINE_LIMIT).read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let mut words = line.split_whitespace();
    let (method, target) = (words.next(), words.next().unwrap_or_default());
    method.unwrap_or_default().clone_into(&mut request.method);
    let path = target.split(['?', '#']).next().unwrap_or_default();
    path.clone_into(&mut request.path);
    loop {
        line.clear();
        if reader.take(LINE_LIMIT).read_line(&mut line)? <= 2 {
            return Ok(Some(request));
        }
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        let value = value.trim();
        match name.to_ascii_lowercase().as_str() {
            "accept-encoding" => {
                request.brotli = value.split(',').any(|word| word.trim() == "br");
            }
            "if-none-match" => value.clone_into(&mut request.tag),
            "connection" => request.close = value.eq_ignore_ascii_case("close"),
            _ => {}
        }
    }
}

fn answer(request: &Request, pages: &HashMap<String, Page>) -> Vec<u8> {
    let head = request.method == "HEAD";
    if request.method != "GET" && !head {
        return plain_answer("405 Method Not Allowed", "only GET and HEAD are answered\n");
    }
    let index = if request.path.ends_with('/') { "index.html" } else { "" };
    let Some(page) = pages.get(&format!("{}{index}", request.path)) else {
        return plain_answer("404 Not Found", "no such page\n");
    };
    let caching = caching(page.is_immutable);
    let packed = page.packed.as_ref().filter(|_| request.brotli);
    let body = packed.unwrap_or(&page.plain);
    let unchanged = request.tag == page.tag;
    let status = if unchanged { "304 Not Modified" } else { "200 OK" };
    let mut headers = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {}\r\nContent-Length: {}\r\nCache-Control: {caching}\r\n\
         ETag: {}\r\nVary: Accept-Encoding\r\nX-Content-Type-Options: nosniff\r\n\
         Referrer-Policy: no-referrer\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Content-Security-Policy: {POLICY}\r\n",
        page.kind,
        if unchanged { 0 } else { body.len() },
        page.tag
    );
    if packed.is_some() {
        headers.push_str("Content-Encoding: br\r\n");
    }
    headers.push_str("\r\n");
    let mut bytes = headers.into_bytes();
    if !head && !unchanged {
        bytes.extend_from_slice(body);
    }
    bytes
}

fn plain_answer(status: &str, text: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Length: {}\r\nContent-Security-Policy: {POLICY}\r\n\r\n{text}",
        text.len()
    )
    .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> HashMap<String, Page> {
        let files = [
            ("/index.html", "<p>start</p>"),
            ("/a/quintet-1.wasm", "module"),
            ("/a/quintet-1.wasm.br", "packed"),
        ];
        let mut pages = files.map(|(path, text)| (path.to_owned(), page(path, text.into()))).into();
        offer_packed(&mut pages);
        pages
    }

    fn ask(request: &str) -> String {
        let request = read_request(&mut request.as_bytes())
            .expect("memory reads")
            .expect("there is a request");
        String::from_utf8_lossy(&answer(&request, &site())).into_owned()
    }

    #[test]
    fn the_root_is_the_index_and_is_revalidated_every_time() {
        let told = ask("GET / HTTP/1.1\r\n\r\n");
        assert!(told.starts_with("HTTP/1.1 200 OK"), "{told}");
        assert!(told.contains("text/html") && told.contains("no-cache"), "{told}");
        assert!(told.contains("script-src 'self' 'wasm-unsafe-eval'"), "{told}");
        assert!(told.ends_with("<p>start</p>"), "{told}");
    }

    #[test]
    fn hashed_files_are_immutable_and_have_their_type() {
        let told = ask("GET /a/quintet-1.wasm?x HTTP/1.1\r\n\r\n");
        assert!(told.contains("application/wasm") && told.contains("immutable"), "{told}");
    }

    #[test]
    fn compressed_files_are_sent_to_clients_that_accept_them() {
        let told = ask("GET /a/quintet-1.wasm HTTP/1.1\r\nAccept-Encoding: gzip, br\r\n\r\n");
        assert!(told.contains("Content-Encoding: br") && told.ends_with("packed"), "{told}");
        assert!(ask("GET /a/quintet-1.wasm HTTP/1.1\r\n\r\n").ends_with("module"));
    }

    #[test]
    fn a_file_that_the_client_has_is_not_sent_again() {
        let tag = &site()["/index.html"].tag;
        let told = ask(&format!("GET / HTTP/1.1\r\nIf-None-Match: {tag}\r\n\r\n"));
        assert!(told.starts_with("HTTP/1.1 304"), "{told}");
    }

    #[test]
    fn missing_files_and_other_methods_are_refused() {
        assert!(ask("GET /../etc/passwd HTTP/1.1\r\n\r\n").contains(" 404 "));
        assert!(ask("POST / HTTP/1.1\r\n\r\n").contains(" 405 "));
    }
}
