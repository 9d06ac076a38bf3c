//! A static host for a test that changes or closes it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;

use quintet_words::Compiled;

use crate::browser::page::Page;

/// Forwards every request to the site under test, until it is closed.
pub struct Host {
    port: u16,
    state: Arc<State>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct State {
    closed: AtomicBool,
    renewed: AtomicBool,
    language: Option<Compiled>,
}

/// The code of the language of a host.
const CODE: &str = "xx";

impl Host {
    /// The path of the language of a host that has one.
    pub const LANGUAGE: &str = "a/xx-0123456789abcdef.txt";
    /// Its path in a newer version.
    pub const NEWER_LANGUAGE: &str = "a/xx-fedcba9876543210.txt";

    /// Starts to listen.
    pub fn open() -> Host {
        Host::with(State::default())
    }

    /// The same with one more language than the site has, under the code `xx`.
    pub fn with_language(language: Compiled) -> Host {
        Host::with(State { language: Some(language), ..State::default() })
    }

    fn with(state: State) -> Host {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("some port is free");
        let port = listener.local_addr().expect("it is bound").port();
        let state = Arc::new(state);
        let seen = Arc::clone(&state);
        let thread = std::thread::spawn(move || {
            for visitor in listener.incoming().flatten() {
                if seen.closed.load(Ordering::SeqCst) {
                    return;
                }
                let state = Arc::clone(&seen);
                // A client that disconnects in the middle of a response is not an error.
                std::thread::spawn(move || serve(visitor, &state).ok());
            }
        });
        Host { port, state, thread: Some(thread) }
    }

    /// The root of the site here.
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/", self.port)
    }

    /// From now on the site is a newer version: its service worker has changed, and its language, if
    /// it has one.
    pub fn renew(&self) {
        self.state.renewed.store(true, Ordering::SeqCst);
    }

    /// Stops listening.
    pub fn close(&mut self) {
        self.state.closed.store(true, Ordering::SeqCst);
        // Wakes the thread, which looks at the sign and goes.
        let _ = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port));
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        self.close();
    }
}

fn serve(mut visitor: TcpStream, state: &State) -> std::io::Result<()> {
    let mut request = String::new();
    let mut lines = BufReader::new(visitor.try_clone()?);
    lines.read_line(&mut request)?;
    let mut line = String::new();
    while lines.read_line(&mut line)? > 2 {
        line.clear();
    }
    let path = request.split_whitespace().nth(1).unwrap_or("/");
    let is_language =
        [Host::LANGUAGE, Host::NEWER_LANGUAGE].contains(&path.trim_start_matches('/'));
    let script = |answer: &[u8], change: &dyn Fn(&str) -> String| {
        let text = String::from_utf8_lossy(answer);
        plain("text/javascript", &change(text.split_once("\r\n\r\n").unwrap_or_default().1))
    };
    let answer = match &state.language {
        Some(language) if is_language => plain("text/plain", &language.text),
        Some(language)
            if path.starts_with("/a/quintet-") && path.rsplit('.').next() == Some("js") =>
        {
            let offer = format!("languages = `{CODE} {} {}`", Host::LANGUAGE, language.name);
            script(&fetch(path)?, &|boot| boot.replace("languages = ``", &offer))
        }
        _ if path.starts_with("/sw.js") && state.renewed.load(Ordering::SeqCst) => {
            let languages = format!("LANGUAGES = [\"{}\"]", Host::NEWER_LANGUAGE);
            let newer = |worker: &str| {
                worker
                    .replace("LANGUAGES = []", &languages)
                    .replace("CACHE = PREFIX + \"", "CACHE = PREFIX + \"newer-")
            };
            script(&fetch(path)?, &newer)
        }
        _ => fetch(path)?,
    };
    visitor.write_all(&answer)
}

/// The site's own answer, uncompressed, on a connection that ends with it.
fn fetch(path: &str) -> std::io::Result<Vec<u8>> {
    let site = Page::site();
    let authority = site.trim_start_matches("http://").trim_end_matches('/');
    let mut upstream = TcpStream::connect(authority)?;
    write!(upstream, "GET {path} HTTP/1.1\r\nHost: {authority}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    upstream.read_to_end(&mut answer)?;
    let text = String::from_utf8_lossy(&answer[..answer.len().min(4096)]).into_owned();
    // The visitor must not wait for more on this connection either.
    let head = text.find("\r\n").unwrap_or(0);
    let mut closing = answer[..head].to_vec();
    closing.extend_from_slice(b"\r\nConnection: close");
    closing.extend_from_slice(&answer[head..]);
    Ok(closing)
}

/// A text that is not to be kept.
fn plain(kind: &str, body: &str) -> Vec<u8> {
    format!(
        "HTTP/1.1 200 OK\r\nContent-Type: {kind}; charset=utf-8\r\nCache-Control: no-cache\r\n\
         Connection: close\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
