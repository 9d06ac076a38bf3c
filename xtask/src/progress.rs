//! Shows what a step is doing while it runs.
//!
//! On a terminal one line is updated in place. Elsewhere, as in the log of a CI run, a plain line
//! is printed now and then.

use std::io::{IsTerminal, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// How often the line on a terminal is updated.
const TERMINAL_TICK: Duration = Duration::from_millis(100);
/// How often a line is printed where there is no terminal.
const LOG_TICK: Duration = Duration::from_secs(5);
/// Terminals are hardly ever narrower; a longer line would wrap and could not be updated.
const WIDTH: usize = 79;

/// The tasks in progress, in the order in which they began.
static TASKS: Mutex<Vec<(u64, String)>> = Mutex::new(Vec::new());

fn tasks() -> MutexGuard<'static, Vec<(u64, String)>> {
    TASKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Something in progress, shown for as long as this lives.
pub(crate) struct Task(u64);

impl Task {
    /// Begins to show a task.
    pub(crate) fn begin(text: String) -> Task {
        let mut tasks = tasks();
        let id = tasks.last().map_or(0, |(last, _)| last + 1);
        tasks.push((id, text));
        Task(id)
    }

    /// Says how far the task has come.
    pub(crate) fn update(&self, text: String) {
        if let Some(task) = tasks().iter_mut().find(|(id, _)| *id == self.0) {
            task.1 = text;
        }
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        tasks().retain(|(id, _)| *id != self.0);
    }
}

/// Shows the tasks in progress and the time since it began, until it is dropped.
pub(crate) struct Watch {
    begin: Instant,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Begins to show what is in progress.
    pub(crate) fn begin() -> Watch {
        let begin = Instant::now();
        let (stop, stopped) = channel();
        let thread = std::thread::spawn(move || show(begin, &stopped));
        Watch { begin, stop: Some(stop), thread: Some(thread) }
    }

    /// The time since it began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.begin.elapsed()
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn show(begin: Instant, stopped: &Receiver<()>) {
    let mut out = std::io::stdout();
    let on_terminal = out.is_terminal();
    let tick = if on_terminal { TERMINAL_TICK } else { LOG_TICK };
    // Output that nobody reads any more is no reason to stop working.
    while stopped.recv_timeout(tick) == Err(RecvTimeoutError::Timeout) {
        let line = line(begin.elapsed(), &tasks());
        let _ = if on_terminal {
            write!(out, "\r\x1b[2K{line}").and_then(|()| out.flush())
        } else {
            writeln!(out, "{line}")
        };
    }
    if on_terminal {
        let _ = write!(out, "\r\x1b[2K").and_then(|()| out.flush());
    }
}

fn line(elapsed: Duration, tasks: &[(u64, String)]) -> String {
    let texts: Vec<&str> = tasks.iter().map(|(_, text)| text.as_str()).collect();
    // Every task gets its share of the line.
    let head = format!("    {:>6}  ", seconds(elapsed));
    let each = (WIDTH - head.len()) / texts.len().max(1);
    let texts: Vec<String> = texts.iter().map(|text| shortened(text, each - 3)).collect();
    format!("{head}{}", texts.join(" | ")).trim_end().to_owned()
}

fn shortened(text: &str, width: usize) -> String {
    if text.chars().count() <= width {
        return text.to_owned();
    }
    text.chars().take(width - 1).chain(['…']).collect()
}

/// A duration as it is shown: `12.3 s`.
pub(crate) fn seconds(duration: Duration) -> String {
    format!("{:.1} s", duration.as_secs_f32())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_tasks_fit_into_one_line_of_a_terminal() {
        let task =
            |number: u64| (number, format!("task {number} {}", "with a long name ".repeat(6)));
        for count in 1..4 {
            let tasks: Vec<_> = (0..count).map(task).collect();
            let line = line(Duration::from_secs(100), &tasks);
            assert!(line.chars().count() <= WIDTH, "{line}");
            assert_eq!(line.matches("task ").count(), tasks.len(), "{line}");
        }
        assert_eq!(line(Duration::from_millis(1250), &[]), "     1.2 s");
    }

    #[test]
    fn a_task_is_listed_until_it_ends() {
        let listed = |text: &str| tasks().iter().any(|(_, listed)| listed == text);
        let first = Task::begin("the first task".into());
        let second = Task::begin("the second task".into());
        first.update("the first task, further on".into());
        assert!(listed("the first task, further on") && listed("the second task"));
        drop(first);
        assert!(!listed("the first task, further on") && listed("the second task"));
        drop(second);
        assert!(!listed("the second task"));
    }
}
