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

/// Each player's gamepad. A player keeps theirs while it is connected, whatever happens to others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Gamepads {
    pads: [Option<Pad>; BOARDS],
}

#[derive(Clone, Copy, Debug)]
struct Pad {
    /// The browser's number for it.
    id: u32,
    /// What it held down when last asked: one bit for each line of the layout.
    down: u16,
}

impl Gamepads {
    /// Asks the browser, and tells what went down (true) or up since the last time.
    pub(crate) fn poll(&mut self, tell: impl FnMut(usize, PadInput, bool)) {
        let listed = window().navigator().get_gamepads().unwrap_or_default();
        let present = listed.iter().filter_map(|pad| pad.dyn_into::<Gamepad>().ok());
        let connected = present.filter(Gamepad::connected);
        self.update(connected.map(|pad| Pad { id: pad.index(), down: held(&pad) }), tell);
    }

    /// Lets go of everything, as when gamepads are switched off.
    pub(crate) fn release_all(&mut self, tell: impl FnMut(usize, PadInput, bool)) {
        self.update([].into_iter(), tell);
    }

    fn update(
        &mut self,
        connected: impl Iterator<Item = Pad>,
        mut tell: impl FnMut(usize, PadInput, bool),
    ) {
        let mut now = [None; BOARDS];
        for pad in connected {
            let is_its_own = |own: &Option<Pad>| own.is_some_and(|own| own.id == pad.id);
            let free = || self.pads.iter().zip(&now).position(|(own, now)| own.or(*now).is_none());
            if let Some(player) = self.pads.iter().position(is_its_own).or_else(free) {
                now[player] = Some(pad);
            }
        }
        for (player, (before, now)) in self.pads.iter().zip(now).enumerate() {
            let down = |pad: Option<Pad>| pad.map_or(0, |pad| pad.down);
            let (before, now) = (down(*before), down(now));
            for (index, &(_, input)) in LAYOUT.iter().enumerate() {
                if (before ^ now) >> index & 1 == 1 {
                    tell(player, input, now >> index & 1 == 1);
                }
            }
        }
        self.pads = now;
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

#[cfg(test)]
mod tests {
    use super::*;

    const LEFT: u16 = 1;
    const RIGHT: u16 = 2;

    /// What is told when these pads, each with its number and what it holds, are connected.
    fn told(pads: &mut Gamepads, connected: &[(u32, u16)]) -> Vec<(usize, Button, bool)> {
        let mut told = Vec::new();
        let connected = connected.iter().map(|&(id, down)| Pad { id, down });
        pads.update(connected, |player, input, down| {
            if let PadInput::Button(button) = input {
                told.push((player, button, down));
            }
        });
        told
    }

    #[test]
    fn a_pad_that_is_unplugged_lets_go_of_what_it_held() {
        let mut pads = Gamepads::default();
        assert_eq!(told(&mut pads, &[(0, LEFT)]), [(0, Button::Left, true)]);
        assert_eq!(told(&mut pads, &[(0, LEFT)]), []);
        assert_eq!(told(&mut pads, &[]), [(0, Button::Left, false)]);
        assert_eq!(told(&mut pads, &[(0, RIGHT)]), [(0, Button::Right, true)]);
        let mut up = Vec::new();
        pads.release_all(|player, input, down| up.push((player, input, down)));
        assert_eq!(up, [(0, PadInput::Button(Button::Right), false)]);
    }

    #[test]
    fn a_player_keeps_their_pad_when_another_is_unplugged() {
        let mut pads = Gamepads::default();
        told(&mut pads, &[(0, 0), (1, 0)]);
        assert_eq!(told(&mut pads, &[(1, LEFT)]), [(1, Button::Left, true)]);
        assert_eq!(told(&mut pads, &[(0, RIGHT), (1, LEFT)]), [(0, Button::Right, true)]);
        // There is no board for a third.
        assert_eq!(told(&mut pads, &[(0, RIGHT), (1, LEFT), (2, LEFT)]), []);
    }
}
