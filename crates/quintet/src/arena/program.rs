//! A program that speaks the Tetris Bot Protocol, at the other end of two pipes.

use std::io::{BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use quintet_bot::tbp::types::bot_msg::Info;
use quintet_bot::tbp::types::frontend_msg::{Quit, Rules, Start};
use quintet_bot::tbp::types::randomizer::RandomizerRule;
use quintet_bot::tbp::types::{BotMessage, FrontendMessage};
use quintet_bot::tbp::{Line, Lines, from_bot, line};

use super::fault::Fault;

/// How long it may take to end by itself.
const ENDING: Duration = Duration::from_millis(300);
/// Lines that wait to be read or written; more than a game at its busiest has.
const WAITING: usize = 64;

/// A running program.
pub(crate) struct Program {
    child: Child,
    heard: Receiver<(Instant, Line)>,
    /// Dropped to close the program's input.
    told: Option<SyncSender<Vec<u8>>>,
}

impl Program {
    /// Starts a program. A command is words apart by blanks; `quintet` is this very program.
    pub(crate) fn start(command: &str, shows_stderr: bool) -> Result<Program, Fault> {
        let no_start = |error: std::io::Error| Fault::NoStart(error.to_string());
        let mut words = command.split_whitespace();
        let mut starting = match words.next() {
            Some("quintet") => Command::new(std::env::current_exe().map_err(no_start)?),
            Some(word) => Command::new(word),
            None => return Err(Fault::NoStart("the command is empty".into())),
        };
        starting.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        starting.stderr(if shows_stderr { Stdio::inherit() } else { Stdio::null() });
        let mut child = starting.spawn().map_err(no_start)?;
        let (to_us, heard) = sync_channel(WAITING);
        let (told, to_it) = sync_channel(WAITING);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || listen(stdout, &to_us));
        }
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || talk(stdin, &to_it));
        }
        Ok(Program { child, heard, told: Some(told) })
    }

    /// Waits for the introduction, tells the rules, and waits until the program is ready, all
    /// within this time.
    pub(crate) fn get_ready(&self, within: Duration) -> Result<Info, Fault> {
        let deadline = Instant::now() + within;
        let late =
            |fault| if matches!(fault, Fault::Late(_)) { Fault::NotReady(within) } else { fault };
        let info = loop {
            if let (_, BotMessage::Info(info)) = self.hear(deadline).map_err(late)? {
                break info;
            }
        };
        let mut rules = Rules::new();
        rules.randomizer = RandomizerRule::SevenBag;
        self.tell(&rules.into())?;
        loop {
            match self.hear(deadline).map_err(late)?.1 {
                BotMessage::Ready(_) => return Ok(info),
                BotMessage::Error(_) => return Err(Fault::Rules),
                _ => {}
            }
        }
    }

    /// Tells the program something. Where its input is full it has not been read for long.
    pub(crate) fn tell(&self, message: &FrontendMessage) -> Result<(), Fault> {
        let Some(told) = &self.told else { return Err(Fault::Deaf) };
        // A program that has ended is found out by what it no longer says.
        match told.try_send(line(message)) {
            Err(std::sync::mpsc::TrySendError::Full(_)) => Err(Fault::Deaf),
            _ => Ok(()),
        }
    }

    /// Gives the program a position.
    pub(crate) fn give(&self, start: Start) -> Result<(), Fault> {
        self.tell(&start.into())
    }

    /// The next message and when it came; late if it came after the deadline.
    pub(crate) fn hear(&self, deadline: Instant) -> Result<(Instant, BotMessage), Fault> {
        let begun = Instant::now();
        let late = || Fault::Late(deadline.saturating_duration_since(begun));
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let (at, line) = match self.heard.recv_timeout(left) {
                Ok(heard) => heard,
                Err(RecvTimeoutError::Timeout) => return Err(late()),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Ended),
            };
            if at > deadline {
                return Err(late());
            }
            let Line::Whole(line) = line else { return Err(Fault::LongLine) };
            match from_bot(&line) {
                Ok(Some(message)) => return Ok((at, message)),
                Ok(None) => {}
                Err(error) => return Err(Fault::Nonsense(error.to_string())),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.tell(&Quit::new().into());
        self.told = None;
        let deadline = Instant::now() + ENDING;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            // Keeps a program going that waits for its output to be read.
            let _ = self.heard.recv_timeout(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Passes lines on until there are no more, or nobody wants them.
fn listen(stdout: ChildStdout, to_us: &SyncSender<(Instant, Line)>) {
    let mut lines = Lines::new(BufReader::new(stdout));
    while let Ok(Some(line)) = lines.next_line() {
        if to_us.send((Instant::now(), line)).is_err() {
            break;
        }
    }
}

fn talk(mut stdin: ChildStdin, to_it: &Receiver<Vec<u8>>) {
    while let Ok(line) = to_it.recv() {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}
