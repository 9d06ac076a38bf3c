// What is misplaced on the page: outside the window, cut off, covered, overlapping, too small to
// read, or without the app's styles. Whatever lies behind a dialog or the demo is not looked at.
(smallest) => {
  const faults = new Set();
  const [wide, high] = [innerWidth, innerHeight];
  const dialogs = document.querySelectorAll("[role=dialog]");
  const root = dialogs.length ? dialogs[dialogs.length - 1].parentElement : document.querySelector(".demo") ?? document.body;
  const OVERLAYS = ".unseen, .scanlines, .vignette, .volley, .horizon, .horizon *, noscript, option";
  const seen = (el) =>
    !el.matches(OVERLAYS) && el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const name = (el) => {
    const said = (el.getAttribute("aria-label") || el.textContent).replace(/\s+/g, " ").trim();
    return `${el.tagName.toLowerCase()}${el.classList.length ? "." + [...el.classList].join(".") : ""} "${said.slice(0, 28)}"`;
  };
  const at = (r) => `${Math.round(r.left)},${Math.round(r.top)} to ${Math.round(r.right)},${Math.round(r.bottom)}`;
  const box = (r, x = 0, y = 0) => ({ left: r.left + x, top: r.top + y, right: r.right - x, bottom: r.bottom - y });
  // Styles and places are looked up once per element: many items share their ancestors.
  const remember = (find) => {
    const known = new Map();
    return (el) => {
      if (!known.has(el)) known.set(el, find(el));
      return known.get(el);
    };
  };
  const styleOf = remember((el) => getComputedStyle(el));
  const placeOf = remember((el) => el.getBoundingClientRect());
  const scrolls = remember((el) => {
    const up = el.parentElement;
    return !up || /auto|scroll/.test(styleOf(up).overflowY) ? up : scrolls(up);
  });
  // How an element confines what is in it: whether it hides what sticks out, and whether it has
  // a frame that text must not cross.
  const confines = remember((el) => {
    const style = styleOf(el);
    return {
      ignored: el.matches(".live, .unseen") || style.display === "contents" || style.display === "inline",
      clips: /hidden|clip/.test(style.overflowX),
      framed: style.borderLeftStyle !== "none" && parseFloat(style.borderLeftWidth) > 0,
    };
  });
  const all = [...root.querySelectorAll("*")].filter(seen);

  // Texts with the place of their letters, canvases, and whatever takes clicks.
  const items = [];
  for (const el of all) {
    const own = [...el.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (own.length) {
      const size = parseFloat(styleOf(el).fontSize);
      if (size < smallest - 0.01) faults.add(`text of ${size} px: ${name(el)}`);
      const range = document.createRange();
      for (const node of own) {
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          // A line is higher than its letters.
          const slack = Math.max(0, (rect.height - size * 0.75) / 2);
          if (rect.width > 1) items.push({ el, kind: "text", rect: box(rect, 0.5, slack) });
        }
      }
    }
    if (el.matches("canvas, button, input, select, a[href], .number-panel, section.hold, .next")) {
      const rect = placeOf(el);
      if (rect.width > 1 && rect.height > 1) items.push({ el, kind: "box", rect: box(rect, 0.5, 0.5) });
    }
  }

  for (const { el, kind, rect } of items) {
    const scroller = scrolls(el);
    if (rect.left < -1 || rect.right > wide + 1) faults.add(`outside: ${name(el)} ${at(rect)}`);
    if (!scroller && (rect.top < -1 || rect.bottom > high + 1)) {
      faults.add(`outside: ${name(el)} ${at(rect)}`);
    }
    for (let up = el; up && up !== document.body; up = up.parentElement) {
      const { ignored, clips, framed } = confines(up);
      if (ignored) continue;
      const around = placeOf(up);
      const hides = clips || up === scroller;
      if (kind === "text" && (hides || framed)) {
        if (rect.left < around.left - 1.5 || rect.right > around.right + 1.5) {
          if (!(up.matches(".board") && el.closest(".row-sums"))) faults.add(`sticks out of ${name(up)}: ${name(el)} ${at(rect)}`);
        }
        if (up.matches("button") && !el.matches(".caption") && (rect.top < around.top - 1 || rect.bottom > around.bottom + 1)) {
          faults.add(`sticks out of ${name(up)}: ${name(el)} ${at(rect)}`);
        }
      }
      if (hides) break;
    }
  }

  // Words over a board, and on its glass, are meant to be there.
  const over = (a, b) => a.closest(".words, .bare-end, .bare-ways, .overlay-words") && b.closest(".board") === a.closest(".board");
  const meet = (p, q) => p.left < q.right - 1 && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1;
  // What scrolls is cut off at the edge of its place.
  const cut = ({ rect, el }) => {
    const scroller = scrolls(el);
    if (!scroller) return rect;
    const r = placeOf(scroller);
    return { left: Math.max(r.left, rect.left), right: Math.min(r.right, rect.right), top: Math.max(r.top, rect.top), bottom: Math.min(r.bottom, rect.bottom) };
  };
  items.forEach((a, i) => {
    for (let j = i + 1; j < items.length; j++) {
      const b = items[j];
      // First what is quickly told: most items are far apart.
      if (!meet(a.rect, b.rect) || a.el.contains(b.el) || b.el.contains(a.el)) continue;
      if (over(a.el, b.el) || over(b.el, a.el)) continue;
      let [p, q] = [a.rect, b.rect];
      if (scrolls(a.el) !== scrolls(b.el)) {
        [p, q] = [cut(a), cut(b)];
        if (p.top >= p.bottom || q.top >= q.bottom || !meet(p, q)) continue;
      }
      faults.add(`overlap: ${name(a.el)} ${at(p)} and ${name(b.el)} ${at(q)}`);
    }
  });

  // Controls with words do not look like the browser's own.
  const font = getComputedStyle(document.body).fontFamily;
  const wordless = "[type=range], [type=file], [type=checkbox], [type=radio], [type=color]";
  for (const el of all.filter((el) => el.matches(`button, select, input:not(${wordless})`))) {
    const spoken = !el.matches("button") || el.textContent.trim();
    if (!spoken) continue;
    const { fontFamily, fontSize } = styleOf(el);
    if (fontFamily !== font) faults.add(`in a font of its own: ${name(el)}`);
    if (parseFloat(fontSize) < smallest - 0.01) faults.add(`text of ${fontSize}: ${name(el)}`);
  }

  // A list shows all of what is chosen, left of its arrow.
  const ARROW = 20;
  const pen = new OffscreenCanvas(1, 1).getContext("2d");
  for (const el of all.filter((el) => el.matches("select"))) {
    const style = styleOf(el);
    pen.font = style.font;
    pen.letterSpacing = style.letterSpacing;
    const wanted = pen.measureText(el.selectedOptions[0]?.text ?? "").width;
    const room = el.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - ARROW;
    if (wanted > room + 1) faults.add(`cut off: ${el.selectedOptions[0].text} in ${Math.round(room)} of ${Math.round(wanted)} px`);
  }

  // What takes clicks is not covered.
  for (const el of all.filter((el) => el.matches("button:not([disabled]), input, select, a[href]"))) {
    const r = placeOf(el);
    const [x, y] = [(r.left + r.right) / 2, (r.top + r.bottom) / 2];
    if (r.width < 2 || x < 0 || y < 0 || x >= wide || y >= high) continue;
    const scroller = scrolls(el) && placeOf(scrolls(el));
    if (scroller && (y < scroller.top || y > scroller.bottom)) continue;
    const top = document.elementFromPoint(x, y);
    if (top && !el.contains(top) && !top.contains(el) && !top.closest("label")?.contains(el)) {
      faults.add(`covered: ${name(el)} by ${name(top)}`);
    }
  }
  return [...faults].slice(0, 6);
}
