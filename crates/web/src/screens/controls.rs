//! The keys of a game, over its start screen.

use quintet_engine::Rules;

use crate::app::shared;
use crate::dom::{El, button, el};
use crate::games::{GameEntry, HelpGroup};
use crate::keys::{Action, KeyMap, key_names};
use crate::parts::overlay;
use crate::route::{Route, Screen};
use crate::signals::prelude::*;

/// Lists what each key does; GOT IT closes it.
pub(crate) fn controls(game: &'static GameEntry) -> El {
    let shared = shared();
    let close = move || {
        let route = shared.router.now();
        shared.router.replace(Route { screen: Screen::Start, ..route });
    };
    let map = shared.settings.with_untracked(|settings| settings.key_map(game));
    let touch = shared.is_mobile().then(|| touch_group(&game.modes[0].rules));
    let groups = touch.into_iter().chain(game.help.iter().map(|group| key_group(group, &map)));
    let notes = game.notes.iter().map(|note| el("p", "key-note").text(note));
    let content = vec![
        el("h2", "controls-title").text("CONTROLS"),
        el("div", "panel key-groups").children(groups).children(notes),
        button("button primary", "GOT IT", close),
    ];
    overlay("Controls", "overlay controls-overlay", Some(Box::new(close)), content)
}

/// Whether a game has something.
type Can = fn(&Rules) -> bool;

/// What fingers do, and where they can.
const TOUCH: [(&str, &str, Can); 6] = [
    ("◀ ▶", "Move left / right", |_| true),
    ("▼", "Soft drop (hold for speed)", |_| true),
    ("⬇, or swipe down", "Hard drop (instant)", |rules| rules.hard_drop),
    ("↻, or tap the board", "Rotate clockwise", |_| true),
    ("The HOLD box", "Hold piece", |rules| rules.hold),
    ("⇅", "Turn gravity over", |rules| rules.flip),
];

fn touch_group(rules: &Rules) -> El {
    let lines = TOUCH.iter().filter(|(.., can)| can(rules)).map(|(how, what, _)| {
        el("div", "key-line").child(el("dt", "").text(how)).child(el("dd", "").text(what))
    });
    el("section", "key-group").child(el("h3", "").text("TOUCH")).child(el("dl", "").children(lines))
}

fn key_group(group: &HelpGroup, map: &KeyMap) -> El {
    let lines = group.lines.iter().map(|&(actions, what)| {
        el("div", "key-line").child(keys(map, actions)).child(el("dd", "").text(what))
    });
    el("section", "key-group")
        .child(el("h3", "").text(group.title))
        .child(el("dl", "").children(lines))
}

/// The keys of actions that stand together, player by player: "or" between keys for the same thing.
fn keys(map: &KeyMap, actions: &[Action]) -> El {
    let set = |seat: usize| {
        let mut set = el("span", "key-set");
        for &action in actions {
            for (index, name) in key_names(map.keys(seat, action)).iter().enumerate() {
                if index > 0 {
                    set = set.text(" or ");
                }
                set = set.child(el("kbd", "").text(name));
            }
        }
        set
    };
    let has_keys = |seat: &usize| actions.iter().any(|&it| !map.keys(*seat, it).is_empty());
    el("dt", "").children((0..map.seats()).filter(has_keys).map(set))
}
