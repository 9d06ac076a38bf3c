//! A WebSocket to the server that the page came from.

use js_sys::{ArrayBuffer, Uint8Array};
use quintet_protocol::{ClientMessage, encode_onto};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Event, MessageEvent};

use crate::page::window;

#[wasm_bindgen]
extern "C" {
    type WebSocket;

    #[wasm_bindgen(constructor, catch)]
    fn new(address: &str) -> Result<WebSocket, JsValue>;
    #[wasm_bindgen(method, setter, js_name = binaryType)]
    fn set_binary_type(this: &WebSocket, kind: &str);
    #[wasm_bindgen(method, getter, js_name = readyState)]
    fn ready_state(this: &WebSocket) -> u16;
    #[wasm_bindgen(method, setter)]
    fn set_onopen(this: &WebSocket, call: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_onmessage(this: &WebSocket, call: &JsValue);
    #[wasm_bindgen(method, setter)]
    fn set_onclose(this: &WebSocket, call: &JsValue);
    #[wasm_bindgen(method, catch)]
    fn send(this: &WebSocket, bytes: &[u8]) -> Result<(), JsValue>;
    #[wasm_bindgen(method)]
    fn close(this: &WebSocket);
}

const OPEN: u16 = 1;
/// The size of messages that there is room for from the start.
const MESSAGE_BYTES: usize = 4_096;

/// What comes from a socket.
#[derive(Clone, Copy)]
pub(crate) enum SocketEvent<'a> {
    /// It is open.
    Opened,
    /// A message.
    Message(&'a [u8]),
    /// It is closed, or could never be opened.
    Closed,
}

/// A socket; dropping it closes it, and no event comes any more.
pub(crate) struct Socket {
    web: WebSocket,
    _listener: Closure<dyn FnMut(Event)>,
    /// The message that is sent, kept so that sending does not allocate.
    bytes: Vec<u8>,
}

impl Socket {
    /// Opens a socket; none where the browser refuses the address.
    pub(crate) fn open(tell: impl Fn(SocketEvent<'_>) + 'static) -> Option<Socket> {
        let socket = WebSocket::new(&address()?).ok()?;
        socket.set_binary_type("arraybuffer");
        let mut received = Vec::with_capacity(MESSAGE_BYTES);
        let listener = Closure::wrap(Box::new(move |event: Event| match event.type_().as_str() {
            "open" => tell(SocketEvent::Opened),
            "close" => tell(SocketEvent::Closed),
            _ => {
                let data = event.unchecked_into::<MessageEvent>().data();
                if let Ok(buffer) = data.dyn_into::<ArrayBuffer>() {
                    let bytes = Uint8Array::new(&buffer);
                    received.resize(bytes.length() as usize, 0);
                    bytes.copy_to(&mut received);
                    tell(SocketEvent::Message(&received));
                }
            }
        }) as Box<dyn FnMut(Event)>);
        let call = listener.as_ref();
        socket.set_onopen(call);
        socket.set_onmessage(call);
        socket.set_onclose(call);
        Some(Socket { web: socket, _listener: listener, bytes: Vec::with_capacity(MESSAGE_BYTES) })
    }

    /// Sends a message, if the socket is open.
    pub(crate) fn send(&mut self, message: &ClientMessage) {
        if self.web.ready_state() == OPEN {
            self.bytes.clear();
            encode_onto(message, &mut self.bytes);
            // What is lost with a breaking connection is sent again on the next.
            let _ = self.web.send(&self.bytes);
        }
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        self.web.set_onopen(&JsValue::NULL);
        self.web.set_onmessage(&JsValue::NULL);
        self.web.set_onclose(&JsValue::NULL);
        self.web.close();
    }
}

/// Beside the page itself, so that a server may live in a folder of its host.
fn address() -> Option<String> {
    let location = window().location();
    let scheme = if location.protocol().ok()? == "https:" { "wss://" } else { "ws://" };
    let path = location.pathname().ok()?;
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    Some([scheme, &location.host().ok()?, folder, "/ws"].concat())
}
