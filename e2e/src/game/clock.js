// Holds the page's clock: frames, event times and performance.now stand still until pass() is called.
(() => {
  const FRAME = 1000 / 60;
  let now = 1000;
  let next = 1;
  let waiting = new Map();

  window.requestAnimationFrame = (callback) => {
    waiting.set(next, callback);
    return next++;
  };
  window.cancelAnimationFrame = (id) => {
    waiting.delete(id);
  };
  Performance.prototype.now = () => now;
  Object.defineProperty(Event.prototype, "timeStamp", { get: () => now });

  // Lets whatever a frame has set off come to rest, before the next one.
  const rest = () =>
    new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => resolve();
      channel.port2.postMessage(null);
    });

  const frame = async () => {
    const callbacks = waiting;
    waiting = new Map();
    for (const callback of callbacks.values()) callback(now);
    await rest();
  };

  window.heldClock = {
    // How many callbacks wait for the next frame.
    get waiting() {
      return waiting.size;
    },
    async pass(ms, step = FRAME) {
      const end = now + ms;
      do {
        // The last step takes what is left, so that the end is met exactly.
        now = end - now > step ? now + step : end;
        await frame();
      } while (now < end);
    },
  };
})();
