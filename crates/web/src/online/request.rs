//! Plain requests to the server that the page came from.

use js_sys::{Object, Promise, Reflect, Uint8Array};
use quintet_online::RequestError;
use quintet_protocol::http::{Answer, BINARY, Refused};
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

/// The most bytes of a request that outlives the page.
const KEPT_ALIVE: usize = 16 << 10;

/// Asks for something by this device's secret, if it is given, handing something in, if that is.
pub(crate) async fn request<T: Answer>(
    address: &str,
    secret: Option<String>,
    body: Option<&[u8]>,
) -> Result<T, RequestError> {
    let bytes = request_bytes(address, secret, body).await?;
    T::decode(&bytes).ok_or(RequestError::NoAnswer)
}

/// The same where the answer is not to be decoded.
pub(crate) async fn request_bytes(
    address: &str,
    secret: Option<String>,
    body: Option<&[u8]>,
) -> Result<Vec<u8>, RequestError> {
    let options = Object::new();
    let headers = Object::new();
    let set = |object: &Object, name: &str, value: &JsValue| {
        // Setting a property fails only on what is not an object.
        let _ = Reflect::set(object, &name.into(), value);
    };
    if let Some(body) = body {
        set(&options, "method", &"POST".into());
        // A page that goes away still tells of its pause; browsers limit what such a request carries.
        if body.len() < KEPT_ALIVE {
            set(&options, "keepalive", &true.into());
        }
        set(&options, "body", &Uint8Array::from(body));
    }
    set(&headers, "Accept", &BINARY.into());
    if let Some(secret) = secret {
        set(&headers, "Authorization", &["Bearer ", &secret].concat().into());
    }
    set(&options, "headers", &headers);
    let no_answer = |_| RequestError::NoAnswer;
    let answer = JsFuture::from(fetch(address, &options)).await.map_err(no_answer)?;
    let answer: Response = wasm_bindgen::JsCast::unchecked_into(answer);
    let bytes = JsFuture::from(answer.array_buffer()).await.map_err(no_answer)?;
    let bytes = Uint8Array::new(&bytes).to_vec();
    if answer.ok() {
        return Ok(bytes);
    }
    let refused = Refused::decode(&bytes);
    Err(refused.map_or(RequestError::NoAnswer, |refused| RequestError::Refused(refused.error)))
}
