// Every cell of the single file's field: `.` where nothing is painted, the letter of the piece whose
// colour fills 31 by 31 pixels and leaves the last line and column free, `?` for anything else.
() => {
  const words = (pen, width, height) =>
    new Uint32Array(pen.getImageData(0, 0, width, height).data.buffer);
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const paint = (name) => {
    pen.fillStyle = name;
    pen.fillRect(0, 0, 1, 1);
    return words(pen, 1, 1)[0];
  };
  const names = { I: "cyan", J: "blue", L: "orange", O: "yellow", S: "green", T: "purple", Z: "red" };
  const letters = new Map(Object.entries(names).map(([letter, name]) => [paint(name), letter]));
  const pixels = words(document.querySelector("canvas").getContext("2d"), 320, 640);
  const cell = (left, top) => {
    const colour = pixels[top * 320 + left];
    for (let y = 0; y < 32; y++) {
      for (let x = 0; x < 32; x++) {
        const wanted = x === 31 || y === 31 ? 0 : colour;
        if (pixels[(top + y) * 320 + left + x] !== wanted) return "?";
      }
    }
    return colour === 0 ? "." : (letters.get(colour) ?? "?");
  };
  const across = [...Array(10).keys()];
  return [...Array(20).keys()].map((y) => across.map((x) => cell(x * 32, y * 32)).join(""));
}
