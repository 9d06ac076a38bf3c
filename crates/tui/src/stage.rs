//! The front end without a terminal: keys and time by hand, pictures as text.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use std::{env, fs};

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use quintet_engine::Micros;
use quintet_protocol::{ClientMessage, Secret, ServerMessage, decode_client, encode};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;

use crate::app::{Abilities, App, Begin, Outside};
use crate::draw::{self, Depth};
use crate::keyboard::Reports;
use crate::online::{Answered, Link, Links, NetEvent, Request};
use crate::sources::{Answer, Computer};
use crate::store::testing::Scratch;

/// How long something may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(2);

/// The front end on a screen of some size.
pub(crate) struct Stage {
    pub(crate) app: App,
    pub(crate) now: Micros,
    pub(crate) size: (u16, u16),
    /// Requests to the network, which the test answers.
    pub(crate) asked: Rc<RefCell<Vec<Asked>>>,
    answers: Receiver<Answer>,
    scratch: PathBuf,
}

/// Something that was asked of the network.
#[derive(Debug)]
pub(crate) enum Asked {
    Dial(u32),
    Send(ClientMessage),
    HangUp,
    Request(Request),
}

/// Records requests.
struct Recorded(Rc<RefCell<Vec<Asked>>>);

impl Link for Recorded {
    fn dial(&mut self, number: u32) {
        self.0.borrow_mut().push(Asked::Dial(number));
    }

    fn send(&mut self, message: Vec<u8>) {
        let message = decode_client(&message).expect("the server could read it");
        self.0.borrow_mut().push(Asked::Send(message));
    }

    fn hang_up(&mut self) {
        self.0.borrow_mut().push(Asked::HangUp);
    }

    fn request(&mut self, request: Request, _: Option<Secret>) {
        self.0.borrow_mut().push(Asked::Request(request));
    }
}

impl Stage {
    pub(crate) fn new(begin: Begin) -> Stage {
        Stage::with(Reports::Releases, Depth::True, true, begin)
    }

    pub(crate) fn with(reports: Reports, depth: Depth, unicode: bool, begin: Begin) -> Stage {
        Stage::in_store(Scratch::new(), reports, depth, unicode, begin)
    }

    pub(crate) fn in_store(
        scratch: Scratch,
        reports: Reports,
        depth: Depth,
        unicode: bool,
        begin: Begin,
    ) -> Stage {
        let (sender, answers) = channel();
        let abilities = Abilities { depth, unicode, reports, colours: None, characters: None };
        let (store, folder) = scratch.into_parts();
        let sink = Arc::new(move |answer| drop(sender.send(answer)));
        let mut seed = 0;
        let seeds = Box::new(move || {
            seed += 1;
            seed
        });
        let asked = Rc::new(RefCell::new(Vec::new()));
        let recorded = Rc::clone(&asked);
        let links: Links = Box::new(move |_| Box::new(Recorded(Rc::clone(&recorded))));
        let outside = Outside { answers: sink, seeds, links, server: None };
        let app = App::new(store, abilities, outside, begin);
        Stage { app, now: Micros::ZERO, size: (80, 24), asked, answers, scratch: folder }
    }

    /// The program ends as if killed, and is started again.
    pub(crate) fn restart(&mut self, begin: Begin) -> &mut Stage {
        let scratch = Scratch::of(std::mem::take(&mut self.scratch));
        *self = Stage::in_store(scratch, Reports::Releases, Depth::True, true, begin);
        self
    }

    /// The number of the last connection that was dialled.
    fn connection(&self) -> u32 {
        let asked = self.asked.borrow();
        let dialled =
            |asked: &Asked| if let Asked::Dial(number) = asked { Some(*number) } else { None };
        asked.iter().rev().find_map(dialled).expect("something was dialled")
    }

    /// The connection is made.
    pub(crate) fn open_connection(&mut self) -> &mut Stage {
        self.app.network(NetEvent::Opened(self.connection()), self.now);
        self
    }

    /// The connection breaks, or could not be made.
    pub(crate) fn close_connection(&mut self) -> &mut Stage {
        self.app.network(NetEvent::Closed(self.connection()), self.now);
        self
    }

    /// The server says something.
    pub(crate) fn hear(&mut self, message: &ServerMessage) -> &mut Stage {
        let event = NetEvent::Message(self.connection(), encode(message));
        self.app.network(event, self.now);
        self
    }

    /// The server answers a request.
    pub(crate) fn answer(&mut self, answered: Answered) -> &mut Stage {
        self.app.network(NetEvent::Answered(answered), self.now);
        self
    }

    /// The server's clock.
    pub(crate) fn server_now(&self) -> Micros {
        self.now + Micros::from_secs(100)
    }

    /// The server tells the time, whenever it is asked.
    fn answer_pings(&mut self) {
        let mut pings = Vec::new();
        self.asked.borrow_mut().retain(|asked| match asked {
            Asked::Send(ClientMessage::Ping { sent }) => {
                pings.push(*sent);
                false
            }
            _ => true,
        });
        for sent in pings {
            self.hear(&ServerMessage::Pong { sent, now: self.server_now() });
        }
    }

