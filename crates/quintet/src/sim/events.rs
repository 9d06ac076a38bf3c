//! Events as JSON.

use quintet_engine::{Event, RowSet, Spin, TimedEvent};
use serde_json::{Value, json};

/// An event as an object: when, which, and what belongs to it.
pub(super) fn described(event: &TimedEvent) -> Value {
    let mut object = match event.event {
        Event::Spawned { kind } => json!({ "event": "spawned", "kind": kind.to_string() }),
        Event::Moved { columns, repeated } => {
            json!({ "event": "moved", "columns": columns, "repeated": repeated })
        }
        Event::Rotated { kick, spin } => {
            json!({ "event": "rotated", "kick": kick, "spin": spin_name(spin) })
        }
        Event::Blocked => json!({ "event": "blocked" }),
        Event::Fell => json!({ "event": "fell" }),
        Event::SoftDropped => json!({ "event": "soft_dropped" }),
        Event::HardDropped { rows } => json!({ "event": "hard_dropped", "rows": rows }),
        Event::Landed => json!({ "event": "landed" }),
        Event::Held { kind } => json!({ "event": "held", "kind": kind.to_string() }),
        Event::Locked { piece, spin, lines } => json!({
            "event": "locked",
            "kind": piece.kind.to_string(),
            "rotation": piece.rotation.quarter_turns(),
            "x": piece.x,
            "y": piece.y,
            "spin": spin_name(spin),
            "lines": lines,
        }),
        Event::Cleared(clear) => json!({
            "event": "cleared",
            "rows": rows(clear.rows),
            "lines": clear.lines,
            "points": clear.points,
            "spin": spin_name(clear.spin),
            "back_to_back": clear.back_to_back,
            "combo": clear.combo,
            "perfect": clear.perfect,
        }),
        Event::Fives(fives) => json!({
            "event": "fives",
            "rows": rows(fives.rows),
            "points": fives.points,
            "sum": fives.sum,
            "multiplier": fives.multiplier,
            "lives": fives.lives,
        }),
        Event::Collapsed { rows: gone } => json!({ "event": "collapsed", "rows": rows(gone) }),
        Event::LevelUp { level } => json!({ "event": "level_up", "level": level }),
        Event::GarbageSent { lines } => json!({ "event": "garbage_sent", "lines": lines }),
        Event::GarbageQueued { gaps } => json!({ "event": "garbage_queued", "gaps": &gaps[..] }),
        Event::GarbageCancelled { lines } => {
            json!({ "event": "garbage_cancelled", "lines": lines })
        }
        Event::GarbageEntered { lines } => json!({ "event": "garbage_entered", "lines": lines }),
        Event::Flipped { gravity } => json!({ "event": "flipped", "gravity": gravity }),
        Event::Over { reason } => json!({ "event": "over", "why": reason }),
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
