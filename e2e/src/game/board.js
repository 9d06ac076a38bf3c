// The colour in the middle of every cell of the board, row by row from the top.
(columns, rows) => {
  const canvas = document.querySelector('.board-canvas');
  const [across, down] = [canvas.width / columns, canvas.height / rows];
  const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  // The middle value of each part: a spark that flies by changes nothing.
  const middle = (left, top, right, bottom) => {
    const parts = [[], [], []];
    for (let y = Math.floor(top); y < bottom; y++) {
      for (let x = Math.floor(left); x < right; x++) {
        const at = (y * canvas.width + x) * 4;
        for (let part = 0; part < 3; part++) parts[part].push(pixels[at + part]);
      }
    }
    return parts.map((part) => part.sort((a, b) => a - b)[part.length >> 1]);
  };
  const cells = [];
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      cells.push(middle((x + 0.35) * across, (y + 0.35) * down, (x + 0.65) * across, (y + 0.65) * down));
    }
  }
  return cells;
}
