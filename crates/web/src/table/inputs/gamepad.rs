//! Gamepads with the standard layout.

use quintet_engine::Button;
use wasm_bindgen::JsCast;
use web_sys::Gamepad;

use crate::page::window;
use crate::table::driver::BOARDS;

/// How far a stick must lean to count.
const LEAN: f64 = 0.5;

/// What a pad can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PadInput {
    /// A button of the game.
    Button(Button),
    /// Pause, or go on.
    Pause,
}

/// The standard layout: the pad's button numbers and what they do.
const LAYOUT: [(u32, PadInput); 11] = [
    (14, PadInput::Button(Button::Left)),
    (15, PadInput::Button(Button::Right)),
    (13, PadInput::Button(Button::SoftDrop)),
    (12, PadInput::Button(Button::HardDrop)),
    (0, PadInput::Button(Button::RotateCcw)),
    (1, PadInput::Button(Button::RotateCw)),
    (2, PadInput::Button(Button::Rotate180)),
    (3, PadInput::Button(Button::Flip)),
    (4, PadInput::Button(Button::Hold)),
    (5, PadInput::Button(Button::Hold)),
    (9, PadInput::Pause),
];

/// What each player's gamepad held down when last asked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gamepads {
    down: [u16; BOARDS],
}

impl Gamepads {
    /// Asks the browser, and tells what went down (true) or up since the last time.
    pub(crate) fn poll(&mut self, mut tell: impl FnMut(usize, PadInput, bool)) {
        let Ok(pads) = window().navigator().get_gamepads() else { return };
        let present = pads.iter().filter_map(|pad| pad.dyn_into::<Gamepad>().ok());
        let connected = present.filter(Gamepad::connected);
        for (player, pad) in connected.take(BOARDS).enumerate() {
            let now = held(&pad);
            let changed = now ^ self.down[player];
            for (index, &(_, input)) in LAYOUT.iter().enumerate() {
                if changed >> index & 1 == 1 {
                    tell(player, input, now >> index & 1 == 1);
                }
            }
            self.down[player] = now;
        }
    }
}

/// One bit for each line of the layout; the left stick counts as the cross.
fn held(pad: &Gamepad) -> u16 {
    let buttons = pad.buttons();
    let pressed = |number: u32| {
        let button = buttons.get(number).dyn_into::<web_sys::GamepadButton>();
        button.is_ok_and(|button| button.pressed())
    };
    let axis = |number: u32| pad.axes().get(number).as_f64().unwrap_or(0.0);
    let leans = |number: u32| match number {
        14 => axis(0) < -LEAN,
        15 => axis(0) > LEAN,
        13 => axis(1) > LEAN,
        _ => false,
    };
    LAYOUT.iter().enumerate().fold(0, |bits, (index, &(number, _))| {
        bits | u16::from(pressed(number) || leans(number)) << index
    })
}