    /// Messages sent since the last call, without empty inputs, which only report the board's time.
    pub(crate) fn sent(&mut self) -> Vec<ClientMessage> {
        let sent = |asked| match asked {
            Asked::Send(ClientMessage::Inputs { inputs, .. }) if inputs.is_empty() => None,
            Asked::Send(message) => Some(message),
            Asked::Dial(_) | Asked::HangUp | Asked::Request(_) => None,
        };
        self.answer_pings();
        let numbers = [Asked::Dial(self.connection())];
        let asked = self.asked.replace(numbers.into());
        asked.into_iter().filter_map(sent).collect()
    }

    pub(crate) fn event(&mut self, code: KeyCode, kind: KeyEventKind) -> &mut Stage {
        let event = KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind);
        self.app.key(&event, self.now);
        self
    }

    /// A key goes down and up.
    pub(crate) fn tap(&mut self, code: KeyCode) -> &mut Stage {
        self.event(code, KeyEventKind::Press).event(code, KeyEventKind::Release)
    }

    /// Taps the keys of a text, one after the other.
    pub(crate) fn write(&mut self, keys: &str) -> &mut Stage {
        for key in keys.chars() {
            self.tap(KeyCode::Char(key));
        }
        self
    }

    /// Lets time pass as the real loop does: from deadline to deadline.
    pub(crate) fn wait(&mut self, ms: u64) -> &mut Stage {
        let end = self.now + Micros::from_millis(ms);
        while let Some(wake) = self.app.wake().filter(|&wake| wake <= end) {
            self.now = self.now.max(wake);
            self.app.advance(self.now);
            while let Ok(answer) = self.answers.try_recv() {
                self.app.answer(answer);
            }
            self.answer_pings();
            if self.app.wake() == Some(wake) && wake <= self.now {
                // Something that wants to run now has run.
                self.now += Micros::from_millis(1);
            }
        }
        self.now = self.now.max(end);
        self.app.advance(self.now);
        self
    }

    /// Lets the computer think and time pass until something holds. No time passes while a computer
    /// player thinks, and none is waited for while it plays what it has planned.
    pub(crate) fn wait_for(&mut self, holds: impl Fn(&App) -> bool) -> &mut Stage {
        let deadline = Instant::now() + PATIENCE;
        while !holds(&self.app) {
            assert!(Instant::now() < deadline, "it never came to that:\n{}", self.picture());
            let longest = match self.app.computer().map(Computer::thinks) {
                Some(true) => PATIENCE,
                Some(false) => Duration::ZERO,
                // A hint or an analysis.
                None => Duration::from_millis(5),
            };
            if let Ok(answer) = self.answers.recv_timeout(longest) {
                self.app.answer(answer);
            }
            self.wait(5);
        }
        self
    }

    pub(crate) fn buffer(&mut self) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, self.size.0, self.size.1));
        self.app.draw(&mut buffer);
        buffer
    }

    /// The screen as text.
    pub(crate) fn picture(&mut self) -> String {
        let width = usize::from(self.size.0);
        let buffer = self.buffer();
        let mut picture = String::new();
        for row in buffer.content.chunks(width) {
            let line: String = row.iter().map(Cell::symbol).collect();
            picture.push_str(line.trim_end());
            picture.push('\n');
        }
        picture
    }

    /// Whether the screen has this text, on one line or broken into lines of whatever width.
    pub(crate) fn says(&mut self, text: &str) -> bool {
        let picture = self.picture();
        let has_all = |lines: Vec<String>| lines.iter().all(|line| picture.contains(line));
        picture.contains(text) || (20..80).any(|width| has_all(draw::wrap(text, width)))
    }

    /// Compares the screen at both sizes with the golden pictures of this name. With
    /// `QUINTET_PICTURES=write` they are written.
    pub(crate) fn check(&mut self, name: &str) -> &mut Stage {
        let before = self.size;
        for (columns, rows) in [(80, 24), (120, 40)] {
            self.size = (columns, rows);
            let picture = self.picture();
            compare(&format!("{name}-{columns}x{rows}"), &picture);
        }
        self.size = before;
        self
    }
}

/// Compares a picture with the golden one of this name.
pub(crate) fn compare(name: &str, picture: &str) {
    compare_file(&format!("tests/pictures/{name}.txt"), picture);
}

/// Compares a picture with a file, by its path from the crate.
pub(crate) fn compare_file(name: &str, picture: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    if env::var("QUINTET_PICTURES").is_ok_and(|value| value == "write") {
        fs::write(&path, picture).expect("the picture can be written");
    }
    let golden =
        fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert!(golden == picture, "{name} has changed:\n{picture}\ninstead of\n{golden}");
}

impl Drop for Stage {
    fn drop(&mut self) {
        // An empty path is that of a stage whose folder another one has.
        if self.scratch != Path::new("") {
            let _ = fs::remove_dir_all(&self.scratch);
        }
    }
}
