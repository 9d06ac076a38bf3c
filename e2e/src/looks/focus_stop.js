// The control that has the focus: its name and what is wrong with where it is. In the window it is
// compared with the control that had the focus before, both as they stand now.
(() => {
  const stop = document.activeElement;
  const before = window.focusedBefore;
  window.focusedBefore = stop;
  if (!stop || stop === document.body) return null;
  const name = (el) => {
    const said = (el.getAttribute("aria-label") || el.textContent || el.value || "").replace(/\s+/g, " ").trim();
    return `${el.tagName.toLowerCase()}${el.classList.length ? "." + [...el.classList].join(".") : ""} "${said.slice(0, 28)}"`;
  };
  // What chooses a file is a label with the input inside.
  const shown = (el) => (el.type === "file" ? el.closest("label") : el);
  const at = (el) => shown(el).getBoundingClientRect();
  const rect = at(stop);
  const faults = [];
  const seen = shown(stop).checkVisibility({ opacityProperty: true, visibilityProperty: true });
  if (!seen || rect.width < 2 || rect.height < 2) faults.push("hidden");
  const fits = rect.height <= innerHeight && rect.width <= innerWidth;
  if (fits && (rect.left < -1 || rect.top < -1 || rect.right > innerWidth + 1 || rect.bottom > innerHeight + 1)) {
    faults.push(`outside the window: ${Math.round(rect.left)},${Math.round(rect.top)} to ${Math.round(rect.right)},${Math.round(rect.bottom)}`);
  }
  const [x, y] = [(rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2];
  const top = document.elementFromPoint(x, y);
  if (top && !shown(stop).contains(top) && !top.contains(stop) && !top.closest("label")?.contains(stop)) {
    faults.push(`covered by ${name(top)}`);
  }
  // Backwards: further up in the same column, or further left in the same line. From the last
  // control the focus begins again with the first.
  if (before && before !== document.body && before !== stop && before.isConnected && !window.focusStops.has(stop)) {
    const from = at(before);
    const inColumn = rect.left < from.right - 1;
    const inLine = rect.top < from.bottom - 1 && from.top < rect.bottom - 1;
    if (rect.bottom <= from.top + 1 && inColumn) faults.push(`above ${name(before)}`);
    if (inLine && rect.right <= from.left + 1) faults.push(`left of ${name(before)}`);
  }
  const again = window.focusStops.has(stop);
  window.focusStops.add(stop);
  return { name: name(stop), faults, again };
})()
