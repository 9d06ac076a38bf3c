// Texts that are too faint, measured on a picture of the page, with all that lies over it. Whatever
// lies behind a dialog is not looked at.
async (png) => {
  const bytes = Uint8Array.from(atob(png), (letter) => letter.charCodeAt(0));
  const picture = await createImageBitmap(new Blob([bytes]));
  const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d", { willReadFrequently: true });
  pen.drawImage(picture, 0, 0);
  const density = picture.width / innerWidth;
  const linear = (part) => (part <= 10 ? part / 3294 : ((part / 255 + 0.055) / 1.055) ** 2.4);
  const LINEAR = Array.from({ length: 256 }, (_, part) => linear(part));
  const contrast = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const mean = (all) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const dialogs = document.querySelectorAll("[role=dialog]");
  const root = dialogs.length ? dialogs[dialogs.length - 1] : document.body;
  // What can do nothing now is allowed to be faint.
  const OFF = ".unseen, .unseen *, [disabled], [disabled] *, [inert], [inert] *, .used *, option, noscript";
  const isSeen = (el) => !el.matches(OFF) && el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  // Whether a place is outside the window, or outside a part of the page that scrolls.
  const hidden = (el, rect) => {
    if (rect.left < 0 || rect.top < 0 || rect.right > innerWidth || rect.bottom > innerHeight) return true;
    for (let up = el.parentElement; up; up = up.parentElement) {
      const around = up.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(getComputedStyle(up).overflowY);
      if (scrolls && (rect.top < around.top || rect.bottom > around.bottom)) return true;
    }
    return false;
  };
  // Every line of every text, and what stands in fields and lists.
  const texts = [];
  const words = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const el = node.parentElement;
    if (!node.data.trim() || !isSeen(el)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) texts.push({ el, rect, said: node.data.trim() });
  }
  const WORDLESS = "[type=range], [type=file], [type=checkbox], [type=radio], [type=color]";
  const ruler = new OffscreenCanvas(1, 1).getContext("2d");
  for (const el of root.querySelectorAll(`select, input:not(${WORDLESS})`)) {
    const said = el.selectedOptions ? el.selectedOptions[0]?.text : el.value || el.placeholder;
    if (!said || !isSeen(el)) continue;
    const style = getComputedStyle(el);
    [ruler.font, ruler.letterSpacing] = [style.font, style.letterSpacing];
    const around = el.getBoundingClientRect();
    const [before, after] = ["Left", "Right"].map((side) => parseFloat(style[`padding${side}`]) + parseFloat(style[`border${side}Width`]));
    const room = around.width - before - after;
    const [wide, high] = [Math.min(room, ruler.measureText(said).width), parseFloat(style.fontSize) * 1.2];
    const spare = { center: (room - wide) / 2, right: room - wide, end: room - wide }[style.textAlign] ?? 0;
    const rect = new DOMRect(around.left + before + spare, (around.top + around.bottom - high) / 2, wide, high);
    texts.push({ el, rect, said });
  }
  const faults = [];
  for (const { el, rect, said } of texts) {
    if (hidden(el, rect)) continue;
    const top = document.elementFromPoint(rect.left + rect.width / 2, rect.top + rect.height / 2);
    if (top && top !== el && !top.contains(el) && !el.contains(top)) continue;
    const [x, y] = [Math.floor(rect.left * density), Math.floor(rect.top * density)];
    const [wide, high] = [Math.ceil(rect.width * density), Math.ceil(rect.height * density)];
    // A blank at the end of a line has no letters.
    if (rect.width < 2 || wide < 1 || high < 1) continue;
    const { data } = pen.getImageData(x, y, wide, high);
    const lights = new Float64Array(data.length / 4);
    for (let at = 0; at < data.length; at += 4) {
      lights[at / 4] = 0.2126 * LINEAR[data[at]] + 0.7152 * LINEAR[data[at + 1]] + 0.0722 * LINEAR[data[at + 2]];
    }
    lights.sort();
    // Letters cover less than half of their lines; their strokes are what differs most.
    const ground = lights[Math.floor(lights.length / 2)];
    const strokes = Math.max(4, Math.floor(lights.length / 40));
    const found = Math.max(
      contrast(mean(lights.slice(0, strokes)), ground),
      contrast(mean(lights.slice(-strokes)), ground),
    );
    const style = getComputedStyle(el);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (found < (large ? 3 : 4.5)) {
      faults.push(`${found.toFixed(1)}: .${el.className || el.parentElement.className} "${said.slice(0, 24)}" at ${Math.round(rect.left)},${Math.round(rect.top)}`);
    }
  }
  return faults;
}
