//! Lines of input, bounded in memory whatever the other side sends.

use std::io::{self, BufRead, Read};

/// The longest line that is read. No message of the protocol comes near it.
pub const MAX_LINE: usize = 64 * 1024;

/// A line of input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// The whole line, without its end.
    Whole(Vec<u8>),
    /// Longer than [`MAX_LINE`]; the rest of it is skipped.
    TooLong,
}

/// Reads line by line.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    /// Whether the rest of a line that was too long has yet to be skipped.
    skipping: bool,
}

impl<R: BufRead> Lines<R> {
    /// Reads lines from this input.
    pub const fn new(input: R) -> Lines<R> {
        Lines { input, skipping: false }
    }

    /// The next line; `None` at the end of the input. The last line needs no line end.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        if self.skipping && !self.skip()? {
            return Ok(None);
        }
        let mut line = Vec::new();
        let mut limited = self.input.by_ref().take(MAX_LINE as u64 + 1);
        limited.read_until(b'\n', &mut line)?;
        if line.last() == Some(&b'\n') {
            line.pop();
            return Ok(Some(Line::Whole(line)));
        }
        if line.len() > MAX_LINE {
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
    fn a_line_that_is_too_long_is_reported_and_skipped() {
        let mut text = vec![b'a'; MAX_LINE];
        text.extend(b"\n");
        text.extend(vec![b'b'; 3 * MAX_LINE]);
        text.extend(b"\nlast");
        let mut lines = Lines::new(&text[..]);
        let mut next = || lines.next_line().expect("memory does not fail");
        assert_eq!(next(), Some(Line::Whole(vec![b'a'; MAX_LINE])));
        assert_eq!(next(), Some(Line::TooLong));
        assert_eq!(next(), Some(Line::Whole(b"last".to_vec())));
        assert_eq!(next(), None);
    }

    #[test]
    fn an_endless_line_is_reported_before_it_ends() {
        let mut lines = Lines::new(io::BufReader::new(io::repeat(b'x')));
        assert_eq!(lines.next_line().expect("it reads"), Some(Line::TooLong));
    }
}
