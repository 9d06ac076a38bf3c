//! Files to and from the player's device.

use js_sys::{Array, ArrayBuffer, Uint8Array};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, BlobPropertyBag, Event, HtmlAnchorElement, HtmlInputElement, Url};

use crate::dom::{El, el};
use crate::timers::after;

/// Offers bytes as a download. A browser that refuses shows that itself.
pub(crate) fn save(name: &str, kind: &str, bytes: &[u8]) {
    let parts = Array::of1(&Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    let Ok(blob) = Blob::new_with_u8_array_sequence_and_options(&parts, &options) else { return };
    let Ok(address) = Url::create_object_url_with_blob(&blob) else { return };
    let anchor: HtmlAnchorElement = el("a", "").get();
    anchor.set_href(&address);
    anchor.set_download(name);
    anchor.click();
    // Released once the download, which begins at once, has its own hold on the data.
    after(60, move || drop(Url::revoke_object_url(&address)));
}

/// A button that lets the player choose a file.
pub(crate) fn chooser(
    class: &str,
    label: &str,
    accept: &str,
    chosen: impl FnMut(Event) + 'static,
) -> El {
    let input = el("input", "").attr("type", "file").attr("accept", accept).on("change", chosen);
    el("label", class).text(label).child(input)
}

/// Reads the file that was just chosen in an input, and empties the input again.
pub(crate) fn read(event: &Event, then: impl FnOnce(Vec<u8>) + 'static) {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input else { return };
    let Some(file) = input.files().and_then(|files| files.get(0)) else { return };
    let bytes = file.array_buffer();
    spawn_local(async move {
        let buffer = JsFuture::from(bytes).await.ok();
        if let Some(buffer) = buffer.and_then(|buffer| buffer.dyn_into::<ArrayBuffer>().ok()) {
            then(Uint8Array::new(&buffer).to_vec());
        }
        input.set_value("");
    });
}
