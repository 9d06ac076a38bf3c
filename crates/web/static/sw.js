// Keeps the whole app on the device. The build fills in the version and the lists.
const PREFIX = `quintet ${self.registration.scope} `;
const CACHE = PREFIX + "%VERSION%";
const FILES = ["%FILES%"];
// Fetched only for players who chose them.
const LANGUAGES = ["%LANGUAGES%"];

self.addEventListener("install", (event) => {
  event.waitUntil(fill());
});

// What an older version already has under the same hashed name is not fetched again.
async function fill() {
  const cache = await caches.open(CACHE);
  const files = [...FILES, ...(await languagesInUse())];
  await Promise.all(
    files.map(async (file) => {
      const kept = file.startsWith("a/") && (await caches.match(file));
      await (kept ? cache.put(file, kept) : cache.add(new Request(file, { cache: "no-cache" })));
    }),
  );
}

// The languages of this version that an older one has kept.
async function languagesInUse() {
  const withoutHash = (path) => new URL(path, self.registration.scope).href.replace(/-[^-]*$/, "");
  const kept = new Set();
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    const requests = await (await caches.open(name)).keys();
    for (const { url } of requests) kept.add(withoutHash(url));
  }
  return LANGUAGES.filter((path) => kept.has(withoutHash(path)));
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
      if (kept) return kept;
      const answer = await fetch(request);
      // A hashed name never changes its content, so that what was needed once is kept.
      const isHashed = url.pathname.startsWith(`${scope.pathname}a/`);
      if (isHashed && answer.ok) event.waitUntil(cache.put(request, answer.clone()));
      return answer;
    })(),
  );
});
