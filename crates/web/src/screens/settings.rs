//! Options.

use leptos::ev;
use leptos::prelude::*;

use super::{data_settings, key_settings};
use crate::app::{Shared, shared};
use crate::page;
use crate::parts::{button, follow, words};
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
        show: |value| format!("{value} ms"),
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

const MUTE: [Switch; 1] = [Switch {
    label: "Mute",
    note: "Everything silent. The M key does the same at any time.",
    get: |settings| settings.muted,
    set: |settings, value| settings.muted = value,
}];

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

/// All options, and the way back.
pub(crate) fn settings() -> AnyView {
    let shared = shared();
    let back = || {
        // Wherever the player came from; from a bookmark, that is nowhere.
        let alone = window().history().and_then(|history| history.length()).unwrap_or(0) < 2;
        if alone {
            shared_home();
        } else {
            let _ = window().history().and_then(|history| history.back());
        }
    };
    let escape = window_event_listener(ev::keydown, move |event| {
        if event.code() == "Escape" && !event.default_prevented() {
            back();
        }
    });
    on_cleanup(move || escape.remove());
    follow(|| page::focus(".page-title"));
    let sliders = |list: &'static [Slider]| list.iter().map(|it| slider(shared, it)).collect();
    let switches = |list: &'static [Switch]| list.iter().map(|it| switch(shared, it)).collect();
    let mut sound: Vec<AnyView> = sliders(&SOUND);
    sound.extend(MUTE.iter().map(|it| switch(shared, it)));
    let mut display: Vec<AnyView> = switches(&DISPLAY);
    display.push(motion(shared));
    let sections = vec![
        section("Handling", sliders(&HANDLING)),
        section("Display", display),
        section("Sound", sound),
        section("Touch and gamepad", switches(&TOUCH)),
        section("Keys", vec![key_settings()]),
        section("Data", vec![data_settings()]),
    ];
    view! {
        <main class="screen page" data-screen="settings">
            <h1 class="page-title" tabindex="-1">"SETTINGS"</h1>
            <div class="page-body scroll">{sections}</div>
            {button("button back", "DONE", back)}
        </main>
    }
    .into_any()
}

fn shared_home() {
    window().location().set_hash("#/").ok();
}

fn section(title: &'static str, rows: Vec<AnyView>) -> AnyView {
    view! { <section class="panel options"><h2>{title}</h2>{rows}</section> }.into_any()
}

fn slider(shared: &'static Shared, slider: &'static Slider) -> AnyView {
    let settings = shared.settings;
    let value = words(move || settings.with(slider.get).to_string());
    let shown = words(move || (slider.show)(settings.with(slider.get)));
    let set = move |event: ev::Event| {
        let wanted = event_target_value(&event).parse().unwrap_or(slider.least);
        settings.update(|settings| (slider.set)(settings, wanted.clamp(slider.least, slider.most)));
    };
    view! {
        <label class="option">
            <span class="option-name">{slider.label}</span>
            <input
                type="range"
                min=slider.least.to_string()
                max=slider.most.to_string()
                prop:value=value
                aria-valuetext=shown
                on:input=set
            />
            <output class="number">{shown}</output>
            <span class="option-note">{slider.note}</span>
        </label>
    }
    .into_any()
}

fn switch(shared: &'static Shared, switch: &'static Switch) -> AnyView {
    let settings = shared.settings;
    let on = Signal::derive(move || settings.with(switch.get));
    let set = move |event: ev::Event| {
        let wanted = event_target_checked(&event);
        settings.update(|settings| (switch.set)(settings, wanted));
    };
    view! {
        <label class="option">
            <span class="option-name">{switch.label}</span>
            <input type="checkbox" role="switch" class="switch" prop:checked=on on:change=set />
            <span class="option-note">{switch.note}</span>
        </label>
    }
    .into_any()
}

fn motion(shared: &'static Shared) -> AnyView {
    let settings = shared.settings;
    let value = words(move || settings.with(|settings| settings.motion.slug().to_owned()));
    let set = move |event: ev::Event| {
        let wanted = event_target_value(&event);
        let wanted = Motion::ALL.into_iter().find(|choice| choice.slug() == wanted);
        settings.update(|settings| settings.motion = wanted.unwrap_or_default());
    };
    view! {
        <label class="option">
            <span class="option-name">"Motion"</span>
            <select prop:value=value on:change=set>
                <option value="system">"As the device asks"</option>
                <option value="full">"Everything moves"</option>
                <option value="reduced">"Reduced"</option>
            </select>
            <span class="option-note">"Shaking, flashing and flying pieces."</span>
        </label>
    }
    .into_any()
}
