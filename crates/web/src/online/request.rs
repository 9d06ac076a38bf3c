//! Plain requests to the server that the page came from.

use js_sys::{Object, Promise, Reflect, Uint8Array};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen_futures::JsFuture;

#[wasm_bindgen]
extern "C" {
    fn fetch(address: &str, options: &JsValue) -> Promise;

    type Response;

    #[wasm_bindgen(method, getter)]
    fn ok(this: &Response) -> bool;
    #[wasm_bindgen(method, js_name = arrayBuffer)]
    fn array_buffer(this: &Response) -> Promise;
}

/// Asks for something by this device's secret, if it is given, handing something in, if that is.
/// The error is what the server says, or empty where none answers.
pub(crate) async fn request(
    address: &str,
    secret: Option<String>,
    body: Option<&[u8]>,
) -> Result<Vec<u8>, String> {
    let options = Object::new();
    let set = |object: &Object, name: &str, value: &JsValue| {
        // Only of what is no object can a property not be set.
        let _ = Reflect::set(object, &name.into(), value);
    };
    if let Some(body) = body {
        set(&options, "method", &"POST".into());
        set(&options, "body", &Uint8Array::from(body));
    }
    if let Some(secret) = secret {
        let headers = Object::new();
        set(&headers, "Authorization", &["Bearer ", &secret].concat().into());
        set(&options, "headers", &headers);
    }
    let nobody = |_| String::new();
    let answer = JsFuture::from(fetch(address, &options)).await.map_err(nobody)?;
    let answer: Response = wasm_bindgen::JsCast::unchecked_into(answer);
    let bytes = JsFuture::from(answer.array_buffer()).await.map_err(nobody)?;
    let bytes = Uint8Array::new(&bytes).to_vec();
    if answer.ok() { Ok(bytes) } else { Err(String::from_utf8_lossy(&bytes).into_owned()) }
}
