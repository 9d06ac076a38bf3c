//! The Tetris Bot Protocol: whatever the other side sends, the bot goes on and answers.

use proptest::prelude::*;
use quintet_bot::tbp::types::frontend_msg::Start;
use quintet_bot::tbp::{Position, Settings, from_bot, from_tbp, piece_to_tbp, serve};
use quintet_bot::{Budget, MoveRules, Moves, State, Tetromino, think};
use quintet_engine::Rules;

fn settings() -> Settings {
    Settings { budget: Budget::nodes(60), is_patient: true, ..Settings::default() }
}

/// The bot's replies to these bytes, line by line.
fn answers(input: &[u8]) -> Vec<Vec<u8>> {
    let mut output = Vec::new();
    serve(settings(), input, &mut output, &mut std::io::sink()).expect("memory does not fail");
    let lines = output.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.map(<[u8]>::to_vec).collect()
}

/// A line of the protocol, or nearly one.
fn nearly_a_line() -> impl Strategy<Value = String> {
    let piece = "[IJLOSTZX]|null|7";
    prop_oneof![
        Just(r#"{"type":"suggest"}"#.to_owned()),
        Just(r#"{"type":"stop"}"#.to_owned()),
        (piece, piece, 0..60_usize, any::<i64>(), 0..12_usize).prop_map(
            |(hold, queue, rows, combo, width)| {
                let row = format!("[{}]", vec!["null"; width].join(","));
                let board = vec![row; rows].join(",");
                format!(
                    r#"{{"type":"start","hold":"{hold}","queue":["{queue}","O","T"],"combo":{combo},"back_to_back":true,"board":[{board}]}}"#
                )
            }
        ),
        Just(r#"{"type":"start","hold":null,"queue":["T","O","S"],"combo":0,"back_to_back":false,"board":[]}"#.to_owned()),
        piece.prop_map(|piece| format!(r#"{{"type":"new_piece","piece":"{piece}"}}"#)),
        (piece, "north|east|south|west|up", any::<i32>(), -3..45_i32, -3..13_i32).prop_map(
            |(piece, facing, far, y, x)| {
                let x = if far % 5 == 0 { far } else { x };
                format!(
                    r#"{{"type":"play","move":{{"location":{{"type":"{piece}","orientation":"{facing}","x":{x},"y":{y}}},"spin":"none"}}}}"#
                )
            }
        ),
        "\\PC{0,40}",
        any::<Vec<u8>>().prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
    ]
}

/// A start with any cells filled, up to any height.
fn any_start() -> impl Strategy<Value = Start> {
    let row = prop::collection::vec(prop::option::weighted(0.6, Just('G')), 10);
    let piece = prop::sample::select(Tetromino::ALL.to_vec());
    (
        prop::collection::vec(row, 0..=40),
        prop::option::of(piece.clone()),
        prop::collection::vec(piece, 0..8),
        any::<u32>(),
        any::<bool>(),
    )
        .prop_map(|(board, hold, queue, combo, back_to_back)| {
            let hold = hold.map(|piece| piece_to_tbp(piece).into());
            let queue = queue.into_iter().map(|piece| piece_to_tbp(piece).into()).collect();
            Start::new(hold, queue, combo, back_to_back, board)
        })
}

/// Every piece that could be placed: the one in play, or by hold the one put aside or the next.
fn pieces(state: &State) -> Vec<Tetromino> {
    let held = state.hold.or_else(|| state.queue.first().copied());
    std::iter::once(state.piece).chain(held).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn bytes_never_stop_the_bot(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for line in answers(&bytes) {
            prop_assert!(matches!(from_bot(&line), Ok(Some(_))));
        }
    }

    #[test]
    fn every_question_is_answered(lines in prop::collection::vec(nearly_a_line(), 0..12)) {
        let lines: Vec<String> = lines.into_iter().map(|line| line.replace('\n', " ")).collect();
        let asked = lines.iter().filter(|line| *line == r#"{"type":"suggest"}"#).count();
        let replies = answers(lines.join("\n").as_bytes());
        let suggestions =
            replies.iter().filter(|line| line.starts_with(br#"{"type":"suggestion""#)).count();
        prop_assert_eq!(suggestions, asked);
    }

    #[test]
    fn suggested_moves_are_legal(start in any_start()) {
        let mut rules = MoveRules::of(&Rules::versus()).expect("supported rules");
        rules.movement.rotation.half = false;
        let state = Position::new(&start).expect("a possible position").state(rules);
        let mut input =
            serde_json::to_vec(&quintet_bot::tbp::types::FrontendMessage::from(start)).expect("JSON");
        input.extend(b"\n{\"type\":\"suggest\"}\n");
        if let Some(state) = &state {
            // The bot would survive a panic of its search, and suggest nothing.
            think(state, &settings().weights, settings().budget, &|| false);
        }
        let replies = answers(&input);
        prop_assert_eq!(replies.len(), 2);
        let message: serde_json::Value = serde_json::from_slice(&replies[1]).expect("JSON");
        for made in message["moves"].as_array().expect("moves") {
            let made = serde_json::from_value(made.clone()).expect("a move");
            let placement = from_tbp(&made).expect("a placement");
            let state = state.as_ref().expect("something to place");
            let mut all = pieces(state).into_iter().flat_map(|piece| {
                Moves::with_spins(&state.board, piece, rules.movement).iter()
            });
            prop_assert!(all.any(|can_be| can_be == placement), "{:?}", placement);
        }
    }
}
