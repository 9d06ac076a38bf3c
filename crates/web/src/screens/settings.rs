//! Options.

use web_sys::{Event, HtmlInputElement, HtmlSelectElement, KeyboardEvent};

use super::{data_settings, key_settings};
use crate::app::{Shared, shared};
use crate::dom::{El, button, el, follow, on_window, once_shown, target};
use crate::draw::{PIP_RENDER_MODE, PipMode};
use crate::keys::is_key;
use crate::page;
use crate::signals::prelude::*;
use crate::store::{Motion, Settings};

/// A number that a slider sets.
struct Slider {
    label: &'static str,
    note: &'static str,
    most: u32,
    least: u32,
    get: fn(&Settings) -> u32,
    set: fn(&mut Settings, u32),
    show: fn(u32) -> String,
}

/// Something that is on or off.
struct Switch {
    label: &'static str,
    note: &'static str,
    get: fn(&Settings) -> bool,
    set: fn(&mut Settings, bool),
}

const HANDLING_NOTE: &str =
    "For Marathon and Battle. In the other games these are part of the rules.";

const HANDLING: [Slider; 4] = [
    Slider {
        label: "Delayed auto shift",
        note: "How long left or right is held before the piece repeats.",
        least: 0,
        most: Settings::MAX_DAS_MS,
        get: |settings| settings.das_ms,
        set: |settings, value| settings.das_ms = value,
        show: |value| format!("{value} ms"),
    },
    Slider {
        label: "Auto repeat rate",
        note: "The time from repeat to repeat. 0 slides to the wall at once.",
        least: 0,
        most: Settings::MAX_ARR_MS,
        get: |settings| settings.arr_ms,
        set: |settings, value| settings.arr_ms = value,
        show: |value| format!("{value} ms"),
    },
    Slider {
        label: "Soft drop",
        note: "The time from row to row while held. 0 drops to the ground at once.",
        least: 0,
        most: Settings::MAX_SOFT_DROP_US / 1000,
        get: |settings| settings.soft_drop_us / 1000,
        set: |settings, value| settings.soft_drop_us = Settings::soft_drop_from_ms(value),
        show: |value| match value {
            16 => "1 frame".to_owned(),
            _ => format!("{value} ms"),
        },
    },
    Slider {
        label: "Previews",
        note: "How many coming pieces are shown.",
        least: 1,
        most: Settings::MAX_PREVIEWS as u32,
        get: |settings| settings.previews.into(),
        set: |settings, value| settings.previews = value as u8,
        show: |value| value.to_string(),
    },
];

const SOUND: [Slider; 2] = [
    Slider {
        label: "Sound",
        note: "",
        least: 0,
        most: 100,
        get: |settings| settings.sound.into(),
        set: |settings, value| settings.sound = value as u8,
        show: |value| format!("{value} %"),
    },
    Slider {
        label: "Music",
        note: "",
        least: 0,
        most: 100,
        get: |settings| settings.music.into(),
        set: |settings, value| settings.music = value as u8,
        show: |value| format!("{value} %"),
    },
];

const MUTE: Switch = Switch {
    label: "Mute",
    note: "Everything silent. The M key does the same at any time.",
    get: |settings| settings.muted,
    set: |settings, value| settings.muted = value,
};

const DISPLAY: [Switch; 6] = [
    Switch {
        label: "Ghost",
        note: "Shows where the piece would land.",
        get: |settings| settings.ghost,
        set: |settings, value| settings.ghost = value,
    },
    Switch {
        label: "Grid",
        note: "Marks the empty cells of the board.",
        get: |settings| settings.grid,
        set: |settings, value| settings.grid = value,
    },
    Switch {
        label: "Scanlines",
        note: "The glass of an old tube in front of everything.",
        get: |settings| settings.crt,
        set: |settings, value| settings.crt = value,
    },
    Switch {
        label: "Colour-blind-safe palette",
        note: "Colours that everybody can tell apart, and a letter on every block.",
        get: |settings| settings.safe_colours,
        set: |settings, value| settings.safe_colours = value,
    },
    Switch {
        label: "Letters on blocks",
        note: "Tells pieces apart by more than their colour.",
        get: |settings| settings.marks,
        set: |settings, value| settings.marks = value,
    },
    Switch {
        label: "High contrast",
        note: "Black, white and bright edges.",
        get: |settings| settings.high_contrast,
        set: |settings, value| settings.high_contrast = value,
    },
];

const TOUCH: [Switch; 4] = [
    Switch {
        label: "Left-handed",
        note: "The touch controls change sides.",
        get: |settings| settings.left_handed,
        set: |settings, value| settings.left_handed = value,
    },
    Switch {
        label: "Full gestures",
        note: "Drag to move, slow swipe down to soft drop, fast swipe to hard drop, swipe up to hold.",
        get: |settings| settings.gestures,
        set: |settings, value| settings.gestures = value,
    },
    Switch {
        label: "Gamepad",
        note: "Cross to move and drop, A and B to turn, shoulders to hold, Start to pause.",
        get: |settings| settings.gamepad,
        set: |settings, value| settings.gamepad = value,
    },
    Switch {
        label: "Count before resuming",
        note: "Three, two, one after a pause.",
        get: |settings| settings.count_in,
        set: |settings, value| settings.count_in = value,
    },
];

