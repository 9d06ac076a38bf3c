//! The terminal: how it is taken over and given back.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};

use crossterm::cursor::{Hide, Show};
use crossterm::event::{
    DisableFocusChange, EnableFocusChange, KeyboardEnhancementFlags, PopKeyboardEnhancementFlags,
    PushKeyboardEnhancementFlags,
};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
    supports_keyboard_enhancement,
};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;

use crate::draw::Depth;
use crate::keyboard::Reports;

/// A frame is written at once.
const FRAME_BYTES: usize = 1 << 16;

/// The terminal as ratatui draws on it.
pub(crate) type Screen = Terminal<CrosstermBackend<BufWriter<Stdout>>>;

/// Whether the terminal is ours now, and with key releases: what [`restore`] has to undo.
static TAKEN: AtomicBool = AtomicBool::new(false);
static REPORTS_RELEASES: AtomicBool = AtomicBool::new(false);

/// The terminal, given back when this is dropped.
pub(crate) struct Guard {
    pub(crate) reports: Reports,
}

impl Guard {
    /// Takes the terminal over. `reports` says what keys report, or leaves it to the terminal.
    pub(crate) fn take(reports: Option<Reports>) -> io::Result<Guard> {
        // After a panic the terminal is restored before the message is printed.
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            restore();
            before(info);
        }));
        enable_raw_mode()?;
        let reports = match reports {
            Some(reports) => reports,
            // A terminal that does not answer lacks the kitty protocol.
            None if supports_keyboard_enhancement().unwrap_or(false) => Reports::Releases,
            None => Reports::Repeats,
        };
        let guard = Guard { reports };
        guard.enter()?;
        Ok(guard)
    }

    /// Takes the terminal over, at first or again.
    pub(crate) fn enter(&self) -> io::Result<()> {
        enable_raw_mode()?;
        TAKEN.store(true, Ordering::SeqCst);
        let releases = self.reports == Reports::Releases;
        REPORTS_RELEASES.store(releases, Ordering::SeqCst);
        execute!(io::stdout(), EnterAlternateScreen, Hide, EnableFocusChange)?;
        if releases {
            let flags = KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                | KeyboardEnhancementFlags::REPORT_EVENT_TYPES
                | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
            execute!(io::stdout(), PushKeyboardEnhancementFlags(flags))?;
        }
        Ok(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, once. Errors are ignored: the terminal is gone.
pub(crate) fn restore() {
    if !TAKEN.swap(false, Ordering::SeqCst) {
        return;
    }
    let mut out = io::stdout();
    if REPORTS_RELEASES.load(Ordering::SeqCst) {
        let _ = execute!(out, PopKeyboardEnhancementFlags);
    }
    let _ = execute!(out, DisableFocusChange, LeaveAlternateScreen, Show);
    let _ = out.flush();
    let _ = disable_raw_mode();
}

/// Draws on standard output.
pub(crate) fn screen() -> io::Result<Screen> {
    let out = BufWriter::with_capacity(FRAME_BYTES, io::stdout());
    Terminal::new(CrosstermBackend::new(out))
}

/// How many colours the environment promises.
pub(crate) fn colour_depth(variable: impl Fn(&str) -> Option<String>) -> Depth {
    let set = |name: &str| variable(name).filter(|value| !value.is_empty());
    let term = set("TERM").unwrap_or_default();
    let colours = set("COLORTERM").unwrap_or_default();
    if set("NO_COLOR").is_some() || term == "dumb" {
        Depth::None
    } else if matches!(colours.as_str(), "truecolor" | "24bit") || term.ends_with("-direct") {
        Depth::True
    } else if term.contains("256color") || !colours.is_empty() {
        Depth::Indexed
    } else {
        Depth::Sixteen
    }
}

/// Whether the locale promises more than ASCII.
pub(crate) fn has_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let names = ["LC_ALL", "LC_CTYPE", "LANG"];
    let locale = names.iter().find_map(|name| variable(name).filter(|value| !value.is_empty()));
    let locale = locale.unwrap_or_default().to_ascii_lowercase();
    cfg!(windows) || locale.contains("utf-8") || locale.contains("utf8")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(variables: &[(&str, &str)]) -> Depth {
        colour_depth(|name| find(variables, name))
    }

    fn find(variables: &[(&str, &str)], name: &str) -> Option<String> {
        variables.iter().find(|(other, _)| *other == name).map(|&(_, value)| value.to_owned())
    }

    #[test]
    fn colours_are_those_that_the_environment_promises() {
        assert_eq!(depth(&[("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Indexed);
        assert_eq!(depth(&[("TERM", "linux")]), Depth::Sixteen);
        assert_eq!(depth(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(depth(&[("COLORTERM", "truecolor"), ("NO_COLOR", "")]), Depth::True);
        assert_eq!(depth(&[("TERM", "dumb")]), Depth::None);
    }

    #[test]
    fn characters_are_those_of_the_locale() {
        let unicode = |variables: &[(&str, &str)]| has_unicode(|name| find(variables, name));
        assert!(unicode(&[("LANG", "en_GB.UTF-8")]));
        assert!(unicode(&[("LC_ALL", ""), ("LANG", "C.utf8")]));
        assert!(!unicode(&[("LC_ALL", "C"), ("LANG", "en_GB.UTF-8")]) || cfg!(windows));
    }
}
