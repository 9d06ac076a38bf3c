//! Replays in JSON, read by hand: the engine's own reader knows every rule by name, and would be an
//! eighth of the whole download.

use std::ops::RangeInclusive;

use quintet_engine::{
    BoardResult, Button, GameName, Input, Micros, Replay, ReplayResult, Rules, SoftDrop, TimedInput,
};

use super::Json;
use crate::table::position;

/// The versions of the format that are read here. What is read of them is the same in all.
const VERSIONS: RangeInclusive<u32> = 1..=2;

/// The replay in a text. None where it makes no sense or departs from what it leads to, as it does
/// if its rules are not those of a game but for what a player can choose.
pub(crate) fn read(text: &str) -> Option<Replay> {
    let json = Json::parse(text).ok()?;
    let version = json.number("quintet_replay")?;
    let replay = json.get("replay").filter(|_| VERSIONS.contains(&version))?;
    let replay = Replay {
        revision: replay.number("revision")?,
        rules: list(replay, "rules", rules)?,
        seed: replay.number("seed")?,
        start: list(replay, "start", |start| match start {
            Json::Null => Some(None),
            start => position::read(start).ok().map(Some),
        })?,
        inputs: list(replay, "inputs", input)?,
        locks: list(replay, "locks", whole)?,
        result: result(replay.get("result")?)?,
    };
    replay.verify().is_ok().then_some(replay)
}

fn list<T>(json: &Json, name: &str, read: impl Fn(&Json) -> Option<T>) -> Option<Vec<T>> {
    json.get(name)?.items()?.iter().map(read).collect()
}

fn whole<T: TryFrom<i128>>(json: &Json) -> Option<T> {
    match json {
        Json::Number(number) => T::try_from(*number).ok(),
        _ => None,
    }
}

/// A game's rules with the player's handling and previews.
fn rules(json: &Json) -> Option<Rules> {
    let game: GameName = json.text("game")?.parse().ok()?;
    let mut rules = game.rules().get();
    rules.previews = json.number("previews")?;
    let handling = json.get("handling")?;
    rules.handling.das = Micros(handling.number("das")?);
    rules.handling.arr = Micros(handling.number("arr")?);
    if let Some(every) = handling.get("soft_drop").and_then(|drop| drop.number("Every")) {
        rules.handling.soft_drop = SoftDrop::Every(Micros(every));
    }
    Some(rules)
}

fn input(json: &Json) -> Option<TimedInput> {
    let button = |name: &str| json.text(name).and_then(|name| name.parse::<Button>().ok());
    let input = match (button("press"), button("release")) {
        (Some(button), None) => Input::Press(button),
        (None, Some(button)) => Input::Release(button),
        _ => Input::Garbage(list(json, "garbage", whole)?.into_iter().collect()),
    };
    let player = json.number("player").unwrap_or(0);
    Some(TimedInput { at: Micros(json.number("at")?), player, input })
}

fn result(json: &Json) -> Option<ReplayResult> {
    let board = |board: &Json| {
        Some(BoardResult {
            score: board.number("score")?,
            level: board.number("level")?,
            lines: board.number("lines")?,
            pieces: board.number("pieces")?,
        })
    };
    Some(ReplayResult {
        end: Micros(json.number("end")?),
        over: json.bool("over")?,
        winner: json.number("winner"),
        boards: list(json, "boards", board)?,
        state_hash: json.number("state_hash")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use quintet_engine::{Kind, Position, Recorder};

    fn recorded(rules: &[Rules]) -> Replay {
        let position = Position::new().entering(Kind::T);
        let valid = |rules: &Rules| rules.validate().expect("valid rules");
        let boards: Vec<_> = rules.iter().map(|rules| (valid(rules), position.clone())).collect();
        let mut recorder = Recorder::from_positions(&boards, 7).expect("it can be played");
        for (at, button) in (1..).zip([Button::Left, Button::HardDrop, Button::RotateCw]) {
            recorder.press(0, button, Micros(at * 50_000), &mut |_, _| {}).expect("time goes on");
        }
        recorder.advance(Micros::from_secs(3), &mut |_, _| {}).expect("time goes on");
        recorder.replay()
    }

    #[test]
    fn a_replay_in_json_reads_as_the_engine_wrote_it() {
        let mut marathon = Rules::marathon();
        (marathon.previews, marathon.handling.das) = (2, Micros(90_000));
        for rules in [&[marathon][..], &[Rules::flip()], &[Rules::versus(), Rules::versus()]] {
            let replay = recorded(rules);
            assert_eq!(read(&replay.to_json()), Some(replay));
        }
    }

    #[test]
    fn what_is_not_true_or_no_replay_is_refused() {
        let mut replay = recorded(&[Rules::flip()]);
        replay.result.boards[0].score += 1;
        assert_eq!(read(&replay.to_json()), None);
        let mut odd = Rules::flip();
        odd.hard_drop_points = 9;
        assert_eq!(read(&recorded(&[odd]).to_json()), None);
        assert_eq!(read("{}"), None);
        assert_eq!(read("no JSON"), None);
    }
}
