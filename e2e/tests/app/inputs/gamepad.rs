//! Playing with a gamepad.

use quintet_e2e::{Device, Page, Position};
use quintet_words::{online as words, play};

use crate::online::matches::{REAL, begin, board, filled, give_name, server};
use crate::scenes::entered;

/// A pad with the standard layout that the test holds in its hands.
const PAD: &str = "
    window.pad = { down: new Set(), axes: [0, 0, 0, 0] };
    const button = (number) => Object.create(GamepadButton.prototype, {
        pressed: { get: () => pad.down.has(number) },
        value: { get: () => (pad.down.has(number) ? 1 : 0) },
    });
    const buttons = Array.from({ length: 17 }, (_, number) => button(number));
    const gamepad = Object.create(Gamepad.prototype, {
        connected: { value: true },
        index: { value: 0 },
        mapping: { value: 'standard' },
        buttons: { value: buttons },
        axes: { get: () => pad.axes },
    });
    navigator.getGamepads = () => [gamepad, null, null, null];
";

fn press(page: &Page, number: u32) {
    page.evaluate(&format!("pad.down.add({number}); true"));
    page.pass(5.0);
    page.evaluate(&format!("pad.down.delete({number}); true"));
    page.pass(5.0);
}

#[test]
fn a_gamepad_moves_turns_holds_drops_and_pauses() {
    let position = Position::with_piece("T", 0, 3, 5).next(&["I", "O"]);
    let page = Device::DESKTOP.with_script(PAD).open(&position.address());
    page.board();
    press(&page, 14);
    assert_eq!(page.board().left_of('T'), Some(2), "left on the cross");
    page.evaluate("pad.axes[0] = 1; true");
    page.pass(5.0);
    page.evaluate("pad.axes[0] = 0; true");
    page.pass(5.0);
    assert_eq!(page.board().left_of('T'), Some(3), "the stick to the right");
    press(&page, 1);
    assert_eq!(page.board().places('T'), [(4, 5), (4, 6), (5, 6), (4, 7)], "turned");
    press(&page, 4);
    assert_eq!((entered(&page.board()), page.held_piece().as_str()), (Some('I'), "T"));
    press(&page, 12);
    page.pass(300.0);
    assert_eq!(entered(&page.board()), Some('O'), "dropped");
    press(&page, 9);
    page.role("dialog", &play::PAUSED).wait();
}

#[test]
fn a_stick_held_repeats_like_a_key() {
    let position = Position::with_piece("O", 0, 8, 0);
    let page = Device::DESKTOP.with_script(PAD).open(&position.address());
    let begin = page.board().left_of('O').expect("an O");
    page.evaluate("pad.down.add(14); true");
    page.pass(0.0);
    assert_eq!(page.board().left_of('O'), Some(begin - 1));
    page.pass(169.0);
    assert_eq!(page.board().left_of('O'), Some(begin - 1));
    page.pass(52.0);
    assert_eq!(page.board().left_of('O'), Some(begin - 3));
}

#[test]
fn a_gamepad_plays_online_too_and_its_pause_asks_whether_to_leave() {
    let ada = REAL.with_script(PAD).window();
    ada.go_to(&format!("{}#/online", server()));
    give_name(&ada, "Ada");
    ada.button(&words::PLAY_A_FRIEND).click();
    ada.part("[data-room]").wait();
    let grace = REAL.window();
    grace.go_to(&format!("{}#{}", server(), ada.address()));
    give_name(&grace, "Grace");
    grace.part("[data-room]").wait();
    begin([&ada, &grace]);
    ada.evaluate("pad.down.add(12); true");
    ada.wait_until("the piece that was dropped", || filled(&board(&ada, "1")) >= 4);
    ada.evaluate("pad.down.delete(12)");
    grace.wait_until("the same piece", || filled(&board(&grace, "2")) >= 4);
    ada.evaluate("pad.down.add(9); true");
    ada.text(&words::LEAVE_FORFEITS).wait();
    ada.evaluate("pad.down.delete(9)");
    ada.button(&words::STAY).click();
    ada.text(&words::LEAVE_FORFEITS).wait_until_gone();
}
