// Appended to the worker's script: fetch its module and hand it what has arrived by then.
const early = [];
self.onmessage = (event) => early.push(event);
wasm_bindgen({ module_or_path: new URL("worker.wasm", self.location.href) })
  .then(() => early.forEach((event) => self.onmessage(event)))
  // Thrown from here it would only be a rejected promise, of which the page is not told.
  .catch((error) => setTimeout(() => { throw error; }));
