// Appended to the script that wasm-bindgen writes: fetch the module beside it and start.
const page = document.documentElement;
// Where the computer player is, for when a match with it begins.
page.dataset.worker = new URL("worker.js", import.meta.url);
// Recorded games, for the pages that show them.
page.dataset.shows = new URL("shows.bin", import.meta.url);
page.dataset.lessons = new URL("lessons.bin", import.meta.url);
// The languages besides English: code, address and name, one per line.
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

// The late screens: their module and their styles. Memory, table of functions and stack are the app's.
async function loadLate(callback, data) {
  const beside = (name) => new URL(name, import.meta.url);
  const style = document.createElement("link");
  let here = false;
  try {
    const styled = new Promise((done, failed) => Object.assign(style, { onload: done, onerror: failed }));
    Object.assign(style, { rel: "stylesheet", href: beside("late.css") });
    document.head.append(style);
    const fetched = fetch(beside("late.wasm")).then((answer) => answer.arrayBuffer());
    const [module] = await Promise.all([fetched, styled]);
    await WebAssembly.instantiate(module, { __wasm_split: wasm });
    here = true;
  } catch (error) {
    style.remove();
    console.error(error);
  }
  wasm.__indirect_function_table.get(callback)(data, here);
}

words().then(() => __wbg_init({ module_or_path: new URL("quintet.wasm", import.meta.url) })).then(
  () => boot.remove(),
  (error) => {
    boot.textContent = `Quintet could not start: ${error}. A current browser with WebAssembly is needed; reloading the page may help.`;
    boot.setAttribute("role", "alert");
    throw error;
  },
);
