//! The loop: waits for keys, signals, the computer and the clock, and draws what they change.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use quintet_engine::Micros;

use crate::app::{Abilities, App, Begin, Outside};
use crate::keyboard::Reports;
use crate::online::{EventSink, NetEvent, Network, ServerAddress};
use crate::sources::Answer;
use crate::store::{Folders, Store};
use crate::terminal::{self, Guard, Screen};
use quintet_frontend::{Characters, Colours};

/// What the command line asks for.
#[derive(Debug)]
pub struct Options {
    /// Where to begin.
    pub begin: Begin,
    /// How many colours, where not as set.
    pub colours: Option<Colours>,
    /// Which characters, where not as set.
    pub characters: Option<Characters>,
    /// What keys report, where the terminal is not to be asked.
    pub reports: Option<Reports>,
    /// The server to visit, and to submit scores to.
    pub server: Option<ServerAddress>,
}

/// How the program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The player left.
    Left,
    /// A signal with this number asked it to.
    Signal(i32),
}

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// Standard input or output is no terminal.
    #[error("`quintet play` needs a terminal on standard input and output")]
    NoTerminal,
    /// There is no place for files.
    #[error("there is no home folder; set HOME, or XDG_CONFIG_HOME and XDG_DATA_HOME")]
    NoHome,
    /// The terminal failed.
    #[error("the terminal cannot be used: {0}")]
    Terminal(#[from] io::Error),
}

/// What wakes the loop.
enum Message {
    Event(Event, Instant),
    Answer(Answer),
    Network(NetEvent),
    Signal(i32),
    /// The terminal is gone.
    Closed,
}

/// How long the program may wait before it ends, for a server that has to be told of a ranked game.
const FAREWELL_LIMIT: Micros = Micros::from_secs(2);

/// Plays until the player leaves.
pub fn run(options: Options) -> Result<Ended, PlayError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(PlayError::NoTerminal);
    }
    let store = Store::new(Folders::of_user().ok_or(PlayError::NoHome)?);
    let (sender, messages) = channel();
    watch_signals(&sender)?;
    let guard = Guard::take(options.reports)?;
    let variable = |name: &str| std::env::var(name).ok();
    let abilities = Abilities {
        depth: terminal::colour_depth(variable),
        unicode: terminal::has_unicode(variable),
        reports: guard.reports,
        colours: options.colours,
        characters: options.characters,
    };
    // Sending fails at the end, when the receiver is gone.
    let (answers, events) = (sender.clone(), sender.clone());
    let events: EventSink = Arc::new(move |event| drop(events.send(Message::Network(event))));
    let outside = Outside {
        answers: Arc::new(move |answer| drop(answers.send(Message::Answer(answer)))),
        seeds: Box::new(random_seed),
        links: Box::new(move |server| Box::new(Network::new(server.clone(), Arc::clone(&events)))),
        server: options.server,
    };
    let app = App::new(store, abilities, outside, options.begin);
    thread::spawn(move || read_events(&sender));
    let screen = terminal::screen()?;
    Loop { app, guard, screen, messages, start: Instant::now() }.run()
}

/// An unpredictable number.
fn random_seed() -> u64 {
    use std::hash::{BuildHasher, Hasher, RandomState};
    RandomState::new().build_hasher().finish()
}

fn read_events(messages: &Sender<Message>) {
    loop {
        let message = match event::read() {
            Ok(event) => Message::Event(event, Instant::now()),
            Err(_) => Message::Closed,
        };
        let is_last = matches!(message, Message::Closed);
        if messages.send(message).is_err() || is_last {
            return;
        }
    }
}

#[cfg(unix)]
fn watch_signals(messages: &Sender<Message>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};

    let mut signals =
        signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP])?;
    let messages = messages.clone();
    thread::spawn(move || {
        for signal in signals.forever() {
            if messages.send(Message::Signal(signal)).is_err() {
                return;
            }
        }
    });
    Ok(())
}

#[cfg(not(unix))]
fn watch_signals(_messages: &Sender<Message>) -> io::Result<()> {
    Ok(())
}

struct Loop {
    app: App,
    guard: Guard,
    screen: Screen,
    messages: Receiver<Message>,
    start: Instant,
}

