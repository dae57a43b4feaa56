// Keeps what this phone was shown, so that the page opens where the table cannot be reached. The table always comes first.

const CACHE = "page";
const NEVER = /^\/(events|calls|camera\.jpg|api\/(state|devices|eye)|healthz|qr\.svg)|\/(clip|evidence|game\.html)/;
const MOST = 150; // answers kept; the oldest go first

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// The page names what it was made of, since it was loaded before anybody kept it.
self.addEventListener("message", (event) => {
  event.waitUntil(keepAll(event.data).then((kept) => event.ports[0]?.postMessage(kept)));
});

async function keepAll(addresses) {
  const cache = await caches.open(CACHE);
  const done = await Promise.allSettled(addresses.filter((one) => !NEVER.test(new URL(one, location).pathname)).map((one) => cache.add(one)));
  return done.filter((one) => one.status === "fulfilled").length;
}

self.addEventListener("fetch", (event) => {
  const address = new URL(event.request.url);
  if (event.request.method !== "GET" || address.origin !== location.origin || NEVER.test(address.pathname)) return;
  event.respondWith(tableFirst(event.request));
});

async function tableFirst(request) {
  const cache = await caches.open(CACHE);
  try {
    const answer = await fetch(request);
    if (answer.ok && answer.status === 200 && !request.headers.has("Range")) {
      await cache.put(request, answer.clone()).then(() => forget(cache)).catch(() => {}); // no room: then not kept
    }
    return answer;
  } catch (error) {
    const kept = await cache.match(request) || (request.mode === "navigate" && await cache.match("/"));
    if (kept) return kept;
    throw error;
  }
}

async function forget(cache) {
  const all = await cache.keys();
  await Promise.all(all.filter((one) => new URL(one.url).pathname.startsWith("/games/")).slice(0, Math.max(0, all.length - MOST)).map((one) => cache.delete(one)));
}
