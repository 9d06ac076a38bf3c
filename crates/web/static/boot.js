// Appended to the script that wasm-bindgen writes: fetch the module beside it and start.
const page = document.documentElement;
// Where the computer player is, for when a match with it begins.
page.dataset.worker = new URL("worker.js", import.meta.url);
// The languages besides English: code, address and name, one a line.
page.dataset.languages = `%LANGUAGES%`;
const boot = document.getElementById("boot");

// The player's language; the app itself is English.
async function words() {
  try {
    const { language } = JSON.parse(localStorage.getItem("quintet/settings")).data;
    const lines = page.dataset.languages.split("\n");
    const answer = await fetch(lines.find((line) => line.startsWith(`${language} `)).split(" ")[1]);
    if (answer.ok) page.dataset.words = await answer.text();
  } catch {
    // It is English.
  }
}

words().then(() => __wbg_init({ module_or_path: new URL("quintet.wasm", import.meta.url) })).then(
  () => boot.remove(),
  (error) => {
    boot.textContent = `Quintet could not start: ${error}. A current browser with WebAssembly is needed; reloading the page may help.`;
    boot.setAttribute("role", "alert");
    throw error;
  },
);