impl Loop {
    fn run(mut self) -> Result<Ended, PlayError> {
        let ended = self.play();
        self.app.leave();
        terminal::restore();
        self.tell_server();
        drop(self.guard);
        ended.map_err(PlayError::from)
    }

    /// Tells the server how a ranked game stands. The player has the terminal back meanwhile.
    fn tell_server(&mut self) {
        let limit = self.now() + FAREWELL_LIMIT;
        while self.app.has_urgent_news() && self.now() < limit {
            let wake = self.app.wake().map_or(limit, |wake| wake.min(limit));
            let left = Duration::from_micros((wake - self.now()).0);
            if let Ok(Message::Network(event)) = self.messages.recv_timeout(left) {
                let now = self.now();
                self.app.network(event, now);
            }
            let now = self.now();
            self.app.advance(now);
        }
    }

    fn play(&mut self) -> io::Result<Ended> {
        loop {
            self.draw()?;
            if let Some(message) = self.wait()
                && let Some(ended) = self.take(message)?
            {
                return Ok(ended);
            }
            // Queued messages are handled before the next frame.
            while let Ok(message) = self.messages.try_recv() {
                if let Some(ended) = self.take(message)? {
                    return Ok(ended);
                }
            }
            let now = self.now();
            self.app.advance(now);
            if self.app.quits {
                return Ok(Ended::Left);
            }
        }
    }

    fn now(&self) -> Micros {
        self.stamp(Instant::now())
    }

    fn stamp(&self, at: Instant) -> Micros {
        Micros(at.saturating_duration_since(self.start).as_micros() as u64)
    }

    fn draw(&mut self) -> io::Result<()> {
        self.screen.draw(|frame| self.app.draw(frame.buffer_mut()))?;
        if std::mem::take(&mut self.app.rings) {
            let mut out = io::stdout();
            out.write_all(b"\x07")?;
            out.flush()?;
        }
        Ok(())
    }

    /// Waits for a message, or until something happens by itself.
    fn wait(&self) -> Option<Message> {
        let Some(wake) = self.app.wake() else { return self.messages.recv().ok() };
        let left = wake - self.now();
        self.messages.recv_timeout(Duration::from_micros(left.0)).ok()
    }

    fn take(&mut self, message: Message) -> io::Result<Option<Ended>> {
        match message {
            Message::Answer(answer) => self.app.answer(answer),
            Message::Network(event) => {
                let now = self.now();
                self.app.network(event, now);
            }
            Message::Closed => return Ok(Some(Ended::Left)),
            Message::Signal(signal) if is_stop(signal) => self.suspend()?,
            Message::Signal(signal) => return Ok(Some(Ended::Signal(signal))),
            Message::Event(Event::Key(key), at) => {
                if is_control(&key, 'c') {
                    return Ok(Some(Ended::Left));
                }
                if is_control(&key, 'z') {
                    self.suspend()?;
                } else if is_control(&key, 'l') {
                    self.redraw()?;
                } else {
                    let at = self.stamp(at);
                    self.app.key(&key, at);
                }
            }
            Message::Event(Event::FocusLost, _) => self.app.step_away(),
            // The next picture has the new size.
            Message::Event(..) => {}
        }
        Ok(None)
    }

    /// Suspends the program as Ctrl+Z does elsewhere; returns after `fg`.
    fn suspend(&mut self) -> io::Result<()> {
        self.app.step_away();
        terminal::restore();
        #[cfg(unix)]
        signal_hook::low_level::emulate_default_handler(signal_hook::consts::SIGTSTP)?;
        self.guard.enter()?;
        self.redraw()
    }

    /// Has the next frame drawn in full. [`ratatui::Terminal::clear`] would query the terminal's
    /// cursor position, and the answer would be read as a key.
    fn redraw(&mut self) -> io::Result<()> {
        let size = self.screen.size()?;
        self.screen.resize(size.into())
    }
}

#[cfg(unix)]
fn is_stop(signal: i32) -> bool {
    signal == signal_hook::consts::SIGTSTP
}

#[cfg(not(unix))]
fn is_stop(_signal: i32) -> bool {
    false
}

fn is_control(key: &KeyEvent, letter: char) -> bool {
    key.kind == KeyEventKind::Press
        && key.modifiers.contains(KeyModifiers::CONTROL)
        && key.code == KeyCode::Char(letter)
}
