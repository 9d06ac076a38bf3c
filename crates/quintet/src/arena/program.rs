//! A child process that speaks the Tetris Bot Protocol over its standard input and output.

use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use quintet_bot::tbp::types::bot_msg::Info;
use quintet_bot::tbp::types::frontend_msg::{Quit, Rules, Start};
use quintet_bot::tbp::types::randomizer::RandomizerRule;
use quintet_bot::tbp::types::{BotMessage, FrontendMessage};
use quintet_bot::tbp::{Line, Lines, from_bot, to_line};

use super::fault::Fault;

/// How long it may take to exit after `quit`.
const EXIT_TIME: Duration = Duration::from_millis(300);
/// Lines queued in each direction; more than a game at its busiest needs.
const QUEUED: usize = 64;
/// The most of a program's standard error that an error message has, in bytes.
const MOST_TOLD: u64 = 2000;

/// A running program.
pub(crate) struct Program {
    child: Child,
    received: Receiver<(Instant, Line)>,
    /// Dropped to close the program's input.
    to_send: Option<SyncSender<Vec<u8>>>,
}

impl Program {
    /// Starts a program. The command is split on spaces, without quoting; `quintet` means this binary.
    pub(crate) fn start(command: &str, shows_stderr: bool) -> Result<Program, Fault> {
        let stderr = if shows_stderr { Stdio::inherit() } else { Stdio::null() };
        Program::start_with(command, stderr)
    }

    fn start_with(command: &str, stderr: Stdio) -> Result<Program, Fault> {
        let no_start = |error: std::io::Error| Fault::NoStart(error.to_string());
        let mut words = command.split_whitespace();
        let mut starting = match words.next() {
            Some("quintet") => Command::new(std::env::current_exe().map_err(no_start)?),
            Some(word) => Command::new(word),
            None => return Err(Fault::NoStart("the command is empty".into())),
        };
        starting.args(words).stdin(Stdio::piped()).stdout(Stdio::piped());
        starting.stderr(stderr);
        let mut child = starting.spawn().map_err(no_start)?;
        let (incoming, received) = sync_channel(QUEUED);
        let (to_send, outgoing) = sync_channel(QUEUED);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &incoming));
        }
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_lines(stdin, &outgoing));
        }
        Ok(Program { child, received, to_send: Some(to_send) })
    }

    /// Waits for `info`, sends the rules and waits for `ready`, all within this time.
    pub(crate) fn get_ready(&self, within: Duration) -> Result<Info, Fault> {
        let deadline = Instant::now() + within;
        let late =
            |fault| if matches!(fault, Fault::Late(_)) { Fault::NotReady(within) } else { fault };
        let info = loop {
            if let (_, BotMessage::Info(info)) = self.receive(deadline).map_err(late)? {
                break info;
            }
        };
        let mut rules = Rules::new();
        rules.randomizer = RandomizerRule::SevenBag;
        self.send(&rules.into())?;
        loop {
            match self.receive(deadline).map_err(late)?.1 {
                BotMessage::Ready(_) => return Ok(info),
                BotMessage::Error(_) => return Err(Fault::Rules),
                _ => {}
            }
        }
    }

    /// Sends a message. A full queue means that the program has stopped reading.
    pub(crate) fn send(&self, message: &FrontendMessage) -> Result<(), Fault> {
        let Some(to_send) = &self.to_send else { return Err(Fault::NotReading) };
        // A program that has exited is noticed when a message is awaited.
        match to_send.try_send(to_line(message)) {
            Err(std::sync::mpsc::TrySendError::Full(_)) => Err(Fault::NotReading),
            _ => Ok(()),
        }
    }

    /// Sends a position.
    pub(crate) fn start_position(&self, start: Start) -> Result<(), Fault> {
        self.send(&start.into())
    }

    /// The next message and when it arrived; an error if it arrived after the deadline.
    pub(crate) fn receive(&self, deadline: Instant) -> Result<(Instant, BotMessage), Fault> {
        let begun = Instant::now();
        let late = || Fault::Late(deadline.saturating_duration_since(begun));
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let (at, line) = match self.received.recv_timeout(left) {
                Ok(received) => received,
                Err(RecvTimeoutError::Timeout) => return Err(late()),
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Exited),
            };
            if at > deadline {
                return Err(late());
            }
            let Line::Whole(line) = line else { return Err(Fault::LineTooLong) };
            match from_bot(&line) {
                Ok(Some(message)) => return Ok((at, message)),
                Ok(None) => {}
                Err(error) => return Err(Fault::InvalidMessage(error.to_string())),
            }
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.send(&Quit::new().into());
        self.to_send = None;
        let deadline = Instant::now() + EXIT_TIME;
        while Instant::now() < deadline {
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            // Unblocks a program that waits for its output to be read.
            let _ = self.received.recv_timeout(Duration::from_millis(5));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Starts a program once before the games. One that cannot be started, or exits before it is ready, is
/// a mistake in the command; the error has what the program wrote.
pub(crate) fn check(command: &str, within: Duration) -> Result<(), String> {
    let refused = |fault: &Fault| format!("`{command}` {fault}");
    let mut program = Program::start_with(command, Stdio::piped()).map_err(|it| refused(&it))?;
    let (written, told) = sync_channel(1);
    if let Some(mut stderr) = program.child.stderr.take() {
        thread::spawn(move || {
            let mut text = Vec::new();
            let _ = (&mut stderr).take(MOST_TOLD).read_to_end(&mut text);
            let _ = written.send(String::from_utf8_lossy(&text).trim().to_owned());
            // What comes after is read too, so that the program does not wait for it.
            let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        });
    }
    match program.get_ready(within) {
        Err(fault @ Fault::Exited) => {
            // The program is gone, so its standard error has an end.
            let text = told.recv().unwrap_or_default();
            let separator = if text.is_empty() { "" } else { ":\n" };
            Err(format!("{} before it was ready{separator}{text}", refused(&fault)))
        }
        _ => Ok(()),
    }
}

/// Passes lines on until the end of the output, or until the receiver is dropped.
fn read_lines(stdout: ChildStdout, incoming: &SyncSender<(Instant, Line)>) {
    let mut lines = Lines::new(BufReader::new(stdout));
    while let Ok(Some(line)) = lines.next_line() {
        if incoming.send((Instant::now(), line)).is_err() {
            break;
        }
    }
}

fn write_lines(mut stdin: ChildStdin, outgoing: &Receiver<Vec<u8>>) {
    while let Ok(line) = outgoing.recv() {
        if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
            break;
        }
    }
}
