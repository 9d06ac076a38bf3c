//! The state that goes out after every line.

use quintet_engine::{Attack, Game, Gravity, Kind, Phase, PlacedPiece, Scoring};
use serde::Serialize;
use serde_json::Value;

/// A board as it stands. What a game does not have is left out.
#[derive(Serialize)]
pub(super) struct State<'a> {
    at: u64,
    phase: &'static str,
    board: Vec<String>,
    active: Option<Active>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ghost: Option<Vec<[i8; 2]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hold: Option<Value>,
    #[serde(skip_serializing_if = "<[Kind]>::is_empty", serialize_with = "names")]
    next: &'a [Kind],
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lines: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    lives: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    streak: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row_sums: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gravity: Option<Gravity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pending_garbage: Option<u8>,
    fall_interval_us: u64,
    events: Vec<Value>,
}

#[derive(Serialize)]
struct Active {
    kind: String,
    rotation: u8,
    cells: Vec<[i8; 2]>,
}

impl<'a> State<'a> {
    pub(super) fn of(game: &'a Game, events: Vec<Value>) -> State<'a> {
        let view = game.view();
        let rules = game.rules();
        let is_domino = rules.scoring == Scoring::Fives;
        let counts = rules.scoring != Scoring::None;
        State {
            at: view.now.0,
            phase: match view.phase {
                Phase::Idle | Phase::Waiting { .. } | Phase::Falling => "playing",
                Phase::Clearing { .. } => "clearing",
                Phase::Over(_) => "over",
            },
            board: view.board.drawing(),
            active: view.piece.map(|placed| Active {
                kind: placed.piece.kind.to_string(),
                rotation: placed.piece.rotation.quarter_turns(),
                cells: cells(placed),
            }),
            ghost: rules.ghost.then(|| view.ghost.map(cells).unwrap_or_default()),
            hold: rules.hold.then(|| view.hold.map(|kind| kind.to_string()).into()),
            next: view.next,
            score: counts.then_some(view.score),
            level: (counts && !is_domino).then_some(view.level),
            lines: counts.then_some(view.lines),
            lives: is_domino.then_some(view.lives),
            streak: is_domino.then_some(view.streak),
            row_sums: (rules.row_sums)
                .then(|| (0..rules.height as i8).map(|y| view.board.row_sum(y)).collect()),
            gravity: rules.flip.then_some(view.gravity),
            pending_garbage: (rules.attack != Attack::None).then_some(view.pending_garbage),
            fall_interval_us: view.fall_interval.0,
            events,
        }
    }
}

fn cells(placed: PlacedPiece) -> Vec<[i8; 2]> {
    placed.cells().map(|(x, y, _)| [x, y]).collect()
}

fn names<S: serde::Serializer>(kinds: &&[Kind], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(kinds.iter().map(ToString::to_string))
}
