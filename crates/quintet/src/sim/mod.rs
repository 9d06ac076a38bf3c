//! The engine on a pipe: one JSON object per line in, one per line out.

mod events;
mod line;
mod state;

use std::io::{self, BufRead, Write};

use quintet_engine::{GameName, Match};
use serde::Serialize;

/// A line longer than this is refused unread.
const LONGEST_LINE: usize = 1 << 20;

/// Reads lines until there are no more, and answers each.
pub(crate) fn run(
    game: GameName,
    seed: u64,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> io::Result<()> {
    let mut sim = Sim::new(game, seed);
    let mut number = 0_u64;
    while let Some(line) = read_line(input)? {
        number += 1;
        let answer = match &line {
            Ok(bytes) if bytes.iter().all(u8::is_ascii_whitespace) => continue,
            Ok(bytes) => sim.answer(bytes),
            Err(TooLong) => Err(format!("the line is longer than {LONGEST_LINE} bytes")),
        };
        let answer = answer.unwrap_or_else(|problem| {
            let error = format!("line {number}: {problem}");
            serde_json::json!({ "error": error }).to_string()
        });
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// A line is longer than [`LONGEST_LINE`].
struct TooLong;

/// The next line without its end, or none; a line that is too long is read past but not kept.
fn read_line(input: &mut impl BufRead) -> io::Result<Option<Result<Vec<u8>, TooLong>>> {
    let mut line = Vec::new();
    let mut is_too_long = false;
    let mut is_first = true;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            if is_first {
                return Ok(None);
            }
            break;
        }
        is_first = false;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let part = end.unwrap_or(buffer.len());
        if line.len() + part > LONGEST_LINE {
            is_too_long = true;
            line.clear();
        } else if !is_too_long {
            line.extend_from_slice(&buffer[..part]);
        }
        input.consume(end.map_or(part, |end| end + 1));
        if end.is_some() {
            break;
        }
    }
    Ok(Some(if is_too_long { Err(TooLong) } else { Ok(line) }))
}

struct Sim {
    game: Match,
}

/// The answer of a game on several boards.
#[derive(Serialize)]
struct Boards<'a> {
    at: u64,
    players: Vec<state::State<'a>>,
    winner: Option<usize>,
}

impl Sim {
    fn new(game: GameName, seed: u64) -> Sim {
        Sim { game: Match::new(&vec![game.rules(); game.boards()], seed) }
    }

    /// Does what a line says and tells the state after it; where that fails, nothing changes.
    fn answer(&mut self, line: &[u8]) -> Result<String, String> {
        let mut events = vec![Vec::new(); self.game.players()];
        let game = line::apply(&self.game, line, &mut |player, event| {
            events[player].push(events::described(&event));
        })?;
        self.game = game;
        let mut states = self.game.games().iter().zip(events);
        let mut states: Vec<state::State<'_>> =
            states.by_ref().map(|(game, events)| state::State::of(game, events)).collect();
        let answer = if states.len() == 1 {
            serde_json::to_string(&states.remove(0))
        } else {
            let (at, winner) = (self.game.now().0, self.game.winner());
            serde_json::to_string(&Boards { at, players: states, winner })
        };
        answer.map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests;
