//! Version 1 of the replay format. Its types are frozen here, whatever the rules become.

use alloc::string::String;
use alloc::vec::Vec;

use serde::Deserialize;

use super::format::{decode, one_per_board, unpack};
use super::{Replay, ReplayError, ReplayResult};
use crate::board::Gravity;
use crate::games::GameName;
use crate::position::{ActivePiece, Position};
use crate::rotation::{Anchor, Kicks, RotationSystem};
use crate::rules::{
    Attack, Deal, Fall, Goal, Handling, Lock, LockOut, Rules, Scoring, SoftDrop, Spawn,
};
use crate::shape::Shapes;
use crate::time::Micros;

/// Reads the content of version 1.
pub(super) fn read(content: &[u8]) -> Result<Replay, ReplayError> {
    let read: Content<'_> = decode(content)?;
    Ok(Replay {
        revision: read.revision,
        rules: read.rules.into_iter().map(Rules::from).collect(),
        seed: read.seed,
        start: read.start.into_iter().map(|start| start.map(Position::from)).collect(),
        inputs: unpack(read.inputs, content)?,
        locks: read.locks,
        result: read.result,
    })
}

/// Completes rules that were written when the game's name alone said whether row sums are shown.
pub(super) fn upgrade(rules: &mut Rules) {
    rules.row_sums = rules.game == GameName::DominoEasy;
}

#[derive(Deserialize)]
struct Content<'a> {
    revision: u16,
    #[serde(deserialize_with = "one_per_board")]
    rules: Vec<OldRules>,
    seed: u64,
    #[serde(deserialize_with = "one_per_board")]
    start: Vec<Option<OldPosition>>,
    inputs: &'a [u8],
    locks: Vec<u16>,
    result: ReplayResult,
}

#[derive(Deserialize)]
struct OldRotation {
    shapes: Shapes,
    anchor: Anchor,
    kicks: Kicks,
    counter_clockwise: bool,
    half: bool,
}

#[derive(Deserialize)]
struct OldSpawn {
    row: i8,
    row_of_i: i8,
    right_of_middle: bool,
}

#[derive(Deserialize)]
struct OldHandling {
    das: Micros,
    arr: Micros,
    soft_drop: SoftDrop,
}

/// The rules in the order in which version 1 wrote them.
#[expect(clippy::struct_excessive_bools, reason = "each is a rule that is on or off by itself")]
#[derive(Deserialize)]
struct OldRules {
    game: GameName,
    width: u8,
    height: u8,
    hidden: u8,
    open_sky: bool,
    deal: Deal,
    rotation: OldRotation,
    spawn: OldSpawn,
    fall: Fall,
    fall_clock_runs_on: bool,
    lock: Lock,
    lock_out: LockOut,
    clear_pause: Micros,
    entry_delay: Micros,
    scoring: Scoring,
    soft_drop_points: u8,
    hard_drop_points: u8,
    start_level: u32,
    goal: Goal,
    hard_drop: bool,
    hold: bool,
    flip: bool,
    ghost: bool,
    previews: u8,
    initial_actions: bool,
    attack: Attack,
    handling: OldHandling,
}

impl From<OldRules> for Rules {
    fn from(old: OldRules) -> Rules {
        let OldRotation { shapes, anchor, kicks, counter_clockwise, half } = old.rotation;
        let OldSpawn { row, row_of_i, right_of_middle } = old.spawn;
        let OldHandling { das, arr, soft_drop } = old.handling;
        let mut rules = Rules {
            game: old.game,
            width: old.width,
            height: old.height,
            hidden: old.hidden,
            open_sky: old.open_sky,
            deal: old.deal,
            rotation: RotationSystem { shapes, anchor, kicks, counter_clockwise, half },
            spawn: Spawn { row, row_of_i, right_of_middle },
            fall: old.fall,
            fall_clock_runs_on: old.fall_clock_runs_on,
            lock: old.lock,
            lock_out: old.lock_out,
            clear_pause: old.clear_pause,
            entry_delay: old.entry_delay,
            scoring: old.scoring,
            soft_drop_points: old.soft_drop_points,
            hard_drop_points: old.hard_drop_points,
            start_level: old.start_level,
            goal: old.goal,
            hard_drop: old.hard_drop,
            hold: old.hold,
            flip: old.flip,
            ghost: old.ghost,
            previews: old.previews,
            initial_actions: old.initial_actions,
            attack: old.attack,
            handling: Handling { das, arr, soft_drop },
            ..Rules::BASE
        };
        upgrade(&mut rules);
        rules
    }
}

#[derive(Deserialize)]
struct OldPosition {
    board: Option<Vec<String>>,
    active: Option<OldActivePiece>,
    next: Option<Vec<String>>,
    hold: Option<String>,
    score: Option<u64>,
    level: Option<u32>,
    lines: Option<u32>,
    lives: Option<i32>,
    streak: Option<bool>,
    gravity: Option<Gravity>,
}

#[derive(Deserialize)]
struct OldActivePiece {
    kind: String,
    rotation: u8,
    x: Option<i8>,
    y: Option<i8>,
}

impl From<OldPosition> for Position {
    fn from(old: OldPosition) -> Position {
        let active = old.active.map(|OldActivePiece { kind, rotation, x, y }| ActivePiece {
            kind,
            rotation,
            x,
            y,
        });
        Position {
            board: old.board,
            active,
            next: old.next,
            hold: old.hold,
            score: old.score,
            level: old.level,
            lines: old.lines,
            lives: old.lives,
            streak: old.streak,
            gravity: old.gravity,
        }
    }
}
