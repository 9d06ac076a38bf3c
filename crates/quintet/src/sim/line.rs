//! A line that comes in, and what it does.

use quintet_engine::{Button, Match, MatchSink, Micros, Position};
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InputLine {
    at: Option<Micros>,
    player: Option<usize>,
    press: Option<Button>,
    release: Option<Button>,
    garbage: Option<Vec<u8>>,
    setup: Option<Position>,
}

/// The game after this line, or why the line is not valid.
pub(super) fn apply(game: &Match, line: &[u8], sink: MatchSink<'_>) -> Result<Match, String> {
    let line: InputLine = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let player = match line.player {
        Some(player) if player >= game.players() => {
            return Err(format!("there is no player {player}; there are {}", game.players()));
        }
        Some(player) => player,
        None => 0,
    };
    let asked = [
        line.press.is_some(),
        line.release.is_some(),
        line.garbage.is_some(),
        line.setup.is_some(),
    ];
    if asked.iter().filter(|&&asked| asked).count() > 1 {
        return Err("a line has one of press, release, garbage and setup".into());
    }
    let at = match line.at {
        Some(at) if at < game.now() => {
            let (at, now) = (at.0, game.now().0);
            return Err(format!(
                "time runs backwards: {at} us is before {now} us, which the game has reached"
            ));
        }
        Some(at) => at,
        None if line.setup.is_some() => game.now(),
        None => return Err("a line without setup needs \"at\"".into()),
    };
    let mut game = game.clone();
    if let Some(position) = &line.setup {
        // A position may replace what a new game would begin with, so it comes before time passes.
        if line.at.is_some_and(|at| at > game.now()) {
            game.advance(at, sink).map_err(|error| error.to_string())?;
        }
        game.set_up(player, position).map_err(|error| error.to_string())?;
    }
    let done = match (line.press, line.release, &line.garbage) {
        (Some(button), ..) => game.press(player, button, at, sink),
        (_, Some(button), _) => game.release(player, button, at, sink),
        (.., Some(gaps)) => game.receive_garbage(player, gaps, at, sink),
        _ => game.advance(at, sink),
    };
    done.map_err(|error| error.to_string())?;
    Ok(game)
}
