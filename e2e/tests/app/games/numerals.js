// The numeral that each cell of a list, as [column, row], resembles most.
async function () {
  await document.fonts.ready;
  const GRID = 12;
  const cell = this.width / 8;
  // The share of ink in each field of a grid laid over everything that is inked.
  const shape = (pen, left, top, side) => {
    const { data } = pen.getImageData(left, top, side, side);
    const ink = [];
    for (let at = 0; at < side * side; at++) {
      const light = Math.max(data[at * 4], data[at * 4 + 1], data[at * 4 + 2]);
      if (light < 100) ink.push([at % side, Math.floor(at / side)]);
    }
    const [xs, ys] = [ink.map(([x]) => x), ink.map(([, y]) => y)];
    const [x0, y0] = [Math.min(...xs), Math.min(...ys)];
    const [width, height] = [Math.max(...xs) - x0 + 1, Math.max(...ys) - y0 + 1];
    const fields = Array(GRID * GRID).fill(0);
    const area = (width / GRID) * (height / GRID);
    for (const [x, y] of ink) {
      const column = Math.floor(((x - x0) / width) * GRID);
      const row = Math.floor(((y - y0) / height) * GRID);
      fields[row * GRID + column] += 1 / area;
    }
    return { fields, slim: width / height };
  };
  const numeral = (digit) => {
    const pen = new OffscreenCanvas(200, 200).getContext("2d");
    pen.fillStyle = "white";
    pen.fillRect(0, 0, 200, 200);
    pen.fillStyle = "black";
    const family = getComputedStyle(document.documentElement).getPropertyValue("--font-display");
    pen.font = `700 120px ${family}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(String(digit), 100, 100);
    return shape(pen, 0, 0, 200);
  };
  const apart = (a, b) =>
    a.fields.reduce((sum, field, at) => sum + Math.abs(field - b.fields[at]), 0) / a.fields.length +
    Math.abs(a.slim - b.slim);
  const known = [0, 1, 2, 3, 4, 5, 6].map(numeral);
  const edge = Math.round(cell * 0.14);
  const side = Math.round(cell - 2 * edge);
  return CELLS.map(([column, row]) => {
    const left = Math.round(column * cell) + edge;
    const top = Math.round(row * cell) + edge;
    const seen = shape(this.getContext("2d"), left, top, side);
    const distances = known.map((digit) => apart(seen, digit));
    return distances.indexOf(Math.min(...distances));
  });
}
