//! Lines from a stranger: as long as they like, but never longer in memory than a limit.

use std::io::{self, BufRead, Read};

/// The longest line that is read. No message of the protocol comes near it.
pub const LONGEST_LINE: usize = 64 * 1024;

/// A line that came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// All of it, without its end.
    Whole(Vec<u8>),
    /// Longer than [`LONGEST_LINE`]; what is left of it is skipped.
    TooLong,
}

/// Reads lines one after the other.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// Whether the rest of a line that was too long is still to be skipped.
    skipping: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines from this input.
    pub const fn new(input: R) -> Lines<R> {
        Lines { input, skipping: false }
    }

    /// The next line; none at the end of the input. A last line needs no end.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        if self.skipping && !self.skip()? {
            return Ok(None);
        }
        let mut line = Vec::new();
        let mut limited = self.input.by_ref().take(LONGEST_LINE as u64 + 1);
        limited.read_until(b'\n', &mut line)?;
        if line.last() == Some(&b'\n') {
            line.pop();
            return Ok(Some(Line::Whole(line)));
        }
        if line.len() > LONGEST_LINE {
            self.skipping = true;
            return Ok(Some(Line::TooLong));
        }
        Ok(if line.is_empty() { None } else { Some(Line::Whole(line)) })
    }

    /// Skips to the end of the line; false at the end of the input.
    fn skip(&mut self) -> io::Result<bool> {
        loop {
            let buffer = match self.input.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok(false);
            }
            let end = buffer.iter().position(|&byte| byte == b'\n');
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.input.consume(used);
            if end.is_some() {
                self.skipping = false;
                return Ok(true);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_too_long_is_told_and_skipped() {
        let mut text = vec![b'a'; LONGEST_LINE];
        text.extend(b"\n");
        text.extend(vec![b'b'; 3 * LONGEST_LINE]);
        text.extend(b"\nlast");
        let mut lines = Lines::new(&text[..]);
        let mut next = || lines.next_line().expect("memory does not fail");
        assert_eq!(next(), Some(Line::Whole(vec![b'a'; LONGEST_LINE])));
        assert_eq!(next(), Some(Line::TooLong));
        assert_eq!(next(), Some(Line::Whole(b"last".to_vec())));
        assert_eq!(next(), None);
    }

    #[test]
    fn an_endless_line_is_told_before_it_ends() {
        let mut lines = Lines::new(io::BufReader::new(io::repeat(b'x')));
        assert_eq!(lines.next_line().expect("it reads"), Some(Line::TooLong));
    }
}
