// The mean colour of the middle of every cell of the board, row by row from the top.
(columns, rows) => {
  const canvas = document.querySelector("canvas[role=img]");
  const [across, down] = [canvas.width / columns, canvas.height / rows];
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  const mean = (left, top, right, bottom) => {
    const sum = [0, 0, 0];
    let count = 0;
    for (let y = Math.floor(top); y < bottom; y++) {
      for (let x = Math.floor(left); x < right; x++) {
        const at = (y * canvas.width + x) * 4;
        for (let part = 0; part < 3; part++) sum[part] += pixels[at + part];
        count++;
      }
    }
    return sum.map((part) => part / count);
  };
  const cells = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      cells.push(mean((x + 0.35) * across, (y + 0.35) * down, (x + 0.65) * across, (y + 0.65) * down));
    }
  }
  return cells;
}
