//! Events as JSON.

use quintet_engine::{Event, RowSet, Spin, What};
use serde_json::{Value, json};

/// An event as an object: when, which, and what belongs to it.
pub(super) fn described(event: &Event) -> Value {
    let mut object = match event.what {
        What::Spawned { kind } => json!({ "event": "spawned", "kind": kind.to_string() }),
        What::Moved { columns, repeated } => {
            json!({ "event": "moved", "columns": columns, "repeated": repeated })
        }
        What::Rotated { kick, spin } => {
            json!({ "event": "rotated", "kick": kick, "spin": spin_name(spin) })
        }
        What::Blocked => json!({ "event": "blocked" }),
        What::Fell => json!({ "event": "fell" }),
        What::SoftDropped => json!({ "event": "soft_dropped" }),
        What::HardDropped { rows } => json!({ "event": "hard_dropped", "rows": rows }),
        What::Landed => json!({ "event": "landed" }),
        What::Held { kind } => json!({ "event": "held", "kind": kind.to_string() }),
        What::Locked { piece, spin, lines } => json!({
            "event": "locked",
            "kind": piece.kind.to_string(),
            "rotation": piece.rotation.quarter_turns(),
            "x": piece.x,
            "y": piece.y,
            "spin": spin_name(spin),
            "lines": lines,
        }),
        What::Cleared(clear) => json!({
            "event": "cleared",
            "rows": rows(clear.rows),
            "lines": clear.lines,
            "points": clear.points,
            "spin": spin_name(clear.spin),
            "back_to_back": clear.back_to_back,
            "combo": clear.combo,
            "perfect": clear.perfect,
        }),
        What::Fives(fives) => json!({
            "event": "fives",
            "rows": rows(fives.rows),
            "points": fives.points,
            "sum": fives.sum,
            "multiplier": fives.multiplier,
            "lives": fives.lives,
        }),
        What::Collapsed { rows: gone } => json!({ "event": "collapsed", "rows": rows(gone) }),
        What::LevelUp { level } => json!({ "event": "level_up", "level": level }),
        What::GarbageSent { lines } => json!({ "event": "garbage_sent", "lines": lines }),
        What::GarbageQueued { gaps } => json!({ "event": "garbage_queued", "gaps": &gaps[..] }),
        What::GarbageCancelled { lines } => json!({ "event": "garbage_cancelled", "lines": lines }),
        What::GarbageEntered { lines } => json!({ "event": "garbage_entered", "lines": lines }),
        What::Flipped { gravity } => json!({ "event": "flipped", "gravity": gravity }),
        What::Over { why } => json!({ "event": "over", "why": why }),
    };
    object["at"] = json!(event.at);
    object
}

fn spin_name(spin: Spin) -> &'static str {
    match spin {
        Spin::None => "none",
        Spin::Mini => "mini",
        Spin::Full => "full",
    }
}

fn rows(rows: RowSet) -> Vec<i8> {
    rows.iter().collect()
}
