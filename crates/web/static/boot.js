// Appended to the script that wasm-bindgen writes: fetch the module beside it and start.
// Where the computer player is, for when a match with it begins.
document.documentElement.dataset.worker = new URL("worker.js", import.meta.url);
// The languages besides English: code, address and name, one a line.
document.documentElement.dataset.languages = `%LANGUAGES%`;
const boot = document.getElementById("boot");
__wbg_init({ module_or_path: new URL("quintet.wasm", import.meta.url) }).then(
  () => boot.remove(),
  (error) => {
    boot.textContent = `Quintet could not start: ${error}. A current browser with WebAssembly is needed; reloading the page may help.`;
    boot.setAttribute("role", "alert");
    throw error;
  },
);
