//! What playing in a terminal costs: processor time and bytes written per second, for `quintet play`
//! and a peer, in the same pseudo-terminal, with the same keys at the same times.
//!
//! `cargo xtask bench tui` builds both and runs this with their paths.

#[cfg(not(target_os = "linux"))]
fn main() -> Result<(), String> {
    Err("processor time is read from /proc, which only Linux has".to_owned())
}

#[cfg(target_os = "linux")]
fn main() -> Result<(), String> {
    linux::main()
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;
    use std::io::{Read, Write};
    use std::path::{Path, PathBuf};
    use std::sync::{Arc, Mutex, PoisonError};
    use std::thread::{sleep, spawn};
    use std::time::{Duration, Instant};

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    const COLUMNS: u16 = 100;
    const ROWS: u16 = 40;
    /// How long each is measured; not so long that the pieces reach the top.
    const MEASURED: Duration = Duration::from_secs(8);
    /// From key to key: eight per second.
    const KEY_GAP: Duration = Duration::from_millis(125);
    /// How often a pair is measured, in turns.
    const ROUNDS: u32 = 3;
    /// How far each piece is moved, to the left where it is negative, in turns.
    const STEPS: [i8; 7] = [-3, 3, -1, 2, -2, 1, 0];

    /// Left, right, rotate, drop.
    const QUINTET_KEYS: [&str; 4] = ["\x1b[D", "\x1b[C", "\x1b[A", " "];
    /// What ends a measurement that ought to go on.
    const OVER: &str = "GAME OVER";

    /// A program to measure.
    struct Contender {
        name: &'static str,
        program: PathBuf,
        arguments: &'static [&'static str],
        /// From the first screen into a game.
        start: &'static [&'static str],
        /// The keys for left, right, a rotation and a hard drop.
        keys: [&'static str; 4],
        /// Words that are on the screen of a game, and not of a menu.
        playing: &'static str,
    }

    /// What a program has written.
    struct Output {
        bytes: u64,
        /// How often it asked "What are you?", with which programs learn what a terminal can do.
        asked: u64,
        screen: vt100::Parser,
    }

    /// What a second costs.
    struct Cost {
        cpu_ms: f64,
        bytes: f64,
    }

    pub(crate) fn main() -> Result<(), String> {
        let mut arguments = std::env::args_os().skip(1).map(PathBuf::from);
        let (Some(quintet), Some(peer)) = (arguments.next(), arguments.next()) else {
            return Err("usage: terminal_cost QUINTET TETRO-TUI".to_owned());
        };
        let contenders = [
            Contender {
                name: "quintet play marathon",
                program: quintet.clone(),
                arguments: &["play", "marathon", "--seed", "42"],
                start: &[],
                keys: QUINTET_KEYS,
                playing: "LEVEL",
            },
            // With a clock on the screen, as the peer has it.
            Contender {
                name: "quintet play sprint",
                program: quintet,
                arguments: &["play", "sprint", "--seed", "42"],
                start: &[],
                keys: QUINTET_KEYS,
                playing: "TIME",
            },
            Contender {
                name: "tetro-tui",
                program: peer,
                arguments: &["--seed", "42"],
                start: &["\r", "\r"],
                keys: ["\x1b[D", "\x1b[C", "d", "\x1b[A"],
                playing: "Gravity:",
            },
        ];
        println!("{COLUMNS}x{ROWS}, {} s each, per second", MEASURED.as_secs());
        for (what, keys) in [("no keys", false), ("eight keys per second", true)] {
            for round in 1..=ROUNDS {
                for contender in &contenders {
                    let cost = measure(contender, keys)?;
                    println!(
                        "{what:<22} round {round}  {:<22} {:>8.2} ms of processor {:>9.0} bytes",
                        contender.name, cost.cpu_ms, cost.bytes
                    );
                }
            }
        }
        Ok(())
    }

    fn measure(contender: &Contender, keys: bool) -> Result<Cost, String> {
        let failed = |error: &dyn std::fmt::Display| format!("{}: {error}", contender.name);
        let home = Home::new().map_err(|error| failed(&error))?;
        let size = PtySize { rows: ROWS, cols: COLUMNS, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).map_err(|error| failed(&error))?;
        let mut command = CommandBuilder::new(&contender.program);
        command.args(contender.arguments);
        command.env("TERM", "xterm-256color");
        command.env("COLORTERM", "truecolor");
        command.env("LANG", "C.UTF-8");
        command.env("HOME", &home.0);
        command.env("XDG_CONFIG_HOME", home.0.join("config"));
        command.env("XDG_DATA_HOME", home.0.join("data"));
        command.cwd(&home.0);
        let mut child = pair.slave.spawn_command(command).map_err(|error| failed(&error))?;
        let mut reader = pair.master.try_clone_reader().map_err(|error| failed(&error))?;
        let mut input = pair.master.take_writer().map_err(|error| failed(&error))?;
        let output = Output { bytes: 0, asked: 0, screen: vt100::Parser::new(ROWS, COLUMNS, 0) };
        let output = Arc::new(Mutex::new(output));
        let seen = Arc::clone(&output);
        spawn(move || {
            let mut bytes = [0; 1 << 14];
            while let Ok(read) = reader.read(&mut bytes) {
                if read == 0 {
                    return;
                }
                let asks = bytes[..read].windows(3).filter(|part| *part == b"\x1b[c").count();
                let mut output = seen.lock().unwrap_or_else(PoisonError::into_inner);
                output.asked += asks as u64;
                output.bytes += read as u64;
                output.screen.process(&bytes[..read]);
            }
        });
        let look = || output.lock().unwrap_or_else(PoisonError::into_inner);
        let mut send = |text: &str| input.write_all(text.as_bytes()).and_then(|()| input.flush());
        let mut answered = 0;
        // A second for every screen on the way into the game, and one more.
        for text in contender.start.iter().copied().map(Some).chain([None]) {
            let until = Instant::now() + Duration::from_secs(1);
            while Instant::now() < until {
                let asked = look().asked;
                while answered < asked {
                    send("\x1b[?62c").map_err(|error| failed(&error))?;
                    answered += 1;
                }
                sleep(Duration::from_millis(10));
            }
            if let Some(text) = text {
                send(text).map_err(|error| failed(&error))?;
            }
        }
        let plays = || {
            let screen = look().screen.screen().contents();
            if screen.contains(contender.playing) && !screen.contains(OVER) {
                Ok(())
            } else {
                Err(failed(&format!("this is no game:\n{screen}")))
            }
        };
        plays()?;
        let pid = child.process_id().ok_or("the program has ended")?;
        let cpu_before = cpu(pid).ok_or_else(|| failed(&"it has ended"))?;
        let bytes_before = look().bytes;
        let begun = Instant::now();
        let mut strokes = strokes(contender.keys).into_iter().cycle();
        while begun.elapsed() < MEASURED {
            if keys {
                send(strokes.next().unwrap_or_default()).map_err(|error| failed(&error))?;
            }
            sleep(KEY_GAP);
        }
        let seconds = begun.elapsed().as_secs_f64();
        let cpu_after = cpu(pid).ok_or_else(|| failed(&"it ended while it was measured"))?;
        let bytes = look().bytes - bytes_before;
        plays()?;
        child.kill().map_err(|error| failed(&error))?;
        let _ = child.wait();
        Ok(Cost {
            cpu_ms: (cpu_after - cpu_before) as f64 / 1e6 / seconds,
            bytes: bytes as f64 / seconds,
        })
    }

    /// Moves, a rotation and a drop for piece after piece.
    fn strokes([left, right, rotate, drop]: [&'static str; 4]) -> Vec<&'static str> {
        let piece = |steps: i8| {
            let side = if steps < 0 { left } else { right };
            let moves = std::iter::repeat_n(side, steps.unsigned_abs().into());
            moves.chain([rotate, drop])
        };
        STEPS.into_iter().flat_map(piece).collect()
    }

    /// The nanoseconds that all threads of a process have run.
    fn cpu(pid: u32) -> Option<u64> {
        let threads = fs::read_dir(format!("/proc/{pid}/task")).ok()?;
        let run = |path: &Path| {
            let text = fs::read_to_string(path.join("schedstat")).ok()?;
            text.split_whitespace().next()?.parse::<u64>().ok()
        };
        Some(threads.flatten().filter_map(|thread| run(&thread.path())).sum())
    }

    /// A folder for what the programs keep, deleted at the end.
    struct Home(PathBuf);

    impl Home {
        fn new() -> std::io::Result<Home> {
            let folder =
                std::env::temp_dir().join(format!("quintet-terminal-cost-{}", std::process::id()));
            fs::create_dir_all(&folder)?;
            Ok(Home(folder))
        }
    }

    impl Drop for Home {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }
}