/// One of a few words.
struct Choice {
    label: &'static str,
    note: &'static str,
    words: &'static [(&'static str, &'static str)],
    get: fn(&Settings) -> &'static str,
    set: fn(&mut Settings, &str),
}

const MOTION: Choice = Choice {
    label: "Motion",
    note: "Shaking, flashing and flying pieces.",
    words: &[
        ("system", Motion::System.label()),
        ("full", Motion::Full.label()),
        ("reduced", Motion::Reduced.label()),
    ],
    get: |settings| settings.motion.slug(),
    set: |settings, word| {
        let wanted = Motion::ALL.into_iter().find(|choice| choice.slug() == word);
        settings.motion = wanted.unwrap_or_default();
    },
};

const PIPS: Choice = Choice {
    label: "Domino tiles",
    note: "How a half shows its value.",
    words: &[("pips", "pips"), ("numbers", "numbers")],
    get: |settings| settings.pips.slug(),
    set: |settings, word| {
        let wanted = PipMode::ALL.into_iter().find(|choice| choice.slug() == word);
        settings.pips = wanted.unwrap_or(PIP_RENDER_MODE);
    },
};

/// All options, and the way back.
pub(crate) fn settings() -> El {
    once_shown(|| page::focus(".page-title"));
    let shared = shared();
    let sound = SOUND.iter().map(|it| slider(shared, it));
    let display = DISPLAY.iter().map(|it| switch(shared, it));
    let sections = [
        section("Handling")
            .child(el("p", "option-note").text(HANDLING_NOTE))
            .children(HANDLING.iter().map(|it| slider(shared, it))),
        section("Display")
            .children(display)
            .child(choice(shared, &PIPS))
            .child(choice(shared, &MOTION)),
        section("Sound").children(sound).child(switch(shared, &MUTE)),
        section("Touch and gamepad").children(TOUCH.iter().map(|it| switch(shared, it))),
        section("Keys").child(key_settings()),
        section("Data").child(data_settings()),
    ];
    // Listens after the keys do, to whom Escape may be a name.
    on_window("keydown", |event: KeyboardEvent| {
        if is_key(&event, "Escape") && !event.default_prevented() {
            page::go_back();
        }
    });
    el("main", "screen page")
        .attr("data-screen", "settings")
        .child(el("h1", "page-title").attr("tabindex", "-1").text("SETTINGS"))
        .child(el("div", "page-body scroll").children(sections))
        .child(button("button back", "DONE", page::go_back))
}

fn section(title: &str) -> El {
    el("section", "panel options").child(el("h2", "").text(title))
}

/// A row: what it is called, what sets it, and a note.
fn option(label: &str, control: El, note: &str) -> El {
    el("label", "option")
        .child(el("span", "option-name").text(label))
        .child(control)
        .child(el("span", "option-note").text(note))
}

fn slider(shared: &'static Shared, slider: &'static Slider) -> El {
    let settings = shared.settings;
    let shown = move || (slider.show)(settings.with(slider.get));
    let range = el("input", "")
        .attr("type", "range")
        .attr("min", &slider.least.to_string())
        .attr("max", &slider.most.to_string())
        .live_attr("aria-valuetext", shown);
    let input: HtmlInputElement = range.get();
    let range = range.on("input", move |event: Event| {
        let wanted = target::<HtmlInputElement>(&event).value().parse().unwrap_or(slider.least);
        settings.update(|settings| (slider.set)(settings, wanted.clamp(slider.least, slider.most)));
    });
    follow(move || input.set_value(&settings.with(slider.get).to_string()));
    let control = el("span", "slider").child(range).child(el("output", "number").words(shown));
    option(slider.label, control, slider.note)
}

fn switch(shared: &'static Shared, switch: &'static Switch) -> El {
    let settings = shared.settings;
    let control = el("input", "switch").attr("type", "checkbox").attr("role", "switch");
    let input: HtmlInputElement = control.get();
    follow(move || input.set_checked(settings.with(switch.get)));
    let control = control.on("change", move |event: Event| {
        let wanted = target::<HtmlInputElement>(&event).checked();
        settings.update(|settings| (switch.set)(settings, wanted));
    });
    option(switch.label, control, switch.note)
}

fn choice(shared: &'static Shared, choice: &'static Choice) -> El {
    let settings = shared.settings;
    let word = |(slug, label): &(&str, &str)| el("option", "").attr("value", slug).text(label);
    let control = el("select", "").children(choice.words.iter().map(word));
    let select: HtmlSelectElement = control.get();
    follow(move || select.set_value(settings.with(choice.get)));
    let control = control.on("change", move |event: Event| {
        let wanted = target::<HtmlInputElement>(&event).value();
        settings.update(|settings| (choice.set)(settings, &wanted));
    });
    option(choice.label, control, choice.note)
}
