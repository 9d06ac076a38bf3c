//! Which key a browser's event is about.

use arrayvec::ArrayString;
use js_sys::JsString;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::KeyboardEvent;

pub(crate) use quintet_frontend::{Action, KeyMap, key_name, key_names};

#[wasm_bindgen]
extern "C" {
    /// A key event whose code stays with the browser, where no memory is asked for to copy it.
    type Key;

    #[wasm_bindgen(method, getter)]
    fn code(this: &Key) -> JsString;
}

/// The place of a key on the keyboard, longer than any that browsers know.
pub(crate) type Code = ArrayString<32>;

/// Which key an event is about.
pub(crate) fn code_of(event: &KeyboardEvent) -> Code {
    let code = event.unchecked_ref::<Key>().code();
    let mut letters = Code::new();
    for index in 0..code.length().min(letters.capacity() as u32) {
        // They are plain letters and digits.
        letters.push(char::from(code.char_code_at(index) as u8 & 0x7f));
    }
    letters
}

/// Whether an event is about this key.
pub(crate) fn is_key(event: &KeyboardEvent, code: &str) -> bool {
    code_of(event).as_str() == code
}
