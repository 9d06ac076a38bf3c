//! The `DevTools` protocol, over a pipe: one JSON object per message, terminated by a zero byte.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

/// No command takes longer than this, however busy the machine.
const LONGEST_ANSWER: Duration = Duration::from_mins(3);

type Answer = Result<Value, String>;

/// An event that the browser sends.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    /// Its name, as in `Runtime.exceptionThrown`.
    pub(crate) method: String,
    /// Its parameters.
    pub(crate) params: Value,
}

/// The browser's end of the pipe, shared by all pages.
pub(crate) struct DevTools {
    pipe: Mutex<ChildStdin>,
    next: AtomicU64,
    post: Arc<Post>,
}

/// Where answers and events are delivered.
#[derive(Default)]
struct Post {
    answers: Mutex<HashMap<u64, Sender<Answer>>>,
    notices: Mutex<HashMap<String, Sender<Notice>>>,
}

impl DevTools {
    /// Takes over a browser whose input and output are the pipe.
    pub(crate) fn new(mut browser: Child) -> DevTools {
        let to = browser.stdin.take().expect("its input is the pipe");
        let from = browser.stdout.take().expect("its output is the pipe");
        let post = Arc::new(Post::default());
        let delivery = Arc::clone(&post);
        std::thread::spawn(move || {
            deliver(from, &delivery);
            browser.wait()
        });
        DevTools { pipe: Mutex::new(to), next: AtomicU64::new(1), post }
    }

    /// Sends a command to the browser, or to the page of this session, and waits for the answer.
    pub(crate) fn call(&self, session: Option<&str>, method: &str, params: &Value) -> Answer {
        let id = self.next.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = channel();
        lock(&self.post.answers).insert(id, sender);
        let mut message = json!({ "id": id, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        let sent = {
            let mut pipe = lock(&self.pipe);
            pipe.write_all(&bytes).and_then(|()| pipe.flush())
        };
        sent.map_err(|error| format!("the browser is gone: {error}"))?;
        let silence = |_| format!("the browser did not answer to {method}");
        let answer = receiver.recv_timeout(LONGEST_ANSWER).map_err(silence)?;
        answer.map_err(|error| format!("{method}: {error}"))
    }

    /// The events of the page of this session from now on.
    pub(crate) fn listen(&self, session: &str) -> Receiver<Notice> {
        let (sender, receiver) = channel();
        lock(&self.post.notices).insert(session.to_owned(), sender);
        receiver
    }

    /// Stops listening.
    pub(crate) fn forget(&self, session: &str) {
        lock(&self.post.notices).remove(session);
    }
}

/// Locks a mutex even if a failed test has poisoned it.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn deliver(from: ChildStdout, post: &Post) {
    let mut reader = BufReader::new(from);
    let mut message = Vec::new();
    while reader.read_until(0, &mut message).is_ok_and(|length| length > 0) {
        message.pop();
        if let Ok(message) = serde_json::from_slice(&message) {
            sort(message, post);
        }
        message.clear();
    }
    // Pending requests fail at once.
    lock(&post.answers).clear();
}

fn sort(mut message: Value, post: &Post) {
    if let Some(id) = message["id"].as_u64() {
        let answer = match message["error"]["message"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(message["result"].take()),
        };
        if let Some(sender) = lock(&post.answers).remove(&id) {
            // A test that gave up waiting needs no answer.
            let _ = sender.send(answer);
        }
        return;
    }
    let session = message["sessionId"].as_str().unwrap_or_default();
    if let Some(sender) = lock(&post.notices).get(session) {
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        let _ = sender.send(Notice { method, params: message["params"].take() });
    }
}
