// Notes for every key press in which frame after it the board is painted differently.
(() => {
  const ask = window.requestAnimationFrame.bind(window);
  let [frame, pressed] = [0, null];
  window.watched = { frames: [], picture: null };
  window.addEventListener("keydown", () => (pressed = frame), true);

  // Which cells of the upper rows are bright; lights that fade change nothing.
  const look = () => {
    const canvas = document.querySelector('.board-canvas');
    if (!canvas) return null;
    const size = canvas.width / 10;
    const pixels = canvas.getContext("2d").getImageData(0, 0, canvas.width, size * 10).data;
    let cells = "";
    for (let y = 0; y < 10; y++) {
      for (let x = 0; x < 10; x++) {
        const at = (Math.floor((y + 0.5) * size) * canvas.width + Math.floor((x + 0.5) * size)) * 4;
        cells += Math.max(pixels[at], pixels[at + 1], pixels[at + 2]) > 140 ? "1" : "0";
      }
    }
    return cells;
  };

  window.requestAnimationFrame = (callback) =>
    ask((stamp) => {
      callback(stamp);
      frame += 1;
      const picture = look();
      if (pressed !== null && picture !== watched.picture) {
        watched.frames.push(frame - pressed);
        pressed = null;
      }
      watched.picture = picture;
    });
})();
