function () {
  const cell = this.width / 8;
  const top = this.height - cell;
  const edge = Math.round(cell * 0.14);
  const side = Math.round(cell - 2 * edge);
  const look = (column) => {
    const left = Math.round(column * cell) + edge;
    const { data } = this.getContext("2d").getImageData(left, Math.round(top) + edge, side, side);
    const light = (at) => Math.max(data[at * 4], data[at * 4 + 1], data[at * 4 + 2]);
    const least = (at) => Math.min(data[at * 4], data[at * 4 + 1], data[at * 4 + 2]);
    const all = Array.from({ length: side * side }, (_, at) => at);
    // Counts dark things that hang together.
    const dark = new Set(all.filter((at) => light(at) < 100));
    const seen = new Set();
    let spots = 0;
    const face = Array(9).fill(".");
    for (const begin of dark) {
      if (seen.has(begin)) continue;
      let [size, across, down] = [0, 0, 0];
      const open = [begin];
      seen.add(begin);
      while (open.length) {
        const at = open.pop();
        size += 1;
        across += at % side;
        down += Math.floor(at / side);
        for (const step of [-1, 1, -side, side]) {
          const next = at + step;
          const wraps = Math.abs((next % side) - (at % side)) > 1;
          if (dark.has(next) && !seen.has(next) && !wraps) {
            seen.add(next);
            open.push(next);
          }
        }
      }
      if (size <= 3) continue;
      spots += 1;
      const third = (sum) => Math.floor(((sum / size + 0.5) / side) * 3);
      face[third(down) * 3 + third(across)] = "o";
    }
    return {
      white: all.filter((at) => least(at) > 235).length / all.length,
      spots,
      face: face.join("").match(/.../g).join(" "),
      tint: Math.max(...all.map((at) => light(at) - least(at))),
    };
  };
  return Array.from({ length: 8 }, (_, column) => look(column));
}
