//! Events as JSON.

use quintet_engine::{Event, RowSet, Spin, TimedEvent};
use serde_json::{Value, json};

/// An event as an object: when, which, and what belongs to it.
pub(super) fn described(event: &TimedEvent) -> Value {
    let mut object = match event.event {
        Event::Spawned { kind } | Event::Held { kind } => json!({ "kind": kind.to_string() }),
        Event::Moved { columns, repeated } => json!({ "columns": columns, "repeated": repeated }),
        Event::Rotated { kick, spin } => json!({ "kick": kick, "spin": spin_name(spin) }),
        Event::HardDropped { rows } => json!({ "rows": rows }),
        Event::Locked { piece, spin, lines } => json!({
            "kind": piece.kind.to_string(),
            "rotation": piece.rotation.quarter_turns(),
            "x": piece.x,
            "y": piece.y,
            "spin": spin_name(spin),
            "lines": lines,
        }),
        Event::Cleared(clear) => json!({
            "rows": rows(clear.rows),
            "lines": clear.lines,
            "points": clear.points,
            "spin": spin_name(clear.spin),
            "back_to_back": clear.back_to_back,
            "combo": clear.combo,
            "perfect": clear.perfect,
        }),
        Event::Fives(fives) => json!({
            "rows": rows(fives.rows),
            "points": fives.points,
            "sum": fives.sum,
            "multiplier": fives.multiplier,
            "lives": fives.lives,
        }),
        Event::Collapsed { rows: gone } => json!({ "rows": rows(gone) }),
        Event::LevelUp { level } => json!({ "level": level }),
        Event::GarbageSent { lines }
        | Event::GarbageCancelled { lines }
        | Event::GarbageEntered { lines } => json!({ "lines": lines }),
        Event::GarbageQueued { gaps } => json!({ "gaps": &gaps[..] }),
        Event::Flipped { gravity } => json!({ "gravity": gravity }),
        Event::Over { reason } => json!({ "why": reason }),
        // An event that is nothing but its name.
        _ => json!({}),
    };
    object["event"] = json!(event.event.name());
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
