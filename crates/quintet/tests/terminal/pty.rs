//! The program on a pseudo-terminal, with a model of its screen.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// How long something may take on a busy machine.
const PATIENCE: Duration = Duration::from_mins(1);

/// A folder for settings and scores, deleted at the end.
pub(crate) struct Home(PathBuf);

impl Home {
    pub(crate) fn new() -> Home {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("quintet-terminal-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder for tests");
        Home(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The folder with scores and replays.
    pub(crate) fn data(&self) -> PathBuf {
        self.0.join("data/quintet")
    }
}

impl Drop for Home {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What the terminal can do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keys {
    /// The kitty keyboard protocol.
    Kitty,
    /// Presses and repeats only.
    Plain,
}

/// A terminal with the program in it.
pub(crate) struct Terminal {
    pub(crate) screen: vt100::Parser,
    /// Everything that the program has written.
    pub(crate) written: Vec<u8>,
    keys: Keys,
    output: Receiver<Vec<u8>>,
    input: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    master: Box<dyn MasterPty + Send>,
}

impl Terminal {
    /// Starts `quintet` with these arguments.
    pub(crate) fn start(home: &Home, keys: Keys, size: (u16, u16), arguments: &[&str]) -> Terminal {
        let mut command = CommandBuilder::new(super::program());
        command.args(arguments);
        Terminal::run(home, keys, size, command)
    }

    /// Starts a command with the environment of a terminal.
    pub(crate) fn run(
        home: &Home,
        keys: Keys,
        (columns, rows): (u16, u16),
        mut command: CommandBuilder,
    ) -> Terminal {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).expect("a pseudo-terminal");
        for name in ["NO_COLOR", "COLORTERM", "LC_ALL", "LC_CTYPE", "QUINTET_SERVER"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        command.env("LANG", "C.UTF-8");
        command.env("XDG_CONFIG_HOME", home.path().join("config"));
        command.env("XDG_DATA_HOME", home.path().join("data"));
        let child = pair.slave.spawn_command(command).expect("the program starts");
        let mut reader = pair.master.try_clone_reader().expect("its output");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut bytes = [0; 1 << 14];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let input = pair.master.take_writer().expect("its input");
        Terminal {
            screen: vt100::Parser::new(rows, columns, 0),
            written: Vec::new(),
            keys,
            output,
            input,
            child,
            master: pair.master,
        }
    }

    /// Takes what the program has written, and answers what it asks of the terminal. False once
    /// nothing more can come.
    fn read(&mut self, timeout: Duration) -> bool {
        match self.output.recv_timeout(timeout) {
            Ok(bytes) => {
                self.screen.process(&bytes);
                self.written.extend_from_slice(&bytes);
                let asks = bytes.windows(3).any(|part| part == b"\x1b[c");
                if asks {
                    if self.keys == Keys::Kitty {
                        self.send("\x1b[?0u");
                    }
                    self.send("\x1b[?62c");
                }
                true
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => false,
        }
    }

    /// The screen as text.
    pub(crate) fn text(&self) -> String {
        self.screen.screen().contents()
    }

    /// Waits until the screen shows something.
    pub(crate) fn wait_for(&mut self, words: &str) {
        self.wait_until(words, |screen| screen.contains(words));
    }

    /// Waits until something holds for the text on the screen.
    pub(crate) fn wait_until(&mut self, what: &str, holds: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !holds(&self.text()) {
            let goes_on = self.read(Duration::from_millis(20));
            assert!(
                goes_on && Instant::now() < deadline,
                "never saw {what:?}; the screen is\n{}",
                self.text()
            );
        }
    }

    /// Presses a key again and again until something holds for the text on the screen.
    pub(crate) fn press_until(&mut self, key: &str, what: &str, holds: impl Fn(&str) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !holds(&self.text()) {
            self.send(key);
            // Longer than the gap below which a key counts as a repeat.
            let next = Instant::now() + Duration::from_millis(90);
            while Instant::now() < next {
                assert!(self.read(Duration::from_millis(10)), "it has ended");
            }
            let in_time = Instant::now() < deadline;
            assert!(in_time, "never saw {what:?}; the screen is\n{}", self.text());
        }
    }

    /// Sends bytes as keys.
    pub(crate) fn send(&mut self, bytes: &str) {
        // A program that has ended reads nothing, and the test says so elsewhere.
        let _ = self.input.write_all(bytes.as_bytes());
        let _ = self.input.flush();
    }

    /// The window gets another size.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        self.master.resize(size).expect("a terminal can be resized");
        self.screen.screen_mut().set_size(rows, columns);
    }

    /// Sends a signal to the program.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.child.process_id().expect("it runs").to_string();
        let sent = std::process::Command::new("kill").args(["-s", name, &id]).status();
        assert!(sent.is_ok_and(|status| status.success()), "kill -s {name} {id}");
    }

    /// Waits for the end.
    pub(crate) fn ends(&mut self) -> ExitStatus {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("its status") {
                // What it wrote last may still be on its way.
                while self.read(Duration::from_millis(20)) && Instant::now() < deadline {}
                return status;
            }
            self.read(Duration::from_millis(20));
            assert!(Instant::now() < deadline, "it does not end:\n{}", self.text());
        }
    }

    /// Whether the terminal is as it was before.
    pub(crate) fn is_restored(&self) -> bool {
        let screen = self.screen.screen();
        !screen.alternate_screen() && !screen.hide_cursor()
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has ended in most tests.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
