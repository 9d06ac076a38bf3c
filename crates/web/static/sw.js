// Keeps the whole app on the device. The build fills in the version and the list.
const PREFIX = `quintet ${self.registration.scope} `;
const CACHE = PREFIX + "%VERSION%";
const FILES = ["%FILES%"];

self.addEventListener("install", (event) => {
  event.waitUntil(fill());
});

// What an older version already has under the same hashed name is not fetched again.
async function fill() {
  const cache = await caches.open(CACHE);
  await Promise.all(
    FILES.map(async (file) => {
      const kept = file.startsWith("a/") && (await caches.match(file));
      await (kept ? cache.put(file, kept) : cache.add(new Request(file, { cache: "no-cache" })));
    }),
  );
}

self.addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await self.clients.claim();
    })(),
  );
});

// A new version waits until a player asks for it: no running game is ever disturbed.
self.addEventListener("message", (event) => {
  if (event.data === "activate") self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  const url = new URL(request.url);
  const scope = new URL(self.registration.scope);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  const page = url.pathname === scope.pathname;
  event.respondWith(
    (async () => {
      const cache = await caches.open(CACHE);
      const kept = await cache.match(page ? "index.html" : request, { ignoreSearch: true });
      return kept ?? fetch(request);
    })(),
  );
});
