// The colours of a piece in its box, which is five cells wide: a row for every row of cells.
(canvas) => {
  const { width, height } = canvas;
  const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
  const cell = width / 5;
  // The glow around a piece lets the box shine through, the piece does not.
  const solid = (x, y) => data[(y * width + x) * 4 + 3] > 200;
  const [xs, ys] = [[], []];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (solid(x, y)) {
        xs.push(x);
        ys.push(y);
      }
    }
  }
  const cells = (places) => {
    const first = Math.min(...places);
    const count = Math.round((Math.max(...places) + 1 - first) / cell);
    return Array.from({ length: count }, (_, at) => Math.floor(first + (at + 0.5) * cell));
  };
  const colour = (x, y) => {
    const at = (y * width + x) * 4;
    return solid(x, y) ? [...data.slice(at, at + 3)] : [0, 0, 0];
  };
  return xs.length ? cells(ys).map((y) => cells(xs).map((x) => colour(x, y))) : [];
}
