//! The keys of a game, over its start screen.

use quintet_engine::Rules;
use quintet_words::{Phrase, games as words};

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
    let touch = shared.is_mobile().then(|| touch_group(&game.modes[0].rules()));
    let groups = touch.into_iter().chain(game.help.iter().map(|group| key_group(group, &map)));
    let notes = game.notes.iter().map(|note| el("p", "key-note").text(note));
    let content = vec![
        el("h2", "controls-title").text(&words::CONTROLS_TITLE),
        el("div", "panel key-groups").children(groups).children(notes),
        button("button primary", &words::GOT_IT, close),
    ];
    overlay(&words::CONTROLS, "overlay controls-overlay", Some(Box::new(close)), content)
}

/// Whether a game has something.
type Can = fn(&Rules) -> bool;

/// What fingers do, and where they can.
const TOUCH: [(Phrase, Phrase, Can); 6] = [
    (words::TOUCH_MOVE, words::HELP_MOVE, |_| true),
    (words::TOUCH_SOFT_DROP, words::HELP_SOFT_DROP, |_| true),
    (words::TOUCH_HARD_DROP, words::HELP_HARD_DROP, |rules| rules.hard_drop),
    (words::TOUCH_ROTATE, words::HELP_ROTATE, |_| true),
    (words::TOUCH_HOLD, words::HELP_HOLD, |rules| rules.hold),
    (words::TOUCH_FLIP, words::HELP_FLIP, |rules| rules.flip),
];

fn touch_group(rules: &Rules) -> El {
    let lines = TOUCH.iter().filter(|(.., can)| can(rules)).map(|(how, what, _)| {
        el("div", "key-line").child(el("dt", "").text(how)).child(el("dd", "").text(what))
    });
    el("section", "key-group")
        .child(el("h3", "").text(&words::GROUP_TOUCH))
        .child(el("dl", "").children(lines))
}

fn key_group(group: &HelpGroup, map: &KeyMap) -> El {
    let lines = group.lines.iter().map(|&(actions, what)| {
        el("div", "key-line").child(keys(map, actions)).child(el("dd", "").text(&what))
    });
    el("section", "key-group")
        .child(el("h3", "").text(&group.title))
        .child(el("dl", "").children(lines))
}

/// The keys of actions that stand together, player by player: "or" between keys for the same thing.
fn keys(map: &KeyMap, actions: &[Action]) -> El {
    let set = |seat: usize| {
        let mut set = el("span", "key-set");
        for &action in actions {
            for (index, name) in key_names(map.keys(seat, action)).iter().enumerate() {
                if index > 0 {
                    set = set.text(" ").text(&words::OR).text(" ");
                }
                set = set.child(el("kbd", "").text(name));
            }
        }
        set
    };
    let has_keys = |seat: &usize| actions.iter().any(|&it| !map.keys(*seat, it).is_empty());
    el("dt", "").children((0..map.seats()).filter(has_keys).map(set))
}
