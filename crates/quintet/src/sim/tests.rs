//! The pipe, as a script uses it.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;

/// The answers to these lines, one per line.
fn answers(game: GameName, lines: &str) -> Vec<Value> {
    let mut output = Vec::new();
    run(game, 1, &mut lines.as_bytes(), &mut output).expect("memory takes everything");
    let output = String::from_utf8(output).expect("JSON is text");
    output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn last(game: GameName, lines: &[Value]) -> Value {
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    answers(game, &lines.join("\n")).pop().expect("an answer")
}

#[test]
fn a_new_marathon_shows_its_first_piece() {
    let state = last(GameName::Marathon, &[json!({"at": 0})]);
    assert_eq!(state["phase"], "playing");
    assert_eq!(state["board"], json!(vec!["..........".to_string(); 20]));
    assert_eq!(state["active"]["cells"].as_array().map(Vec::len), Some(4));
    assert_eq!(state["next"].as_array().map(Vec::len), Some(4));
    assert_eq!(
        (&state["score"], &state["level"], &state["lines"]),
        (&json!(0), &json!(1), &json!(0))
    );
    assert_eq!(state["hold"], Value::Null);
    assert_eq!(state["fall_interval_us"], 1_000_000);
    assert_eq!(state["events"][0]["event"], "spawned");
    for absent in ["lives", "streak", "gravity", "pending_garbage", "row_sums", "error"] {
        assert!(state.get(absent).is_none(), "{absent}");
    }
}

#[test]
fn a_setup_a_drop_and_a_clear() {
    let lines = [
        json!({"setup": {"board": ["IIII.IIIII"], "active": {"kind": "I", "rotation": 1, "x": 2, "y": 2}, "next": ["T"]}}),
        json!({"at": 1000, "press": "hard_drop"}),
        json!({"at": 401_000}),
    ];
    let state = last(GameName::Marathon, &lines[..2]);
    assert_eq!(state["phase"], "clearing");
    assert_eq!(state["score"], 100 + 14 * 2);
    let state = last(GameName::Marathon, &lines);
    assert_eq!(state["phase"], "playing");
    assert_eq!(state["active"]["kind"], "T");
    assert_eq!(state["board"][19], "....I.....");
    assert_eq!(state["board"][16], "..........");
}

#[test]
fn each_game_leaves_out_what_it_does_not_have() {
    let domino = last(GameName::DominoEasy, &[json!({"at": 0})]);
    assert_eq!((&domino["lives"], &domino["streak"]), (&json!(10), &json!(false)));
    assert_eq!(domino["row_sums"], json!(vec![0; 16]));
    assert_eq!(domino["active"]["cells"], json!([[3, 0], [4, 0]]));
    assert!(domino.get("level").is_none() && domino.get("hold").is_none());
    assert!(last(GameName::DominoHard, &[json!({"at": 0})]).get("row_sums").is_none());
    let minimal = last(GameName::Minimal, &[json!({"at": 0})]);
    for absent in ["score", "level", "lines", "hold", "next", "ghost"] {
        assert!(minimal.get(absent).is_none(), "{absent}");
    }
    let flip = last(GameName::Flip, &[json!({"at": 5, "press": "flip"})]);
    assert_eq!(flip["gravity"], "up");
}

#[test]
fn both_boards_of_a_battle_are_told() {
    let well = vec!["IIII.IIIII"; 4];
    let lines = [
        json!({"player": 0, "setup": {"board": well, "active": {"kind": "I", "rotation": 1, "x": 2, "y": 2}}}),
        json!({"at": 10, "player": 0, "press": "hard_drop"}),
        json!({"at": 20, "player": 1, "press": "hard_drop"}),
    ];
    let state = last(GameName::Battle, &lines[..2]);
    assert_eq!(state["players"][0]["score"], 800);
    assert_eq!(state["players"][1]["pending_garbage"], 4);
    let state = last(GameName::Battle, &lines);
    assert_eq!(state["players"][1]["pending_garbage"], 0);
    let bottom = state["players"][1]["board"][19].as_str().expect("a row");
    assert_eq!(bottom.matches('G').count(), 9);
    assert_eq!(state["winner"], Value::Null);
}

#[test]
fn garbage_from_outside_waits_for_the_lock() {
    let lines = [json!({"at": 0, "garbage": [3, 4]}), json!({"at": 1, "press": "hard_drop"})];
    let state = last(GameName::Battle, &lines[..1]);
    assert_eq!(state["players"][0]["pending_garbage"], 2);
    let state = last(GameName::Battle, &lines);
    assert_eq!(state["players"][0]["board"][18], "GGG.GGGGGG");
    assert_eq!(state["players"][0]["board"][19], "GGGG.GGGGG");
}

#[test]
fn a_line_that_is_not_valid_changes_nothing_and_is_named() {
    let good = json!({"at": 500, "press": "left"}).to_string();
    let before = answers(GameName::Marathon, &good).remove(0);
    let too_much = json!({"at": 600, "garbage": vec![0; 73]}).to_string();
    let bad = [
        ("{", "EOF"),
        ("[]", "invalid"),
        ("{\"at\":500,\"press\":\"jump\"}", "jump"),
        ("{\"at\":499,\"press\":\"left\"}", "backwards"),
        ("{\"at\":-1}", "invalid"),
        ("{\"press\":\"left\"}", "needs \"at\""),
        ("{\"at\":600,\"press\":\"left\",\"release\":\"left\"}", "one of"),
        ("{\"at\":600,\"player\":1,\"press\":\"left\"}", "no player 1"),
        ("{\"at\":600,\"garbage\":[10]}", "column 10"),
        ("{\"at\":600,\"colour\":1}", "unknown field"),
        ("{\"setup\":{\"board\":[\"...\"]}}", "3 cells wide"),
        ("{\"setup\":{\"board\":[\"Q.........\"]}}", "'Q'"),
        ("{\"setup\":{\"active\":{\"kind\":\"2:5\"}}}", "no piece called"),
        ("{\"setup\":{\"active\":{\"kind\":\"T\",\"x\":-3,\"y\":0}}}", "does not fit"),
        ("{\"setup\":{\"level\":0}}", "level 0"),
        ("\u{fffd}\u{0}", "expected value"),
        ("[]", "a line is a JSON object"),
        ("{\"at\":\"soon\"}", "`at`: invalid type"),
        ("{\"setup\":5}", "invalid `setup`"),
        ("{\"setup\":{\"board\":5}}", "`setup.board`: invalid type"),
        (
            "{\"setup\":{\"active\":5}}",
            "`setup.active`: invalid type: integer `5`, expected a piece",
        ),
        ("{\"setup\":{\"lifes\":5}}", "unknown field `setup.lifes`"),
        ("{\"setup\":{\"lives\":5}}", "`setup.lives`: this game has no lives"),
        ("{\"setup\":{\"streak\":true}}", "this game has no streak"),
        ("{\"setup\":{\"gravity\":\"up\"}}", "gravity cannot be reversed"),
        (&too_much, "`garbage`: 73 rows are more than the 24 that wait"),
    ];
    for (line, reason) in bad {
        let after = json!({"at": 500}).to_string();
        let all = answers(GameName::Marathon, &format!("{good}\n{line}\n{after}"));
        let error = all[1]["error"].as_str().expect("an error");
        assert!(error.starts_with("line 2: ") && error.contains(reason), "{line}: {error}");
        assert!(!error.contains("struct"), "no type of ours: {error}");
        assert_eq!(all[2]["active"], before["active"], "{line}");
        assert_eq!(all[2]["board"], before["board"], "{line}");
    }
}

#[test]
fn a_hold_can_be_set_and_cleared() {
    let set = json!({"setup": {"hold": "T"}});
    assert_eq!(last(GameName::Marathon, &[json!({"at": 0}), set.clone()])["hold"], "T");
    let clear = json!({"setup": {"hold": null}});
    assert_eq!(last(GameName::Marathon, &[set.clone(), clear])["hold"], Value::Null);
    let other = json!({"setup": {"score": 5}});
    assert_eq!(last(GameName::Marathon, &[set, other])["hold"], "T", "what is left out stays");
    let minimal = last(GameName::Minimal, &[json!({"setup": {"score": 5}})]);
    assert!(minimal["error"].as_str().is_some_and(|error| error.contains("no score")));
}

#[test]
fn a_line_without_end_is_refused_and_the_next_one_read() {
    let mut input = vec![b'x'; 3 * LONGEST_LINE];
    input.extend(b"\n{\"at\":0}");
    let mut output = Vec::new();
    run(GameName::Flip, 1, &mut input.as_slice(), &mut output).expect("memory takes everything");
    let output = String::from_utf8(output).expect("JSON is text");
    let (first, second) = output.trim_end().split_once('\n').expect("two answers");
    assert!(first.contains("line 1: the line is longer"));
    assert!(second.contains("\"phase\":\"playing\""));
}

proptest! {
    #[test]
    fn any_bytes_get_an_answer(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let mut output = Vec::new();
        run(GameName::Marathon, 1, &mut bytes.as_slice(), &mut output).expect("memory takes everything");
        for line in String::from_utf8(output).expect("JSON is text").lines() {
            prop_assert!(serde_json::from_str::<Value>(line).is_ok());
        }
    }
}
