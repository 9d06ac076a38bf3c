//! A line that comes in, and what it does.

use quintet_engine::{
    Button, Input, MAX_PENDING_GARBAGE, Match, MatchSink, Micros, Position, Rules, Scoring,
    TimedInput,
};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// The fields of an object, each read once, with errors that name them.
struct Fields {
    /// Before the name of a field in an error.
    prefix: &'static str,
    values: Map<String, Value>,
}

impl Fields {
    fn of(prefix: &'static str, value: Value) -> Result<Fields, String> {
        match value {
            Value::Object(values) => Ok(Fields { prefix, values }),
            _ if prefix.is_empty() => Err("invalid: a line is a JSON object".into()),
            _ => Err(format!("invalid `{}`: it is a JSON object", prefix.trim_end_matches('.'))),
        }
    }

    /// A field that is there and not null.
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, String> {
        let Some(value) = self.values.remove(name) else { return Ok(None) };
        serde_json::from_value(value).map_err(|error| format!("`{}{name}`: {error}", self.prefix))
    }

    /// Nothing else may be there.
    fn end(self, known: &str) -> Result<(), String> {
        match self.values.keys().next() {
            None => Ok(()),
            Some(name) => Err(format!("unknown field `{}{name}`; there are {known}", self.prefix)),
        }
    }
}

struct InputLine {
    at: Option<Micros>,
    player: Option<usize>,
    press: Option<Button>,
    release: Option<Button>,
    garbage: Option<Vec<u8>>,
    setup: Option<Position>,
}

impl InputLine {
    fn read(line: &[u8]) -> Result<InputLine, String> {
        let value: Value = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let mut fields = Fields::of("", value)?;
        let line = InputLine {
            at: fields.take("at")?,
            player: fields.take("player")?,
            press: fields.take("press")?,
            release: fields.take("release")?,
            garbage: fields.take("garbage")?,
            setup: fields.take("setup")?.map(read_position).transpose()?,
        };
        fields.end("at, player, press, release, garbage and setup")?;
        Ok(line)
    }

    /// What comes into the game, if anything does.
    fn input(&self) -> Option<Input> {
        let garbage = self.garbage.as_ref().map(|gaps| gaps.iter().copied().collect());
        (self.press.map(Input::Press))
            .or(self.release.map(Input::Release))
            .or(garbage.map(Input::Garbage))
    }
}

fn read_position(value: Value) -> Result<Position, String> {
    let mut fields = Fields::of("setup.", value)?;
    let holds_nothing = fields.values.get("hold") == Some(&Value::Null);
    let hold: Option<String> = fields.take("hold")?;
    let position = Position {
        board: fields.take("board")?,
        active: fields.take("active")?,
        next: fields.take("next")?,
        hold: if holds_nothing { Some(Position::NOTHING_HELD.to_owned()) } else { hold },
        score: fields.take("score")?,
        level: fields.take("level")?,
        lines: fields.take("lines")?,
        lives: fields.take("lives")?,
        streak: fields.take("streak")?,
        gravity: fields.take("gravity")?,
    };
    fields.end("board, active, next, hold, score, level, lines, lives, streak and gravity")?;
    Ok(position)
}

/// Refuses what the game does not count. Hold and gravity are refused by the engine.
fn check_counters(position: &Position, rules: &Rules) -> Result<(), String> {
    let counts = rules.scoring != Scoring::None;
    let is_domino = rules.scoring == Scoring::Fives;
    for (name, is_given, has) in [
        ("score", position.score.is_some(), counts),
        ("lines", position.lines.is_some(), counts),
        ("level", position.level.is_some(), counts && !is_domino),
        ("lives", position.lives.is_some(), is_domino),
        ("streak", position.streak.is_some(), is_domino),
    ] {
        if is_given && !has {
            return Err(format!("`setup.{name}`: this game has no {name}"));
        }
    }
    Ok(())
}

/// The game after this line, or why the line is not valid.
pub(super) fn apply(game: &Match, line: &[u8], sink: MatchSink<'_>) -> Result<Match, String> {
    let line = InputLine::read(line)?;
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
    if let Some(rows) =
        line.garbage.as_ref().map(Vec::len).filter(|&rows| rows > MAX_PENDING_GARBAGE)
    {
        return Err(format!(
            "`garbage`: {rows} rows are more than the {MAX_PENDING_GARBAGE} that wait"
        ));
    }
    let mut game = game.clone();
    if let Some(position) = &line.setup {
        if let Some(board) = game.game(player) {
            check_counters(position, board.rules())?;
        }
        // A position may replace what a new game would begin with, so it comes before time passes.
        if line.at.is_some_and(|at| at > game.now()) {
            game.advance(at, sink).map_err(|error| error.to_string())?;
        }
        game.set_up(player, position).map_err(|error| format!("`setup`: {error}"))?;
    }
    let done = match line.input() {
        // A match has few boards.
        Some(input) => game.apply(&TimedInput { at, player: player as u8, input }, sink),
        None => game.advance(at, sink),
    };
    done.map_err(|error| error.to_string())?;
    Ok(game)
}
